#include "smtp.h"

#include "libcurl/libcurl.h"
#include <openssl/rand.h>
#include <stdlib.h>
#include <time.h>

enum { CONNECT_SECONDS = 10, TOTAL_SECONDS = 60, ADDRESS_SIZE = 512 };

struct message {
	CURL *curl;
	struct curl_slist *headers, *recipients;
	curl_mime *mime;
	char from[ADDRESS_SIZE], to[ADDRESS_SIZE];
};

static void add_header(struct message *message, const char *name, struct buffer *value)
{
	struct buffer line = {0};
	buffer_format(&line, "%s: ", name);
	buffer_slice(&line, buffer_as_slice(value));
	message->headers = libcurl.curl_slist_append(message->headers, buffer_terminate(&line));
	buffer_free(&line);
	buffer_free(value);
	*value = (struct buffer){0};
}

static bool add_address(struct message *message, const char *name, const char *address)
{
	struct buffer value = {0};
	bool done = mail_write_address(&value, address);
	if (done)
		add_header(message, name, &value);
	buffer_free(&value);
	return done;
}

/* Those of a list with commas that are addresses. */
static void add_addresses(struct message *message, const char *name, const char *list)
{
	struct buffer value = {0};
	for (struct slice rest = slice_of(list); rest.len;) {
		const size_t end = slice_find(rest, ',');
		char one[ADDRESS_SIZE];
		struct buffer written = {0};
		snprintf(one, sizeof one, "%.*s", (int)end, rest.ptr);
		if (mail_write_address(&written, one)) {
			if (value.len)
				buffer_text(&value, ",\r\n "); /* a line each */
			buffer_slice(&value, buffer_as_slice(&written));
		}
		buffer_free(&written);
		rest =
		    end < rest.len ? (struct slice){rest.ptr + end + 1, rest.len - end - 1} : (struct slice){NULL, 0};
	}
	if (value.len)
		add_header(message, name, &value);
	buffer_free(&value);
}

static void add_headers(struct message *message, const struct mail *mail)
{
	struct buffer value = {0};
	char date[64];
	unsigned char id[16];
	time_t now = time(NULL);
	struct tm utc;
	gmtime_r(&now, &utc);
	strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S +0000", &utc);
	buffer_text(&value, date);
	add_header(message, "Date", &value);
	mail_write_text(&value, slice_of(mail->subject));
	add_header(message, "Subject", &value);
	if (RAND_bytes(id, sizeof id) == 1) {
		buffer_byte(&value, '<');
		for (size_t i = 0; i < sizeof id; i++)
			buffer_format(&value, "%02x", id[i]);
		buffer_format(&value, "@%s>", strchr(message->from, '@') + 1);
		add_header(message, "Message-ID", &value);
	}
}

static void add_part(curl_mime *alternatives, const char *text, const char *type)
{
	curl_mimepart *part = libcurl.curl_mime_addpart(alternatives);
	libcurl.curl_mime_data(part, text, CURL_ZERO_TERMINATED);
	libcurl.curl_mime_type(part, type);
	libcurl.curl_mime_encoder(part, "quoted-printable");
}

/* text, and the same as HTML */
static void add_body(struct message *message, const struct mail *mail)
{
	message->mime = libcurl.curl_mime_init(message->curl);
	curl_mime *alternatives = libcurl.curl_mime_init(message->curl);
	curl_mimepart *whole = libcurl.curl_mime_addpart(message->mime);
	add_part(alternatives, mail->text, "text/plain; charset=utf-8");
	add_part(alternatives, mail->html, "text/html; charset=utf-8");
	libcurl.curl_mime_subparts(whole, alternatives);
	libcurl.curl_mime_type(whole, "multipart/alternative");
	libcurl.curl_easy_setopt(message->curl, CURLOPT_MIMEPOST, message->mime);
}

static size_t ignore_bytes(char *bytes, size_t size, size_t count, void *context)
{
	(void)bytes;
	(void)context;
	return size * count;
}

static void set_server(CURL *curl, const struct config_mail *config)
{
	struct buffer url = {0};
	bool ipv6 = strchr(config->host, ':') && config->host[0] != '[';
	buffer_format(&url, "%s://%s%s%s:%u", config->secure ? "smtps" : "smtp", ipv6 ? "[" : "", config->host,
	              ipv6 ? "]" : "", (unsigned)config->port);
	libcurl.curl_easy_setopt(curl, CURLOPT_URL, buffer_terminate(&url));
	buffer_free(&url);
	libcurl.curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
	if (!config->secure && config->tls != MAIL_TLS_NEVER)
		libcurl.curl_easy_setopt(curl, CURLOPT_USE_SSL,
		                         config->tls == MAIL_TLS_ALWAYS ? (long)CURLUSESSL_ALL : (long)CURLUSESSL_TRY);
	libcurl.curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, config->verify ? 1L : 0L);
	libcurl.curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, config->verify ? 2L : 0L);
	if (config->user)
		libcurl.curl_easy_setopt(curl, CURLOPT_USERNAME, config->user);
	if (config->password)
		libcurl.curl_easy_setopt(curl, CURLOPT_PASSWORD, config->password);
	libcurl.curl_easy_setopt(curl, CURLOPT_PROXY, "");
	libcurl.curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	libcurl.curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
	libcurl.curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)TOTAL_SECONDS);
	libcurl.curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, ignore_bytes);
}

/* 4xx of the server and what happens on the way may be over soon. */
static enum mail_result result_of(struct message *message, CURLcode code, char *reason)
{
	long status = 0;
	libcurl.curl_easy_getinfo(message->curl, CURLINFO_RESPONSE_CODE, &status);
	if (code == CURLE_OK)
		return MAIL_SENT;
	snprintf(reason, MAIL_REASON_SIZE, "%s%s", libcurl.curl_easy_strerror(code),
	         status >= 400 ? status >= 500 ? " (the server refuses it)" : " (the server refuses it for now)" : "");
	bool refused = status >= 500 || code == CURLE_LOGIN_DENIED || code == CURLE_PEER_FAILED_VERIFICATION ||
	               code == CURLE_USE_SSL_FAILED;
	return refused ? MAIL_REFUSED : MAIL_TRY_AGAIN;
}

static bool prepare(struct message *message, const struct config_mail *config, const struct mail *mail, char *reason)
{
	if (!mail_read_address(mail->to, message->to, sizeof message->to) ||
	    !mail_read_address(mail->from, message->from, sizeof message->from)) {
		snprintf(reason, MAIL_REASON_SIZE, "an address is none that a mail can go to or come from");
		return false;
	}
	struct buffer envelope = {0};
	buffer_format(&envelope, "<%s>", message->from);
	add_address(message, "From", mail->from);
	if (mail->shown_to)
		add_addresses(message, "To", mail->shown_to);
	else
		add_address(message, "To", mail->to);
	if (mail->copies)
		add_addresses(message, "Cc", mail->copies);
	if (mail->reply_to && *mail->reply_to)
		add_address(message, "Reply-To", mail->reply_to);
	add_headers(message, mail);
	message->recipients = libcurl.curl_slist_append(NULL, message->to);
	set_server(message->curl, config);
	libcurl.curl_easy_setopt(message->curl, CURLOPT_MAIL_FROM, buffer_terminate(&envelope));
	libcurl.curl_easy_setopt(message->curl, CURLOPT_MAIL_RCPT, message->recipients);
	libcurl.curl_easy_setopt(message->curl, CURLOPT_HTTPHEADER, message->headers);
	add_body(message, mail);
	buffer_free(&envelope);
	return true;
}

static int ask_whether_to_stop(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
	const struct mail_limit *limit = context;
	(void)a;
	(void)b;
	(void)c;
	(void)d;
	return limit->is_over(limit->context) ? 1 : 0;
}

enum mail_result mail_to_smtp(const struct config_mail *config, const struct mail *mail, const struct mail_limit *limit,
                              char *reason)
{
	enum mail_result result = MAIL_REFUSED;
	struct error error;
	if (!libcurl_load(&error)) {
		snprintf(reason, MAIL_REASON_SIZE, "%.*s", MAIL_REASON_SIZE - 1, error.message);
		return result;
	}
	struct message message = {.curl = libcurl.curl_easy_init()};
	if (!message.curl)
		abort();
	libcurl.curl_easy_setopt(message.curl, CURLOPT_NOPROGRESS, 0L);
	libcurl.curl_easy_setopt(message.curl, CURLOPT_XFERINFOFUNCTION, ask_whether_to_stop);
	libcurl.curl_easy_setopt(message.curl, CURLOPT_XFERINFODATA, limit);
	if (prepare(&message, config, mail, reason))
		result = result_of(&message, libcurl.curl_easy_perform(message.curl), reason);
	libcurl.curl_mime_free(message.mime);
	libcurl.curl_slist_free_all(message.recipients);
	libcurl.curl_slist_free_all(message.headers);
	libcurl.curl_easy_cleanup(message.curl);
	return result;
}
