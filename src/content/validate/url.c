/* Whether a text is a link: as far as it can be told without resolving names, what URL of JavaScript takes. */
#include "url.h"

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_special_scheme(struct slice scheme)
{
	static const char *const special[] = {"http", "https", "ws", "wss", "ftp"};
	for (size_t i = 0; i < sizeof special / sizeof special[0]; i++)
		if (slice_equals_ignoring_case(scheme, slice_of(special[i])))
			return true;
	return false;
}

static bool is_port(struct slice text)
{
	unsigned port = 0;
	for (size_t i = 0; i < text.len; i++) {
		if (!is_digit(text.ptr[i]) || (port = port * 10 + (unsigned)(text.ptr[i] - '0')) > 65535)
			return false;
	}
	return true;
}

/* Colons, dots and hexadecimal digits in brackets. */
static bool is_bracketed(struct slice host)
{
	for (size_t i = 1; i + 1 < host.len; i++)
		if (!host.ptr[i] || !strchr(":.0123456789abcdefABCDEF", host.ptr[i]))
			return false;
	return host.len > 3 && host.ptr[host.len - 1] == ']' && memchr(host.ptr, ':', host.len);
}

/* A host whose last part is a number is an address of up to four of them. */
static bool is_address_if_numeric(struct slice host)
{
	struct slice rest = host, part;
	unsigned parts = 0, bad = 0;
	bool numeric = false;
	while (slice_split(&rest, '.', &part)) {
		int64_t number;
		if (!part.len && !rest.ptr)
			break; /* a dot at the end */
		numeric = part.len && is_digit(part.ptr[0]) && slice_to_int64(part, &number);
		bad += !numeric || (rest.ptr && number > 255) || number > UINT32_MAX;
		parts++;
		if (numeric && !rest.ptr && parts == 4 && number > 255)
			bad++;
	}
	return !numeric || (!bad && parts <= 4);
}

/* host, host:port, user:password@host */
static bool is_authority(struct slice text, bool host_needed)
{
	size_t end = 0;
	while (end < text.len && !strchr("/?#", text.ptr[end]) && !(host_needed && text.ptr[end] == '\\'))
		end++;
	struct slice host = {text.ptr, end};
	for (size_t i = end; i-- > 0;) {
		if (text.ptr[i] == '@') {
			host = (struct slice){text.ptr + i + 1, end - i - 1};
			break;
		}
	}
	size_t colon = host.len;
	while (colon > 0 && host.ptr[colon - 1] != ':' && host.ptr[colon - 1] != ']')
		colon--;
	if (colon > 0 && host.ptr[colon - 1] == ':') {
		if (!is_port((struct slice){host.ptr + colon, host.len - colon}))
			return false;
		host.len = colon - 1;
	}
	if (!host.len)
		return !host_needed && end == 0;
	if (host.ptr[0] == '[')
		return is_bracketed(host);
	for (size_t i = 0; i < host.len; i++)
		if ((unsigned char)host.ptr[i] <= ' ' || strchr("<>[]^|\\:@", host.ptr[i]) ||
		    (host_needed && host.ptr[i] == '%'))
			return false;
	return !host_needed || is_address_if_numeric(host);
}

/* A path from the root, or an absolute URL. */
bool url_is_valid(struct slice text)
{
	size_t at = 0;
	if (text.len && text.ptr[0] == '/')
		return true;
	text = slice_trim(text);
	while (at < text.len && (is_letter(text.ptr[at]) ||
	                         (at && (is_digit(text.ptr[at]) || (text.ptr[at] && strchr("+-.", text.ptr[at]))))))
		at++;
	if (!at || at == text.len || text.ptr[at] != ':')
		return false;
	struct slice scheme = {text.ptr, at}, rest = {text.ptr + at + 1, text.len - at - 1};
	if (slice_equals_ignoring_case(scheme, SLICE("file")))
		return true;
	bool special = is_special_scheme(scheme);
	if (!special && !slice_starts_with(rest, SLICE("//")))
		return true;
	size_t slashes = 0;
	while (slashes < rest.len && (rest.ptr[slashes] == '/' || (special && rest.ptr[slashes] == '\\')) &&
	       (special || slashes < 2))
		slashes++;
	return is_authority((struct slice){rest.ptr + slashes, rest.len - slashes}, special);
}
