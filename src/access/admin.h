/* Part of the door of the room `access`: who calls the administration, and what they may do there. Admins have nothing
 * to do with the users of the content API: other tables, another secret, other permissions. */
#ifndef LECTERN_ACCESS_ADMIN_H
#define LECTERN_ACCESS_ADMIN_H

#include "store/store.h"

struct access;

/* A permission of an admin's role, as Strapi keeps it. Members that are JSON are as they are stored; empty: none. */
struct admin_permission {
	int64_t id, role;
	struct slice action;  /* "plugin::content-manager.explorer.read" */
	struct slice subject; /* "api::restaurant.restaurant"; empty: the action is about none */
	struct slice parameters, properties, conditions; /* JSON: {}, {"fields": […], "locales": […]}, ["admin::…"] */
};

struct admin {
	int64_t id;
	int64_t issued_at; /* when the token was that identified the admin: seconds since 1970; 0: it does not say */
	struct store_admin_tokens tokens;
	const int64_t *roles;
	size_t role_count;
	bool is_super;                              /* one of the roles is Strapi's own for those who may do all */
	const struct admin_permission *permissions; /* of all roles, in the order of their ids */
	size_t permission_count;
	const struct admin_rule *rules; /* those of the permissions that can hold; see ability.h */
	size_t rule_count;
	bool asks; /* some permissions have conditions of the project's code: see access_ask_rules */
};

/* Who is calling, by the Authorization header: "Bearer <token>" with a JWT of an admin who is there, active and not
 * blocked, that was not ended (store_end_admin_tokens). Everything of *admin lives as long as `arena`. An admin
 * is read once, and again when the database may have changed. 401 for anything else, API tokens and the JWTs
 * of users included; 503 when the database can't be asked. */
bool access_identify_admin(const struct access *access, struct store_session *session, struct slice authorization,
                           struct arena *arena, struct admin *admin, struct error *error);

/* The same by the token alone. */
bool access_identify_admin_token(const struct access *access, struct store_session *session, struct slice token,
                                 struct arena *arena, struct admin *admin, struct error *error);

/* The permissions of roles, in the order of their ids; in `arena`. */
bool access_read_admin_permissions(const struct access *access, struct store_session *session, struct arena *arena,
                                   const int64_t *roles, size_t role_count, const struct admin_permission **permissions,
                                   size_t *count, struct error *error);

/* May the admin do `action` to any entry of `subject` at all (empty: the action is about none)? Conditions and locales
 * are not asked: they decide about entries. */
bool access_admin_may(const struct admin *admin, struct slice action, struct slice subject);

/* The same of one field, "address.city" (empty: of none in particular). */
bool access_admin_may_field(const struct admin *admin, struct slice action, struct slice subject, struct slice field);

/* Whether admins can sign in: their secret is there, and it is not that of users. */
bool access_has_admins(const struct access *access);

/* An admin's JWT, as access_issue_jwt, that is issued now, or when those before have ended. NULL when there is no
 * secret, or auth.options.expiresIn is no time. */
const char *access_issue_admin_jwt(const struct access *access, struct arena *arena, int64_t admin_id,
                                   const struct store_admin_tokens *tokens);

#endif
