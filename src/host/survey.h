/* Inside the room `host`: what is being found out about a project's code. */
#ifndef LECTERN_HOST_SURVEY_H
#define LECTERN_HOST_SURVEY_H

#include "code_module.h"
#include "host.h"
#include "sources.h"

/* A controller or a service: what a file in controllers/ or services/ exports. */
struct unit {
	const char *uid;   /* "api::restaurant.restaurant": folder and file; what routes and Strapi find it by */
	const char *file;  /* relative to the project */
	bool core;         /* createCoreController('x', …): */
	struct slice type; /* x */
	bool unread;       /* it may have any members */
	struct code_member *members; /* its own */
	size_t member_count;
	struct unit *next;
};

/* What a lifecycles file, a subscription, or a plugin does to a type. */
struct type_closing {
	struct closed *changes, *reads;
	bool hooked, hooked_reads; /* by hooks of the project's own: they are open where its code runs */
};

struct survey {
	struct arena *arena;   /* what is closed, and why */
	struct arena *scratch; /* the code, until all is read */
	const char *directory;
	const struct config *config; /* or NULL */
	const struct registry *registry;
	struct findings *findings;
	struct sources sources;
	bool has_code;                         /* there is a file of code at all */
	bool bootstraps;                       /* code runs before the first request is served */
	bool reports;                          /* survey_report was called */
	struct json_object *graphql_described; /* what it says of GraphQL, or NULL: nothing */
	bool is_described;                     /* by the code itself, which is loaded: nothing was guessed */
	bool asks_for_all;                     /* code has a say in every request */
	bool has_routes;                       /* there is a routes file: then types without one have no routes */
	struct unit *controllers, *services;
	struct rest_content_route *routes, **last_route;
	const char **plugins; /* by the names that config/plugins has, in the order in which Strapi loads them */
	size_t plugin_count, plugin_capacity;
	struct map routed, listed; /* actions.c: actions that routes run, and those of them in `actions` */
	struct slice *handlers;    /* the keys of `routed`, in the order of the routes */
	size_t handler_count, handler_capacity;
	const char **actions; /* for which permissions can be granted */
	size_t action_count, action_capacity;
	const char *uploads_refused; /* why only code takes uploads; or NULL */
	bool private_files;          /* urls of files are good only when the provider of the project's own signs them */
	bool wants_request;          /* code asks for the request that a hook is run for */
	const char **events;         /* that code listens to on strapi.eventHub */
	size_t event_count;
	struct map controlled;      /* when is_described: all actions that controllers have, routed or not */
	struct type_closing *types; /* by content_type.index */
	struct closed *all, *graphql, *unknown, *accounts, *uploads; /* or NULL */
};

/* survey.c: what is closed by `file`, for the reason that the format gives. */
struct closed *survey_closed(struct survey *survey, const char *file, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Tells of it, among what depends on `group` (a uid, or NULL: all). */
void survey_report(struct survey *survey, enum finding_kind kind, const char *file, const char *group,
                   const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Reads a file as code, or as JSON, which is then what it exports. False when it is not there or can't be read as code.
 */
bool survey_read(struct survey *survey, const char *file, struct code_module *module);

/* The first of STEM.js and STEM.ts that the project has, or NULL. */
const char *survey_find(struct survey *survey, const char *stem);

/* The file of code in `folder` whose name Strapi takes for `name`: "Lifecycles.js" is "lifecycles". Or NULL. */
const char *survey_find_named(struct survey *survey, const char *folder, const char *name);

/* Calls a function for each file of code in a folder and the folders in it, but node_modules and admin. What it reads
 * in `scratch` lives until it returns. */
typedef void survey_visitor(struct survey *survey, const char *file);
void survey_each_file(struct survey *survey, const char *folder, survey_visitor *visitor);

/* lodash's kebabCase, by which Strapi names files. */
const char *survey_name(struct survey *survey, struct slice text);

/* The folders of src/api, in the order in which Strapi reads them. */
const char **survey_apis(struct survey *survey, size_t *count);

/* The content-type of the project's own that a uid names, or NULL. */
const struct content_type *survey_own_type(const struct survey *survey, struct slice uid);

#endif
