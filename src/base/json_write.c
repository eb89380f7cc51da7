#include "json_write.h"

#include "datetime.h"
#include "json_inner.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Which bytes can't stand in a JSON string as they are. */
static const unsigned char needs_escape[256] = {
    [0] = 1,  [1] = 1,  [2] = 1,  [3] = 1,  [4] = 1,  [5] = 1,   [6] = 1,    [7] = 1,  [8] = 1,
    [9] = 1,  [10] = 1, [11] = 1, [12] = 1, [13] = 1, [14] = 1,  [15] = 1,   [16] = 1, [17] = 1,
    [18] = 1, [19] = 1, [20] = 1, [21] = 1, [22] = 1, [23] = 1,  [24] = 1,   [25] = 1, [26] = 1,
    [27] = 1, [28] = 1, [29] = 1, [30] = 1, [31] = 1, ['"'] = 1, ['\\'] = 1,
};

static void write_escape(struct buffer *buffer, unsigned char byte)
{
	static const char hex[] = "0123456789abcdef";
	char short_form = 0;
	switch (byte) {
	case '"':
	case '\\':
		short_form = (char)byte;
		break;
	case '\b':
		short_form = 'b';
		break;
	case '\f':
		short_form = 'f';
		break;
	case '\n':
		short_form = 'n';
		break;
	case '\r':
		short_form = 'r';
		break;
	case '\t':
		short_form = 't';
		break;
	}
	if (short_form) {
		buffer_add(buffer, (char[]){'\\', short_form}, 2);
		return;
	}
	buffer_add(buffer, (char[]){'\\', 'u', '0', '0', hex[byte >> 4], hex[byte & 15]}, 6);
}

/* True for bytes that can't be copied without a look: control characters, '"', '\\' and what is not ASCII. */
static bool is_special(char c)
{
	return needs_escape[(unsigned char)c] || (unsigned char)c >= 0x80;
}

/* The position of the first special byte at or behind `at`; text.len when there is none. */
static size_t next_special(struct slice text, size_t at)
{
#ifdef __SSE2__
	/* Sixteen bytes at once. Compared as signed numbers, bytes that are not ASCII are below ' ', too. */
	const __m128i space = _mm_set1_epi8(' '), quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\');
	for (; text.len - at >= sizeof(__m128i); at += sizeof(__m128i)) {
		__m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(text.ptr + at));
		__m128i found =
		    _mm_or_si128(_mm_cmplt_epi8(bytes, space),
		                 _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash)));
		int mask = _mm_movemask_epi8(found);
		if (mask)
			return at + (size_t)__builtin_ctz((unsigned)mask);
	}
#endif
	while (at < text.len && !is_special(text.ptr[at]))
		at++;
	return at;
}

/* What stands between the quotes. */
void json_write_inner(struct buffer *buffer, struct slice text)
{
	for (size_t from = 0, at = 0;;) {
		at = next_special(text, at);
		size_t character = at == text.len ? 0 : slice_character((struct slice){text.ptr + at, text.len - at});
		/* Characters that are not ASCII seldom stand alone. */
		if (character > 1) {
			do
				at += character;
			while (at < text.len && (unsigned char)text.ptr[at] >= 0x80 &&
			       (character = slice_character((struct slice){text.ptr + at, text.len - at})) > 1);
			continue;
		}
		buffer_add(buffer, text.ptr + from, at - from);
		if (at == text.len)
			return;
		/* A byte that is no UTF-8 is shown as the replacement character. */
		if (character)
			write_escape(buffer, (unsigned char)text.ptr[at]);
		else
			buffer_add(buffer, "\xEF\xBF\xBD", 3);
		from = ++at;
	}
}

void json_write_character(struct buffer *buffer, char c)
{
	if (needs_escape[(unsigned char)c])
		write_escape(buffer, (unsigned char)c);
	else
		buffer_byte(buffer, c);
}

void json_write_string(struct buffer *buffer, struct slice text)
{
	buffer_reserve(buffer, text.len + 2);
	buffer_byte(buffer, '"');
	json_write_inner(buffer, text);
	buffer_byte(buffer, '"');
}

/* The shortest decimal digits that read back as `value`, without point or sign, and the power of ten of the first. */
static int shortest_digits(double value, char digits[20], int *exponent)
{
	char text[40];
	/* 15 digits always suffice for a number written with 15 or fewer, except close to 0, where doubles lie apart */
	for (int precision = value < DBL_MIN ? 0 : 14; precision <= 16; precision++) {
		snprintf(text, sizeof text, "%.*e", precision, value);
		if (precision == 16 || strtod(text, NULL) == value)
			break;
	}
	int count = 0;
	const char *p = text;
	for (; *p && *p != 'e'; p++)
		if (*p >= '0' && *p <= '9')
			digits[count++] = *p;
	*exponent = atoi(p + 1);
	while (count > 1 && digits[count - 1] == '0')
		count--;
	return count;
}

/* Most numbers have few decimals: the fewest that read back as the same double are the shortest text, and with at most
 * 15 digits in all a division tells. */
static bool write_short_decimal(struct buffer *buffer, double value)
{
	static const double powers[] = {10, 100, 1000, 10000, 100000, 1000000};
	if (value < 0.001 || value > 1e9)
		return false;
	for (size_t i = 0; i < sizeof powers / sizeof *powers; i++) {
		double scaled = rint(value * powers[i]);
		if (scaled / powers[i] != value)
			continue;
		uint64_t whole = (uint64_t)scaled / (uint64_t)powers[i], rest = (uint64_t)scaled % (uint64_t)powers[i];
		buffer_int(buffer, (int64_t)whole);
		buffer_byte(buffer, '.');
		for (uint64_t digit = (uint64_t)powers[i] / 10; digit; digit /= 10)
			buffer_byte(buffer, (char)('0' + rest / digit % 10));
		return true;
	}
	return false;
}

void json_write_double(struct buffer *buffer, double value)
{
	if (!isfinite(value)) {
		buffer_add(buffer, "null", 4);
		return;
	}
	if (value == floor(value) && fabs(value) < 9007199254740992.0) {
		buffer_int(buffer, (int64_t)value);
		return;
	}
	char digits[20];
	int exponent, count;
	if (value < 0) {
		buffer_byte(buffer, '-');
		value = -value;
	}
	if (write_short_decimal(buffer, value))
		return;
	count = shortest_digits(value, digits, &exponent);
	/* ECMAScript Number::toString: plain notation from 1e-6 up to 1e21. */
	if (exponent >= 0 && exponent < 21) {
		for (int i = 0; i < count || i <= exponent; i++) {
			if (i == exponent + 1)
				buffer_byte(buffer, '.');
			buffer_byte(buffer, i < count ? digits[i] : '0');
		}
	} else if (exponent < 0 && exponent >= -6) {
		buffer_add(buffer, "0.", 2);
		for (int i = -1; i > exponent; i--)
			buffer_byte(buffer, '0');
		buffer_add(buffer, digits, (size_t)count);
	} else {
		buffer_byte(buffer, digits[0]);
		if (count > 1) {
			buffer_byte(buffer, '.');
			buffer_add(buffer, digits + 1, (size_t)count - 1);
		}
		buffer_format(buffer, "e%c%d", exponent < 0 ? '-' : '+', abs(exponent));
	}
}

void json_write_datetime(struct buffer *buffer, int64_t milliseconds)
{
	buffer_reserve(buffer, DATETIME_ISO_SIZE + 2);
	buffer_byte(buffer, '"');
	size_t length = datetime_format_iso(milliseconds, buffer->data + buffer->len);
	if (!length) {
		buffer->len--;
		buffer_add(buffer, "null", 4);
		return;
	}
	buffer->len += length;
	buffer_byte(buffer, '"');
}
