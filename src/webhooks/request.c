#include "request.h"
#include "address.h"
#include "headers.h"
#include "notice.h"

#include <stdlib.h>
#include <sys/socket.h>

enum { LONGEST_CONNECT_MS = 5000 };

/* The beginning of the answer is enough to tell what it is; the rest is not waited for. */
static size_t receive(char *bytes, size_t size, size_t count, void *context)
{
	struct webhook_request *request = context;
	const size_t room = WEBHOOK_LONGEST_ANSWER - request->answer.len;
	size *= count;
	buffer_add(&request->answer, bytes, size < room ? size : room);
	return size <= room ? size : 0;
}

/* The address that is connected to in the end, whatever the URL says and its name was resolved to. */
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
	struct webhook_request *request = context;
	(void)purpose;
	if (!request->allow_private && !address_is_public(&address->addr)) {
		request->refused_address = true;
		return CURL_SOCKET_BAD;
	}
	return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static bool add_headers(struct webhook_request *request, const struct config *config, struct slice own_headers,
                        struct slice event)
{
	struct arena *arena = arena_create();
	struct buffer line = {0};
	struct header *headers;
	const char *problem;
	size_t count;
	bool made =
	    headers_make(arena, config->webhooks.default_headers, own_headers, event, &headers, &count, &problem);
	for (size_t i = 0; made && i < count; i++) {
		line.len = 0;
		/* An empty one is told from one to be left out by its semicolon. */
		buffer_format(&line, *headers[i].value ? "%s: %s" : "%s;", headers[i].name, headers[i].value);
		request->headers = libcurl.curl_slist_append(request->headers, buffer_terminate(&line));
	}
	request->headers = libcurl.curl_slist_append(request->headers, "Expect:");
	if (!made)
		snprintf(request->reason, sizeof request->reason, "%.*s", CURL_ERROR_SIZE - 1, problem);
	buffer_free(&line);
	arena_destroy(arena);
	return made;
}

static void set_options(struct webhook_request *request, const struct config *config, const char *url, void *context)
{
	CURL *curl = request->curl;
	const long timeout = (long)config->webhooks.timeout;
	libcurl.curl_easy_setopt(curl, CURLOPT_PRIVATE, context);
	libcurl.curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, request->reason);
	libcurl.curl_easy_setopt(curl, CURLOPT_URL, url);
	libcurl.curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
	libcurl.curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
	/* Behind a proxy the address that is connected to would say nothing. */
	libcurl.curl_easy_setopt(curl, CURLOPT_PROXY, "");
	libcurl.curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
	libcurl.curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	libcurl.curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS,
	                         timeout < LONGEST_CONNECT_MS ? timeout : LONGEST_CONNECT_MS);
	libcurl.curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, timeout);
	libcurl.curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
	libcurl.curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, request);
	libcurl.curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, receive);
	libcurl.curl_easy_setopt(curl, CURLOPT_WRITEDATA, request);
	libcurl.curl_easy_setopt(curl, CURLOPT_HTTPHEADER, request->headers);
	libcurl.curl_easy_setopt(curl, CURLOPT_POST, 1L);
	libcurl.curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request->body.data);
	libcurl.curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body.len);
}

void webhook_request_begin(struct webhook_request *request, const struct config *config, struct slice url,
                           struct slice own_headers, struct slice event, struct buffer body, void *context)
{
	struct buffer text = {0};
	struct error error;
	*request = (struct webhook_request){.body = body, .allow_private = config->webhooks.allow_private};
	if (!webhook_check_url(config, url, &error)) {
		snprintf(request->reason, sizeof request->reason, "%.*s", CURL_ERROR_SIZE - 1, error.message);
		return;
	}
	if (!add_headers(request, config, own_headers, event))
		return;
	request->curl = libcurl.curl_easy_init();
	if (!request->curl)
		abort();
	buffer_slice(&text, url);
	set_options(request, config, buffer_terminate(&text), context);
	buffer_free(&text);
}

void webhook_request_read_answer(const struct webhook_request *request, CURLcode code, struct arena *arena,
                                 struct webhook_answer *answer)
{
	long status = 0;
	curl_off_t took = 0;
	*answer = (struct webhook_answer){.message = ""};
	if (request->curl) {
		libcurl.curl_easy_getinfo(request->curl, CURLINFO_RESPONSE_CODE, &status);
		libcurl.curl_easy_getinfo(request->curl, CURLINFO_TOTAL_TIME_T, &took);
	}
	answer->took = took / 1000;
	/* An answer that goes on is one. */
	if (code == CURLE_OK || (code == CURLE_WRITE_ERROR && status)) {
		answer->status = (int)status;
		if (status >= 300 && status < 400)
			answer->message = "it redirects to another URL, which is not followed";
		else if (!webhook_request_succeeded(answer))
			answer->message = arena_copy(arena, buffer_as_slice(&request->answer));
		return;
	}
	answer->message =
	    request->refused_address
		? "it is reached over an address of the own network: "
		  "LECTERN_WEBHOOKS_ALLOW_PRIVATE allows that"
		: arena_copy(arena, slice_of(*request->reason ? request->reason : libcurl.curl_easy_strerror(code)));
}

void webhook_request_end(struct webhook_request *request)
{
	if (request->curl)
		libcurl.curl_easy_cleanup(request->curl);
	if (request->headers)
		libcurl.curl_slist_free_all(request->headers);
	buffer_free(&request->body);
	buffer_free(&request->answer);
	*request = (struct webhook_request){0};
}

bool webhook_request_succeeded(const struct webhook_answer *answer)
{
	return answer->status >= 200 && answer->status < 300;
}

void webhook_trigger(const struct config *config, struct arena *arena, const struct store_webhook *webhook,
                     struct webhook_answer *answer)
{
	struct slice event = SLICE("trigger-test");
	struct buffer body = {0};
	struct webhook_request request;
	CURLcode code = CURLE_FAILED_INIT;
	notice_write_body(&body, event, datetime_now(), SLICE("{}"));
	webhook_request_begin(&request, config, webhook->url, webhook->headers, event, body, NULL);
	if (request.curl)
		code = libcurl.curl_easy_perform(request.curl);
	webhook_request_read_answer(&request, code, arena, answer);
	webhook_request_end(&request);
}
