/* Inside the room `store`: the first ids of lists that take long to find, remembered per statement, values and state of
 * the database. All threads share them: any page of a list that was sorted or searched once is read by its ids, until
 * the database changes. */
#ifndef LECTERN_STORE_LISTS_H
#define LECTERN_STORE_LISTS_H

#include "heavy.h"

#include <pthread.h>

enum {
	LISTS_SLOTS = 64,
	LISTS_SLOW = 2000000,    /* nanoseconds: what is worth it */
	LISTS_LONGEST = 1 << 17, /* ids of one list */
	LISTS_MOST = 1 << 20     /* ids of all: 8 MB */
};

struct kept_list {
	char *key; /* malloc'd: statement, values, and driver.version_seen; NULL: there is none */
	size_t length;
	uint64_t hash;
	int64_t *ids; /* malloc'd */
	size_t count;
	bool whole; /* no ids follow */
};

/* A list lives in the slot of its hash, and gives way to the next that falls there, or to any when there are too many
 * ids. */
struct lists {
	pthread_mutex_t lock;
	struct kept_list slots[LISTS_SLOTS];
	size_t id_count, next_to_go;
	struct heavy_statements slow; /* statements whose lists are worth it */
};

void lists_init(struct lists *lists);
void lists_free(struct lists *lists);

/* Whether the ids of the statement should be found first, for a minute after it took long; and how many nanoseconds it
 * took. From any thread. */
bool lists_is_slow(struct lists *lists, struct slice statement);
void lists_note_time(struct lists *lists, struct slice statement, int64_t nanoseconds);

/* A page of a list: at most `limit` ids from `offset` on. */
struct list_page {
	size_t offset, limit;
	int64_t *ids; /* has room for `limit` */
	size_t count; /* that were found */
};

/* Takes the page out of the list's first ids. */
void list_page_copy(struct list_page *page, const int64_t *ids, size_t count);

/* Fills in the page of a remembered list. False where it is not known, or not up to there. From any thread. */
bool lists_find(struct lists *lists, struct slice key, struct list_page *page);

/* Keeps the first ids of a list, which were malloc'd and are the lists' from here on. From any thread. */
void lists_keep(struct lists *lists, struct slice key, int64_t *ids, size_t count, bool whole);

#endif
