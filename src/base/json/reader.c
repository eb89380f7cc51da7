#include "reader.h"

#include "text.h"

void json_reader_start(struct json_reader *reader, struct slice text, unsigned deepest)
{
	reader->text = text;
	reader->at = 0;
	reader->depth = 0;
	reader->deepest = deepest;
	reader->state = JSON_READS_VALUE;
	reader->fault = NULL;
}

static enum json_token_kind fail(struct json_reader *reader, const char *expected)
{
	reader->fault = expected;
	return JSON_TOKEN_FAULT;
}

static bool refuse(struct json_reader *reader, size_t at, const char *expected)
{
	reader->at = at;
	reader->fault = expected;
	return false;
}

/* The byte at `at`; 0, which nothing may begin with, at the end. */
static char byte_at(const struct json_reader *reader, size_t at)
{
	return at < reader->text.len ? reader->text.ptr[at] : '\0';
}

static void skip_space(struct json_reader *reader)
{
	const char *text = reader->text.ptr;
	size_t at = reader->at;
	while (at < reader->text.len && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t'))
		at++;
	reader->at = at;
}

/* ---- strings ---- */

/* At a backslash. */
static bool check_escape(struct json_reader *reader, struct json_token *token, size_t *at)
{
	unsigned code;
	char escape = byte_at(reader, *at + 1);
	token->escaped = true;
	if (escape != 'u') {
		if (escape && strchr("\"\\/bfnrt", escape)) {
			*at += 2;
			return true;
		}
	} else if (json_read_hex(reader->text, *at + 2, &code)) {
		code = json_read_escape(reader->text, at);
		token->has_nul |= code == 0;
		token->has_surrogate |= code >= 0x10000 || (code >= 0xD800 && code < 0xE000);
		return true;
	}
	return refuse(reader, *at, "a string has a wrong escape");
}

/* Behind the characters that are not ASCII and begin at `at`; they seldom stand alone. At the first that is no UTF-8.
 */
static size_t skip_characters(struct slice text, size_t at)
{
	while (at < text.len && (unsigned char)text.ptr[at] >= 0x80) {
		size_t length = slice_character((struct slice){text.ptr + at, text.len - at});
		if (!length)
			break;
		at += length;
	}
	return at;
}

static bool read_string(struct json_reader *reader, struct json_token *token)
{
	const struct slice text = reader->text;
	size_t at = reader->at + 1;
	for (;;) {
		at = skip_characters(text, json_find_special(text, at));
		const unsigned char byte = (unsigned char)byte_at(reader, at);
		if (at == text.len)
			return refuse(reader, at, "expected '\"' at the end of a string");
		if (byte >= 0x80)
			return refuse(reader, at, "a string is not UTF-8");
		if (byte == '"')
			break;
		if (byte == '\\') {
			if (!check_escape(reader, token, &at))
				return false;
		} else if (byte < ' ') {
			return refuse(reader, at, "a string has a control character that is not escaped");
		}
	}
	token->text = (struct slice){text.ptr + reader->at, at + 1 - reader->at};
	reader->at = at + 1;
	return true;
}

/* ---- numbers and words ---- */

static size_t skip_digits(const struct json_reader *reader, size_t at)
{
	while (at < reader->text.len && reader->text.ptr[at] >= '0' && reader->text.ptr[at] <= '9')
		at++;
	return at;
}

static bool read_number(struct json_reader *reader, struct json_token *token)
{
	size_t whole = reader->at + (byte_at(reader, reader->at) == '-'), at = skip_digits(reader, whole);
	/* The digits that must be there begin here. */
	size_t digits = whole;
	token->is_integer = true;
	if (at > whole + 1 && reader->text.ptr[whole] == '0')
		at = whole + 1;
	if (at > digits && byte_at(reader, at) == '.') {
		token->is_integer = false;
		digits = at + 1;
		at = skip_digits(reader, digits);
	}
	if (at > digits && (byte_at(reader, at) == 'e' || byte_at(reader, at) == 'E')) {
		token->is_integer = false;
		digits = at + 1;
		digits += byte_at(reader, digits) == '+' || byte_at(reader, digits) == '-';
		at = skip_digits(reader, digits);
	}
	token->text = (struct slice){reader->text.ptr + reader->at, at - reader->at};
	reader->at = at;
	return at > digits || refuse(reader, at, "a number has no digit where one is expected");
}

static bool read_word(struct json_reader *reader, struct json_token *token, struct slice word)
{
	struct slice rest = {reader->text.ptr + reader->at, reader->text.len - reader->at};
	if (!slice_starts_with(rest, word))
		return false;
	token->text = (struct slice){rest.ptr, word.len};
	reader->at += word.len;
	return true;
}

/* ---- objects and lists ---- */

static void set_behind_value(struct json_reader *reader)
{
	reader->state = reader->depth ? JSON_READS_COMMA_OR_END : JSON_READS_NOTHING;
}

static bool in_object(const struct json_reader *reader)
{
	return reader->objects[(reader->depth - 1) / 64] >> ((reader->depth - 1) % 64) & 1;
}

static enum json_token_kind open_level(struct json_reader *reader, bool object)
{
	uint64_t bit = (uint64_t)1 << reader->depth % 64;
	if (reader->depth >= reader->deepest)
		return fail(reader, "nested too deep");
	if (object)
		reader->objects[reader->depth / 64] |= bit;
	else
		reader->objects[reader->depth / 64] &= ~bit;
	reader->depth++;
	reader->at++;
	reader->state = object ? JSON_READS_KEY_OR_END : JSON_READS_VALUE_OR_END;
	return object ? JSON_TOKEN_OBJECT : JSON_TOKEN_LIST;
}

static enum json_token_kind close_level(struct json_reader *reader, bool object)
{
	reader->at++;
	reader->depth--;
	set_behind_value(reader);
	return object ? JSON_TOKEN_OBJECT_END : JSON_TOKEN_LIST_END;
}

static enum json_token_kind read_key(struct json_reader *reader, struct json_token *token)
{
	if (byte_at(reader, reader->at) != '"')
		return fail(reader, "expected a key in double quotes");
	if (!read_string(reader, token))
		return JSON_TOKEN_FAULT;
	skip_space(reader);
	if (byte_at(reader, reader->at) != ':')
		return fail(reader, "expected ':' behind a key");
	reader->at++;
	reader->state = JSON_READS_VALUE;
	return JSON_TOKEN_KEY;
}

static enum json_token_kind read_value(struct json_reader *reader, struct json_token *token)
{
	enum json_token_kind kind = JSON_TOKEN_WORD;
	bool done;
	switch (byte_at(reader, reader->at)) {
	case '{':
		return open_level(reader, true);
	case '[':
		return open_level(reader, false);
	case '"':
		kind = JSON_TOKEN_STRING;
		done = read_string(reader, token);
		break;
	case 't':
		done = read_word(reader, token, SLICE("true"));
		break;
	case 'f':
		done = read_word(reader, token, SLICE("false"));
		break;
	case 'n':
		done = read_word(reader, token, SLICE("null"));
		break;
	default:
		if (byte_at(reader, reader->at) != '-' && skip_digits(reader, reader->at) == reader->at)
			return fail(reader, "expected a value");
		kind = JSON_TOKEN_NUMBER;
		done = read_number(reader, token);
		break;
	}
	if (!done)
		return fail(reader, reader->fault ? reader->fault : "expected a value");
	set_behind_value(reader);
	return kind;
}

static enum json_token_kind read_next(struct json_reader *reader, struct json_token *token)
{
	skip_space(reader);
	const char byte = byte_at(reader, reader->at);
	switch (reader->state) {
	case JSON_READS_KEY_OR_END:
		if (byte == '}')
			return close_level(reader, true);
		return read_key(reader, token);
	case JSON_READS_VALUE_OR_END:
		if (byte == ']')
			return close_level(reader, false);
		return read_value(reader, token);
	case JSON_READS_VALUE:
		return read_value(reader, token);
	case JSON_READS_NOTHING:
		return reader->at == reader->text.len ? JSON_TOKEN_END
		                                      : fail(reader, "expected nothing behind the value");
	default:
		break;
	}
	const bool object = in_object(reader);
	if (byte == (object ? '}' : ']'))
		return close_level(reader, object);
	if (byte != ',')
		return fail(reader, object ? "expected ',' or '}'" : "expected ',' or ']'");
	reader->at++;
	skip_space(reader);
	token->follows = true;
	return object ? read_key(reader, token) : read_value(reader, token);
}

enum json_token_kind json_reader_next(struct json_reader *reader, struct json_token *token)
{
	*token = (struct json_token){.kind = JSON_TOKEN_FAULT};
	if (!reader->fault)
		token->kind = read_next(reader, token);
	return token->kind;
}
