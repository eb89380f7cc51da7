/* The JSON files of a project's configuration: config/NAME.json with config/env/ENVIRONMENT/NAME.json merged into it.
 */
#ifndef LECTERN_CONFIG_CONFIG_FILE_H
#define LECTERN_CONFIG_CONFIG_FILE_H

#include "env.h"

#include <json-c/json.h>

struct settings;

struct config_file {
	const char *name;              /* "config/server.json": what keys are known by */
	const char *shown_name;        /* how messages call it: the same, or "config/server.js" */
	struct json_object *root;      /* both files merged, as Strapi merges them; NULL when there is neither, or a
	                                  mistake in each */
	const char *own_name;          /* "config/env/production/server.json", or the file of code */
	struct json_object *own;       /* what stands in that file; or NULL */
	bool in_code;                  /* it was evaluated: what it says counts before variables, as in Strapi */
	struct json_object *functions; /* in_code: a list of the paths of functions, which are not in root */
	struct config_file *next;      /* of those that were opened */
};

/* Reads `name` ("config/server.json") and the file of the environment, when they are there. ${process.env.NAME} in a
 * text is replaced by that variable. A file is read once; it lives as long as the arena of the settings. */
const struct config_file *config_file_open(struct settings *settings, const char *name);

/* Which of both files a mistake at `path` ("rest.maxLimit", without "$.") is in. */
const char *config_file_of(const struct config_file *file, const char *path);

/* The object of an optional JSON file such as package.json, as it stands; it lives as long as the arena. NULL when
 * there is none, or a mistake. */
struct json_object *config_file_read(struct settings *settings, const char *name);

#endif
