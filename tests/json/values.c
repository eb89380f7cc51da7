/* For tests/json_test.mjs: reads JSON texts, each as 4 bytes of length, least first, and the text. Writes for each the
 * answers of json_parse and json_write_compact: '+' and the JSON, or '-' and the error, each on a line. With a number
 * as its argument it only parses the first text that many times and writes how many milliseconds each took. */
#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static struct slice read_text(FILE *file)
{
	unsigned char head[4];
	if (fread(head, 1, sizeof head, file) != sizeof head)
		return (struct slice){NULL, 0};
	const size_t len = head[0] | (size_t)head[1] << 8 | (size_t)head[2] << 16 | (size_t)head[3] << 24;
	/* Exactly as long, so that sanitizers see what reads behind it. */
	char *text = malloc(len ? len : 1);
	if (!text || fread(text, 1, len, file) != len)
		abort();
	return (struct slice){text, len};
}

static void answer(struct slice text)
{
	struct arena *arena = arena_create();
	struct buffer compact = {0};
	struct json_object *json;
	struct error error;
	const bool parsed = json_parse(arena, text, JSON_DEEPEST, &json, &error);
	const struct slice shown = parsed ? json_stringify(arena, json) : slice_of(error.message);
	printf("%c%.*s\n", parsed ? '+' : '-', (int)shown.len, shown.ptr);
	const bool compacted = json_write_compact(&compact, text);
	printf("%c%.*s\n", compacted ? '+' : '-', (int)compact.len, compact.data ? compact.data : "");
	fflush(stdout);
	json_object_put(json);
	buffer_free(&compact);
	arena_destroy(arena);
}

static void measure(struct slice text, int rounds)
{
	struct timespec from, to;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
	for (int i = 0; i < rounds; i++) {
		struct arena *arena = arena_create();
		struct json_object *json;
		struct error error;
		if (!json_parse(arena, text, JSON_DEEPEST, &json, &error))
			abort();
		json_object_put(json);
		arena_destroy(arena);
	}
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
	const double elapsed = (double)(to.tv_sec - from.tv_sec) * 1e3 + (double)(to.tv_nsec - from.tv_nsec) / 1e6;
	printf("%.3f\n", elapsed / rounds);
}

int main(int count, char **arguments)
{
	struct slice text = read_text(stdin);
	if (count > 1) {
		measure(text, atoi(arguments[1]));
		free((char *)text.ptr);
		return 0;
	}
	for (; text.ptr; text = read_text(stdin)) {
		answer(text);
		free((char *)text.ptr);
	}
	return 0;
}
