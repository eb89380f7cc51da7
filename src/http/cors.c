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

void cors_add_headers(struct buffer *head, enum cors_access access, struct slice origin, bool preflight)
{
	if (access == CORS_NONE)
		return;
	buffer_text(head, "Access-Control-Allow-Origin: ");
	buffer_slice(head, access == CORS_ANY ? SLICE("*") : origin);
	buffer_text(head, access == CORS_ANY ? "\r\n" : "\r\nAccess-Control-Allow-Credentials: true\r\n");
	if (preflight)
		buffer_text(head, "Access-Control-Max-Age: 31536000\r\n"
		                  "Access-Control-Allow-Methods: GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS\r\n"
		                  "Access-Control-Allow-Headers: Content-Type,Authorization,Origin,Accept\r\n");
}
