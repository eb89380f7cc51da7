#include "multipart_header.h"

#define MALFORMED "The multipart body is not valid: a part has a malformed header"

static bool is_token(char c)
{
	return !strchr("()<>@,;:\\\"/[]?={} \t\r\n\f\v", c) && c;
}

static bool skip_token(struct slice *text)
{
	size_t len = 0;
	while (len < text->len && is_token(text->ptr[len]))
		len++;
	*text = (struct slice){text->ptr + len, text->len - len};
	return len > 0;
}

static bool skip_quoted(struct slice *text)
{
	for (size_t i = 1; text->len && text->ptr[0] == '"' && i < text->len; i++) {
		if (text->ptr[i] == '\\')
			i++;
		else if (text->ptr[i] == '"') {
			*text = (struct slice){text->ptr + i + 1, text->len - i - 1};
			return true;
		}
	}
	return false;
}

static bool skip_byte(struct slice *text, char byte)
{
	if (!text->len || text->ptr[0] != byte)
		return false;
	text->ptr++;
	text->len--;
	return true;
}

bool multipart_header_is_type(struct slice content_type)
{
	struct slice rest = slice_trim(content_type);
	bool fine = skip_token(&rest) && skip_byte(&rest, '/') && skip_token(&rest);
	for (rest = slice_trim(rest); fine && rest.len; rest = slice_trim(rest)) {
		fine = skip_byte(&rest, ';');
		rest = slice_trim(rest);
		fine = fine && skip_token(&rest) && skip_byte(&rest, '=') && (skip_quoted(&rest) || skip_token(&rest));
	}
	return fine;
}

/* ---- the Content-Type of the body ---- */

struct slice multipart_header_boundary(struct slice type)
{
	static const struct slice key = {"boundary=", 9};
	for (size_t i = 0; i + key.len <= type.len; i++) {
		if (!slice_equals_ignoring_case((struct slice){type.ptr + i, key.len}, key))
			continue;
		struct slice value = {type.ptr + i + key.len, type.len - i - key.len};
		if (value.len && value.ptr[0] == '"') {
			value.ptr++;
			value.len--;
			size_t end = slice_find(value, '"');
			if (end < value.len && end)
				return (struct slice){value.ptr, end};
		}
		return slice_trim((struct slice){value.ptr, slice_find(value, ';')});
	}
	return (struct slice){NULL, 0};
}

/* ---- Content-Disposition ---- */

static bool is_word(char c)
{
	return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_';
}

/* The value of a parameter of Content-Disposition: quoted, or a token. A quoted file name ends at the last quote that
 * is followed by the end or by a semicolon and a space, so that it may have quotes in it; a name ends at the first. */
static bool find_parameter(struct slice header, const char *key, bool is_filename, struct slice *value)
{
	const size_t key_len = strlen(key);
	for (size_t i = 0; i + key_len < header.len; i++) {
		if (!slice_equals_ignoring_case((struct slice){header.ptr + i, key_len}, slice_of(key)) ||
		    (i && is_word(header.ptr[i - 1])))
			continue;
		struct slice rest = {header.ptr + i + key_len, header.len - i - key_len};
		size_t end;
		if (rest.ptr[0] == '"') {
			for (end = 1; end < rest.len; end++) {
				bool closes = rest.ptr[end] == '"';
				if (closes && is_filename && end + 1 < rest.len &&
				    (rest.ptr[end + 1] != ';' || end + 2 >= rest.len ||
				     (rest.ptr[end + 2] != ' ' && rest.ptr[end + 2] != '\t')))
					closes = false;
				if (closes) {
					*value = (struct slice){rest.ptr + 1, end - 1};
					return true;
				}
			}
			continue;
		}
		for (end = 0; end < rest.len && is_token(rest.ptr[end]); end++)
			continue;
		if (end && (!is_filename || end == rest.len ||
		            (rest.ptr[end] == ';' && end + 1 < rest.len && rest.ptr[end + 1] == ' '))) {
			*value = (struct slice){rest.ptr, end};
			return true;
		}
	}
	return false;
}

static void add_character(struct buffer *to, unsigned code)
{
	if (code < 0x80) {
		buffer_byte(to, (char)code);
	} else if (code < 0x800) {
		buffer_byte(to, (char)(0xc0 | code >> 6));
		buffer_byte(to, (char)(0x80 | (code & 0x3f)));
	} else {
		buffer_byte(to, (char)(0xe0 | code >> 12));
		buffer_byte(to, (char)(0x80 | (code >> 6 & 0x3f)));
		buffer_byte(to, (char)(0x80 | (code & 0x3f)));
	}
}

/* "&#1234;", of exactly four digits, as old browsers wrote what their charset had not. */
static bool read_entity(struct slice text, unsigned *code)
{
	if (text.len < 7 || text.ptr[0] != '&' || text.ptr[1] != '#' || text.ptr[6] != ';')
		return false;
	*code = 0;
	for (size_t i = 2; i < 6; i++) {
		if (text.ptr[i] < '0' || text.ptr[i] > '9')
			return false;
		*code = *code * 10 + (unsigned)(text.ptr[i] - '0');
	}
	return true;
}

static void decode_filename(struct slice value, struct buffer *to)
{
	unsigned code;
	for (size_t i = value.len; i-- > 0;)
		if (value.ptr[i] == '\\') {
			value = (struct slice){value.ptr + i + 1, value.len - i - 1};
			break;
		}
	for (size_t i = 0; i < value.len; i++) {
		struct slice rest = {value.ptr + i, value.len - i};
		if (slice_starts_with(rest, SLICE("%22"))) {
			buffer_byte(to, '"');
			i += 2;
		} else if (read_entity(rest, &code)) {
			add_character(to, code);
			i += 6;
		} else {
			buffer_byte(to, value.ptr[i]);
		}
	}
}

static bool check_name(struct slice name)
{
	for (size_t i = 0; i < name.len; i++)
		if (name.ptr[i] != '-' && !((name.ptr[i] | 0x20) >= 'a' && (name.ptr[i] | 0x20) <= 'z'))
			return false;
	return name.len > 0;
}

/* ---- the header of a part ---- */

static bool read_line(struct multipart_header *header, struct slice line, struct error *error)
{
	size_t colon = slice_find(line, ':');
	struct slice name = {line.ptr, colon};
	if (colon == line.len || !check_name(name))
		return error_validation(error, MALFORMED);
	struct slice value = {line.ptr + colon + 1, line.len - colon - 1};
	while (value.len && value.ptr[0] == ' ') {
		value.ptr++;
		value.len--;
	}
	if (slice_equals_ignoring_case(name, SLICE("content-disposition"))) {
		struct slice found;
		/* Without a name it keeps that of a header before. */
		if (find_parameter(value, "name=", false, &found))
			header->part.name = found;
		header->part.is_file = find_parameter(value, "filename=", true, &found);
		header->filename.len = 0;
		if (header->part.is_file)
			decode_filename(found, &header->filename);
	} else if (slice_equals_ignoring_case(name, SLICE("content-type"))) {
		header->part.type = value;
	} else if (slice_equals_ignoring_case(name, SLICE("content-transfer-encoding"))) {
		header->base64 = slice_equals_ignoring_case(value, SLICE("base64"));
		if (!header->base64 && !slice_equals_ignoring_case(value, SLICE("binary")) &&
		    !slice_equals_ignoring_case(value, SLICE("7bit")) &&
		    !slice_equals_ignoring_case(value, SLICE("8bit")))
			return error_validation(
			    error, "The multipart body is not valid: a part has an unknown transfer encoding");
	}
	return true;
}

bool multipart_header_read(struct multipart_header *header, struct slice text, struct error *error)
{
	*header = (struct multipart_header){0};
	bool done = true;
	/* It ends with an empty line. */
	text.len -= text.len >= 4 ? 4 : 2;
	while (done && text.len) {
		const char *end = memmem(text.ptr, text.len, "\r\n", 2);
		struct slice line = {text.ptr, end ? (size_t)(end - text.ptr) : text.len};
		size_t step = end ? line.len + 2 : line.len;
		text = (struct slice){text.ptr + step, text.len - step};
		done = memchr(line.ptr, '\r', line.len) ? error_validation(error, MALFORMED)
		                                        : read_line(header, line, error);
	}
	header->part.filename = buffer_as_slice(&header->filename);
	if (done && header->part.name.len && !slice_is_utf8(header->part.name))
		done =
		    error_validation(error, "The multipart body is not valid: the name of a part is not valid UTF-8");
	return done;
}
