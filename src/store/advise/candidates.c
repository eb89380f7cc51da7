/* From shapes to indexes: first the columns that are compared with one value, but for the locale, then those of the
 * sort with the id that every sort ends with, then what the conditions look at besides, so that the rows that don't
 * match are passed over within the index, and a total is read from it alone. */
#include "candidates.h"

#include "store/shapes/shapes.h"

#include <json-c/json.h>

static bool has_column(const struct schema_table *table, const char *name)
{
	for (size_t i = 0; i < table->column_count; i++)
		if (strcmp(table->columns[i].name, name) == 0)
			return true;
	return false;
}

/* False when the table has no such column any more, or there are too many. */
static bool add_column(struct column_list *list, const struct schema_table *table, struct slice name, bool descending,
                       struct arena *arena)
{
	const char *column = arena_copy(arena, name);
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->names[i], column) == 0)
			return true;
	if (list->count == CANDIDATE_COLUMNS || !has_column(table, column))
		return false;
	list->descending[list->count] = descending;
	list->names[list->count++] = column;
	return true;
}

/* Names with their directions, if they have some: "rating:desc". */
static bool read_columns(struct column_list *list, struct json_object *names, const struct schema_table *table,
                         struct arena *arena)
{
	const size_t count = json_object_is_type(names, json_type_array) ? json_object_array_length(names) : 0;
	for (size_t i = 0; i < count; i++) {
		const char *text = json_object_get_string(json_object_array_get_idx(names, i));
		if (!text)
			return false;
		const size_t length = strcspn(text, ":");
		if (!add_column(list, table, (struct slice){text, length}, strcmp(text + length, ":desc") == 0, arena))
			return false;
	}
	return true;
}

static void put(struct schema_index *index, const char *name, bool descending)
{
	for (size_t i = 0; i < index->column_count; i++)
		if (strcmp(index->columns[i], name) == 0)
			return;
	if (index->column_count == CANDIDATE_COLUMNS)
		return;
	index->descending[index->column_count] = descending;
	index->columns[index->column_count++] = name;
}

/* Values of any length do not fit into an index of PostgreSQL. */
static bool fits(const struct schema_table *table, const struct schema_index *index)
{
	for (size_t i = 0; i < index->column_count; i++)
		for (size_t j = 0; j < table->column_count; j++)
			if (strcmp(table->columns[j].name, index->columns[i]) == 0 &&
			    (table->columns[j].type == COLUMN_TEXT || table->columns[j].type == COLUMN_JSON ||
			     table->columns[j].type == COLUMN_PLAIN_JSON))
				return false;
	return true;
}

/* Most entries are of one locale, and lists without any other filter are in the order of their ids: an index that began
 * with the locale would be taken for them, and make them slow. */
static bool is_locale(const struct index_candidate *candidate, const char *column)
{
	const struct attribute *locale = candidate->table->type->locale;
	return locale && strcmp(locale->column, column) == 0;
}

void candidate_make_index(struct index_candidate *candidate, struct arena *arena)
{
	struct schema_index *index = &candidate->index;
	*index = (struct schema_index){.unlisted = true, .declared = true};
	for (size_t i = 0; i < candidate->equal.count; i++)
		if (!is_locale(candidate, candidate->equal.names[i]))
			put(index, candidate->equal.names[i], false);
	for (size_t i = 0; i < candidate->sorts.count; i++)
		put(index, candidate->sorts.names[i], candidate->sorts.descending[i]);
	/* Without a sort a list is in the order of its ids; a range then narrows it more. */
	for (size_t i = 0; i < candidate->range.count && !candidate->sorts.count; i++)
		put(index, candidate->range.names[i], false);
	candidate->narrows = index->column_count > 0;
	put(index, "id", false);
	for (size_t i = 0; i < candidate->range.count; i++)
		put(index, candidate->range.names[i], false);
	for (size_t i = 0; i < candidate->equal.count; i++)
		put(index, candidate->equal.names[i], false);
	if (candidate->live)
		put(index, candidate->table->type->published_at->column, false);
	index->name = model_index_name(arena, candidate->table->name, index->columns, index->descending,
	                               index->column_count, false);
}

void candidates_add(struct index_candidates *candidates, const struct index_candidate *candidate)
{
	candidates->items = arena_grow(candidates->arena, candidates->items, candidates->count, &candidates->capacity,
	                               sizeof *candidates->items);
	candidates->items[candidates->count++] = *candidate;
}

/* Names tell of the columns. */
struct index_candidate *candidates_find_same(const struct index_candidates *candidates,
                                             const struct index_candidate *wanted)
{
	for (size_t i = 0; i < candidates->count; i++)
		if (strcmp(candidates->items[i].index.name, wanted->index.name) == 0)
			return &candidates->items[i];
	return NULL;
}

static bool is_true(struct json_object *line, const char *name)
{
	return json_object_get_boolean(json_member(line, name));
}

/* False when no index of the table would serve the shape. */
static bool read_shape(struct index_candidate *candidate, struct json_object *line, const struct schema *schema,
                       struct arena *arena)
{
	const char *table = json_object_get_string(json_member(line, "table"));
	const char *kind = json_object_get_string(json_member(line, "kind"));
	candidate->table = table ? schema_find(schema, table) : NULL;
	if (!kind || !candidate->table || !candidate->table->type || is_true(line, "related"))
		return false;
	candidate->counts = strcmp(kind, "count") == 0;
	candidate->lists = !candidate->counts;
	candidate->live = is_true(line, "live") && candidate->table->type->published_at;
	candidate->runs = json_object_get_int64(json_member(line, "count"));
	candidate->nanoseconds = json_object_get_int64(json_member(line, "nanoseconds"));
	candidate->longest = json_object_get_int64(json_member(line, "longest"));
	return read_columns(&candidate->equal, json_member(line, "equal"), candidate->table, arena) &&
	       read_columns(&candidate->range, json_member(line, "range"), candidate->table, arena) &&
	       read_columns(&candidate->sorts, json_member(line, "sorts"), candidate->table, arena) &&
	       candidate->equal.count + candidate->range.count + candidate->sorts.count > 0;
}

static void take(struct index_candidates *candidates, struct json_object *line, const struct schema *schema)
{
	struct index_candidate read = {.table = NULL};
	if (!read_shape(&read, line, schema, candidates->arena)) {
		candidates->unserved++;
		return;
	}
	candidate_make_index(&read, candidates->arena);
	if (!fits(read.table, &read.index) || !read.narrows) {
		candidates->unserved++;
		return;
	}
	struct index_candidate *same = candidates_find_same(candidates, &read);
	if (!same) {
		candidates_add(candidates, &read);
		return;
	}
	same->lists |= read.lists;
	same->counts |= read.counts;
	same->runs += read.runs;
	same->nanoseconds += read.nanoseconds;
	if (same->longest < read.longest)
		same->longest = read.longest;
}

static void sort_by_cost(struct index_candidates *candidates)
{
	for (size_t i = 1; i < candidates->count; i++)
		for (size_t j = i; j && candidates->items[j - 1].nanoseconds < candidates->items[j].nanoseconds; j--) {
			struct index_candidate moved = candidates->items[j];
			candidates->items[j] = candidates->items[j - 1];
			candidates->items[j - 1] = moved;
		}
}

void candidates_read(struct index_candidates *candidates, const char *folder, const struct schema *schema)
{
	struct slice rest = shapes_read_file(folder, candidates->arena), line;
	while (slice_split(&rest, '\n', &line)) {
		struct json_object *json = line.len ? json_parse_stored(line) : NULL;
		if (json)
			take(candidates, json, schema);
		json_object_put(json);
	}
	sort_by_cost(candidates);
}
