/* libcurl, loaded when something is sent first: a mail, a webhook, a file to a bucket, a question to a provider of
 * accounts. With it come some twenty libraries. Once libcurl_load has succeeded, its functions are called as
 * libcurl.curl_easy_init, from any thread. */
#ifndef LECTERN_LIBCURL_H
#define LECTERN_LIBCURL_H

#include "base/base.h"

/* Its macros would check arguments only of functions that are linked. */
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

#define LIBCURL_FUNCTIONS(USE)        \
	USE(curl_easy_cleanup)        \
	USE(curl_easy_getinfo)        \
	USE(curl_easy_init)           \
	USE(curl_easy_perform)        \
	USE(curl_easy_setopt)         \
	USE(curl_easy_strerror)       \
	USE(curl_free)                \
	USE(curl_global_init)         \
	USE(curl_mime_addpart)        \
	USE(curl_mime_data)           \
	USE(curl_mime_encoder)        \
	USE(curl_mime_free)           \
	USE(curl_mime_init)           \
	USE(curl_mime_subparts)       \
	USE(curl_mime_type)           \
	USE(curl_multi_add_handle)    \
	USE(curl_multi_cleanup)       \
	USE(curl_multi_info_read)     \
	USE(curl_multi_init)          \
	USE(curl_multi_perform)       \
	USE(curl_multi_poll)          \
	USE(curl_multi_remove_handle) \
	USE(curl_multi_setopt)        \
	USE(curl_slist_append)        \
	USE(curl_slist_free_all)      \
	USE(curl_url)                 \
	USE(curl_url_cleanup)         \
	USE(curl_url_get)             \
	USE(curl_url_set)

struct libcurl {
	LIBCURL_FUNCTIONS(LIBRARY_MEMBER)
};

extern struct libcurl libcurl;

/* Fails as library_load does. */
bool libcurl_load(struct error *error);

#endif
