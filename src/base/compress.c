#include "compress.h"

#include <brotli/encode.h>
#include <libdeflate.h>
#include <pthread.h>
#include <stdlib.h>
#include <zstd.h>

/* What a thread keeps. */
struct compressors {
	struct libdeflate_compressor *gzip[2]; /* by effort */
	ZSTD_CCtx *zstd;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;

static void free_compressors(void *value)
{
	struct compressors *all = value;
	libdeflate_free_compressor(all->gzip[COMPRESSION_FAST]);
	libdeflate_free_compressor(all->gzip[COMPRESSION_SMALL]);
	ZSTD_freeCCtx(all->zstd);
	free(all);
}

static void make_key(void)
{
	if (pthread_key_create(&key, free_compressors) != 0)
		abort();
}

/* NULL when there is no memory. */
static struct compressors *own_compressors(void)
{
	pthread_once(&once, make_key);
	struct compressors *all = pthread_getspecific(key);
	if (all)
		return all;
	all = calloc(1, sizeof *all);
	if (all && pthread_setspecific(key, all) == 0)
		return all;
	free(all);
	return NULL;
}

/* All give the length, or 0. */
static size_t gzip(struct compressors *all, enum compression_effort effort, struct slice bytes, char *to, size_t room)
{
	struct libdeflate_compressor **own = &all->gzip[effort];
	if (!*own)
		*own = libdeflate_alloc_compressor(effort == COMPRESSION_FAST ? 1 : 7);
	return *own ? libdeflate_gzip_compress(*own, bytes.ptr, bytes.len, to, room) : 0;
}

static size_t zstd(struct compressors *all, enum compression_effort effort, struct slice bytes, char *to, size_t room)
{
	if (!all->zstd)
		all->zstd = ZSTD_createCCtx();
	if (!all->zstd)
		return 0;
	const size_t length =
	    ZSTD_compressCCtx(all->zstd, to, room, bytes.ptr, bytes.len, effort == COMPRESSION_FAST ? 1 : 8);
	return ZSTD_isError(length) ? 0 : length;
}

static size_t brotli(enum compression_effort effort, struct slice bytes, char *to, size_t room)
{
	size_t length = room;
	return BrotliEncoderCompress(effort == COMPRESSION_FAST ? 1 : 6, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT,
	                             bytes.len, (const uint8_t *)bytes.ptr, &length, (uint8_t *)to)
	           ? length
	           : 0;
}

bool compress_bytes(enum compression compression, enum compression_effort effort, struct slice bytes,
                    struct buffer *compressed)
{
	struct compressors *all = own_compressors();
	size_t length = 0;
	*compressed = (struct buffer){.large = true};
	if (!all || !bytes.len || !buffer_reserve(compressed, bytes.len))
		return false;
	if (compression == COMPRESSION_GZIP)
		length = gzip(all, effort, bytes, compressed->data, bytes.len);
	else if (compression == COMPRESSION_ZSTD)
		length = zstd(all, effort, bytes, compressed->data, bytes.len);
	else if (compression == COMPRESSION_BROTLI)
		length = brotli(effort, bytes, compressed->data, bytes.len);
	compressed->len = length;
	if (length && length < bytes.len)
		return true;
	buffer_free(compressed);
	return false;
}

const char *compression_name(enum compression compression)
{
	static const char *const names[] = {
	    [COMPRESSION_GZIP] = "gzip", [COMPRESSION_ZSTD] = "zstd", [COMPRESSION_BROTLI] = "br"};
	return compression < COMPRESSIONS ? names[compression] : NULL;
}
