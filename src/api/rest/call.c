/* What the endpoints share. */
#include "call.h"

bool call_read_query(struct rest_call *call, const struct content_type *type, const struct param *params, bool by_id,
                     bool raw, struct query_root *root)
{
	const struct config *config = call->rest->config;
	const struct query_request request = {
	    .registry = call->rest->registry,
	    .type = type,
	    .rights = access_query_rights(&call->request->caller),
	    .default_limit = config->default_limit,
	    .max_limit = config->max_limit,
	    .with_count = config->with_count,
	    .max_populate_depth = config->max_populate_depth,
	    .by_id = by_id,
	    .raw = raw,
	};
	return query_parse(call->http->arena, &request, params, root, call->error);
}

bool call_parse_query(struct rest_call *call, const struct content_type *type, bool by_id, bool raw,
                      struct query_root *root)
{
	struct param *params;
	return rest_call_params(call, &params) && call_read_query(call, type, params, by_id, raw, root);
}

bool call_entry_id(const struct rest_call *call, int64_t *id)
{
	struct slice text = call->route.id;
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] < '0' || text.ptr[i] > '9')
			return false;
	return slice_to_int64(text, id);
}
