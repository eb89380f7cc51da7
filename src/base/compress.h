/* Compressing bytes for HTTP: gzip by libdeflate, brotli and zstd by their libraries. From any thread; each keeps what
 * the libraries need from one call to the next. */
#ifndef LECTERN_BASE_COMPRESS_H
#define LECTERN_BASE_COMPRESS_H

#include "buffer.h"

enum compression { COMPRESSION_NONE, COMPRESSION_GZIP, COMPRESSION_ZSTD, COMPRESSION_BROTLI, COMPRESSIONS };

/* FAST: for bytes that are sent once; some 5 µs a KiB. SMALL: for bytes that are sent often; ten times as long. */
enum compression_effort { COMPRESSION_FAST, COMPRESSION_SMALL };

/* Sets *compressed to the bytes in that form. False when there is no memory, or when they would not become smaller:
 * then it is empty. */
bool compress_bytes(enum compression compression, enum compression_effort effort, struct slice bytes,
                    struct buffer *compressed);

/* What HTTP calls it: "gzip", "zstd", "br"; NULL for none. */
const char *compression_name(enum compression compression);

#endif
