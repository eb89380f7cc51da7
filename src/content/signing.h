/* Files whose urls are not shown as they are stored: those of a private bucket get urls that are good for a while. A
 * part of the room's door: content.h includes it.
 *
 * As in Strapi they are signed where media fields show them, in answers to reads and to changes; not in lists of files,
 * nor in what code reads with strapi.db.query, nor in notices. What it reads and changes with strapi.entityService has
 * them. */
#ifndef LECTERN_CONTENT_SIGNING_H
#define LECTERN_CONTENT_SIGNING_H

#include "base/base.h"

struct content;
struct budget;
struct json_object;

struct content_signer {
	/* Changes a list of files, objects with all that is known of them, in place. Called on any thread that reads.
	 */
	bool (*sign)(void *context, struct json_object *files, struct error *error);
	void *context;
	bool waits;      /* it may take its time: it is not called on a thread that serves */
	bool panel_only; /* urls are signed in the panel, and shown as they are stored to all others */
};

/* From here on, for all reads; from any thread. NULL: urls are shown as they are stored, as at first. `signer` must
 * outlive the service. */
void content_set_signer(struct content *content, const struct content_signer *signer);

/* NULL: there is none. */
const struct content_signer *content_signer(const struct content *content);

/* Signs a list of files that are shown by themselves, objects with all that is known of them, in place. Nothing happens
 * without a signer. `budget` is that of the request, or NULL. */
bool content_sign(const struct content *content, struct budget *budget, struct json_object *files, struct error *error);

#endif
