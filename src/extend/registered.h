/* Inside the room `extend`: what extensions have registered. */
#ifndef LECTERN_EXTEND_REGISTERED_H
#define LECTERN_EXTEND_REGISTERED_H

#include "extend.h"

#define LECTERN_SERVER
#include "lectern.h"

#include <json-c/json.h>

/* A policy or middleware with a name. */
struct named {
	const char *name;
	lectern_policy *policy;         /* or NULL */
	lectern_middleware *middleware; /* or NULL */
	void *context;
	struct named *next;
};

/* A policy or middleware of a rule. */
struct extension_step {
	struct lectern_app *extension; /* whose it is, for the log */
	const char *name;              /* or NULL: a function */
	lectern_policy *policy;
	lectern_middleware *middleware;
	void *context;
	struct json_object *config;
	struct extension_step *next;
};

struct step_list {
	struct extension_step *first, *last;
};

enum rule_kind { RULE_ROUTE, RULE_ACTION, RULE_RESOLVER };

struct lectern_rule {
	struct lectern_app *app;
	enum rule_kind kind;
	bool open; /* auth: false */
	const char **scopes;
	size_t scope_count, scope_capacity;
	struct step_list policies, middlewares;
	/* RULE_ROUTE */
	const char *method, *path;
	lectern_handler *handler;
	void *context;
	/* RULE_RESOLVER */
	const char *field; /* "Query.x" */
	/* RULE_ACTION */
	const struct content_type *type;
	const char *action;
	struct lectern_rule *next;
};

struct registered_hook {
	struct lectern_app *extension;
	const struct content_type *type; /* NULL: all */
	enum lectern_moment moment;
	lectern_hook *run;
	void *context;
	struct registered_hook *next;
};

/* One extension. */
struct lectern_app {
	struct extensions *extensions;
	const char *name, *file;
	struct json_object *config;
	bool registering; /* its entry point is at work */
	bool failed;      /* error says why; the first mistake counts */
	struct error error;
	struct lectern_app *next;
};

struct extensions {
	struct arena *arena;
	const struct config *config;
	struct registry *registry;
	struct action_list actions; /* all there are */
	struct lectern_app *first, **last;
	size_t count;
	struct named *policies, *middlewares;
	struct lectern_rule *rules, **last_rule;
	struct registered_hook *hooks, **last_hook;
	struct use *uses, **last_use;
	struct api_graphql_switches *switches;
};

#endif
