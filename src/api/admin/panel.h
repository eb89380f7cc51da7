/* Inside the room `api/admin`: the files of the panel, as `strapi build` makes them. */
#ifndef LECTERN_API_ADMIN_PANEL_H
#define LECTERN_API_ADMIN_PANEL_H

#include "http/http.h"

struct config;
struct panel;

/* NULL when none is to be served: there are no files, or the configuration says so. */
struct panel *panel_open(const struct config *config);
void panel_close(struct panel *panel); /* NULL is fine */

/* Whether the request is a GET for the path of the panel, or below it. */
bool panel_has(const struct panel *panel, const struct http_request *request);

/* Answers with a file, or with the page that has the panel's own routes. */
bool panel_answer(const struct panel *panel, const struct http_request *request, struct http_response *response,
                  struct error *error);

#endif
