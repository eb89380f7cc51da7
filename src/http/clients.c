#include "clients.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

enum { NEXT_WORD = 500 }; /* ms that a client is heard after its last answer when the server is told to stop */

/* A few milliseconds of error don't matter here, and the coarse clock costs next to nothing. */
static int64_t now_milliseconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void set(struct client *client, enum client_state state, int64_t deadline)
{
	/* The watcher reads the deadline first, then the state: an old deadline may meet a new state, and is then told
	 * by the new deadline when it looks again. */
	atomic_store_explicit(&client->deadline, deadline, memory_order_relaxed);
	atomic_store_explicit(&client->state, (int)state, memory_order_release);
}

static bool takes_its_answer(struct client *client)
{
	struct tcp_info info = {0};
	socklen_t len = sizeof info;
	if (getsockopt(client->socket, IPPROTO_TCP, TCP_INFO, &info, &len) != 0)
		return false;
	bool more = info.tcpi_bytes_acked != client->acknowledged;
	client->acknowledged = info.tcpi_bytes_acked;
	return more;
}

/* Returns when to look at this client again. */
static int64_t check(struct clients *clients, struct client *client, int64_t now)
{
	int64_t deadline = atomic_load_explicit(&client->deadline, memory_order_relaxed);
	if (deadline > now)
		return deadline;
	if (atomic_load_explicit(&client->state, memory_order_acquire) == CLIENT_READING && takes_its_answer(client)) {
		int64_t later = now + clients->request_timeout;
		/* Unless the serving thread set another one meanwhile. */
		atomic_compare_exchange_strong(&client->deadline, &deadline, later);
		return later;
	}
	/* Only the serving thread may close the socket; this makes it do so. */
	if (atomic_compare_exchange_strong(&client->deadline, &deadline, INT64_MAX))
		shutdown(client->socket, SHUT_RDWR);
	return INT64_MAX;
}

static void *watch(void *argument)
{
	struct clients *clients = argument;
	int64_t shortest =
	    clients->request_timeout < clients->idle_timeout ? clients->request_timeout : clients->idle_timeout;
	pthread_mutex_lock(&clients->lock);
	while (!clients->stopping) {
		int64_t now = now_milliseconds();
		/* No deadline set while this thread sleeps is nearer than the shortest timeout. */
		int64_t next = now + shortest;
		for (struct client *client = clients->first; client; client = client->next) {
			int64_t at = check(clients, client, now);
			if (at < next)
				next = at;
		}
		next += 10; /* past the step of the coarse clock */
		struct timespec until = {.tv_sec = next / 1000, .tv_nsec = next % 1000 * 1000000};
		pthread_cond_timedwait(&clients->changed, &clients->lock, &until);
	}
	pthread_mutex_unlock(&clients->lock);
	return NULL;
}

bool clients_start(struct clients *clients, unsigned request_timeout, unsigned idle_timeout)
{
	pthread_condattr_t attributes;
	*clients = (struct clients){
	    .request_timeout = (int64_t)request_timeout * 1000,
	    .idle_timeout = (int64_t)idle_timeout * 1000,
	};
	pthread_mutex_init(&clients->lock, NULL);
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&clients->changed, &attributes);
	pthread_condattr_destroy(&attributes);
	errno = pthread_create(&clients->watcher, NULL, watch, clients);
	return errno == 0;
}

/* Between two requests, and long enough for none to be under way: all others are told by their answer that it was the
 * last one. */
static bool is_silent(const struct clients *clients, const struct client *client)
{
	int64_t deadline = atomic_load_explicit(&client->deadline, memory_order_relaxed);
	switch (atomic_load_explicit(&client->state, memory_order_acquire)) {
	case CLIENT_CONNECTED:
		return now_milliseconds() >= deadline - clients->request_timeout + NEXT_WORD;
	case CLIENT_IDLE:
		return now_milliseconds() >= deadline - clients->idle_timeout + NEXT_WORD;
	default:
		return false;
	}
}

static void take_nothing_new(const struct clients *clients, struct client *client)
{
	if (client->told_to_end || !is_silent(clients, client))
		return;
	/* What has arrived nevertheless is still read and answered. */
	shutdown(client->socket, SHUT_RD);
	client->told_to_end = true;
}

void clients_drain(struct clients *clients, unsigned milliseconds)
{
	int64_t until = now_milliseconds() + milliseconds;
	for (;;) {
		pthread_mutex_lock(&clients->lock);
		for (struct client *client = clients->first; client; client = client->next)
			take_nothing_new(clients, client);
		bool gone = !clients->first;
		pthread_mutex_unlock(&clients->lock);
		if (gone || now_milliseconds() > until)
			return;
		nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
	}
}

void clients_stop(struct clients *clients)
{
	pthread_mutex_lock(&clients->lock);
	clients->stopping = true;
	pthread_cond_signal(&clients->changed);
	pthread_mutex_unlock(&clients->lock);
	pthread_join(clients->watcher, NULL);
	pthread_cond_destroy(&clients->changed);
	pthread_mutex_destroy(&clients->lock);
}

static void format_address(struct client *client, const struct sockaddr *address)
{
	const void *ip = NULL;
	if (address && address->sa_family == AF_INET)
		ip = &((const struct sockaddr_in *)(const void *)address)->sin_addr;
	else if (address && address->sa_family == AF_INET6)
		ip = &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
	if (!ip || !inet_ntop(address->sa_family, ip, client->address, sizeof client->address))
		client->address[0] = '\0';
}

struct client *client_add(struct clients *clients, int socket, const struct sockaddr *address)
{
	struct client *client = calloc(1, sizeof *client);
	if (!client) {
		fputs("lectern: out of memory\n", stderr);
		abort();
	}
	client->socket = socket;
	format_address(client, address);
	set(client, CLIENT_CONNECTED, now_milliseconds() + clients->request_timeout);
	pthread_mutex_lock(&clients->lock);
	client->next = clients->first;
	if (client->next)
		client->next->previous = client;
	clients->first = client;
	pthread_mutex_unlock(&clients->lock);
	return client;
}

void client_remove(struct clients *clients, struct client *client)
{
	pthread_mutex_lock(&clients->lock);
	if (client->next)
		client->next->previous = client->previous;
	if (client->previous)
		client->previous->next = client->next;
	else
		clients->first = client->next;
	pthread_mutex_unlock(&clients->lock);
	free(client);
}

void client_asks(struct clients *clients, struct client *client)
{
	/* The first request has to be whole in time from the connection's start. */
	int64_t deadline = atomic_load_explicit(&client->deadline, memory_order_relaxed);
	if (atomic_load_explicit(&client->state, memory_order_relaxed) != CLIENT_CONNECTED)
		deadline = now_milliseconds() + clients->request_timeout;
	set(client, CLIENT_ASKING, deadline);
}

void client_waits(struct client *client)
{
	set(client, CLIENT_WAITING, INT64_MAX);
}

void client_reads(struct clients *clients, struct client *client)
{
	set(client, CLIENT_READING, now_milliseconds() + clients->request_timeout);
}

void client_idles(struct clients *clients, struct client *client)
{
	set(client, CLIENT_IDLE, now_milliseconds() + clients->idle_timeout);
}
