/* The Node process: answers, what becomes of asks when it ends or hangs, and its replacement. The project's
 * configuration stands for its code. */
#include "process.h"

#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[64];

static void put(const char *name, const char *text)
{
	char path[256];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

static int make_folder(void **state)
{
	char path[128];
	(void)state;
	snprintf(folder, sizeof folder, "/tmp/lectern-process-XXXXXX");
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/config", folder);
	assert_int_equal(mkdir(path, 0700), 0);
	put("package.json", "{}");
	put("config/api.js", "module.exports = ({ env }) => ({ word: env('LECTERN_TEST_WORD', 'none') });\n");
	return 0;
}

static int remove_folder(void **state)
{
	char command[128];
	(void)state;
	snprintf(command, sizeof command, "rm -r %s", folder);
	return system(command);
}

static struct host *open_host(void)
{
	struct error error;
	const struct host_options options = {.directory = folder, .environment = "development"};
	struct host *host = host_open(&options, &error);
	if (!host)
		fail_msg("%s", error.message);
	return host;
}

static bool ask(struct host *host, unsigned limit, struct host_answer *answer)
{
	const struct host_ask wanted = {
	    .head = SLICE("{\"ask\":\"config\",\"environment\":\"development\"}"),
	    .time_limit = limit,
	};
	struct buffer body;
	bool done = host_converse(host, &wanted, NULL, NULL, answer, &body);
	buffer_free(&body);
	return done;
}

static void expect_answer(struct host *host)
{
	struct host_answer answer;
	struct json_object *files, *api, *value;
	assert_true(ask(host, 0, &answer));
	files = json_member(answer.value, "files");
	api = json_member(files, "api");
	value = json_member(api, "value");
	assert_string_equal(json_object_get_string(json_member(value, "word")), "none");
	json_object_put(answer.value);
}

static void test_asks_are_answered(void **state)
{
	(void)state;
	struct host *host = open_host();
	struct error error;
	expect_answer(host);
	expect_answer(host);
	assert_true(host_run(host, &error));
	expect_answer(host);
	host_close(host);
}

static void test_an_unknown_ask_is_an_error(void **state)
{
	(void)state;
	struct host *host = open_host();
	const struct host_ask wanted = {.head = SLICE("{\"ask\":\"dance\"}")};
	struct host_answer answer;
	struct buffer body;
	assert_false(host_converse(host, &wanted, NULL, NULL, &answer, &body));
	assert_int_equal(answer.error.status, 500);
	assert_string_equal(json_object_get_string(json_member(answer.value, "message")), "unknown ask dance");
	json_object_put(answer.value);
	host_close(host);
}

static void test_a_process_that_ends_is_replaced(void **state)
{
	(void)state;
	struct host *host = open_host();
	struct host_answer answer;
	struct error error;
	assert_true(host_run(host, &error));
	for (int i = 0; i < 3; i++) {
		char name[32];
		/* A module that was loaded is not loaded again. */
		snprintf(name, sizeof name, "config/ends%d.js", i);
		put(name, "process.exit(3);\n");
		assert_false(ask(host, 0, &answer));
		assert_int_equal(answer.error.status, 500);
		put(name, "module.exports = {};\n");
		expect_answer(host);
	}
	host_close(host);
}

static void test_without_a_thread_its_end_is_told(void **state)
{
	(void)state;
	struct host *host = open_host();
	struct host_answer answer;
	put("config/ends.js", "process.exit(3);\n");
	assert_false(ask(host, 0, &answer));
	assert_int_equal(answer.error.status, 500);
	assert_false(ask(host, 0, &answer));
	assert_int_equal(answer.error.status, 503);
	put("config/ends.js", "module.exports = {};\n");
	host_close(host);
}

static void test_what_never_ends_is_ended(void **state)
{
	(void)state;
	static const char *const endless[] = {"for (;;);\n", "module.exports = await new Promise(() => {});\n"};
	static const char *const names[] = {"config/loops.js", "config/waits.mjs"};
	struct host *host = open_host();
	struct host_answer answer;
	struct error error;
	assert_true(host_run(host, &error));
	for (size_t i = 0; i < COUNT_OF(endless); i++) {
		expect_answer(host);
		put(names[i], endless[i]);
		assert_false(ask(host, 1500, &answer));
		assert_int_equal(answer.error.status, 500);
		assert_non_null(strstr(answer.error.message, names[i]));
		put(names[i], "");
		expect_answer(host);
	}
	host_close(host);
}

struct many {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	unsigned done, failed;
};

static void count(void *context, struct host_answer *answer)
{
	struct many *many = context;
	json_object_put(answer->value);
	pthread_mutex_lock(&many->lock);
	*(answer->done ? &many->done : &many->failed) += 1;
	pthread_cond_signal(&many->changed);
	pthread_mutex_unlock(&many->lock);
}

static void test_every_ask_is_told_of_once(void **state)
{
	(void)state;
	enum { MANY = 200 };
	struct many many = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
	struct host *host = open_host();
	struct error error;
	const struct host_ask wanted = {
	    .head = SLICE("{\"ask\":\"config\",\"environment\":\"development\"}"),
	    .receive = count,
	    .context = &many,
	};
	assert_true(host_run(host, &error));
	for (unsigned i = 0; i < MANY; i++)
		host_ask(host, &wanted);
	pthread_mutex_lock(&many.lock);
	while (many.done + many.failed < MANY / 2)
		pthread_cond_wait(&many.changed, &many.lock);
	pthread_mutex_unlock(&many.lock);
	host_stop(host);
	assert_int_equal(many.done + many.failed, MANY);
	host_ask(host, &wanted);
	assert_int_equal(many.done + many.failed, MANY + 1);
	host_close(host);
	assert_true(many.done >= MANY / 2);
}

static void test_there_may_be_no_node(void **state)
{
	(void)state;
	const struct host_options options = {.directory = folder, .environment = "development"};
	struct error error;
	setenv("LECTERN_NODE", "none", 1);
	assert_null(host_open(&options, &error));
	assert_int_equal(error.status, 501);
	setenv("LECTERN_NODE", "/bin/false", 1);
	struct host *host = host_open(&options, &error);
	struct host_answer answer;
	assert_non_null(host);
	assert_false(ask(host, 0, &answer));
	host_close(host);
	unsetenv("LECTERN_NODE");
}

/* Nothing that lectern has open is open there, but for the socket and the pipe. */
static void test_it_inherits_nothing_else(void **state)
{
	(void)state;
	char path[128];
	snprintf(path, sizeof path, "%s/package.json", folder);
	int kept = open(path, O_RDONLY); /* without O_CLOEXEC */
	struct host *host = open_host();
	struct host_answer answer;
	put("config/server.js",
	    "const fs = require('fs');\n"
	    "const own = process.cwd() + '/package.json';\n"
	    "module.exports = { files: fs.readdirSync('/proc/self/fd').filter(fd => fd > 2).map(fd => {\n"
	    "  try { return fs.readlinkSync('/proc/self/fd/' + fd); } catch { return ''; } })\n"
	    "  .filter(name => name === own) };\n");
	assert_true(ask(host, 0, &answer));
	struct json_object *open_file = json_member(json_member(answer.value, "files"), "server");
	struct json_object *value = json_member(json_member(open_file, "value"), "files");
	assert_int_equal(json_object_array_length(value), 0);
	json_object_put(answer.value);
	host_close(host);
	close(kept);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(test_asks_are_answered, make_folder, remove_folder),
	    cmocka_unit_test_setup_teardown(test_an_unknown_ask_is_an_error, make_folder, remove_folder),
	    cmocka_unit_test_setup_teardown(test_a_process_that_ends_is_replaced, make_folder, remove_folder),
	    cmocka_unit_test_setup_teardown(test_without_a_thread_its_end_is_told, make_folder, remove_folder),
	    cmocka_unit_test_setup_teardown(test_what_never_ends_is_ended, make_folder, remove_folder),
	    cmocka_unit_test_setup_teardown(test_every_ask_is_told_of_once, make_folder, remove_folder),
	    cmocka_unit_test_setup_teardown(test_there_may_be_no_node, make_folder, remove_folder),
	    cmocka_unit_test_setup_teardown(test_it_inherits_nothing_else, make_folder, remove_folder),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
