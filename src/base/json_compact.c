/* JSON text that others wrote, as JSON.stringify would write it. */
#include "json_inner.h"
#include "json_write.h"

#include <stdlib.h>

/* Compaction walks the text once; `p` never passes `end`. */
struct scan {
	const char *p, *end;
	struct buffer *out;
};

enum { DEEPEST_JSON = 512 };

static void skip_space(struct scan *scan)
{
	while (scan->p < scan->end && (*scan->p == ' ' || *scan->p == '\t' || *scan->p == '\n' || *scan->p == '\r'))
		scan->p++;
}

static bool hex4(const char *p, const char *end, unsigned *value)
{
	if (end - p < 4)
		return false;
	*value = 0;
	for (int i = 0; i < 4; i++) {
		char c = p[i];
		unsigned digit;
		if (c >= '0' && c <= '9')
			digit = (unsigned)(c - '0');
		else if ((c | 32) >= 'a' && (c | 32) <= 'f')
			digit = (unsigned)((c | 32) - 'a' + 10);
		else
			return false;
		*value = *value << 4 | digit;
	}
	return true;
}

static void write_code_point(struct buffer *out, unsigned code)
{
	char utf8[4];
	size_t n = 0;
	if (code < 0x80) {
		json_write_character(out, (char)code);
		return;
	}
	if (code < 0x800) {
		utf8[n++] = (char)(0xC0 | code >> 6);
	} else {
		if (code < 0x10000) {
			utf8[n++] = (char)(0xE0 | code >> 12);
		} else {
			utf8[n++] = (char)(0xF0 | code >> 18);
			utf8[n++] = (char)(0x80 | (code >> 12 & 0x3F));
		}
		utf8[n++] = (char)(0x80 | (code >> 6 & 0x3F));
	}
	utf8[n++] = (char)(0x80 | (code & 0x3F));
	buffer_add(out, utf8, n);
}

/* Behind \u: JSON.stringify writes the character itself, and a lone surrogate as an escape. */
static bool compact_unicode(struct scan *scan)
{
	unsigned code, low;
	if (!hex4(scan->p, scan->end, &code))
		return false;
	scan->p += 4;
	if (code >= 0xD800 && code < 0xDC00 && scan->end - scan->p >= 6 && scan->p[0] == '\\' && scan->p[1] == 'u' &&
	    hex4(scan->p + 2, scan->end, &low) && low >= 0xDC00 && low < 0xE000) {
		scan->p += 6;
		code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
	}
	if (code >= 0xD800 && code < 0xE000)
		buffer_format(scan->out, "\\u%04x", code);
	else
		write_code_point(scan->out, code);
	return true;
}

static bool compact_string(struct scan *scan)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	buffer_byte(scan->out, '"');
	scan->p++;
	for (;;) {
		const char *start = scan->p;
		while (scan->p < scan->end && *scan->p != '"' && *scan->p != '\\')
			scan->p++;
		struct slice run = {start, (size_t)(scan->p - start)};
		if (!slice_is_utf8(run))
			return false;
		json_write_inner(scan->out, run);
		if (scan->end - scan->p < 2) {
			if (scan->p == scan->end || *scan->p != '"')
				return false;
		}
		if (*scan->p++ == '"')
			break;
		char escape = *scan->p++;
		const char *known = escape ? strchr(from, escape) : NULL;
		if (known)
			json_write_character(scan->out, to[known - from]);
		else if (escape != 'u' || !compact_unicode(scan))
			return false;
	}
	buffer_byte(scan->out, '"');
	return true;
}

static const char *skip_digits(const char *p)
{
	while (*p >= '0' && *p <= '9')
		p++;
	return p;
}

/* JSON is stricter than strtod: no "01", "1." or ".5". */
static bool is_json_number(const char *p)
{
	p += *p == '-';
	const char *whole = p;
	p = skip_digits(p);
	if (p == whole || (*whole == '0' && p > whole + 1))
		return false;
	if (*p == '.') {
		const char *fraction = p + 1;
		p = skip_digits(fraction);
		if (p == fraction)
			return false;
	}
	if (*p == 'e' || *p == 'E') {
		p++;
		p += *p == '+' || *p == '-';
		const char *exponent = p;
		p = skip_digits(exponent);
		if (p == exponent)
			return false;
	}
	return *p == '\0';
}

static bool compact_number(struct scan *scan)
{
	char text[64];
	size_t n = 0;
	while (scan->p + n < scan->end && strchr("+-.0123456789eE", scan->p[n]) && scan->p[n])
		n++;
	/* PostgreSQL writes the numbers in a jsonb with all their digits: 1e300 has three hundred. */
	struct buffer large = {0};
	char *number = text;
	if (n >= sizeof text) {
		buffer_reserve(&large, n + 1);
		number = large.data;
	}
	memcpy(number, scan->p, n);
	number[n] = '\0';
	const bool valid = is_json_number(number);
	if (valid) {
		scan->p += n;
		json_write_double(scan->out, strtod(number, NULL));
	}
	buffer_free(&large);
	return valid;
}

static bool compact_value(struct scan *scan, int depth);

static bool compact_members(struct scan *scan, char close, int depth)
{
	buffer_byte(scan->out, *scan->p++);
	skip_space(scan);
	if (scan->p < scan->end && *scan->p == close) {
		buffer_byte(scan->out, *scan->p++);
		return true;
	}
	for (;;) {
		if (close == '}') {
			skip_space(scan);
			if (scan->p == scan->end || *scan->p != '"' || !compact_string(scan))
				return false;
			skip_space(scan);
			if (scan->p == scan->end || *scan->p != ':')
				return false;
			buffer_byte(scan->out, *scan->p++);
		}
		if (!compact_value(scan, depth + 1))
			return false;
		skip_space(scan);
		if (scan->p == scan->end || (*scan->p != ',' && *scan->p != close))
			return false;
		buffer_byte(scan->out, *scan->p);
		if (*scan->p++ == close)
			return true;
	}
}

static bool compact_word(struct scan *scan, const char *word)
{
	size_t n = strlen(word);
	if ((size_t)(scan->end - scan->p) < n || memcmp(scan->p, word, n) != 0)
		return false;
	buffer_add(scan->out, word, n);
	scan->p += n;
	return true;
}

static bool compact_value(struct scan *scan, int depth)
{
	skip_space(scan);
	if (scan->p == scan->end || depth > DEEPEST_JSON)
		return false;
	switch (*scan->p) {
	case '{':
		return compact_members(scan, '}', depth);
	case '[':
		return compact_members(scan, ']', depth);
	case '"':
		return compact_string(scan);
	case 't':
		return compact_word(scan, "true");
	case 'f':
		return compact_word(scan, "false");
	case 'n':
		return compact_word(scan, "null");
	default:
		return compact_number(scan);
	}
}

bool json_write_compact(struct buffer *buffer, struct slice json)
{
	size_t before = buffer->len;
	struct scan scan = {json.ptr, json.ptr + json.len, buffer};
	if (json.len && compact_value(&scan, 0)) {
		skip_space(&scan);
		if (scan.p == scan.end)
			return true;
	}
	buffer->len = before;
	return false;
}
