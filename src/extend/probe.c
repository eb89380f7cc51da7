/* Trying an extension in a process of its own, with all that the server would do with it until it serves. */
#include "probe.h"
#include "app.h"
#include "load.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LONGEST_PROBE = 10000 }; /* milliseconds */

static const char good[] = "good";

/* ---- in the child ---- */

/* What was registered is put in place as the server does, in a service that serves nobody. */
static bool try_installing(struct lectern_app *app)
{
	struct extensions *all = app->extensions;
	struct error error;
	*all->last = app;
	all->count++;
	struct content *content = content_open(all->registry, 1);
	struct rest *rest = rest_create(all->config, all->registry, NULL, content, NULL, NULL);
	extend_install_hooks(all, content);
	bool done = extend_install_rest(all, rest, &error);
	if (done && all->config->graphql.enabled && (all->config->graphql.shadow_crud || all->uses))
		done = api_graphql_build(all->arena, all->config, all->registry, all->switches, extend_schema, all,
		                         &error) != NULL;
	return done || app_refuse(app, "%s", error.message);
}

/* What it prints it will print again when it is loaded to stay. */
static void be_quiet(void)
{
	int nowhere = open("/dev/null", O_WRONLY);
	if (nowhere < 0)
		return;
	dup2(nowhere, STDOUT_FILENO);
	dup2(nowhere, STDERR_FILENO);
	close(nowhere);
}

static _Noreturn void run_child(struct lectern_app *app, int to)
{
	be_quiet();
	bool loaded = load_extension(app) && try_installing(app);
	const char *answer = loaded ? good : app->error.message;
	ssize_t written = write(to, answer, strlen(answer));
	_exit(written == (ssize_t)strlen(answer) ? 0 : 1);
}

/* ---- in the server ---- */

/* What the child says until it ends; false when it takes too long. */
static bool listen_to(int from, char *said, size_t size)
{
	int64_t end = clock_milliseconds() + LONGEST_PROBE;
	size_t length = 0;
	for (;;) {
		struct pollfd poll_for = {.fd = from, .events = POLLIN};
		int64_t left = end - clock_milliseconds();
		int ready = left > 0 ? poll(&poll_for, 1, (int)left) : 0;
		if (ready < 0 && errno == EINTR)
			continue;
		if (ready <= 0)
			return false;
		ssize_t count = read(from, said + length, size - 1 - length);
		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0 || length + (size_t)count == size - 1)
			break;
		length += (size_t)count;
	}
	said[length] = '\0';
	return true;
}

static bool judge(struct lectern_app *app, int status, const char *said)
{
	if (WIFSIGNALED(status))
		return app_refuse(app, "it crashed while it was loaded (%s)", strsignal(WTERMSIG(status)));
	if (strcmp(said, good) == 0)
		return true;
	if (*said)
		return app_refuse(app, "%s", said);
	return app_refuse(app, "it ended the process while it was loaded (exit code %d)", WEXITSTATUS(status));
}

bool probe_extension(struct lectern_app *app)
{
	char said[sizeof app->error.message] = "";
	int ends[2], status;
	if (pipe2(ends, O_CLOEXEC) != 0)
		return app_refuse(app, "it can't be tried: %s", strerror(errno));
	pid_t child = fork();
	if (child == 0) {
		close(ends[0]);
		run_child(app, ends[1]);
	}
	close(ends[1]);
	bool ended = child > 0 && listen_to(ends[0], said, sizeof said);
	close(ends[0]);
	if (child < 0)
		return app_refuse(app, "it can't be tried: %s", strerror(errno));
	if (!ended)
		kill(child, SIGKILL);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (!ended)
		return app_refuse(app, "it was still registering after %d seconds", LONGEST_PROBE / 1000);
	return judge(app, status, said);
}
