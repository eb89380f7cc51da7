/* The door of the room `extend`: extensions in C. The interface that they see is include/lectern.h; this is how the
 * server loads them and puts in place what they registered.
 *
 * Threads: the main thread, before the server starts and after it has stopped. include/lectern.h says which threads
 * call extensions. */
#ifndef LECTERN_EXTEND_EXTEND_H
#define LECTERN_EXTEND_EXTEND_H

#include "api/graphql/api_graphql.h"
#include "api/rest/rest.h"

struct extensions;

/* Loads the shared objects of DIR/extensions in the order of their names. Each is tried in a process of its own first:
 * one that crashes, takes too long, was built for another version or registers what can't be, fails with the reason in
 * *error, or is logged and left out as a whole where the configuration allows that. Actions that they add are added to
 * the registry. To be called while the process has one thread. NULL on failure; with no extension there is an empty
 * set. */
struct extensions *extend_load(const struct config *config, struct registry *registry, struct error *error);
void extend_close(struct extensions *extensions);

/* Looks whether the files that extend_load would load can be extensions, without running anything of them. *count of
 * them; false with the first that can't. */
bool extend_look(const struct config *config, size_t *count, struct error *error);

/* How many were loaded. */
size_t extend_count(const struct extensions *extensions);

/* The parts that extensions left out of the GraphQL schema. */
struct api_graphql_switches *extend_switches(const struct extensions *extensions);

/* Do they add to the schema? Then there is one even where none is made of the models. */
bool extend_has_schema(const struct extensions *extensions);

/* Adds a text of schema definition language. A definition of a type that exists extends it. False with line and column
 * of the mistake. `replaces`: see graphql_replace_definitions. */
bool extend_add_definitions(struct graphql_schema *schema, const char *text, bool replaces, struct error *error);

/* Has them extend the schema: for api_graphql_build, with the extensions as its context. */
bool extend_schema(void *extensions, struct api_graphql_schema *schema, struct error *error);

/* Puts hooks, then routes and rules in place, before anything is served. */
void extend_install_hooks(struct extensions *extensions, struct content *content);
bool extend_install_rest(struct extensions *extensions, struct rest *rest, struct error *error);

#endif
