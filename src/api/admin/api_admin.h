/* The door of the room `api/admin`: Strapi's admin API, and the files of its panel.
 *
 * The API answers at Strapi's own paths (/admin, /content-manager, …), behind no prefix. Its callers are admins, who
 * have nothing to do with the users and tokens of the content API. What is not built yet is refused with 501 when the
 * caller is known and may do it.
 *
 * Threads: opened and closed by the main thread; all else is called on the serving threads. */
#ifndef LECTERN_API_ADMIN_API_ADMIN_H
#define LECTERN_API_ADMIN_API_ADMIN_H

#include "account/account.h"
#include "api/request/request.h"
#include "api/rest/rest.h"
#include "media/media.h"
#include "webhooks/webhooks.h"

struct api_admin;

/* NULL, without an error, when there is no administration: the configuration turns it off, or the project has neither
 * admins nor the files of a panel, or admins have no secret of their own (which is logged). False with *error when the
 * database can't be asked. All arguments must outlive the answer of the last request. To be called before the server
 * serves. */
bool api_admin_open(const struct config *config, const struct registry *registry, struct store *store,
                    struct requests *requests, struct access *access, struct accounts *accounts,
                    const struct rest *rest, struct media *media, struct webhooks *webhooks, struct api_admin **admin,
                    struct error *error);
void api_admin_close(struct api_admin *admin); /* NULL is fine */

/* The path of the panel, NULL when there is none to be served. Lives as long as `admin`. */
const char *api_admin_panel_path(const struct api_admin *admin);

/* Whether the request is one for this room. NULL: none is. */
bool api_admin_serves(const struct api_admin *admin, const struct http_request *request);

/* Whether it is one whose body may be a form with files: it is best not read before. */
bool api_admin_takes_form(const struct api_admin *admin, const struct http_request *request);

/* Answers one request (an http_handler); `context` is what api_admin_open gave. */
void api_admin_handle(void *context, struct http_request *http, struct http_response *response);

#endif
