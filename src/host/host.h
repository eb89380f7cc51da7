/* The door of the room `host`: the project's own JavaScript. Its configuration is evaluated, and its routes are
 * answered, by a Node process. All else is read, as far as possible without running it, and the routes that depend on
 * it are closed: answered with 501, and never as if the code were not there.
 *
 * Threads: the main thread, at the start and at the end; code.h, services.h and process/process.h say their own. */
#ifndef LECTERN_HOST_HOST_H
#define LECTERN_HOST_HOST_H

#include "code.h"
#include "extend/extend.h"
#include "files.h"
#include "graphql/graphql.h"
#include "listen.h"
#include "process/process.h"
#include "read_config.h"
#include "services.h"

struct survey;

/* Reads the code of the project in `directory` and adds to `findings` what it has beyond the files that Strapi's
 * generators write. `config`: what is known of it, or NULL. The survey lives in the arena of `findings`, which the
 * registry must outlive. */
struct survey *host_survey(const char *directory, const struct config *config, const struct registry *registry,
                           struct findings *findings);

/* Whether the survey found anything that is more than generators write: then the code is loaded, where it can be. */
bool host_needs_code(const struct survey *survey);

/* The server stops: runs the code's destroy functions, then the process ends. May be NULL. */
void host_end_code(struct host *host);

/* Whether it is a survey of code that is loaded. */
bool host_is_loaded(const struct survey *survey);

/* Waits for the code's bootstrap, as Strapi serves no request before. False when it fails: what it was to add, such as
 * sanitizers, is not there, and nothing may be served without it. */
bool host_wait_for_bootstrap(struct host *host, const struct survey *survey, struct error *error);

/* Has the code loaded, as Strapi does before it makes its tables. Its description lives in `arena`: "types" and
 * "components" are for model_options.described. NULL with *error when it can't be loaded: then Strapi would not start
 * either, or the code uses something that lectern lacks. */
struct json_object *host_load(struct host *host, struct arena *arena, const struct config *config, struct error *error);

/* The same survey for code that is loaded. */
struct survey *host_survey_described(const char *directory, const struct config *config,
                                     const struct registry *registry, struct json_object *described,
                                     struct findings *findings);

/* The GraphQL part of the description of code (host_graphql_create), or NULL. */
struct json_object *host_graphql_described(const struct survey *survey);

/* Whether code makes it in its bootstrap; it is asked for then. */
bool host_graphql_is_late(const struct survey *survey);

/* Waits for the code's bootstrap, and has it describe its GraphQL part, which lives in `arena`. NULL with *error when
 * the bootstrap fails, or this part of it. */
struct json_object *host_graphql_ask(struct host *host, struct arena *arena, struct error *error);

/* The names of the project's migrations that Strapi would run, if it has not yet, by name, in `arena`. NULL: none. */
const char **host_migrations(struct arena *arena, const char *directory, size_t *count);

/* Runs the first of them that the database has not seen, in a transaction of its own. *name: which that was, in
 * `arena`, or NULL: all have been run. False when it fails, and nothing of it is in force. Before host_run. */
bool host_migrate(struct host *host, const struct config *config, struct arena *arena, const char **name,
                  struct error *error);

/* Gives the registry the actions that the project's routes and known plugins have. Before anything is served. */
void host_list_actions(const struct survey *survey, struct registry *registry);

/* Whether reading the code shows all actions of the project's controllers. */
bool host_knows_actions(const struct survey *survey);

/* Then: whether a controller has that action, routed or not. */
bool host_has_action(const struct survey *survey, struct slice action);

/* The project's hooks run: types with hooks are not closed. Before host_close_rest. */
void host_run_hooks(struct survey *survey);

/* Sends the project's code the notices that it listens to on strapi.eventHub. Before the first request; all
 * arguments must outlive the server. */
void host_subscribe(struct host *host, struct arena *arena, const struct survey *survey, struct content *content);

/* An api_admin_asker; `context` is the struct host. */
bool host_ask_conditions(void *context, struct arena *arena, const struct admin *admin, struct json_object **answers,
                         struct error *error);

/* Closes routes that depend on the code. Before the first request. */
void host_close_rest(struct survey *survey, struct rest *rest);
void host_close_graphql(struct survey *survey, struct api_graphql *graphql);

/* The routes of the project's routes files, where they are others than those that types have by themselves; else NULL.
 */
struct rest_content_route *host_routes(const struct survey *survey);

/* The same where there is no schema: the project's code might have made one at this path. */
void host_close_endpoint(struct survey *survey, struct rest *rest, const char *endpoint);

#endif
