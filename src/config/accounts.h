/* Settings of accounts and mail: config/plugins.json, users-permissions and email. */
#ifndef LECTERN_CONFIG_ACCOUNTS_H
#define LECTERN_CONFIG_ACCOUNTS_H

#include "config.h"
#include "setting.h"

void accounts_defaults(struct config *config);
void accounts_read(struct settings *settings, struct config *config);

#endif
