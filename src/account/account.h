/* The door of the room `account`: signing in, registering, passwords, confirmation by mail, and the users and roles
 * themselves. Knows nothing of HTTP, REST or GraphQL: these pass the client's input and write the answer.
 *
 * Most of it is slow by nature (passwords are hashed, changes waited for), so all functions that take a
 * `struct account_call` block: they are for background threads that may wait (request_block in api/request). One thread
 * at a time works for a call. */
#ifndef LECTERN_ACCOUNT_ACCOUNT_H
#define LECTERN_ACCOUNT_ACCOUNT_H

#include "access/access.h"
#include "admins/admins.h"
#include "admins/tokens.h"
#include "content/content.h"
#include "input.h"

struct accounts;

/* `background`: threads that may wait, for what is done when its request has been answered; `first_thread` is the
 * store's number of the first of them. All arguments but `background`, which is to be stopped before, must outlive
 * accounts_close. */
bool accounts_open(const struct config *config, const struct registry *registry, struct store *store,
                   struct access *access, struct content *content, struct background *background, size_t first_thread,
                   struct accounts **accounts, struct error *error);

/* Whether an action is there that a role can be granted: "api::restaurant.restaurant.find". */
typedef bool account_action_exists(void *context, struct slice action);

/* At the start, before anything is served: takes back permissions of roles for actions that do not exist, one of each
 * action as Strapi does, and grants the default ones where there are no permissions at all. */
bool accounts_sync_permissions(struct accounts *accounts, account_action_exists *exists, void *context,
                               struct error *error);

/* A mail of the project's own. Addresses as "a@b.co" or "Name <a@b.co>". NULL: nothing, or what the settings say. */
struct account_mail {
	const char *to, *from, *reply_to;
	const char *subject, *text, *html;
};

/* Queues a mail for the thread that sends mails, which logs the result. False, with nothing sent, for addresses
 * that no mail may go to, and where the settings name no way to send any. */
bool accounts_send_mail(struct accounts *accounts, const struct account_mail *mail, struct error *error);

/* The server is about to stop: cancels the requests to sign-in providers that clients wait for. `accounts` may be
 * NULL. */
void accounts_begin_stop(struct accounts *accounts);

/* Sends the mails that wait, as far as that goes quickly, and frees. To be called when no call is under way. */
void accounts_close(struct accounts *accounts);

/* One request on its way through this room. Lives until the work is done. */
struct account_call {
	struct accounts *accounts;
	struct arena *arena;  /* the request's; only this call uses it meanwhile */
	struct slice address; /* of the client: requests are counted by it */
	struct caller
	    caller; /* whose rights decide what is taken and shown, and who it is for hooks; access_keep_caller */
	const struct http_request *http; /* in whose course it is, for hooks; or NULL */
	bool by_itself;                  /* the client is not waiting any more: hooks see the server as the caller */
	size_t thread;                   /* the store's number of the thread that it is on */
	struct budget *budget;           /* of the request: what its transactions take counts in it. NULL: any */
	bool *stays;     /* while account_write runs: content_call.stays, for who makes one entry alone */
	int retry_after; /* set with 429: seconds until the next try may be worth while */
	/* Set when requests are counted: how many are allowed, how many of them are left, and until when (seconds since
	 * 1970), by the limit that is nearest. limit 0: nothing was counted. */
	unsigned limit, remaining;
	int64_t limit_end;
};

/* Runs one change in a transaction of its own and waits until it is on disk. For `call`'s thread, outside of any
 * session; `run` is called on another. */
bool account_write(struct account_call *call,
                   bool (*run)(void *context, struct store_session *session, struct error *error), void *context,
                   struct error *error);

struct json_object;

/* What an account function gives back. */
struct account_answer {
	int64_t user_id;             /* 0: none to be told of */
	const char *jwt;             /* a new token, or NULL: none was issued */
	struct content_result *user; /* the user as `shown` asked; NULL when it did not, or when there is none. Free it
	                                with content_free, also when the function failed */
	const char *redirect;        /* account_confirm_email: where the settings send the client; else NULL */
	const char *email;           /* account_send_confirmation: the address, as the answer names it */
};

/* For all that follow: `input` is what the client sent, an object of the names that REST and GraphQL know, or NULL; it
 * is checked here and may be changed. `shown` says which fields of the user to read into answer->user, NULL: none.
 * Refusals have the status, name and message of Strapi; 429 RateLimitError when there were too many requests for
 * one account or from one address. They don't ask whether the caller holds the permission to call them at all. */

/* {identifier, password}. Takes as long for accounts that don't exist. */
bool account_sign_in(struct account_call *call, struct json_object *input, const struct query *shown,
                     struct account_answer *answer, struct error *error);

/* {username, email, password, …}. No token when the address has to be confirmed first. */
bool account_register(struct account_call *call, struct json_object *input, const struct query *shown,
                      struct account_answer *answer, struct error *error);

/* {email}. True whether or not there is such an account. */
bool account_forgot_password(struct account_call *call, struct json_object *input, struct error *error);

/* {code, password, passwordConfirmation} */
bool account_reset_password(struct account_call *call, struct json_object *input, const struct query *shown,
                            struct account_answer *answer, struct error *error);

/* {currentPassword, password, passwordConfirmation}, of the calling user. */
bool account_change_password(struct account_call *call, struct json_object *input, const struct query *shown,
                             struct account_answer *answer, struct error *error);

/* {confirmation}. A token is issued only with `with_token` (GraphQL). */
bool account_confirm_email(struct account_call *call, struct json_object *input, bool with_token,
                           const struct query *shown, struct account_answer *answer, struct error *error);

/* {email} */
bool account_send_confirmation(struct account_call *call, struct json_object *input, struct account_answer *answer,
                               struct error *error);

/* ---- providers: GitHub, Google and those with OpenID Connect, as the settings have them ---- */

/* A redirect of the browser: the Location and Set-Cookie headers. In the call's arena. */
struct account_redirect {
	const char *location, *cookie;
};

/* To the provider of that name. `callback`: the page that the client wants to be led back to in the end, ptr NULL: that
 * of the settings; it may differ from that in its query string only. */
bool account_connect(struct account_call *call, struct slice provider, struct slice callback,
                     struct account_redirect *redirect, struct error *error);

/* The browser's request when it returns from the provider: parameters, and the Cookie header. Missing ones are empty.
 */
struct account_return {
	struct slice code, state, error, issuer, cookies;
};

/* Back from the provider, to the page, with the tokens as parameters. */
bool account_connect_return(struct account_call *call, struct slice provider, const struct account_return *sent,
                            struct account_redirect *redirect, struct error *error);

/* Signs a user in by the tokens of a provider, and registers an unknown one. */
bool account_provider_sign_in(struct account_call *call, struct slice provider, struct slice access_token,
                              struct slice id_token, const struct query *shown, struct account_answer *answer,
                              struct error *error);

/* ---- users ---- */

bool account_create_user(struct account_call *call, struct json_object *input, const struct query *shown,
                         struct account_answer *answer, struct error *error);

/* 404 when there is no such user. */
bool account_update_user(struct account_call *call, int64_t id, struct json_object *input, const struct query *shown,
                         struct account_answer *answer, struct error *error);

/* A user as the content manager makes (id 0) or changes one, in a session that writes: checks what was sent and
 * completes `data`, what of it is to be stored: the provider, the role, small letters of the address. 400 when the name
 * or the address is taken. */
bool account_check_user_entry(struct account_call *call, struct store_session *session, int64_t id,
                              struct json_object *sent, struct json_object *data, struct error *error);

/* answer->user is what it was; user_id 0 when there is none: no error, as in Strapi. */
bool account_delete_user(struct account_call *call, int64_t id, const struct query *shown,
                         struct account_answer *answer, struct error *error);

/* ---- roles: {name, description, type, permissions: {"api::x": {controllers: {x: {find: {enabled}}}}}} ---- */

bool account_create_role(struct account_call *call, struct json_object *input, struct error *error);
bool account_update_role(struct account_call *call, int64_t id, struct json_object *input, struct error *error);

/* Its users become public ones. The public role itself stays: 400. */
bool account_delete_role(struct account_call *call, int64_t id, struct error *error);

/* ---- for other callers that change users (the command line, content's own endpoints), in a session that writes
 * ---- */

/* Refuses, with everything that is wrong, what an admin sends for a user in the content manager. Any thread. */
bool account_check_panel_user(struct arena *arena, struct json_object *sent, bool creation, struct error *error);

/* Completes the `data` of what is stored for the user `id` (0: a new one) of what an admin `sent`: refuses a name or an
 * address that another user has, writes the address in small letters, drops codes that were mailed to another address,
 * and gives a new user its provider and the default role. On the session's thread. */
bool account_prepare_panel_user(struct accounts *accounts, struct store_session *session, struct arena *arena,
                                int64_t id, struct json_object *sent, struct json_object *data, struct error *error);

/* Ends all JWTs of the user that were issued until now. A token issued from *issued_at on (seconds since 1970, maybe
 * the next second; may be NULL) is good. */
bool account_end_tokens(struct store_session *session, int64_t user_id, int64_t *issued_at, struct error *error);

/* Has `content` do so whenever a user gets another password, is blocked or deleted, by whatever way, and has a code for
 * a reset end with the password that it was for; and so for admins, also for one who is not active any more.
 * A user whom the project's code blocks keeps them: they are refused while the user is blocked. accounts_open does this
 * itself. */
void account_watch(struct content *content, const struct registry *registry);

#endif
