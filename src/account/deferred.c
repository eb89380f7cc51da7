/* Work that is done when the request has been answered. */
#include "deferred.h"

struct deferred_account_work {
	struct account_call call;
	struct background_work work;
	void (*run)(struct account_call *call, const char *text);
	const char *text;
};

static void run_deferred(void *context, size_t thread)
{
	struct deferred_account_work *deferred = context;
	deferred->call.thread = deferred->call.accounts->first_thread + thread;
	deferred->run(&deferred->call, deferred->text);
	arena_destroy(deferred->call.arena);
}

bool account_defer(struct account_call *call, void (*run)(struct account_call *call, const char *text),
                   struct slice text, struct error *error)
{
	struct arena *arena = arena_create();
	struct deferred_account_work *deferred = arena_alloc(arena, sizeof *deferred);
	deferred->call = (struct account_call){.accounts = call->accounts, .arena = arena, .by_itself = true};
	deferred->work = (struct background_work){.run = run_deferred, .context = deferred};
	deferred->run = run;
	deferred->text = arena_copy(arena, text);
	if (background_submit(call->accounts->background, &deferred->work))
		return true;
	arena_destroy(arena);
	return error_set(error, 503, "ServiceUnavailableError", "Too many requests are waiting. Try again later");
}
