/* What one request may cost, whatever it runs and on which threads: one struct.
 *
 * The work of a request is done in turns. A turn runs on one thread, from budget_begin_turn to budget_end_turn; between
 * two turns the request waits. Time is the processor time of the turns, and the time that they waited for a database in
 * another process. A turn may have a limit of its own: what takes longer than that is to be begun again elsewhere.
 *
 * A budget belongs to the thread whose turn it is. Nothing is counted where the pointer to a budget is NULL. */
#ifndef LECTERN_BASE_BUDGET_H
#define LECTERN_BASE_BUDGET_H

#include "error.h"

/* Why nothing more may be done. */
enum budget_end {
	BUDGET_GOES_ON,
	BUDGET_TURN_OVER, /* the turn's limit is reached: another turn, on another thread, may do all of it */
	BUDGET_TOO_SLOW,  /* the request's time is used up, or that of a part by this process alone */
	BUDGET_WAITED,    /* the time of a part went by while a database in another process was waited for */
	BUDGET_CANCELLED, /* its client has gone, or the server stops */
	BUDGET_NO_MEMORY, /* that of the whole server is short */
};

/* What one request may use, on all its threads together. */
struct budget_limits {
	size_t rows;    /* read from the database */
	size_t bytes;   /* that what is read holds in memory */
	size_t sorts;   /* relations that sorts go over */
	size_t filters; /* what filters and sorts weigh (graphql_weigh_value) */
};

struct budget {
	int64_t time;   /* nanoseconds for the whole request; 0: any number */
	size_t rows;    /* that may still be read from the database */
	size_t bytes;   /* that what is read may still hold in memory */
	size_t sorts;   /* how many relations sorts may still go over */
	size_t filters; /* what filters and sorts may still weigh (graphql_weigh_value) */
	/* Asked now and then, on the thread of the turn: true ends the request. NULL: never. */
	bool (*is_cancelled)(void *context);
	void *context;
	enum budget_end ended;
	bool needs_long; /* the work needs a turn without a limit (budget_end_short) */
	/* of the turns */
	int64_t used;                      /* nanoseconds, by the turns before */
	int64_t turn_limit;                /* nanoseconds; 0: none but that of the request */
	int64_t turn_wall, turn_processor; /* when it began; the second is -1 until it is needed */
	int64_t turn_waited;
	int64_t part_end;    /* nanoseconds used at which the part at work ends; 0: there is none */
	int64_t part_waited; /* turn_waited when it began */
	int64_t checked_at;  /* when is_cancelled was asked last */
};

/* `time`: milliseconds; 0: any number. Nothing else is limited. */
void budget_init(struct budget *budget, int64_t time);

/* Nothing of the limits is used yet: when the work begins, and when it is begun again. */
void budget_set_limits(struct budget *budget, const struct budget_limits *limits);

/* `limit`: milliseconds that the turn may take, 0: none. What ended a turn before is forgotten, but not that the whole
 * request has ended. */
void budget_begin_turn(struct budget *budget, int64_t limit);
void budget_end_turn(struct budget *budget);

/* Forgets what was used: the work is begun again. */
void budget_restart(struct budget *budget);

/* Whether the work may go on; else budget->ended says why not. To be called every millisecond or so. */
bool budget_goes_on(struct budget *budget);

/* Tells of nanoseconds that the turn has waited for a database in another process. */
void budget_add_waiting(struct budget *budget, int64_t nanoseconds);

/* Nanoseconds used so far; at most as many more as it took to reach the first question of a turn. */
int64_t budget_used(struct budget *budget);

/* Milliseconds that are left, of the turn and the request: at least 1. 0: any number. */
int64_t budget_left(struct budget *budget);

/* Ends the turn, as when its limit is reached; only where it has one. */
void budget_end_early(struct budget *budget);

/* The same, for work that no turn with a limit is long enough for. */
void budget_end_short(struct budget *budget);

/* A part of the work that has a limit of its own, in milliseconds: what takes longer ends the request. Where only the
 * waiting for a database makes it so long, that may be busy, and the request is not to blame. NULL is fine. */
void budget_begin_part(struct budget *budget, int64_t limit);
void budget_end_part(struct budget *budget);

/* Takes one row: false, with 400, when the request has read too many, or as budget_refuse says. NULL is fine, as below.
 */
bool budget_take_row(struct budget *budget, struct error *error);

/* Takes memory, or relations that a sort goes over: false, with 400, when there is none left. */
bool budget_take_bytes(struct budget *budget, size_t bytes, struct error *error);
bool budget_take_sorts(struct budget *budget, size_t relations, struct error *error);

/* Fills in the refusal of a request that ended: 400 where it is too expensive, `subject` (may be NULL) naming what was
 * being done; 503 where it was cancelled, has waited for the database, or there is no memory. Returns false. */
bool budget_refuse(const struct budget *budget, const char *subject, struct error *error);

/* The same where the memory for the request's data can't be had. */
bool budget_refuse_memory(struct error *error);

#endif
