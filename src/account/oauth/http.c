#include "http.h"

#include "libcurl/libcurl.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { LONGEST_ANSWER = 256 * 1024, CONNECT_SECONDS = 5, TOTAL_SECONDS = 10 };

enum { MOST_REMEMBERED = 16 };

struct remembered_answer {
	char *url;
	struct buffer text;
	int64_t at; /* ms since 1970 */
};

struct oauth_client {
	atomic_bool stopping;
	pthread_mutex_t lock;
	struct remembered_answer answers[MOST_REMEMBERED];
};

struct oauth_client *oauth_client_create(void)
{
	struct oauth_client *client = calloc(1, sizeof *client);
	if (!client)
		abort();
	pthread_mutex_init(&client->lock, NULL);
	return client;
}

void oauth_client_stop(struct oauth_client *client)
{
	atomic_store(&client->stopping, true);
}

void oauth_client_destroy(struct oauth_client *client)
{
	for (size_t i = 0; i < MOST_REMEMBERED; i++) {
		free(client->answers[i].url);
		buffer_free(&client->answers[i].text);
	}
	pthread_mutex_destroy(&client->lock);
	free(client);
}

struct receiving {
	struct buffer text;
	bool too_long;
};

static bool is_loopback(const char *host)
{
	static const char *const names[] = {"127.0.0.1", "localhost", "[::1]"};
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		size_t length = strlen(names[i]);
		if (strncmp(host, names[i], length) == 0 && strchr(":/?#", host[length]))
			return true; /* the end of the text counts as well */
	}
	return false;
}

static bool is_plain(const char *url)
{
	static const char plain[] = "http://";
	return strncmp(url, plain, sizeof plain - 1) == 0;
}

bool oauth_url_is_safe(const char *url)
{
	for (const char *at = url; *at; at++)
		if ((unsigned char)*at <= ' ' || *at == 0x7F)
			return false;
	/* No user before the host: what looks like the host may then be none. */
	const char *host = strstr(url, "://");
	if (!host || host[3 + strcspn(host + 3, "@/?#")] == '@')
		return false;
	return strncmp(url, "https://", 8) == 0 || (is_plain(url) && is_loopback(url + 7));
}

bool oauth_url_may_follow(const char *from, const char *url)
{
	return oauth_url_is_safe(url) && (is_plain(from) || !is_plain(url));
}

static size_t receive(char *bytes, size_t size, size_t count, void *context)
{
	struct receiving *receiving = context;
	if (receiving->text.len + size * count > LONGEST_ANSWER) {
		receiving->too_long = true;
		return 0;
	}
	buffer_add(&receiving->text, bytes, size * count);
	return size * count;
}

static int ask_whether_to_stop(void *client, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
	(void)a;
	(void)b;
	(void)c;
	(void)d;
	return atomic_load(&((struct oauth_client *)client)->stopping) ? 1 : 0;
}

static struct curl_slist *set_headers(CURL *curl, const struct oauth_question *question)
{
	struct curl_slist *headers = libcurl.curl_slist_append(NULL, "Accept: application/json");
	if (question->json)
		headers = libcurl.curl_slist_append(headers, "Content-Type: application/json");
	if (question->bearer) {
		struct buffer line = {0};
		buffer_format(&line, "Authorization: Bearer %s", question->bearer);
		headers = libcurl.curl_slist_append(headers, buffer_terminate(&line));
		buffer_free(&line);
	}
	if (question->user) {
		libcurl.curl_easy_setopt(curl, CURLOPT_HTTPAUTH, (long)CURLAUTH_BASIC);
		libcurl.curl_easy_setopt(curl, CURLOPT_USERNAME, question->user);
		libcurl.curl_easy_setopt(curl, CURLOPT_PASSWORD, question->password);
	}
	libcurl.curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
	return headers;
}

static void set_options(CURL *curl, struct oauth_client *client, const struct oauth_question *question,
                        struct receiving *receiving)
{
	libcurl.curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
	libcurl.curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, ask_whether_to_stop);
	libcurl.curl_easy_setopt(curl, CURLOPT_XFERINFODATA, client);
	libcurl.curl_easy_setopt(curl, CURLOPT_URL, question->url);
	libcurl.curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, is_plain(question->url) ? "http" : "https");
	/* What is on this machine is not behind a proxy; for the rest the environment says. */
	if (is_plain(question->url))
		libcurl.curl_easy_setopt(curl, CURLOPT_PROXY, "");
	libcurl.curl_easy_setopt(curl, CURLOPT_USERAGENT, "lectern");
	libcurl.curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	libcurl.curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
	libcurl.curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)TOTAL_SECONDS);
	libcurl.curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, receive);
	libcurl.curl_easy_setopt(curl, CURLOPT_WRITEDATA, receiving);
	if (question->form || question->json)
		libcurl.curl_easy_setopt(curl, CURLOPT_POSTFIELDS, question->form ? question->form : question->json);
}

/* The URL up to its query string: that may hold a token. */
static int shown_length(const char *url)
{
	return (int)strcspn(url, "?#");
}

static bool fail(const struct oauth_question *question, const char *why, long status, struct error *error)
{
	log_message(LOG_WARNING, "The OAuth provider's %.*s: %s (status %ld)", shown_length(question->url),
	            question->url, why, status);
	return error_set(error, 400, "ApplicationError", "The provider did not confirm the account");
}

static struct json_object *parse(const struct buffer *text)
{
	struct json_object *json;
	struct error error;
	json_parse(NULL, buffer_as_slice(text), JSON_DEEPEST, &json, &error);
	if (json_object_is_type(json, json_type_object) || json_object_is_type(json, json_type_array))
		return json;
	json_object_put(json);
	return NULL;
}

/* The text of a good answer; the caller frees it. */
static bool ask_text(struct oauth_client *client, const struct oauth_question *question, struct buffer *text,
                     struct error *error)
{
	struct receiving receiving = {.too_long = false};
	long status = 0;
	if (!oauth_url_is_safe(question->url))
		return fail(question, "expected an https URL", status, error);
	if (!libcurl_load(error))
		return false;
	CURL *curl = libcurl.curl_easy_init();
	if (!curl)
		abort();
	struct curl_slist *headers = set_headers(curl, question);
	set_options(curl, client, question, &receiving);
	CURLcode code = libcurl.curl_easy_perform(curl);
	libcurl.curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
	libcurl.curl_slist_free_all(headers);
	libcurl.curl_easy_cleanup(curl);
	*text = receiving.text;
	if (code == CURLE_OK && status >= 200 && status < 300)
		return true;
	buffer_free(text);
	return fail(question,
	            receiving.too_long ? "a too long answer"
	            : code != CURLE_OK ? libcurl.curl_easy_strerror(code)
	                               : "it refuses",
	            status, error);
}

bool oauth_request(struct oauth_client *client, const struct oauth_question *question, struct json_object **json,
                   struct error *error)
{
	struct buffer text = {0};
	*json = NULL;
	if (!ask_text(client, question, &text, error))
		return false;
	*json = parse(&text);
	buffer_free(&text);
	return *json || fail(question, "expected JSON", 200, error);
}

/* One from the future was remembered before the clock was put back. */
static struct json_object *find_known(struct oauth_client *client, const char *url, int64_t now, int64_t oldest)
{
	struct json_object *json = NULL;
	pthread_mutex_lock(&client->lock);
	for (size_t i = 0; i < MOST_REMEMBERED && !json; i++) {
		const struct remembered_answer *answer = &client->answers[i];
		if (answer->url && strcmp(answer->url, url) == 0 && answer->at <= now && now - answer->at <= oldest)
			json = parse(&answer->text);
	}
	pthread_mutex_unlock(&client->lock);
	return json;
}

/* In the place of what the URL said before, else of what is oldest. Takes the text over. */
static void remember(struct oauth_client *client, const char *url, struct buffer text, int64_t now)
{
	pthread_mutex_lock(&client->lock);
	struct remembered_answer *place = &client->answers[0];
	for (size_t i = 0; i < MOST_REMEMBERED; i++) {
		struct remembered_answer *answer = &client->answers[i];
		bool same = answer->url && strcmp(answer->url, url) == 0;
		if (same || answer->at < place->at)
			place = answer;
		if (same)
			break;
	}
	free(place->url);
	buffer_free(&place->text);
	*place = (struct remembered_answer){.url = strdup(url), .text = text, .at = now};
	if (!place->url)
		abort();
	pthread_mutex_unlock(&client->lock);
}

bool oauth_request_known(struct oauth_client *client, const char *url, int seconds, struct json_object **json,
                         struct error *error)
{
	const struct oauth_question question = {.url = url};
	int64_t now = datetime_now();
	struct buffer text;
	*json = find_known(client, url, now, seconds * 1000LL);
	if (*json)
		return true;
	if (!ask_text(client, &question, &text, error))
		return false;
	*json = parse(&text);
	if (*json) {
		remember(client, url, text, now);
		return true;
	}
	buffer_free(&text);
	return fail(&question, "expected JSON", 200, error);
}

void oauth_add_parameter(struct buffer *buffer, const char *name, struct slice value)
{
	static const char hex[] = "0123456789ABCDEF";
	if (buffer->len && !strchr("?&", buffer->data[buffer->len - 1]))
		buffer_byte(buffer, '&');
	buffer_text(buffer, name);
	buffer_byte(buffer, '=');
	for (size_t i = 0; i < value.len; i++) {
		unsigned char byte = (unsigned char)value.ptr[i];
		bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
		             (byte >= '0' && byte <= '9') || (byte && strchr("-._~", byte));
		if (plain) {
			buffer_byte(buffer, (char)byte);
		} else {
			buffer_byte(buffer, '%');
			buffer_byte(buffer, hex[byte >> 4]);
			buffer_byte(buffer, hex[byte & 15]);
		}
	}
}
