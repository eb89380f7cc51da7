/* Inside the room `config`: the administration, config/admin.json. */
#ifndef LECTERN_CONFIG_ADMIN_H
#define LECTERN_CONFIG_ADMIN_H

#include "config.h"
#include "setting.h"

/* To be called when config->public_url and config->admin_url are known. */
void admin_read(struct settings *settings, struct config *config);

#endif
