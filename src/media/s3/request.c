#include "request.h"

#include "libcurl/libcurl.h"
#include <arpa/inet.h>
#include <ctype.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum {
	LONGEST_ANSWER = 256 * 1024,
	CONNECT_SECONDS = 10,
	SLOWEST = 1024, /* bytes a second */
	SLOW_SECONDS = 30,
	ATTEMPTS = 4,
	FIRST_PAUSE = 100, /* milliseconds */
	HASHED_AT_ONCE = 64 * 1024,
	HEX_OF_SHA256 = 64,
};

const char *s3_encode(struct arena *arena, const char *text, bool slashes)
{
	struct buffer encoded = {0};
	for (const char *at = text; *at; at++) {
		const unsigned char c = (unsigned char)*at;
		if ((c < 0x80 && isalnum(c)) || strchr("-_.~", c) || (slashes && c == '/'))
			buffer_byte(&encoded, *at);
		else
			buffer_format(&encoded, "%%%02X", c);
	}
	const char *copy = arena_copy(arena, buffer_as_slice(&encoded));
	buffer_free(&encoded);
	return copy;
}

/* A name below a certificate of *.example.com has no dots, and an address has no names below it. */
static bool is_in_path(const struct config_s3 *s3, const char *host)
{
	unsigned char address[16];
	char name[256];
	const size_t len = strcspn(host, ":/");
	if (s3->path_style || host[0] == '[' || len >= sizeof name ||
	    (strchr(s3->bucket, '.') && strncmp(s3->endpoint, "https", 5) == 0))
		return true;
	memcpy(name, host, len);
	name[len] = '\0';
	return inet_pton(AF_INET, name, address) == 1;
}

const char *s3_bucket_url(struct arena *arena, const struct config_s3 *s3)
{
	const char *host = strstr(s3->endpoint, "://");
	host = host ? host + 3 : s3->endpoint;
	if (is_in_path(s3, host))
		return arena_format(arena, "%s/%s", s3->endpoint, s3->bucket);
	/* An endpoint may name the bucket already. */
	const size_t len = strlen(s3->bucket);
	if (strncmp(host, s3->bucket, len) == 0 && host[len] == '.')
		return s3->endpoint;
	return arena_format(arena, "%.*s%s.%s", (int)(host - s3->endpoint), s3->endpoint, s3->bucket, host);
}

/* ---- the body ---- */

struct sending {
	struct s3_request *request;
	uint64_t sent;
	bool too_long;
};

static size_t read_body(char *to, size_t size, size_t count, void *context)
{
	struct sending *sending = context;
	const struct s3_request *request = sending->request;
	const uint64_t left = request->size - sending->sent;
	const size_t wanted = left < size * count ? (size_t)left : size * count;
	const ssize_t len = pread(request->file, to, wanted, (off_t)(request->offset + sending->sent));
	/* It can't have become shorter. */
	if (len < 0 || (len == 0 && wanted))
		return CURL_READFUNC_ABORT;
	sending->sent += (uint64_t)len;
	return (size_t)len;
}

static int seek_body(void *context, curl_off_t offset, int origin)
{
	struct sending *sending = context;
	if (origin != SEEK_SET || offset < 0 || (uint64_t)offset > sending->request->size)
		return CURL_SEEKFUNC_CANTSEEK;
	sending->sent = (uint64_t)offset;
	return CURL_SEEKFUNC_OK;
}

static bool add_file(const struct s3_request *request, EVP_MD_CTX *hash)
{
	char bytes[HASHED_AT_ONCE];
	for (uint64_t at = 0; at < request->size;) {
		const uint64_t left = request->size - at;
		const ssize_t len = pread(request->file, bytes, left < sizeof bytes ? (size_t)left : sizeof bytes,
		                          (off_t)(request->offset + at));
		if (len <= 0 || EVP_DigestUpdate(hash, bytes, (size_t)len) != 1)
			return false;
		at += (uint64_t)len;
	}
	return true;
}

/* What is received is then what was signed, also over plain HTTP. */
static bool hash_body(const struct s3_request *request, char hex[HEX_OF_SHA256 + 1])
{
	unsigned char digest[EVP_MAX_MD_SIZE];
	unsigned len = 0;
	EVP_MD_CTX *hash = EVP_MD_CTX_new();
	bool done = hash && EVP_DigestInit_ex(hash, EVP_sha256(), NULL) == 1;
	if (done && request->file >= 0)
		done = add_file(request, hash);
	else if (done && request->text.len)
		done = EVP_DigestUpdate(hash, request->text.ptr, request->text.len) == 1;
	done = done && EVP_DigestFinal_ex(hash, digest, &len) == 1;
	EVP_MD_CTX_free(hash);
	for (unsigned i = 0; done && i < len; i++)
		snprintf(hex + (size_t)2 * i, 3, "%02x", digest[i]);
	return done;
}

/* ---- the answer ---- */

static size_t receive(char *bytes, size_t size, size_t count, void *context)
{
	struct sending *sending = context;
	if (sending->request->answer.len + size * count > LONGEST_ANSWER) {
		sending->too_long = true;
		return 0;
	}
	buffer_add(&sending->request->answer, bytes, size * count);
	return size * count;
}

static size_t receive_header(char *bytes, size_t size, size_t count, void *context)
{
	struct sending *sending = context;
	struct slice line = {bytes, size * count};
	static const char name[] = "etag:";
	if (line.len > sizeof name - 1 &&
	    slice_equals_ignoring_case((struct slice){line.ptr, sizeof name - 1}, SLICE("etag:"))) {
		struct slice value =
		    slice_trim((struct slice){line.ptr + sizeof name - 1, line.len - (sizeof name - 1)});
		snprintf(sending->request->etag, sizeof sending->request->etag, "%.*s", (int)value.len, value.ptr);
	}
	return size * count;
}

/* ---- one attempt ---- */

static struct curl_slist *add_header(struct curl_slist *headers, const char *name, const char *value)
{
	struct buffer line = {0};
	buffer_format(&line, "%s: %s", name, value);
	headers = libcurl.curl_slist_append(headers, buffer_terminate(&line));
	buffer_free(&line);
	return headers;
}

static struct curl_slist *make_headers(const struct s3_request *request, const char *hash)
{
	const struct config_s3 *s3 = request->s3;
	struct curl_slist *headers = add_header(NULL, "x-amz-content-sha256", hash);
	if (s3->session_token)
		headers = add_header(headers, "x-amz-security-token", s3->session_token);
	if (request->type)
		headers = add_header(headers, "Content-Type", request->type);
	if (request->creates && s3->acl)
		headers = add_header(headers, "x-amz-acl", s3->acl);
	for (size_t i = 0; request->creates && i < s3->header_count; i++)
		headers = libcurl.curl_slist_append(headers, s3->headers[i]);
	return headers;
}

static void set_body(CURL *curl, struct sending *sending)
{
	const struct s3_request *request = sending->request;
	if (request->file >= 0) {
		libcurl.curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
		libcurl.curl_easy_setopt(curl, CURLOPT_READFUNCTION, read_body);
		libcurl.curl_easy_setopt(curl, CURLOPT_READDATA, sending);
		libcurl.curl_easy_setopt(curl, CURLOPT_SEEKFUNCTION, seek_body);
		libcurl.curl_easy_setopt(curl, CURLOPT_SEEKDATA, sending);
		libcurl.curl_easy_setopt(curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)request->size);
	} else if (strcmp(request->method, "POST") == 0) {
		libcurl.curl_easy_setopt(curl, CURLOPT_POST, 1L);
		libcurl.curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)request->text.len);
		libcurl.curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request->text.ptr ? request->text.ptr : "");
	}
	libcurl.curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, request->method);
}

static void set_options(CURL *curl, struct sending *sending, struct arena *arena)
{
	const struct s3_request *request = sending->request;
	const struct config_s3 *s3 = request->s3;
	const char *url =
	    arena_format(arena, "%s/%s%s%s", s3_bucket_url(arena, s3), s3_encode(arena, request->key, true),
	                 request->query ? "?" : "", request->query ? request->query : "");
	libcurl.curl_easy_setopt(curl, CURLOPT_URL, url);
	libcurl.curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
	libcurl.curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
	libcurl.curl_easy_setopt(curl, CURLOPT_USERAGENT, "lectern");
	libcurl.curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	libcurl.curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
	libcurl.curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, (long)SLOWEST);
	libcurl.curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, (long)SLOW_SECONDS);
	libcurl.curl_easy_setopt(curl, CURLOPT_AWS_SIGV4, arena_format(arena, "aws:amz:%s:s3", s3->region));
	libcurl.curl_easy_setopt(curl, CURLOPT_USERNAME, s3->access_key);
	libcurl.curl_easy_setopt(curl, CURLOPT_PASSWORD, s3->secret_key);
	libcurl.curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, receive);
	libcurl.curl_easy_setopt(curl, CURLOPT_WRITEDATA, sending);
	libcurl.curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, receive_header);
	libcurl.curl_easy_setopt(curl, CURLOPT_HEADERDATA, sending);
	set_body(curl, sending);
}

static CURLcode attempt(struct s3_request *request, const char *hash)
{
	struct sending sending = {.request = request};
	struct arena *arena = arena_create();
	struct curl_slist *headers = make_headers(request, hash);
	CURL *curl = libcurl.curl_easy_init();
	CURLcode result = CURLE_OUT_OF_MEMORY;
	request->answer.len = 0;
	request->etag[0] = '\0';
	request->status = 0;
	if (curl) {
		set_options(curl, &sending, arena);
		libcurl.curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
		result = libcurl.curl_easy_perform(curl);
		libcurl.curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &request->status);
	}
	libcurl.curl_easy_cleanup(curl);
	libcurl.curl_slist_free_all(headers);
	arena_destroy(arena);
	return result;
}

/* S3 is busy, or the network failed. */
static bool is_worth_trying(CURLcode result, long status)
{
	return result == CURLE_OK ? status >= 500 || status == 429 || status == 408
	                          : result != CURLE_UNSUPPORTED_PROTOCOL && result != CURLE_URL_MALFORMAT &&
	                                result != CURLE_ABORTED_BY_CALLBACK && result != CURLE_OUT_OF_MEMORY;
}

static void pause_before(unsigned attempt)
{
	const long milliseconds = (long)FIRST_PAUSE << (2 * attempt);
	const struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
	nanosleep(&time, NULL);
}

bool s3_send(struct s3_request *request, bool missing_is_fine, struct error *error)
{
	char hash[HEX_OF_SHA256 + 1] = "";
	CURLcode result = CURLE_OK;
	if (!libcurl_load(error))
		return false;
	if (!hash_body(request, hash))
		return error_internal(error, "an uploaded file can't be read again");
	for (unsigned i = 0; i < ATTEMPTS; i++) {
		result = attempt(request, hash);
		if (!is_worth_trying(result, request->status))
			break;
		if (i + 1 < ATTEMPTS)
			pause_before(i);
	}
	if (result == CURLE_OK &&
	    ((request->status >= 200 && request->status < 300) || (missing_is_fine && request->status == 404)))
		return true;
	struct slice answer = buffer_as_slice(&request->answer);
	log_message(LOG_ERROR, "S3: %s of %s failed: %s%.*s", request->method, request->key,
	            result == CURLE_OK ? "" : libcurl.curl_easy_strerror(result), slice_shown_length(answer, 500),
	            answer.len ? answer.ptr : "");
	return error_set(error, 503, "ServiceUnavailableError", "The place where files are stored can't be reached");
}
