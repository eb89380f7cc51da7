#include "develop.h"

#include "watch.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct development {
	const struct command_options *options;
	struct watch *watch;
	bool changed; /* files have, and may go on to */
	struct api_admin_development panel;
};

bool development_open(const struct command_options *options, const struct config *config,
                      struct development **development, struct error *error)
{
	*development = NULL;
	if (strcmp(config->environment, "production") == 0)
		return error_set(error, 500, "ConfigurationError",
		                 "--watch is for development, and the environment is production");
	struct watch *watch = watch_open(options->directory, error);
	struct development *opened = watch ? calloc(1, sizeof *opened) : NULL;
	const int wake = opened ? eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK) : -1;
	if (wake < 0) {
		if (watch)
			error_set(error, 500, "ConfigurationError", "Files can't be watched: %s", strerror(errno));
		watch_close(watch);
		free(opened);
		return false;
	}
	*opened = (struct development){.options = options, .watch = watch};
	opened->panel.wake = wake;
	pthread_mutex_init(&opened->panel.files, NULL);
	*development = opened;
	return true;
}

void development_close(struct development *development)
{
	if (!development)
		return;
	watch_close(development->watch);
	close(development->panel.wake);
	pthread_mutex_destroy(&development->panel.files);
	free(development);
}

struct api_admin_development *development_of_panel(struct development *development)
{
	return development ? &development->panel : NULL;
}

void development_descriptors(const struct development *development, int descriptors[2])
{
	descriptors[0] = watch_descriptor(development->watch);
	descriptors[1] = development->panel.wake;
}

/* ---- loading again ---- */

/* The tables follow first, types of columns too where no value is lost by it. Then the new server is made whole while
 * the one before still answers; both accept connections for a moment. */
static bool open_next(const struct running *running, struct running *next, struct error *error)
{
	const struct migrate_options convert = {.convert = true};
	struct serving *service = next->service;
	if (!store_migrate(service->config, service->registry, &convert, error))
		return false;
	service->socket = http_share_socket(running->service->server);
	if (service->socket < 0)
		return error_set(error, 500, "ConfigurationError", "The socket can't be shared: %s", strerror(errno));
	service->development = running->service->development;
	const bool started = serving_start(service, next->arena, error);
	/* A start that failed before has not taken it. */
	if (service->socket >= 0)
		close(service->socket);
	service->socket = -1;
	return started;
}

static bool load_files(struct development *development, const struct running *next, unsigned *written)
{
	eventfd_t asked;
	pthread_mutex_lock(&development->panel.files);
	/* What has been asked for until now is done with it. */
	eventfd_read(development->panel.wake, &asked);
	*written = atomic_load(&development->panel.written);
	watch_take(development->watch);
	const bool loaded = serving_load(next->service, next->arena, development->options);
	pthread_mutex_unlock(&development->panel.files);
	return loaded;
}

static void load_again(struct development *development, struct running *running)
{
	struct error error = {.message = "the project has mistakes"};
	struct running next = {.arena = arena_create()};
	next.service = arena_alloc(next.arena, sizeof *next.service);
	*next.service = (struct serving){.socket = -1};
	log_message(LOG_INFO, "Files of the project have changed: it is loaded again");
	unsigned written;
	const bool loaded = load_files(development, &next, &written) && open_next(running, &next, &error);
	struct running ended = loaded ? *running : next;
	/* Its requests end while all that they wait for is there. */
	if (loaded) {
		*running = next;
		http_drain(ended.service->server);
	} else {
		log_message(LOG_ERROR, "The project is served as it was: %s", error.message);
	}
	serving_stop(ended.service);
	arena_destroy(ended.arena);
	atomic_store(&development->panel.served, written);
	if (loaded)
		log_message(LOG_INFO, "The project was loaded again");
}

bool development_look(struct development *development, struct running *running)
{
	eventfd_t written = 0;
	const bool more = watch_take(development->watch);
	const bool asked = eventfd_read(development->panel.wake, &written) == 0;
	/* What the panel writes is whole. */
	if (!asked && (more || !development->changed)) {
		development->changed |= more;
		return development->changed;
	}
	development->changed = false;
	load_again(development, running);
	return false;
}
