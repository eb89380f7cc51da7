#include "recover.h"
#include "temporary.h"

#include <stdlib.h>
#include <unistd.h>

enum { MOST_PICTURES = 4 }; /* at a time */

struct media *media_open(const struct config *config, const struct registry *registry, struct store *store,
                         size_t thread, struct error *error)
{
	struct media *media = calloc(1, sizeof *media);
	if (!media)
		abort();
	media->config = config;
	media->registry = registry;
	pthread_mutex_init(&media->lock, NULL);
	media->pictures = pictures_open(config->threads < MOST_PICTURES ? config->threads : MOST_PICTURES);
	media->folder = temporary_open_folder(config, false);
	if (media->folder < 0 || recover_folder(media, store, thread, error))
		return media;
	media_close(media);
	return NULL;
}

void media_close(struct media *media)
{
	if (!media)
		return;
	pictures_close(media->pictures);
	if (media->folder >= 0)
		close(media->folder);
	pthread_mutex_destroy(&media->lock);
	free(media);
}

void media_set_provider(struct media *media, const struct media_provider *provider)
{
	media->provider = *provider;
}

void media_refuse_uploads(struct media *media, const char *why)
{
	media->refused = why;
}

const char *media_lacks_pictures(const struct media *media)
{
	return pictures_lacking(media->pictures);
}
