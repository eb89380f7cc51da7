#include "uploads.h"

void uploads_defaults(struct config *config, struct arena *arena)
{
	config->files = (struct config_public){
	    .served = true,
	    .directory = arena_format(arena, "%s/public", config->directory),
	    .max_age = 60,
	    .favicon = "favicon.png",
	    .favicon_max_age = 24 * 3600,
	};
}

static void read_directory(struct settings *settings, struct config *config)
{
	const struct config_file *file = config_file_open(settings, "config/server.json");
	const char *path = NULL;
	setting_text(settings, file, "dirs.public", NULL, &path);
	if (path)
		config->files.directory =
		    path[0] == '/' ? path : arena_format(settings->arena, "%s/%s", config->directory, path);
}

/* Of the folder of uploads, as koa-static takes it: milliseconds. */
static void read_max_age(struct settings *settings, const struct config_file *plugins, struct config_uploads *uploads)
{
	static const char *const paths[] = {"upload.config.providerOptions.localServer.maxage",
	                                    "upload.config.providerOptions.localServer.maxAge"};
	int64_t milliseconds = 0;
	for (size_t i = 0; i < COUNT_OF(paths); i++)
		setting_integer(settings, plugins, paths[i], NULL, "milliseconds, at least 0", 0,
		                INT64_C(1000) * INT32_MAX, &milliseconds);
	uploads->max_age = (unsigned)(milliseconds / 1000);
}

void uploads_read(struct settings *settings, struct config *config)
{
	const struct config_file *plugins = config_file_open(settings, "config/plugins.json");
	struct config_uploads *uploads = &config->uploads;
	read_directory(settings, config);
	read_max_age(settings, plugins, uploads);
	setting_list(settings, plugins, "upload.config.security.inlineTypes", NULL, &uploads->inline_types,
	             &uploads->inline_type_count);
}
