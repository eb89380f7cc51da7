/* For tests of what goes beyond a request and its answer in memory: a server, and a client that takes answers apart. To
 * be included by one test. */
#ifndef LECTERN_HTTP_TEST_CLIENT_H
#define LECTERN_HTTP_TEST_CLIENT_H

#include "test_server.h"

#include <stdatomic.h>

enum { MEGABYTE = 1024 * 1024, SLACK = 24 * MEGABYTE };

static struct http_server *server;

/* ---- bytes that can be told apart ---- */

static inline unsigned char byte_at(uint64_t offset)
{
	return (unsigned char)(offset ^ offset >> 8 ^ offset >> 16);
}

static inline void fill(char *into, uint64_t offset, size_t len)
{
	for (size_t i = 0; i < len; i++)
		into[i] = (char)byte_at(offset + i);
}

/* ---- waiting ---- */

/* Waits for a flag that another thread sets. */
static inline bool wait_for(_Atomic int *flag, int value)
{
	for (int i = 0; i < PATIENCE * 100 && atomic_load(flag) < value; i++)
		pause_for(10);
	return atomic_load(flag) >= value;
}

/* ---- the client ---- */

/* Receives a head, and leaves what comes behind it. */
static inline void receive_head(int fd, struct buffer *head)
{
	char byte;
	head->len = 0;
	while (head->len < 4 || memcmp(head->data + head->len - 4, "\r\n\r\n", 4) != 0) {
		assert_int_equal(recv(fd, &byte, 1, 0), 1);
		buffer_byte(head, byte);
	}
	buffer_terminate(head);
}

static inline void receive_exactly(int fd, char *into, size_t len)
{
	while (len) {
		ssize_t got = recv(fd, into, len, 0);
		assert_true(got > 0);
		into += got;
		len -= (size_t)got;
	}
}

static inline void expect(int fd, const char *text)
{
	char got[256] = "";
	receive_exactly(fd, got, strlen(text));
	assert_string_equal(got, text);
}

static inline bool ends(int fd)
{
	char byte;
	return recv(fd, &byte, 1, 0) <= 0;
}

static inline int ask(const char *request, struct buffer *head)
{
	int fd = connect_to(server);
	send_text(fd, request);
	receive_head(fd, head);
	return fd;
}

static inline void still_serves(void)
{
	struct buffer head = {0};
	int fd = ask("GET /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", &head);
	assert_non_null(strstr(head.data, "HTTP/1.1 200 "));
	buffer_free(&head);
	close(fd);
}

#endif
