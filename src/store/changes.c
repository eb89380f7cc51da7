#include "changes.h"

#include <stdatomic.h>

/* ---- what statements name ---- */

/* The place behind the quote that ends what begins at `at`, or the end of the text. Doubled quotes make two of it,
 * which does no harm. */
static size_t end_of(struct slice text, size_t at, char quote)
{
	const char *end = memchr(text.ptr + at, quote, text.len - at);
	return end ? (size_t)(end - text.ptr) : text.len;
}

void changes_note(struct store_tables *tables, struct slice statement)
{
	for (size_t i = 0; i < statement.len; i++) {
		const char byte = statement.ptr[i];
		if (byte != '"' && byte != '\'')
			continue;
		const size_t end = end_of(statement, i + 1, byte);
		if (byte == '"' && (i == 0 || statement.ptr[i - 1] != '.'))
			store_tables_add(tables, (struct slice){statement.ptr + i + 1, end - i - 1});
		i = end;
	}
}

bool changes_is_read(struct slice statement)
{
	return slice_starts_with(statement, SLICE("SELECT "));
}

/* ---- moments ---- */

void changes_init(struct changes *changes)
{
	pthread_mutex_init(&changes->publishing, NULL);
	atomic_store(&changes->moment, 1);
}

void changes_free(struct changes *changes)
{
	pthread_mutex_destroy(&changes->publishing);
}

/* With the lock `publishing` held. */
static void set(_Atomic uint64_t *of, uint64_t moment)
{
	if (atomic_load(of) != CHANGES_SILENT)
		atomic_store(of, moment);
}

void changes_publish(struct changes *changes, const struct store_tables *tables)
{
	pthread_mutex_lock(&changes->publishing);
	const uint64_t moment = atomic_load(&changes->moment) + 1;
	if (!tables || tables->all)
		atomic_store(&changes->all, moment);
	for (size_t i = 0; tables && i < COUNT_OF(tables->bits); i++)
		for (uint64_t bits = tables->bits[i]; bits; bits &= bits - 1)
			set(&changes->of[i * 64 + (size_t)__builtin_ctzll(bits)], moment);
	/* Last: who reads this moment sees the tables' too. */
	atomic_store(&changes->moment, moment);
	pthread_mutex_unlock(&changes->publishing);
}

void changes_set_silent(struct changes *changes, const struct store_tables *tables)
{
	pthread_mutex_lock(&changes->publishing);
	const uint64_t moment = atomic_load(&changes->moment) + 1;
	for (size_t i = 0; i < STORE_TABLE_NUMBERS; i++) {
		const bool was = atomic_load(&changes->of[i]) == CHANGES_SILENT;
		if (tables->bits[i / 64] >> i % 64 & 1)
			atomic_store(&changes->of[i], CHANGES_SILENT);
		else if (was)
			atomic_store(&changes->of[i], moment);
	}
	atomic_store(&changes->moment, moment);
	pthread_mutex_unlock(&changes->publishing);
}

uint64_t changes_moment(const struct changes *changes)
{
	return atomic_load(&changes->moment);
}

uint64_t changes_last_of(const struct changes *changes, const uint16_t *numbers, size_t count)
{
	uint64_t last = atomic_load(&changes->all);
	for (size_t i = 0; i < count; i++) {
		const uint64_t moment = atomic_load(&changes->of[numbers[i]]);
		if (moment > last && moment != CHANGES_SILENT)
			last = moment;
	}
	return last;
}

bool changes_none_since(const struct changes *changes, const uint16_t *numbers, size_t count, uint64_t moment)
{
	if (atomic_load(&changes->all) > moment)
		return false;
	for (size_t i = 0; i < count; i++)
		if (atomic_load(&changes->of[numbers[i]]) > moment)
			return false;
	return true;
}
