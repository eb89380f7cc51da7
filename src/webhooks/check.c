/* What a webhook may be. */
#include "address.h"
#include "webhooks.h"

#include "libcurl/libcurl.h"
#include <json-c/json.h>
#include <stdlib.h>

static bool refuse_url(struct error *error)
{
	return error_validation(error, "url must be a valid URL");
}

static bool has_control_characters(struct slice url)
{
	for (size_t i = 0; i < url.len; i++)
		if ((unsigned char)url.ptr[i] <= ' ' || url.ptr[i] == 0x7f)
			return true;
	return false;
}

static bool check_parts(const struct config *config, CURLU *parts, const char *url, struct error *error)
{
	char *scheme = NULL, *host = NULL;
	bool read = libcurl.curl_url_set(parts, CURLUPART_URL, url, 0) == CURLUE_OK &&
	            libcurl.curl_url_get(parts, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
	            libcurl.curl_url_get(parts, CURLUPART_HOST, &host, 0) == CURLUE_OK;
	bool web = read && (strcmp(scheme, "http") == 0 || strcmp(scheme, "https") == 0) && *host;
	bool reachable = web && (config->webhooks.allow_private || address_host_is_public(slice_of(host)));
	libcurl.curl_free(scheme);
	libcurl.curl_free(host);
	if (!web)
		return refuse_url(error);
	return reachable || error_validation(error, "Url is not supported because it isn't reachable over the public "
	                                            "internet");
}

bool webhook_check_url(const struct config *config, struct slice url, struct error *error)
{
	enum { LONGEST_URL = 8192 };
	char text[LONGEST_URL];
	if (!url.len || url.len >= sizeof text || has_control_characters(url))
		return refuse_url(error);
	memcpy(text, url.ptr, url.len);
	text[url.len] = '\0';
	if (!libcurl_load(error))
		return false;
	CURLU *parts = libcurl.curl_url();
	if (!parts)
		abort();
	bool done = check_parts(config, parts, text, error);
	libcurl.curl_url_cleanup(parts);
	return done;
}

bool webhook_check_events(struct json_object *events, struct error *error)
{
	if (!json_object_is_type(events, json_type_array))
		return error_validation(error, "events must be a `array` type");
	for (size_t i = 0; i < json_object_array_length(events); i++) {
		const struct slice name = json_string(json_object_array_get_idx(events, i));
		if (content_notice_named(name) == CONTENT_NOTICES)
			return error_validation(error, "Webhook event %.*s is not supported", (int)name.len, name.ptr);
	}
	return true;
}
