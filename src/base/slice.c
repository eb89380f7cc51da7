#include "slice.h"

#include <ctype.h>

static unsigned char lower(char c)
{
	return (unsigned char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
}

bool slice_equals_ignoring_case(struct slice a, struct slice b)
{
	if (a.len != b.len)
		return false;
	for (size_t i = 0; i < a.len; i++)
		if (lower(a.ptr[i]) != lower(b.ptr[i]))
			return false;
	return true;
}

static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

struct slice slice_trim(struct slice a)
{
	while (a.len && is_space(a.ptr[0])) {
		a.ptr++;
		a.len--;
	}
	while (a.len && is_space(a.ptr[a.len - 1]))
		a.len--;
	return a;
}

size_t slice_find(struct slice a, char byte)
{
	const char *at = a.len ? memchr(a.ptr, byte, a.len) : NULL;
	return at ? (size_t)(at - a.ptr) : a.len;
}

bool slice_split(struct slice *rest, char separator, struct slice *part)
{
	if (!rest->ptr)
		return false;
	size_t at = slice_find(*rest, separator);
	*part = (struct slice){rest->ptr, at};
	if (at == rest->len)
		*rest = (struct slice){NULL, 0};
	else
		*rest = (struct slice){rest->ptr + at + 1, rest->len - at - 1};
	return true;
}

bool slice_to_int64(struct slice a, int64_t *value)
{
	size_t i = 0;
	bool negative = false;
	if (a.len && (a.ptr[0] == '-' || a.ptr[0] == '+')) {
		negative = a.ptr[0] == '-';
		i = 1;
	}
	if (i == a.len)
		return false;
	uint64_t limit = negative ? (uint64_t)INT64_MAX + 1 : (uint64_t)INT64_MAX, sum = 0;
	for (; i < a.len; i++) {
		if (a.ptr[i] < '0' || a.ptr[i] > '9')
			return false;
		uint64_t digit = (uint64_t)(a.ptr[i] - '0');
		if (sum > (limit - digit) / 10)
			return false;
		sum = sum * 10 + digit;
	}
	*value = negative ? (int64_t)(0 - sum) : (int64_t)sum;
	return true;
}

size_t slice_character(struct slice a)
{
	const unsigned char *p = (const unsigned char *)a.ptr;
	if (*p < 0x80)
		return 1;
	size_t more = *p >= 0xC2 && *p <= 0xDF ? 1 : *p >= 0xE0 && *p <= 0xEF ? 2 : *p >= 0xF0 && *p <= 0xF4 ? 3 : 0;
	if (!more || a.len <= more)
		return 0;
	unsigned char low = *p == 0xE0 ? 0xA0 : *p == 0xF0 ? 0x90 : 0x80;
	unsigned char high = *p == 0xED ? 0x9F : *p == 0xF4 ? 0x8F : 0xBF;
	if (p[1] < low || p[1] > high)
		return 0;
	for (size_t i = 2; i <= more; i++)
		if (p[i] < 0x80 || p[i] > 0xBF)
			return 0;
	return more + 1;
}

bool slice_is_utf8(struct slice a)
{
	for (size_t at = 0; at < a.len;) {
		uint64_t word;
		/* Eight ASCII characters at once, as far as they go. */
		if (a.len - at >= sizeof word &&
		    !(memcpy(&word, a.ptr + at, sizeof word), word & 0x8080808080808080u)) {
			at += sizeof word;
			continue;
		}
		size_t length = slice_character((struct slice){a.ptr + at, a.len - at});
		if (!length)
			return false;
		at += length;
	}
	return true;
}

int slice_shown_length(struct slice a, size_t most)
{
	if (a.len <= most)
		return (int)a.len;
	while (most && ((unsigned char)a.ptr[most] & 0xC0) == 0x80)
		most--;
	return (int)most;
}
