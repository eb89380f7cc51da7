#include "refusal.h"

#include <dlfcn.h>
#include <sys/socket.h>
#include <time.h>

typedef enum MHD_Result queue_response(struct MHD_Connection *, unsigned, struct MHD_Response *);

static queue_response *queue_of_library;

bool refusal_init(void)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	pthread_mutex_lock(&lock);
	if (!queue_of_library) {
		void *found = dlsym(RTLD_NEXT, "MHD_queue_response");
		/* ISO C knows no other way from a data pointer to a function. */
		memcpy(&queue_of_library, &found, sizeof found);
	}
	bool ready = queue_of_library != NULL;
	pthread_mutex_unlock(&lock);
	return ready;
}

enum MHD_Result refusal_queue_answer(struct MHD_Connection *connection, unsigned status, struct MHD_Response *response)
{
	return queue_of_library(connection, status, response);
}

struct client *client_of(struct MHD_Connection *connection)
{
	return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

static void error_for(unsigned status, struct error *error)
{
	static const struct {
		unsigned status;
		const char *name, *message;
	} refusals[] = {
	    {413, "PayloadTooLargeError", "The body is too large"},
	    {414, "URITooLongError", "The request line is too long"},
	    {431, "RequestHeaderFieldsTooLargeError", "The headers are too long"},
	    {505, "HTTPVersionNotSupportedError", "The version is not HTTP/1.1"},
	};
	for (size_t i = 0; i < COUNT_OF(refusals); i++) {
		if (refusals[i].status == status) {
			error_set(error, (int)status, refusals[i].name, "%s", refusals[i].message);
			return;
		}
	}
	error_validation(error, "The request is not well-formed HTTP");
}

static struct buffer envelope(const struct error *error)
{
	struct http_response response = {0};
	http_respond_error(&response, error);
	return response.body;
}

static enum MHD_Result queue_envelope(struct MHD_Connection *connection, const struct error *error)
{
	struct buffer body = envelope(error);
	struct MHD_Response *response = MHD_create_response_from_buffer(body.len, body.data, MHD_RESPMEM_MUST_FREE);
	if (!response) {
		buffer_free(&body);
		return MHD_NO;
	}
	constant_headers_add(client_of(connection)->headers, response, http_json_type);
	enum MHD_Result queued = queue_of_library(connection, (unsigned)error->status, response);
	MHD_destroy_response(response);
	return queued;
}

/* A malformed Content-Length: libmicrohttpd would send the headers of its answer twice. So the answer goes out past it,
 * and it closes the connection because none could be queued. */
static void send_envelope(const struct client *client, const struct error *error)
{
	char date[64];
	time_t now = time(NULL);
	struct tm utc;
	struct buffer body = envelope(error), answer = {0};
	gmtime_r(&now, &utc);
	strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &utc);
	buffer_format(&answer,
	              "HTTP/1.1 %d %s\r\nDate: %s\r\nConnection: close\r\n%s: %s\r\nContent-Length: %zu\r\n\r\n",
	              error->status, MHD_get_reason_phrase_for((unsigned)error->status), date,
	              client->headers->json.name, client->headers->json.value, body.len);
	buffer_slice(&answer, buffer_as_slice(&body));
	/* All before this has been sent. When this does not fit into the socket's memory, the client stopped reading.
	 */
	ssize_t sent = send(client->socket, answer.data, answer.len, MSG_NOSIGNAL | MSG_DONTWAIT);
	(void)sent;
	buffer_free(&answer);
	buffer_free(&body);
}

/* Only libmicrohttpd itself calls this. */
enum MHD_Result MHD_queue_response(struct MHD_Connection *connection, unsigned status, struct MHD_Response *page)
{
	const struct client *client = client_of(connection);
	const union MHD_ConnectionInfo *info =
	    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
	bool headers_complete = info && info->header_size;
	struct error error;
	(void)page;
	error_for(status, &error);
	if (!client->sends_head || !headers_complete)
		return queue_envelope(connection, &error);
	send_envelope(client, &error);
	return MHD_NO;
}
