#include "lexer_string.h"

/* Characters are copied into `out`, which has room for all of the text: nothing gets longer by unescaping. */
static size_t put_character(char *out, uint32_t code)
{
	if (code < 0x80) {
		out[0] = (char)code;
		return 1;
	}
	size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
	for (size_t i = length - 1; i > 0; i--, code >>= 6)
		out[i] = (char)(0x80 | (code & 0x3F));
	out[0] = (char)((0xF00u >> length & 0xFF) | code);
	return length;
}

static int hex_digit(int byte)
{
	return byte >= '0' && byte <= '9'   ? byte - '0'
	       : byte >= 'A' && byte <= 'F' ? byte - 'A' + 10
	       : byte >= 'a' && byte <= 'f' ? byte - 'a' + 10
	                                    : -1;
}

/* Four hexadecimal digits as a number, or -1. */
static int32_t read_four(const struct lexer *lexer, size_t at)
{
	int32_t code = 0;

	for (size_t i = 0; i < 4; i++) {
		int digit = hex_digit(lexer_byte(lexer, at + i));
		if (digit < 0)
			return -1;
		code = code << 4 | digit;
	}
	return code;
}

static bool is_scalar_value(uint32_t code)
{
	return code < 0xD800 || (code >= 0xE000 && code <= 0x10FFFF);
}

/* Refuses the escape at `at`, quoting it and `units` UTF-16 units behind its letter. */
static bool refuse_escape(struct lexer *lexer, size_t at, size_t units)
{
	size_t end = at + 1;

	for (units++; units && end < lexer->text.len;) {
		size_t length = lexer_character(lexer, end);
		units -= length == 4 && units > 1 ? 2 : 1;
		end += length ? length : 1;
	}
	return lexer_refuse(lexer, at + 1, "Invalid character escape sequence: %.*s.", (int)(end - at),
	                    lexer->text.ptr + at);
}

/* \u0000, or two of them that are a surrogate pair. One half alone, which graphql-js 15 takes, is no text. */
static bool read_unicode(struct lexer *lexer, size_t *at, uint32_t *code)
{
	int32_t first = read_four(lexer, *at + 2), second;

	if (first >= 0 && is_scalar_value((uint32_t)first)) {
		*code = (uint32_t)first;
		*at += 6;
		return true;
	}
	if (first >= 0xD800 && first <= 0xDBFF && lexer_byte(lexer, *at + 6) == '\\' &&
	    lexer_byte(lexer, *at + 7) == 'u') {
		second = read_four(lexer, *at + 8);
		if (second >= 0xDC00 && second <= 0xDFFF) {
			*code = 0x10000u + ((uint32_t)(first - 0xD800) << 10) + (uint32_t)(second - 0xDC00);
			*at += 12;
			return true;
		}
	}
	return refuse_escape(lexer, *at, 4);
}

static bool read_escape(struct lexer *lexer, size_t *at, uint32_t *code)
{
	static const char letters[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
	int byte = lexer_byte(lexer, *at + 1);

	if (byte == 'u')
		return read_unicode(lexer, at, code);
	const char *letter = byte > 0 ? strchr(letters, byte) : NULL;
	if (!letter)
		return refuse_escape(lexer, *at, 0);
	*code = (unsigned char)values[letter - letters];
	*at += 2;
	return true;
}

static bool refuse_inside(struct lexer *lexer, size_t at)
{
	return lexer_refuse(lexer, at, "Invalid character within String: %s.", lexer_describe(lexer, at));
}

bool lexer_read_string(struct lexer *lexer, graphql_offset start, struct token *token)
{
	size_t at = start + 1, chunk = at, length = 0;
	char *out = NULL; /* only when there are escapes */

	for (;;) {
		int byte = lexer_byte(lexer, at);
		if (byte < 0 || byte == '\n' || byte == '\r')
			return lexer_refuse(lexer, at, "Unterminated string.");
		if (byte == '"')
			break;
		if (byte != '\\') {
			size_t size = lexer_is_control(byte) ? 0 : lexer_character(lexer, at);
			if (!size)
				return refuse_inside(lexer, at);
			at += size;
			continue;
		}
		uint32_t code = 0;
		size_t end = at;
		if (!read_escape(lexer, &at, &code))
			return false;
		if (!out) {
			size_t rest = end;
			/* The closing quote, so that a thousand short strings don't each take the rest of the document.
			 */
			while (rest < lexer->text.len && lexer->text.ptr[rest] != '"' && lexer->text.ptr[rest] != '\n')
				rest += lexer->text.ptr[rest] == '\\' ? 2 : 1;
			out = arena_alloc_unset(lexer->arena, rest - start + 1);
		}
		memcpy(out + length, lexer->text.ptr + chunk, end - chunk);
		length += end - chunk;
		length += put_character(out + length, code);
		chunk = at;
	}
	*token = (struct token){TOKEN_STRING, start, (graphql_offset)(at + 1), {lexer->text.ptr + chunk, at - chunk}};
	if (out) {
		memcpy(out + length, lexer->text.ptr + chunk, at - chunk);
		token->value = (struct slice){out, length + (at - chunk)};
	}
	return true;
}

/* Takes the next line of a block string's inside off *rest, without its end. False when there was none left. */
static bool next_line(struct slice *rest, struct slice *line)
{
	size_t end = 0;

	if (!rest->ptr)
		return false;
	while (end < rest->len && rest->ptr[end] != '\n' && rest->ptr[end] != '\r')
		end++;
	*line = (struct slice){rest->ptr, end};
	if (end == rest->len) {
		*rest = (struct slice){NULL, 0};
	} else {
		size_t skip = rest->ptr[end] == '\r' && end + 1 < rest->len && rest->ptr[end + 1] == '\n' ? 2 : 1;
		*rest = (struct slice){rest->ptr + end + skip, rest->len - end - skip};
	}
	return true;
}

static size_t count_indent(struct slice line)
{
	size_t indent = 0;

	while (indent < line.len && (line.ptr[indent] == ' ' || line.ptr[indent] == '\t'))
		indent++;
	return indent;
}

/* BlockStringValue() of the specification: without the common indentation and the blank lines at both ends. */
static struct slice dedent(struct arena *arena, struct slice raw)
{
	size_t common = SIZE_MAX, first = SIZE_MAX, last = 0, number = 0, length = 0;
	struct slice rest = raw, line;

	for (; next_line(&rest, &line); number++) {
		size_t indent = count_indent(line);
		if (indent == line.len)
			continue;
		if (first == SIZE_MAX)
			first = number;
		last = number;
		if (number && indent < common)
			common = indent;
	}
	if (first == SIZE_MAX)
		return (struct slice){"", 0};
	char *out = arena_alloc_unset(arena, raw.len);
	rest = raw;
	for (number = 0; next_line(&rest, &line) && number <= last; number++) {
		if (number < first)
			continue;
		if (number > first)
			out[length++] = '\n';
		size_t at = !number ? 0 : common < line.len ? common : line.len;
		for (; at < line.len; at++) {
			struct slice ahead = {line.ptr + at, line.len - at};
			if (!slice_starts_with(ahead, SLICE("\\\"\"\"")))
				out[length++] = line.ptr[at];
		}
	}
	return (struct slice){out, length};
}

bool lexer_read_block_string(struct lexer *lexer, graphql_offset start, struct token *token)
{
	size_t at = start + 3;

	for (;;) {
		int byte = lexer_byte(lexer, at);
		if (byte < 0)
			return lexer_refuse(lexer, at, "Unterminated string.");
		struct slice ahead = {lexer->text.ptr + at, lexer->text.len - at};
		if (byte == '"' && slice_starts_with(ahead, SLICE("\"\"\"")))
			break;
		if (byte == '\\' && slice_starts_with(ahead, SLICE("\\\"\"\""))) {
			at += 4;
			continue;
		}
		const bool invalid = lexer_is_control(byte) && byte != '\n' && byte != '\r';
		size_t size = invalid ? 0 : slice_character(ahead);
		if (!size)
			return refuse_inside(lexer, at);
		at += size;
	}
	struct slice raw = {lexer->text.ptr + start + 3, at - start - 3};
	*token = (struct token){TOKEN_BLOCK_STRING, start, (graphql_offset)(at + 3), dedent(lexer->arena, raw)};
	return true;
}
