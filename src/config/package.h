/* A project's package.json. */
#ifndef LECTERN_CONFIG_PACKAGE_H
#define LECTERN_CONFIG_PACKAGE_H

#include "setting.h"

/* Whether `dependencies` has the package; Strapi does not look for plugins elsewhere. */
bool package_depends_on(struct settings *settings, const char *name);

/* Whether the name of a dependency has `part` in it. */
bool package_mentions(struct settings *settings, const char *part);

/* Whether the folder is a project: it has src/api, src/components or src/extensions, or a package.json that names
 * @strapi/strapi. */
bool package_is_project(struct settings *settings);

#endif
