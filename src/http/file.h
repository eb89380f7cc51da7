/* Answers that are files: sent from the disk by the system, never read into memory. A part of the door http.h. */
#ifndef LECTERN_HTTP_FILE_H
#define LECTERN_HTTP_FILE_H

#include <stdbool.h>
#include <stdint.h>

struct http_request;
struct http_response;
struct http_file_part;
struct http_kept_file;

struct http_file {
	int descriptor;              /* open for reading; http_respond_file takes it over */
	struct http_kept_file *kept; /* NULL, or what the descriptor belongs to: then a use of that is taken over */
	uint64_t size;               /* bytes, from the beginning of the file */
	const char *etag;            /* with its quotes, or NULL; as http_add_field */
	int64_t modified;            /* when, in seconds since 1970; 0: not known */
	bool whole;                  /* Range headers are not heeded */
};

/* Answers with the file: all of it, the part that a Range header asks for (206; 416 where there is none), or 304 or 412
 * where the conditions of the request say so (RFC 9110, 13.2.2). Sets the status and headers; the content type is the
 * caller's. A request for several ranges gets the whole file, as does one whose If-Range has another etag or date. */
void http_respond_file(const struct http_request *request, struct http_response *response,
                       const struct http_file *file);

/* Closes the file of an answer that this room does not send; on any thread. */
void http_close_file(const struct http_file_part *file);

#endif
