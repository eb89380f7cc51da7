/* The files of public/ at /, and those of public/uploads at /uploads, which may be anybody's. */
#include "public.h"

#include <stdlib.h>

struct public_files {
	bool served;
	struct http_folder *folder, *uploads, *icons;
	struct slice favicon;
};

static const char plain_page[] = "<!doctype html>\n<html lang=\"en\"><title>lectern</title><h1>lectern</h1></html>\n";

void rest_set_start_page(struct rest *rest, const char *page)
{
	rest->start_page = page;
}

struct public_files *public_open(const struct config *config)
{
	struct public_files *files = calloc(1, sizeof *files);
	struct arena *arena = arena_create();
	const struct http_folder_options folder = {
	    .path = config->files.directory,
	    .max_age = config->files.max_age,
	};
	const struct http_folder_options uploads = {
	    .path = arena_format(arena, "%s/uploads", config->files.directory),
	    .max_age = config->uploads.max_age,
	    .ranges = true,
	    .untrusted = true,
	    .inline_types = config->uploads.inline_types,
	    .inline_type_count = config->uploads.inline_type_count,
	};
	/* The icon lies in the project's folder, of which nothing else is served. */
	const struct http_folder_options icons = {
	    .path = config->directory,
	    .max_age = config->files.favicon_max_age,
	    .shared = true,
	};
	if (!files)
		abort();
	files->served = config->files.served;
	files->favicon = slice_of(config->files.favicon);
	files->folder = http_folder_open(&folder);
	files->uploads = http_folder_open(&uploads);
	files->icons = http_folder_open(&icons);
	arena_destroy(arena);
	return files;
}

bool public_is_served(const struct public_files *files)
{
	return files->served;
}

void public_close(struct public_files *files)
{
	if (!files)
		return;
	http_folder_close(files->folder);
	http_folder_close(files->uploads);
	http_folder_close(files->icons);
	free(files);
}

static bool answer_icon(const struct public_files *files, struct rest_call *call)
{
	struct http_response *response = call->response;
	bool found = http_folder_answer(files->icons, call->http, response, files->favicon, call->error);
	if (!found && call->error->status == 404)
		found = http_folder_answer(files->icons, call->http, response, SLICE("favicon.ico"), call->error);
	if (found)
		response->content_type = "image/x-icon";
	return found;
}

static bool answer_start_page(struct rest_call *call)
{
	call->response->content_type = "text/html; charset=utf-8";
	const char *page = call->rest->start_page;
	buffer_text(&call->response->body, page ? page : plain_page);
	return true;
}

/* Whether a part of the path is "..", between slashes of either kind. */
static bool leads_up(struct slice path)
{
	size_t start = 0;
	for (size_t i = 0; i <= path.len; i++)
		if (i == path.len || path.ptr[i] == '/' || path.ptr[i] == '\\') {
			if (slice_is((struct slice){path.ptr + start, i - start}, ".."))
				return true;
			start = i + 1;
		}
	return false;
}

/* Refuses a path that koa-send refuses before it looks for the file (code-static-paths in
 * tests/code_recorded_test.mjs). */
static bool check_path(struct slice path, struct error *error)
{
	if (slice_starts_with(path, SLICE("//")))
		error_set(error, 400, "BadRequestError", "Malicious Path");
	else if (leads_up(path))
		error_forbidden(error);
	else
		return true;
	error->details = error_no_details;
	return false;
}

bool public_answer(struct rest_call *call)
{
	static const struct slice uploads = {"/uploads/", 9};
	const struct public_files *files = call->rest->files;
	const struct http_request *request = call->http;
	const struct slice path = request->path;
	if (slice_is(path, "/favicon.ico"))
		return answer_icon(files, call);
	const bool uploaded = slice_starts_with(path, uploads);
	if (!uploaded && !files->served)
		return error_not_found(call->error);
	if (!check_path(path, call->error))
		return false;
	if (uploaded)
		return http_folder_answer(files->uploads, request, call->response,
		                          (struct slice){path.ptr + uploads.len, path.len - uploads.len}, call->error);
	if (slice_is(path, "/") || slice_is(path, "/index.html"))
		return http_folder_answer(files->folder, request, call->response, SLICE("index.html"), call->error) ||
		       (call->error->status == 404 && answer_start_page(call));
	return http_folder_answer(files->folder, request, call->response, (struct slice){path.ptr + 1, path.len - 1},
	                          call->error);
}
