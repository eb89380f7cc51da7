#include "schema.h"

static void write_text(struct buffer *line, const char *name, const char *text)
{
	json_write_name(line, slice_of(name));
	json_write_string(line, slice_of(text));
}

/* "ComponentSharedSeo" of "component-shared.seo": Strapi makes it with lodash's camelCase. */
static const char *global_id(struct arena *arena, const char *name)
{
	const char *snake = model_snake_case(arena, name);
	char *id = arena_alloc(arena, strlen(snake) + 1), *end = id;
	for (const char *at = snake; *at; at++) {
		const bool starts = at == snake || at[-1] == '_';
		if (*at != '_')
			*end++ = (char)(starts && *at >= 'a' && *at <= 'z' ? *at - 'a' + 'A' : *at);
	}
	return id;
}

static void write_creator(struct buffer *line, const char *name, bool is_private)
{
	json_write_name(line, slice_of(name));
	buffer_format(
	    line,
	    "{\"type\":\"relation\",\"relation\":\"oneToOne\",\"target\":\"admin::user\",\"configurable\":false,"
	    "\"writable\":false,\"visible\":false,\"useJoinTable\":false,\"private\":%s}",
	    is_private ? "true" : "false");
}

/* What Strapi adds to each content-type, and its plugin i18n to those with languages. */
static void write_added(struct buffer *line, struct json_object *json, const char *uid)
{
	struct json_object *options = json_member(json, "options");
	struct json_object *i18n = json_member(json_member(json, "pluginOptions"), "i18n");
	const bool is_private = !json_object_get_boolean(json_member(options, "populateCreatorFields"));
	json_write_name(line, SLICE("createdAt"));
	buffer_text(line, "{\"type\":\"datetime\"}");
	json_write_name(line, SLICE("updatedAt"));
	buffer_text(line, "{\"type\":\"datetime\"}");
	if (json_object_get_boolean(json_member(options, "draftAndPublish"))) {
		json_write_name(line, SLICE("publishedAt"));
		buffer_text(line, "{\"type\":\"datetime\",\"configurable\":false,\"writable\":true,\"visible\":false}");
	}
	write_creator(line, "createdBy", is_private);
	write_creator(line, "updatedBy", is_private);
	if (!json_object_get_boolean(json_member_of_type(i18n, "localized", json_type_boolean)))
		return;
	json_write_name(line, SLICE("localizations"));
	buffer_format(
	    line,
	    "{\"writable\":true,\"private\":false,\"configurable\":false,\"visible\":false,\"type\":\"relation\","
	    "\"relation\":\"oneToMany\",\"target\":\"%s\"}",
	    uid);
	json_write_name(line, SLICE("locale"));
	buffer_text(line, "{\"writable\":true,\"private\":false,\"configurable\":false,\"visible\":false,"
	                  "\"type\":\"string\"}");
}

static void write_attributes(struct buffer *line, struct json_object *json, const struct listed_model *listed,
                             bool is_component)
{
	struct json_object *attributes = json_member_of_type(json, "attributes", json_type_object);
	json_write_name(line, SLICE("attributes"));
	buffer_byte(line, '{');
	if (attributes) {
		json_object_object_foreach(attributes, name, attribute)
		{
			json_write_name(line, slice_of(name));
			json_write_value(line, attribute);
		}
	}
	if (!is_component)
		write_added(line, json, listed->uid);
	buffer_byte(line, '}');
}

static const char *default_global_id(struct arena *arena, const struct listed_model *listed, bool is_component)
{
	if (is_component)
		return global_id(arena, arena_format(arena, "component-%s", listed->uid));
	return global_id(arena,
	                 listed->plugin ? arena_format(arena, "%s-%s", listed->plugin, listed->name) : listed->name);
}

void strapi_write_schema(struct buffer *line, struct arena *arena, const struct listed_model *listed)
{
	static const char *const as_written[] = {"info", "options", "pluginOptions"};
	const bool is_component = listed->type && listed->type->component;
	struct json_object *json = model_listed_json(listed), *member;
	buffer_byte(line, '{');
	write_text(line, "collectionName",
	           listed->type ? listed->type->table : json_object_get_string(json_member(json, "collectionName")));
	for (size_t i = 0; i < COUNT_OF(as_written); i++) {
		if (!json_find(json, as_written[i], &member))
			continue;
		json_write_name(line, slice_of(as_written[i]));
		json_write_value(line, member);
	}
	write_attributes(line, json, listed, is_component);
	if (!is_component)
		write_text(line, "kind", listed->type && listed->type->single ? "singleType" : "collectionType");
	write_text(line, "modelType", is_component ? "component" : "contentType");
	write_text(line, "modelName", listed->name);
	write_text(line, "uid", listed->uid);
	if (listed->plugin && !is_component)
		write_text(line, "plugin", listed->plugin);
	member = json_member_of_type(json, "globalId", json_type_string);
	write_text(line, "globalId",
	           member ? json_object_get_string(member) : default_global_id(arena, listed, is_component));
	buffer_byte(line, '}');
	json_object_put(json);
}
