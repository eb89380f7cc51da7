#include "panel.h"

#include "config/config.h"

#include <stdlib.h>
#include <unistd.h>

enum { YEAR = 31536000 };

struct panel {
	struct slice path;                 /* "/admin" */
	struct http_folder *files, *pages; /* the same folder: for its files, and for index.html, which is asked for
	                                      anew each time */
};

/* As Strapi's: the page is one script, and pictures may lie elsewhere. */
static const char policy[] = "connect-src 'self' https: ws:;img-src 'self' data: blob: https://market-assets.strapi.io;"
			     "media-src 'self' data: blob:;default-src 'self';base-uri 'self';font-src 'self' https: "
			     "data:;form-action 'self';frame-ancestors 'self';object-src 'none';"
			     "script-src 'self' 'unsafe-inline';script-src-attr 'none';"
			     "style-src 'self' https: 'unsafe-inline'";

static bool is_there(const struct config *config)
{
	struct arena *arena = arena_create();
	bool there = access(arena_format(arena, "%s/index.html", config->admin.directory), R_OK) == 0;
	arena_destroy(arena);
	return there;
}

struct panel *panel_open(const struct config *config)
{
	const struct http_folder_options files = {
	    .path = config->admin.directory, .max_age = YEAR, .shared = true, .immutable = true};
	const struct http_folder_options pages = {.path = config->admin.directory};
	if (!config->admin.panel || !is_there(config))
		return NULL;
	if (!*config->admin.path) {
		log_message(LOG_WARNING, "The panel is not served: url in config/admin.json is the root, where the "
		                         "files of public/ are. Expected a path such as \"/admin\"");
		return NULL;
	}
	struct panel *panel = calloc(1, sizeof *panel);
	if (!panel)
		abort();
	panel->path = slice_of(config->admin.path);
	panel->files = http_folder_open(&files);
	panel->pages = http_folder_open(&pages);
	return panel;
}

void panel_close(struct panel *panel)
{
	if (!panel)
		return;
	http_folder_close(panel->files);
	http_folder_close(panel->pages);
	free(panel);
}

bool panel_has(const struct panel *panel, const struct http_request *request)
{
	const struct slice path = request->path;
	return request->method == HTTP_GET && slice_starts_with(path, panel->path) &&
	       (path.len == panel->path.len || path.ptr[panel->path.len] == '/');
}

/* Files lie side by side, whatever the path before their name: as in Strapi. */
static struct slice name_of(struct slice path)
{
	size_t at = path.len;
	while (at && path.ptr[at - 1] != '/')
		at--;
	return (struct slice){path.ptr + at, path.len - at};
}

static bool is_page(struct slice name)
{
	static const struct slice ending = {".html", 5};
	return !name.len ||
	       (name.len >= ending.len && memcmp(name.ptr + name.len - ending.len, ending.ptr, ending.len) == 0);
}

bool panel_answer(const struct panel *panel, const struct http_request *request, struct http_response *response,
                  struct error *error)
{
	const struct slice path = {request->path.ptr + panel->path.len, request->path.len - panel->path.len};
	const struct slice name = name_of(path);
	response->policy = policy;
	if (!is_page(name)) {
		if (http_folder_answer(panel->files, request, response, path, error) ||
		    (error->status == 404 && http_folder_answer(panel->files, request, response, name, error)))
			return true;
		if (error->status != 404)
			return false;
	}
	return http_folder_answer(panel->pages, request, response, SLICE("index.html"), error);
}
