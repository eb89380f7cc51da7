/* Folders whose files are served as they lie there. A part of the door http.h. */
#ifndef LECTERN_HTTP_FOLDER_H
#define LECTERN_HTTP_FOLDER_H

#include "base/base.h"

struct http_request;
struct http_response;

struct http_folder_options {
	const char *path;          /* may be a link; what lies in it may only be links to what lies in it */
	unsigned max_age;          /* seconds, for Cache-Control */
	bool shared;               /* caches that many share may keep the files, too */
	bool immutable;            /* a file of that name never changes: browsers don't ask again within max_age */
	bool ranges;               /* Range headers are heeded */
	bool untrusted;            /* the files were uploaded: no scripts, pages and drawings as attachments */
	const char **inline_types; /* untrusted: media types that are shown all the same */
	size_t inline_type_count;
};

struct http_folder;

/* Opens a folder; the options are copied with their path, the list of types is not. A folder that is not there is not
 * an error: it is looked for again with each request. Never NULL. */
struct http_folder *http_folder_open(const struct http_folder_options *options);
void http_folder_close(struct http_folder *folder); /* NULL is fine */

/* Answers a GET or HEAD with the file at `path`, relative to the folder and percent-decoded: "a/b.png"; of a folder
 * with the file index.html in it. What begins with a dot is hidden. A file beside it with .br or .gz at the end of its
 * name is sent instead where the client takes that encoding. False with 404 when there is no such file, or when it is
 * no plain file or lies outside of the folder; with 503 when no more files can be open. */
bool http_folder_answer(struct http_folder *folder, const struct http_request *request, struct http_response *response,
                        struct slice path, struct error *error);

#endif
