#include "cors.h"

enum cors_access cors_access(const char *const *origins, size_t count, struct slice origin)
{
	enum cors_access access = CORS_NONE;
	for (size_t i = 0; origin.len && i < count; i++) {
		if (slice_is(origin, origins[i]))
			return strcmp(origins[i], "*") == 0 ? CORS_ANY : CORS_NAMED;
		if (strcmp(origins[i], "*") == 0)
			access = CORS_ANY;
	}
	return access;
}

static void add(struct buffer *head, const char *name, const char *value, const char *usual)
{
	if (!value)
		value = usual;
	if (!value || !*value)
		return;
	buffer_text(head, name);
	buffer_text(head, value);
	buffer_text(head, "\r\n");
}

void cors_add_headers(struct buffer *head, const struct http_options *options, enum cors_access access,
                      struct slice origin, const struct slice *asked)
{
	if (access == CORS_NONE)
		return;
	buffer_text(head, "Access-Control-Allow-Origin: ");
	buffer_slice(head, access == CORS_ANY ? SLICE("*") : origin);
	buffer_text(head, "\r\n");
	if (access == CORS_NAMED && !options->cors_without_credentials)
		buffer_text(head, "Access-Control-Allow-Credentials: true\r\n");
	if (!asked) {
		add(head, "Access-Control-Expose-Headers: ", options->cors_exposed, NULL);
		return;
	}
	add(head, "Access-Control-Max-Age: ", options->cors_max_age, "31536000");
	add(head, "Access-Control-Allow-Methods: ", options->cors_methods, "GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS");
	if (options->cors_headers && !*options->cors_headers && asked->len) {
		buffer_text(head, "Access-Control-Allow-Headers: ");
		buffer_slice(head, *asked);
		buffer_text(head, "\r\n");
		return;
	}
	add(head, "Access-Control-Allow-Headers: ", options->cors_headers, "Content-Type,Authorization,Origin,Accept");
}
