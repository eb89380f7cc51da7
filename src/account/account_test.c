/* The parts of this room that need no database. */
#include "account/mail/mail.h"
#include "account/mail/template.h"
#include "account/users/code.h"
#include "input.h"
#include "limit.h"
#include "text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

static struct arena *arena;

static int make_arena(void **state)
{
	(void)state;
	arena = arena_create();
	return 0;
}

static int free_arena(void **state)
{
	(void)state;
	arena_destroy(arena);
	return 0;
}

/* ---- templates ---- */

static void assert_template(const char *source, bool html, const char *expected)
{
	struct json_object *user =
	    json_tokener_parse("{\"username\":\"<b>&\\\"'\",\"age\":7,\"gone\":null,\"tag\":\"<%= TOKEN %>\"}");
	const struct template_values values = {
	    .url = "http://x?a&b", .server_url = "http://s", .admin_url = "http://a", .code = "c0de", .user = user};
	struct buffer text = {0};
	template_write(&text, slice_of(source), &values, html);
	assert_string_equal(buffer_terminate(&text), expected);
	buffer_free(&text);
	json_object_put(user);
}

static void test_templates(void **state)
{
	(void)state;
	static const char *const kept[] = {
	    "",          "plain",         "<%= NOPE %>",  "<% URL %>",        "<%- URL %>",
	    "<%=URL %",  "<%= URL",       "<%=",          "${URL}",           "<%= USER %>",
	    "<%=U RL%>", "<%= url %>",    "<%= USER. %>", "<%= USER.nope %>", "<%= URL; x %>",
	    "<%= %>",    "<%= URL +1 %>", "<%%= URL %>"};
	for (size_t i = 0; i < COUNT_OF(kept); i++) {
		assert_template(kept[i], false, kept[i]);
		assert_template(kept[i], true, kept[i]);
	}
	assert_template("[<%= URL %>][<%=SERVER_URL%>][<%=\n ADMIN_URL\t%>]", false,
	                "[http://x?a&b][http://s][http://a]");
	assert_template("<%= URL %>?<%= TOKEN %>&<%= CODE %>", true, "http://x?a&amp;b?c0de&c0de");
	assert_template("<<%= USER.username %>>", true, "<&lt;b&gt;&amp;&quot;&#39;>");
	assert_template("<%= USER.age %>|<%= USER.gone %>|<%= USER.tag %>", false, "7||<%= TOKEN %>");
}

/* ---- codes ---- */

static void test_codes(void **state)
{
	(void)state;
	char hash[CODE_HASH_SIZE], again[CODE_HASH_SIZE];
	const char *code, *other;
	assert_true(code_create(arena, 20, 1000, &code, hash));
	assert_int_equal(strlen(code), 40);
	assert_memory_equal(code, "00000003e8", 10);
	assert_true(code_hash(slice_of(code), 999, again));
	assert_string_equal(hash, again);
	assert_false(code_hash(slice_of(code), 1000, again));
	assert_true(code_create(arena, 64, 1000, &other, again));
	assert_int_equal(strlen(other), 128);
	assert_string_not_equal(hash, again);
	static const char *const bad[] = {"",
	                                  "x",
	                                  "ffffffffffffffffffffffffffffffffffffffg",
	                                  "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF",
	                                  "fffffffffffffffffffffffffffffffffffffff",
	                                  "ffffffffffffffffffffffffffffffffffff"};
	for (size_t i = 0; i < COUNT_OF(bad); i++)
		assert_false(code_hash(slice_of(bad[i]), 0, again));
	assert_false(code_hash(SLICE("ffffffffffffffffffff\0fffffffffffffffffff"), 0, again));
	assert_false(code_hash(slice_of(arena_format(arena, "%sff", other)), 0, again));
}

/* ---- limits ---- */

static void test_limits(void **state)
{
	(void)state;
	struct limit *limit = limit_create(1000);
	int64_t end;
	for (unsigned i = 1; i <= 5; i++)
		assert_int_equal(limit_count(limit, SLICE("a"), 100 + i, &end), i);
	assert_int_equal(end, 1101);
	assert_int_equal(limit_count(limit, SLICE("b"), 200, &end), 1);
	assert_int_equal(limit_count(limit, SLICE("a"), 1100, &end), 6);
	assert_int_equal(limit_count(limit, SLICE("a"), 1101, &end), 1);
	/* The clock is put back: nobody waits until it is where it was. */
	assert_int_equal(limit_count(limit, SLICE("a"), 50, &end), 1);
	assert_int_equal(end, 1050);
	limit_destroy(limit);
}

/* However many others come, those who come often are not forgotten. */
static void test_limits_remember_the_busy(void **state)
{
	(void)state;
	struct limit *limit = limit_create(1000000);
	int64_t end;
	for (unsigned i = 0; i < 10; i++)
		limit_count(limit, SLICE("busy"), 1, &end);
	for (int i = 0; i < 100000; i++) {
		char key[16];
		snprintf(key, sizeof key, "%d", i);
		limit_count(limit, slice_of(key), 1, &end);
	}
	assert_int_equal(limit_count(limit, SLICE("busy"), 1, &end), 11);
	assert_true(limit_size(limit) < 1000000);
	limit_destroy(limit);
}

/* ---- text ---- */

static void test_text(void **state)
{
	(void)state;
	static const char *const lower[][2] = {
	    {"", ""},
	    {"Ada@Example.COM", "ada@example.com"},
	    {"ÉÀÜŁŽΩЖ", "éàüłžωж"},
	    {"straße", "straße"},
	    {"東京", "東京"},
	    /* as JavaScript has it: else another address would be taken for one's own */
	    {"ADMİN@x.com", "admi\xCC\x87n@x.com"},
	    {"ΟΔΟΣ ΣΑΣ.Σ", "οδος σας.σ"}};
	for (size_t i = 0; i < COUNT_OF(lower); i++) {
		struct slice text = text_lower_case(arena, slice_of(lower[i][0]));
		assert_string_equal(arena_copy(arena, text), lower[i][1]);
	}
	static const char *const types[][2] = {{"", ""},
	                                       {"Editor", "editor"},
	                                       {"Ünï Cödé X", "uni_code_x"},
	                                       {"R1", "r_1"},
	                                       {"two words HTTPServer v2", "two_words_httpserver_v_2"},
	                                       {"Straße Æther Œuvre", "strasse_aether_oeuvre"}};
	for (size_t i = 0; i < COUNT_OF(types); i++)
		assert_string_equal(text_role_type(arena, slice_of(types[i][0])), types[i][1]);
}

/* What Strapi 4.26.2 makes of these names. */
static void test_role_codes(void **state)
{
	(void)state;
	static const char *const codes[][2] = {
	    {"", ""},
	    {"Editor", "editor"},
	    {"XMLHttpRequest a1b2", "xml-http-request-a-1-b-2"},
	    {"A-B_C", "a-b-c"},
	    {"Ünï ß", "uni-ss"},
	    {"Éditeur spécial", "editeur-special"},
	    {"Œuvre æ ĳ Ŀ", "oeuvre-ae-ij-l"},
	    {"Đorđe Łódź İstanbul", "dorde-lodz-istanbul"},
	    {"ŉ ſ", "n-s"},
	    {"O'Neil’s D'Arc", "o-neils-d-arc"},
	    {"Straße 5th 2nd", "strasse-5th-2nd"},
	    {"ΑΒΓ δε Привет", "αβγ-δε-привет"},
	    {"日本", "日本"},
	    {"e\xCC\x81 combining", "e-combining"},
	    {"flèche → là", "fleche-→-la"},
	    {"x×y÷z a—b", "x-y-z-a-b"},
	    {"😀smile", "😀-smile"},
	    {"👩\xE2\x80\x8D❤️\xE2\x80\x8D👨x", "👩\xE2\x80\x8D❤️\xE2\x80\x8D👨-x"}};
	for (size_t i = 0; i < COUNT_OF(codes); i++)
		assert_string_equal(text_role_code(arena, slice_of(codes[i][0])), codes[i][1]);
}

/* ---- mails ---- */

static void assert_address(const char *text, const char *header, const char *address)
{
	struct buffer buffer = {0};
	char found[128];
	bool good = mail_read_address(text, found, sizeof found);
	assert_int_equal(good, address != NULL);
	assert_int_equal(mail_write_address(&buffer, text), good);
	if (good) {
		assert_string_equal(found, address);
		assert_string_equal(buffer_terminate(&buffer), header);
	}
	buffer_free(&buffer);
}

static void test_addresses(void **state)
{
	(void)state;
	assert_address("a@b.co", "<a@b.co>", "a@b.co");
	assert_address(" Ann B <a@b.co> ", "\"Ann B\" <a@b.co>", "a@b.co");
	assert_address("\"Ann, \\\"B\" <a@b.co>", "\"Ann, \\\\\\\"B\" <a@b.co>", "a@b.co");
	assert_address("Jürgen <a@b.co>", "=?UTF-8?B?SsO8cmdlbg==?= <a@b.co>", "a@b.co");
	static const char *const bad[] = {
	    "", "a", "<>", "a b@c.de", "a@b.co\r\nBcc: x@y.z", "<a@b.co>x", "a@b.co,c@d.ef", "x <a@b\n.co>"};
	for (size_t i = 0; i < COUNT_OF(bad); i++)
		assert_address(bad[i], NULL, NULL);
}

static void test_header_text(void **state)
{
	(void)state;
	struct buffer buffer = {0};
	mail_write_text(&buffer, SLICE("plain text"));
	assert_string_equal(buffer_terminate(&buffer), "plain text");
	buffer.len = 0;
	mail_write_text(&buffer, SLICE("a\r\nBcc: b"));
	assert_string_equal(buffer_terminate(&buffer), "=?UTF-8?B?YSAgQmNjOiBi?=");
	buffer.len = 0;
	mail_write_text(&buffer, SLICE("=?UTF-8?Q?x?="));
	assert_memory_equal(buffer_terminate(&buffer), "=?UTF-8?B?", 10);
	buffer.len = 0;
	mail_write_text(&buffer, SLICE("ääääääääääääääääääääääääääääää"));
	assert_string_equal(buffer_terminate(&buffer),
	                    "=?UTF-8?B?w6TDpMOkw6TDpMOkw6TDpMOkw6TDpMOkw6TDpMOkw6TDpMOkw6TDpMOk?=\r\n "
	                    "=?UTF-8?B?w6TDpMOkw6TDpMOkw6TDpMOk?=");
	/* No line gets too long for a mail server. */
	char line[2000];
	memset(line, 'x', sizeof line);
	buffer.len = 0;
	mail_write_text(&buffer, (struct slice){line, sizeof line});
	for (const char *at = buffer_terminate(&buffer); at; at = strstr(at, "\r\n") ? strstr(at, "\r\n") + 2 : NULL)
		assert_true(strcspn(at, "\r") <= 78);
	buffer_free(&buffer);
}

/* ---- input ---- */

static void check(const char *json, const char *expected)
{
	struct json_object *object = json ? json_tokener_parse(json) : NULL;
	static const char *const names[] = {"email", "password", "passwordConfirmation", NULL};
	struct input input;
	struct error error = {0};
	bool good = input_begin(&input, arena, object, &error);
	if (good) {
		input_check_text(&input, "email", INPUT_REQUIRED | INPUT_EMAIL);
		input_check_passwords(&input, true);
		input_check_names(&input, names);
		good = input_end(&input, &error);
	}
	if (good)
		assert_null(expected);
	else
		assert_string_equal(error.details, expected);
	json_object_put(object);
}

static void test_input(void **state)
{
	(void)state;
#define WRONG(path, message) "{\"path\":[" path "],\"message\":\"" message "\",\"name\":\"ValidationError\"}"
	check("{\"email\":\"a@b.co\",\"password\":\"x\",\"passwordConfirmation\":\"x\"}", NULL);
	check("[]", "{\"errors\":[" WRONG("", "this must be a `object` type, but the final value was: `[]`.") "]}");
	check(NULL, "{\"errors\":[" WRONG("\"email\"", "email is a required field") "," WRONG(
			"\"passwordConfirmation\"",
			"passwordConfirmation is a required field") "," WRONG("\"password\"",
	                                                                      "password is a required field") "]}");
	check("{\"email\":\"\\\"a\\r\\n b\\\"@b.co\",\"password\":\"x\",\"passwordConfirmation\":\"y\",\"z\":1}",
	      "{\"errors\":[" WRONG("\"email\"", "email must be a valid email") "," WRONG(
		  "\"passwordConfirmation\"",
		  "Passwords do not match") "," WRONG("", "this field has unspecified keys: z") "]}");
	check("{\"email\":5,\"password\":\"x\",\"passwordConfirmation\":\"x\"}",
	      "{\"errors\":[" WRONG("\"email\"", "email must be a `string` type, but the final value was: `5`.") "]}");
#undef WRONG
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_templates), cmocka_unit_test(test_codes),
	    cmocka_unit_test(test_limits),    cmocka_unit_test(test_limits_remember_the_busy),
	    cmocka_unit_test(test_text),      cmocka_unit_test(test_role_codes),
	    cmocka_unit_test(test_addresses), cmocka_unit_test(test_header_text),
	    cmocka_unit_test(test_input),
	};
	return cmocka_run_group_tests(tests, make_arena, free_arena);
}
