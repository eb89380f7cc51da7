/* Inside the room `account`: what struct accounts holds. */
#ifndef LECTERN_ACCOUNT_ACCOUNT_STATE_H
#define LECTERN_ACCOUNT_ACCOUNT_STATE_H

#include "account.h"

struct accounts {
	const struct config *config;
	const struct registry *registry;
	struct store *store;
	struct access *access;
	struct content *content;
	struct background *background;
	size_t first_thread;
};

/* A session of the call's thread, for reading: all of it is of one moment. End it with store_end, and before
 * account_write. */
bool account_begin(const struct account_call *call, struct store_session **session, struct error *error);

/* The call's way to the room `content`, in one of its sessions. */
struct content_call account_content(const struct account_call *call, struct store_session *session);

#endif
