/* What a model file describes, told by where it lies in the project. */
#ifndef LECTERN_MODEL_ORIGIN_H
#define LECTERN_MODEL_ORIGIN_H

#include "draft.h"

/* Each fills *origin for a file of the project; names of folders are taken as Strapi takes them. Everything
 * lives in `arena`. */
void origin_of_api(struct arena *arena, const char *api, const char *name, struct origin *origin);
void origin_of_component(struct arena *arena, const char *category, const char *file_name, struct origin *origin);
void origin_of_builtin(struct arena *arena, const char *plugin, const char *name, struct origin *origin);

/* Strapi reads components and extensions by their paths in lower case. */
const char *origin_in_lower_case(struct arena *arena, const char *name);

/* For a type that code describes, by its uid. */
bool origin_of_uid(struct arena *arena, const char *uid, struct origin *origin);

/* For a file by its path in the project, as "src/components/shared/seo.json". False when models do not lie there. */
bool origin_of_path(struct arena *arena, const char *path, struct origin *origin);

#endif
