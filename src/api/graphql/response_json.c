/* Responses and their parts as code of Strapi's has them: for resolvers of fields that code adds to their types. */
#include "response_json.h"
#include "code_entries.h"

#include <json-c/json.h>

/* ---- numbers ---- */

/* As Strapi reckons: a list without a limit is one page; unless it is cut by amountLimit, which Strapi does not hold.
 */
struct response_page api_graphql_response_page(const struct api_graphql_context *context,
                                               const struct response *response)
{
	const struct query_page *page = &response->page;
	const int64_t most = context->schema->config->graphql.amount_limit, total = response->total;
	const bool all = page->limit == -1 && total - page->start <= most;
	const int64_t asked = page->limit == -1 ? most : page->limit, limit = all || asked < 1 ? 1 : asked;
	return (struct response_page){
	    .total = total,
	    .page = all ? limit : page->start / limit + 1,
	    .page_size = all ? total - page->start : limit,
	    .page_count = all ? limit : (total + limit - 1) / limit,
	};
}

/* ---- JSON ---- */

static void add_number(struct json_object *object, const char *name, int64_t number)
{
	json_object_object_add(object, name, json_object_new_int64(number));
}

static struct json_object *page_json(const struct graphql_call *call, const struct response *response)
{
	const struct response_page page = api_graphql_response_page(context_of(call), response);
	struct json_object *json = json_object_new_object();
	add_number(json, "total", page.total);
	add_number(json, "page", page.page);
	add_number(json, "pageSize", page.page_size);
	add_number(json, "pageCount", page.page_count);
	return json;
}

static struct json_object *info_json(const struct response *response, const struct content_type *type)
{
	struct json_object *json = json_object_new_object(), *args = json_object_new_object();
	if (response->list) {
		add_number(args, "start", response->page.start);
		add_number(args, "limit", response->page.limit);
	}
	json_object_object_add(json, "args", args);
	if (type)
		json_object_object_add(json, "resourceUID", json_object_new_string(type->uid));
	return json;
}

/* The entries in their order, as code reads them; one that is gone since is null. */
static bool read_entries(struct graphql_call *call, const struct response *response, struct json_object **entries)
{
	const struct content_call content = request_content(context_of(call)->request);
	int64_t *ids = arena_array(call->arena, response->count + 1, sizeof *ids);
	struct json_object *list;
	struct map by_id;
	*entries = json_object_new_array();
	api_graphql_keep(call, *entries);
	if (!response->count)
		return true;
	for (size_t i = 0; i < response->count; i++)
		ids[i] = content_entry_id(response->entries[i]);
	if (!content_read_plain(&content, content_entry_type(response->entries[0]), ids, response->count, &list,
	                        call->error))
		return false;
	api_graphql_keep(call, list);
	map_init(&by_id, call->arena);
	for (size_t i = 0; i < json_count(list); i++)
		map_set(&by_id, json_text(call->arena, json_member(json_item(list, i), "id")), json_item(list, i));
	for (size_t i = 0; i < response->count; i++) {
		const char *id = arena_format(call->arena, "%lld", (long long)ids[i]);
		json_object_array_add(*entries, json_object_get(map_get(&by_id, slice_of(id))));
	}
	return true;
}

static bool whole_json(struct graphql_call *call, const struct response *response, const struct content_type *type,
                       struct json_object **json)
{
	struct json_object *entries;
	if (!read_entries(call, response, &entries))
		return false;
	*json = json_object_new_object();
	if (response->list)
		json_object_object_add(*json, "nodes", json_object_get(entries));
	else
		json_object_object_add(*json, "value", json_object_get(json_item(entries, 0)));
	json_object_object_add(*json, "info", info_json(response, type));
	return true;
}

bool api_graphql_response_json(struct graphql_call *call, const struct graphql_result *result,
                               struct json_object **json)
{
	const struct content_type *type;
	const enum object_shape shape =
	    api_graphql_code_entries_shape(context_of(call)->schema, call->parent_type, &type);
	const struct response *response = result->object;
	*json = NULL;
	if (result->kind != GRAPHQL_RESULT_OBJECT)
		return true;
	if (shape == SHAPE_RESPONSE || shape == SHAPE_COLLECTION) {
		if (response->code)
			*json = json_object_get(response->code);
		else if (!whole_json(call, response, type, json))
			return false;
	} else if (shape == SHAPE_META) {
		*json = response->code ? json_object_get(json_member(response->code, "info"))
		                       : info_json(response, response->type);
	} else if (shape == SHAPE_PAGE) {
		*json = response->code ? json_object_get(json_member(json_member(response->code, "info"), "pagination"))
		                       : page_json(call, response);
	}
	if (*json)
		api_graphql_keep(call, *json);
	return true;
}
