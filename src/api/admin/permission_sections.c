/* All actions that a role may have permissions for, as the form of a role shows them. */
#include "admin.h"

enum { DEEPEST = 15 };

struct sections {
	struct admin_call *call;
	struct buffer *body;
	struct slice locales; /* [{"label": "English (en)", "value": "en"}] */
};

static void write_text(struct buffer *body, const char *name, const char *text)
{
	json_write_name(body, slice_of(name));
	json_write_string(body, slice_of(text));
}

static void write_registered(struct buffer *body, const struct registry *registry, bool late)
{
	const struct slice shown = access_registered_conditions(registry->admin_registered, late);
	if (!shown.len)
		return;
	json_next(body);
	buffer_slice(body, shown);
}

static void write_conditions(struct buffer *body, const struct registry *registry)
{
	size_t count;
	const struct admin_condition *conditions = access_admin_conditions(&count);
	buffer_text(body, "\"conditions\":[");
	write_registered(body, registry, false);
	for (size_t i = 0; i < count; i++) {
		json_next(body);
		buffer_byte(body, '{');
		write_text(body, "id", conditions[i].id);
		write_text(body, "displayName", conditions[i].label);
		buffer_text(body, ",\"category\":\"default\"}");
	}
	write_registered(body, registry, true);
	buffer_byte(body, ']');
}

/* Plugins' actions, or those of settings. */
static void write_plain(struct buffer *body, const struct registry *registry, const char *name,
                        enum admin_section section)
{
	size_t count;
	const struct admin_action *actions = access_admin_actions(registry, &count);
	json_write_name(body, slice_of(name));
	buffer_byte(body, '[');
	for (size_t i = 0; i < count; i++) {
		if (actions[i].section != section)
			continue;
		json_next(body);
		buffer_byte(body, '{');
		write_text(body, "displayName", actions[i].label);
		if (section == ADMIN_SECTION_PLUGINS)
			write_text(body, "plugin", actions[i].plugin);
		else
			write_text(body, "category", actions[i].category);
		write_text(body, "subCategory", actions[i].sub_category);
		write_text(body, "action", actions[i].id);
		buffer_byte(body, '}');
	}
	buffer_byte(body, ']');
}

static void write_actions(const struct sections *sections)
{
	const struct registry *registry = sections->call->shared->registry;
	struct buffer *body = sections->body;
	size_t count;
	const struct admin_action *actions = access_admin_actions(registry, &count);
	buffer_text(body, "\"actions\":[");
	for (size_t i = 0; i < count; i++) {
		if (actions[i].section != ADMIN_SECTION_CONTENT_TYPES)
			continue;
		json_next(body);
		buffer_byte(body, '{');
		write_text(body, "label", actions[i].label);
		write_text(body, "actionId", actions[i].id);
		buffer_text(body, ",\"subjects\":[");
		for (size_t j = 0; j < registry->type_count; j++) {
			if (!access_admin_action_is_for(&actions[i], registry->types[j]))
				continue;
			json_next(body);
			json_write_string(body, slice_of(registry->types[j]->uid));
		}
		buffer_format(body, "],\"applyToProperties\":[%s\"locales\"]}", actions[i].fields ? "\"fields\"," : "");
	}
	buffer_byte(body, ']');
}

static void write_fields(struct buffer *body, const struct content_type *type, unsigned depth)
{
	buffer_byte(body, '[');
	for (size_t i = 0; depth < DEEPEST && i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		if (attribute->hidden)
			continue;
		json_next(body);
		buffer_byte(body, '{');
		write_text(body, "label", attribute->name);
		write_text(body, "value", attribute->name);
		if (attribute->required)
			buffer_text(body, ",\"required\":true");
		if (attribute->type == ATTRIBUTE_COMPONENT) {
			buffer_text(body, ",\"children\":");
			write_fields(body, attribute->target, depth + 1);
		}
		buffer_byte(body, '}');
	}
	buffer_byte(body, ']');
}

static void write_subject(const struct sections *sections, const struct content_type *type)
{
	struct buffer *body = sections->body;
	json_next(body);
	buffer_byte(body, '{');
	write_text(body, "uid", type->uid);
	write_text(body, "label", type->singular_name);
	buffer_text(body, ",\"properties\":[{\"label\":\"Fields\",\"value\":\"fields\",\"children\":");
	write_fields(body, type, 0);
	buffer_byte(body, '}');
	if (type->localized) {
		buffer_text(body, ",{\"label\":\"Locales\",\"value\":\"locales\",\"children\":");
		buffer_slice(body, sections->locales);
		buffer_byte(body, '}');
	}
	buffer_text(body, "]}");
}

static void write_types(const struct sections *sections, const char *name, bool single)
{
	const struct registry *registry = sections->call->shared->registry;
	struct buffer *body = sections->body;
	json_write_name(body, slice_of(name));
	buffer_byte(body, '{');
	write_actions(sections);
	buffer_text(body, ",\"subjects\":[");
	for (size_t i = 0; i < registry->type_count; i++) {
		const struct content_type *type = registry->types[i];
		if (!type->component && !type->hidden && type->single == single)
			write_subject(sections, type);
	}
	buffer_text(body, "]}");
}

static bool read_locales(struct admin_call *call, struct buffer *locales)
{
	const struct content_call content = admin_call_content(call);
	const struct query_root root = {.query = query_create(content.arena, call->shared->registry->i18n_locale),
	                                .locale = LOCALE_ALL};
	struct content_result *result;
	int64_t total;
	if (!content_find(&content, &root, false, &result, &total, call->error))
		return false;
	buffer_byte(locales, '[');
	for (size_t i = 0; i < content_result_count(result); i++) {
		struct json_object *locale = content_entry_json(result, i);
		json_next(locales);
		buffer_text(locales, "{\"label\":");
		json_write_value(locales,
		                 json_member(locale, json_string(json_member(locale, "name")).len ? "name" : "code"));
		buffer_text(locales, ",\"value\":");
		json_write_value(locales, json_member(locale, "code"));
		buffer_byte(locales, '}');
		json_object_put(locale);
	}
	buffer_byte(locales, ']');
	content_free(result);
	return true;
}

bool admin_list_permissions(struct admin_call *call)
{
	struct buffer locales = {0};
	struct sections sections = {call, &call->response->body, {NULL, 0}};
	if (!read_locales(call, &locales)) {
		buffer_free(&locales);
		return false;
	}
	sections.locales = buffer_as_slice(&locales);
	buffer_text(sections.body, "{\"data\":{");
	write_conditions(sections.body, call->shared->registry);
	buffer_text(sections.body, ",\"sections\":{");
	write_plain(sections.body, call->shared->registry, "plugins", ADMIN_SECTION_PLUGINS);
	write_plain(sections.body, call->shared->registry, "settings", ADMIN_SECTION_SETTINGS);
	write_types(&sections, "singleTypes", true);
	write_types(&sections, "collectionTypes", false);
	buffer_text(sections.body, "}}}");
	buffer_free(&locales);
	return true;
}
