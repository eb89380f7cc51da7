#include "migrations.h"

static void add(struct findings *findings, const char *file, const char *message)
{
	struct finding *finding = findings_add(findings, FINDING_BLOCKS, file, NULL, "%s", message);
	if (finding)
		finding->remedy = "Start the project with Strapi once, on this database";
}

void migrations_look(const struct config *config, const char *directory, struct arena *arena, struct findings *findings)
{
	struct map run;
	struct error error;
	size_t count;
	const char **names = config->run_migrations ? host_migrations(arena, directory, &count) : NULL;
	if (!names)
		return;
	bool known = !config->database_in_code && stored_migrations_read(config, arena, &run, &error);
	const char *message =
	    known ? "a migration that has not been run: Strapi runs it when it starts, lectern never does"
		  : "a migration, and whether Strapi has run it can't be told: the database can't be read";
	for (size_t i = 0; i < count; i++)
		if (!known || !map_get(&run, slice_of(names[i])))
			add(findings, arena_format(arena, "database/migrations/%s", names[i]), message);
}
