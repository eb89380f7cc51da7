/* Inside the room `config`: config/api, what REST answers. */
#ifndef LECTERN_CONFIG_API_H
#define LECTERN_CONFIG_API_H

#include "config.h"
#include "setting.h"

void api_read(struct settings *settings, struct config *config);

#endif
