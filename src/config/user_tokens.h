/* Inside the room `config`: the setting jwt of users-permissions, how tokens of users are made. */
#ifndef LECTERN_CONFIG_USER_TOKENS_H
#define LECTERN_CONFIG_USER_TOKENS_H

#include "config.h"
#include "setting.h"

/* Reads it into *config, which has the defaults. `file`: config/plugins. */
void user_tokens_read(struct settings *settings, const struct config_file *file, struct config *config);

#endif
