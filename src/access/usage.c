#include "usage.h"

#include "base/base.h"

#include <stdlib.h>

struct used_token {
	int64_t token, at;
};

struct usage_job {
	struct store_job job;
	const struct content_type *type;
	const struct attribute *last_used;
	int64_t token, at;
};

void usage_init(struct usage *usage, const struct registry *registry)
{
	*usage = (struct usage){.registry = registry};
	pthread_mutex_init(&usage->lock, NULL);
}

void usage_free(struct usage *usage)
{
	pthread_mutex_destroy(&usage->lock);
	free(usage->tokens);
}

/* A time that is still to come was noted by a clock that was wrong. */
static bool is_over(int64_t at, int64_t now)
{
	return now < at || at < now - USAGE_INTERVAL_MS;
}

/* Another instance may have written it already. */
static bool read_last(const struct usage_job *job, struct store_session *session, int64_t *last, struct error *error)
{
	struct query *query = query_create(job->job.arena, job->type);
	const struct store_select select = {.query = query, .parents = &job->token, .parent_count = 1};
	struct store_cursor *cursor;
	struct cell cell = {.kind = CELL_NULL};
	bool row;
	*last = INT64_MIN;
	query->with_private = true;
	query->fields = arena_array(job->job.arena, 1, sizeof *query->fields);
	query->fields[query->field_count++] = job->last_used;
	if (!store_select(session, &select, &cursor, error))
		return false;
	bool done = store_next(cursor, &row, error);
	if (done && row)
		store_cell(cursor, 0, &cell);
	if (cell.kind == CELL_INTEGER)
		*last = cell.integer;
	store_close_cursor(cursor);
	return done;
}

static bool write_use(void *context, struct store_session *session, struct error *error)
{
	const struct usage_job *job = context;
	const struct value at = {.kind = VALUE_DATETIME, .integer = job->at};
	const struct store_field field = {job->last_used->column, job->last_used, at};
	const struct store_where where = {.column = "id", .id = job->token};
	int64_t last;
	if (!read_last(job, session, &last, error))
		return false;
	return !is_over(last, job->at) || store_update(session, job->type->table, &where, &field, 1, error);
}

/* When it could not be written, the next minute's use will be. */
static void forget_job(void *context, bool done, const struct error *error)
{
	struct usage_job *job = context;
	(void)done;
	(void)error;
	arena_destroy(job->job.arena);
}

static void submit(const struct usage *usage, struct store *store, int64_t token, int64_t now)
{
	const struct content_type *type = usage->registry->api_token;
	const struct attribute *last_used = model_attribute(type, SLICE("lastUsedAt"));
	if (!last_used)
		return;
	struct arena *arena = arena_create();
	struct usage_job *job = arena_alloc(arena, sizeof *job);
	*job = (struct usage_job){
	    .job = {.run = write_use, .finish = forget_job, .context = job, .arena = arena},
	    .type = type,
	    .last_used = last_used,
	    .token = token,
	    .at = now,
	};
	store_submit(store, &job->job);
}

/* The token's entry; only tokens that the database has get one. */
static struct used_token *find_token(struct usage *usage, int64_t token)
{
	for (size_t i = 0; i < usage->count; i++)
		if (usage->tokens[i].token == token)
			return &usage->tokens[i];
	if (usage->count == usage->capacity) {
		usage->capacity = usage->capacity ? 2 * usage->capacity : 16;
		usage->tokens = memory_resize(usage->tokens, usage->capacity * sizeof *usage->tokens);
	}
	usage->tokens[usage->count] = (struct used_token){.token = token, .at = INT64_MIN};
	return &usage->tokens[usage->count++];
}

void usage_note(struct usage *usage, struct usage_latest *latest, struct store_session *session, int64_t token,
                int64_t now)
{
	if (latest->token == token && !is_over(latest->at, now))
		return;
	*latest = (struct usage_latest){.token = token, .at = now};
	if (store_is_read_only(session))
		return;
	pthread_mutex_lock(&usage->lock);
	struct used_token *used = find_token(usage, token);
	bool over = is_over(used->at, now);
	if (over)
		used->at = now;
	pthread_mutex_unlock(&usage->lock);
	if (over)
		submit(usage, store_of_session(session), token, now);
}
