/* One setting at a time: found in the environment or in a configuration file, and read as what it should be. Whatever
 * is wrong is added to the list of mistakes, and the setting keeps its value. */
#ifndef LECTERN_CONFIG_SETTING_H
#define LECTERN_CONFIG_SETTING_H

#include "config_file.h"

#include <stdarg.h>

struct settings {
	struct arena *arena;
	const char *directory, *environment;
	struct env env;
	struct findings *findings;      /* mistakes are added here */
	enum finding_kind wrong;        /* what mistakes are added as: FINDING_MISTAKE, unless a reader sets another */
	struct config_file *files;      /* those that were opened */
	const struct config_code *code; /* what code came to; or NULL */
	struct json_object *package;    /* package.json; or NULL */
	struct known_key *known;        /* keys that were asked for; see keys.h */
};

/* Reads .env. `environment`: --env, or NULL. */
void settings_start(struct settings *settings, struct arena *arena, const char *directory, const char *environment,
                    const struct config_code *code, struct findings *findings);

void settings_mistake(struct settings *settings, const char *file, const char *path, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Where a setting was found: in a variable (`text`) or in a file (`json`); neither: nowhere. */
struct setting {
	const char *file; /* as mistakes name it: "config/server.json", ".env", "environment" */
	const char *path; /* "$.port", or the variable */
	const char *text;
	struct json_object *json;
	bool from_env_file;
};

/* Looks up `variable` (NULL: none) and then `path`, keys with dots between them; of a file of code first `path`, as
 * code may have read variables by itself. null counts as nowhere. False when the setting is nowhere. */
bool setting_find(struct settings *settings, const struct config_file *file, const char *path, const char *variable,
                  struct setting *setting);

/* Says that `setting` is not `expected`, showing what it is. */
void setting_refuse(struct settings *settings, const struct setting *setting, const char *expected);

/* The same without showing it: it may be a secret. */
void setting_refuse_secret(struct settings *settings, const struct setting *setting, const char *expected);

/* The setting as text, copied to the arena; NULL when it is JSON of another kind (no mistake is noted). */
const char *setting_as_text(struct settings *settings, const struct setting *setting);

void setting_text(struct settings *settings, const struct config_file *file, const char *path, const char *variable,
                  const char **value);

/* `expected` describes the range for the mistake: "a port between 1 and 65535". */
void setting_integer(struct settings *settings, const struct config_file *file, const char *path, const char *variable,
                     const char *expected, int64_t low, int64_t high, int64_t *value);

void setting_flag(struct settings *settings, const struct config_file *file, const char *path, const char *variable,
                  bool *value);

/* A flag that Strapi asks no more of than whether JavaScript takes it for true: "false" is, of code. */
void setting_truth(struct settings *settings, const struct config_file *file, const char *path, bool *value);

/* Whether the whole text is a number, "NaN" and "Infinity" among them. */
bool setting_text_is_number(const char *text);

/* Whether the text begins as a number does: it was meant as one. */
bool setting_begins_as_number(struct slice text);

/* A list of texts, or one text with commas. Nothing else is changed when it is nowhere. */
void setting_list(struct settings *settings, const struct config_file *file, const char *path, const char *variable,
                  const char ***values, size_t *count);

#endif
