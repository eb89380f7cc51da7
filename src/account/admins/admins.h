/* Part of the door of the room `account`: admins, who administrate a project. Their accounts lie in Strapi's tables.
 *
 * As in account.h: `input` is what the client sent, or NULL; functions that take a `struct account_call` block, and
 * refuse with the status, name and message of Strapi; 429 RateLimitError when there were too many requests. */
#ifndef LECTERN_ACCOUNT_ADMINS_H
#define LECTERN_ACCOUNT_ADMINS_H

#include "content/content.h"

struct account_call;
struct accounts;

/* The result of a function. */
struct account_admin_answer {
	const char *jwt;          /* in the call's arena; NULL: none was issued */
	struct json_object *user; /* the admin as account_show_admins writes one; release it, also when the function
	                             failed */
};

/* The admins that `root` finds (a query of admin::user; its fields and populates are set here), without passwords and
 * tokens, as a list of objects to be released. `roles`: each with its roles. *total as of content_find. */
bool account_find_admins(const struct content_call *content, const struct registry *registry, struct query_root *root,
                         bool roles, struct json_object **list, int64_t *total, struct error *error);

/* The admin of that id in the same way; NULL when there is none. */
bool account_show_admin(const struct content_call *content, const struct registry *registry, int64_t id, bool roles,
                        struct json_object **user, struct error *error);

/* Whether there is any admin. */
bool account_has_admin(const struct content_call *content, const struct registry *registry, bool *has,
                       struct error *error);

/* Brings the administration's tables up to date, as Strapi does at each start: makes the roles Super Admin, Editor and
 * Author with their permissions where there is no role, gives the super admin all permissions in all languages, and
 * removes fields that types no longer have from the permissions. Permissions of unknown actions and types stay. Reads
 * and writes with the store's thread 0, outside of any session, before the server serves. Does nothing to a database
 * that can't be written. */
bool account_prepare_admins(struct content *content, const struct registry *registry, struct store *store,
                            struct error *error);

/* The same in a session that writes. */
bool account_prepare_admins_in(const struct content_call *content, const struct registry *registry,
                               struct error *error);

/* The super admin's part of it: to be called when languages have come or gone. */
bool account_reset_super_admin(const struct content_call *content, const struct registry *registry,
                               struct error *error);

/* The server's own way to `content` in a session of account_write: without a check of rights. */
struct content_call account_admin_content(const struct account_call *call, struct store_session *session);

enum { ACCOUNT_HASH_SIZE = ACCESS_PASSWORD_SIZE };

/* The hash of a new admin's password; 400 when it breaks Strapi's rules for passwords. Slow. */
bool account_hash_admin_password(struct arena *arena, struct slice password, char hash[ACCOUNT_HASH_SIZE],
                                 struct error *error);

/* {email, password} */
bool account_sign_in_admin(struct account_call *call, struct json_object *input, struct account_admin_answer *answer,
                           struct error *error);

/* {token}: a new token for one that is good. Does not block: in a session of the call's thread. */
bool account_renew_admin(struct account_call *call, struct store_session *session, struct json_object *input,
                         struct account_admin_answer *answer, struct error *error);

/* {firstname, lastname, email, password}: the first admin, who may do everything. Refused once there is one. */
bool account_register_first_admin(struct account_call *call, struct json_object *input,
                                  struct account_admin_answer *answer, struct error *error);

/* The admin who was invited with that token, as {email, firstname, lastname}, to be released. Does not block. */
bool account_find_invitation(const struct content_call *content, const struct registry *registry, struct slice token,
                             struct json_object **found, struct error *error);

/* {registrationToken, userInfo: {firstname, lastname, password}}: an invited admin registers. */
bool account_register_admin(struct account_call *call, struct json_object *input, struct account_admin_answer *answer,
                            struct error *error);

/* {email}. True whether or not there is such an admin. */
bool account_forgot_admin_password(struct account_call *call, struct json_object *input, struct error *error);

/* {resetPasswordToken, password} */
bool account_reset_admin_password(struct account_call *call, struct json_object *input,
                                  struct account_admin_answer *answer, struct error *error);

/* {firstname, lastname, username, email, preferedLanguage, password, currentPassword}, any of them, of the admin
 * himself. Where that ends his tokens, those of the second `issued_at` stay good: the one that he calls with. */
bool account_change_own_admin(struct account_call *call, int64_t id, int64_t issued_at, struct json_object *input,
                              struct account_admin_answer *answer, struct error *error);

/* {firstname, lastname, email, roles, preferedLanguage}: the answer has the registrationToken, too. */
bool account_invite_admin(struct account_call *call, struct json_object *input, struct account_admin_answer *answer,
                          struct error *error);

/* {firstname, lastname, username, email, password, isActive, roles}, any of them. */
bool account_change_admin(struct account_call *call, int64_t id, struct json_object *input,
                          struct account_admin_answer *answer, struct error *error);

/* Deletes the admins that there are among `ids`; answer->user is the list of them, as they were. */
bool account_delete_admins(struct account_call *call, const int64_t *ids, size_t count,
                           struct account_admin_answer *answer, struct error *error);

/* ---- their roles, as objects {id, name, code, description, createdAt, updatedAt} to be released ---- */

/* {name, description} */
bool account_create_admin_role(struct account_call *call, struct json_object *input, struct json_object **role,
                               struct error *error);
bool account_change_admin_role(struct account_call *call, int64_t id, struct json_object *input,
                               struct json_object **role, struct error *error);

/* Deletes the roles that there are among `ids`, with their permissions; *roles is the list of them, as they were. 400
 * when an admin has one, or for the super admin's. `single`: one is named in the path, and errors say so. */
bool account_delete_admin_roles(struct account_call *call, const int64_t *ids, size_t count, bool single,
                                struct json_object **roles, struct error *error);

/* {permissions: [{action, subject, properties, conditions}]}, all permissions of the role; *permissions: the stored
 * ones, with ids. Permissions of unknown actions and types stay. */
bool account_set_admin_permissions(struct account_call *call, int64_t role, struct json_object *input,
                                   struct json_object **permissions, struct error *error);

/* ---- mails ---- */

/* The templates of the mails to users, as Strapi keeps them, or its own where there are none; to be released. */
bool account_email_templates(struct store_session *session, struct json_object **templates, struct error *error);

/* Whether the text names nothing but the values that there are, and has no code. */
bool account_is_email_template(struct slice text);

/* {to, cc, bcc, from, replyTo, subject, text, html}: queues a mail. 400 without a recipient; 503
 * when no mails are sent. */
bool account_send_mail(struct account_call *call, struct json_object *input, struct error *error);

/* The mail with which Strapi's panel tries the settings. */
bool account_test_mail(struct account_call *call, struct slice to, struct error *error);

/* {ids}, as they are sent: checked, in the call's arena. */
bool account_read_ids(struct account_call *call, struct json_object *input, int64_t **ids, size_t *count,
                      struct error *error);

#endif
