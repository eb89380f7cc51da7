/* Inside the room `account`: questions to OAuth providers. Each blocks for some seconds at most. */
#ifndef LECTERN_ACCOUNT_OAUTH_HTTP_H
#define LECTERN_ACCOUNT_OAUTH_HTTP_H

#include "base/base.h"

#include <json-c/json.h>

enum { OAUTH_REMEMBERED_SECONDS = 300 };

/* What all questions share: what providers say of themselves, which is remembered for a while. */
struct oauth_client;

struct oauth_client *oauth_client_create(void);

/* Gives up what is being asked, from any thread: those that ask get an error within a second. */
void oauth_client_stop(struct oauth_client *client);
void oauth_client_destroy(struct oauth_client *client);

struct oauth_question {
	const char *url;
	const char *bearer;          /* an access token for the Authorization header, or NULL */
	const char *user, *password; /* or these two, by Basic */
	const char *form;            /* a body to be posted, urlencoded; NULL: it is a GET */
	const char *json;            /* or a body in JSON */
};

/* True for https, and for http to this very machine. Nobody on the network may read or change the messages. */
bool oauth_url_is_safe(const char *url);

/* True for a safe URL that `from` has named: what is elsewhere does not say whom to ask on this machine. */
bool oauth_url_may_follow(const char *from, const char *url);

/* The provider's answer, an object or a list, in *json, which the caller releases. False with an ApplicationError (400)
 * when there is none of status 200 to 299; the log has the reason, without secrets. Redirects are not followed. */
bool oauth_request(struct oauth_client *client, const struct oauth_question *question, struct json_object **json,
                   struct error *error);

/* The same of a URL that says the same to everybody, asked again when what is remembered is older than `seconds`. */
bool oauth_request_known(struct oauth_client *client, const char *url, int seconds, struct json_object **json,
                         struct error *error);

/* Adds "name=value" to a query string or form, the value percent-encoded, with "&" before it when something stands
 * there. */
void oauth_add_parameter(struct buffer *buffer, const char *name, struct slice value);

#endif
