/* Inside the room `config`: settings that are durations, as Strapi's packages ms, jsonwebtoken and koa2-ratelimit read
 * them. */
#ifndef LECTERN_CONFIG_DURATIONS_H
#define LECTERN_CONFIG_DURATIONS_H

#include "setting.h"

/* "30d", "12 hours", "90" (milliseconds). False for anything else, and for less than a millisecond. */
bool duration_parse(struct slice text, int64_t *milliseconds);

/* A duration that jsonwebtoken makes a token good for, in whole seconds: "-1d" is over before it begins. */
bool duration_parse_lifetime(struct slice text, int64_t *seconds);

/* A setting that is a duration: a text such as "30d", {"min": 5}, or a number that counts in `unit` milliseconds.
 * `expected` describes it for the mistake. */
void duration_read(struct settings *settings, const struct config_file *file, const char *path, int64_t unit,
                   const char *expected, int64_t *milliseconds);

/* How long tokens are good, in seconds. In code it is CONFIG_NO_LIFETIME where jsonwebtoken signs no token, and the
 * finding says that nobody of `who` can sign in. */
void duration_read_lifetime(struct settings *settings, const struct config_file *file, const char *path,
                            const char *who, int64_t *seconds);

#endif
