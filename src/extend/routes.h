/* Inside the room `extend`: the routes of extensions, and their rules for the server's own. */
#ifndef LECTERN_EXTEND_ROUTES_H
#define LECTERN_EXTEND_ROUTES_H

#include "registered.h"

/* Adds the routes to REST, and the policies and middlewares of all rules to the routes that they name. Fails where a
 * rule names none. */
bool rules_install(struct extensions *extensions, struct rest *rest, struct error *error);

#endif
