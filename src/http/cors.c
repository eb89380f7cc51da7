#include "cors.h"

bool cors_allows(const char *const *origins, size_t count, const char *origin)
{
	if (!origin || !*origin)
		return false;
	for (size_t i = 0; i < count; i++)
		if (strcmp(origins[i], "*") == 0 || strcmp(origins[i], origin) == 0)
			return true;
	return false;
}

void cors_add_headers(struct MHD_Response *response, const char *origin, bool preflight)
{
	/* The origin is named even when any is allowed: browsers refuse "*" for requests with credentials. */
	MHD_add_response_header(response, "Access-Control-Allow-Origin", origin);
	MHD_add_response_header(response, "Access-Control-Allow-Credentials", "true");
	if (!preflight)
		return;
	MHD_add_response_header(response, "Access-Control-Max-Age", "31536000");
	MHD_add_response_header(response, "Access-Control-Allow-Methods", "GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS");
	MHD_add_response_header(response, "Access-Control-Allow-Headers", "Content-Type,Authorization,Origin,Accept");
}
