#define PCRE2_CODE_UNIT_WIDTH 8
#include "pattern.h"

#include "base/base.h"

#include <pcre2.h>
#include <stdlib.h>

/* Enough for any sensible pattern, little enough to answer in time. */
enum { MOST_MATCH_STEPS = 1000000, MOST_MATCH_DEPTH = 20000, MOST_MATCH_KILOBYTES = 20000, MOST_MS = 250 };

struct pattern {
	const char *text;
	pcre2_code *code; /* NULL: it is none */
	struct pattern *next;
};

void patterns_free(struct patterns *patterns)
{
	while (patterns->first) {
		struct pattern *pattern = patterns->first;
		patterns->first = pattern->next;
		pcre2_code_free(pattern->code);
		free(pattern);
	}
}

static pcre2_code *compile(const char *pattern)
{
	int code;
	size_t offset;
	pcre2_compile_context *context = pcre2_compile_context_create(NULL);
	if (!context)
		return NULL;
	/* As in JavaScript . is any character but a line end, and $ the end of the text alone. */
	pcre2_set_newline(context, PCRE2_NEWLINE_ANYCRLF);
	pcre2_code *compiled =
	    pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
	                  PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_MATCH_UNSET_BACKREF, &code, &offset, context);
	pcre2_compile_context_free(context);
	return compiled;
}

static const pcre2_code *code_of(struct patterns *patterns, const char *text)
{
	struct pattern *pattern = patterns->first;
	while (pattern && pattern->text != text)
		pattern = pattern->next;
	if (pattern)
		return pattern->code;
	pattern = memory_alloc(sizeof *pattern);
	*pattern = (struct pattern){text, compile(text), patterns->first};
	patterns->first = pattern;
	return pattern->code;
}

static bool match(const pcre2_code *code, struct slice text)
{
	int matches = PCRE2_ERROR_NOMEMORY;
	pcre2_match_data *data = pcre2_match_data_create_from_pattern(code, NULL);
	pcre2_match_context *context = data ? pcre2_match_context_create(NULL) : NULL;
	if (context) {
		pcre2_set_match_limit(context, MOST_MATCH_STEPS);
		pcre2_set_depth_limit(context, MOST_MATCH_DEPTH);
		pcre2_set_heap_limit(context, MOST_MATCH_KILOBYTES);
		matches = pcre2_match(code, (PCRE2_SPTR)(text.len ? text.ptr : ""), text.len, 0, 0, data, context);
	}
	pcre2_match_context_free(context);
	pcre2_match_data_free(data);
	return matches >= 0;
}

bool pattern_matches(struct patterns *patterns, const char *pattern, struct slice text)
{
	if (patterns->spent > (int64_t)MOST_MS * 1000000)
		return false;
	int64_t start = clock_of_thread();
	const pcre2_code *code = code_of(patterns, pattern);
	bool matches = code && match(code, text);
	patterns->spent += clock_of_thread() - start;
	return matches;
}

void pattern_write(struct buffer *buffer, const char *pattern)
{
	bool in_brackets = false;
	buffer_byte(buffer, '/');
	if (!*pattern)
		buffer_text(buffer, "(?:)");
	for (const char *at = pattern; *at; at++) {
		if (*at == '\n' || *at == '\r') {
			buffer_text(buffer, *at == '\n' ? "\\n" : "\\r");
			continue;
		}
		if (*at == '/' && !in_brackets)
			buffer_byte(buffer, '\\');
		if (*at == '\\' && at[1])
			buffer_byte(buffer, *at++);
		else if (*at == '[' || *at == ']')
			in_brackets = *at == '[';
		buffer_byte(buffer, *at);
	}
	buffer_byte(buffer, '/');
}
