/* Data that code gives to be stored. */
#include "data.h"

/* A join column may be set by its own name, too. */
static void name_join_columns(const struct content_type *type, struct json_object *data)
{
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		struct json_object *value;
		if (attribute->link.kind == LINK_JOIN_COLUMN && !json_find(data, attribute->name, NULL) &&
		    json_find(data, attribute->link.target_column, &value))
			json_object_object_add(data, attribute->name, json_object_get(value));
	}
}

static bool is_related(const struct attribute *attribute)
{
	return attribute->type == ATTRIBUTE_MEDIA ||
	       (attribute->type == ATTRIBUTE_RELATION && !attribute_is_morph_to(attribute) &&
	        attribute->link.kind != LINK_JOIN_COLUMN);
}

/* The id that an item of a list names, as JSON. */
static struct json_object *id_of(struct json_object *item)
{
	return json_object_is_type(item, json_type_object) ? json_member(item, "id") : item;
}

static bool names_same(const struct method_call *call, struct json_object *a, struct json_object *b)
{
	return id_of(a) && id_of(b) && slice_equals(json_text(call->arena, id_of(a)), json_text(call->arena, id_of(b)));
}

/* Of what is connected twice the first counts; to clients lectern refuses it. */
static void drop_repeated(const struct method_call *call, struct json_object *list)
{
	for (size_t i = 1; i < json_count(list);) {
		bool repeated = false;
		for (size_t j = 0; j < i && !repeated; j++)
			repeated = names_same(call, json_item(list, j), json_item(list, i));
		if (repeated)
			json_object_array_del_idx(list, i, 1);
		else
			i++;
	}
}

static bool is_of_links(const struct attribute *attribute)
{
	return attribute->type == ATTRIBUTE_RELATION && attribute->relation != RELATION_MORPH_ONE &&
	       attribute->relation != RELATION_MORPH_MANY;
}

/* As Strapi's query engine reads relations: a boolean says nothing. What the entity service makes of false, it refuses.
 */
static void settle_relations(const struct method_call *call, struct json_object *data, bool validated)
{
	enum { MOST_COMPARED = 1000 };
	for (size_t i = 0; i < call->type->attribute_count; i++) {
		const struct attribute *attribute = &call->type->attributes[i];
		struct json_object *value, *connect;
		if (!is_related(attribute) || !json_find(data, attribute->name, &value))
			continue;
		if (is_of_links(attribute) && json_object_is_type(value, json_type_boolean) &&
		    (!validated || json_object_get_boolean(value))) {
			json_object_object_del(data, attribute->name);
			continue;
		}
		connect = json_object_is_type(value, json_type_object) ? json_member(value, "connect") : NULL;
		if (json_object_is_type(connect, json_type_array) && json_count(connect) <= MOST_COMPARED)
			drop_repeated(call, connect);
	}
}

static bool read(const struct method_call *call, struct json_object *json, bool validated, struct json_object **data)
{
	if (!query_untag_data(call->arena, call->type, json, validated, data, call->error))
		return false;
	if (json_object_is_type(*data, json_type_object)) {
		name_join_columns(call->type, *data);
		settle_relations(call, *data, validated);
	}
	return true;
}

bool data_read(const struct method_call *call, struct json_object *json, struct json_object **data)
{
	return read(call, json, false, data);
}

bool data_read_unvalidated(const struct method_call *call, struct json_object *json, struct json_object **data)
{
	return read(call, json, true, data);
}

/* What is related over a morphToMany has to name a type that there is; to clients lectern passes over all else. */
static bool check_types(const struct method_call *call, struct json_object *value)
{
	struct json_object *set = json_member(value, "set"), *items = set ? set : value;
	bool list = json_object_is_type(items, json_type_array);
	if (!set && json_object_is_type(value, json_type_object) && !json_find(value, "id", NULL))
		return true;
	for (size_t i = 0; i < (list ? json_count(items) : 1); i++) {
		struct json_object *item = list ? json_item(items, i) : items, *name = json_member(item, "__type");
		if (!item || method_is_undefined(item))
			continue;
		if (!json_object_is_type(name, json_type_string) || !model_type(call->registry, json_string(name)))
			return method_fail(call, "Metadata for \"%.100s\" not found",
			                   json_object_is_type(name, json_type_string) ? json_object_get_string(name)
			                                                               : "undefined");
	}
	return true;
}

bool data_check_ids(const struct method_call *call, struct json_object *data)
{
	for (size_t i = 0; i < call->type->attribute_count; i++) {
		const struct attribute *attribute = &call->type->attributes[i];
		struct json_object *value = NULL, *id = NULL;
		if (attribute->type == ATTRIBUTE_RELATION && attribute->relation == RELATION_MORPH_TO_MANY &&
		    json_find(data, attribute->name, &value) && value && !check_types(call, value))
			return false;
		if (is_related(attribute) && json_find(data, attribute->name, &value) && json_find(value, "id", &id) &&
		    (!id || method_is_undefined(id)))
			return method_fail(call, "Invalid id, expected a string or integer, got [object Object]");
	}
	return true;
}
