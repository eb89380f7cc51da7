#include "localize.h"

#include "content.h"

#include <json-c/json.h>

bool localize_read(struct entry_change *change, struct slice *locale)
{
	struct admin_call *call = change->call;
	const struct content_type *type = call->shared->registry->i18n_locale;
	struct query *query = query_create(change->content.arena, type);
	int64_t count;
	*locale = entries_locale(call);
	if (!locale->len)
		return content_default_locale(&change->content, locale, call->error);
	query->filter =
	    query_compare(change->content.arena, model_attribute(type, SLICE("code")), QUERY_EQ, value_text(*locale));
	return store_count(change->content.session, query, &count, call->error) &&
	       (count || error_set(call->error, 400, "ApplicationError", "This locale doesn't exist"));
}

static bool refuse_related(struct admin_call *call)
{
	return error_set(call->error, 400, "ApplicationError",
	                 "The related entity doesn't exist or the entity already exists in this locale");
}

/* The entry that the new one is to be a version of, as code sees it; NULL: of none. */
static bool find_related(struct entry_change *change, int64_t id, struct json_object **related)
{
	struct admin_call *call = change->call;
	struct query *query = query_create(change->content.arena, change->type);
	const struct query_root root = {.query = query, .locale = LOCALE_ALL};
	struct content_result *result;
	int64_t total;
	*related = NULL;
	query->with_private = true;
	query->limit = 1;
	query->populates = arena_alloc(change->content.arena, sizeof *query->populates);
	query->populates[query->populate_count++] = (struct populate){
	    .attribute = change->type->localizations, .query = query_create(change->content.arena, change->type)};
	if (id)
		query->filter = query_compare(change->content.arena, &change->type->id, QUERY_EQ, value_integer(id));
	if (!content_find(&change->content, &root, false, &result, &total, call->error))
		return false;
	if (content_result_count(result))
		*related = json_keep(change->content.arena, content_entry_json(result, 0));
	content_free(result);
	return true;
}

static bool is_in(struct json_object *entry, struct slice locale)
{
	struct json_object *versions = json_member(entry, "localizations");
	if (slice_equals(json_string(json_member(entry, "locale")), locale))
		return true;
	for (size_t i = 0; versions && i < json_object_array_length(versions); i++)
		if (slice_equals(json_string(json_member(json_object_array_get_idx(versions, i), "locale")), locale))
			return true;
	return false;
}

/* What all versions share comes from the other one, and they name each other. */
static void join(struct entry_change *change, struct json_object *related)
{
	struct json_object *ids = json_object_new_array(), *versions = json_member(related, "localizations");
	for (size_t i = 0; i < change->type->attribute_count; i++) {
		const struct attribute *attribute = &change->type->attributes[i];
		struct json_object *value;
		if (attribute->localized || !attribute->writable || !attribute_is_scalar(attribute) ||
		    json_member(change->data, attribute->name) || !json_find(related, attribute->name, &value))
			continue;
		json_object_object_add(change->data, attribute->name, json_object_get(value));
	}
	json_object_array_add(ids, json_object_get(json_member(related, "id")));
	for (size_t i = 0; versions && i < json_object_array_length(versions); i++)
		json_object_array_add(ids, json_object_get(json_member(json_object_array_get_idx(versions, i), "id")));
	json_object_object_add(change->data, "localizations", ids);
}

bool localize_new(struct entry_change *change, struct slice locale)
{
	struct admin_call *call = change->call;
	struct json_object *related = NULL;
	struct param *params;
	int64_t id = 0;
	if (!params_parse(call->http->arena, call->http->query, &params, call->error))
		return false;
	const struct param *param = param_get(params, "relatedEntityId");
	if (param && (param->kind != PARAM_TEXT || !slice_to_int64(param->text, &id)))
		return refuse_related(call);
	if ((id || change->type->single) && !find_related(change, id, &related))
		return false;
	if ((id && !related) || (related && is_in(related, locale)))
		return refuse_related(call);
	json_object_object_del(change->data, "localizations");
	json_object_object_add(change->data, "locale", json_object_new_string_len(locale.ptr, (int)locale.len));
	if (related)
		join(change, related);
	return true;
}
