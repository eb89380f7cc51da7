/* The project's logos: files that a setting keeps, and no entry. */
#include "logos.h"

#include <json-c/json.h>

bool media_read_logos(struct store_session *session, struct json_object *logos[MEDIA_LOGOS], struct error *error)
{
	static const char *const names[MEDIA_LOGOS] = {"menuLogo", "authLogo"};
	struct slice text;
	if (!store_setting(session, "core_admin_project-settings", &text, error))
		return false;
	struct json_object *settings = text.len ? json_parse_stored(text) : NULL;
	for (size_t i = 0; i < MEDIA_LOGOS; i++)
		logos[i] = json_object_get(json_member_of_type(settings, names[i], json_type_object));
	json_object_put(settings);
	return true;
}

bool logos_have_url(struct store_session *session, const char *url, bool *have, struct error *error)
{
	struct json_object *logos[MEDIA_LOGOS];
	if (!media_read_logos(session, logos, error))
		return false;
	*have = false;
	for (size_t i = 0; i < MEDIA_LOGOS; i++) {
		*have |= slice_is(json_string(json_member(logos[i], "url")), url);
		json_object_put(logos[i]);
	}
	return true;
}
