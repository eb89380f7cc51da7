/* Inside of the folder: the plain bytes of strings, sixteen at once. */
#ifndef LECTERN_BASE_JSON_BLOCK_H
#define LECTERN_BASE_JSON_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { JSON_BLOCK = 16 }; /* bytes */

/* Copies the `left` bytes at `from`, at least 1 and at most JSON_BLOCK of them, to `to`, where JSON_BLOCK bytes are
 * written whatever `left` is. Returns a bit for each byte that does not stand in a JSON string as it is, or is not
 * ASCII: control characters, '"', '\\', from 0x80 on. The bits of `left` and of JSON_BLOCK are set, too. It reads
 * nothing behind the `left` bytes. */
#ifdef __SSE2__
/* Fewer than JSON_BLOCK bytes, and zeros behind them. Loads overlap where both halves hold the same bytes. */
static inline __m128i json_load_end(const char *from, size_t left)
{
	uint64_t low = 0, high = 0;
	if (left >= 8) {
		memcpy(&low, from, 8);
		memcpy(&high, from + left - 8, 8);
		high = left == 8 ? 0 : high >> 8 * (16 - left);
	} else if (left >= 4) {
		uint32_t first, last;
		memcpy(&first, from, 4);
		memcpy(&last, from + left - 4, 4);
		low = first | (uint64_t)last << 8 * (left - 4);
	} else {
		const unsigned char *bytes = (const unsigned char *)from;
		low = bytes[0] | (uint64_t)bytes[left / 2] << 8 * (left / 2) |
		      (uint64_t)bytes[left - 1] << 8 * (left - 1);
	}
	return _mm_set_epi64x((long long)high, (long long)low);
}

static inline unsigned json_copy_block(const char *from, size_t left, char *to)
{
	__m128i bytes =
	    left >= JSON_BLOCK ? _mm_loadu_si128((const __m128i *)(const void *)from) : json_load_end(from, left);
	_mm_storeu_si128((__m128i *)(void *)to, bytes);
	/* Compared as signed numbers, bytes that are not ASCII are below ' ', too; so are the zeros of an end. */
	__m128i special = _mm_or_si128(
	    _mm_cmplt_epi8(bytes, _mm_set1_epi8(' ')),
	    _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'))));
	return (unsigned)_mm_movemask_epi8(special) | 1U << JSON_BLOCK;
}
#else
static inline unsigned json_copy_block(const char *from, size_t left, char *to)
{
	const size_t most = left < JSON_BLOCK ? left : JSON_BLOCK;
	unsigned special = 1U << JSON_BLOCK | 1U << most;
	for (size_t i = 0; i < most; i++) {
		unsigned char byte = (unsigned char)from[i];
		to[i] = from[i];
		special |= (unsigned)(byte < ' ' || byte >= 0x80 || byte == '"' || byte == '\\') << i;
	}
	return special;
}
#endif

#endif
