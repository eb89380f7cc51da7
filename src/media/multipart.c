#include "multipart.h"

static bool refuse(struct error *error, const char *what)
{
	return error_validation(error, "The multipart body is not valid: %s", what);
}

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

bool multipart_is_type(struct slice content_type)
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

/* ---- the boundary ---- */

/* boundary="…" or boundary=… up to a semicolon. */
static struct slice find_boundary(struct slice type)
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

bool multipart_init(struct multipart *multipart, const struct multipart_reader *reader, struct slice content_type,
                    struct error *error)
{
	struct slice boundary = find_boundary(content_type);
	*multipart = (struct multipart){.reader = reader};
	if (!boundary.len)
		return refuse(error, "Content-Type names no boundary");
	if (boundary.len > MULTIPART_LONGEST_BOUNDARY)
		return refuse(error, "the boundary is too long");
	memcpy(multipart->delimiter, "\r\n--", 4);
	memcpy(multipart->delimiter + 4, boundary.ptr, boundary.len);
	multipart->delimiter_len = boundary.len + 4;
	/* A line break before the first one is as good as there. */
	multipart->matched = 2;
	return true;
}

void multipart_free(struct multipart *multipart)
{
	buffer_free(&multipart->header);
}

/* ---- the header of a part ---- */

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

struct header {
	struct multipart *multipart;
	struct multipart_part part;
	struct buffer filename;
};

static bool read_line(struct header *header, struct slice line, struct error *error)
{
	size_t colon = slice_find(line, ':');
	struct slice name = {line.ptr, colon};
	if (colon == line.len || !check_name(name))
		return refuse(error, "a part has a malformed header");
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
		header->multipart->base64 = slice_equals_ignoring_case(value, SLICE("base64"));
		if (!header->multipart->base64 && !slice_equals_ignoring_case(value, SLICE("binary")) &&
		    !slice_equals_ignoring_case(value, SLICE("7bit")) &&
		    !slice_equals_ignoring_case(value, SLICE("8bit")))
			return refuse(error, "a part has an unknown transfer encoding");
	}
	return true;
}

static bool begin_part(struct multipart *multipart, struct error *error)
{
	struct header header = {.multipart = multipart};
	struct slice rest = buffer_as_slice(&multipart->header);
	bool done = true;
	multipart->base64 = multipart->padded = false;
	multipart->digits = 0;
	/* It ends with an empty line. */
	rest.len -= rest.len >= 4 ? 4 : 2;
	while (done && rest.len) {
		const char *end = memmem(rest.ptr, rest.len, "\r\n", 2);
		struct slice line = {rest.ptr, end ? (size_t)(end - rest.ptr) : rest.len};
		size_t step = end ? line.len + 2 : line.len;
		rest = (struct slice){rest.ptr + step, rest.len - step};
		done = memchr(line.ptr, '\r', line.len) ? refuse(error, "a part has a malformed header")
		                                        : read_line(&header, line, error);
	}
	header.part.filename = buffer_as_slice(&header.filename);
	if (done && header.part.name.len && !slice_is_utf8(header.part.name))
		done = refuse(error, "the name of a part is not valid UTF-8");
	done = done && multipart->reader->begin(multipart->reader->context, &header.part, error);
	buffer_free(&header.filename);
	multipart->header.len = 0;
	return done;
}

/* Takes bytes up to the empty line behind the header. */
static bool feed_header(struct multipart *multipart, struct slice *bytes, struct error *error)
{
	struct buffer *header = &multipart->header;
	while (bytes->len) {
		buffer_byte(header, *bytes->ptr++);
		bytes->len--;
		if (header->len > MULTIPART_LONGEST_HEADER)
			return refuse(error, "the header of a part is too long");
		if ((header->len == 2 && memcmp(header->data, "\r\n", 2) == 0) ||
		    (header->len >= 4 && memcmp(header->data + header->len - 4, "\r\n\r\n", 4) == 0)) {
			multipart->state = MULTIPART_BODY;
			multipart->matched = 0;
			return begin_part(multipart, error);
		}
	}
	return true;
}

/* ---- the body of a part ---- */

static int digit_of(char c)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *found = c ? strchr(digits, c == '-' ? '+' : c == '_' ? '/' : c) : NULL;
	return found ? (int)(found - digits) : -1;
}

static size_t decode(const char *digits, size_t count, char *bytes)
{
	unsigned all = 0;
	for (size_t i = 0; i < 4; i++)
		all = all << 6 | (i < count ? (unsigned)digits[i] : 0);
	bytes[0] = (char)(all >> 16);
	bytes[1] = (char)(all >> 8);
	bytes[2] = (char)all;
	return count < 2 ? 0 : count - 1;
}

static bool give_base64(struct multipart *multipart, struct slice bytes, struct error *error)
{
	char decoded[3 * 1024];
	size_t len = 0;
	for (size_t i = 0; i < bytes.len; i++) {
		int digit = digit_of(bytes.ptr[i]);
		multipart->padded |= bytes.ptr[i] == '=';
		if (digit < 0 || multipart->padded)
			continue;
		multipart->quartet[multipart->digits++] = (char)digit;
		if (multipart->digits < 4)
			continue;
		len += decode(multipart->quartet, 4, decoded + len);
		multipart->digits = 0;
		if (len + 3 <= sizeof decoded)
			continue;
		if (!multipart->reader->data(multipart->reader->context, (struct slice){decoded, len}, error))
			return false;
		len = 0;
	}
	return !len || multipart->reader->data(multipart->reader->context, (struct slice){decoded, len}, error);
}

static bool give(struct multipart *multipart, struct slice bytes, struct error *error)
{
	if (!bytes.len)
		return true;
	return multipart->base64 ? give_base64(multipart, bytes, error)
	                         : multipart->reader->data(multipart->reader->context, bytes, error);
}

static bool end_part(struct multipart *multipart, struct error *error)
{
	char last[3];
	size_t len = multipart->digits ? decode(multipart->quartet, multipart->digits, last) : 0;
	multipart->digits = 0;
	return (!len || multipart->reader->data(multipart->reader->context, (struct slice){last, len}, error)) &&
	       multipart->reader->end(multipart->reader->context, error);
}

/* Where the delimiter may begin: all before it is data. */
static size_t find_candidate(const struct multipart *multipart, struct slice bytes)
{
	const char *found = memmem(bytes.ptr, bytes.len, multipart->delimiter, multipart->delimiter_len);
	if (found)
		return (size_t)(found - bytes.ptr);
	/* Its beginning may stand at the end. */
	size_t most = multipart->delimiter_len - 1 < bytes.len ? multipart->delimiter_len - 1 : bytes.len;
	for (size_t len = most; len; len--)
		if (memcmp(bytes.ptr + bytes.len - len, multipart->delimiter, len) == 0)
			return bytes.len - len;
	return bytes.len;
}

/* What looked like a delimiter is data after all. */
static bool give_back(struct multipart *multipart, struct error *error)
{
	char text[sizeof multipart->delimiter + 1];
	size_t len = multipart->matched < multipart->delimiter_len ? multipart->matched : multipart->delimiter_len;
	memcpy(text, multipart->delimiter, len);
	if (multipart->matched > multipart->delimiter_len)
		text[len++] = multipart->after;
	multipart->matched = 0;
	return give(multipart, (struct slice){text, len}, error);
}

/* Behind a whole delimiter: CR LF begins a part, -- ends the body, anything else belongs to the data. */
static bool feed_after_delimiter(struct multipart *multipart, struct slice *bytes, struct error *error)
{
	const char c = *bytes->ptr;
	if (multipart->matched == multipart->delimiter_len) {
		if (c != '\r' && c != '-')
			return give_back(multipart, error);
		multipart->after = c;
		multipart->matched++;
		bytes->ptr++;
		bytes->len--;
		return true;
	}
	if (c != (multipart->after == '\r' ? '\n' : '-'))
		return give_back(multipart, error);
	bytes->ptr++;
	bytes->len--;
	multipart->state = c == '\n' ? MULTIPART_HEADER : MULTIPART_END;
	multipart->matched = 0;
	return end_part(multipart, error);
}

static bool feed_body(struct multipart *multipart, struct slice *bytes, struct error *error)
{
	if (multipart->matched >= multipart->delimiter_len)
		return feed_after_delimiter(multipart, bytes, error);
	if (multipart->matched) {
		if (*bytes->ptr != multipart->delimiter[multipart->matched])
			return give_back(multipart, error);
		multipart->matched++;
		bytes->ptr++;
		bytes->len--;
		return true;
	}
	size_t len = find_candidate(multipart, *bytes);
	struct slice data = {bytes->ptr, len};
	*bytes = (struct slice){bytes->ptr + len, bytes->len - len};
	if (bytes->len) {
		multipart->matched = 1;
		bytes->ptr++;
		bytes->len--;
	}
	return give(multipart, data, error);
}

/* ---- all of it ---- */

/* Skips what stands before the first boundary. */
static bool feed_before(struct multipart *multipart, struct slice *bytes, struct error *error)
{
	const char c = *bytes->ptr++;
	bytes->len--;
	if (multipart->matched == multipart->delimiter_len) {
		if (c != '\r' && c != '-')
			return refuse(error, "something stands behind the first boundary");
		multipart->after = c;
		multipart->matched++;
		return true;
	}
	if (multipart->matched > multipart->delimiter_len) {
		if (c != (multipart->after == '\r' ? '\n' : '-'))
			return refuse(error, "something stands behind the first boundary");
		multipart->state = c == '\n' ? MULTIPART_HEADER : MULTIPART_END;
		multipart->matched = 0;
		return true;
	}
	if (c != multipart->delimiter[multipart->matched])
		multipart->matched = 2;
	if (c == multipart->delimiter[multipart->matched])
		multipart->matched++;
	return true;
}

bool multipart_feed(struct multipart *multipart, struct slice bytes, struct error *error)
{
	while (bytes.len) {
		bool fine = true;
		switch (multipart->state) {
		case MULTIPART_BEFORE:
			fine = feed_before(multipart, &bytes, error);
			break;
		case MULTIPART_HEADER:
			fine = feed_header(multipart, &bytes, error);
			break;
		case MULTIPART_BODY:
			fine = feed_body(multipart, &bytes, error);
			break;
		case MULTIPART_END:
			return true;
		}
		if (!fine)
			return false;
	}
	return true;
}

bool multipart_finish(const struct multipart *multipart, struct error *error)
{
	return multipart->state == MULTIPART_END || refuse(error, "it ends before its last boundary");
}
