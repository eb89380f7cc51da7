#include "multipart.h"
#include "multipart_header.h"

static bool refuse(struct error *error, const char *problem)
{
	return error_validation(error, "The multipart body is not valid: %s", problem);
}

bool multipart_init(struct multipart *multipart, const struct multipart_reader *reader, struct slice content_type,
                    struct error *error)
{
	struct slice boundary = multipart_header_boundary(content_type);
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

static bool begin_part(struct multipart *multipart, struct error *error)
{
	struct multipart_header header;
	bool done = multipart_header_read(&header, buffer_as_slice(&multipart->header), error) &&
	            multipart->reader->begin(multipart->reader->context, &header.part, error);
	multipart->base64 = header.base64;
	multipart->padded = false;
	multipart->digits = 0;
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
