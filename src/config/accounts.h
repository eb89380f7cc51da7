/* Settings of accounts and mail: config/plugins.json, users-permissions and email. */
#ifndef LECTERN_CONFIG_ACCOUNTS_H
#define LECTERN_CONFIG_ACCOUNTS_H

#include "config.h"
#include "setting.h"

void accounts_defaults(struct config *config);
void accounts_read(struct settings *settings, struct config *config);

/* "30d", "12 hours", "90" (milliseconds), as Strapi's jsonwebtoken reads it. False for anything else. */
bool accounts_parse_duration(struct slice text, int64_t *milliseconds);

/* A setting that is a duration: a text such as "30d", {"min": 5}, or a number that counts in `unit` milliseconds.
 * `expected` describes it for the mistake. */
void accounts_read_duration(struct settings *settings, const struct config_file *file, const char *path, int64_t unit,
                            const char *expected, int64_t *milliseconds);

#endif
