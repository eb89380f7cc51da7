/* The door of the room `api/admin`: Strapi's admin API, and the files of its panel.
 *
 * The API answers at Strapi's own paths (/admin, /content-manager, …), behind no prefix. Its callers are admins, who
 * have nothing to do with the users and tokens of the content API. Routes that are not built answer 501 to callers with
 * the permission.
 *
 * Threads: opened and closed by the main thread; all else is called on the serving threads. */
#ifndef LECTERN_API_ADMIN_API_ADMIN_H
#define LECTERN_API_ADMIN_API_ADMIN_H

#include "account/account.h"
#include "api/request/request.h"
#include "api/rest/rest.h"
#include "media/media.h"
#include "webhooks/webhooks.h"

#include <pthread.h>
#include <stdatomic.h>

struct api_admin;

/* While a project is developed (lectern serve --watch): the content-type builder writes models, and the server loads
 * them. It outlives the servers that follow each other. */
struct api_admin_development {
	pthread_mutex_t files;        /* held while model files are written, and while they are read */
	int wake;                     /* an eventfd, written when model files were written: load the project again */
	_Atomic unsigned written;     /* how often models were written */
	_Atomic unsigned served;      /* up to which of these times they are served, or were refused */
	_Atomic bool restart_is_owed; /* the panel waits until /_health has failed once, as it does while Strapi
	                                 starts again */
};

/* NULL, without an error, when there is no administration: the configuration turns it off, or the project has neither
 * admins nor the files of a panel, or admins have no secret of their own (which is logged). False with *error when the
 * database can't be asked. All arguments must outlive the answer of the last request. To be called before the server
 * serves. */
bool api_admin_open(const struct config *config, const struct registry *registry, struct store *store,
                    struct requests *requests, struct access *access, struct accounts *accounts,
                    const struct rest *rest, struct media *media, struct webhooks *webhooks, struct api_admin **admin,
                    struct error *error);
void api_admin_close(struct api_admin *admin); /* NULL is fine */

/* The builder writes models from now on. `development` must outlive `admin`. Before the server serves. NULL is fine for
 * both. */
void api_admin_develop(struct api_admin *admin, struct api_admin_development *development);

/* Asks the project's code what the conditions of the admin's permissions say, those of access_permission_asks, on a
 * thread that may wait: the answers of access_set_asked_rules, which live as long as `arena`. False with 500 or 503. */
typedef bool api_admin_asker(void *context, struct arena *arena, const struct admin *admin,
                             struct json_object **answers, struct error *error);
void api_admin_ask(struct api_admin *admin, api_admin_asker *ask, void *context); /* admin may be NULL */

/* What /_health is to say (an http_is_healthy), which the panel asks for after it has written a model. */
bool api_admin_is_healthy(struct api_admin_development *development, const struct http_request *request);

/* The languages that a project may have, as Strapi lists them: [{"code","name"}, …]. */
void api_admin_write_iso_locales(struct buffer *buffer);

/* The path of the panel, NULL when there is none to be served. Lives as long as `admin`. */
const char *api_admin_panel_path(const struct api_admin *admin);

/* Whether the request is one for this room. NULL: none is. */
bool api_admin_serves(const struct api_admin *admin, const struct http_request *request);

/* Whether it is one whose body may be a form with files: it is best not read before. */
bool api_admin_takes_form(const struct api_admin *admin, const struct http_request *request);

/* Answers one request (an http_handler); `context` comes from api_admin_open. */
void api_admin_handle(void *context, struct http_request *http, struct http_response *response);

#endif
