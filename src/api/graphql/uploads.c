#include "uploads.h"
#include "arguments.h"

#include "response.h"

#include <json-c/json.h>

/* The files of one root field. */
struct uploads {
	struct media *media;
	struct media_upload work;
	bool begun;
	struct media_file **files;
	size_t count;
	struct media_target link;
	bool linked;
	bool refused;
	struct error error; /* why */
};

static const struct graphql_selected *selected_field(const struct api_graphql_operation *operation, size_t field)
{
	return &graphql_root_fields(operation->execution)->items[field];
}

bool api_graphql_uploads_is_upload(const struct api_graphql_operation *operation, size_t field)
{
	const struct graphql_field *called = selected_field(operation, field)->field;
	return called && (called->resolve == api_graphql_resolve_upload ||
	                  called->resolve == api_graphql_resolve_multiple_upload);
}

/* ---- before the change ---- */

static const struct graphql_value *argument(const struct graphql_selected *selected, const char *name)
{
	return api_graphql_arguments_get(selected->field, selected->arguments, name);
}

static struct slice text_argument(const struct graphql_selected *selected, const char *name)
{
	const struct graphql_value *value = argument(selected, name);
	return value && value->kind == GRAPHQL_VALUE_STRING ? value->text : (struct slice){0};
}

static bool missing(struct error *error)
{
	error_set(error, 400, API_GRAPHQL_ERROR_AS_IT_IS, "File missing in the request.");
	error->details = "{\"error\":{\"name\":\"BadRequestError\",\"message\":\"File missing in the request.\"},"
			 "\"code\":\"STRAPI_BAD_REQUEST_ERROR\"}";
	return false;
}

static bool read_link(struct uploads *uploads, const struct graphql_selected *selected, const struct registry *registry)
{
	struct slice ref = text_argument(selected, "ref");
	struct slice id = text_argument(selected, "refId"), field = text_argument(selected, "field");
	if (ref.len && id.len && field.len && !model_type(registry, ref))
		return error_set(&uploads->error, 400, "Error", "Metadata for \"%.*s\" not found",
		                 slice_shown_length(ref, 100), ref.ptr);
	return media_read_target(uploads->media, ref, id, field, &uploads->link, &uploads->linked, &uploads->error);
}

/* The argument `info`: it may be left out, but not null. */
static bool read_info(struct uploads *uploads, struct arena *arena, const struct graphql_selected *selected,
                      struct media_info **info)
{
	const struct graphql_value *value = argument(selected, "info");
	struct json_object *json = value ? graphql_value_to_json(value) : NULL;
	if (value && value->kind == GRAPHQL_VALUE_NULL)
		return error_set(&uploads->error, 400, "Error", "The info of an upload must be an object, not null");
	bool done = media_read_info(arena, json, false, 1, info, &uploads->error);
	json_object_put(json);
	return done;
}

static bool begin(struct uploads *uploads, struct request *request)
{
	struct media_settings settings;
	if (!request_go_on(request, false, &uploads->error))
		return false;
	bool done = media_read_settings(request->session, &settings, &uploads->error);
	request_pause(request);
	if (!done)
		return false;
	media_upload_begin(&uploads->work, uploads->media, request->arena, &settings);
	uploads->work.streamed = uploads->begun = true;
	return true;
}

static bool prepare_file(struct uploads *uploads, const struct graphql_value *value, const struct media_form *form,
                         const struct media_info *info)
{
	const struct media_incoming *file = media_form_files(form);
	if (value->kind != GRAPHQL_VALUE_STRING)
		return missing(&uploads->error);
	while (file && !slice_equals(file->field, value->text))
		file = file->next;
	return file
	           ? media_prepare(&uploads->work, file, info, NULL, &uploads->files[uploads->count++], &uploads->error)
	           : missing(&uploads->error);
}

static bool prepare(struct uploads *uploads, const struct api_graphql_operation *operation,
                    const struct graphql_selected *selected, const struct media_form *form)
{
	struct request *request = operation->context.request;
	const struct graphql_value *files = argument(selected, "file");
	struct media_info *info;
	size_t count = 1;
	if (!files) {
		const struct graphql_value *list = argument(selected, "files");
		files = list->items;
		count = list->count;
	}
	uploads->files = arena_array(request->arena, count, sizeof(void *));
	if (!read_link(uploads, selected, operation->context.schema->registry) ||
	    !read_info(uploads, request->arena, selected, &info) || !begin(uploads, request))
		return false;
	for (size_t i = 0; i < count; i++)
		if (!prepare_file(uploads, &files[i], form, info))
			return false;
	return media_place(&uploads->work, NULL, &uploads->error);
}

void api_graphql_uploads_prepare(struct api_graphql_operation *operation, size_t field, struct media *media,
                                 const struct media_form *form)
{
	const struct graphql_selected *selected = selected_field(operation, field);
	if (!api_graphql_uploads_is_upload(operation, field) || selected->refusal)
		return;
	struct uploads *uploads = arena_alloc(operation->context.arena, sizeof *uploads);
	uploads->media = media;
	operation->context.uploads = uploads;
	uploads->refused = !prepare(uploads, operation, selected, form);
}

void api_graphql_uploads_end(struct api_graphql_context *context, bool stored)
{
	struct uploads *uploads = context->uploads;
	context->uploads = NULL;
	if (!uploads || !uploads->begun)
		return;
	if (stored && !uploads->refused)
		media_settle(&uploads->work);
	else
		media_undo(&uploads->work);
}

/* ---- in the change ---- */

static bool insert(struct graphql_call *call, struct media_file *file, const struct query *answer,
                   struct graphql_result *result)
{
	struct api_graphql_context *context = context_of(call);
	struct uploads *uploads = context->uploads;
	const struct content_call content = request_content(context->request);
	struct content_result *made, *read;
	if (!media_insert(&content, uploads->media, file, uploads->linked ? &uploads->link : NULL, &made, call->error))
		return false;
	const int64_t id = content_result_id(made, 0);
	content_free(made);
	if (!content_find_one(&content, answer, id, false, &read, call->error))
		return false;
	api_graphql_keep_result(context, read);
	api_graphql_response_of_result(context, read, false, result, NULL);
	return true;
}

static bool give_response(struct graphql_call *call, const void *object, size_t index, struct graphql_result *result)
{
	const struct graphql_result *results = object;
	(void)call;
	*result = results[index];
	return true;
}

/* Makes the entries of all files of the field; *results: their responses. */
static bool insert_all(struct graphql_call *call, struct graphql_result **results)
{
	struct uploads *uploads = context_of(call)->uploads;
	struct query *answer;
	if (uploads->refused) {
		*call->error = uploads->error;
		return refuse_field(call);
	}
	if (!api_graphql_plan_selection(context_of(call), call->selected, call->field->context, PUBLICATION_ANY,
	                                &answer, NULL, call->error))
		return refuse_field(call);
	*results = arena_array(call->arena, uploads->count, sizeof **results);
	for (size_t i = 0; i < uploads->count; i++)
		if (!insert(call, uploads->files[i], answer, &(*results)[i]))
			return refuse_field(call);
	return true;
}

bool api_graphql_resolve_upload(struct graphql_call *call, struct graphql_result *result)
{
	struct graphql_result *results;
	/* No JSON has a value for `file`. */
	if (!context_of(call)->uploads) {
		missing(call->error);
		return refuse_field(call);
	}
	if (!insert_all(call, &results))
		return false;
	*result = results[0];
	return true;
}

bool api_graphql_resolve_multiple_upload(struct graphql_call *call, struct graphql_result *result)
{
	const struct graphql_value *files = graphql_argument(call, "files");
	struct graphql_result *results = NULL;
	/* Without a form the list is empty, or its items are null. */
	if (!context_of(call)->uploads && files && files->count) {
		missing(call->error);
		return refuse_field(call);
	}
	if (context_of(call)->uploads && !insert_all(call, &results))
		return false;
	result->kind = GRAPHQL_RESULT_LIST;
	result->count = results ? context_of(call)->uploads->count : 0;
	result->object = results;
	result->item = give_response;
	return true;
}
