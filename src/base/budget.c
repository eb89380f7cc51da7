#include "budget.h"

#include "clock.h"
#include "memory.h"

enum {
	MILLISECOND = 1000000,
	QUESTION_PAUSE = 10 * MILLISECOND, /* between two questions whether the client has gone */
	/* A turn with a limit looks at the processor's clock, which is a system call, only when it has lasted so long:
	 * most end before. Its time until then is the wall clock's, but no more than MOST_UNMEASURED, as the thread may
	 * have stood still while others ran. */
	UNMEASURED = MILLISECOND,
	MOST_UNMEASURED = 5 * MILLISECOND,
	ROWS_BETWEEN_QUESTIONS = 256,
	/* Lists of many rows grow by so much at once; they don't take it from what is held back for others. */
	ROWS_BETWEEN_PROBES = 4096,
	HEADROOM = 64 << 20,
};

void budget_init(struct budget *budget, int64_t time)
{
	*budget = (struct budget){
	    .time = time * MILLISECOND,
	    .rows = SIZE_MAX,
	    .bytes = SIZE_MAX,
	    .sorts = SIZE_MAX,
	    .filters = SIZE_MAX,
	    .turn_wall = -1,
	};
}

void budget_set_limits(struct budget *budget, const struct budget_limits *limits)
{
	budget->rows = limits->rows;
	budget->bytes = limits->bytes;
	budget->sorts = limits->sorts;
	budget->filters = limits->filters;
}

void budget_begin_turn(struct budget *budget, int64_t limit)
{
	budget->turn_limit = limit * MILLISECOND;
	budget->turn_wall = clock_nanoseconds();
	budget->turn_processor = limit ? -1 : clock_of_thread();
	budget->turn_waited = 0;
	if (budget->ended == BUDGET_TURN_OVER)
		budget->ended = BUDGET_GOES_ON;
}

/* Nanoseconds that the turn has used. */
static int64_t turn_used(struct budget *budget)
{
	if (budget->turn_wall < 0)
		return 0;
	if (budget->turn_processor < 0) {
		int64_t wall = clock_nanoseconds() - budget->turn_wall - budget->turn_waited;
		if (wall <= UNMEASURED)
			return (wall > 0 ? wall : 0) + budget->turn_waited;
		budget->turn_processor = clock_of_thread() - (wall < MOST_UNMEASURED ? wall : MOST_UNMEASURED);
	}
	return clock_of_thread() - budget->turn_processor + budget->turn_waited;
}

void budget_end_turn(struct budget *budget)
{
	budget->used += turn_used(budget);
	budget->turn_wall = -1;
	budget->turn_limit = 0;
}

void budget_restart(struct budget *budget)
{
	budget->used = 0;
	budget->ended = BUDGET_GOES_ON;
}

int64_t budget_used(struct budget *budget)
{
	return budget->used + turn_used(budget);
}

int64_t budget_left(struct budget *budget)
{
	int64_t turn = turn_used(budget);
	int64_t left = budget->time ? budget->time - budget->used - turn : INT64_MAX;
	if (budget->turn_limit && budget->turn_limit - turn < left)
		left = budget->turn_limit - turn;
	if (left == INT64_MAX)
		return 0;
	return left < MILLISECOND ? 1 : left / MILLISECOND;
}

static bool is_cancelled(struct budget *budget)
{
	if (!budget->is_cancelled)
		return false;
	int64_t now = clock_nanoseconds();
	if (now - budget->checked_at < QUESTION_PAUSE)
		return false;
	budget->checked_at = now;
	return budget->is_cancelled(budget->context);
}

/* A database in another process tells nothing of its processor time: that a machine is busy shows in the wait alone. */
static enum budget_end end_of_part(const struct budget *budget, int64_t used)
{
	if (!budget->part_end || used <= budget->part_end)
		return BUDGET_GOES_ON;
	return used - (budget->turn_waited - budget->part_waited) > budget->part_end ? BUDGET_TOO_SLOW : BUDGET_WAITED;
}

bool budget_goes_on(struct budget *budget)
{
	if (budget->ended)
		return false;
	int64_t turn = turn_used(budget);
	enum budget_end part = end_of_part(budget, budget->used + turn);
	if (budget->time && budget->used + turn > budget->time)
		budget->ended = BUDGET_TOO_SLOW;
	else if (part)
		budget->ended = part;
	else if (budget->turn_limit && turn > budget->turn_limit)
		budget->ended = BUDGET_TURN_OVER;
	else if (is_cancelled(budget))
		budget->ended = BUDGET_CANCELLED;
	else if (memory_is_short())
		budget->ended = BUDGET_NO_MEMORY;
	return !budget->ended;
}

void budget_add_waiting(struct budget *budget, int64_t nanoseconds)
{
	budget->turn_waited += nanoseconds;
}

void budget_end_early(struct budget *budget)
{
	if (budget->turn_limit && !budget->ended)
		budget->ended = BUDGET_TURN_OVER;
}

void budget_end_short(struct budget *budget)
{
	if (budget->turn_limit && !budget->ended)
		budget->needs_long = true;
	budget_end_early(budget);
}

void budget_begin_part(struct budget *budget, int64_t limit)
{
	if (!budget)
		return;
	budget->part_end = budget_used(budget) + limit * MILLISECOND;
	budget->part_waited = budget->turn_waited;
}

void budget_end_part(struct budget *budget)
{
	if (budget)
		budget->part_end = 0;
}

bool budget_take_row(struct budget *budget, struct error *error)
{
	if (!budget)
		return true;
	if (!budget->rows)
		return error_validation(error, "The request reads too many entries. Expected fewer, or smaller pages");
	budget->rows--;
	if (budget->rows % ROWS_BETWEEN_PROBES == 0 && !budget->ended && !memory_has(HEADROOM))
		budget->ended = BUDGET_NO_MEMORY;
	return budget->rows % ROWS_BETWEEN_QUESTIONS || budget_goes_on(budget) || budget_refuse(budget, NULL, error);
}

bool budget_take_bytes(struct budget *budget, size_t bytes, struct error *error)
{
	if (budget && budget->bytes < bytes)
		return error_validation(error, "The answer would be too large. Expected fewer entries, fields or "
		                               "populated relations");
	if (budget)
		budget->bytes -= bytes;
	return true;
}

bool budget_take_sorts(struct budget *budget, size_t relations, struct error *error)
{
	if (budget && budget->sorts < relations)
		return error_validation(error, "The sorts of the request go over too many relations. Expected fewer or "
		                               "shorter ones");
	if (budget)
		budget->sorts -= relations;
	return true;
}

bool budget_refuse_memory(struct error *error)
{
	return error_set(error, 503, "ServiceUnavailableError",
	                 "The server has no memory left for the request. Try again later");
}

bool budget_refuse(const struct budget *budget, const char *subject, struct error *error)
{
	if (budget->ended == BUDGET_TOO_SLOW)
		return error_validation(
		    error,
		    "The request takes too long: more than %lld milliseconds%s%s. Expected less: fewer "
		    "sorts, filters and populates over relations, or smaller pages",
		    (long long)(budget->time / MILLISECOND), subject ? ", at last for " : "", subject ? subject : "");
	if (budget->ended == BUDGET_WAITED)
		return error_set(error, 503, "ServiceUnavailableError", "The database takes too long. Try again later");
	if (budget->ended == BUDGET_NO_MEMORY)
		return budget_refuse_memory(error);
	return error_set(error, 503, "ServiceUnavailableError", "The request was given up. Try again later");
}
