/* The admins that one thread remembers, and what they may do. It is read again when the database may have
 * changed. */
#ifndef LECTERN_ACCESS_KNOWN_ADMINS_H
#define LECTERN_ACCESS_KNOWN_ADMINS_H

#include "admin.h"

/* It never changes. It lives until its last reference is released, on any thread. */
struct known_admin {
	struct arena *arena;
	_Atomic unsigned keepers;
	struct admin admin;
	struct known_admin *next;
};

struct known_admins;

struct known_admins *known_admins_create(void);
void known_admins_destroy(struct known_admins *all); /* NULL is fine */

/* To be called before the first look in a session: forgets all when `version` is not the one they were read at,
 * or 0. */
void known_admins_begin(struct known_admins *all, uint64_t version);

struct known_admin *known_admins_find(const struct known_admins *all, int64_t id); /* or NULL */

/* One reference: the caller's, until known_admin_release or known_admins_add, which takes it over. */
struct known_admin *known_admin_create(int64_t id);
void known_admins_add(struct known_admins *all, struct known_admin *known);
void known_admin_release(struct known_admin *known);

/* Keeps it as long as the arena. */
void known_admin_keep(struct known_admin *known, struct arena *arena);

#endif
