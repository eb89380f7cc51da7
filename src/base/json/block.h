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
 * written whatever `left` is. Returns how many of them, from the first on, stand in a JSON string as they are: ASCII
 * but for control characters, '"' and '\\', and whole characters of UTF-8 of two or three bytes. Others of UTF-8, and
 * one that the block cuts off, end the count as well. It reads nothing behind the `left` bytes. */
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

/* A bit for each byte that `compared` is true of. */
static inline unsigned json_bits(__m128i compared)
{
	return (unsigned)_mm_movemask_epi8(compared);
}

/* Bits of the bytes that begin, or go on with, what is no character: three bytes are no overlong form (E0) and no
 * surrogate (ED). `leads` are those that begin three bytes, or four. */
static inline unsigned json_wrong_of_three(__m128i bytes, unsigned leads)
{
	const unsigned high = json_bits(_mm_cmpgt_epi8(bytes, _mm_set1_epi8((char)0x9F)));
	const unsigned first = json_bits(_mm_cmpeq_epi8(bytes, _mm_set1_epi8((char)0xE0)));
	const unsigned surrogate = json_bits(_mm_cmpeq_epi8(bytes, _mm_set1_epi8((char)0xED)));
	const unsigned four = leads & json_bits(_mm_cmpgt_epi8(bytes, _mm_set1_epi8((char)0xEF)));
	return four | (first << 1 & ~high) | (surrogate << 1 & high);
}

/* The count that json_copy_block returns, of a block that has bytes behind ASCII: `wide`. `end` has the bits at which
 * it ends in any case. */
static inline size_t json_count_wide(__m128i bytes, unsigned wide, unsigned end)
{
	/* As signed numbers 0x80 is the lowest. */
	const unsigned following = json_bits(_mm_cmplt_epi8(bytes, _mm_set1_epi8((char)0xC0)));
	const unsigned overlong =
	    json_bits(_mm_cmpeq_epi8(_mm_and_si128(bytes, _mm_set1_epi8((char)0xFE)), _mm_set1_epi8((char)0xC0)));
	const unsigned longer = wide & json_bits(_mm_cmpgt_epi8(bytes, _mm_set1_epi8((char)0xDF)));
	const unsigned expected = (wide & ~following) << 1 | longer << 2;
	end |= overlong | ((following ^ expected) & ((1U << JSON_BLOCK) - 1));
	if (longer)
		end |= json_wrong_of_three(bytes, longer);
	unsigned at = (unsigned)__builtin_ctz(end);
	/* Back to where the character begins that is not whole. */
	while (expected >> at & 1)
		at--;
	return at;
}

/* Bits of the bytes that do not stand as they are, and of all that are not ASCII: compared as signed numbers these are
 * below ' ', too. */
static inline unsigned json_find_in_block(__m128i bytes)
{
	return json_bits(_mm_or_si128(
	    _mm_cmplt_epi8(bytes, _mm_set1_epi8(' ')),
	    _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')))));
}

/* Copies a whole block, and tells whether all of it is ASCII that stands as it is. */
static inline bool json_copy_plain(const char *from, char *to)
{
	const __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)from);
	_mm_storeu_si128((__m128i *)(void *)to, bytes);
	return !json_find_in_block(bytes);
}

static inline size_t json_copy_block(const char *from, size_t left, char *to)
{
	/* The zeros of an end do not stand as they are. */
	const __m128i bytes =
	    left >= JSON_BLOCK ? _mm_loadu_si128((const __m128i *)(const void *)from) : json_load_end(from, left);
	_mm_storeu_si128((__m128i *)(void *)to, bytes);
	const unsigned special = json_find_in_block(bytes);
	const unsigned wide = json_bits(bytes), end = (special & ~wide) | 1U << JSON_BLOCK;
	return wide ? json_count_wide(bytes, wide, end) : (size_t)__builtin_ctz(end);
}
#else
static inline size_t json_copy_block(const char *from, size_t left, char *to)
{
	const size_t most = left < JSON_BLOCK ? left : JSON_BLOCK;
	size_t at = 0;
	for (; at < most; at++) {
		const unsigned char byte = (unsigned char)from[at];
		if (byte < ' ' || byte >= 0x80 || byte == '"' || byte == '\\')
			break;
		to[at] = from[at];
	}
	return at;
}

static inline bool json_copy_plain(const char *from, char *to)
{
	return json_copy_block(from, JSON_BLOCK, to) == JSON_BLOCK;
}
#endif

#endif
