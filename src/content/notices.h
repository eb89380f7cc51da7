/* Notices: what others are told of a change, as Strapi's event hub tells its webhooks. A part of the room's door:
 * content.h includes it.
 *
 * A notice is given in the change's transaction, when all has been done to the entry: what is rolled back takes its
 * notices with it. Nothing is spent where nobody wants them. */
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

/* Takes a notice, in the session of the call, which writes. `entry` is an object that it may change. False, with
 * *error, takes back the change. */
typedef bool content_teller(void *context, const struct content_call *call, enum content_notice notice,
                            const struct content_type *type, struct json_object *entry, struct error *error);

/* Who is told of changes, in this order. */
enum content_told { TOLD_WEBHOOKS, TOLD_CODE, CONTENT_TOLD };

/* How one of them is told; to be set before the service serves. It is told what content_want names. */
void content_set_teller(struct content *content, enum content_told told, content_teller *teller, void *context);

/* Which notices one of them wants from here on: bits, 1 << notice. From any thread. */
void content_want(struct content *content, enum content_told told, uint32_t notices);
uint32_t content_wanted(struct content *content, enum content_told told);

/* Whether a notice is wanted, of changes that this call makes. */
bool content_tells(const struct content_call *call, enum content_notice notice);

/* Tells of the first entry of a result that is not partial, as it stands there. Nothing happens where the notice is not
 * wanted. Creations, changes and deletions tell by themselves (content_call.silent); all else, such as that an entry
 * was published or a file uploaded, is told by who knows of it. */
bool content_tell(const struct content_call *call, enum content_notice notice, const struct content_result *result,
                  struct error *error);

/* The same of the entry of that id, read for it as `query` has it. */
bool content_tell_of(const struct content_call *call, enum content_notice notice, const struct query *query, int64_t id,
                     struct error *error);

#endif
