/* One model file: a content-type or a component. */
#include "read_type.h"
#include "indexes.h"
#include "known_keys.h"
#include "plain_letters.h"
#include "read_attribute.h"
#include "server_attributes.h"

const char *draft_path(struct mistakes *mistakes, const struct attribute *attribute, const char *key)
{
	return arena_format(mistakes->arena, key ? "$.attributes.%s.%s" : "$.attributes.%s", attribute->name, key);
}

/* Letters of Latin alphabets, digits, underscores and `more`. */
static bool is_name(const char *name, const char *more)
{
	for (const char *at = name; *at; at++) {
		bool letter = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z');
		bool other = (*at >= '0' && *at <= '9') || *at == '_' || strchr(more, *at);
		if (!letter && !other && !plain_letter_at(at++))
			return false;
	}
	return *name != 0;
}

static bool is_one_of(const char *name, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

/* Columns that every table has or may get. */
static const char *const reserved_columns[] = {"id", "created_at", "updated_at", "created_by_id", "updated_by_id"};
static const char *const server_attributes[] = {"createdAt", "updatedAt", "createdBy", "updatedBy"};
static const char *const localization_attributes[] = {"locale", "localizations"};

/* Has the type an attribute of that name by itself? Strapi puts its own in the place of the model's. */
static bool is_of_server(const struct content_type *type, const char *name)
{
	if (type->component)
		return false;
	return is_one_of(name, server_attributes, COUNT_OF(server_attributes)) ||
	       (type->draft_and_publish && strcmp(name, "publishedAt") == 0) ||
	       (type->localized && is_one_of(name, localization_attributes, COUNT_OF(localization_attributes)));
}

static bool is_reserved_column(const struct content_type *type, const char *column)
{
	if (type->component)
		return strcmp(column, "id") == 0;
	return is_one_of(column, reserved_columns, COUNT_OF(reserved_columns)) ||
	       (type->draft_and_publish && strcmp(column, "published_at") == 0) ||
	       (type->localized && strcmp(column, "locale") == 0);
}

/* What Strapi's models may have in names beside what its panel gives them. None of it ends a name in JSON or SQL, or
 * the brackets of a parameter. */
static const char attribute_separators[] = " -/&()+#?:'.,;!@=%";

static bool check_attribute_name(const struct place *attributes, const struct content_type *type, const char *name)
{
	if (!is_name(name, attribute_separators) || !*model_snake_case(attributes->mistakes->arena, name))
		member_mistake(attributes, name,
		               "expected a name of Latin letters, digits, underscores and any of \"%s\"",
		               attribute_separators);
	else if (strcmp(name, "id") == 0 || (type->component && is_one_of(name, server_attributes, 2)))
		member_mistake(attributes, name, "the name %s is reserved", name);
	else if (is_of_server(type, name))
		mistakes_note(attributes->mistakes, attributes->file, member_path(attributes, name),
		              "the server has an attribute %s of its own, which is used instead, as in Strapi", name);
	else
		return true;
	return false;
}

/* Relations, media and components lie in other tables, whatever their names. */
static bool check_column(const struct place *attributes, const struct draft *draft, const struct attribute *attribute,
                         const struct mention *mention)
{
	struct arena *arena = attributes->mistakes->arena;
	const char *column = model_snake_case(arena, attribute->name);
	if (!attribute_is_scalar(attribute)) {
		if (!mention->no_link_table)
			return true;
		column = arena_format(arena, "%s_id", column);
	}
	if (!is_reserved_column(draft->type, column))
		return true;
	member_mistake(attributes, attribute->name, "the name %s is reserved, as its column is %s", attribute->name,
	               column);
	return false;
}

static void read_attribute(const struct place *attributes, struct draft *draft, const char *name)
{
	struct content_type *type = draft->type;
	struct arena *arena = attributes->mistakes->arena;
	struct attribute *attribute = &type->attributes[type->attribute_count];
	struct mention *mention = &draft->mentions[type->attribute_count];
	if (!check_attribute_name(attributes, type, name))
		return;
	attribute->name = arena_copy(arena, slice_of(name));
	struct place place = member_object(attributes, attribute->name);
	if (!place.object) {
		if (!member_any(attributes, name))
			member_mistake(attributes, name, "expected an object");
		return;
	}
	if (draft_read_unstored(&place, attribute)) {
		attribute->index = type->attribute_count;
		type->unstored[type->unstored_count++] = *attribute;
		return;
	}
	if (!draft_read_attribute(&place, type, attribute, mention) ||
	    !check_column(attributes, draft, attribute, mention))
		return;
	mention->own = true;
	if (attribute_is_scalar(attribute))
		attribute->column = model_snake_case(arena, name);
	attribute->index = type->attribute_count++;
	map_set(&type->by_name, slice_of(attribute->name), attribute);
}

static void read_attributes(const struct place *attributes, struct draft *draft)
{
	struct content_type *type = draft->type;
	struct arena *arena = attributes->mistakes->arena;
	size_t room = (size_t)json_object_object_length(attributes->object) + SERVER_ATTRIBUTES;
	/* a refused attribute leaves its slot to the next one, so the slots are zeroed anew each time */
	type->attributes = arena_array(arena, room, sizeof *type->attributes);
	type->unstored = arena_array(arena, room, sizeof *type->unstored);
	draft->mentions = arena_array(arena, room, sizeof *draft->mentions);
	struct json_object_iter member;
	json_object_object_foreachC(attributes->object, member)
	{
		type->attributes[type->attribute_count] = (struct attribute){0};
		draft->mentions[type->attribute_count] = (struct mention){0};
		read_attribute(attributes, draft, member.key);
	}
	type->attributes[type->attribute_count] = (struct attribute){0};
	draft->mentions[type->attribute_count] = (struct mention){0};
}

static const char *read_kebab_name(const struct place *info, const char *key)
{
	const char *name = member_text(info, key);
	if (!member_any(info, key))
		member_mistake(info, key, "expected a name in kebab case (an-example)");
	else if (name && !model_is_kebab_case(name))
		member_mistake(info, key, "%s is not in kebab case (an-example)", name);
	else
		return name;
	return NULL;
}

static void check_api_name(const struct place *info, const char *key, const char *name)
{
	/* The server's own routes have it. Names of GraphQL's types are looked at where there is GraphQL. */
	if (name && strcmp(name, "upload") == 0)
		member_mistake(info, key, "the name %s is reserved", name);
}

static void read_info(const struct place *top, const struct origin *origin, struct content_type *type)
{
	struct place info = member_object(top, "info");
	if (!info.object) {
		if (!origin->component && !member_any(top, "info"))
			member_mistake(top, "info", "expected an object with singularName, pluralName and displayName");
		return;
	}
	known_keys_check(&info, KEYS_OF_INFO);
	type->display_name = member_text(&info, "displayName");
	if (origin->component)
		return;
	if (!member_any(&info, "displayName"))
		member_mistake(&info, "displayName", "expected a string");
	type->singular_name = read_kebab_name(&info, "singularName");
	type->plural_name = read_kebab_name(&info, "pluralName");
	if (!origin->plugin) {
		check_api_name(&info, "singularName", type->singular_name);
		check_api_name(&info, "pluralName", type->plural_name);
	}
	if (type->singular_name && strcmp(type->singular_name, type->model_name) != 0)
		member_mistake(&info, "singularName", "expected %s, as the folder of the file is named",
		               type->model_name);
}

static void read_kind(const struct place *top, struct content_type *type)
{
	const char *kind = member_text(top, "kind");
	if (!kind || type->component)
		return;
	type->single = strcmp(kind, "singleType") == 0;
	if (!type->single && strcmp(kind, "collectionType") != 0)
		member_mistake(top, "kind", "unknown kind %s; expected collectionType or singleType", kind);
}

static void read_table(const struct place *top, struct content_type *type)
{
	type->table = member_text(top, "collectionName");
	bool named = type->table ? *type->table : member_any(top, "collectionName") != NULL;
	if (named && type->table && !is_name(type->table, "- ")) {
		member_mistake(top, "collectionName", "expected a name of Latin letters, digits, spaces, - and _");
	} else if (!named) {
		if (type->component)
			member_mistake(top, "collectionName", "expected the name of the component's table");
		else if (type->plugin)
			type->table = arena_format(top->mistakes->arena, "%s_%s", type->api_name, type->model_name);
		else
			type->table = type->model_name;
	}
	if (!type->table) /* something to go on with; there is a mistake already */
		type->table = type->uid;
}

static void read_type_options(const struct place *top, struct content_type *type)
{
	struct place options = member_options(top, "options");
	if (options.object)
		known_keys_check(&options, KEYS_OF_OPTIONS);
	if (options.object && !type->component) {
		type->draft_and_publish = member_is_true(&options, "draftAndPublish");
		type->populate_creator_fields = member_flag(&options, "populateCreatorFields", false);
	}
	type->timestamps = !type->component;
	struct place plugins = member_options(top, "pluginOptions");
	struct place i18n = plugins.object ? member_options(&plugins, "i18n") : plugins;
	struct place manager = plugins.object ? member_options(&plugins, "content-manager") : plugins;
	type->hidden = manager.object && !member_flag(&manager, "visible", true);
	type->localized = !type->component && i18n.object && member_is_true(&i18n, "localized");
	if (type->localized && top->mistakes->options && top->mistakes->options->no_languages) {
		mistakes_note(top->mistakes, top->file, "$.pluginOptions.i18n",
		              "@strapi/plugin-i18n is not in package.json: as in Strapi, entries have no languages");
		type->localized = false;
	}
}

void draft_make_private(struct content_type *type, const char *name)
{
	struct attribute *attribute = strcmp(name, "id") == 0 ? &type->id : map_get(&type->by_name, slice_of(name));
	if (attribute)
		attribute->is_private = true;
}

/* options.privateAttributes: private whatever the attributes themselves say. */
static void apply_private_attributes(const struct place *top, struct content_type *type)
{
	struct place options = {top->mistakes, top->file, "$.options", member_any(top, "options")};
	if (!json_object_is_type(options.object, json_type_object))
		return;
	struct json_object *list = member_any(&options, "privateAttributes");
	if (list && !member_has_texts(&options, "privateAttributes"))
		member_note(&options, "privateAttributes",
		            "expected an array of strings; as in Strapi, what is none makes nothing private");
	size_t count = json_object_is_type(list, json_type_array) ? json_object_array_length(list) : 0;
	for (size_t i = 0; i < count; i++) {
		const char *name = member_string(top->mistakes->arena, json_object_array_get_idx(list, i));
		if (name)
			draft_make_private(type, name);
	}
}

static void check_target_fields(const struct place *attributes, struct content_type *type)
{
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		if (!attribute->target_field) /* only the panel looks at it */
			continue;
		const struct attribute *source = map_get(&type->by_name, slice_of(attribute->target_field));
		if (source && attribute_is_scalar(source))
			continue;
		mistakes_note(attributes->mistakes, attributes->file,
		              draft_path(attributes->mistakes, attribute, "targetField"),
		              "unknown attribute %s; expected a text attribute of this type", attribute->target_field);
		type->attributes[i].target_field = NULL;
	}
}

static struct content_type *new_type(struct arena *arena, const struct origin *origin)
{
	struct content_type *type = arena_alloc(arena, sizeof *type);
	type->uid = origin->uid;
	type->api_name = origin->api_name;
	type->model_name = origin->model_name;
	type->file = origin->file;
	type->component = origin->component;
	type->plugin = origin->plugin;
	type->json = origin->json;
	type->id = (struct attribute){.name = "id", .column = "id", .type = ATTRIBUTE_ID, .searchable = true};
	map_init(&type->by_name, arena);
	map_init(&type->by_column, arena);
	return type;
}

static void read_members(const struct place *top, const struct origin *origin, struct content_type *type)
{
	known_keys_check(top, KEYS_OF_TYPE);
	read_kind(top, type);
	read_table(top, type);
	read_info(top, origin, type);
	read_type_options(top, type);
	if (!type->display_name)
		type->display_name = type->model_name;
}

struct draft *draft_read(struct mistakes *mistakes, const struct origin *origin, struct json_object *json)
{
	struct place top = {mistakes, origin->label, "$", json};
	struct draft *draft = arena_alloc(mistakes->arena, sizeof *draft);
	draft->type = new_type(mistakes->arena, origin);
	draft->label = origin->label;
	read_members(&top, origin, draft->type);

	struct place attributes = member_object(&top, "attributes");
	if (!attributes.object) {
		if (!member_any(&top, "attributes"))
			member_mistake(&top, "attributes", "expected an object with the type's attributes");
		return NULL;
	}
	read_attributes(&attributes, draft);
	check_target_fields(&attributes, draft->type);
	if (!origin->component)
		server_attributes_add(draft);
	apply_private_attributes(&top, draft->type);
	indexes_read(&top, draft);
	return draft;
}
