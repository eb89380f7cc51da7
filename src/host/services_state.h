/* Inside the room `host`: what the files of the services share. */
#ifndef LECTERN_HOST_SERVICES_STATE_H
#define LECTERN_HOST_SERVICES_STATE_H

#include "services.h"

#include <pthread.h>

struct transaction;

struct services {
	struct host *host;
	const struct config *config;
	const struct registry *registry;
	struct store *store;
	struct content *content;
	struct host_code *code;
	size_t first_thread;
	struct background *readers;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct transaction *transactions;
	int64_t last_number;
	bool stopping; /* transactions end now */
};

#endif
