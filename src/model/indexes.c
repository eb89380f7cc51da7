#include "indexes.h"

enum { LONGEST_NAME = 63 };

/* What is wrong with an index. Strapi does not read those of `options`: there it keeps nothing from starting, and the
 * index is not made. */
#define index_wrong(at, is_listed, key, ...)                                                       \
	((is_listed) ? mistakes_add((at)->mistakes, (at)->file, member_path(at, key), __VA_ARGS__) \
	             : mistakes_note((at)->mistakes, (at)->file, member_path(at, key), __VA_ARGS__))

/* ---- reading ---- */

/* A column, or an attribute, with its direction as in `sort`: "rating", "rating:desc". */
static bool read_column(const struct place *place, const char *text, struct model_index *index)
{
	const char *colon = strchr(text, ':');
	const size_t length = colon ? (size_t)(colon - text) : strlen(text);
	const bool down = colon && strcmp(colon, ":desc") == 0;
	if (!length || (colon && (index->listed || (!down && strcmp(colon, ":asc") != 0)))) {
		index_wrong(place, index->listed, "columns", "%s is no column; expected the name of a column%s", text,
		            index->listed ? "" : ", alone or with :asc or :desc");
		return false;
	}
	index->descending[index->column_count] = down;
	index->columns[index->column_count++] = arena_copy(place->mistakes->arena, (struct slice){text, length});
	return true;
}

static bool read_columns(const struct place *place, struct model_index *index)
{
	size_t count;
	const char **texts = member_texts(place, "columns", &count);
	if (!texts && member_any(place, "columns"))
		return false;
	if (!texts || !count || count > MODEL_INDEX_COLUMNS) {
		index_wrong(place, index->listed, "columns", "expected the names of 1 to %d columns",
		            MODEL_INDEX_COLUMNS);
		return false;
	}
	for (size_t i = 0; i < count; i++)
		if (!read_column(place, texts[i], index))
			return false;
	return true;
}

/* False when the index is of a kind that is not made. */
static bool read_kind(const struct place *place, struct model_index *index)
{
	const char *kind = member_text(place, "type");
	if (!kind || strcmp(kind, "btree") == 0)
		return true;
	index->unique = strcmp(kind, "unique") == 0;
	if (index->unique)
		return true;
	if (strcmp(kind, "primary") == 0)
		index_wrong(place, index->listed, "type", "the primary key is id; expected unique, or no type");
	else if (index->listed)
		mistakes_note(place->mistakes, place->file, member_path(place, "type"),
		              "an index of the type %s is not made; Strapi makes it when it starts", kind);
	else
		index_wrong(place, index->listed, "type", "unknown type %s; expected unique, or no type", kind);
	return false;
}

static bool read_name(const struct place *place, struct model_index *index)
{
	index->name = member_text(place, "name");
	if (index->name && *index->name && strlen(index->name) <= LONGEST_NAME &&
	    strncmp(index->name, "sqlite_", 7) != 0)
		return true;
	if (!index->name && !index->listed && !member_any(place, "name"))
		return true;
	if (!index->name && member_any(place, "name"))
		return false;
	index_wrong(place, index->listed, "name", "expected a name of 1 to %d bytes that does not begin with sqlite_",
	            LONGEST_NAME);
	return false;
}

static void read_one(const struct place *place, struct draft *draft, bool listed)
{
	struct content_type *type = draft->type;
	struct model_index *index = &type->indexes[type->index_count];
	*index = (struct model_index){.listed = listed, .path = place->path};
	if (!place->object || !json_object_is_type(place->object, json_type_object)) {
		index_wrong(place, listed, NULL, "expected an object with name and columns");
		return;
	}
	/* All three are looked at, so that all that is wrong is named at once. */
	bool named = read_name(place, index), has_columns = read_columns(place, index);
	if (!read_kind(place, index) || !named || !has_columns)
		return;
	for (size_t i = 0; i < index->column_count && index->unique; i++)
		if (index->descending[i]) {
			index_wrong(place, listed, "columns", "a unique index has no direction; expected %s alone",
			            index->columns[i]);
			return;
		}
	type->index_count++;
}

static void read_list(const struct place *place, struct draft *draft, bool listed)
{
	struct json_object *list = member_any(place, "indexes");
	const char *path = member_path(place, "indexes");
	if (!list)
		return;
	if (!json_object_is_type(list, json_type_array)) {
		index_wrong(place, listed, "indexes", "expected an array of objects with name and columns");
		return;
	}
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		const struct place item = {place->mistakes, place->file,
		                           arena_format(place->mistakes->arena, "%s[%zu]", path, i),
		                           json_object_array_get_idx(list, i)};
		read_one(&item, draft, listed);
	}
}

static size_t length_of(const struct place *place)
{
	struct json_object *list = place->object ? member_any(place, "indexes") : NULL;
	return json_object_is_type(list, json_type_array) ? json_object_array_length(list) : 0;
}

void indexes_read(const struct place *top, struct draft *draft)
{
	struct content_type *type = draft->type;
	struct place options = *top;
	options.object = member_any(top, "options");
	options.path = member_path(top, "options");
	if (!json_object_is_type(options.object, json_type_object))
		options.object = NULL;
	/* Each attribute may have one besides. */
	const size_t most = length_of(top) + length_of(&options) + type->attribute_count;
	type->indexes = arena_array(top->mistakes->arena, most + 1, sizeof *type->indexes);
	read_list(top, draft, true);
	if (options.object)
		read_list(&options, draft, false);
}

/* ---- finding the columns ---- */

/* The column of the type's own table that `name` means; NULL: there is none. */
static const char *find_column(const struct content_type *type, const struct model_index *index, const char *name)
{
	if (strcmp(name, "id") == 0 || map_get(&type->by_column, slice_of(name)))
		return name;
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		const struct link_storage *link = &attribute->link;
		if (attribute->column && !index->listed && strcmp(attribute->name, name) == 0)
			return attribute->column;
		if ((link->kind == LINK_JOIN_COLUMN || link->kind == LINK_COLUMN_OWNER) &&
		    (strcmp(link->target_column, name) == 0 ||
		     (link->type_column && strcmp(link->type_column, name) == 0)))
			return name;
	}
	return NULL;
}

static void column_wrong(const struct draft *draft, struct mistakes *mistakes, const struct model_index *index,
                         const char *path, const char *message)
{
	(index->listed ? mistakes_add : mistakes_note)(mistakes, draft->label, path, "%s", message);
}

static bool resolve_columns(const struct draft *draft, struct mistakes *mistakes, struct model_index *index)
{
	for (size_t i = 0; i < index->column_count; i++) {
		const char *name = index->columns[i];
		const char *path = arena_format(mistakes->arena, "%s.columns[%zu]", index->path, i);
		index->columns[i] = find_column(draft->type, index, name);
		for (size_t j = 0; j < i && index->columns[i]; j++)
			if (strcmp(index->columns[j], index->columns[i]) == 0) {
				column_wrong(draft, mistakes, index, path,
				             arena_format(mistakes->arena, "the column %s stands here twice", name));
				return false;
			}
		if (index->columns[i])
			continue;
		const struct attribute *relation = map_get(&draft->type->by_name, slice_of(name));
		const bool has_links = relation && !attribute_is_scalar(relation) && !index->listed;
		column_wrong(
		    draft, mistakes, index, path,
		    has_links
			? arena_format(mistakes->arena,
		                       "%s has no column in the table %s; the table of its links has its indexes", name,
		                       draft->type->table)
			: arena_format(mistakes->arena, "the table %s has no column %s", draft->type->table, name));
		return false;
	}
	return true;
}

const char *model_index_name(struct arena *arena, const char *table, const char *const *columns, const bool *descending,
                             size_t count, bool unique)
{
	struct buffer name = {0};
	buffer_text(&name, table);
	for (size_t i = 0; i < count; i++)
		buffer_format(&name, "_%s%s", columns[i], descending[i] ? "_desc" : "");
	buffer_text(&name, unique ? "_unique" : "_index");
	const char *copy = arena_copy(arena, buffer_as_slice(&name));
	buffer_free(&name);
	return copy;
}

/* Indexes share one space of names in a database. Where Strapi does not read the name, another will do. */
static bool claim_name(struct map *names, const struct draft *draft, struct mistakes *mistakes,
                       struct model_index *index)
{
	const char *before = map_get(names, slice_of(index->name));
	if (before && !index->listed) {
		index->name = arena_format(mistakes->arena, "%s_%s", draft->type->table, index->name);
		before = map_get(names, slice_of(index->name));
	}
	if (before) {
		column_wrong(draft, mistakes, index, arena_format(mistakes->arena, "%s.name", index->path),
		             arena_format(mistakes->arena, "the name %s is used by an index of %s already", index->name,
		                          before));
		return false;
	}
	map_set(names, slice_of(index->name), (void *)(uintptr_t)draft->type->uid);
	return true;
}

/* Values of any length do not fit into an index of PostgreSQL: writing them would fail. */
static bool has_short_values(enum attribute_type type)
{
	return type != ATTRIBUTE_TEXT && type != ATTRIBUTE_RICHTEXT && type != ATTRIBUTE_JSON &&
	       type != ATTRIBUTE_BLOCKS && type != ATTRIBUTE_ARRAY && type != ATTRIBUTE_PASSWORD;
}

static void add_of_attribute(struct draft *draft, struct mistakes *mistakes, struct attribute *attribute)
{
	struct content_type *type = draft->type;
	const char *path = arena_format(mistakes->arena, "$.attributes.%s.index", attribute->name);
	if (!attribute->indexed || attribute->type == ATTRIBUTE_UID)
		return; /* a uid has one */
	attribute->indexed = attribute_is_scalar(attribute) && has_short_values(attribute->type);
	if (!attribute_is_scalar(attribute)) {
		mistakes_note(mistakes, draft->label, path, "the tables of links have their indexes anyway");
	} else if (!attribute->indexed) {
		mistakes_note(mistakes, draft->label, path,
		              "no index is made: values of the type %s may be too long for one",
		              attribute_type_name(attribute->type));
	} else {
		struct model_index *index = &type->indexes[type->index_count++];
		*index = (struct model_index){.columns = {attribute->column}, .column_count = 1, .path = path};
	}
}

static void resolve_type(struct draft *draft, struct mistakes *mistakes, struct map *names, bool listed)
{
	struct content_type *type = draft->type;
	size_t kept = 0;
	for (size_t i = 0; i < type->index_count; i++) {
		struct model_index *index = &type->indexes[i];
		bool done = true;
		if (index->listed == listed) {
			done = resolve_columns(draft, mistakes, index);
			if (done && !index->name)
				index->name = model_index_name(mistakes->arena, type->table, index->columns,
				                               index->descending, index->column_count, index->unique);
			done = done && claim_name(names, draft, mistakes, index);
		}
		if (done)
			type->indexes[kept++] = *index;
	}
	type->index_count = kept;
}

void indexes_resolve(const struct drafts *drafts, struct mistakes *mistakes)
{
	struct map names;
	map_init(&names, mistakes->arena);
	for (size_t i = 0; i < drafts->count; i++)
		for (size_t j = 0; j < drafts->items[i]->type->attribute_count; j++)
			add_of_attribute(drafts->items[i], mistakes, &drafts->items[i]->type->attributes[j]);
	/* Names that Strapi reads come first: they can't be others. */
	for (size_t i = 0; i < drafts->count; i++)
		resolve_type(drafts->items[i], mistakes, &names, true);
	for (size_t i = 0; i < drafts->count; i++)
		resolve_type(drafts->items[i], mistakes, &names, false);
}
