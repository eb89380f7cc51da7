#include "accept.h"

#include "connection.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
	WARN_EVERY = 60000, /* ms between two warnings of a kind */
	PAUSE = 100,        /* ms until it is tried again, when there are no descriptors: no event tells of new ones */
};

static bool may_warn(int64_t *warned)
{
	const int64_t now = clock_coarse();
	if (*warned && now - *warned < WARN_EVERY)
		return false;
	*warned = now;
	return true;
}

static struct loop *fewest(const struct http_server *server)
{
	struct loop *found = &server->loops[0];
	for (size_t i = 1; i < server->options.threads; i++) {
		struct loop *loop = &server->loops[i];
		if (atomic_load_explicit(&loop->load, memory_order_relaxed) <
		    atomic_load_explicit(&found->load, memory_order_relaxed))
			found = loop;
	}
	return found;
}

static void deliver_accepted(struct mailbox_message *mail)
{
	connection_begin((struct connection *)(void *)((char *)mail - offsetof(struct connection, accepted)));
}

/* Counts the connection. False when its address has too many. */
static bool admit(struct acceptor *acceptor, const struct sockaddr_storage *peer, struct address **address)
{
	pthread_mutex_lock(&acceptor->lock);
	*address = addresses_add(&acceptor->addresses, peer, acceptor->server->options.max_per_address);
	if (*address)
		acceptor->connections++;
	pthread_mutex_unlock(&acceptor->lock);
	return *address != NULL;
}

/* Says why, as far as the client listens: nobody waits for it. */
static void turn_away(struct acceptor *acceptor, int client)
{
	static const char answer[] =
	    "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\n"
	    "Content-Type: application/json; charset=utf-8\r\nContent-Length: 143\r\n\r\n"
	    "{\"data\":null,\"error\":{\"status\":503,\"name\":\"ServiceUnavailableError\","
	    "\"message\":\"There are too many connections from this address\",\"details\":{}}}";
	if (may_warn(&acceptor->warned_of_address))
		log_message(LOG_WARNING, "An address has %u connections, as many as may be: more of it are refused",
		            acceptor->server->options.max_per_address);
	(void)!send(client, answer, sizeof answer - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
	close(client);
}

/* Assigns the socket to a loop, or refuses it; owns it in any case. */
static void assign(struct acceptor *acceptor, int client, const struct sockaddr_storage *peer)
{
	struct address *address;
	if (!admit(acceptor, peer, &address)) {
		turn_away(acceptor, client);
		return;
	}
	struct connection *connection = connection_create(client, peer);
	if (!connection) {
		close(client);
		acceptor_connection_ended(acceptor, address);
		return;
	}
	connection->address = address;
	connection->accepted.deliver = deliver_accepted;
	connection->loop = fewest(acceptor->server);
	atomic_fetch_add_explicit(&connection->loop->load, 1, memory_order_relaxed);
	mailbox_post(&connection->loop->mailbox, &connection->accepted);
}

enum accepted {
	TOOK_ONE,
	NONE_WAITS,
	IS_FULL,
	CAN_TAKE_NONE, /* there are no descriptors or no memory for one more */
};

/* Whether there is room for one more; if not, the thread will be woken when there is. */
static bool has_room(struct acceptor *acceptor)
{
	pthread_mutex_lock(&acceptor->lock);
	bool room = acceptor->connections < acceptor->server->options.max_connections;
	acceptor->waiting = !room;
	pthread_mutex_unlock(&acceptor->lock);
	return room;
}

static enum accepted accept_one(struct acceptor *acceptor)
{
	struct sockaddr_storage peer = {0};
	socklen_t len = sizeof peer;
	if (!has_room(acceptor))
		return IS_FULL;
	int client = accept4(acceptor->socket, (struct sockaddr *)&peer, &len, SOCK_NONBLOCK | SOCK_CLOEXEC);
	if (client >= 0) {
		assign(acceptor, client, &peer);
		return TOOK_ONE;
	}
	if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
		return CAN_TAKE_NONE;
	/* A client that hung up while it waited says nothing about those behind it. */
	return errno == ECONNABORTED || errno == EINTR || errno == EPROTO ? TOOK_ONE : NONE_WAITS;
}

static void warn(struct acceptor *acceptor, enum accepted why)
{
	const int reason = errno;
	if (!may_warn(&acceptor->warned))
		return;
	if (why == IS_FULL)
		log_message(LOG_WARNING, "There are %u connections, as many as may be: more have to wait",
		            acceptor->server->options.max_connections);
	else
		log_message(LOG_WARNING, "Connections have to wait: %s", strerror(reason));
}

static void *accept_all(void *context)
{
	struct acceptor *acceptor = context;
	struct pollfd watched[] = {{.fd = acceptor->wake, .events = POLLIN},
	                           {.fd = acceptor->socket, .events = POLLIN}};
	enum accepted last = TOOK_ONE;
	while (!atomic_load(&acceptor->stopping)) {
		bool takes = last == TOOK_ONE || last == NONE_WAITS;
		poll(watched, takes ? 2 : 1, last == CAN_TAKE_NONE ? PAUSE : -1);
		if (watched[0].revents) {
			eventfd_t count;
			eventfd_read(acceptor->wake, &count);
		}
		watched[0].revents = 0;
		if (atomic_load(&acceptor->stopping))
			break;
		last = accept_one(acceptor);
		if (last == IS_FULL || last == CAN_TAKE_NONE)
			warn(acceptor, last);
	}
	/* Those in the queue have connected, and may have sent their requests. */
	for (unsigned i = 0; i < acceptor->server->options.max_connections && accept_one(acceptor) == TOOK_ONE; i++)
		continue;
	/* Here, not in acceptor_stop: who connects meanwhile is lost. */
	close(acceptor->socket);
	acceptor->socket = -1;
	return NULL;
}

bool acceptor_init(struct acceptor *acceptor, struct http_server *server, int socket)
{
	acceptor->server = server;
	acceptor->socket = socket;
	pthread_mutex_init(&acceptor->lock, NULL);
	acceptor->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	return acceptor->wake >= 0;
}

bool acceptor_start(struct acceptor *acceptor)
{
	errno = pthread_create(&acceptor->thread, NULL, accept_all, acceptor);
	return errno == 0;
}

void acceptor_stop(struct acceptor *acceptor)
{
	atomic_store(&acceptor->stopping, true);
	eventfd_write(acceptor->wake, 1);
	pthread_join(acceptor->thread, NULL);
}

void acceptor_connection_ended(struct acceptor *acceptor, struct address *address)
{
	pthread_mutex_lock(&acceptor->lock);
	addresses_remove(&acceptor->addresses, address);
	acceptor->connections--;
	bool wake = acceptor->waiting;
	acceptor->waiting = false;
	pthread_mutex_unlock(&acceptor->lock);
	if (wake)
		eventfd_write(acceptor->wake, 1);
}

void acceptor_free(struct acceptor *acceptor)
{
	if (acceptor->socket >= 0)
		close(acceptor->socket);
	if (acceptor->wake >= 0)
		close(acceptor->wake);
	pthread_mutex_destroy(&acceptor->lock);
}
