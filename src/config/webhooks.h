/* Inside the room `config`: webhooks, config/server.json. */
#ifndef LECTERN_CONFIG_WEBHOOKS_H
#define LECTERN_CONFIG_WEBHOOKS_H

#include "config.h"
#include "setting.h"

void webhooks_read(struct settings *settings, struct config *config);

#endif
