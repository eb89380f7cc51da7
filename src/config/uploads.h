/* Inside the room `config`: files, those of public/ and those that are uploaded. */
#ifndef LECTERN_CONFIG_UPLOADS_H
#define LECTERN_CONFIG_UPLOADS_H

#include "config.h"
#include "setting.h"

void uploads_defaults(struct config *config, struct arena *arena);

/* Reads dirs.public of server.json and upload.config of plugins.json. */
void uploads_read(struct settings *settings, struct config *config);

#endif
