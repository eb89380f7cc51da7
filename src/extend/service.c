/* The content service for extensions. */
#include "params_value.h"
#include "values.h"

enum { DEEPEST_POPULATE = 20 };

static bool may_find_all(const void *context, const struct content_type *type)
{
	(void)context;
	(void)type;
	return true;
}

static struct query_rights rights_of(const lectern_call *call, unsigned flags)
{
	const struct caller *caller = extension_call_caller(call);
	if (!(flags & LECTERN_AS_CALLER) || !caller)
		return (struct query_rights){may_find_all, NULL};
	return access_query_rights(caller);
}

/* The content-type, and the way to its entries. */
static bool open_content(const lectern_call *call, const char *uid, const struct content_type **type,
                         struct content_call *content)
{
	*type = NULL;
	if (!extension_call_content(call, content))
		return error_internal(call->error,
		                      "an extension asked for entries where there are none: in a scalar, or around "
		                      "a field of accounts");
	*type = uid ? model_type(call->extensions->registry, slice_of(uid)) : NULL;
	if (*type && !(*type)->component)
		return true;
	return error_internal(call->error, "an extension asked for entries of \"%s\", which is no content-type",
	                      uid ? uid : "");
}

static bool read_query(const lectern_call *call, const struct content_type *type, const lectern_value *query,
                       unsigned flags, bool by_id, struct query_root *root)
{
	const struct query_request request = {
	    .registry = call->extensions->registry,
	    .type = type,
	    .rights = rights_of(call, flags),
	    .default_limit = call->extensions->config->default_limit,
	    .max_populate_depth = DEEPEST_POPULATE,
	    .by_id = by_id,
	    .trusted = !(flags & LECTERN_AS_CALLER),
	};
	if (query && lectern_kind_of(query) != LECTERN_OBJECT)
		return error_validation(call->error, "The query is not valid. Expected an object of parameters");
	if (!query_parse(call->arena, &request, value_to_params(call->arena, value_json(query)), root, call->error))
		return false;
	root->query->with_private = flags & LECTERN_WITH_PRIVATE;
	return true;
}

/* Takes over the result. */
static bool take_result(const lectern_call *call, struct content_result *result, unsigned flags, bool list,
                        lectern_value **value)
{
	enum content_style style = flags & LECTERN_WRAPPED ? CONTENT_WRAPPED : CONTENT_FLAT;
	struct buffer text = {0};
	bool done = true;
	*value = NULL;
	if (list)
		content_write_list(&text, result, style);
	else if (content_result_count(result))
		content_write_entry(&text, result, 0, style);
	if (text.len)
		done = value_parse(call->arena, buffer_as_slice(&text), value, call->error);
	buffer_free(&text);
	content_free(result);
	return done;
}

bool lectern_find(lectern_call *call, const char *uid, const lectern_value *query, unsigned flags,
                  lectern_value **entries)
{
	struct content_call content;
	const struct content_type *type;
	struct content_result *result = NULL;
	struct query_root root;
	int64_t total;
	*entries = NULL;
	return open_content(call, uid, &type, &content) && read_query(call, type, query, flags, false, &root) &&
	       content_find(&content, &root, false, &result, &total, call->error) &&
	       take_result(call, result, flags, true, entries);
}

bool lectern_find_one(lectern_call *call, const char *uid, int64_t id, const lectern_value *query, unsigned flags,
                      lectern_value **entry)
{
	struct content_call content;
	const struct content_type *type;
	struct content_result *result = NULL;
	struct query_root root;
	*entry = NULL;
	return open_content(call, uid, &type, &content) && read_query(call, type, query, flags, true, &root) &&
	       content_find_one(&content, root.query, id, false, &result, call->error) &&
	       take_result(call, result, flags, false, entry);
}

bool lectern_count(lectern_call *call, const char *uid, const lectern_value *query, unsigned flags, int64_t *count)
{
	struct content_call content;
	const struct content_type *type;
	struct query_root root;
	*count = 0;
	return open_content(call, uid, &type, &content) && read_query(call, type, query, flags, false, &root) &&
	       content_count(&content, &root, count, call->error);
}

/* ---- writing ---- */

enum entry_write { WRITE_CREATE, WRITE_UPDATE, WRITE_DELETE };

static bool write_entry(lectern_call *call, enum entry_write write, const struct content_type *type, int64_t id,
                        const lectern_value *data, const struct query_root *root, unsigned flags,
                        const struct content_call *content, struct content_result **result)
{
	struct json_object *fields = NULL;
	if (write == WRITE_DELETE)
		return content_delete(content, root->query, id, result, call->error);
	if (lectern_kind_of(data) != LECTERN_OBJECT)
		return error_validation(call->error, "The data is not valid. Expected an object of fields");
	json_object_deep_copy(value_json(data), &fields, NULL);
	const struct content_change change = {
	    .type = type, .data = fields, .rights = rights_of(call, flags), .answer = root->query};
	bool done = write == WRITE_CREATE ? content_create(content, &change, result, call->error)
	                                  : content_update(content, &change, id, result, call->error);
	json_object_put(fields);
	return done;
}

static bool change(lectern_call *call, enum entry_write write, const char *uid, int64_t id, const lectern_value *data,
                   const lectern_value *query, unsigned flags, lectern_value **entry)
{
	struct content_call content;
	const struct content_type *type;
	struct content_result *result = NULL;
	struct query_root root;
	lectern_value *ignored;
	if (!open_content(call, uid, &type, &content) || !read_query(call, type, query, flags, true, &root))
		return false;
	if (!extension_call_writes(call))
		return error_internal(call->error,
		                      "an extension wanted to write where nothing is written: in a GET route, "
		                      "a query, or a policy");
	if (!write_entry(call, write, type, id, data, &root, flags, &content, &result)) {
		extension_call_failed(call);
		return false;
	}
	return take_result(call, result, flags, false, entry ? entry : &ignored);
}

bool lectern_create(lectern_call *call, const char *uid, const lectern_value *data, const lectern_value *query,
                    unsigned flags, lectern_value **entry)
{
	return change(call, WRITE_CREATE, uid, 0, data, query, flags, entry);
}

bool lectern_update(lectern_call *call, const char *uid, int64_t id, const lectern_value *data,
                    const lectern_value *query, unsigned flags, lectern_value **entry)
{
	return change(call, WRITE_UPDATE, uid, id, data, query, flags, entry);
}

bool lectern_delete(lectern_call *call, const char *uid, int64_t id, const lectern_value *query, unsigned flags,
                    lectern_value **entry)
{
	return change(call, WRITE_DELETE, uid, id, NULL, query, flags, entry);
}
