#include "code_tokens.h"

struct token_reader {
	struct arena *arena;
	const char *at, *end;
	unsigned line;
	struct code_token *items;
	size_t count, capacity;
	size_t open[CODE_DEEPEST_BRACKET]; /* tokens of brackets that are open */
	size_t depth;
	bool broken;
};

static bool is_name_byte(char byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
	       byte == '_' || byte == '$' || byte == '#' || (unsigned char)byte >= 0x80;
}

static bool is_digit(char byte)
{
	return byte >= '0' && byte <= '9';
}

static struct code_token *add(struct token_reader *reader, enum code_kind kind, const char *from)
{
	reader->items =
	    arena_grow(reader->arena, reader->items, reader->count, &reader->capacity, sizeof *reader->items);
	struct code_token *token = &reader->items[reader->count++];
	*token = (struct code_token){kind, {from, (size_t)(reader->at - from)}, reader->line, 0};
	return token;
}

static bool starts_with(const struct token_reader *reader, const char *text)
{
	const size_t len = strlen(text);
	return (size_t)(reader->end - reader->at) >= len && memcmp(reader->at, text, len) == 0;
}

static void skip_line(struct token_reader *reader)
{
	while (reader->at < reader->end && *reader->at != '\n')
		reader->at++;
}

static void skip_comment(struct token_reader *reader)
{
	for (reader->at += 2; reader->at < reader->end && !starts_with(reader, "*/"); reader->at++)
		reader->line += *reader->at == '\n';
	reader->broken = reader->at == reader->end;
	reader->at += reader->broken ? 0 : 2;
}

/* True after skipping white space or a comment. */
static bool skip(struct token_reader *reader)
{
	const char byte = *reader->at;
	if (byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n' || byte == '\f' || byte == '\v') {
		reader->line += byte == '\n';
		reader->at++;
	} else if (starts_with(reader, "//") || (reader->count == 0 && starts_with(reader, "#!"))) {
		skip_line(reader);
	} else if (starts_with(reader, "/*")) {
		skip_comment(reader);
	} else if (starts_with(reader, "\xef\xbb\xbf") || starts_with(reader, "\xc2\xa0")) {
		reader->at += *reader->at == '\xef' ? 3 : 2;
	} else {
		return false;
	}
	return true;
}

static void read_string(struct token_reader *reader)
{
	const char *from = reader->at, quote = *from;
	for (reader->at++; reader->at < reader->end && *reader->at != quote && *reader->at != '\n'; reader->at++)
		if (*reader->at == '\\' && reader->end - reader->at > 1)
			reader->line += *++reader->at == '\n';
	reader->broken = reader->at >= reader->end || *reader->at == '\n';
	if (reader->broken)
		return;
	reader->at++;
	add(reader, CODE_STRING, from);
}

static void read_number(struct token_reader *reader)
{
	const char *from = reader->at;
	const bool hexadecimal = starts_with(reader, "0x") || starts_with(reader, "0X");
	while (reader->at < reader->end && (is_name_byte(*reader->at) || *reader->at == '.')) {
		const bool exponent = !hexadecimal && (*reader->at == 'e' || *reader->at == 'E');
		reader->at++;
		if (exponent && reader->at < reader->end && (*reader->at == '+' || *reader->at == '-'))
			reader->at++;
	}
	add(reader, CODE_NUMBER, from);
}

/* ---- brackets and templates ---- */

static void open_bracket(struct token_reader *reader, const char *from)
{
	add(reader, CODE_SIGN, from);
	reader->broken = reader->depth == CODE_DEEPEST_BRACKET;
	if (!reader->broken)
		reader->open[reader->depth++] = reader->count - 1;
}

/* Reads a template's text up to its end or to "${". */
static void read_template(struct token_reader *reader)
{
	const char *from = reader->at;
	const unsigned line = reader->line;
	while (reader->at < reader->end && *reader->at != '`' && !starts_with(reader, "${")) {
		if (*reader->at == '\\' && reader->end - reader->at > 1)
			reader->at++;
		reader->line += *reader->at == '\n';
		reader->at++;
	}
	add(reader, CODE_TEMPLATE, from)->line = line;
	reader->broken = reader->at >= reader->end;
	if (reader->broken)
		return;
	if (*reader->at == '`') {
		reader->at++;
		return;
	}
	reader->at += 2;
	open_bracket(reader, reader->at - 2);
}

static void close_bracket(struct token_reader *reader)
{
	static const char pairs[] = "()[]{}";
	const char *from = reader->at++;
	struct code_token *token = add(reader, CODE_SIGN, from);
	if (!reader->depth) {
		reader->broken = true;
		return;
	}
	const size_t open = reader->open[--reader->depth];
	const struct slice opening = reader->items[open].text;
	reader->broken = opening.ptr[opening.len - 1] != strchr(pairs, *from)[-1];
	reader->items[open].match = reader->count - 1;
	token->match = open;
	if (opening.len == 2) /* ${ */
		read_template(reader);
}

/* ---- what is left ---- */

/* Begins a regular expression here, or is it a division? */
static bool is_operand_expected(const struct token_reader *reader)
{
	static const char *const words[] = {"return", "typeof", "case", "in",    "of",    "delete", "void",
	                                    "throw",  "new",    "else", "await", "yield", "do",     "instanceof"};
	if (!reader->count)
		return true;
	const struct code_token *last = &reader->items[reader->count - 1];
	if (last->kind == CODE_SIGN)
		return !slice_is(last->text, ")") && !slice_is(last->text, "]") && !slice_is(last->text, "}");
	for (size_t i = 0; last->kind == CODE_NAME && i < COUNT_OF(words); i++)
		if (slice_is(last->text, words[i]))
			return true;
	return false;
}

static void read_regex(struct token_reader *reader)
{
	const char *from = reader->at;
	bool in_class = false;
	for (reader->at++; reader->at < reader->end && *reader->at != '\n'; reader->at++) {
		if (*reader->at == '\\' && reader->end - reader->at > 1)
			reader->at++;
		else if (*reader->at == '[')
			in_class = true;
		else if (*reader->at == ']')
			in_class = false;
		else if (*reader->at == '/' && !in_class)
			break;
	}
	reader->broken = reader->at >= reader->end || *reader->at != '/';
	if (reader->broken)
		return;
	for (reader->at++; reader->at < reader->end && is_name_byte(*reader->at); reader->at++)
		;
	add(reader, CODE_REGEX, from);
}

static void read_sign(struct token_reader *reader)
{
	/* The longest first. */
	static const char *const signs[] = {
	    ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>",  "&&=", "||=", "\?\?=",
	    "=>",   "==",  "!=",  "<=",  ">=",  "&&",  "||",  "\?\?", "?.",  "++",  "--",
	    "+=",   "-=",  "*=",  "/=",  "%=",  "&=",  "|=",  "^=",   "<<",  "**"};
	const char *from = reader->at;
	size_t len = 1;
	for (size_t i = 0; i < COUNT_OF(signs) && len == 1; i++)
		if (starts_with(reader, signs[i]))
			len = strlen(signs[i]);
	reader->at += len;
	add(reader, CODE_SIGN, from);
}

static void read_token(struct token_reader *reader)
{
	const char *from = reader->at, byte = *from;
	if (byte == '"' || byte == '\'') {
		read_string(reader);
	} else if (byte == '`') {
		reader->at++;
		read_template(reader);
	} else if (is_digit(byte) || (byte == '.' && reader->end - from > 1 && is_digit(from[1]))) {
		read_number(reader);
	} else if (is_name_byte(byte)) {
		while (reader->at < reader->end && is_name_byte(*reader->at))
			reader->at++;
		add(reader, CODE_NAME, from);
	} else if (byte && strchr("([{", byte)) {
		reader->at++;
		open_bracket(reader, from);
	} else if (byte && strchr(")]}", byte)) {
		close_bracket(reader);
	} else if (byte == '/' && is_operand_expected(reader)) {
		read_regex(reader);
	} else {
		read_sign(reader);
	}
}

bool code_tokens_read(struct arena *arena, struct slice source, struct code_tokens *tokens)
{
	struct token_reader reader = {.arena = arena, .at = source.ptr, .end = source.ptr + source.len, .line = 1};
	reader.broken = source.len > CODE_LARGEST_FILE;
	while (!reader.broken && reader.at < reader.end)
		if (!skip(&reader))
			read_token(&reader);
	if (reader.broken || reader.depth)
		return false;
	add(&reader, CODE_END, reader.at);
	*tokens = (struct code_tokens){reader.items, reader.count - 1};
	return true;
}

bool code_is_one_of(const struct code_tokens *tokens, size_t at, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (code_is_at(tokens, at, words[i]))
			return true;
	return false;
}
