/* Plugins for Strapi 4, and what they change of the content API. */
#ifndef LECTERN_HOST_KNOWN_PLUGINS_H
#define LECTERN_HOST_KNOWN_PLUGINS_H

#include "base/base.h"

enum plugin_effect {
	PLUGIN_NOTHING, /* no answer of the content API: administration, custom fields, providers; or it is built in */
	PLUGIN_ROUTES,  /* it has routes of its own */
	PLUGIN_CHANGES, /* what is stored when an entry is changed */
	PLUGIN_ANSWERS, /* answers of all types */
	PLUGIN_UNKNOWN,
};

struct known_plugin {
	const char *package; /* on npm */
	const char *name;    /* in config/plugins; NULL: the package without strapi-plugin- */
	enum plugin_effect effect;
};

/* The plugin of that package, or NULL. */
const struct known_plugin *known_plugin_find(struct slice package);

/* The actions that the content API of a plugin has ("client.render"), up to NULL, as far as they are known; else NULL.
 * `name` is the one in config/plugins. */
const char *const *known_plugin_actions(const char *name);

#endif
