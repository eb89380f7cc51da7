#include "serve.h"

#include "command/project/project.h"
#include "serving.h"

#include <signal.h>

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

/* From here on these signals wait for sigwait, in all threads made later too. */
static void hold_signals(sigset_t *signals)
{
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	sigemptyset(signals);
	sigaddset(signals, SIGTERM);
	sigaddset(signals, SIGINT);
	sigaddset(signals, SIGHUP);
	pthread_sigmask(SIG_BLOCK, signals, NULL);
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

/* Until SIGTERM or SIGINT. */
static void wait_for_end(struct serving *service, const struct command_options *options, const sigset_t *signals)
{
	int which;
	while (sigwait(signals, &which) == 0 && which == SIGHUP)
		reload(service, options);
	log_message(LOG_INFO, "%s: stopping; what was begun is answered first", which == SIGINT ? "SIGINT" : "SIGTERM");
}

int command_serve(const struct command_options *options)
{
	struct serving service = {0};
	struct error error;
	sigset_t signals;
	int status = 1;
	struct arena *arena = arena_create();
	hold_signals(&signals);
	memory_hold_back(RESERVE);
	if (serving_load(&service, arena, options)) {
		if (serving_start(&service, arena, &error)) {
			announce(&service);
			wait_for_end(&service, options, &signals);
			status = 0;
		} else {
			fprintf(stderr, "lectern: %s\n", error.message);
		}
		serving_stop(&service);
		if (status == 0)
			log_message(LOG_INFO, "stopped");
	}
	arena_destroy(arena);
	return status;
}
