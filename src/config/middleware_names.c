#include "middleware_names.h"

static bool skip_comment(struct slice *rest)
{
	const char *end = NULL;
	if (slice_starts_with(*rest, SLICE("//")))
		end = memchr(rest->ptr, '\n', rest->len);
	else if (slice_starts_with(*rest, SLICE("/*")))
		end = memmem(rest->ptr + 2, rest->len - 2, "*/", 2);
	else
		return false;
	size_t len = end ? (size_t)(end - rest->ptr) + (rest->ptr[1] == '*' ? 2 : 1) : rest->len;
	*rest = (struct slice){rest->ptr + len, rest->len - len};
	return true;
}

static bool is_separator(char byte)
{
	return strchr(" \t\r\n[],;=", byte) != NULL && byte;
}

/* The next word or text without its quotes. False at the end. */
static bool next_word(struct slice *rest, struct slice *word, bool *quoted)
{
	while (rest->len && (is_separator(rest->ptr[0]) || slice_starts_with(*rest, SLICE("//")) ||
	                     slice_starts_with(*rest, SLICE("/*"))))
		if (!skip_comment(rest))
			*rest = (struct slice){rest->ptr + 1, rest->len - 1};
	if (!rest->len)
		return false;
	char quote = rest->ptr[0];
	size_t len = 0, skipped = 0;
	*quoted = quote == '"' || quote == '\'';
	if (*quoted) {
		*rest = (struct slice){rest->ptr + 1, rest->len - 1};
		len = slice_find(*rest, quote);
		skipped = len < rest->len;
	} else {
		while (len < rest->len && !is_separator(rest->ptr[len]))
			len++;
	}
	*word = (struct slice){rest->ptr, len};
	*rest = (struct slice){rest->ptr + len + skipped, rest->len - len - skipped};
	return true;
}

bool middleware_names_only(struct slice text)
{
	static const char *const own[] = {
	    "strapi::errors",    "strapi::cors",        "strapi::query",     "strapi::body",        "strapi::logger",
	    "strapi::session",   "strapi::favicon",     "strapi::public",    "strapi::security",    "strapi::ip",
	    "strapi::poweredBy", "strapi::compression", "strapi::responses", "strapi::responseTime"};
	enum { NEEDED = 4 }; /* the first ones */
	unsigned seen = 0;
	struct slice word;
	bool quoted;
	while (next_word(&text, &word, &quoted)) {
		size_t i = 0;
		if (quoted ? slice_is(word, "use strict")
		           : slice_is(word, "module.exports") || slice_is(word, "export") || slice_is(word, "default"))
			continue;
		while (quoted && i < COUNT_OF(own) && !slice_is(word, own[i]))
			i++;
		if (!quoted || i == COUNT_OF(own))
			return false;
		if (i < NEEDED)
			seen |= 1U << i;
	}
	return seen == (1U << NEEDED) - 1;
}
