/* Work that is done when the request has been answered. */
#include "deferred.h"

struct deferred {
	struct account_call call;
	struct account_work work;
	void (*run)(struct account_call *call, const char *text);
	const char *text;
};

static void run_deferred(void *context, struct account_call *call)
{
	struct deferred *deferred = context;
	deferred->run(call, deferred->text);
	arena_destroy(call->arena);
}

bool account_defer(struct account_call *call, void (*run)(struct account_call *call, const char *text),
                   struct slice text, struct error *error)
{
	struct arena *arena = arena_create();
	struct deferred *deferred = arena_alloc(arena, sizeof *deferred);
	deferred->call = (struct account_call){.accounts = call->accounts, .arena = arena, .by_itself = true};
	deferred->work = (struct account_work){.run = run_deferred, .context = deferred, .call = &deferred->call};
	deferred->run = run;
	deferred->text = arena_copy(arena, text);
	if (account_start(call->accounts, &deferred->work, error))
		return true;
	arena_destroy(arena);
	return false;
}
