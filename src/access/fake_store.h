/* A store made up for tests of this room: it has the types that matter as lists of rows, knows the few kinds of query
 * that are asked, and counts them. To be included by one test, whose program then has no other store. */
#ifndef LECTERN_ACCESS_FAKE_STORE_H
#define LECTERN_ACCESS_FAKE_STORE_H

#include "store/store.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { PERMISSION, ROLE, USER, TOKEN, TOKEN_PERMISSION, CATEGORY, TYPES };

struct row {
	int64_t id, target; /* target: the entry its relation leads to, or 0 */
	struct cell cells[4];
};

static struct row *rows[TYPES];
static size_t row_counts[TYPES];
static const char *settings;
static uint64_t version, statements;
static bool broken, read_only;
static size_t submitted;
static int64_t updated; /* the token whose use was written last */

struct store_session {
	int unused;
};

struct store_cursor {
	const struct store_select *select;
	struct query query;
	const struct row *found[64];
	size_t count, position;
};

#define SCALAR(text, number)                                            \
	{                                                               \
		.name = text, .type = ATTRIBUTE_STRING, .index = number \
	}
#define TO_ONE(text, number, other)                                                                \
	{                                                                                          \
		.name = text, .type = ATTRIBUTE_RELATION, .index = number, .target = &types[other] \
	}

static struct content_type types[TYPES];
static struct attribute permission_attributes[] = {SCALAR("action", 0), TO_ONE("role", 1, ROLE)};
static struct attribute role_attributes[] = {SCALAR("type", 0)};
static struct attribute user_attributes[] = {SCALAR("blocked", 0), SCALAR("confirmed", 1), TO_ONE("role", 2, ROLE)};
static struct attribute token_attributes[] = {
    SCALAR("accessKey", 0),
    SCALAR("type", 1),
    SCALAR("expiresAt", 2),
    {.name = "lastUsedAt", .column = "last_used_at", .type = ATTRIBUTE_DATETIME, .index = 3}};
static struct attribute token_permission_attributes[] = {SCALAR("action", 0), TO_ONE("token", 1, TOKEN)};

static const struct row *row_of(const struct content_type *type, int64_t id)
{
	for (size_t i = 0; i < row_counts[type->index]; i++)
		if (rows[type->index][i].id == id)
			return &rows[type->index][i];
	return NULL;
}

static bool matches(const struct condition *condition, const struct content_type *type, const struct row *row)
{
	const struct attribute *attribute = condition->attribute;
	if (condition->kind == CONDITION_RELATED) {
		const struct row *target = row_of(attribute->target, row->target);
		assert_null(condition->children->next);
		return target && matches(condition->children, attribute->target, target);
	}
	assert_int_equal(condition->kind, CONDITION_COMPARE);
	assert_int_equal(condition->comparison, QUERY_EQ);
	assert_int_equal(condition->value_count, 1);
	if (attribute == &type->id)
		return row->id == condition->values->integer;
	return slice_equals(row->cells[attribute->index].text, condition->values->text);
}

static void find_rows(struct store_cursor *cursor, const struct store_select *select)
{
	const struct content_type *type = select->query->type;
	if (select->via) {
		assert_int_equal(select->parent_count, 1);
		cursor->found[0] = row_of(type, row_of(select->owner, select->parents[0])->target);
		cursor->count = cursor->found[0] != NULL;
		return;
	}
	if (select->parents) {
		cursor->found[0] = row_of(type, select->parents[0]);
		cursor->count = cursor->found[0] != NULL;
		return;
	}
	for (size_t i = 0; i < row_counts[type->index]; i++)
		if (matches(select->query->filter, type, &rows[type->index][i])) {
			assert_true(cursor->count < COUNT_OF(cursor->found));
			cursor->found[cursor->count++] = &rows[type->index][i];
		}
}

bool store_select(struct store_session *session, const struct store_select *select, struct store_cursor **cursor,
                  struct error *error)
{
	static struct store_cursor only;
	(void)session;
	statements++;
	if (broken)
		return error_set(error, 503, "ServiceUnavailableError", "down");
	assert_int_equal(select->query->limit, -1);
	only = (struct store_cursor){.query = *select->query};
	find_rows(&only, select);
	*cursor = &only;
	return true;
}

bool store_next(struct store_cursor *cursor, bool *row, struct error *error)
{
	(void)error;
	*row = cursor->position < cursor->count;
	cursor->position += *row;
	return true;
}

int64_t store_id(const struct store_cursor *cursor)
{
	return cursor->found[cursor->position - 1]->id;
}

int64_t store_parent(const struct store_cursor *cursor)
{
	return cursor->select->parents[0];
}

void store_cell(struct store_cursor *cursor, size_t field, struct cell *cell)
{
	assert_true(field < cursor->query.field_count);
	*cell = cursor->found[cursor->position - 1]->cells[cursor->query.fields[field]->index];
}

void store_close_cursor(struct store_cursor *cursor)
{
	cursor->count = 0;
}

uint64_t store_version(const struct store_session *session)
{
	(void)session;
	return version;
}

bool store_setting(struct store_session *session, const char *key, struct slice *json, struct error *error)
{
	(void)session;
	statements++;
	if (broken)
		return error_set(error, 503, "ServiceUnavailableError", "down");
	*json = strcmp(key, "plugin_users-permissions_advanced") == 0 ? slice_of(settings) : (struct slice){NULL, 0};
	return true;
}

bool store_is_read_only(const struct store_session *session)
{
	(void)session;
	return read_only;
}

struct store *store_of_session(const struct store_session *session)
{
	(void)session;
	return NULL;
}

/* Done at once, as far as a store that can't be written to can do it. */
void store_submit(struct store *store, struct store_job *job)
{
	struct store_session session;
	struct error error;
	(void)store;
	uint64_t before = statements;
	submitted++;
	job->finish(job->context, job->run(job->context, &session, &error), &error);
	statements = before; /* they are not the request's */
}

bool store_update(struct store_session *session, const char *table, const struct store_where *where,
                  const struct store_field *fields, size_t count, struct error *error)
{
	(void)session;
	(void)error;
	assert_string_equal(table, "strapi_api_tokens");
	assert_int_equal(count, 1);
	assert_string_equal(fields->column, "last_used_at");
	updated = where->id;
	return true;
}

static int64_t tokens_from;

bool store_tokens_ended_before(struct store_session *session, int64_t user_id, int64_t *seconds, struct error *error)
{
	(void)session;
	(void)user_id;
	(void)error;
	statements++;
	*seconds = tokens_from;
	return true;
}

bool store_admin_tokens(struct store_session *session, int64_t admin_id, struct store_admin_tokens *tokens,
                        struct error *error)
{
	tokens->spared = 0;
	return store_tokens_ended_before(session, -admin_id, &tokens->ended_before, error);
}

#define TEXT(literal)                                                       \
	{                                                                   \
		.kind = CELL_TEXT, .text = { literal, sizeof(literal) - 1 } \
	}
#define WHOLE(value)                                   \
	{                                              \
		.kind = CELL_INTEGER, .integer = value \
	}
#define NOTHING                   \
	{                         \
		.kind = CELL_NULL \
	}

/* HMACs of f×64, a×64, c×64 and e×64 with "apitokensalt" */
#define FULL_HASH                                                          \
	"e1dc887b462d52c46407f69acc3cde022775e743affdfd62e3a4e80ec4cd6239" \
	"b55c763f974976464ed997a09f857e7c40c851c48494f8d2858a4d75513fd821"
#define READ_HASH                                                          \
	"525eb63420eefa29868a91f62c6b8a114cc289bc181d7659f96be3dfb0376a0f" \
	"e931100d5dc207e59e5cdf4bd7bbe644db33aebf64542b16fcf8187eb02154cd"
#define CUSTOM_HASH                                                        \
	"3d93578babad42fb4c4c2fe7f8a515510f8329379532d26599ca46125d564e4c" \
	"96ff7ab25a0cfa071c474c83daaecf96131a3701f379e94f6d85db3793763f44"
#define EXPIRED_HASH                                                       \
	"e173225da39f980125c1e6426df9073f774746d46ee0ff608f33c9107c806b50" \
	"34702dfe52696ab51633c26a077bf8950e7712d9ec549e9613e68cb68db5aaa6"

static struct row permission_rows[] = {
    {1, 2, {TEXT("api::category.category.find")}},
    {2, 2, {TEXT("api::category.category.findOne")}},
    {3, 1, {TEXT("api::category.category.create")}},
    {4, 0, {TEXT("api::category.category.delete")}},
};
static struct row role_rows[] = {{1, 0, {TEXT("authenticated")}}, {2, 0, {TEXT("public")}}, {3, 0, {TEXT("empty")}}};
static struct row token_rows[] = {
    {1, 0, {TEXT(FULL_HASH), TEXT("full-access"), NOTHING}},
    {2, 0, {TEXT(READ_HASH), TEXT("read-only"), WHOLE(INT64_MAX)}},
    {3, 0, {TEXT(CUSTOM_HASH), TEXT("custom"), NOTHING}},
    {4, 0, {TEXT(EXPIRED_HASH), TEXT("full-access"), WHOLE(1704067200000)}},
};
static struct row token_permission_rows[] = {{1, 3, {TEXT("api::category.category.find")}},
                                             {2, 1, {TEXT("api::category.category.delete")}}};
static struct row user_rows[] = {
    {1, 1, {WHOLE(0), WHOLE(1)}}, {2, 1, {WHOLE(1), WHOLE(1)}}, {3, 1, {NOTHING, WHOLE(0)}},
    {4, 0, {WHOLE(0), WHOLE(1)}}, {5, 3, {WHOLE(0), WHOLE(1)}}, {6, 1, {WHOLE(0), NOTHING}},
};

#endif
