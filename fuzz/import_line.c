/* Lines of an import, as lectern import checks each: its form first, then what it says beside the lines before. */
#include <stdio.h>
#include <stdlib.h>

#include "transfer/check.h"

static struct arena *tables_arena;
static struct transfer_tables *tables;
static struct transfer_reader readers[2];
static const struct transfer_import_options options;

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
	struct findings findings;

	(void)count;
	(void)arguments;
	tables_arena = arena_create();
	findings_init(&findings, tables_arena);
	struct registry *registry = model_load(tables_arena, "tests/data/project", NULL, &findings);
	if (!registry) {
		fprintf(stderr, "tests/data/project has mistakes: %s\n", findings.first ? findings.first->message : "");
		exit(1);
	}
	tables = transfer_describe(tables_arena, registry);
	transfer_reader_open(&readers[0], tables, false);
	transfer_reader_open(&readers[1], tables, true);
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_create();
	struct transfer_check *check = transfer_check_create(arena, tables, &options);
	struct slice rest = {(const char *)data, size}, text;
	struct transfer_line line;
	struct error error;

	while (size && slice_split(&rest, '\n', &text)) {
		(void)transfer_read_line(&readers[0], text, arena, &line, &error);
		if (transfer_read_line(&readers[1], text, arena, &line, &error) && line.table &&
		    transfer_check_line(check, &line, &error))
			(void)transfer_resolve_line(check, &line, &error);
	}
	transfer_check_destroy(check);
	arena_destroy(arena);
	return 0;
}
