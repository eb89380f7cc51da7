/* Inside media/s3: one request to S3. */
#ifndef LECTERN_MEDIA_S3_REQUEST_H
#define LECTERN_MEDIA_S3_REQUEST_H

#include "s3.h"

struct s3_request {
	const struct config_s3 *s3;
	const char *method; /* "PUT" */
	const char *key;
	const char *query; /* its parameters in the order of their names, encoded; or NULL */
	const char *type;  /* Content-Type, or NULL */
	bool creates;      /* with the headers of new objects */
	/* The body: bytes of a file from `offset` on, or `text`. */
	int file; /* -1: none */
	uint64_t offset, size;
	struct slice text;
	/* The answer. */
	long status;
	struct buffer answer; /* to be freed by the caller */
	char etag[256];
};

/* Sends it, several times if need be. 503 when S3 does not answer with a status below 300 (`missing_is_fine`: or 404).
 */
bool s3_send(struct s3_request *request, bool missing_is_fine, struct error *error);

/* The address of a bucket ("https://bucket.example.com", or "https://example.com/bucket"). In `arena`. */
const char *s3_bucket_url(struct arena *arena, const struct config_s3 *s3);

/* The text with all encoded but letters, digits and -_.~ and, with `slashes`, slashes. In `arena`. */
const char *s3_encode(struct arena *arena, const char *text, bool slashes);

#endif
