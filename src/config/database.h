/* The part of the configuration that says which database, and how to get there. */
#ifndef LECTERN_CONFIG_DATABASE_H
#define LECTERN_CONFIG_DATABASE_H

#include "setting.h"

/* Reads config/database.json, the variables DATABASE_… and `override` ("sqlite:PATH" or "postgres://…"; or NULL). */
void database_read(struct settings *settings, const char *override, struct config *config);

/* Adds " name='value'" to a libpq connection string, with the value escaped. Nothing when the value is NULL. */
void conninfo_add(struct buffer *conninfo, const char *name, const char *value);

#endif
