#include "read_back.h"

bool read_back_prepare(const struct method_call *call, struct json_object *params, struct read_back *back)
{
	static const char *const names[] = {"select", "populate"};
	back->params = method_object(call);
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (method_member(params, names[i]))
			json_object_object_add(back->params, names[i],
			                       json_object_get(method_member(params, names[i])));
	back->late = NULL;
	if (query_read_engine(call->arena, call->registry, call->type, back->params, &back->query, call->error))
		return true;
	/* What only lectern refuses is no error of the server. */
	if (call->error->status != 500)
		return false;
	struct error *late = arena_alloc(call->arena, sizeof *late);
	*late = *call->error;
	back->late = late;
	back->query = query_create(call->arena, call->type);
	return true;
}
