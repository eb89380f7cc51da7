/* Inside the room `account`: the settings that Strapi keeps in its database, with its defaults. */
#ifndef LECTERN_ACCOUNT_SETTINGS_H
#define LECTERN_ACCOUNT_SETTINGS_H

#include "store/store.h"

struct json_object;

/* A mail as the settings word it. */
struct mail_template {
	const char *from_name, *from_email, *reply_to, *subject, *body;
};

struct settings_of_accounts {
	bool allow_register, confirm_email, unique_email;
	bool local_sign_in;       /* with a password */
	const char *reset_url;    /* the page that the reset mail leads to */
	const char *redirect;     /* the page after an address is confirmed; NULL: none */
	const char *default_role; /* its type */
	struct mail_template reset, confirmation;
};

/* In the session's arena. */
bool settings_read_accounts(struct store_session *session, struct arena *arena, struct settings_of_accounts *settings,
                            struct error *error);

/* One of the settings as an object, which the caller releases; NULL when there is none. */
bool settings_read_object(struct store_session *session, const char *key, struct json_object **object,
                          struct error *error);

#endif
