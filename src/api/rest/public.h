/* Inside the room `api/rest`: files, at paths that no route has. */
#ifndef LECTERN_API_REST_PUBLIC_H
#define LECTERN_API_REST_PUBLIC_H

#include "call.h"

struct public_files;

struct public_files *public_open(const struct config *config);

/* Whether the project's folder is served at all: else unknown paths are unknown for each method. */
bool public_is_served(const struct public_files *files);

void public_close(struct public_files *files); /* NULL is fine */

/* Answers a GET or HEAD with a file of the folder public/, of /uploads, with /favicon.ico or the start page. False with
 * 404. */
bool public_answer(struct rest_call *call);

#endif
