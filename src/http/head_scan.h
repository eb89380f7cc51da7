/* Finds where the head of a request ends, and refuses one that is too long. */
#ifndef LECTERN_HTTP_HEAD_SCAN_H
#define LECTERN_HTTP_HEAD_SCAN_H

#include "http.h"

/* How far a head that comes in pieces has been looked at. All zero at the start. */
struct head_scan {
	size_t at;   /* bytes that have been looked at */
	size_t line; /* bytes of the request line without CR LF; 0: it has not ended */
};

enum head_progress { HEAD_PARTIAL, HEAD_COMPLETE, HEAD_REFUSED };

/* Looks at `text`, which begins with the head and has grown since the last call. HEAD_COMPLETE: scan->at is the length
 * of the head. HEAD_REFUSED, with *error: it is too long, or a line does not end with CR LF. */
enum head_progress head_scan(struct head_scan *scan, struct slice text, const struct http_options *options,
                             struct error *error);

/* Refuses a line that does not end with CR LF, is folded, or has a NUL. Returns false. */
bool head_refuse_line(struct error *error);

#endif
