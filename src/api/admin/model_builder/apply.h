/* Inside the folder: changed models are written and tried before they count. */
#ifndef LECTERN_API_ADMIN_MODEL_BUILDER_APPLY_H
#define LECTERN_API_ADMIN_MODEL_BUILDER_APPLY_H

#include "write.h"

/* What is done beside the models' files. */
struct apply_more {
	struct model_edit *made;    /* gets its code; or NULL */
	struct model_edit *deleted; /* loses it; or NULL */
};

/* Writes the models. The project's models are then read as they would be at the start; with a new mistake all is made
 * as it was, and *error says which. Otherwise the server is told to load the project again. The files must be held:
 * struct api_admin_development. */
bool apply_models(const struct api_admin *all, const struct model_edits *models, const struct apply_more *more,
                  struct error *error);

#endif
