/* Inside the room `account`: the texts of mails. */
#ifndef LECTERN_ACCOUNT_TEMPLATE_H
#define LECTERN_ACCOUNT_TEMPLATE_H

#include "base/base.h"

#include <json-c/json.h>

/* What the templates of Strapi may name: <%= URL %>, <%= USER.username %>. Nothing else is looked up, and
 * nothing is run: all that is not exactly one of these stays as it is, and what is put in is not looked at again. */
struct template_values {
	const char *url, *server_url, *admin_url;
	const char *code;         /* of TOKEN and CODE; NULL: these are no names */
	struct json_object *user; /* the names behind "USER."; or NULL */
	bool lower_case;          /* the names are "url" and "user.", as in the mails to admins */
};

/* Writes the template; `html`: the values are escaped. */
void template_write(struct buffer *buffer, struct slice text, const struct template_values *values, bool html);

#endif
