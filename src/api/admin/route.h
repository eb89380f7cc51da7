/* Inside the room `api/admin`: Strapi's routes of type admin. */
#ifndef LECTERN_API_ADMIN_ROUTE_H
#define LECTERN_API_ADMIN_ROUTE_H

#include "http/http.h"

struct admin_call;

/* Answers one kind of request. False with call->error filled when it is refused. */
typedef bool admin_endpoint(struct admin_call *call);

enum admin_need {
	NEEDS_OPEN,    /* anybody may ask */
	NEEDS_ADMIN,   /* any admin */
	NEEDS_ACTION,  /* an admin who may do the action, or the other one */
	NEEDS_SUBJECT, /* the same, with the type that the path names */
	NEEDS_CLOSED,  /* nobody */
};

struct admin_route {
	const char *method, *path; /* ":id" stands for any one part */
	enum admin_need need;
	const char *action, *other;
	admin_endpoint *run; /* NULL: it is not built, 501 */
	bool waits;          /* it runs on a thread that may wait, without a session */
};

enum { ADMIN_MOST_PARTS = 8 };

struct admin_route_match {
	const struct admin_route *route;
	struct slice parts[ADMIN_MOST_PARTS]; /* of the path */
	size_t part_count;
	const char *allow; /* route NULL: the methods that the path has, or NULL when it is no path of a route */
};

/* Whether its body may be a form with files of any size. Such a route waits. */
bool admin_route_takes_form(const struct admin_route *route);

/* What a route asks beside its actions, before the body is received: 403 or 404 with call->error when the admin may
 * not. In the request's session. */
bool admin_route_admits(const struct admin_route *route, struct admin_call *call);

/* Finds the route of a request. */
void admin_route_find(const struct http_request *request, struct admin_route_match *match);

/* The part of the path that stands for a name (":id"); empty when there is none. */
struct slice admin_route_part(const struct admin_route_match *match, const char *name);

#endif
