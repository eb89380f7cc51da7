/* Which keys a configuration file may have: those that lectern asked for, and those that Strapi and its well-known
 * plugins know. Any other is a mistake: it looks like a setting, and sets nothing. */
#ifndef LECTERN_CONFIG_KEYS_H
#define LECTERN_CONFIG_KEYS_H

#include "setting.h"

struct known_key {
	const char *file; /* "config/server.json" */
	const char *path; /* "cors.origin" */
	struct known_key *next;
};

/* `path` of `file` is known from here on. Both must outlive the settings. */
void keys_note(struct settings *settings, const char *file, const char *path);

/* Adds a mistake for each unknown key of the files that were opened, with the nearest known one. After all settings
 * were read. */
void keys_check(struct settings *settings);

/* keys_known.c: the keys that are known without being asked for. A path that ends with ".*" stands for all below it,
 * one that begins with "!" for a key of Strapi's that would change something and that lectern does not have. */
struct keys_of_file {
	const char *file;
	const char *const *paths; /* ends with NULL */
};
extern const struct keys_of_file keys_known[];
extern const size_t keys_known_count;

#endif
