/* Columns whose attribute has another type now. A value that would not come back as it was counts as lost; columns with
 * such values stay as they are unless they may be lost. */
#include "convert.h"
#include "listed.h"
#include "store/schema/statements.h"

/* A column that is to become another. */
struct conversion {
	struct migration_plan *plan;
	struct migration_database *database;
	const struct schema_table *table;
	const struct schema_column *column;
	enum column_type was; /* as Strapi's description has it */
	const char *actual;   /* as the database names the type that the column has */
	const char *wanted;   /* as it names the one that the model wants */
};

static const char *const listed_names[] = {
    [COLUMN_STRING] = "string",     [COLUMN_TEXT] = "text",
    [COLUMN_INTEGER] = "integer",   [COLUMN_BIGINTEGER] = "bigInteger",
    [COLUMN_DOUBLE] = "double",     [COLUMN_DECIMAL] = "decimal",
    [COLUMN_DATE] = "date",         [COLUMN_TIME] = "time",
    [COLUMN_DATETIME] = "datetime", [COLUMN_TIMESTAMP] = "timestamp",
    [COLUMN_BOOLEAN] = "boolean",   [COLUMN_JSON] = "jsonb",
};

/* The type that the description lists; false when it lists none that an attribute has. */
static bool find_listed(const struct migration_plan *plan, const struct schema_table *table,
                        const struct schema_column *column, enum column_type *type)
{
	struct json_object *columns = json_member(listed_table(plan, table->name), "columns");
	size_t count = json_object_is_type(columns, json_type_array) ? json_object_array_length(columns) : 0;
	for (size_t i = 0; i < count; i++) {
		struct json_object *item = json_object_array_get_idx(columns, i);
		const char *name = json_object_get_string(json_member(item, "name"));
		const char *its = json_object_get_string(json_member(item, "type"));
		if (!name || !its || strcmp(name, column->name) != 0)
			continue;
		for (size_t j = 0; j < COUNT_OF(listed_names); j++) {
			if (!listed_names[j] || strcmp(listed_names[j], its) != 0)
				continue;
			*type = (enum column_type)j;
			return true;
		}
	}
	return false;
}

/* As schema_type_name() writes it: "character varying(255)" is "varchar(255)", "timestamp(6) without time zone" is
 * "timestamp(6)", "numeric(10,2)" is "numeric(10, 2)". */
static bool is_type(struct arena *arena, const char *actual, const char *wanted)
{
	static const char varying[] = "character varying", zone[] = " without time zone";
	struct slice rest = slice_of(actual);
	struct buffer text = {0};
	if (slice_starts_with(rest, SLICE("character varying"))) {
		buffer_text(&text, "varchar");
		rest.ptr += sizeof varying - 1;
		rest.len -= sizeof varying - 1;
	}
	if (rest.len > sizeof zone - 1 && strcmp(rest.ptr + rest.len - (sizeof zone - 1), zone) == 0)
		rest.len -= sizeof zone - 1;
	for (size_t i = 0; i < rest.len; i++) {
		buffer_byte(&text, rest.ptr[i]);
		if (rest.ptr[i] == ',' && i + 1 < rest.len && rest.ptr[i + 1] != ' ')
			buffer_byte(&text, ' ');
	}
	const char *copy = arena_copy(arena, buffer_as_slice(&text));
	buffer_free(&text);
	return slice_equals_ignoring_case(slice_of(copy), slice_of(wanted));
}

/* ---- values: on PostgreSQL by casts, as Strapi has them; SQLite's have to be said ---- */

/* What says a value of a column as a text, with "%s" for the column. */
static const char *text_form(enum column_type type)
{
	switch (type) {
	case COLUMN_DOUBLE:
	case COLUMN_DECIMAL:
		return "case when %s = cast(%s as integer) then cast(cast(%s as integer) as text) else cast(%s as "
		       "text) end";
	case COLUMN_DATETIME:
	case COLUMN_TIMESTAMP:
		return "strftime('%%Y-%%m-%%dT%%H:%%M:%%fZ', %s / 1000.0, 'unixepoch')";
	case COLUMN_BOOLEAN:
		return "case %s when 0 then 'false' when 1 then 'true' end";
	default:
		return "cast(%s as text)";
	}
}

/* What makes a value of such a text; null where there is none. */
static const char *value_form(enum column_type type)
{
	switch (type) {
	case COLUMN_INTEGER:
	case COLUMN_BIGINTEGER:
		return "case when %s in ('true', 'false') then %s = 'true' when %s not glob '*[^0-9+-]*' then cast(%s "
		       "as "
		       "integer) when %s not glob '*[^0-9.eE+-]*' then cast(round(cast(%s as real)) as integer) end";
	case COLUMN_DOUBLE:
		return "case when %s not glob '*[^0-9.eE+-]*' then cast(%s as real) end";
	case COLUMN_DECIMAL:
		return "case when %s not glob '*[^0-9.eE+-]*' then round(cast(%s as real), 2) end";
	case COLUMN_DATE:
		return "case when %s like '____-__-__%%' then strftime('%%Y-%%m-%%d', %s) end";
	case COLUMN_TIME:
		return "case when %s like '%%__:__%%' then strftime('%%H:%%M:%%f', %s) end";
	case COLUMN_DATETIME:
	case COLUMN_TIMESTAMP:
		return "case when %s like '____-__-__%%' then cast(round((julianday(%s) - 2440587.5) * 86400000.0) as "
		       "integer) end";
	case COLUMN_BOOLEAN:
		return "case when %s in ('true', '1') then 1 when %s in ('false', '0') then 0 end";
	case COLUMN_JSON:
		return "case when json_valid(%s) then %s end";
	default:
		return "%s";
	}
}

/* The form with the expression in each place. */
static const char *fill(struct arena *arena, const char *form, const char *expression)
{
	struct buffer text = {0};
	for (; *form; form++) {
		if (*form != '%') {
			buffer_byte(&text, *form);
			continue;
		}
		if (*++form == 's')
			buffer_format(&text, "(%s)", expression);
		else
			buffer_byte(&text, '%');
	}
	const char *copy = arena_copy(arena, buffer_as_slice(&text));
	buffer_free(&text);
	return copy;
}

static const char *convert(const struct conversion *conversion, enum column_type from, enum column_type to,
                           const char *type, const char *expression)
{
	struct arena *arena = conversion->plan->arena;
	if (conversion->plan->client == DATABASE_POSTGRES)
		return arena_format(arena, "(%s)::%s", expression, type);
	return fill(arena, value_form(to), fill(arena, text_form(from), expression));
}

static const char *name_of(const struct conversion *conversion, const char *name)
{
	struct buffer text = {0};
	schema_write_name(&text, conversion->plan->client, name);
	const char *copy = arena_copy(conversion->plan->arena, buffer_as_slice(&text));
	buffer_free(&text);
	return copy;
}

static const char *converted(const struct conversion *conversion)
{
	return convert(conversion, conversion->was, conversion->column->type, conversion->wanted,
	               name_of(conversion, conversion->column->name));
}

/* How many values would not come back. *reason: why they can't be converted at all, or NULL. */
static bool count_losses(const struct conversion *conversion, int64_t *count, const char **reason, struct error *error)
{
	struct migration_plan *plan = conversion->plan;
	struct migration_database *database = conversion->database;
	const char *column = name_of(conversion, conversion->column->name), *forth = converted(conversion);
	const char *back = convert(conversion, conversion->column->type, conversion->was, conversion->actual, forth);
	const char *sql =
	    arena_format(plan->arena, "select count(*) from %s where %s is not null and ((%s) is null or (%s) %s %s)",
	                 name_of(conversion, conversion->table->name), column, forth, back,
	                 plan->client == DATABASE_POSTGRES ? "is distinct from" : "is not", column);
	const char **cells;
	struct error refused;
	size_t rows;
	*reason = NULL;
	if (!database->run(database, "savepoint look", error))
		return false;
	if (database->rows(database, sql, plan->arena, &cells, &rows, &refused)) {
		slice_to_int64(slice_of(cells[0]), count);
	} else {
		const char *said = strstr(refused.message, "ERROR:");
		*reason =
		    arena_copy(plan->arena, slice_trim(slice_of(said ? said + strlen("ERROR:") : refused.message)));
	}
	return database->run(database, "rollback to savepoint look", error) &&
	       database->run(database, "release savepoint look", error);
}

/* ---- the change ---- */

static void add(const struct conversion *conversion, const char *sql)
{
	struct buffer text = {0};
	buffer_text(&text, sql);
	plan_add(conversion->plan, &text, NULL);
}

/* A column new_column takes the values and then the name. The table is not made anew: that would take the links to its
 * rows along. */
static bool replace_column(const struct conversion *conversion, struct error *error)
{
	struct migration_plan *plan = conversion->plan;
	struct arena *arena = plan->arena;
	const char *table = name_of(conversion, conversion->table->name);
	const char *column = name_of(conversion, conversion->column->name);
	const char *new_column =
	    name_of(conversion, arena_format(arena, "lectern_%s_converted", conversion->column->name));
	struct buffer where = {0};
	const char **indexes;
	size_t count;
	schema_write_text(&where, slice_of(conversion->table->name));
	buffer_text(&where, " and i.name = ");
	schema_write_text(&where, slice_of(conversion->column->name));
	const char *query =
	    arena_format(arena,
	                 "select distinct m.name, m.sql from sqlite_master m, pragma_index_info(m.name) i "
	                 "where m.type = 'index' and m.sql is not null and m.tbl_name = %s",
	                 buffer_terminate(&where));
	buffer_free(&where);
	if (!conversion->database->rows(conversion->database, query, arena, &indexes, &count, error))
		return false;
	add(conversion,
	    arena_format(arena, "alter table %s add column %s %s null", table, new_column, conversion->wanted));
	add(conversion, arena_format(arena, "update %s set %s = %s", table, new_column, converted(conversion)));
	for (size_t i = 0; i < count; i++)
		add(conversion, arena_format(arena, "drop index %s", name_of(conversion, indexes[2 * i])));
	add(conversion, arena_format(arena, "alter table %s drop column %s", table, column));
	add(conversion, arena_format(arena, "alter table %s rename column %s to %s", table, new_column, column));
	for (size_t i = 0; i < count; i++)
		add(conversion, indexes[2 * i + 1]);
	return true;
}

static bool add_change(const struct conversion *conversion, int64_t losses, struct error *error)
{
	struct migration_plan *plan = conversion->plan;
	const char *lost = losses ? arena_format(plan->arena, ", losing %lld values", (long long)losses) : "";
	size_t first = plan->count;
	if (plan->client == DATABASE_POSTGRES)
		add(conversion, arena_format(plan->arena, "alter table %s alter column %s type %s using %s",
		                             name_of(conversion, conversion->table->name),
		                             name_of(conversion, conversion->column->name), conversion->wanted,
		                             converted(conversion)));
	else if (!replace_column(conversion, error))
		return false;
	plan->changes[first].description =
	    arena_format(plan->arena, "column %s.%s from %s to %s%s", conversion->table->name, conversion->column->name,
	                 conversion->actual, conversion->wanted, lost);
	plan->changes[first].converts = true;
	listed_add_column(plan, conversion->table, conversion->column);
	return true;
}

static void leave(const struct conversion *conversion, const char *why)
{
	plan_note(conversion->plan,
	          arena_format(conversion->plan->arena, "column %s.%s stays %s, and the model wants %s: %s",
	                       conversion->table->name, conversion->column->name, conversion->actual,
	                       conversion->wanted, why));
}

static bool convert_column(const struct conversion *conversion, const struct migrate_options *options,
                           struct error *error)
{
	struct arena *arena = conversion->plan->arena;
	const char *reason;
	int64_t losses = 0;
	if (!options->convert) {
		leave(conversion, "lectern migrate changes it");
		return true;
	}
	if (!count_losses(conversion, &losses, &reason, error))
		return false;
	if (reason)
		leave(conversion, arena_format(arena, "its values can't be converted: %s", reason));
	else if (losses && !options->lossy)
		leave(conversion,
		      arena_format(arena, "%lld of its values would be lost; --lossy changes it all the same",
		                   (long long)losses));
	else
		return add_change(conversion, losses, error);
	return true;
}

bool plan_add_conversions(struct migration_plan *plan, struct migration_database *database,
                          const struct migrate_options *options, struct error *error)
{
	for (size_t i = 0; plan->listed && i < plan->schema->count; i++) {
		const struct schema_table *table = plan->schema->tables[i];
		for (size_t j = 0; table->type && j < table->column_count; j++) {
			const struct schema_column *column = &table->columns[j];
			struct conversion conversion = {
			    .plan = plan,
			    .database = database,
			    .table = table,
			    .column = column,
			    .actual = plan_column_type(plan, table->name, column->name),
			    .wanted = schema_type_name(plan->client, column->type),
			};
			/* A column that someone changed by hand is as he wants it. */
			if (!conversion.actual || column->type == COLUMN_INCREMENTS || column->reference ||
			    !find_listed(plan, table, column, &conversion.was) || conversion.was == column->type)
				continue;
			if (is_type(plan->arena, conversion.actual, conversion.wanted))
				listed_add_column(plan, table, column);
			else if (!convert_column(&conversion, options, error))
				return false;
		}
	}
	return true;
}
