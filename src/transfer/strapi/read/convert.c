/* Entries and settings of Strapi's archives. Components stand in their entries there, and are entries of their own
 * here. */
#include "read.h"

static bool wrong(struct converting *converting, const char *expected)
{
	return error_validation(converting->error, "The archive has an entry without %s", expected);
}

static bool read_id(struct json_object *json, int64_t *id)
{
	struct json_object *member = json_member_of_type(json, "id", json_type_int);
	*id = member ? json_object_get_int64(member) : 0;
	return member;
}

/* Whom the values of a component field are of: the field says it, or in a dynamic zone each value. NULL: nobody. */
static const struct content_type *component_of(const struct converting *converting, const struct attribute *attribute,
                                               struct json_object *json)
{
	if (attribute->type == ATTRIBUTE_COMPONENT)
		return attribute->target;
	const struct content_type *type =
	    model_type(converting->options->registry, json_string(json_member(json, "__component")));
	return type && type->component ? type : NULL;
}

/* One after the other; NULL behind the last. */
static struct json_object *component_at(struct json_object *value, size_t i)
{
	if (json_object_is_type(value, json_type_array))
		return json_item(value, i);
	return i ? NULL : value;
}

/* ---- first: which entries there are ---- */

static bool note(struct converting *converting, const struct content_type *type, struct json_object *data, int64_t id)
{
	if (!id_set_add(&converting->ids[type->index], id))
		return error_validation(converting->error, "The archive has %s %lld twice", type->uid, (long long)id);
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		struct json_object *value =
		    attribute_holds_components(attribute) ? json_member(data, attribute->name) : NULL;
		struct json_object *component;
		for (size_t j = 0; (component = component_at(value, j)); j++) {
			const struct content_type *of = component_of(converting, attribute, component);
			int64_t component_id;
			if (!of)
				continue;
			if (!read_id(component, &component_id))
				return wrong(converting, "the id of a component");
			if (!note(converting, of, component, component_id))
				return false;
		}
	}
	return true;
}

/* *type is NULL for an entry that is left out. */
static bool read_entity(struct converting *converting, struct json_object *json, const struct content_type **type,
                        struct json_object **data, int64_t *id)
{
	struct slice uid = json_string(json_member(json, "type"));
	*type = NULL;
	if (!uid.len)
		return wrong(converting, "a type");
	if (strapi_leaves_out(uid))
		return true;
	*type = model_type(converting->options->registry, uid);
	if (!*type || (*type)->component) {
		*type = NULL;
		return convert_report_unknown(converting, "type", arena_copy(converting->scratch, uid));
	}
	*data = json_member_of_type(json, "data", json_type_object);
	return (*data && read_id(json, id)) || wrong(converting, "data and an id");
}

bool convert_note(struct converting *converting, struct json_object *json)
{
	const struct content_type *type;
	struct json_object *data;
	int64_t id;
	return read_entity(converting, json, &type, &data, &id) && (!type || note(converting, type, data, id));
}

/* ---- then: their lines ---- */

/* A time that Strapi gives as a text of milliseconds. */
static void write_timestamp(struct buffer *line, struct json_object *value)
{
	int64_t milliseconds;
	struct slice text = json_string(value);
	if (json_object_is_type(value, json_type_int))
		json_write_datetime(line, json_object_get_int64(value));
	else if (slice_to_int64(text, &milliseconds))
		json_write_datetime(line, milliseconds);
	else
		json_write_value(line, value);
}

static void write_references(struct converting *converting, const struct content_type *type, int64_t id)
{
	struct buffer *line = &converting->line;
	const char *name = arena_format(converting->scratch, "%s %lld", type->uid, (long long)id);
	for (const struct strapi_reference *reference = map_get(&converting->references, slice_of(name)); reference;
	     reference = reference->next) {
		json_write_name(line, slice_of(reference->attribute->name));
		if (reference->type)
			buffer_format(line, "{\"type\":\"%s\",\"id\":%lld}", reference->type, (long long)reference->id);
		else
			buffer_int(line, reference->id);
	}
}

static bool write_entry(struct converting *converting, const struct content_type *type, struct json_object *data,
                        int64_t id)
{
	struct buffer *line = &converting->line;
	buffer_format(line, "{\"type\":\"%s\",\"id\":%lld,\"fields\":{", type->uid, (long long)id);
	json_object_object_foreach(data, name, value)
	{
		const struct attribute *attribute = map_get(&type->by_name, slice_of(name));
		if (strcmp(name, "id") == 0 || strcmp(name, "__component") == 0)
			continue;
		if (!attribute) {
			if (!convert_report_unknown(converting, "attribute",
			                            arena_format(converting->scratch, "%s of %s", name, type->uid)))
				return false;
			continue;
		}
		if (!value || !attribute_is_scalar(attribute))
			continue;
		json_write_name(line, slice_of(attribute->name));
		if (attribute->type == ATTRIBUTE_TIMESTAMP)
			write_timestamp(line, value);
		else
			json_write_value(line, value);
	}
	write_references(converting, type, id);
	buffer_text(line, "}}");
	return convert_end_line(converting, converting->entries);
}

static bool write_components(struct converting *converting, const struct content_type *type, struct json_object *data,
                             int64_t id);

static bool write_component(struct converting *converting, const struct content_type *type,
                            const struct attribute *attribute, int64_t id, struct json_object *component, size_t order)
{
	const struct content_type *of = component_of(converting, attribute, component);
	struct buffer *line = &converting->line;
	int64_t component_id;
	if (!of)
		return convert_report_unknown(converting, "component",
		                              json_print(converting->scratch, json_member(component, "__component")));
	if (!read_id(component, &component_id))
		return wrong(converting, "the id of a component");
	if (!write_entry(converting, of, component, component_id) ||
	    !write_components(converting, of, component, component_id))
		return false;
	buffer_format(line, "{\"link\":\"%s\",\"field\":", type->uid);
	json_write_string(line, slice_of(attribute->name));
	buffer_format(line, ",\"from\":%lld,\"to\":%lld,\"toType\":\"%s\"", (long long)id, (long long)component_id,
	              of->uid);
	if (order)
		buffer_format(line, ",\"order\":%zu", order);
	buffer_byte(line, '}');
	return convert_end_line(converting, converting->links);
}

static bool write_components(struct converting *converting, const struct content_type *type, struct json_object *data,
                             int64_t id)
{
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		struct json_object *value =
		    attribute_holds_components(attribute) ? json_member(data, attribute->name) : NULL;
		struct json_object *component;
		for (size_t j = 0; (component = component_at(value, j)); j++)
			if (!write_component(converting, type, attribute, id, component,
			                     attribute->multiple ? j + 1 : 0))
				return false;
	}
	return true;
}

/* The file, or a format of it, came with the archive: then it lies in the folder of uploads, wherever it lay before. */
static bool place_asset(struct converting *converting, struct json_object *file)
{
	struct slice hash = json_string(json_member(file, "hash")), ext = json_string(json_member(file, "ext"));
	const char *name = arena_format(converting->scratch, "%.*s%.*s", slice_shown_length(hash, 300),
	                                hash.ptr ? hash.ptr : "", slice_shown_length(ext, 300), ext.ptr ? ext.ptr : "");
	if (!map_get(&converting->sections->assets, slice_of(name)))
		return false;
	json_object_object_add(file, "url",
	                       json_object_new_string(arena_format(converting->scratch, "/uploads/%s", name)));
	return true;
}

static void place_assets(struct converting *converting, struct json_object *data)
{
	struct json_object *formats = json_member_of_type(data, "formats", json_type_object);
	if (place_asset(converting, data))
		json_object_object_add(data, "provider", json_object_new_string("local"));
	if (!formats)
		return;
	json_object_object_foreach(formats, key, format)
	{
		(void)key;
		if (json_object_is_type(format, json_type_object))
			place_asset(converting, format);
	}
}

bool convert_entity(struct converting *converting, struct json_object *json)
{
	const struct content_type *type;
	struct json_object *data;
	int64_t id;
	if (!read_entity(converting, json, &type, &data, &id))
		return false;
	if (!type)
		return true;
	if (type == converting->options->registry->file)
		place_assets(converting, data);
	return write_entry(converting, type, data, id) && write_components(converting, type, data, id);
}

/* ---- settings and webhooks ---- */

static void write_member(struct buffer *line, struct json_object *json, const char *name, const char *as)
{
	struct json_object *member = json_member(json, name);
	if (!member)
		return;
	json_write_name(line, slice_of(as));
	json_write_value(line, member);
}

static bool write_webhook(struct converting *converting, struct json_object *json)
{
	static const char *const fields[] = {"name", "url", "headers", "events", "enabled"};
	struct buffer *line = &converting->line;
	int64_t id;
	if (!read_id(json, &id))
		return wrong(converting, "the id of a webhook");
	buffer_format(line, "{\"type\":\"webhook\",\"id\":%lld,\"fields\":{", (long long)id);
	for (size_t i = 0; i < COUNT_OF(fields); i++)
		write_member(line, json, fields[i], fields[i]);
	buffer_text(line, "}}");
	return convert_end_line(converting, converting->entries);
}

bool convert_setting(struct converting *converting, struct json_object *json)
{
	struct slice type = json_string(json_member(json, "type"));
	struct json_object *value = json_member_of_type(json, "value", json_type_object);
	struct slice key = json_string(json_member(value, "key"));
	struct buffer *line = &converting->line;
	if (slice_is(type, "webhook") && value)
		return write_webhook(converting, value);
	if (!slice_is(type, "core-store") || !key.len)
		return wrong(converting, "what its configuration is for");
	/* Strapi's own copy of the models. */
	if (slice_is(key, "strapi_content_types_schema"))
		return true;
	buffer_byte(line, '{');
	write_member(line, value, "key", "setting");
	write_member(line, value, "value", "value");
	write_member(line, value, "type", "type");
	write_member(line, value, "environment", "environment");
	write_member(line, value, "tag", "tag");
	buffer_byte(line, '}');
	return convert_end_line(converting, converting->entries);
}
