/* Inside the room `command`: the parts of a server that runs, and their order. For the main thread. */
#ifndef LECTERN_COMMAND_SERVING_H
#define LECTERN_COMMAND_SERVING_H

#include "api/admin/api_admin.h"
#include "api/graphql/api_graphql.h"
#include "command.h"
#include "options.h"
#include "webhooks/webhooks.h"

struct serving {
	struct config *config;
	const struct registry *registry;
	struct store *store;
	struct access *access;
	struct requests *requests;
	struct content *content;
	struct accounts *accounts;
	struct media *media;
	struct content_signer signer;
	struct webhooks *webhooks;
	struct rest *rest;
	struct api_graphql *graphql; /* NULL: there is no GraphQL */
	struct api_admin *admin;     /* NULL: there is no administration */
	struct extensions *extensions;
	struct survey *survey;
	struct host *host;         /* runs the project's code; NULL: nothing does */
	struct services *services; /* what it may ask for */
	struct host_code *code;    /* what it answers; NULL: nothing */
	bool without_code;
	struct http_server *server;
	int socket;                                /* of the server whose place this one takes; -1: none */
	struct api_admin_development *development; /* NULL: nothing changes while it is served */
};

/* Reads the project and opens its database. False, with the mistakes printed, when it can't be served. */
bool serving_load(struct serving *service, struct arena *arena, const struct command_options *options);

/* Opens all other parts, and listens. service->socket is taken over. */
bool serving_start(struct serving *service, struct arena *arena, struct error *error);

/* Ends what was begun, and closes what was opened. */
void serving_stop(struct serving *service);

#endif
