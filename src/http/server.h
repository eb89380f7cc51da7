/* Inside the room `http`: the server and its threads, for the files that start it and that answer its requests. */
#ifndef LECTERN_HTTP_SERVER_H
#define LECTERN_HTTP_SERVER_H

#include "accept.h"
#include "clients.h"
#include "exchange.h"
#include "headers.h"

/* One thread that serves, and what only it uses. */
struct serving_thread {
	struct http_server *server;
	size_t number;
	struct exchange_pool pool;
	_Atomic size_t under_way; /* requests that the handler has, or that it has put aside */
};

struct http_server {
	struct http_options options;
	struct arena *arena;
	struct constant_headers headers;
	struct clients clients;
	struct serving_thread *threads;
	struct acceptor_target *daemons; /* one a thread */
	struct acceptor acceptor;
	_Atomic bool stopping; /* each answer is the last one of its connection */
	_Atomic bool ended;    /* the handler gets nothing more */
	uint16_t port;
};

#endif
