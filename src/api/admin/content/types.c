/* The types and components, as the panel asks for them at its start. */
#include "content.h"
#include "schemas.h"

#include "api/admin/call.h"

bool admin_content_init(struct admin_call *call)
{
	buffer_slice(&call->response->body, call->shared->schemas->init_text);
	return true;
}

static void write_schemas(struct buffer *body, const struct admin_schema *items, size_t count, struct slice kind)
{
	bool first = true;
	buffer_text(body, "{\"data\":[");
	for (size_t i = 0; i < count; i++) {
		if (kind.len && !slice_equals(json_string(json_member(items[i].json, "kind")), kind))
			continue;
		buffer_text(body, first ? "" : ",");
		json_write_value(body, items[i].json);
		first = false;
	}
	buffer_text(body, "]}");
}

/* Strapi answers this one error in a shape of its own. */
static bool refuse_kind(struct admin_call *call)
{
	static const char message[] = "this must be one of the following values: singleType, collectionType";
	struct buffer *body = &call->response->body;
	call->response->status = 400;
	buffer_format(body,
	              "{\"error\":{\"name\":\"ValidationError\",\"details\":{\"errors\":[{\"path\":[],"
	              "\"message\":\"%s\",\"name\":\"ValidationError\"}]},\"message\":\"%s\"}}",
	              message, message);
	return true;
}

bool admin_content_types(struct admin_call *call)
{
	const struct admin_schemas *schemas = call->shared->schemas;
	struct param *params, *kind;
	if (!params_parse(call->http->arena, call->http->query, &params, call->error))
		return false;
	kind = param_get(params, "kind");
	const struct slice text = kind && kind->kind == PARAM_TEXT ? kind->text : SLICE("");
	if (kind && !slice_is(text, "singleType") && !slice_is(text, "collectionType"))
		return refuse_kind(call);
	write_schemas(&call->response->body, schemas->types, schemas->type_count, text);
	return true;
}

bool admin_components(struct admin_call *call)
{
	const struct admin_schemas *schemas = call->shared->schemas;
	write_schemas(&call->response->body, schemas->components, schemas->component_count, SLICE(""));
	return true;
}
