/* Notices: messages about changes, as Strapi's event hub sends them to webhooks. A part of the room's door: content.h
 * includes it.
 *
 * A notice is made in the change's transaction, after all else is done to the entry: a rollback takes it back. Without
 * a subscriber it costs nothing. */
#ifndef LECTERN_CONTENT_NOTICES_H
#define LECTERN_CONTENT_NOTICES_H

#include "base/base.h"

struct content;
struct content_call;
struct content_result;
struct content_type;
struct json_object;
struct query;

enum content_notice {
	NOTICE_ENTRY_CREATE,
	NOTICE_ENTRY_UPDATE,
	NOTICE_ENTRY_DELETE,
	NOTICE_ENTRY_PUBLISH,
	NOTICE_ENTRY_UNPUBLISH,
	NOTICE_MEDIA_CREATE,
	NOTICE_MEDIA_UPDATE,
	NOTICE_MEDIA_DELETE,
	CONTENT_NOTICES,
};

/* "entry.create", … */
const char *content_notice_name(enum content_notice notice);

/* The notice of that name; CONTENT_NOTICES when there is none. */
enum content_notice content_notice_named(struct slice name);

/* Receives a notice, in the session of the call, which writes. It may change the object `entry`. False, with *error,
 * rolls the change back. */
typedef bool content_notice_function(void *context, const struct content_call *call, enum content_notice notice,
                                     const struct content_type *type, struct json_object *entry, struct error *error);

/* The subscribers, in the order in which they receive a notice. */
enum content_subscriber { SUBSCRIBER_WEBHOOKS, SUBSCRIBER_CODE, CONTENT_SUBSCRIBERS };

/* Sets the function of a subscriber, before the service serves. It receives what content_choose_notices names. */
void content_subscribe(struct content *content, enum content_subscriber subscriber, content_notice_function *function,
                       void *context);

/* Sets the notices that a subscriber receives from now on: bits, 1 << notice. From any thread, as the next. */
void content_choose_notices(struct content *content, enum content_subscriber subscriber, uint32_t notices);
uint32_t content_chosen_notices(struct content *content, enum content_subscriber subscriber);

/* Whether a subscriber receives that notice of changes that this call makes. */
bool content_notifies(const struct content_call *call, enum content_notice notice);

/* Sends a notice about the first entry of a result that is not partial, with its fields in the result. Does nothing
 * without a subscriber to it. content_create, content_update and content_delete send theirs themselves
 * (content_call.silent); of publishing and uploads the caller sends the notice. */
bool content_notify(const struct content_call *call, enum content_notice notice, const struct content_result *result,
                    struct error *error);

/* The same about the entry of that id, which it reads as `query` says. */
bool content_notify_of(const struct content_call *call, enum content_notice notice, const struct query *query,
                       int64_t id, struct error *error);

#endif
