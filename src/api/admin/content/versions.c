/* What a new language version of an entry begins with. */
#include "content.h"
#include "rights.h"
#include "shape.h"

#include <json-c/json.h>

/* Whose version it is to be. */
struct version_call {
	const struct content_type *type;
	int64_t id;
	struct slice locale; /* of the new version */
};

static bool read_body(struct admin_call *call, struct version_call *version)
{
	struct json_object *id = json_member(call->body, "id");
	struct input input;
	if (!input_begin(&input, call->http->arena, call->body, call->error))
		return false;
	version->type = model_type(call->shared->registry, input_text(&input, "model"));
	const bool single = version->type && version->type->single;
	input_check_text(&input, "model", INPUT_REQUIRED);
	if (!single && !input_has(&input, "id"))
		input_refuse_member(&input, "id", "is a required field");
	else if (input_has(&input, "id") && !(single && !id) && !input_is_id(id))
		input_refuse_type(&input, "\"id\"", "id", "strapiID", id);
	input_check_text(&input, "locale", INPUT_REQUIRED);
	if (!input_end(&input, call->error))
		return false;
	if (!version->type || version->type->component || !version->type->localized)
		return error_set(call->error, 400, "ApplicationError", "model.not.localized");
	version->locale = input_text(&input, "locale");
	/* A single type has one entry in each language, whatever id is sent. */
	if (single)
		return true;
	version->id = json_object_get_int64(id);
	return ((json_object_is_type(id, json_type_int) || slice_to_int64(json_string(id), &version->id)) &&
	        version->id > 0) ||
	       error_not_found(call->error);
}

/* The entry; of a single type that of any language. */
static bool find(struct admin_call *call, const struct content_call *content, struct version_call *version)
{
	struct query_root root = {.query = query_create(content->arena, version->type), .locale = LOCALE_ALL};
	root.query->limit = 1;
	if (version->id)
		root.query->filter =
		    query_compare(content->arena, &version->type->id, QUERY_EQ, value_integer(version->id));
	return content_find_id(content, &root, &version->id, call->error) &&
	       (version->id || error_not_found(call->error));
}

/* Components without their ids: the new version has its own. */
static void strip_ids(struct json_object *value, const struct attribute *attribute);

static void strip_component(struct json_object *component, const struct content_type *type)
{
	json_object_object_del(component, "id");
	for (size_t i = 0; i < type->attribute_count; i++) {
		struct json_object *value;
		if (attribute_holds_components(&type->attributes[i]) &&
		    json_find(component, type->attributes[i].name, &value))
			strip_ids(value, &type->attributes[i]);
	}
}

static void strip_ids(struct json_object *value, const struct attribute *attribute)
{
	const struct content_type *type = attribute->target;
	for (size_t i = 0; json_object_is_type(value, json_type_array) && i < json_object_array_length(value); i++)
		strip_ids(json_object_array_get_idx(value, i), attribute);
	if (!json_object_is_type(value, json_type_object))
		return;
	const struct slice uid = json_string(json_member(value, "__component"));
	for (size_t i = 0; i < attribute->component_count && attribute->type == ATTRIBUTE_DYNAMICZONE; i++)
		if (slice_is(uid, attribute->components[i]->uid))
			type = attribute->components[i];
	if (type)
		strip_component(value, type);
}

static void strip_folders(struct json_object *media)
{
	for (size_t i = 0; json_object_is_type(media, json_type_array) && i < json_object_array_length(media); i++)
		json_object_object_del(json_object_array_get_idx(media, i), "folder");
	if (json_object_is_type(media, json_type_object))
		json_object_object_del(media, "folder");
}

static void add_version(struct json_object *versions, const struct content_type *type, struct json_object *entry)
{
	static const char *const names[] = {"id", "locale", "publishedAt"};
	struct json_object *version = json_object_new_object(), *value;
	for (size_t i = 0; i < (type->published_at ? 3 : 2); i++)
		if (json_find(entry, names[i], &value))
			json_object_object_add(version, names[i], json_object_get(value));
	json_object_array_add(versions, version);
}

static bool is_for(const struct admin_rule *rule, struct slice locale)
{
	for (size_t i = 0; i < rule->locale_count; i++)
		if (slice_equals(rule->locales[i], locale))
			return true;
	return false;
}

/* What may be read or made in the language of the new version. */
static struct ability_fields fields_in(struct admin_call *call, const struct version_call *version)
{
	static const char *const actions[] = {EXPLORER_READ, EXPLORER_CREATE};
	struct arena *arena = call->http->arena;
	struct ability_fields fields = {0};
	struct slice *names = NULL;
	size_t capacity = 0;
	for (size_t i = 0; i < COUNT_OF(actions); i++) {
		const struct ability ability = rights_ability(call, actions[i], version->type);
		for (size_t j = 0; j < ability.rule_count; j++) {
			const struct admin_rule *rule = ability.rules[j];
			for (size_t k = 0; is_for(rule, version->locale) && k < rule->field_count; k++) {
				names = arena_grow(arena, names, fields.count, &capacity, sizeof *names);
				names[fields.count++] = rule->fields[k];
			}
		}
	}
	fields.names = names;
	return fields;
}

/* Strapi shows the other versions whole. */
static void add_whole(struct json_object *versions, const struct content_type *type,
                      const struct ability_fields *fields, struct json_object *entry)
{
	shape_cut(entry, type, fields);
	json_object_array_add(versions, json_object_get(entry));
}

static void answer(struct admin_call *call, const struct version_call *version, const struct ability_fields *fields,
                   struct json_object *entry)
{
	const struct content_type *type = version->type;
	const struct ability_fields copied = fields_in(call, version);
	struct json_object *answered = json_object_new_object(), *shared = json_object_new_object();
	struct json_object *versions = json_object_new_array(), *others, *value;
	json_object_object_add(answered, "nonLocalizedFields", shared);
	json_object_object_add(answered, "localizations", versions);
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		if (attribute->localized || attribute->hidden || attribute->type == ATTRIBUTE_RELATION ||
		    !ability_fields_have(&copied, slice_of(attribute->name)) ||
		    !json_find(entry, attribute->name, &value))
			continue;
		if (attribute_holds_components(attribute))
			strip_ids(value, attribute);
		if (attribute->type == ATTRIBUTE_MEDIA)
			strip_folders(value);
		json_object_object_add(shared, attribute->name, json_object_get(value));
	}
	others = json_member(entry, "localizations");
	for (size_t i = 0; others && i < json_object_array_length(others); i++)
		add_whole(versions, type, fields, json_object_array_get_idx(others, i));
	add_version(versions, type, entry);
	json_write_value(&call->response->body, answered);
	json_object_put(answered);
}

bool admin_shared_fields(struct admin_call *call)
{
	const struct content_call content = admin_call_content(call);
	struct version_call version = {0};
	struct content_result *result;
	struct query *query;
	if (!read_body(call, &version))
		return false;
	const struct ability ability = rights_ability(call, EXPLORER_READ, version.type);
	const struct ability_fields all = {.all = true};
	bool *holds = arena_array(content.arena, ability.rule_count, sizeof *holds);
	if (!ability.rule_count)
		return error_forbidden(call->error);
	if (!find(call, &content, &version) || !rights_admit(call, &content, &ability, version.id, holds))
		return false;
	const struct ability_fields fields = ability_fields(content.arena, &ability, holds);
	if (!shape_query(call, version.type, &all, SHAPE_SINGLE, NULL, &query) ||
	    !content_find_one(&content, query, version.id, false, &result, call->error))
		return false;
	struct json_object *entry = content_result_count(result) ? content_entry_json(result, 0) : NULL;
	content_free(result);
	if (!entry)
		return error_not_found(call->error);
	answer(call, &version, &fields, entry);
	json_object_put(entry);
	return true;
}
