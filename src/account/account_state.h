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
	struct background *background; /* threads that may wait */
	struct oauth_client *providers;
	struct mailer *mailer;
	struct limit *limit;       /* NULL: there are none */
	struct limit *admin_limit; /* as well, for admins */
	size_t first_thread;       /* the store's number of their first */
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

#endif
