/* What is found in a project before it is served: mistakes, and parts that lectern does not run. Each room that reads a
 * part of the project adds what it finds to one list; the commands print it and decide whether to go on. */
#ifndef LECTERN_BASE_FINDINGS_H
#define LECTERN_BASE_FINDINGS_H

#include "arena.h"

enum finding_kind {
	FINDING_MISTAKE, /* wrong, and to be mended: neither serve nor migrate starts */
	FINDING_BLOCKS,  /* right for Strapi, but lectern does not run it: neither starts, unless --without-code */
	FINDING_CLOSES,  /* right for Strapi, but lectern does not run it: serve starts, the routes it belongs to are
	                    answered with 501 */
	FINDING_TOLD,    /* what the operator should know each time: serve logs it; nothing is closed */
	FINDING_NOTE     /* what the operator should know; nothing is closed */
};

struct finding {
	enum finding_kind kind;
	const char *file;    /* relative to the project, "environment" or "command line" */
	const char *path;    /* where in the file: "$.attributes.title", a line; or NULL: the whole */
	const char *message; /* what it means: one sentence, without a point at its end */
	const char *remedy;  /* what to do about it: a sentence as above; or NULL */
	const char *group;   /* what depends on it, such as a type's uid; findings of one group are printed
	                        together; or NULL */
	struct finding *next;
};

/* More than these of a list are counted, but not kept: a file of nonsense should not fill the memory. */
enum { FINDINGS_KEPT = 1000 };

struct findings {
	struct arena *arena; /* where the findings live */
	struct finding *first, *last;
	size_t count; /* of all that were added */
};

void findings_init(struct findings *findings, struct arena *arena);

/* Adds a finding. `file`, `path` and `group` must outlive the list (or be static); the formatted message is copied to
 * the arena. Returns it, for a remedy or a group to be set; NULL when too many are there already. */
struct finding *findings_add(struct findings *findings, enum finding_kind kind, const char *file, const char *path,
                             const char *format, ...) __attribute__((format(printf, 5, 6)));

/* The number of those kept that are of `kind`. */
size_t findings_of_kind(const struct findings *findings, enum finding_kind kind);

#endif
