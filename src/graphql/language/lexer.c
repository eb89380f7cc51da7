#include "lexer_string.h"

bool lexer_refuse(struct lexer *lexer, size_t at, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	lexer->message = arena_format_list(lexer->arena, format, args);
	va_end(args);
	lexer->at = (graphql_offset)at;
	return false;
}

/* The first UTF-16 unit of a character. */
static unsigned first_unit(const struct lexer *lexer, size_t at)
{
	const size_t length = lexer_character(lexer, at);
	uint32_t code = 0xFFFD; /* what bytes that are no UTF-8 are read as elsewhere */
	if (length == 1)
		code = (unsigned char)lexer->text.ptr[at];
	for (size_t i = 0; length > 1 && i < length; i++) {
		const uint32_t part = (unsigned char)lexer->text.ptr[at + i];
		code = i ? code << 6 | (part & 0x3F) : part & (0x7Fu >> length);
	}
	return code < 0x10000 ? code : 0xD800 + ((code - 0x10000) >> 10);
}

const char *lexer_describe(const struct lexer *lexer, size_t at)
{
	const int byte = lexer_byte(lexer, at);
	if (byte < 0)
		return "<EOF>";
	if (byte < 0x7F) {
		struct buffer text = {0};
		json_write_string(&text, (struct slice){lexer->text.ptr + at, 1});
		const char *copy = arena_copy(lexer->arena, buffer_as_slice(&text));
		buffer_free(&text);
		return copy;
	}
	return arena_format(lexer->arena, "\"\\u%04X\"", first_unit(lexer, at));
}

bool lexer_is_control(int byte)
{
	return byte >= 0 && byte < 0x20 && byte != '\t';
}

static bool is_digit(int byte)
{
	return byte >= '0' && byte <= '9';
}

static bool is_name_start(int byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

static bool read_digits(struct lexer *lexer, size_t *at)
{
	if (!is_digit(lexer_byte(lexer, *at)))
		return lexer_refuse(lexer, *at, "Invalid number, expected digit but got: %s.",
		                    lexer_describe(lexer, *at));
	while (is_digit(lexer_byte(lexer, *at)))
		++*at;
	return true;
}

static bool set_token(const struct lexer *lexer, struct token *token, enum token_kind kind, size_t start, size_t end)
{
	*token = (struct token){kind, (graphql_offset)start, (graphql_offset)end, {NULL, 0}};
	if (kind >= TOKEN_NAME)
		token->value = (struct slice){lexer->text.ptr + start, end - start};
	return true;
}

static bool read_number(struct lexer *lexer, size_t start, struct token *token)
{
	size_t at = start;
	enum token_kind kind = TOKEN_INT;

	if (lexer_byte(lexer, at) == '-')
		at++;
	if (lexer_byte(lexer, at) == '0') {
		if (is_digit(lexer_byte(lexer, ++at)))
			return lexer_refuse(lexer, at, "Invalid number, unexpected digit after 0: %s.",
			                    lexer_describe(lexer, at));
	} else if (!read_digits(lexer, &at)) {
		return false;
	}
	if (lexer_byte(lexer, at) == '.') {
		kind = TOKEN_FLOAT;
		at++;
		if (!read_digits(lexer, &at))
			return false;
	}
	if (lexer_byte(lexer, at) == 'e' || lexer_byte(lexer, at) == 'E') {
		kind = TOKEN_FLOAT;
		at++;
		if (lexer_byte(lexer, at) == '+' || lexer_byte(lexer, at) == '-')
			at++;
		if (!read_digits(lexer, &at))
			return false;
	}
	if (lexer_byte(lexer, at) == '.' || is_name_start(lexer_byte(lexer, at)))
		return lexer_refuse(lexer, at, "Invalid number, expected digit but got: %s.",
		                    lexer_describe(lexer, at));
	return set_token(lexer, token, kind, start, at);
}

static bool read_name(struct lexer *lexer, size_t start, struct token *token)
{
	size_t at = start + 1;

	while (is_name_start(lexer_byte(lexer, at)) || is_digit(lexer_byte(lexer, at)))
		at++;
	return set_token(lexer, token, TOKEN_NAME, start, at);
}

/* Where the comment that begins at `at` ends. What can't be read ends it too, and is then refused. */
static size_t skip_comment(const struct lexer *lexer, size_t at)
{
	for (;;) {
		int byte = lexer_byte(lexer, at);
		if (byte < 0 || lexer_is_control(byte))
			return at;
		size_t length = lexer_character(lexer, at);
		if (!length)
			return at;
		at += length;
	}
}

static bool refuse_character(struct lexer *lexer, size_t at)
{
	if (lexer_byte(lexer, at) == '\'')
		return lexer_refuse(lexer, at,
		                    "Unexpected single quote character ('), did you mean to use a double "
		                    "quote (\")?");
	return lexer_refuse(lexer, at, "Cannot %s character %s.",
	                    lexer_is_control(lexer_byte(lexer, at)) ? "contain the invalid" : "parse the unexpected",
	                    lexer_describe(lexer, at));
}

bool lexer_read(struct lexer *lexer, graphql_offset from, struct token *token)
{
	for (size_t at = from; at < lexer->text.len;) {
		int byte = lexer_byte(lexer, at);
		switch (byte) {
		case '\t':
		case '\n':
		case '\r':
		case ' ':
		case ',':
			at++;
			continue;
		case '#':
			at = skip_comment(lexer, at);
			continue;
		case 0xEF: /* a byte order mark is white space wherever it stands */
			if (lexer_byte(lexer, at + 1) != 0xBB || lexer_byte(lexer, at + 2) != 0xBF)
				return refuse_character(lexer, at);
			at += 3;
			continue;
		case '.':
			if (lexer_byte(lexer, at + 1) != '.' || lexer_byte(lexer, at + 2) != '.')
				return refuse_character(lexer, at);
			return set_token(lexer, token, TOKEN_SPREAD, at, at + 3);
		case '"':
			if (lexer_byte(lexer, at + 1) == '"' && lexer_byte(lexer, at + 2) == '"')
				return lexer_read_block_string(lexer, (graphql_offset)at, token);
			return lexer_read_string(lexer, (graphql_offset)at, token);
		case '!':
			return set_token(lexer, token, TOKEN_BANG, at, at + 1);
		case '$':
			return set_token(lexer, token, TOKEN_DOLLAR, at, at + 1);
		case '&':
			return set_token(lexer, token, TOKEN_AMP, at, at + 1);
		case '(':
			return set_token(lexer, token, TOKEN_PAREN_LEFT, at, at + 1);
		case ')':
			return set_token(lexer, token, TOKEN_PAREN_RIGHT, at, at + 1);
		case ':':
			return set_token(lexer, token, TOKEN_COLON, at, at + 1);
		case '=':
			return set_token(lexer, token, TOKEN_EQUALS, at, at + 1);
		case '@':
			return set_token(lexer, token, TOKEN_AT, at, at + 1);
		case '[':
			return set_token(lexer, token, TOKEN_BRACKET_LEFT, at, at + 1);
		case ']':
			return set_token(lexer, token, TOKEN_BRACKET_RIGHT, at, at + 1);
		case '{':
			return set_token(lexer, token, TOKEN_BRACE_LEFT, at, at + 1);
		case '|':
			return set_token(lexer, token, TOKEN_PIPE, at, at + 1);
		case '}':
			return set_token(lexer, token, TOKEN_BRACE_RIGHT, at, at + 1);
		default:
			if (is_digit(byte) || byte == '-')
				return read_number(lexer, at, token);
			if (is_name_start(byte))
				return read_name(lexer, at, token);
			return refuse_character(lexer, at);
		}
	}
	return set_token(lexer, token, TOKEN_END, lexer->text.len, lexer->text.len);
}
