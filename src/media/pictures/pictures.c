#include "pictures.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	MOST_HELPERS = 16,
	LONGEST_WORK = 60000, /* milliseconds a picture */
};

struct helper {
	pid_t pid; /* 0: none */
	int socket;
	bool used;  /* it has answered before */
	bool taken; /* a thread works with it */
};

/* `lock` guards `taken`; a helper's other members belong to the thread that has taken it. */
struct pictures {
	pthread_mutex_t lock;
	pthread_cond_t freed;
	struct helper helpers[MOST_HELPERS];
	size_t most;
	char program[PATH_MAX];
	char lacking[PATH_MAX + 64];
};

/* The program lies beside this one. */
static void find_program(struct pictures *pictures)
{
	const char *named = getenv("LECTERN_PICTURES");
	char own[PATH_MAX - 16];
	ssize_t len = readlink("/proc/self/exe", own, sizeof own - 1);
	char *slash = NULL;
	if (len > 0) {
		own[len] = '\0';
		slash = strrchr(own, '/');
	}
	if (named && *named)
		snprintf(pictures->program, sizeof pictures->program, "%s", named);
	else if (slash)
		snprintf(pictures->program, sizeof pictures->program, "%.*s/lectern-pictures", (int)(slash - own), own);
	if (access(pictures->program, X_OK) != 0)
		snprintf(pictures->lacking, sizeof pictures->lacking, "there is no %s", pictures->program);
}

struct pictures *pictures_open(size_t most)
{
	struct pictures *pictures = calloc(1, sizeof *pictures);
	if (!pictures)
		abort();
	pthread_mutex_init(&pictures->lock, NULL);
	pthread_cond_init(&pictures->freed, NULL);
	pictures->most = most < 1 ? 1 : most > MOST_HELPERS ? MOST_HELPERS : most;
	find_program(pictures);
	return pictures;
}

static void end_helper(struct helper *helper)
{
	int status;
	if (!helper->pid)
		return;
	close(helper->socket);
	kill(helper->pid, SIGKILL);
	while (waitpid(helper->pid, &status, 0) < 0 && errno == EINTR)
		continue;
	helper->pid = 0;
}

void pictures_close(struct pictures *pictures)
{
	if (!pictures)
		return;
	for (size_t i = 0; i < pictures->most; i++)
		end_helper(&pictures->helpers[i]);
	pthread_mutex_destroy(&pictures->lock);
	pthread_cond_destroy(&pictures->freed);
	free(pictures);
}

const char *pictures_lacking(const struct pictures *pictures)
{
	return pictures->lacking[0] ? pictures->lacking : NULL;
}

/* ---- helpers ---- */

static bool start_helper(struct pictures *pictures, struct helper *helper, struct error *error)
{
	char path[] = "PATH=/usr/bin:/bin";
	char *arguments[] = {pictures->program, NULL}, *environment[] = {path, NULL};
	int sockets[2];
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t none, usual;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0)
		return error_unavailable(error, "a picture helper can't be started: %s", strerror(errno));
	sigemptyset(&none);
	sigemptyset(&usual);
	sigaddset(&usual, SIGPIPE);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, sockets[1], STDIN_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawnattr_setsigdefault(&attributes, &usual);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	int failed = posix_spawn(&helper->pid, pictures->program, &actions, &attributes, arguments, environment);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	close(sockets[1]);
	helper->socket = sockets[0];
	helper->used = false;
	if (!failed)
		return true;
	helper->pid = 0;
	close(sockets[0]);
	return error_unavailable(error, "a picture helper can't be started: %s", strerror(failed));
}

/* One that runs already, if there is any. */
static struct helper *take_helper(struct pictures *pictures)
{
	struct helper *found = NULL;
	pthread_mutex_lock(&pictures->lock);
	while (!found) {
		for (size_t i = 0; i < pictures->most; i++) {
			struct helper *helper = &pictures->helpers[i];
			if (!helper->taken && (!found || (helper->pid && !found->pid)))
				found = helper;
		}
		if (!found)
			pthread_cond_wait(&pictures->freed, &pictures->lock);
	}
	found->taken = true;
	pthread_mutex_unlock(&pictures->lock);
	return found;
}

static void give_back(struct pictures *pictures, struct helper *helper)
{
	pthread_mutex_lock(&pictures->lock);
	helper->taken = false;
	pthread_cond_signal(&pictures->freed);
	pthread_mutex_unlock(&pictures->lock);
}

/* ---- messages ---- */

static bool send_request(const struct helper *helper, const struct picture_request *request, const int *files)
{
	const size_t count = 2 + (size_t)request->box_count;
	union {
		struct cmsghdr header;
		char room[CMSG_SPACE(PICTURE_MOST_FILES * sizeof(int))];
	} control = {0};
	struct iovec part = {(void *)(uintptr_t)request, sizeof *request};
	struct msghdr message = {.msg_iov = &part,
	                         .msg_iovlen = 1,
	                         .msg_control = &control,
	                         .msg_controllen = CMSG_SPACE(count * sizeof(int))};
	struct cmsghdr *header = CMSG_FIRSTHDR(&message);
	*header = (struct cmsghdr){
	    .cmsg_len = CMSG_LEN(count * sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
	memcpy(CMSG_DATA(header), files, count * sizeof(int));
	return sendmsg(helper->socket, &message, MSG_NOSIGNAL) == sizeof *request;
}

/* What comes from a helper is not trusted: a decoder may have been taken over. */
static bool is_possible(const struct picture_request *request, const struct picture_answer *answer)
{
	bool fine = answer->verdict <= PICTURE_FAILED && answer->encoded <= 1 && answer->width <= INT32_MAX &&
	            answer->height <= INT32_MAX;
	for (size_t i = 0; i < PICTURE_MOST_BOXES; i++) {
		const struct picture_box made = answer->made[i];
		fine = fine && (i < request->box_count
		                    ? made.width <= request->boxes[i].width && made.height <= request->boxes[i].height
		                    : !made.width && !made.height);
		fine = fine && !made.width == !made.height;
	}
	return fine;
}

static bool receive_answer(const struct helper *helper, const struct picture_request *request,
                           struct picture_answer *answer)
{
	struct pollfd socket = {.fd = helper->socket, .events = POLLIN};
	const int64_t end = clock_milliseconds() + LONGEST_WORK;
	for (;;) {
		int64_t left = end - clock_milliseconds();
		int ready = left > 0 ? poll(&socket, 1, (int)left) : 0;
		if (ready < 0 && errno == EINTR)
			continue;
		return ready > 0 && recv(helper->socket, answer, sizeof *answer, 0) == sizeof *answer &&
		       is_possible(request, answer);
	}
}

bool pictures_work(struct pictures *pictures, const struct picture_request *request, const int *files,
                   struct picture_answer *answer, struct error *error)
{
	struct helper *helper = take_helper(pictures);
	bool started = true, answered = false, again = true;
	*answer = (struct picture_answer){.verdict = PICTURE_IS_FAULTY};
	/* One that was started before may have ended, having had nothing to do. */
	while (again && !answered) {
		started = helper->pid || start_helper(pictures, helper, error);
		again = started && helper->used;
		answered = started && send_request(helper, request, files) && receive_answer(helper, request, answer);
		helper->used = answered;
		if (!answered)
			end_helper(helper);
	}
	if (started && !answered) {
		log_message(LOG_WARNING, "a picture helper ended, or took too long: the picture is refused");
		*answer = (struct picture_answer){.verdict = PICTURE_IS_FAULTY};
	}
	give_back(pictures, helper);
	return started;
}

/* ---- what a file is ---- */

static bool has(struct slice bytes, size_t at, struct slice magic)
{
	return bytes.len >= at + magic.len && memcmp(bytes.ptr + at, magic.ptr, magic.len) == 0;
}

enum picture_format pictures_guess(struct slice beginning)
{
	if (has(beginning, 0, SLICE("\xff\xd8\xff")))
		return PICTURE_JPEG;
	if (has(beginning, 0, SLICE("\x89PNG\r\n\x1a\n")))
		return PICTURE_PNG;
	if (has(beginning, 0, SLICE("RIFF")) && has(beginning, 8, SLICE("WEBP")))
		return PICTURE_WEBP;
	if (has(beginning, 0, SLICE("GIF8")))
		return PICTURE_GIF;
	if (has(beginning, 0, (struct slice){"II*\0", 4}) || has(beginning, 0, (struct slice){"MM\0*", 4}))
		return PICTURE_TIFF;
	/* As libvips looks for it: anywhere in the first thousand bytes of a text. */
	struct slice start = {beginning.ptr, beginning.len < 1000 ? beginning.len : 1000};
	if (start.len && !memchr(start.ptr, '\0', start.len) && memmem(start.ptr, start.len, "<svg", 4))
		return PICTURE_SVG;
	return PICTURE_NONE;
}
