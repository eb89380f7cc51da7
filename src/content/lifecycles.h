/* Lifecycles: hooks of a project's code before and after Strapi's query engine reads or changes entries. A part of the
 * room's door: content.h includes it. */
#ifndef LECTERN_CONTENT_LIFECYCLES_H
#define LECTERN_CONTENT_LIFECYCLES_H

#include "base/base.h"

struct content;
struct content_call;
struct content_type;
struct json_object;

/* Each moment before has the one after behind it. */
enum content_lifecycle {
	LIFECYCLE_BEFORE_CREATE,
	LIFECYCLE_AFTER_CREATE,
	LIFECYCLE_BEFORE_CREATE_MANY,
	LIFECYCLE_AFTER_CREATE_MANY,
	LIFECYCLE_BEFORE_UPDATE,
	LIFECYCLE_AFTER_UPDATE,
	LIFECYCLE_BEFORE_UPDATE_MANY,
	LIFECYCLE_AFTER_UPDATE_MANY,
	LIFECYCLE_BEFORE_DELETE,
	LIFECYCLE_AFTER_DELETE,
	LIFECYCLE_BEFORE_DELETE_MANY,
	LIFECYCLE_AFTER_DELETE_MANY,
	LIFECYCLE_BEFORE_FIND_ONE,
	LIFECYCLE_AFTER_FIND_ONE,
	LIFECYCLE_BEFORE_FIND_MANY,
	LIFECYCLE_AFTER_FIND_MANY,
	LIFECYCLE_BEFORE_COUNT,
	LIFECYCLE_AFTER_COUNT,
	LIFECYCLES,
};

/* "beforeCreate", … */
const char *content_lifecycle_name(enum content_lifecycle moment);

struct content_lifecycle_event {
	const struct content_call *call; /* for calls from the listener: in the same session, one level deeper */
	enum content_lifecycle moment;
	const struct content_type *type;
	struct json_object *params; /* event.params: data, where, select, populate, …; may be changed in place */
	bool tagged;                /* params are code's, with tags for what JSON has not (query/engine/engine.h); else
	                               all is JSON: dates are texts */
	struct json_object *result; /* after: event.result; may be changed in place, or be replaced by another
	                               reference. Before, and where nothing was found: NULL */
	struct json_object *state;  /* the listener's state from before, for after; a reference, or NULL */
	bool broken;                /* set by the listener when it fails before its end: the whole change is undone,
	                               also after, unless it is committed */
	bool may_commit;            /* see content_commit_change */
	bool committed;             /* it was called: the session is not to be used any more */
	bool lost;                  /* in vain */
	struct error loss;          /* why */
};

/* Whether the listener may call content_commit_change: it is the last behind a change of its own transaction, or before
 * one, where nothing is written so far; and no undoable part is open. */
bool content_may_commit(const struct content_lifecycle_event *event);

/* Commits the change and what the listener has changed so far, if anything, and lets others write from here on: for a
 * listener that waits for what is outside of lectern, or tells of the change. False when nothing of it is in force;
 * *error is then the answer, whatever the listener says. */
bool content_commit_change(struct content_lifecycle_event *event, struct error *error);

/* False, with *error. Before: the change is not made. After: the change stays, and the error is answered. */
typedef bool content_lifecycle_listener(void *context, struct content_lifecycle_event *event, struct error *error);

/* Sets the listener, before the service serves. It is called on the thread that reads or changes, which it may block,
 * for the moments that content_listen names. */
void content_set_listener(struct content *content, content_lifecycle_listener *listener, void *context);

/* Sets the moments of a type that the listener is called for from now on: bits, 1 << moment. From any thread. */
void content_listen(struct content *content, const struct content_type *type, uint32_t moments);

/* The moments of a type that the listener is called for. */
uint32_t content_listened(const struct content *content, const struct content_type *type);

/* Whether any component has a listener. */
bool content_listens_to_components(const struct content *content);

/* Whether the type (NULL: any type), or a component in its entries, has a listener for any moment: then a change may
 * have to wait for it. */
bool content_has_listener(const struct content *content, const struct content_type *type);

/* Whether the type (NULL: any type) has a listener for a change: then its job is one that yields. */
bool content_yields(const struct content *content, const struct content_type *type);

/* True when a read of the type's entries may have to wait for the listener: then not on a thread that serves. */
bool content_waits_to_read(const struct content *content, const struct content_type *type);

/* True when a read of some type's entries may. */
bool content_waits_to_read_any(const struct content *content);

/* ---- one operation: zeroed it is none ---- */

struct lifecycle {
	const struct content_call *call;
	const struct content_type *type;
	enum content_lifecycle before;
	struct json_object *params, *state;
	bool tagged;
	bool last; /* to be set before lifecycle_after: nothing is written behind it. Where content_call.yields is set,
	              the listener may commit the change */
};

/* Whether the operation whose first moment is `before` has a listener. */
bool lifecycle_has_listener(const struct content_call *call, const struct content_type *type,
                            enum content_lifecycle before);

/* Begins it; `params` must live until lifecycle_end. Does nothing without a listener. *changed (may be NULL) when
 * the listener has changed the parameters. False when it refuses. */
bool lifecycle_begin(struct lifecycle *lifecycle, const struct content_call *call, const struct content_type *type,
                     enum content_lifecycle before, struct json_object *params, bool *changed, struct error *error);

/* As lifecycle_begin, for params that are code's. */
bool lifecycle_begin_tagged(struct lifecycle *lifecycle, const struct content_call *call,
                            const struct content_type *type, enum content_lifecycle before, struct json_object *params,
                            struct error *error);

/* *result may be changed or replaced. False with the error of the listener; the change then stays, where
 * content_call.stays is set. */
bool lifecycle_after(struct lifecycle *lifecycle, struct json_object **result, struct error *error);

/* Of a new entry whose data had its times before the hooks: those that hooks have taken away are none. */
void lifecycle_leave_times(struct json_object *data);

/* Releases the memory of lifecycle_begin. */
void lifecycle_end(struct lifecycle *lifecycle);

#endif
