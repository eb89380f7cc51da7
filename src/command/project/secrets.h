/* The secrets that a project can't be served without. In development those that are missing are made, and written into
 * the project's .env; in any other environment they have to be there. */
#ifndef LECTERN_COMMAND_SECRETS_H
#define LECTERN_COMMAND_SECRETS_H

#include "config/config.h"

/* `bytes` random bytes (at most 64) in hex, in `arena`. */
const char *secrets_random(struct arena *arena, size_t bytes);

/* Makes sure that config->jwt_secret is set. False with the reason when it can't be. */
bool secrets_need_jwt(struct config *config, struct arena *arena, struct error *error);

/* The same for config->api_token_salt. */
bool secrets_need_salt(struct config *config, struct arena *arena, struct error *error);

#endif
