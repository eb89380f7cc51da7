#include "service.h"

void content_set_signer(struct content *content, const struct content_signer *signer)
{
	atomic_store_explicit(service_signer_of(content), signer, memory_order_release);
}

const struct content_signer *content_signer(const struct content *content)
{
	return atomic_load_explicit(service_signer_of((struct content *)content), memory_order_acquire);
}

bool content_sign(const struct content *content, struct budget *budget, struct json_object *files, struct error *error)
{
	const struct content_signer *signer = content_signer(content);
	if (!signer)
		return true;
	if (signer->waits && budget) {
		budget_end_short(budget);
		if (budget->ended)
			return budget_refuse(budget, NULL, error);
	}
	return signer->sign(signer->context, files, error);
}
