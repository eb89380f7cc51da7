/* Texts of a certain form, read in one pass. */
#include "text.h"

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The length of the character at the start if it is one of U+00A0 to U+D7FF, U+F900 to U+FDCF and U+FDF0 to U+FFEF,
 * which count as letters in email addresses; else 0. */
static size_t wide_letter(struct slice text)
{
	size_t length = text.len ? slice_character(text) : 0;
	if (length != 2 && length != 3)
		return 0;
	unsigned code = length == 2
	                    ? ((unsigned char)text.ptr[0] & 0x1FU) << 6 | ((unsigned char)text.ptr[1] & 0x3FU)
	                    : ((unsigned char)text.ptr[0] & 0x0FU) << 12 | ((unsigned char)text.ptr[1] & 0x3FU) << 6 |
	                          ((unsigned char)text.ptr[2] & 0x3FU);
	bool letter = (code >= 0xA0 && code <= 0xD7FF) || (code >= 0xF900 && code <= 0xFDCF) ||
	              (code >= 0xFDF0 && code <= 0xFFEF);
	return letter ? length : 0;
}

static void advance(struct slice *text, size_t length)
{
	text->ptr += length;
	text->len -= length;
}

/* Takes words of letters, digits and signs with single dots between them, as far as they go. */
static bool take_dotted(struct slice *rest)
{
	bool word = false;
	while (rest->len) {
		char c = rest->ptr[0];
		size_t length = wide_letter(*rest);
		if (!length && (is_letter(c) || is_digit(c) || (c && strchr("!#$%&'*+-/=?^_`{|}~", c))))
			length = 1;
		if (length) {
			word = true;
		} else if (c == '.' && word) {
			word = false;
			length = 1;
		} else {
			break;
		}
		advance(rest, length);
	}
	return word;
}

/* The first offset from `at` on without a space or tab. */
static size_t white_space(struct slice text, size_t at)
{
	while (at < text.len && (text.ptr[at] == ' ' || text.ptr[at] == '\t'))
		at++;
	return at;
}

/* White space in a quoted name, where a line may be folded: at most one line end, with white space behind it. */
static bool take_folding(struct slice *rest)
{
	size_t at = white_space(*rest, 0);
	if (rest->len - at >= 2 && rest->ptr[at] == '\r' && rest->ptr[at + 1] == '\n') {
		size_t folded = at + 2;
		at = white_space(*rest, folded);
		if (at == folded)
			return false;
	}
	advance(rest, at);
	return true;
}

static bool take_quoted(struct slice *rest)
{
	advance(rest, 1);
	while (take_folding(rest) && rest->len) {
		unsigned char c = (unsigned char)rest->ptr[0];
		bool escaped = c == '\\';
		if (c == '"') {
			advance(rest, 1);
			return true;
		}
		if (escaped) {
			advance(rest, 1);
			c = rest->len ? (unsigned char)rest->ptr[0] : 0;
		}
		size_t length = wide_letter(*rest);
		if (!length && c >= 1 && c <= 0x7F && c != '\n' && (escaped || (c != '\r' && c != '\t' && c != ' ')))
			length = 1;
		if (!length)
			return false;
		advance(rest, length);
	}
	return false;
}

/* The last part begins and ends with a letter, the rest with a letter or a digit; anything of letters, digits and
 * -._~ may be between. */
static bool is_domain(struct slice text)
{
	enum { NOTHING, LETTER, DIGIT, DOT_AFTER_NAME, SIGN } last = NOTHING;
	bool parts = false;
	while (text.len) {
		char c = text.ptr[0];
		size_t length = wide_letter(text);
		if (length || is_letter(c)) {
			parts = parts || last == DOT_AFTER_NAME;
			last = LETTER;
		} else if (is_digit(c)) {
			last = DIGIT;
		} else if (c && strchr("-._~", c) && last != NOTHING) {
			last = c == '.' && (last == LETTER || last == DIGIT) ? DOT_AFTER_NAME : SIGN;
		} else {
			return false;
		}
		advance(&text, length ? length : 1);
	}
	return parts && last == LETTER;
}

bool text_is_email(struct slice text)
{
	bool name = text.len && text.ptr[0] == '"' ? take_quoted(&text) : take_dotted(&text);
	if (!name || !text.len || text.ptr[0] != '@')
		return false;
	advance(&text, 1);
	return is_domain(text);
}

bool text_is_uid(struct slice text)
{
	for (size_t i = 0; i < text.len; i++)
		if (!is_letter(text.ptr[i]) && !is_digit(text.ptr[i]) && !(text.ptr[i] && strchr("-_.~", text.ptr[i])))
			return false;
	return true;
}
