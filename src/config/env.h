/* Variables of the environment and of a project's .env file. */
#ifndef LECTERN_CONFIG_ENV_H
#define LECTERN_CONFIG_ENV_H

#include "config.h"

/* Reads the text of a .env file into `variables` (name -> terminated text, in `arena`) as dotenv 14.2 does, which
 * Strapi has: NAME=value lines, values in single or double quotes (in these \n becomes a line break), comments from #
 * on. A name given twice has its last value. Lines that are none of this are passed over. Nothing is expanded. */
void env_parse(struct arena *arena, struct slice text, struct map *variables);

struct env {
	const char *file_name; /* as findings name it: ".env", or what ENV_PATH names */
	const char *path;      /* of the file, which may not be there */
	struct map file;       /* of the .env file */
};

/* Reads the file that the variable ENV_PATH names, relative to the working folder, else `directory`/.env, when there is
 * one. False when it can't be read, with the reason in errno. */
bool env_load(struct env *env, struct arena *arena, const char *directory);

/* The value of a variable of the environment, else of the file; NULL when it is nowhere or empty. *from_file tells
 * where it was. */
const char *env_get(const struct env *env, const char *name, bool *from_file);

#endif
