#include "strapi.h"

const char *const strapi_section_names[STRAPI_SECTIONS] = {"schemas", "entities", "links", "configuration"};

bool strapi_leaves_out(struct slice uid)
{
	static const char *const types[] = {
	    "admin::permission",
	    "admin::user",
	    "admin::role",
	    "admin::api-token",
	    "admin::api-token-permission",
	    "admin::transfer-token",
	    "admin::transfer-token-permission",
	    "admin::audit-log",
	    "plugin::content-releases.release",
	    "plugin::content-releases.release-action",
	};
	for (size_t i = 0; i < COUNT_OF(types); i++)
		if (slice_is(uid, types[i]))
			return true;
	return false;
}
