/* A pattern is a list of segments, the runs of characters between its '%'. The first segment is bound to the text's
 * beginning and the last one to its end, unless a '%' stands there; each of the others is looked for behind the one
 * before it. The first place where a segment fits is always good enough, so nothing is tried twice. A segment without
 * '_' is found by the algorithm of Knuth, Morris and Pratt; a short one of ASCII alone by that of Horspool, which looks
 * at few bytes: no byte of another character is one of ASCII. */
#include "like.h"

#include "base/base.h"

#include <stdlib.h>

enum {
	ANY = 0, /* '_' in a segment; no character is 0 */
	STEPS_BETWEEN_QUESTIONS = 1 << 16,
	LONGEST_SHORT = 32, /* bytes: so many are compared again at each place at worst */
};

/* How far to move on by the byte of the text that stands where the segment's last one would. */
struct like_shifts {
	unsigned char of[256];
};

struct like_segment {
	uint32_t *items;    /* characters in lower case, or ANY */
	uint32_t *failures; /* after a mismatch behind so many items: how many of them still match. NULL: has an ANY */
	size_t count;
	struct like_shifts *shifts;            /* malloc'd; NULL: not a short one of ASCII without an ANY */
	size_t skipped_before, skipped_behind; /* how many '_' stand before and behind the items */
};

struct like_pattern {
	struct like_segment *segments;
	size_t count;
	bool open_start, open_end; /* a '%' stands there */
	bool never;                /* an escape without a character: nothing matches */
	uint32_t *items;           /* of all segments */
	uint32_t *failures;
};

/* A search under way. */
struct like_search {
	const unsigned char *at;
	const unsigned char *end; /* of the text; NULL: not looked for yet */
	uint32_t steps;
	like_is_late *is_late;
	void *context;
	bool late;
};

uint32_t like_read_character(const unsigned char **at)
{
	uint32_t c = *(*at)++;
	if (c < 0xC0)
		return c;
	c &= c < 0xE0 ? 0x1F : c < 0xF0 ? 0x0F : c < 0xF8 ? 0x07 : c < 0xFC ? 0x03 : c < 0xFE ? 0x01 : 0;
	while ((**at & 0xC0) == 0x80)
		c = (c << 6) + (*(*at)++ & 0x3F);
	return c < 0x80 || (c & 0xFFFFF800) == 0xD800 || (c & 0xFFFFFFFE) == 0xFFFE ? 0xFFFD : c;
}

static uint32_t lower(uint32_t c)
{
	return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

/* ---- patterns ---- */

static void compute_failures(struct like_segment *segment, uint32_t *failures)
{
	for (size_t i = 0; i < segment->count; i++)
		if (segment->items[i] == ANY)
			return;
	segment->failures = failures;
	failures[0] = 0;
	for (uint32_t i = 1, matched = 0; i < segment->count; i++) {
		while (matched && segment->items[i] != segment->items[matched])
			matched = failures[matched - 1];
		matched += segment->items[i] == segment->items[matched];
		failures[i] = matched;
	}
}

static void compute_shifts(struct like_segment *segment)
{
	bool short_ascii = segment->failures && segment->count <= LONGEST_SHORT;
	for (size_t i = 0; i < segment->count && short_ascii; i++)
		short_ascii = segment->items[i] < 0x80;
	if (!short_ascii || !(segment->shifts = malloc(sizeof *segment->shifts)))
		return;
	unsigned char *of = segment->shifts->of;
	memset(of, (int)segment->count, sizeof segment->shifts->of);
	for (size_t i = 0; i + 1 < segment->count; i++) {
		const uint32_t c = segment->items[i];
		of[c] = (unsigned char)(segment->count - 1 - i);
		if (c >= 'a' && c <= 'z')
			of[c - ('a' - 'A')] = of[c];
	}
}

static void finish_segment(struct like_pattern *pattern, uint32_t *items, size_t count)
{
	if (!count)
		return;
	struct like_segment *segment = &pattern->segments[pattern->count++];
	*segment = (struct like_segment){.items = items, .count = count};
	while (segment->count && segment->items[0] == ANY) {
		segment->items++;
		segment->count--;
		segment->skipped_before++;
	}
	while (segment->count && segment->items[segment->count - 1] == ANY) {
		segment->count--;
		segment->skipped_behind++;
	}
	if (!segment->count)
		return;
	compute_failures(segment, pattern->failures + (segment->items - pattern->items));
	compute_shifts(segment);
}

static void read_segments(struct like_pattern *pattern, const unsigned char *at, uint32_t escape)
{
	uint32_t *items = pattern->items, c;
	size_t count = 0;
	pattern->open_start = *at == '%';
	while ((c = like_read_character(&at))) {
		pattern->open_end = c == '%';
		if (c == '%') {
			finish_segment(pattern, items, count);
			items += count;
			count = 0;
		} else if (escape && c == escape) {
			c = like_read_character(&at);
			pattern->never = !c;
			if (!c)
				return;
			items[count++] = lower(c);
		} else {
			items[count++] = c == '_' ? (uint32_t)ANY : lower(c);
		}
	}
	finish_segment(pattern, items, count);
}

struct like_pattern *like_compile(const char *text, uint32_t escape)
{
	size_t length = strlen(text);
	struct like_pattern *pattern = calloc(1, sizeof *pattern);
	if (!pattern)
		return NULL;
	/* There is a '%' between two segments. */
	pattern->segments = malloc((length / 2 + 1) * sizeof *pattern->segments);
	pattern->items = malloc((length + 1) * sizeof *pattern->items);
	pattern->failures = malloc((length + 1) * sizeof *pattern->failures);
	if (!pattern->segments || !pattern->items || !pattern->failures) {
		like_free(pattern);
		return NULL;
	}
	read_segments(pattern, (const unsigned char *)text, escape);
	return pattern;
}

void like_free(void *context)
{
	struct like_pattern *pattern = context;
	for (size_t i = 0; i < pattern->count; i++)
		free(pattern->segments[i].shifts);
	free(pattern->segments);
	free(pattern->items);
	free(pattern->failures);
	free(pattern);
}

/* ---- texts ---- */

static bool is_late(struct like_search *search)
{
	if (++search->steps % STEPS_BETWEEN_QUESTIONS == 0 && search->is_late)
		search->late = search->late || search->is_late(search->context);
	return search->late;
}

static bool skip(struct like_search *search, size_t characters)
{
	while (characters--)
		if (is_late(search) || !like_read_character(&search->at))
			return false;
	return true;
}

/* Matches the items right here; moves behind them. */
static bool match_items(struct like_search *search, const struct like_segment *segment)
{
	for (size_t i = 0; i < segment->count; i++) {
		uint32_t c = like_read_character(&search->at);
		if (!c || is_late(search) || (segment->items[i] != ANY && segment->items[i] != lower(c)))
			return false;
	}
	return true;
}

static bool match_here(struct like_search *search, const struct like_segment *segment)
{
	return skip(search, segment->skipped_before) && match_items(search, segment) &&
	       skip(search, segment->skipped_behind);
}

/* Moves to the next place where the items may begin: most characters are not the first one. */
static void skip_to_first(struct like_search *search, uint32_t first)
{
	const unsigned char *at = search->at;
	if (first >= 0x80)
		return;
	while (*at && lower(*at) != first)
		at++;
	search->at = at;
}

/* Moves behind the first place where the items of a segment without '_' are. */
static bool find_text(struct like_search *search, const struct like_segment *segment)
{
	size_t matched = 0;
	while (matched < segment->count) {
		if (!matched)
			skip_to_first(search, segment->items[0]);
		uint32_t c = lower(like_read_character(&search->at));
		if (!c || is_late(search))
			return false;
		while (matched && segment->items[matched] != c)
			matched = segment->failures[matched - 1];
		matched += segment->items[matched] == c;
	}
	return true;
}

/* The same for a short one of ASCII. */
static bool find_ascii(struct like_search *search, const struct like_segment *segment)
{
	const size_t last = segment->count - 1;
	if (!search->end)
		search->end = search->at + strlen((const char *)search->at);
	while ((size_t)(search->end - search->at) > last) {
		const unsigned char *at = search->at;
		size_t left = last + 1;
		if (is_late(search))
			return false;
		while (left && lower(at[left - 1]) == segment->items[left - 1])
			left--;
		if (!left) {
			search->at += segment->count;
			return true;
		}
		search->at += segment->shifts->of[at[last]];
	}
	return false;
}

static bool find_with_any(struct like_search *search, const struct like_segment *segment)
{
	for (;;) {
		skip_to_first(search, segment->items[0]);
		const unsigned char *start = search->at;
		if (match_items(search, segment))
			return true;
		search->at = start;
		if (search->late || !like_read_character(&search->at))
			return false;
	}
}

static bool find_items(struct like_search *search, const struct like_segment *segment)
{
	return segment->shifts     ? find_ascii(search, segment)
	       : segment->failures ? find_text(search, segment)
	                           : find_with_any(search, segment);
}

static bool find(struct like_search *search, const struct like_segment *segment)
{
	return skip(search, segment->skipped_before) && (!segment->count || find_items(search, segment)) &&
	       skip(search, segment->skipped_behind);
}

/* The end of the text has a certain number of characters: what stands before them is passed over. */
static bool match_end(struct like_search *search, const struct like_segment *segment)
{
	size_t wanted = segment->skipped_before + segment->count + segment->skipped_behind, left = 0;
	for (const unsigned char *at = search->at; like_read_character(&at) && !is_late(search);)
		left++;
	return !search->late && left >= wanted && skip(search, left - wanted) && match_here(search, segment);
}

static bool match(const struct like_pattern *pattern, struct like_search *search)
{
	size_t next = 0, end = pattern->count;
	if (pattern->never)
		return false;
	if (!pattern->count)
		return pattern->open_start || !*search->at;
	if (!pattern->open_start && !match_here(search, &pattern->segments[next++]))
		return false;
	if (next == end)
		return pattern->open_end || !*search->at;
	end -= !pattern->open_end;
	for (; next < end; next++)
		if (!find(search, &pattern->segments[next]))
			return false;
	return pattern->open_end || match_end(search, &pattern->segments[end]);
}

enum like_result like_match(const struct like_pattern *pattern, const char *text, like_is_late *ask, void *context)
{
	struct like_search search = {.at = (const unsigned char *)text, .is_late = ask, .context = context};
	bool matches = match(pattern, &search);
	return search.late ? LIKE_LATE : matches ? LIKE_YES : LIKE_NO;
}
