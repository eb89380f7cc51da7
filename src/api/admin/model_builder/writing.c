#include "writing.h"

#include <json-c/json.h>

bool builder_answer_error(struct admin_call *call, const struct error *error)
{
	struct buffer *body = &call->response->body;
	call->response->status = error->status == 500 ? 500 : error->status == 404 ? 404 : 400;
	body->len = 0;
	buffer_text(body, "{\"error\":");
	json_write_string(body, slice_of(error_text(error)));
	buffer_byte(body, '}');
	return true;
}

bool builder_begin(struct builder_call *builder, struct admin_call *call)
{
	*builder = (struct builder_call){.call = call, .body = call->body};
	if (!call->shared->development)
		return error_forbidden(call->error);
	if (!builder->body)
		builder->body = json_keep(call->http->arena, json_object_new_object());
	problems_begin(&builder->problems, call->http->arena);
	return true;
}

bool builder_change_models(struct builder_call *builder, builder_step *step, struct error *error)
{
	struct admin_call *call = builder->call;
	struct api_admin_development *development = call->shared->development;
	pthread_mutex_lock(&development->files);
	const bool done =
	    models_open(&builder->models, call->http->arena, call->shared->config, call->shared->registry, error) &&
	    step(builder, error) && apply_models(call->shared, &builder->models, &builder->more, error);
	pthread_mutex_unlock(&development->files);
	return done;
}
