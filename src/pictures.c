/* The program lectern-pictures: decodes and encodes pictures for the server, in a process of its own, since decoders
 * are where exploits lie. Before the first picture is looked at it gives up whatever a decoder does not need: it can
 * open no files, no sockets and no programs, and has limits of memory and time. It ends when the server closes the
 * socket, and by itself when it has had nothing to do. What is done to pictures is what sharp does for Strapi. */
#include "media/pictures/program/picture.h"
#include "media/pictures/program/rights.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vips/vips.h>

/* Behind it, as it needs its types. */
#include <vips/vector.h>

enum {
	SERVER = STDIN_FILENO,
	IDLE_TIME = 10000,   /* milliseconds; then it ends */
	MOST_PICTURES = 200, /* then it ends: what libraries lose does not add up */
};

static bool receive(struct picture_request *request, int files[PICTURE_MOST_FILES], size_t *count)
{
	union {
		struct cmsghdr header;
		char room[CMSG_SPACE(PICTURE_MOST_FILES * sizeof(int))];
	} control;
	struct iovec part = {request, sizeof *request};
	struct msghdr message = {
	    .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
	ssize_t got;
	while ((got = recvmsg(SERVER, &message, 0)) < 0 && errno == EINTR)
		continue;
	const struct cmsghdr *header = got == sizeof *request ? CMSG_FIRSTHDR(&message) : NULL;
	if (!header || header->cmsg_type != SCM_RIGHTS)
		return false;
	*count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
	memcpy(files, CMSG_DATA(header), *count * sizeof(int));
	return *count == 2 + (size_t)request->box_count;
}

static bool answer_one(void)
{
	struct picture_request request;
	struct picture_answer answer = {0};
	int files[PICTURE_MOST_FILES];
	size_t count;
	if (!receive(&request, files, &count))
		return false;
	rights_limit_time();
	picture_make(&request, files, &answer);
	vips_error_clear();
	for (size_t i = 0; i < count; i++)
		close(files[i]);
	return send(SERVER, &answer, sizeof answer, MSG_NOSIGNAL) == sizeof answer;
}

static void say_nothing(const char *domain, GLogLevelFlags level, const char *message, void *context)
{
	(void)domain;
	(void)level;
	(void)message;
	(void)context;
}

int main(int argument_count, char **arguments)
{
	struct pollfd server = {.fd = SERVER, .events = POLLIN};
	(void)argument_count;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	g_log_set_default_handler(say_nothing, NULL);
	/* What does not fit in memory is refused, and not put on the disk. */
	setenv("VIPS_DISC_THRESHOLD", "100g", 1);
	if (vips_init(arguments[0]) != 0)
		return 1;
	/* Its compiler would want memory that can be written and run. */
	vips_vector_set_enabled(FALSE);
	vips_concurrency_set(1);
	vips_cache_set_max(0);
	if (!rights_give_up())
		return 2;
	for (int i = 0; i < MOST_PICTURES; i++)
		if (poll(&server, 1, IDLE_TIME) <= 0 || !answer_one())
			break;
	return 0;
}
