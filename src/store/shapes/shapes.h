/* Inside the room `store`: the shapes of the statements that took long, which `lectern advise` reads. A shape is a
 * statement with placeholders, and what it compares and sorts by; values are never kept.
 *
 * Only what took SHAPES_SLOW or longer is noted, under a lock; a statement that took less costs a look at the clock. A
 * thread that is started with the first note adds what was noted to a file every few seconds. The file is shared by all
 * servers of the project's folder, and holds SHAPES_MOST shapes: those that cost the most time. */
#ifndef LECTERN_STORE_SHAPES_H
#define LECTERN_STORE_SHAPES_H

#include "query/query.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
	SHAPES_SLOW = 200000, /* nanoseconds */
	SHAPES_MOST = 256,
	SHAPES_LONGEST_TEXT = 4096, /* bytes of a statement; of longer ones the beginning is kept */
};

/* What was noted of one statement. */
struct shape {
	uint64_t hash; /* of the statement's text; 0: none */
	char *json;    /* malloc'd: what shape_write gives */
	int64_t count, rows, nanoseconds, longest;
	int64_t steps; /* rows that were looked at without an index; 0 where the database does not tell */
};

struct shapes {
	const char *folder; /* the project's; NULL: nothing is noted */
	pthread_mutex_t lock;
	pthread_cond_t changed;
	pthread_t thread;
	bool running, stopping, failed;
	size_t count; /* of the slots in use */
	struct shape slots[SHAPES_MOST];
};

/* `folder` must outlive the shapes. */
void shapes_start(struct shapes *shapes, const char *folder);
/* Writes what is still to be written. */
void shapes_stop(struct shapes *shapes);

/* What one run of a statement took. From any thread. */
struct shape_run {
	const struct query *query;
	bool is_count;
	struct slice text; /* the statement */
	int64_t rows, steps, nanoseconds;
};
void shapes_note(struct shapes *shapes, const struct shape_run *noted);

/* describe.c: writes the members that tell of the statement, without brackets: "table":"restaurants",… */
void shape_write(struct buffer *json, const struct shape_run *run);

/* file.c: adds the shapes to the file of the folder. Waits a second for others at most; false when it can't be
 * written. */
bool shapes_add_to_file(const char *folder, const struct shape *added, size_t count);

/* The lines of the file, a JSON object each, in `arena`; empty where there is none. */
struct slice shapes_read_file(const char *folder, struct arena *arena);

#endif
