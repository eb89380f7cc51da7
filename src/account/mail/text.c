/* What stands in the headers of a mail. */
#include "mail.h"

#include <openssl/evp.h>

/* In bytes of text: 4 characters for 3 of them, and 75 characters at most with what stands around. */
enum { LONGEST_WORD = 42 };

/* In one line: twice that, with all of it escaped, is less than the 998 bytes that a line may have. */
enum { LONGEST_PLAIN = 400 };

static bool is_plain(struct slice text)
{
	if (text.len > LONGEST_PLAIN)
		return false;
	for (size_t i = 0; i < text.len; i++)
		if ((unsigned char)text.ptr[i] < 0x20 || (unsigned char)text.ptr[i] >= 0x7F)
			return false;
	/* What looks like such a word would be read as one. */
	for (size_t i = 0; i + 1 < text.len; i++)
		if (text.ptr[i] == '=' && text.ptr[i + 1] == '?')
			return false;
	return true;
}

static void write_word(struct buffer *buffer, struct slice text)
{
	char encoded[LONGEST_WORD * 2];
	unsigned char clean[LONGEST_WORD];
	for (size_t i = 0; i < text.len; i++)
		clean[i] = (unsigned char)text.ptr[i] < 0x20 || text.ptr[i] == 0x7F ? ' ' : (unsigned char)text.ptr[i];
	EVP_EncodeBlock((unsigned char *)encoded, clean, (int)text.len);
	buffer_format(buffer, "=?UTF-8?B?%s?=", encoded);
}

void mail_write_text(struct buffer *buffer, struct slice text)
{
	if (is_plain(text)) {
		buffer_slice(buffer, text);
		return;
	}
	for (bool first = true; text.len; first = false) {
		size_t len = 0;
		while (len < text.len) {
			size_t character = slice_character((struct slice){text.ptr + len, text.len - len});
			character = character ? character : 1;
			if (len + character > LONGEST_WORD)
				break;
			len += character;
		}
		if (!first)
			buffer_text(buffer, "\r\n ");
		write_word(buffer, (struct slice){text.ptr, len});
		text.ptr += len;
		text.len -= len;
	}
}

/* Splits "Name <a@b.co>". */
static void split(const char *text, struct slice *name, struct slice *address)
{
	struct slice whole = slice_trim(slice_of(text));
	size_t open = whole.len;
	for (size_t i = 0; i < whole.len; i++)
		if (whole.ptr[i] == '<')
			open = i;
	*name = (struct slice){whole.ptr, 0};
	*address = whole;
	if (open == whole.len || whole.ptr[whole.len - 1] != '>')
		return;
	*name = slice_trim((struct slice){whole.ptr, open});
	*address = slice_trim((struct slice){whole.ptr + open + 1, whole.len - open - 2});
	if (name->len >= 2 && name->ptr[0] == '"' && name->ptr[name->len - 1] == '"')
		*name = (struct slice){name->ptr + 1, name->len - 2};
}

bool mail_read_address(const char *text, char *address, size_t size)
{
	struct slice name, found;
	split(text, &name, &found);
	if (!found.len || found.len >= size || slice_find(found, '@') == found.len)
		return false;
	for (size_t i = 0; i < found.len; i++)
		if ((unsigned char)found.ptr[i] <= 0x20 || found.ptr[i] == 0x7F || strchr("<>,;", found.ptr[i]))
			return false;
	memcpy(address, found.ptr, found.len);
	address[found.len] = '\0';
	return true;
}

bool mail_write_address(struct buffer *buffer, const char *text)
{
	struct slice name, ignored;
	char address[512];
	split(text, &name, &ignored);
	if (!mail_read_address(text, address, sizeof address))
		return false;
	if (name.len && is_plain(name)) {
		buffer_byte(buffer, '"');
		for (size_t i = 0; i < name.len; i++) {
			if (name.ptr[i] == '"' || name.ptr[i] == '\\')
				buffer_byte(buffer, '\\');
			buffer_byte(buffer, name.ptr[i]);
		}
		buffer_text(buffer, "\" ");
	} else if (name.len) {
		mail_write_text(buffer, name);
		buffer_byte(buffer, ' ');
	}
	buffer_format(buffer, "<%s>", address);
	return true;
}
