/* Changes: each is a job of the thread that writes. What its answer populates is read when it is on disk, by a
 * background thread, so that others don't wait to write meanwhile. */
#include "turn.h"
#include "workers.h"

void request_hide_error(struct error *error, struct arena *arena, bool refusals)
{
	if (error->as_it_is)
		return;
	if (error->status == 500 && strcmp(error->name, "InternalServerError") != 0) {
		error_internal(error, "%s: %s", error->name, arena_copy(arena, slice_of(error_text(error))));
		return;
	}
	if (!refusals || (error->status != 401 && error->status != 403))
		return;
	error_set(error, error->status, error->status == 401 ? "UnauthorizedError" : "ForbiddenError",
	          error->status == 401 ? "Unauthorized" : "Forbidden");
}

void request_fail(struct request *request, const struct error *error)
{
	if (!request->writing || request->failure)
		return;
	struct error *failure = arena_alloc(request->arena, sizeof *failure);
	*failure = *error;
	request->failure = failure;
}

static bool run_change(void *context, struct store_session *session, struct error *error)
{
	struct request *request = context;
	bool stays = false;
	request->session = session;
	request->writing = true;
	request->stays = &stays;
	request->failure = NULL;
	request->partial = NULL;
	bool done = request->change->run(request->context, error);
	request->stays = NULL;
	request->writing = false;
	request->session = NULL;
	/* Half a change must not be kept, whatever the steps around it make of its failure. */
	if (done && request->failure) {
		*error = *request->failure;
		done = false;
	}
	/* A lifecycle behind a change that stays: only the answer is the error. */
	if (done || !stays)
		return done;
	struct error *late = arena_alloc(request->arena, sizeof *late);
	*late = *error;
	request->late = late;
	return true;
}

void request_explain_stored(struct error *error)
{
	const struct error why = *error;
	error_set(error, why.status, why.name, "The change is stored, but its answer is not read: %s", why.message);
}

/* Reads what the answer populates. */
static bool complete(struct request *request)
{
	struct error error;
	bool done = turn_begin_primary(request, &error);
	if (done) {
		const struct content_call content = request_content(request);
		done = content_complete(&content, request->partial, &error);
	}
	/* It is begun again elsewhere, with the result as it was. */
	const bool moved = request_is_moved(request);
	if (!moved && !done)
		request_explain_stored(&error);
	if (!moved)
		request->change->complete(request->context, done ? NULL : &error);
	turn_end_session(request);
	if (moved)
		return true;
	request_suspend(request);
	request->change->finish(request->context, true, NULL);
	return false;
}

static void finish_job(void *context, bool done, const struct error *error)
{
	struct request *request = context;
	if (done && request->partial)
		turn_continue(request, complete);
	else
		request->change->finish(request->context, done, done ? request->late : error);
}

static void set_change(struct request *request, const struct request_change *change)
{
	request->change = change;
	request->failure = NULL;
	request->partial = NULL;
	request->late = NULL;
}

static struct store_job job_of(struct request *request)
{
	return (struct store_job){
	    .run = run_change,
	    .finish = finish_job,
	    .context = request,
	    .arena = request->arena,
	    .budget = &request->budget,
	    .needs_code = request->needs_code,
	    .yields = request->yields,
	};
}

void request_change(struct request *request, const struct request_change *change)
{
	request_suspend(request);
	set_change(request, change);
	request->job = job_of(request);
	store_submit(request->shared->store, &request->job);
}

bool request_change_and_wait(struct request *request, const struct request_change *change, struct error *error)
{
	const struct store_job job = job_of(request);
	set_change(request, change);
	return store_change(request->shared->store, &job, error);
}

void request_expect_hooks(struct request *request, const struct content_type *type)
{
	request->needs_code = content_has_listener(request->shared->content, type);
	request->yields = content_yields(request->shared->content, type);
}
