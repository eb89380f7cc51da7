#include "check.h"
#include "content/service.h"

/* Puts what was cast in the place of what was sent. */
static void take_over(struct json_object *data, struct json_object *cast)
{
	json_object_object_foreach(cast, key, value)
	{
		struct given sent = given_member(data, key);
		if (!sent.present || sent.value != value)
			json_object_object_add(data, key, json_object_get(value));
	}
}

bool validate_entry(const struct content_call *call, const struct content_type *type, enum write_action action,
                    bool draft, int64_t id, struct json_object *data, struct error *error)
{
	struct validation validation = {.call = call,
	                                .registry = service_registry(call->content),
	                                .action = action,
	                                .draft = draft,
	                                .error = error};
	struct rules rules = rules_of_entry(&validation, type, id);
	struct given sent = {true, data};
	struct given cast = validate_cast(&validation, &rules, sent, 0);
	struct refusals refusals;
	bool valid = validate_check(&validation, &rules, cast, sent, &refusals);
	if (valid && refusals.count)
		valid = refusals_report(call->arena, &refusals, error);
	valid = valid && validate_relation_forms(&validation, type, cast.value);
	if (valid && cast.value != data)
		take_over(data, cast.value);
	json_object_put(cast.value);
	patterns_free(&validation.patterns);
	return valid;
}
