/* Part of the door of the room `store`: making a project's tables, and adding what its models have gained.
 *
 * Nothing is ever dropped unless `prune` asks for it. One transaction: all of it or nothing. Servers and commands that
 * do it at the same time on one database wait for each other. */
#ifndef LECTERN_STORE_MIGRATE_H
#define LECTERN_STORE_MIGRATE_H

#include "config/config.h"
#include "model/model.h"

#include <stdio.h>

/* What a database gets, beside what Strapi puts there, when it is made. */
struct migrate_seed {
	const char *const *public_actions; /* what the public role may do: "api::article.article.find" */
	size_t public_action_count;
	const char *token_name; /* a full-access API token; NULL: none */
	const char *token_hash; /* as access_hash_token gives it */
};

/* Which of lectern's own tables are not there. */
struct migrate_lacks {
	bool ended_tokens, deliveries;
};

struct migrate_options {
	bool dry_run; /* only write the SQL */
	bool convert; /* change columns whose attributes have another type now; else that is only told */
	bool lossy;   /* even where values are lost */
	bool prune;   /* drop tables and columns that models had and have no more */
	FILE *out;    /* gets a line a change before any is made, or the SQL; NULL: the log gets what was made */
	const struct migrate_seed *seed; /* or NULL */
	/* Set when the database can't be written and lacks nothing but lectern's own tables: that is no failure then.
	 * NULL: it is. */
	struct migrate_lacks *lacks;
};

/* Brings the database that `config` names to what `registry` needs. An SQLite file that does not exist is made, with
 * its folder. Fails when the database can't be reached or refuses a change; it then is as it was. */
bool store_migrate(const struct config *config, const struct registry *registry, const struct migrate_options *options,
                   struct error *error);

#endif
