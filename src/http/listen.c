#include "listen.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 1024 };

/* Accepted sockets inherit these: an answer must not wait for the acknowledgement of the one before, and a client that
 * vanished without a word is noticed after two minutes, also where nothing is sent to it and no deadline is set: while
 * its request waits, or on a stream that has nothing to say. */
static void set_options(int fd)
{
	const int on = 1, idle = 60, interval = 15, probes = 4;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
	setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
	setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
	setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof probes);
}

static int listen_on(const struct addrinfo *address)
{
	int fd = socket(address->ai_family, address->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -1;
	set_options(fd);
	if (bind(fd, address->ai_addr, address->ai_addrlen) != 0 || listen(fd, BACKLOG) != 0) {
		int reason = errno;
		close(fd);
		errno = reason;
		return -1;
	}
	return fd;
}

uint16_t http_port_of(int fd)
{
	union {
		struct sockaddr any;
		struct sockaddr_in v4;
		struct sockaddr_in6 v6;
	} address = {.v6 = {0}};
	socklen_t len = sizeof address;
	if (getsockname(fd, &address.any, &len) != 0)
		return 0;
	return ntohs(address.any.sa_family == AF_INET6 ? address.v6.sin6_port : address.v4.sin_port);
}

int http_listen(const char *host, uint16_t wanted, uint16_t *port, struct error *error)
{
	const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
	struct addrinfo *found = NULL;
	char service[8];
	snprintf(service, sizeof service, "%u", (unsigned)wanted);
	int failure = getaddrinfo(host, service, &hints, &found);
	if (failure) {
		error_set(error, 500, "InternalServerError", "Can't listen on %s: %s", host, gai_strerror(failure));
		return -1;
	}
	int fd = -1;
	for (const struct addrinfo *address = found; address && fd < 0; address = address->ai_next)
		fd = listen_on(address);
	if (fd < 0)
		error_set(error, 500, "InternalServerError", "Can't listen on %s port %u: %s", host, (unsigned)wanted,
		          strerror(errno));
	else
		*port = http_port_of(fd);
	freeaddrinfo(found);
	return fd;
}
