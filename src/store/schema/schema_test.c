/* The tables that the reference project needs, and the SQL for them. */
#include "statements.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static struct schema describe(struct arena *arena)
{
	struct findings findings;
	struct schema schema;
	struct error error;
	findings_init(&findings, arena);
	const struct registry *registry = model_load(arena, "tests/data/project", NULL, &findings);
	assert_non_null(registry);
	assert_true(schema_describe(arena, registry, &schema, &error));
	return schema;
}

static const struct schema_column *column_of(const struct schema *schema, const char *table_name, const char *name)
{
	const struct schema_table *table = schema_find(schema, table_name);
	assert_non_null(table);
	for (size_t i = 0; i < table->column_count; i++)
		if (strcmp(table->columns[i].name, name) == 0)
			return &table->columns[i];
	fail_msg("no column %s.%s", table_name, name);
	return NULL;
}

static void test_each_type_has_a_column(void **state)
{
	(void)state;
	static const struct {
		const char *column, *sqlite, *postgres;
	} expected[] = {
	    {"string", "varchar(255)", "varchar(255)"},
	    {"text", "text", "text"},
	    {"richtext", "text", "text"},
	    {"enumeration", "varchar(255)", "varchar(255)"},
	    {"uid", "varchar(255)", "varchar(255)"},
	    {"date", "date", "date"},
	    {"time", "time", "time"},
	    {"datetime", "datetime", "timestamp(6)"},
	    {"timestamp", "datetime", "timestamp(6)"},
	    {"integer", "integer", "integer"},
	    {"biginteger", "bigint", "bigint"},
	    {"float", "float", "double precision"},
	    {"decimal", "float", "numeric(10, 2)"},
	    {"boolean", "boolean", "boolean"},
	    {"json", "json", "jsonb"},
	    {"content", "json", "jsonb"},
	    {"camel_case_name", "varchar(255)", "varchar(255)"},
	};
	struct arena *arena = arena_create();
	struct schema schema = describe(arena);
	for (size_t i = 0; i < COUNT_OF(expected); i++) {
		const struct schema_column *column = column_of(&schema, "kitchen_sinks", expected[i].column);
		assert_string_equal(schema_type_name(DATABASE_SQLITE, column->type), expected[i].sqlite);
		assert_string_equal(schema_type_name(DATABASE_POSTGRES, column->type), expected[i].postgres);
		assert_int_equal(column->unique, strcmp(column->name, "uid") == 0);
	}
	arena_destroy(arena);
}

static void test_each_kind_of_link_has_a_table(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	struct schema schema = describe(arena);
	const struct schema_table *links = schema_find(&schema, "restaurants_categories_links");
	assert_non_null(links);
	assert_int_equal(links->index_count, 5);
	assert_int_equal(links->key_count, 2);
	assert_true(links->keys[0].cascade);
	assert_string_equal(links->keys[1].name, "restaurants_categories_links_inv_fk");
	assert_string_equal(links->keys[1].table, "categories");
	assert_string_equal(links->indexes[2].name, "restaurants_categories_links_unique");
	assert_true(links->indexes[2].unique);
	assert_int_equal(links->indexes[2].column_count, 2);
	assert_int_equal(column_of(&schema, "restaurants_components", "order")->type, COLUMN_DOUBLE);
	assert_int_equal(column_of(&schema, "bookmarks_related_morphs", "related_type")->type, COLUMN_STRING);
	assert_int_equal(column_of(&schema, "bookmarks", "target_id")->type, COLUMN_INTEGER);
	assert_null(schema_find(&schema, "reviews_components"));
	arena_destroy(arena);
}

static const struct schema_table *small_table(struct schema *schema, struct arena *arena)
{
	*schema = (struct schema){.arena = arena};
	struct schema_table *table = schema_add_table(schema, "odd`\"name");
	schema_add_column(schema, table, "text", COLUMN_TEXT);
	schema_add_join_column(schema, table, "owner_id", "owners");
	schema_add_index(schema, table, "both", "text")->unique = true;
	return table;
}

static void assert_sql(struct buffer *sql, const char *expected)
{
	assert_string_equal(buffer_terminate(sql), expected);
	buffer_free(sql);
	*sql = (struct buffer){0};
}

static void test_sql_of_sqlite(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	struct schema schema;
	struct buffer sql = {0};
	const struct schema_table *table = small_table(&schema, arena);
	schema_write_table(&sql, DATABASE_SQLITE, table);
	assert_sql(&sql,
	           "create table `odd``\"name` (`id` integer not null primary key autoincrement, `text` text null, "
	           "`owner_id` integer null, constraint `odd``\"name_owner_id_fk` foreign key (`owner_id`) "
	           "references `owners` (`id`) on delete SET NULL)");
	schema_write_column(&sql, DATABASE_SQLITE, table, &table->columns[2]);
	assert_sql(&sql, "alter table `odd``\"name` add column `owner_id` integer null constraint "
	                 "`odd``\"name_owner_id_fk` references `owners` (`id`) on delete SET NULL");
	schema_write_index(&sql, DATABASE_SQLITE, table, &table->indexes[1]);
	assert_sql(&sql, "create unique index `both` on `odd``\"name` (`text`)");
	schema_write_text(&sql, SLICE("it's \\ ''"));
	assert_sql(&sql, "'it''s \\ '''''");
	arena_destroy(arena);
}

static void test_sql_of_postgres(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	struct schema schema;
	struct buffer sql = {0};
	const struct schema_table *table = small_table(&schema, arena);
	schema_write_table(&sql, DATABASE_POSTGRES, table);
	assert_sql(&sql, "create table \"odd`\"\"name\" (\"id\" serial primary key, \"text\" text null, \"owner_id\" "
	                 "integer null)");
	schema_write_key(&sql, table, &table->keys[0]);
	assert_sql(&sql, "alter table \"odd`\"\"name\" add constraint \"odd`\"\"name_owner_id_fk\" foreign key "
	                 "(\"owner_id\") references \"owners\" (\"id\") on delete SET NULL");
	schema_write_index(&sql, DATABASE_POSTGRES, table, &table->indexes[1]);
	assert_sql(&sql, "alter table \"odd`\"\"name\" add constraint \"both\" unique (\"text\")");
	schema_write_index(&sql, DATABASE_POSTGRES, table, &table->indexes[0]);
	assert_sql(&sql, "create index \"odd`\"\"name_owner_id_fk\" on \"odd`\"\"name\" (\"owner_id\")");
	arena_destroy(arena);
}

static void test_long_names_are_cut_between_characters(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	char name[128];
	memset(name, 'a', sizeof name);
	memcpy(name + 62, "\xC3\xA9\xC3\xA9", 5);
	assert_string_equal(schema_cut_name(arena, DATABASE_SQLITE, name), name);
	assert_int_equal(strlen(schema_cut_name(arena, DATABASE_POSTGRES, name)), 62);
	memset(name, 'a', 100);
	name[63] = '\0';
	assert_string_equal(schema_cut_name(arena, DATABASE_POSTGRES, name), name);
	name[63] = 'b';
	name[64] = '\0';
	assert_int_equal(strlen(schema_cut_name(arena, DATABASE_POSTGRES, name)), 63);
	arena_destroy(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_each_type_has_a_column),
	    cmocka_unit_test(test_each_kind_of_link_has_a_table),
	    cmocka_unit_test(test_sql_of_sqlite),
	    cmocka_unit_test(test_sql_of_postgres),
	    cmocka_unit_test(test_long_names_are_cut_between_characters),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
