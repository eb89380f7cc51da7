#include "migrations.h"

static void add(struct findings *findings, enum finding_kind kind, const char *file, const char *message,
                const char *remedy)
{
	struct finding *finding = findings_add(findings, kind, file, NULL, "%s", message);
	if (finding)
		finding->remedy = remedy;
}

/* Those that the database has not seen. */
static size_t keep_pending(const char **names, size_t count, struct map *run)
{
	size_t kept = 0;
	for (size_t i = 0; i < count; i++)
		if (!map_get(run, slice_of(names[i])))
			names[kept++] = names[i];
	return kept;
}

void migrations_look(struct project *project, const char *directory, bool code, struct arena *arena)
{
	static const char start_strapi[] = "Start the project with Strapi once, on this database";
	const struct config *config = project->config;
	struct map run;
	struct error error;
	size_t count;
	const char **names = config->run_migrations ? host_migrations(arena, directory, &count) : NULL;
	if (!names)
		return;
	const bool known = !config->database_in_code && own_migrations_read(config, arena, &run, &error);
	if (known)
		count = keep_pending(names, count, &run);
	if (!count)
		return;
	if (known && !code)
		error_set(&error, 501, "NotImplementedError", "code is not run");
	project->migrates = known && code && project_start_code(project, &error);
	const char *message =
	    !known ? "a migration, and whether Strapi has run it can't be told: the database can't be read"
	    : project->migrates
		? "a migration that has not been run: it is, before the tables are changed"
		: arena_format(arena, "a migration that has not been run, and can't be here: %s", error_text(&error));
	for (size_t i = 0; i < count; i++)
		add(&project->findings, project->migrates ? FINDING_NOTE : FINDING_BLOCKS,
		    arena_format(arena, "database/migrations/%s", names[i]), message,
		    project->migrates ? NULL : start_strapi);
}

bool migrations_run(struct project *project, struct arena *arena, struct error *error)
{
	const char *name;
	while (project->migrates) {
		if (!host_migrate(project->host, project->config, arena, &name, error))
			return false;
		if (!name)
			return true;
		log_message(LOG_INFO, "Database: the migration %s was run", name);
	}
	return true;
}
