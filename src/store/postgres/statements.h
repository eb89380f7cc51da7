/* Inside the room `store`: statements that are prepared on a connection in pipeline mode, and found again by their
 * text. */
#ifndef LECTERN_STORE_POSTGRES_STATEMENTS_H
#define LECTERN_STORE_POSTGRES_STATEMENTS_H

#include "base/base.h"

#include "libpq/libpq.h"

/* A longer text is not prepared: the server keeps a plan for each statement, and a request may ask for a thousand
 * sub-selects in one. */
enum { POSTGRES_STATEMENTS = 256, POSTGRES_LONGEST_PREPARED = 16 << 10 /* bytes */ };

/* How the values of a statement's rows come: as text, until the types of its columns are known. */
enum postgres_format { POSTGRES_FORMAT_UNKNOWN, POSTGRES_FORMAT_TEXT, POSTGRES_FORMAT_BINARY };

/* A statement in one of the slots of its text's hash. */
struct postgres_statement {
	char *text; /* terminated; NULL while the slot is empty */
	size_t length;
	uint64_t hash;
	uint64_t number; /* its name on the server is this number; 0: not prepared yet */
	uint64_t used;   /* greater than of those used before it */
	enum postgres_format format;
};

/* All zero to begin with. */
struct postgres_statements {
	struct postgres_statement *slots; /* POSTGRES_STATEMENTS of them, or NULL */
	uint64_t last_number, uses;
	bool renamed;       /* a pooler gives them other names on its servers, so that DEALLOCATE does not find them */
	uint64_t lingering; /* that the pooler keeps, though their slots have other texts now */
};

/* What was sent before a statement, and is answered before it. */
struct postgres_prelude {
	bool deallocate;
	struct postgres_statement *prepare; /* not prepared, after all, unless that is answered */
	bool reused;                        /* it was prepared earlier */
};

/* A statement with rows. The sender owns it, until it is answered or dropped. All zero to begin with. */
struct postgres_query {
	PGresult *rows;    /* NULL until it is answered; to be cleared by PQclear */
	bool reads_binary; /* set by the sender: the values may be binary where the format of the statement says so */
	struct postgres_statement *statement; /* set where it was prepared */
	uint64_t number;                      /* of the statement: another has its slot when that is another */
};

/* Sends a statement; `statements` NULL, or a text that is too long: without preparing it. `query`: NULL where the rows
 * are dropped. False when the connection is lost. */
bool postgres_statements_send(struct postgres_statements *statements, PGconn *pg, struct slice text, int value_count,
                              const char *const *values, struct postgres_prelude *prelude,
                              struct postgres_query *query);

/* Says how values of the statement are to come from now on. */
void postgres_statements_set_format(const struct postgres_query *query, enum postgres_format format);

/* It was prepared, and stays so whatever becomes of the statement's first run. */
void postgres_prelude_prepared(struct postgres_prelude *prelude);

/* Forgets what was to be prepared and was not: the server skipped it. */
void postgres_prelude_forget(const struct postgres_prelude *prelude);

/* Whether the pooler keeps so many for this connection that a new one is better. */
bool postgres_statements_are_many(const struct postgres_statements *statements);

/* Forgets all: the connection is another. */
void postgres_statements_free(struct postgres_statements *statements);

#endif
