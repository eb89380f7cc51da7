#include "session.h"

/* ---- sets of tables ---- */

/* The same in every process, so that a set can be looked at in tests: FNV-1a, folded. */
uint16_t store_table_number(struct slice name)
{
	uint32_t hash = 2166136261u;
	for (size_t i = 0; i < name.len; i++)
		hash = (hash ^ (unsigned char)name.ptr[i]) * 16777619u;
	return (uint16_t)((hash ^ hash >> 16) % STORE_TABLE_NUMBERS);
}

void store_tables_add(struct store_tables *tables, struct slice name)
{
	const uint16_t number = store_table_number(name);
	tables->bits[number / 64] |= UINT64_C(1) << number % 64;
}

size_t store_tables_list(const struct store_tables *tables, uint16_t *numbers, size_t most)
{
	size_t count = 0;
	for (size_t i = 0; i < COUNT_OF(tables->bits); i++)
		for (uint64_t bits = tables->bits[i]; bits; bits &= bits - 1, count++)
			if (count < most)
				numbers[count] = (uint16_t)(i * 64 + (size_t)__builtin_ctzll(bits));
	return count;
}

/* ---- sessions ---- */

void store_note_tables(struct store_session *session, struct store_tables *tables)
{
	session->tables = tables;
}

bool store_has_changed(const struct store_session *session, const char *table)
{
	const uint16_t number = store_table_number(slice_of(table));
	const struct store_tables *tables = session->tables;
	return !tables || tables->all || (tables->bits[number / 64] >> number % 64 & 1);
}

void store_note_unsteady(struct store_session *session)
{
	if (session->tables)
		session->tables->all = true;
}

uint64_t store_moment(const struct store_session *session)
{
	return session->moment;
}

bool store_knows_changes(struct store_session *session)
{
	const struct driver *driver = session->store->driver;
	return !session->writes && driver->knows_changes && driver->knows_changes(session->connection);
}

bool store_is_unchanged(const struct store_session *session, const uint16_t *numbers, size_t count, uint64_t moment)
{
	return changes_none_since(&session->store->changes, numbers, count, moment);
}
