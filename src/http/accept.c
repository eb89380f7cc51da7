#include "accept.h"

#include <errno.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
	WARN_EVERY = 60,    /* s between two warnings that connections wait */
	PAUSE = 10,         /* ms until it is tried again, when no connection can be taken */
	BEGIN_LIMIT = 1000, /* ms for the serving threads to begin with the last ones */
};

static struct acceptor_target *fewest(const struct acceptor *acceptor)
{
	struct acceptor_target *found = acceptor->targets;
	for (size_t i = 1; i < acceptor->target_count; i++) {
		if (acceptor->targets[i].connections < found->connections)
			found = &acceptor->targets[i];
	}
	return found;
}

/* Takes the socket in any case. */
static void hand_over(struct acceptor *acceptor, int client, const struct sockaddr *address, socklen_t len)
{
	/* Held until the daemon has it: what was written here for the connection is then seen by the serving thread. */
	pthread_mutex_lock(&acceptor->lock);
	struct acceptor_target *target = fewest(acceptor);
	if (MHD_add_connection(target->daemon, client, address, len) == MHD_YES) {
		target->connections++;
		acceptor->connections++;
		acceptor->handed_over++;
	}
	pthread_mutex_unlock(&acceptor->lock);
}

enum accepted {
	TOOK_ONE,
	NONE_WAITS,
	CAN_TAKE_NONE, /* there are too many, or no descriptors or memory for one more */
};

static bool is_full(struct acceptor *acceptor)
{
	pthread_mutex_lock(&acceptor->lock);
	bool full = acceptor->connections >= acceptor->most;
	pthread_mutex_unlock(&acceptor->lock);
	return full;
}

static enum accepted accept_one(struct acceptor *acceptor)
{
	struct sockaddr_storage address;
	socklen_t len = sizeof address;
	if (is_full(acceptor))
		return CAN_TAKE_NONE;
	int client = accept4(acceptor->socket, (struct sockaddr *)&address, &len, SOCK_NONBLOCK | SOCK_CLOEXEC);
	if (client >= 0) {
		hand_over(acceptor, client, (struct sockaddr *)&address, len);
		return TOOK_ONE;
	}
	if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
		return CAN_TAKE_NONE;
	/* A client that hung up while it waited says nothing about those behind it. */
	return errno == ECONNABORTED || errno == EINTR || errno == EPROTO ? TOOK_ONE : NONE_WAITS;
}

static void warn(struct acceptor *acceptor)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
	if (acceptor->warned && now.tv_sec - acceptor->warned < WARN_EVERY)
		return;
	acceptor->warned = now.tv_sec;
	if (is_full(acceptor))
		log_message(LOG_WARNING, "There are %u connections, as many as may be: more have to wait",
		            acceptor->most);
	else
		log_message(LOG_WARNING, "Connections have to wait: %s", strerror(errno));
}

static void *accept_all(void *context)
{
	struct acceptor *acceptor = context;
	struct pollfd watched[] = {{.fd = acceptor->wake, .events = POLLIN},
	                           {.fd = acceptor->socket, .events = POLLIN}};
	bool can_take = true;
	while (!watched[0].revents) {
		if (poll(watched, can_take ? 2 : 1, can_take ? -1 : PAUSE) < 0 || watched[0].revents)
			continue;
		can_take = accept_one(acceptor) != CAN_TAKE_NONE;
		if (!can_take)
			warn(acceptor);
	}
	/* Those in the queue have connected, and may have sent their requests. */
	for (unsigned i = 0; i < acceptor->most && accept_one(acceptor) == TOOK_ONE; i++)
		continue;
	/* Here, not in acceptor_stop: who connects meanwhile is lost. */
	close(acceptor->socket);
	acceptor->socket = -1;
	return NULL;
}

bool acceptor_init(struct acceptor *acceptor, int socket, struct acceptor_target *targets, size_t count, unsigned most)
{
	*acceptor = (struct acceptor){.targets = targets, .target_count = count, .most = most, .socket = socket};
	pthread_mutex_init(&acceptor->lock, NULL);
	acceptor->wake = eventfd(0, EFD_CLOEXEC);
	return acceptor->wake >= 0;
}

bool acceptor_start(struct acceptor *acceptor)
{
	errno = pthread_create(&acceptor->thread, NULL, accept_all, acceptor);
	return errno == 0;
}

static bool all_begun(struct acceptor *acceptor)
{
	pthread_mutex_lock(&acceptor->lock);
	bool begun = !acceptor->handed_over;
	pthread_mutex_unlock(&acceptor->lock);
	return begun;
}

void acceptor_stop(struct acceptor *acceptor)
{
	eventfd_write(acceptor->wake, 1);
	pthread_join(acceptor->thread, NULL);
	/* A limit, because libmicrohttpd says nothing of one that it had no memory for. */
	for (int i = 0; i < BEGIN_LIMIT && !all_begun(acceptor); i++)
		usleep(1000);
}

void acceptor_connection_begins(struct acceptor *acceptor)
{
	pthread_mutex_lock(&acceptor->lock);
	acceptor->handed_over--;
	pthread_mutex_unlock(&acceptor->lock);
}

void acceptor_connection_ended(struct acceptor *acceptor, size_t target)
{
	pthread_mutex_lock(&acceptor->lock);
	acceptor->targets[target].connections--;
	acceptor->connections--;
	pthread_mutex_unlock(&acceptor->lock);
}

void acceptor_free(struct acceptor *acceptor)
{
	if (acceptor->socket >= 0)
		close(acceptor->socket);
	if (acceptor->wake >= 0)
		close(acceptor->wake);
	pthread_mutex_destroy(&acceptor->lock);
}
