#include "uploads.h"
#include "uploads_s3.h"

enum { MOST_BREAKPOINTS = 14, LARGEST_SIDE = 65500 };

static const uint64_t most_bytes = UINT64_C(1) << 40;

void uploads_defaults(struct config *config, struct arena *arena)
{
	config->files = (struct config_public){
	    .served = true,
	    .directory = arena_format(arena, "%s/public", config->directory),
	    .max_age = 60,
	    .favicon = "favicon.png",
	    .favicon_max_age = 24 * 3600,
	};
	static struct config_breakpoint usual[] = {{"large", 1000}, {"medium", 750}, {"small", 500}};
	config->uploads = (struct config_uploads){
	    .most_bytes = 200 * 1024 * 1024,
	    .size_limit = 1000000000,
	    .provider = "local",
	    .breakpoints = usual,
	    .breakpoint_count = COUNT_OF(usual),
	    .most_pixels = 0x3fff * 0x3fff,
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

/* In code: what JavaScript takes for no number is neither more nor less than any. */
static bool is_no_number(const struct config_file *plugins, struct json_object *value)
{
	if (!plugins->in_code || !json_object_is_type(value, json_type_string))
		return plugins->in_code && json_object_is_type(value, json_type_object);
	const char *text = json_object_get_string(value);
	return *text && !setting_text_is_number(text);
}

static void read_bytes(struct settings *settings, const struct config_file *plugins, const char *path, uint64_t *bytes)
{
	int64_t number = (int64_t)*bytes;
	struct setting setting;
	if (setting_find(settings, plugins, path, NULL, &setting) && is_no_number(plugins, setting.json)) {
		findings_add(settings->findings, FINDING_TOLD, setting.file, setting.path,
		             "is no number of bytes: files of any size are taken, as in Strapi");
		*bytes = 0;
		return;
	}
	setting_integer(settings, plugins, path, NULL, "a number of bytes, or 0 for any", 0, (int64_t)most_bytes,
	                &number);
	*bytes = (uint64_t)number;
}

static void read_breakpoints(struct settings *settings, const struct config_file *plugins,
                             struct config_uploads *uploads)
{
	struct setting setting;
	if (!setting_find(settings, plugins, "upload.config.breakpoints", NULL, &setting))
		return;
	bool fine = json_object_is_type(setting.json, json_type_object) &&
	            json_object_object_length(setting.json) <= MOST_BREAKPOINTS;
	uploads->breakpoint_count = 0;
	if (fine) {
		const size_t count = (size_t)json_object_object_length(setting.json);
		uploads->breakpoints = arena_array(settings->arena, count, sizeof *uploads->breakpoints);
		json_object_object_foreach(setting.json, key, value)
		{
			/* No picture is larger than that: Strapi never makes the format. */
			if (is_no_number(plugins, value))
				continue;
			int64_t size = json_object_is_type(value, json_type_int) ? json_object_get_int64(value) : 0;
			fine = fine && size > 0 && size <= LARGEST_SIDE && !key[strcspn(key, "/\\<>:\"|?*")] && *key;
			uploads->breakpoints[uploads->breakpoint_count++] =
			    (struct config_breakpoint){arena_copy(settings->arena, slice_of(key)), (uint32_t)size};
		}
	}
	if (!fine)
		setting_refuse(settings, &setting, "an object of at most 14 sizes in pixels, as {\"large\": 1000}");
}

static void read_provider(struct settings *settings, const struct config_file *plugins, struct config_uploads *uploads)
{
	setting_text(settings, plugins, "upload.config.provider", NULL, &uploads->provider);
	if (uploads_is_s3(uploads->provider))
		uploads_read_s3(settings, plugins, uploads);
	else
		uploads->by_code = strcmp(uploads->provider, "local") != 0;
}

void uploads_read(struct settings *settings, struct config *config)
{
	const struct config_file *plugins = config_file_open(settings, "config/plugins.json");
	struct config_uploads *uploads = &config->uploads;
	read_directory(settings, config);
	read_max_age(settings, plugins, uploads);
	read_provider(settings, plugins, uploads);
	read_bytes(settings, plugins, "upload.config.sizeLimit", &uploads->size_limit);
	/* Of the provider local: it counts before the plugin's. */
	read_bytes(settings, plugins, "upload.config.providerOptions.sizeLimit", &uploads->size_limit);
	read_breakpoints(settings, plugins, uploads);
	int64_t pixels = (int64_t)uploads->most_pixels;
	setting_integer(settings, plugins, "upload.config.pictures.maxPixels", NULL, "a number of pixels", 1,
	                INT64_C(1) << 32, &pixels);
	uploads->most_pixels = (uint64_t)pixels;
	setting_list(settings, plugins, "upload.config.security.allowedTypes", NULL, &uploads->allowed_types,
	             &uploads->allowed_type_count);
	setting_list(settings, plugins, "upload.config.security.deniedTypes", NULL, &uploads->denied_types,
	             &uploads->denied_type_count);
	setting_list(settings, plugins, "upload.config.security.inlineTypes", NULL, &uploads->inline_types,
	             &uploads->inline_type_count);
	setting_flag(settings, plugins, "upload.config.signAdminURLsOnly", NULL, &uploads->sign_in_panel_only);
}
