#include "known_keys.h"

/* Lists end with NULL. What changes nothing here stands behind a remark of whose it is. */

static const char *const type_keys[] = {
    "kind", "collectionName", "info", "options", "pluginOptions", "attributes", "indexes",
    /* Strapi's own, and those of its content-type builder and content manager */
    "$schema", "actions", "apiName", "category", "config", "connection", "foreignKeys", "globalId", "icon", "layouts",
    "lifecycles", "metadatas", "modelName", "modelType", "plugin", "reviewWorkflows", "settings", "uid", "visible",
    /* for people */
    "comment", "description", NULL};

static const char *const info_keys[] = {"singularName", "pluralName", "displayName",
                                        /* Strapi's content-type builder, and Strapi 3 */
                                        "category", "collectionName", "description", "icon", "kind", "label",
                                        "mainField", "name", "tableName", "tag", "comment", NULL};

static const char *const option_keys[] = {"draftAndPublish", "populateCreatorFields", "privateAttributes", "indexes",
                                          /* Strapi 3 and its enterprise edition */
                                          "autoMigration", "comment", "hidden", "idAttribute", "idAttributeType",
                                          "increments", "noStageNotification", "reviewWorkflows", "timestamps",
                                          "versioned", "versioning", NULL};

static const char *const attribute_keys[] = {
    "type", "required", "unique", "private", "searchable", "writable", "configurable", "default", "pluginOptions",
    "min", "max", "minLength", "maxLength", "regex", "enum", "enumName", "targetField", "customField", "relation",
    "target", "mappedBy", "inversedBy", "morphBy", "useJoinTable", "component", "components", "repeatable", "multiple",
    "allowedTypes", "index",
    /* Strapi's own: set by itself, or read by its panel alone */
    "autoPopulate", "column", "columnName", "columnType", "joinColumn", "joinTable", "options", "owner", "visible",
    /* what custom fields and their inputs in the panel read */
    "conditions", "displayName", "editable", "hint", "icon", "inputSize", "intlLabel", "label", "mainField", "name",
    "placeholder", "size",
    /* left over from Strapi 3 */
    "attribute", "autoMigration", "collection", "collectionName", "column_type", "dominant", "filter", "isVirtual",
    "lowercase", "model", "nature", "plugin", "trim", "via",
    /* for people */
    "$comment", "comment", "description", "note", NULL};

/* Plugins may read any options of their own names. The keys of these are known. */
static const char *const plugin_keys[] = {"i18n", "content-manager", "content-type-builder", NULL};
static const char *const i18n_keys[] = {"localized", "fieldLocalized", NULL};
static const char *const visibility_keys[] = {"visible", NULL};

static bool is_known(const char *const *keys, const char *key)
{
	for (; *keys; keys++)
		if (strcmp(*keys, key) == 0)
			return true;
	return false;
}

/* The known name that was probably meant, or an empty slice. */
static struct slice nearest(const char *const *keys, const char *key)
{
	struct suggestions suggestions = {.wanted = slice_of(key)};
	for (; *keys; keys++)
		suggest_consider(&suggestions, slice_of(*keys));
	return suggestions.count ? suggestions.names[0] : (struct slice){0};
}

/* Strapi passes over it, and code may read it: it is no mistake, but named all the same. */
static void report(const struct place *place, const char *key, struct slice meant)
{
	const char *hint = meant.len
	                       ? arena_format(place->mistakes->arena, "did you mean %.*s?", (int)meant.len, meant.ptr)
	                       : "neither Strapi nor lectern reads it";
	member_note(place, key, "unknown key %s; %s", key, hint);
}

/* `strict`: a key that is like none of the known ones is named, too. */
static void check(const struct place *place, const char *const *keys, bool strict)
{
	struct json_object_iter member;
	if (!json_object_is_type(place->object, json_type_object))
		return;
	json_object_object_foreachC(place->object, member)
	{
		if (is_known(keys, member.key))
			continue;
		struct slice meant = nearest(keys, member.key);
		if (strict || meant.len)
			report(place, arena_copy(place->mistakes->arena, slice_of(member.key)), meant);
	}
}

static struct place inside(const struct place *place, const char *key)
{
	struct place inner = *place;
	inner.object = json_object_is_type(place->object, json_type_object) ? member_any(place, key) : NULL;
	/* Where there is nothing, nothing is told of it. */
	if (inner.object)
		inner.path = member_path(place, key);
	return inner;
}

static void check_plugin_options(const struct place *place)
{
	struct place options = inside(place, "pluginOptions");
	struct place i18n = inside(&options, "i18n");
	struct place manager = inside(&options, "content-manager"), builder = inside(&options, "content-type-builder");
	check(&options, plugin_keys, false);
	check(&i18n, i18n_keys, true);
	check(&manager, visibility_keys, false);
	check(&builder, visibility_keys, false);
}

void known_keys_check(const struct place *place, enum key_place position)
{
	static const char *const *const keys[] = {
	    [KEYS_OF_TYPE] = type_keys,
	    [KEYS_OF_INFO] = info_keys,
	    [KEYS_OF_OPTIONS] = option_keys,
	    [KEYS_OF_ATTRIBUTE] = attribute_keys,
	};
	check(place, keys[position], true);
	if (position == KEYS_OF_TYPE || position == KEYS_OF_ATTRIBUTE)
		check_plugin_options(place);
}
