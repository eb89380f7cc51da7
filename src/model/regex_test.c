/* What Node 20 makes of new RegExp(text). */

#define PCRE2_CODE_UNIT_WIDTH 8

#include "regex.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <pcre2.h>

static struct arena *arena;

static int set_up(void **state)
{
	(void)state;
	arena = arena_create();
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	arena_destroy(arena);
	return 0;
}

static bool matches(const char *text, struct slice value)
{
	const char *reason;
	const char *pattern = regex_translate(arena, text, &reason);
	int error;
	PCRE2_SIZE offset;
	if (!pattern)
		fail_msg("%s: %s", text, reason);
	pcre2_code *code = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
	                                 PCRE2_UTF | PCRE2_MATCH_UNSET_BACKREF, &error, &offset, NULL);
	if (!code)
		fail_msg("%s became %s, which PCRE2 does not compile", text, pattern);
	pcre2_match_data *data = pcre2_match_data_create_from_pattern(code, NULL);
	int found = pcre2_match(code, (PCRE2_SPTR)value.ptr, value.len, 0, 0, data, NULL);
	pcre2_match_data_free(data);
	pcre2_code_free(code);
	return found >= 0;
}

static void test_matches(void **state)
{
	static const struct {
		const char *text, *good, *bad;
	} cases[] = {
	    {"^[\\w-\\.]+@([\\w-]+\\.)+[\\w-]{2,4}$", "a-b.c@d-e.fg", "a+b@c.de"},
	    {"^[a-\\d]$", "-", "b"},
	    {"^[\\d-z]$", "-", "y"},
	    {"^[a-c-e]+$", "abc-e", "d"},
	    {"^[-a]$", "-", "b"},
	    {"^[a-]$", "-", "b"},
	    {"^[^\\s]$", "x", " "},
	    {"^[[:alpha:]]$", "p]", "b]"},
	    {"^[[]a$", "[a", "a"},
	    {"^[\\b]$", "\b", "b"},
	    {"^[\\cA]$", "\x01", "A"},
	    {"^[\\c]+$", "\\c", "d"},
	    {"^[^]$", "\n", ""},
	    {"^[]?$", "", "]"},
	    {"^\\e\\i\\y$", "eiy", "\x1biy"},
	    {"^\\A\\Z\\h\\R\\Q.\\E$", "AZhRQ.E", "AZhR"},
	    {"^\\-\\_\\@\\#\\/$", "-_@#/", "a"},
	    {"^\\p{L}$", "p{L}", "a"},
	    {"^\\u{2}$", "uu", "u{2}"},
	    {"^\\u00e9\\xe9$", "\xc3\xa9\xc3\xa9", "e"},
	    {"^\\ud83d\\ude00$", "\xf0\x9f\x98\x80", "x"},
	    {"^[\\ud83d]?$", "", "x"},
	    {"^\\u12\\x1$", "u12x1", "x"},
	    {"^[\xc3\x80-\xc3\xbf]+$", "\xc3\xa9", "e"},
	    {"^\xc3\xa9{2}$", "\xc3\xa9\xc3\xa9", "\xc3\xa9"},
	    {"^a{,3}$", "a{,3}", "aa"},
	    {"^a{3,1$", "a{3,1", "aaa"},
	    {"^a{}]}$", "a{}]}", "a"},
	    {"^a{2,}?b??$", "aaab", "ab"},
	    {"^(a)\\1\\2$", "aa\x02", "aa"},
	    {"^\\8\\101\\0$", "8A", ""},
	    {"^(?<year>\\d{4})-\\k<year>$", "2024-2024", "2024-2025"},
	    {"^\\k<year>$", "k<year>", "year"},
	    {"^(?=.*[A-Z])(?!.* )(?<=^)(?<!x)(?:a|A)+$", "aA", "aa"},
	    {"(?=a)*b", "b", "a"},
	    {"^\\cA\\c1$", "\x01\\c1", "c1"},
	    {"^a\\/b/c$", "a/b/c", "ab"},
	    {"^\\v\\t$", "\v\t", "\n\t"},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct slice good = slice_of(cases[i].good);
		if (strstr(cases[i].text, "\\0"))
			good.len++;
		if (!matches(cases[i].text, good))
			fail_msg("%s does not match %s", cases[i].text, cases[i].good);
		if (matches(cases[i].text, slice_of(cases[i].bad)))
			fail_msg("%s matches %s", cases[i].text, cases[i].bad);
	}
}

static void test_none(void **state)
{
	static const char *const texts[] = {
	    "[a",   "(a",      "a)",     "*",       "a|*",   "(?:+)",     "^*",         "\\b+",  "a**",
	    "a++b", "a{2}{3}", "{2}",    "(?<=a)*", "(?i)a", "(?<1>a)",   "(?<a>x)\\k", "[b-a]", "a\\",
	    "[\\",  "[a-\\",   "a{3,1}", "(?>a)",   "(?#a)", "(*ACCEPT)", "[\\d-a-",    "a{2}*",
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		const char *reason = NULL;
		const char *pattern = regex_translate(arena, texts[i], &reason);
		if (pattern)
			fail_msg("%s became %s", texts[i], pattern);
		assert_non_null(reason);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(test_matches, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_none, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
