/* Inside the room `account`: admins, as the database has them. */
#ifndef LECTERN_ACCOUNT_ADMINS_ADMIN_ROW_H
#define LECTERN_ACCOUNT_ADMINS_ADMIN_ROW_H

#include "account/account_state.h"

#define SUPER_ADMIN_CODE "strapi-super-admin"

struct admin_row {
	int64_t id; /* 0: there is none */
	struct slice email, firstname, lastname, username;
	struct slice password; /* its hash */
	bool active;           /* and not blocked */
};

/* The admin whose attribute is that text. An empty text finds none. */
bool admin_row_find(const struct content_call *content, const struct registry *registry, const char *attribute,
                    struct slice text, struct admin_row *row, struct error *error);
bool admin_row_find_id(const struct content_call *content, const struct registry *registry, int64_t id,
                       struct admin_row *row, struct error *error);

/* The id of the super admin role; 0: there is none. */
bool admin_row_super_role(const struct content_call *content, const struct registry *registry, int64_t *id,
                          struct error *error);

/* Refuses when `ids` has all admins of that role. */
bool admin_row_keep_super(const struct content_call *content, const struct registry *registry, const int64_t *ids,
                          size_t count, struct error *error);

/* Refuses with 400 when a role of the list is none; their ids become numbers. */
bool admin_row_check_roles(const struct content_call *content, const struct registry *registry,
                           struct json_object *roles, struct error *error);

/* The hash of a password that was checked; 400 for one that bcrypt would cut. */
bool admin_row_hash(struct slice password, char hash[ACCESS_PASSWORD_SIZE], struct error *error);

/* answer->user, with roles or without, and with `issue` answer->jwt. */
bool admin_row_answer(struct account_call *call, struct store_session *session, int64_t id, bool roles, bool issue,
                      struct account_admin_answer *answer, struct error *error);

/* Inside of a session that writes: the server's own way to `content`. */
struct content_call admin_row_content(const struct account_call *call, struct store_session *session);

#endif
