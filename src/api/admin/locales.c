/* The languages of the project. */
#include "admin.h"

static const char *const shown[] = {"name", "code", "createdAt", "updatedAt"};

bool admin_locales(struct admin_call *call)
{
	const struct content_call content = admin_call_content(call);
	struct buffer *body = &call->response->body;
	struct query *query = query_create(content.arena, call->shared->registry->i18n_locale);
	const struct query_root root = {.query = query, .locale = LOCALE_ALL};
	struct content_result *result;
	struct slice standard;
	int64_t total;
	query->fields = arena_array(content.arena, COUNT_OF(shown), sizeof *query->fields);
	for (size_t i = 0; i < COUNT_OF(shown); i++)
		query->fields[query->field_count++] = model_attribute(query->type, slice_of(shown[i]));
	query->selective = true;
	if (!content_default_locale(&content, &standard, call->error) ||
	    !content_find(&content, &root, false, &result, &total, call->error))
		return false;
	struct buffer code = {0};
	json_write_string(&code, standard);
	buffer_byte(body, '[');
	for (size_t i = 0; i < content_result_count(result); i++) {
		const struct slice own = content_entry_field(content_result_entry(result, i), 1);
		if (i)
			buffer_byte(body, ',');
		content_begin_entry(body, result, i);
		buffer_format(body, ",\"isDefault\":%s}", slice_equals(own, buffer_as_slice(&code)) ? "true" : "false");
	}
	buffer_byte(body, ']');
	buffer_free(&code);
	content_free(result);
	return true;
}
