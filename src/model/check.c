/* Mistakes that only show when all types are known. */
#include "check.h"
#include "indexes.h"
#include "read_type.h"

/* Tables that Strapi, or the server, keeps for itself in every database. */
static const char *const reserved_tables[] = {
    "strapi_core_store_settings",
    "strapi_database_schema",
    "strapi_migrations",
    "strapi_webhooks",
    "strapi_releases",
    "strapi_release_actions",
    "strapi_audit_logs",
    "sqlite_sequence",
    "strapi_release_actions_release_links",
    "lectern_ended_tokens",
    "lectern_webhook_deliveries",
};

/* Notes that `name` is used by `user`, a text for messages. Returns who used it before, or NULL. */
static const char *claim(struct map *claims, const char *name, const char *user)
{
	const char *before = map_get(claims, slice_of(name));
	if (!before)
		map_set(claims, slice_of(name), (void *)(uintptr_t)user);
	return before;
}

static void claim_table(struct map *tables, struct mistakes *mistakes, const struct draft *draft, const char *table,
                        const char *path)
{
	const char *before = claim(tables, table, draft->type->uid);
	/* SQLite keeps all names that begin so for itself. */
	if (strncmp(table, "sqlite_", 7) == 0)
		before = "the server itself";
	if (before)
		mistakes_add(mistakes, draft->label, path, "the table %s is used by %s already", table, before);
}

static void check_tables(const struct drafts *drafts, struct mistakes *mistakes)
{
	struct map tables;
	map_init(&tables, mistakes->arena);
	for (size_t i = 0; i < COUNT_OF(reserved_tables); i++)
		claim(&tables, reserved_tables[i], "the server itself");
	for (size_t i = 0; i < drafts->count; i++)
		claim_table(&tables, mistakes, drafts->items[i], drafts->items[i]->type->table, "$.collectionName");
	for (size_t i = 0; i < drafts->count; i++) {
		const struct draft *draft = drafts->items[i];
		const struct content_type *type = draft->type;
		if (type->component_table)
			claim_table(&tables, mistakes, draft, type->component_table, "$.collectionName");
		for (size_t j = 0; j < type->attribute_count; j++) {
			const struct attribute *attribute = &type->attributes[j];
			const char *table = attribute->made ? attribute->made->table : attribute->link.table;
			if (attribute->made || attribute->link.kind == LINK_MORPH_OWNER)
				claim_table(&tables, mistakes, draft, table, draft_path(mistakes, attribute, NULL));
		}
	}
}

static void claim_column(struct map *columns, struct mistakes *mistakes, const struct draft *draft,
                         const struct attribute *attribute, const char *column)
{
	const char *before = claim(columns, column, attribute->name);
	if (before)
		mistakes_add(mistakes, draft->label, draft_path(mistakes, attribute, NULL),
		             "its column %s is the column of %s already", column, before);
}

/* In a morph table the ids of both sides stand under names that are made of the type's and the attribute's. */
static void check_morph_columns(const struct draft *draft, struct mistakes *mistakes, const struct attribute *attribute)
{
	if (strcmp(attribute->link.owner_column, attribute->link.target_column) == 0)
		mistakes_add(mistakes, draft->label, draft_path(mistakes, attribute, NULL),
		             "its column %s is that of the type itself; expected a name other than the type's",
		             attribute->link.target_column);
}

static void check_columns(const struct draft *draft, struct mistakes *mistakes)
{
	struct content_type *type = draft->type;
	struct map columns;
	map_init(&columns, mistakes->arena);
	for (size_t i = 0; i < type->attribute_count; i++) {
		struct attribute *attribute = &type->attributes[i];
		if (attribute->column) {
			claim_column(&columns, mistakes, draft, attribute, attribute->column);
			map_set(&type->by_column, slice_of(attribute->column), attribute);
		} else if (attribute->link.kind == LINK_JOIN_COLUMN || attribute->link.kind == LINK_COLUMN_OWNER) {
			claim_column(&columns, mistakes, draft, attribute, attribute->link.target_column);
		}
		if (attribute->link.kind == LINK_COLUMN_OWNER)
			claim_column(&columns, mistakes, draft, attribute, attribute->link.type_column);
		if (attribute->link.kind == LINK_MORPH_OWNER)
			check_morph_columns(draft, mistakes, attribute);
	}
}

/* The names in URLs and of GraphQL types: one name for one thing. */
static void check_names(const struct drafts *drafts, struct mistakes *mistakes)
{
	struct map names;
	map_init(&names, mistakes->arena);
	for (size_t i = 0; i < drafts->count; i++) {
		const struct draft *draft = drafts->items[i];
		const struct content_type *type = draft->type;
		if (type->component || type->plugin)
			continue;
		const char *before = type->singular_name ? claim(&names, type->singular_name, type->uid) : NULL;
		if (before)
			mistakes_add(mistakes, draft->label, "$.info.singularName", "the name %s is used by %s already",
			             type->singular_name, before);
		before = type->plural_name ? claim(&names, type->plural_name, type->uid) : NULL;
		if (before)
			mistakes_add(mistakes, draft->label, "$.info.pluralName", "the name %s is used by %s already",
			             type->plural_name, before);
	}
}

static bool is_required_component(const struct attribute *attribute)
{
	return attribute->type == ATTRIBUTE_COMPONENT && attribute->required && !attribute->multiple &&
	       attribute->target;
}

/* True when every component that this one requires is known to come to an end. */
static bool comes_to_an_end(const struct content_type *type, const struct map *ending)
{
	for (size_t i = 0; i < type->attribute_count; i++)
		if (is_required_component(&type->attributes[i]) &&
		    !map_get(ending, slice_of(type->attributes[i].target->uid)))
			return false;
	return true;
}

static void report_endless(const struct drafts *drafts, struct mistakes *mistakes, const struct map *ending)
{
	for (size_t i = 0; i < drafts->count; i++) {
		const struct draft *draft = drafts->items[i];
		const struct content_type *type = draft->type;
		if (map_get(ending, slice_of(type->uid)) || !type->component)
			continue;
		for (size_t j = 0; j < type->attribute_count; j++) {
			const struct attribute *attribute = &type->attributes[j];
			if (is_required_component(attribute) && !map_get(ending, slice_of(attribute->target->uid)))
				mistakes_add(
				    mistakes, draft->label, draft_path(mistakes, attribute, "required"),
				    "the component %s requires %s, which requires itself: none could ever be made",
				    type->uid, attribute->target->uid);
		}
	}
}

/* A component may contain itself, but not require itself. */
static void check_component_cycles(const struct drafts *drafts, struct mistakes *mistakes)
{
	struct map ending;
	map_init(&ending, mistakes->arena);
	for (bool more = true; more;) {
		more = false;
		for (size_t i = 0; i < drafts->count; i++) {
			struct content_type *type = drafts->items[i]->type;
			if (!map_get(&ending, slice_of(type->uid)) && comes_to_an_end(type, &ending)) {
				map_set(&ending, slice_of(type->uid), type);
				more = true;
			}
		}
	}
	report_endless(drafts, mistakes, &ending);
}

void drafts_check(const struct drafts *drafts, struct mistakes *mistakes)
{
	check_tables(drafts, mistakes);
	for (size_t i = 0; i < drafts->count; i++)
		check_columns(drafts->items[i], mistakes);
	indexes_resolve(drafts, mistakes);
	check_names(drafts, mistakes);
	check_component_cycles(drafts, mistakes);
}
