/* The list of routes that is being made. */
#ifndef LECTERN_HOST_ROUTE_LIST_H
#define LECTERN_HOST_ROUTE_LIST_H

#include "survey.h"

/* The method by which Strapi's own routes call an action. */
const char *route_list_method(const char *action);

/* The actions that Strapi's own routes of a type have. */
const char *const *route_list_actions(const struct content_type *type, size_t *count);

/* Adds a route at the end: not closed, and without an action. `path` is as in routes files, with patterns. */
struct rest_content_route *route_list_add(struct survey *survey, const char *method, const char *prefix,
                                          struct slice path);

/* Adds the route that Strapi itself has for an action. */
struct rest_content_route *route_list_add_default(struct survey *survey, const struct content_type *type,
                                                  const char *action, const char *prefix);

/* Adds those of all types. */
void route_list_add_all(struct survey *survey);

/* Closes what types with hooks do. */
void route_list_close_hooked(struct survey *survey);

#endif
