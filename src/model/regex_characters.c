#include "regex_characters.h"

enum { LARGEST_ASCII = 0x7f };

static bool is_octal(char c)
{
	return c >= '0' && c <= '7';
}

/* The number of `digits` hexadecimal digits; -1 when they are not there. */
static int hexadecimal(const char *at, int digits)
{
	int value = 0;
	for (int i = 0; i < digits; i++) {
		char c = at[i];
		if (!regex_is_digit(c) && !(c >= 'a' && c <= 'f') && !(c >= 'A' && c <= 'F'))
			return -1;
		value = value * 16 + (regex_is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
	}
	return value;
}

/* Up to three digits, 0377 at most. */
static int take_octal(struct regex_translation *translation)
{
	int value = 0;
	for (int i = 0; i < 3 && is_octal(*translation->at) && value * 8 + (*translation->at - '0') <= 0377; i++)
		value = value * 8 + (*translation->at++ - '0');
	return value;
}

/* What \u means: four digits, or eight of a surrogate pair. The letter itself where there are none. */
static int take_unicode(struct regex_translation *translation)
{
	int first = hexadecimal(translation->at, 4);
	if (first < 0)
		return 'u';
	translation->at += 4;
	if (first < 0xd800 || first > 0xdbff || translation->at[0] != '\\' || translation->at[1] != 'u')
		return first;
	int second = hexadecimal(translation->at + 2, 4);
	if (second < 0xdc00 || second > 0xdfff)
		return first;
	translation->at += 6;
	return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
}

int regex_take_escaped(struct regex_translation *translation, bool in_brackets)
{
	static const char names[] = "fnrtv", meanings[] = "\f\n\r\t\v";
	const char c = *translation->at++;
	const char *name = strchr(names, c);
	if (name)
		return meanings[name - names];
	if (is_octal(c)) {
		translation->at--;
		return take_octal(translation);
	}
	if (c == 'x') {
		int value = hexadecimal(translation->at, 2);
		translation->at += value < 0 ? 0 : 2;
		return value < 0 ? 'x' : value;
	}
	if (c == 'u')
		return take_unicode(translation);
	if (c == 'b' && in_brackets)
		return '\b';
	if (c == 'c') {
		const char letter = *translation->at;
		if (regex_is_letter(letter) || (in_brackets && (regex_is_digit(letter) || letter == '_')))
			return *translation->at++ & 0x1f;
		translation->at--;
		return '\\';
	}
	return (unsigned char)c;
}

void regex_put_character(struct regex_translation *translation, int character, bool in_brackets)
{
	if (character >= 0xd800 && character <= 0xdfff)
		buffer_text(&translation->out, in_brackets ? "\\x{fffe}" : "(?!)");
	else if (character > LARGEST_ASCII || character < ' ')
		buffer_format(&translation->out, "\\x{%x}", (unsigned)character);
	else if (regex_is_letter((char)character) || regex_is_digit((char)character))
		buffer_byte(&translation->out, (char)character);
	else
		buffer_format(&translation->out, "\\%c", (char)character);
}

int regex_take_plain(struct regex_translation *translation)
{
	const unsigned char first = (unsigned char)*translation->at++;
	int more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
	int character = more == 3 ? first & 0x07 : more == 2 ? first & 0x0f : more ? first & 0x1f : first;
	for (; more > 0 && (*translation->at & 0xc0) == 0x80; more--)
		character = character << 6 | (*translation->at++ & 0x3f);
	return character;
}
