#include "serve.h"

#include "command/project/project.h"
#include "develop.h"

#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum { RESERVE = 32 << 20 /* bytes for the requests under way when memory runs out */ };

static void announce(const struct serving *service)
{
	const char *host = service->config->host;
	bool ipv6 = strchr(host, ':') != NULL;
	const char *panel = api_admin_panel_path(service->admin), *open = ipv6 ? "[" : "", *close = ipv6 ? "]" : "";
	const unsigned port = http_port(service->server);
	printf("lectern %s listening on http://%s%s%s:%u\n", LECTERN_VERSION, open, host, close, port);
	if (panel)
		printf("editors sign in at http://%s%s%s:%u%s\n", open, host, close, port, panel);
	fflush(stdout);
}

/* From here on these signals wait to be read from the descriptor, in all threads made later too. */
static int hold_signals(void)
{
	sigset_t signals;
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	sigemptyset(&signals);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGHUP);
	pthread_sigmask(SIG_BLOCK, &signals, NULL);
	const int descriptor = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
	if (descriptor < 0)
		abort();
	return descriptor;
}

/* SIGHUP: reads again what can change while the server runs. With a mistake all stays as it is. */
static void reload(struct serving *service, const struct command_options *options)
{
	struct arena *arena = arena_create();
	struct findings findings;
	findings_init(&findings, arena);
	const struct config *config = project_read_config(arena, options->directory, &options->overrides, &findings);
	if (config) {
		http_log_requests(service->server, config->log_requests);
		log_message(LOG_INFO,
		            "SIGHUP: the configuration was read again: requests are %slogged. All else stays as it was "
		            "at the start",
		            config->log_requests ? "" : "not ");
	} else {
		report_log_mistakes(&findings);
		log_message(LOG_ERROR, "SIGHUP: the configuration has mistakes, and all stays as it was");
	}
	arena_destroy(arena);
}

/* Which signal has come; 0: none. */
static int take_signal(int descriptor)
{
	struct signalfd_siginfo signal;
	return read(descriptor, &signal, sizeof signal) == (ssize_t)sizeof signal ? (int)signal.ssi_signo : 0;
}

/* Until SIGTERM or SIGINT. */
static void wait_for_end(struct running *running, const struct command_options *options, int signals,
                         struct development *development)
{
	int files[2] = {-1, -1}, which;
	bool settles = false;
	if (development)
		development_descriptors(development, files);
	for (;;) {
		struct pollfd watched[] = {{.fd = signals, .events = POLLIN},
		                           {.fd = files[0], .events = POLLIN},
		                           {.fd = files[1], .events = POLLIN}};
		if (poll(watched, COUNT_OF(watched), settles ? DEVELOPMENT_SETTLES : -1) < 0)
			continue;
		which = watched[0].revents ? take_signal(signals) : 0;
		if (which == SIGHUP)
			reload(running->service, options);
		else if (which)
			break;
		if (development && (settles || watched[1].revents || watched[2].revents))
			settles = development_look(development, running);
	}
	log_message(LOG_INFO, "%s: stopping; what was begun is answered first", which == SIGINT ? "SIGINT" : "SIGTERM");
}

static bool start(struct running *running, const struct command_options *options, struct development **development)
{
	struct error error;
	struct serving *service = running->service;
	if (!serving_load(service, running->arena, options))
		return false;
	bool done = !options->watch || development_open(options, service->config, development, &error);
	service->development = development_of_panel(*development);
	done = done && serving_start(service, running->arena, &error);
	if (!done)
		fprintf(stderr, "lectern: %s\n", error.message);
	return done;
}

int command_serve(const struct command_options *options)
{
	struct development *development = NULL;
	struct running running = {.arena = arena_create()};
	const int signals = hold_signals();
	memory_hold_back(RESERVE);
	running.service = arena_alloc(running.arena, sizeof *running.service);
	*running.service = (struct serving){.socket = -1};
	const bool started = start(&running, options, &development);
	if (started) {
		announce(running.service);
		wait_for_end(&running, options, signals, development);
	}
	serving_stop(running.service);
	if (started)
		log_message(LOG_INFO, "stopped");
	development_close(development);
	arena_destroy(running.arena);
	close(signals);
	return started ? 0 : 1;
}
