/* A pattern is a list of segments, the runs of characters between its '%'. The first segment is bound to the text's
 * beginning and the last one to its end, unless a '%' stands there; each of the others is looked for behind the one
 * before it. The first place where a segment fits is always good enough, so nothing is tried twice. A segment without
 * '_' is found by the algorithm of Knuth, Morris and Pratt. */
#include "like.h"

#include "base/base.h"

#include <stdlib.h>

enum {
	ANY = 0, /* '_' in a segment; no character is 0 */
	STEPS_BETWEEN_QUESTIONS = 1 << 16,
};

struct like_segment {
	uint32_t *items;    /* characters in lower case, or ANY */
	uint32_t *failures; /* after a mismatch behind so many items: how many of them still match. NULL: has an ANY */
	size_t count;
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
	uint32_t steps;
	like_is_late *is_late;
	void *context;
	bool late;
};

/* Reads a character as SQLite does, also where the text is no UTF-8. 0 at the end. */
static uint32_t read_character(const unsigned char **at)
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
	if (segment->count)
		compute_failures(segment, pattern->failures + (segment->items - pattern->items));
}

static void read_segments(struct like_pattern *pattern, const unsigned char *at, uint32_t escape)
{
	uint32_t *items = pattern->items, c;
	size_t count = 0;
	pattern->open_start = *at == '%';
	while ((c = read_character(&at))) {
		pattern->open_end = c == '%';
		if (c == '%') {
			finish_segment(pattern, items, count);
			items += count;
			count = 0;
		} else if (escape && c == escape) {
			c = read_character(&at);
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
		if (is_late(search) || !read_character(&search->at))
			return false;
	return true;
}

/* Matches the items right here; moves behind them. */
static bool match_items(struct like_search *search, const struct like_segment *segment)
{
	for (size_t i = 0; i < segment->count; i++) {
		uint32_t c = read_character(&search->at);
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
		uint32_t c = lower(read_character(&search->at));
		if (!c || is_late(search))
			return false;
		while (matched && segment->items[matched] != c)
			matched = segment->failures[matched - 1];
		matched += segment->items[matched] == c;
	}
	return true;
}

static bool find_with_any(struct like_search *search, const struct like_segment *segment)
{
	for (;;) {
		skip_to_first(search, segment->items[0]);
		const unsigned char *start = search->at;
		if (match_items(search, segment))
			return true;
		search->at = start;
		if (search->late || !read_character(&search->at))
			return false;
	}
}

static bool find(struct like_search *search, const struct like_segment *segment)
{
	return skip(search, segment->skipped_before) &&
	       (!segment->count || (segment->failures ? find_text : find_with_any)(search, segment)) &&
	       skip(search, segment->skipped_behind);
}

/* The end of the text has a certain number of characters: what stands before them is passed over. */
static bool match_end(struct like_search *search, const struct like_segment *segment)
{
	size_t wanted = segment->skipped_before + segment->count + segment->skipped_behind, left = 0;
	for (const unsigned char *at = search->at; read_character(&at) && !is_late(search);)
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

/* ---- SQLite ---- */

struct function {
	like_is_late *is_late;
	void *context;
	bool refuses_blobs; /* no blob matches: as SQLite was compiled */
};

/* like(pattern, text), like(pattern, text, escape): text LIKE pattern ESCAPE escape. */
static void like(sqlite3_context *call, int count, sqlite3_value **values)
{
	const struct function *function = sqlite3_user_data(call);
	uint32_t escape = 0;
	if (function->refuses_blobs &&
	    (sqlite3_value_type(values[0]) == SQLITE_BLOB || sqlite3_value_type(values[1]) == SQLITE_BLOB)) {
		sqlite3_result_int(call, 0);
		return;
	}
	if (count == 3) {
		const unsigned char *at = sqlite3_value_text(values[2]);
		if (!at)
			return;
		escape = read_character(&at);
		if (!escape || *at) {
			sqlite3_result_error(call, "ESCAPE expression must be a single character", -1);
			return;
		}
	}
	const char *text = (const char *)sqlite3_value_text(values[1]);
	const char *pattern_text = (const char *)sqlite3_value_text(values[0]);
	if (!text || !pattern_text)
		return;
	struct like_pattern *kept = sqlite3_get_auxdata(call, 0);
	struct like_pattern *pattern = kept ? kept : like_compile(pattern_text, escape);
	if (!pattern) {
		sqlite3_result_error_nomem(call);
		return;
	}
	enum like_result result = like_match(pattern, text, function->is_late, function->context);
	if (result == LIKE_LATE)
		sqlite3_result_error_code(call, SQLITE_INTERRUPT);
	else
		sqlite3_result_int(call, result == LIKE_YES);
	if (!kept)
		sqlite3_set_auxdata(call, 0, pattern, like_free);
}

int like_register(sqlite3 *database, like_is_late *ask, void *context)
{
	int result = SQLITE_OK;
	for (int count = 2; count <= 3 && result == SQLITE_OK; count++) {
		struct function *function = malloc(sizeof *function);
		if (!function)
			return SQLITE_NOMEM;
		*function = (struct function){ask, context, sqlite3_compileoption_used("LIKE_DOESNT_MATCH_BLOBS") != 0};
		/* SQLite frees it, also when this fails. */
		result = sqlite3_create_function_v2(database, "like", count,
		                                    SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, function,
		                                    like, NULL, NULL, free);
	}
	return result;
}
