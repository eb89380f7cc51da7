/* For tests of rooms that see `model`: the project in tests/data, read once for a group of tests. Include it behind
 * cmocka's headers. */
#ifndef LECTERN_MODEL_TEST_PROJECT_H
#define LECTERN_MODEL_TEST_PROJECT_H

#include "model.h"

static struct arena *arena;
static struct registry *registry;

static int load_project(void **state)
{
	struct findings findings;
	(void)state;
	arena = arena_create();
	findings_init(&findings, arena);
	registry = model_load(arena, "tests/data/project", NULL, &findings);
	return registry ? 0 : -1;
}

static int unload_project(void **state)
{
	(void)state;
	arena_destroy(arena);
	return 0;
}

#endif
