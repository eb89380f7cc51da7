/* lectern's own table beside Strapi's: which tokens of a user have ended, and which of an admin, who has two rows:
 * under -2 · id the moment, under -2 · id - 1 when the token was issued that is still good. */
#include "cursor.h"
#include "store/sql/sql.h"

#define TABLE "lectern_ended_tokens"

bool store_tokens_ended_before(struct store_session *session, int64_t user_id, int64_t *seconds, struct error *error)
{
	struct sql sql;
	*seconds = 0;
	if (session->store->lacks.ended_tokens)
		return true;
	session_start_sql(session, &sql);
	sql_text(&sql, "SELECT COALESCE(MAX(t0.\"ended_before\"), 0) FROM \"" TABLE "\" AS t0 WHERE t0.\"user_id\" = ");
	sql_value(&sql, NULL, value_integer(user_id));
	bool done = session_read_number(session, &sql, NULL, seconds, error);
	buffer_free(&sql.text);
	return done;
}

/* Twice in a second ends what was issued in between, too: the moment always moves on. */
bool store_end_tokens(struct store_session *session, int64_t user_id, int64_t before, int64_t *seconds,
                      struct error *error)
{
	struct sql sql;
	/* It could not be made at the start; the next one makes it. */
	if (session->store->lacks.ended_tokens)
		return error_unavailable(error, "the database lacks the table " TABLE ": start lectern again");
	session_start_sql(session, &sql);
	sql_text(&sql, "INSERT INTO \"" TABLE "\" (\"user_id\", \"ended_before\") VALUES (");
	sql_value(&sql, NULL, value_integer(user_id));
	sql_text(&sql, ", ");
	sql_value(&sql, NULL, value_integer(before));
	sql_text(&sql, ") ON CONFLICT (\"user_id\") DO UPDATE SET \"ended_before\" = CASE WHEN \"" TABLE
	               "\".\"ended_before\" >= excluded.\"ended_before\" THEN \"" TABLE "\".\"ended_before\" + 1 "
	               "ELSE excluded.\"ended_before\" END RETURNING \"ended_before\"");
	bool done = session_read_number(session, &sql, NULL, seconds, error);
	buffer_free(&sql.text);
	return done;
}

bool store_admin_tokens(struct store_session *session, int64_t admin_id, struct store_admin_tokens *tokens,
                        struct error *error)
{
	return store_tokens_ended_before(session, -2 * admin_id, &tokens->ended_before, error) &&
	       store_tokens_ended_before(session, -2 * admin_id - 1, &tokens->spared, error);
}

bool store_end_admin_tokens(struct store_session *session, int64_t admin_id, int64_t before, int64_t spared,
                            struct error *error)
{
	struct sql sql;
	int64_t kept;
	if (!store_end_tokens(session, -2 * admin_id, before, &kept, error))
		return false;
	session_start_sql(session, &sql);
	sql_text(&sql, "INSERT INTO \"" TABLE "\" (\"user_id\", \"ended_before\") VALUES (");
	sql_value(&sql, NULL, value_integer(-2 * admin_id - 1));
	sql_text(&sql, ", ");
	sql_value(&sql, NULL, value_integer(spared));
	sql_text(&sql, ") ON CONFLICT (\"user_id\") DO UPDATE SET \"ended_before\" = excluded.\"ended_before\"");
	return session_execute(session, &sql, error);
}
