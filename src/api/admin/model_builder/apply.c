#include "apply.h"

#include <sys/eventfd.h>

static void load(const struct api_admin *all, struct arena *arena, struct findings *findings)
{
	const struct config *config = all->config;
	const struct model_options options = {
	    .custom_fields = config->custom_fields,
	    .custom_field_count = config->custom_field_count,
	    .no_languages = config->no_languages,
	};
	findings_init(findings, arena);
	model_load(arena, config->directory, &options, findings);
}

static const struct finding *last_mistake(const struct findings *findings)
{
	const struct finding *last = NULL;
	for (const struct finding *finding = findings->first; finding; finding = finding->next)
		if (finding->kind == FINDING_MISTAKE)
			last = finding;
	return last;
}

/* Where code describes models of its own, files alone have mistakes before. */
static bool is_right(const struct api_admin *all, struct arena *arena, size_t mistakes_before, struct error *error)
{
	struct findings findings;
	load(all, arena, &findings);
	const struct finding *mistake = last_mistake(&findings);
	return !mistake || findings_of_kind(&findings, FINDING_MISTAKE) <= mistakes_before ||
	       error_set(error, 400, "ApplicationError", "%s: %s%s%s", mistake->file,
	                 mistake->path ? mistake->path : "", mistake->path ? ": " : "", mistake->message);
}

static bool write_all(struct file_changes *changes, const struct model_edits *models, const struct apply_more *more,
                      struct error *error)
{
	return write_models(changes, models, error) &&
	       (!more->made || write_code_of_type(changes, more->made, error)) &&
	       (!more->deleted || remove_code_of_type(changes, more->deleted, error));
}

bool apply_models(const struct api_admin *all, const struct model_edits *models, const struct apply_more *more,
                  struct error *error)
{
	struct file_changes changes = {.arena = models->arena, .directory = models->directory};
	struct arena *arena = arena_create();
	struct findings before;
	load(all, arena, &before);
	const size_t mistakes = findings_of_kind(&before, FINDING_MISTAKE);
	const bool done = write_all(&changes, models, more, error) && is_right(all, arena, mistakes, error);
	arena_destroy(arena);
	if (!done) {
		files_undo(&changes);
		return false;
	}
	atomic_fetch_add(&all->development->written, 1);
	atomic_store(&all->development->restart_is_owed, true);
	eventfd_write(all->development->wake, 1);
	return true;
}
