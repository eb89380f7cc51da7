/* Inside the room `account`: what struct accounts holds, and what the functions share. */
#ifndef LECTERN_ACCOUNT_ACCOUNT_STATE_H
#define LECTERN_ACCOUNT_ACCOUNT_STATE_H

#include "account.h"
#include "account/users/code.h"
#include "input.h"
#include "limit.h"
#include "settings.h"

#include <json-c/json.h>

struct accounts {
	const struct config *config;
	const struct registry *registry;
	struct store *store;
	struct access *access;
	struct content *content;
	struct background *background;
	struct background *outside; /* for what waits for others: it must not keep passwords waiting */
	struct oauth_client *providers;
	struct mailer *mailer;
	struct limit *limit; /* NULL: there are none */
	size_t first_thread;
};

/* 400 ApplicationError, with which Strapi refuses most. Returns false. */
bool account_refuse(struct error *error, const char *message);

/* A session of the call's thread, for reading: all of it is of one moment. End it with store_end, and before
 * account_write. */
bool account_begin(const struct account_call *call, struct store_session **session, struct error *error);

/* The call's way to the room `content`, in one of its sessions. */
struct content_call account_content(const struct account_call *call, struct store_session *session);

/* All settings, in a session of its own. */
bool account_read_settings(const struct account_call *call, struct settings_of_accounts *settings, struct error *error);

/* ---- limits: 429 when it is done too often ---- */

/* Counts one request for `what` ("sign-in") from the call's address. */
bool account_limit_address(struct account_call *call, const char *what, struct error *error);

/* Counts one for what goes by a name: an account, an address that registers. Each network has a count of its own, so
 * that none keeps the others out; that of all together goes as far as that of an address. */
bool account_limit_name(struct account_call *call, const char *what, struct slice name, struct error *error);

/* Counts one mail to an address (in lower case), whoever asks for it: nobody wants more, and who is owed one gets it
 * with the first. */
bool account_limit_mails(struct account_call *call, const char *what, struct slice email, struct error *error);

/* ---- users (user.c) ---- */

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

/* ---- mails ---- */

enum account_code { CODE_RESET, CODE_CONFIRMATION };

/* Makes a new code for the address of a user, keeps its hash in the user's row and mails it. */
bool account_send_code(struct account_call *call, const struct settings_of_accounts *settings, enum account_code kind,
                       int64_t user_id, struct error *error);

/* The same for whoever has the address (in lower case), if anybody, when the request has been answered. Errors go to
 * the log then. */
bool account_ask_for_code(struct account_call *call, enum account_code kind, struct slice email, struct error *error);

/* What a mail says to a user. `code` replaces TOKEN and CODE. */
void account_mail(const struct account_call *call, const struct mail_template *template, const char *url,
                  const char *code, struct json_object *user);

/* Runs `run` on a background thread with an arena of its own, after the request has been answered. */
bool account_defer(struct account_call *call, void (*run)(struct account_call *call, const char *text),
                   struct slice text, struct error *error);

#endif
