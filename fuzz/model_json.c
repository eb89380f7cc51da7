/* A model file: what a project's author may get wrong must come back as mistakes. */
#include "model/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_create();
	struct findings findings;

	findings_init(&findings, arena);
	(void)model_check_text(arena, "src/api/thing/content-types/thing/schema.json",
	                       (struct slice){(const char *)data, size}, &findings);
	arena_destroy(arena);
	return 0;
}
