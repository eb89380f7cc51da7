/* Inside the folder: models and what belongs to them as files of the project, all of them or none. */
#ifndef LECTERN_API_ADMIN_MODEL_BUILDER_WRITE_H
#define LECTERN_API_ADMIN_MODEL_BUILDER_WRITE_H

#include "models.h"

/* Files that are written or taken away. Paths are those from the project's folder. */
struct file_changes {
	struct arena *arena;
	const char *directory;
	struct file_change *items;
	size_t count, capacity;
};

/* Puts the text into the file, whose folders are made; takes the file away, and folders that are empty then. False with
 * 500, and the reason in the log, when that can't be. */
bool file_write(struct file_changes *changes, const char *file, struct slice text, struct error *error);
bool file_remove(struct file_changes *changes, const char *file, struct error *error);

/* Makes all as it was, the last change first. What can't be is logged. */
void files_undo(struct file_changes *changes);

/* Writes what was changed of the models. */
bool write_models(struct file_changes *changes, const struct model_edits *models, struct error *error);

/* The controller, router and service of a new type, as far as they are not there; in TypeScript where the project is.
 */
bool write_code_of_type(struct file_changes *changes, const struct model_edit *type, struct error *error);

/* Takes away what belongs to a type alone: in its folder of src/api the files that have its name, and its schema. */
bool remove_code_of_type(struct file_changes *changes, const struct model_edit *type, struct error *error);

#endif
