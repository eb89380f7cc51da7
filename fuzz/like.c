/* LIKE as the SQLite driver has it beside SQLite's own. The first byte says whether there is an escape and how long the
 * pattern is; the text is what stands behind it. */
#include "store/sqlite/like.h"

#include <assert.h>
#include <sqlite3.h>
#include <stddef.h>
#include <stdlib.h>

static sqlite3_stmt *theirs[2];

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
	sqlite3 *database;
	(void)count;
	(void)arguments;
	if (sqlite3_open(":memory:", &database) != SQLITE_OK ||
	    sqlite3_prepare_v2(database, "SELECT ?1 LIKE ?2", -1, &theirs[0], NULL) != SQLITE_OK ||
	    sqlite3_prepare_v2(database, "SELECT ?1 LIKE ?2 ESCAPE '\\'", -1, &theirs[1], NULL) != SQLITE_OK)
		exit(1);
	return 0;
}

/* Behind a '%' SQLite takes U+0080 for its byte 0x80 alone. */
static int has_0080(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text == 0x80)
			return 1;
	return 0;
}

static char *terminated(const uint8_t *data, size_t size)
{
	char *text = calloc(size + 1, 1);
	for (size_t i = 0; text && i < size; i++)
		text[i] = (char)data[i];
	return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 1)
		return 0;
	size_t length = data[0] >> 1;
	int escapes = data[0] & 1;
	if (length > --size)
		length = size;
	char *pattern = terminated(data + 1, length), *text = terminated(data + 1 + length, size - length);
	if (pattern && text && !has_0080(pattern)) {
		struct like_pattern *compiled = like_compile(pattern, escapes ? '\\' : 0);
		assert(compiled);
		enum like_result ours = like_match(compiled, text, NULL, NULL);
		like_free(compiled);
		sqlite3_bind_text(theirs[escapes], 1, text, -1, SQLITE_STATIC);
		sqlite3_bind_text(theirs[escapes], 2, pattern, -1, SQLITE_STATIC);
		assert(sqlite3_step(theirs[escapes]) == SQLITE_ROW);
		assert(sqlite3_column_int(theirs[escapes], 0) == (ours == LIKE_YES));
		sqlite3_reset(theirs[escapes]);
	}
	free(pattern);
	free(text);
	return 0;
}
