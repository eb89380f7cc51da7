/* Inside the folder: changes to entries. */
#ifndef LECTERN_API_ADMIN_CONTENT_CHANGES_H
#define LECTERN_API_ADMIN_CONTENT_CHANGES_H

#include "entries.h"

/* A change on its way. */
struct entry_change {
	struct admin_call *call;
	struct content_call content; /* in the session that writes */
	const struct content_type *type;
	struct json_object *data; /* to be stored; in the request's arena */
	const struct content_password *passwords;
	int64_t id; /* of the entry that is answered; 0: the answer is written already */
	bool whole; /* a new draft must have all that is required */
};

/* Runs `run` in a transaction, then answers the entry that it leaves in change->id. `context` of run is the call. */
bool panel_change_make(struct admin_call *call, bool (*run)(struct entry_change *change));

/* A copy of the body, since a change may be tried again; in the request's arena. */
struct json_object *panel_change_body(struct entry_change *change);

/* The query that reads an entry after its change: the fields that hooks and notices show. */
bool panel_change_answer(struct entry_change *change, const struct query **answer);

/* Whether one of the rules is for entries in that locale, or the type has none. */
bool panel_change_allows(const struct ability *ability, struct slice locale);

/* Makes an entry of change->data. */
bool panel_change_create(struct entry_change *change);

/* Stores the fields of change->data in the entry, unchecked or as a form sends them. */
bool panel_change_update(struct entry_change *change, int64_t id, bool unchecked);

#endif
