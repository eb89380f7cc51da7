/* Inside the room `account`: users, as the database has them. Each function runs on the thread of its session. */
#ifndef LECTERN_ACCOUNT_USERS_USER_H
#define LECTERN_ACCOUNT_USERS_USER_H

#include "account/account_state.h"

struct account_user {
	int64_t id; /* 0: there is none */
	struct slice email, provider, password;
	bool confirmed, blocked;
}; /* password: its hash */

/* The first user that the condition finds. */
bool user_find(const struct account_call *call, struct store_session *session, struct condition *filter,
               struct account_user *user, struct error *error);

/* attribute = value of the user type. */
struct condition *user_is(const struct account_call *call, const char *attribute, struct slice text);
struct condition *user_has_id(const struct account_call *call, int64_t id);
struct condition *user_any(const struct account_call *call, struct condition *first, struct condition *second);

/* Whether another than `except` has that value. */
bool user_is_taken(const struct account_call *call, struct store_session *session, const char *attribute,
                   struct slice text, int64_t except, bool *taken, struct error *error);

/* The id of the first role of that type; 0 when there is none. */
bool user_role_id(const struct account_call *call, struct store_session *session, const char *type, int64_t *id,
                  struct error *error);

/* Reads answer->user, when it is shown. */
bool user_show(const struct account_call *call, struct store_session *session, int64_t id, const struct query *shown,
               struct account_answer *answer, struct error *error);

/* The user as mails may tell of it: a JSON object of the fields that are not private. Release it. */
bool user_as_json(const struct account_call *call, struct store_session *session, int64_t id, struct json_object **user,
                  struct error *error);

/* Issues answer->jwt. */
bool user_issue_jwt(const struct account_call *call, struct store_session *session, int64_t id,
                    struct account_answer *answer, struct error *error);

/* A change to one user by the server itself: relations are not asked for rights, and the result is as `shown` (NULL:
 * nothing of it). */
struct content_change user_change(const struct account_call *call, struct json_object *data,
                                  const struct content_password *passwords, const struct query *shown);

#endif
