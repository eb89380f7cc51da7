#include "libcurl.h"

struct libcurl libcurl;

static void begin(void)
{
	if (libcurl.curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
		abort();
}

static const char *const names[] = {LIBCURL_FUNCTIONS(LIBRARY_NAME) NULL};
static struct library library = {
    .file = "libcurl.so.4",
    .purpose = "Mails, webhooks, buckets and providers of accounts need",
    .names = names,
    .functions = &libcurl,
    .begin = begin,
};

bool libcurl_load(struct error *error)
{
	return library_load(&library, error);
}
