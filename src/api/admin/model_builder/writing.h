/* Inside the folder: one request that changes models. */
#ifndef LECTERN_API_ADMIN_MODEL_BUILDER_WRITING_H
#define LECTERN_API_ADMIN_MODEL_BUILDER_WRITING_H

#include "apply.h"
#include "problems.h"

struct builder_call {
	struct admin_call *call;
	struct model_edits models;
	struct problems problems;
	struct apply_more more;
	struct json_object *body; /* an object; empty where none was sent */
};

typedef bool builder_step(struct builder_call *builder, struct error *error);

/* False with 403 where models are not written. */
bool builder_begin(struct builder_call *builder, struct admin_call *call);

/* With the files held: opens the models, has `step` change them, and writes them. */
bool builder_change_models(struct builder_call *builder, builder_step *step, struct error *error);

/* {"error": "component.notFound"} */
bool builder_answer_error(struct admin_call *call, const struct error *error);

#endif
