/* Archives, as lectern import unpacks them: nothing may lie outside the hidden folder, and nothing may stay in it. A
 * first byte 0xff stands for a key, its second bit for --force; the rest is the archive. */
#include <assert.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "transfer/transfer.h"

static struct registry *registry;
static char folder[] = "/dev/shm/lectern-fuzz-XXXXXX"; /* what is unpacked is synced, which takes its time on a disk */
static FILE *mistakes;

static void remove_folder(void)
{
	char uploads[sizeof folder + 16];
	snprintf(uploads, sizeof uploads, "%s/uploads", folder);
	rmdir(uploads);
	rmdir(folder);
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
	struct findings findings;
	(void)count;
	(void)arguments;
	struct arena *arena = arena_create();
	findings_init(&findings, arena);
	registry = model_load(arena, "tests/data/project", NULL, &findings);
	mistakes = fopen("/dev/null", "w");
	if (!registry || !mistakes || !mkdtemp(folder))
		exit(1);
	atexit(remove_folder);
	return 0;
}

static size_t count_files(const char *path)
{
	size_t count = 0;
	DIR *directory = opendir(path);
	for (struct dirent *entry; directory && (entry = readdir(directory));)
		count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
	if (directory)
		closedir(directory);
	return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct transfer_unpack_options options = {
	    .registry = registry,
	    .public = folder,
	    .parts = {.content = true, .files = true, .settings = true},
	    .mistakes = mistakes,
	};
	struct transfer_unpacked *unpacked;
	struct error error;
	char uploads[sizeof folder + 16];
	if (size < 2)
		return 0;
	/* Making a key takes its time by design: few inputs have one. */
	options.key = data[0] == 0xff ? "key" : NULL;
	options.force = data[0] & 2;
	FILE *in = fmemopen((void *)(uintptr_t)(data + 1), size - 1, "r");
	assert(in);
	if (transfer_unpack(in, &options, &unpacked, &error))
		assert(transfer_unpacked_lines(unpacked));
	transfer_unpacked_free(unpacked);
	fclose(in);
	snprintf(uploads, sizeof uploads, "%s/uploads", folder);
	assert(count_files(uploads) == 0);
	assert(count_files(folder) <= 1);
	return 0;
}
