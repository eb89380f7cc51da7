/* Changes to the entries of content-types: each request is one transaction. */
#include "change.h"
#include "attach.h"
#include "body.h"

#include <json-c/json.h>

/* Middlewares see the answer while the change can still be taken back. */
static bool is_behind_middlewares(const struct rest_call *call)
{
	return call->route.options && call->route.options->middlewares;
}

static struct content_change change_of(const struct rest_call *call)
{
	return (struct content_change){
	    .type = call->route.type,
	    .data = call->body,
	    .rights = access_query_rights(&call->request->caller),
	    .answer = call->root.query,
	    .passwords = call->passwords,
	    .answer_later = !is_behind_middlewares(call) && !call->attachments,
	};
}

static void write_whole(struct rest_call *call, const struct content_result *result)
{
	struct buffer *body = &call->response->body;
	buffer_text(body, "{\"data\":");
	content_write_entry(body, result, 0, CONTENT_WRAPPED);
	buffer_text(body, ",\"meta\":{}}");
}

/* Takes over the result. */
static bool write_entry(struct rest_call *call, struct content_result *result)
{
	if (content_is_partial(result)) {
		call->request->partial = result;
		return true;
	}
	write_whole(call, result);
	content_free(result);
	return true;
}

/* The notices of files that come along are sent before that of the entry: see attach. */
static struct content_call content_of(struct rest_call *call)
{
	struct content_call content = request_content(call->request);
	content.silent = call->attachments != NULL;
	content.yields = !call->attachments && !is_behind_middlewares(call);
	return content;
}

/* The answer of a change that files came with shows them, too. */
static bool attach(struct rest_call *call, const struct query *shown, enum content_notice notice,
                   struct content_result **result)
{
	struct content_call content = request_content(call->request);
	const int64_t id = content_result_id(*result, 0);
	if (!call->attachments)
		return true;
	content_free(*result);
	*result = NULL;
	if (!attach_store(call, &content, id) || !content_find_one(&content, shown, id, true, result, call->error))
		return false;
	const bool found = content_result_count(*result);
	if (found && content_notify(&content, notice, *result, call->error))
		return true;
	content_free(*result);
	return found ? false : error_not_found(call->error);
}

bool endpoint_create(struct rest_call *call)
{
	struct content_call content = content_of(call);
	struct content_change change = change_of(call);
	struct content_result *result;
	content.yields_early = content.yields;
	return content_create(&content, &change, &result, call->error) &&
	       attach(call, change.answer, NOTICE_ENTRY_CREATE, &result) && write_entry(call, result);
}

bool endpoint_update(struct rest_call *call)
{
	struct content_call content = content_of(call);
	struct content_change change = change_of(call);
	struct content_result *result;
	int64_t id;
	content.yields_early = content.yields;
	if (!call_entry_id(call, &id))
		return error_not_found(call->error);
	content.id_is_text = true;
	return content_update(&content, &change, id, &result, call->error) &&
	       attach(call, change.answer, NOTICE_ENTRY_UPDATE, &result) && write_entry(call, result);
}

bool endpoint_delete(struct rest_call *call)
{
	struct content_call content = content_of(call);
	struct content_result *result;
	int64_t id;
	content.yields_early = content.yields;
	if (!call_entry_id(call, &id))
		return error_not_found(call->error);
	content.id_is_text = true;
	return content_delete(&content, call->root.query, id, &result, call->error) && write_entry(call, result);
}

/* A single type's entry in the locale asked for, drafts too when they count; 0 when there is none. */
static bool find_single(struct rest_call *call, enum publication_state publication, int64_t *id)
{
	struct content_call content = request_content(call->request);
	struct query *query = query_create(content.arena, call->route.type);
	struct query_root root = call->root;
	query->filter = call->root.query->filter;
	query->publication = publication;
	query->limit = 1;
	/* The entry is read once more before another version of it is made: no hook hears of this read. */
	query->plain = call->route.endpoint == endpoint_localize;
	root.query = query;
	return content_find_id(&content, &root, id, call->error);
}

/* There may be a version in another language: a second one is made as a localization, not here. */
static bool check_absent(struct rest_call *call)
{
	struct content_call content = request_content(call->request);
	struct query_root all = {.query = query_create(content.arena, call->route.type), .locale = LOCALE_ALL};
	int64_t count;
	return content_count(&content, &all, &count, call->error) &&
	       (count == 0 || error_validation(call->error, "singleType.alreadyExists"));
}

static bool check_one_locale(struct rest_call *call)
{
	return content_check_one_locale(call->route.type, call->root.locale, call->error);
}

bool endpoint_save_single(struct rest_call *call)
{
	struct content_call content = content_of(call);
	struct content_change change = change_of(call);
	struct content_result *result;
	struct query_root shown;
	int64_t id;
	/* What tells which entry is meant says nothing of the answer: that is the entry, draft or not. */
	if (!check_one_locale(call) || !find_single(call, PUBLICATION_ANY, &id) ||
	    !call_parse_query(call, call->route.type, true, false, &shown))
		return false;
	change.answer = shown.query;
	bool done = id ? content_update(&content, &change, id, &result, call->error)
	               : check_absent(call) && content_create(&content, &change, &result, call->error);
	const enum content_notice notice = id ? NOTICE_ENTRY_UPDATE : NOTICE_ENTRY_CREATE;
	return done && attach(call, change.answer, notice, &result) && write_entry(call, result);
}

bool endpoint_delete_single(struct rest_call *call)
{
	struct content_call content = content_of(call);
	struct content_result *result;
	int64_t id;
	if (!check_one_locale(call) || !find_single(call, call->root.query->publication, &id))
		return false;
	if (!id)
		return error_not_found(call->error);
	/* Strapi shows all its fields and populates nothing, whatever was asked for. */
	const struct query *shown = query_create(content.arena, call->route.type);
	return content_delete(&content, shown, id, &result, call->error) && write_entry(call, result);
}

bool endpoint_localize(struct rest_call *call)
{
	struct content_call content = content_of(call);
	struct content_change change = change_of(call);
	struct content_result *result;
	int64_t id;
	if (call->route.type->single) {
		call->root.locale = LOCALE_ALL;
		if (!find_single(call, PUBLICATION_ANY, &id))
			return false;
	} else if (!call_entry_id(call, &id)) {
		id = 0;
	}
	if (!id)
		return error_entity_not_found(call->error);
	if (!content_localize(&content, &change, id, &result, call->error))
		return false;
	content_write_entry(&call->response->body, result, 0, CONTENT_FLAT);
	content_free(result);
	return true;
}

/* Of a form: `data` is a text of JSON. */
static bool read_form(struct rest_call *call)
{
	const struct media_field *data = media_form_field(call->form, "data");
	size_t count = 0;
	struct error ignored;
	for (const struct media_field *field = media_form_fields(call->form); field; field = field->next)
		count += slice_is(field->name, "data");
	if (!data || !data->value.len)
		return error_set(
		    call->error, 400, "BadRequestError",
		    "When using multipart/form-data you need to provide your data in a JSON 'data' field.");
	if (count > 1 || !json_parse(call->http->arena, data->value, JSON_DEEPEST, &call->body, &ignored))
		return error_set(call->error, 400, "BadRequestError",
		                 "Invalid 'data' field. 'data' should be a valid JSON.");
	if (!json_object_is_type(call->body, json_type_object) && !json_object_is_type(call->body, json_type_array))
		return error_validation(call->error, "Missing \"data\" payload in the request body");
	return call->route.endpoint == endpoint_localize || attach_prepare(call);
}

/* The fields stand in `data`, but for localizations, which take them as the body. */
static bool read_fields(struct rest_call *call)
{
	struct json_object *json, *data = NULL;
	if (call->http->method == HTTP_DELETE)
		return true;
	if (call->form)
		return read_form(call);
	if (!body_read(call, &json))
		return false;
	if (call->route.endpoint == endpoint_localize) {
		call->body = json ? json : json_object_new_object();
		return json_object_is_type(call->body, json_type_object) ||
		       error_validation(call->error, "The body is not valid. Expected an object of fields");
	}
	if (json_object_is_type(json, json_type_object) && json_find(json, "data", &data))
		call->body = json_object_get(data);
	json_object_put(json);
	return json_object_is_type(call->body, json_type_object) || json_object_is_type(call->body, json_type_array) ||
	       error_validation(call->error, "Missing \"data\" payload in the request body");
}

static bool run_endpoint(void *context, struct error *error)
{
	struct rest_call *call = context;
	call->error = error;
	return rest_next(call);
}

static void complete_answer(void *context, const struct error *error)
{
	struct rest_call *call = context;
	if (error)
		http_respond_error(call->response, error);
	else
		write_whole(call, call->request->partial);
	content_free(call->request->partial);
}

static void finish_change(void *context, bool stored, const struct error *error)
{
	struct rest_call *call = context;
	if (error)
		http_respond_error(call->response, error);
	if (!stored)
		content_free(call->request->partial);
	attach_finish(call, stored);
	json_object_put(call->body);
	request_resume(call->request);
}

static const struct request_change change = {.run = run_endpoint, .complete = complete_answer, .finish = finish_change};

/* Passwords are hashed before the change gets its turn: all others would wait meanwhile. */
static bool hash_passwords(void *context)
{
	struct rest_call *call = context;
	call->passwords =
	    content_hash_passwords(call->rest->content, call->http->arena, call->route.type, call->body, true);
	request_change(call->request, &change);
	return false;
}

bool change_start(struct rest_call *call)
{
	struct error error;
	bool read = call->route.custom ||
	            (call_parse_query(call, call->route.type, !call->route.type->single, false, &call->root) &&
	             read_fields(call));
	if (!read) {
		attach_finish(call, false);
		json_object_put(call->body);
		return false;
	}
	request_expect_hooks(call->request, call->route.type);
	if (!content_has_passwords(call->rest->content, call->route.type, call->body, true))
		request_change(call->request, &change);
	else if (!request_wait(call->request, REQUEST_HASHES, hash_passwords, &error))
		finish_change(call, false, &error);
	return true;
}
