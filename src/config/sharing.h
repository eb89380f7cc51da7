/* Inside the room `config`: what answers tell caches between the server and its clients. */
#ifndef LECTERN_CONFIG_SHARING_H
#define LECTERN_CONFIG_SHARING_H

#include "config.h"
#include "setting.h"

/* Reads cache.contentTypes and cache.keyHeader of config/server.json. */
void sharing_read(struct settings *settings, const struct config_file *file, struct config_sharing *sharing);

#endif
