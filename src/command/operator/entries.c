/* Reading and changing entries for the operator's commands. */
#include "operator.h"

static const struct attribute **attributes_of(struct operator_command *command, const struct content_type *type,
                                              const char *const *names, size_t *count)
{
	enum { MOST = 16 };
	const struct attribute **attributes = arena_array(command->arena, MOST, sizeof *attributes);
	for (*count = 0; names && names[*count]; (*count)++)
		attributes[*count] = model_attribute(type, slice_of(names[*count]));
	return attributes;
}

static struct query *make_query(struct operator_command *command, const struct content_type *type,
                                const char *const *fields)
{
	struct query *query = query_create(command->arena, type);
	query->fields = attributes_of(command, type, fields, &query->field_count);
	query->with_private = true;
	return query;
}

static void add_populate(struct operator_command *command, struct query *query, const char *name,
                         const char *const *fields)
{
	enum { MOST = 2 };
	if (!name)
		return;
	if (!query->populates)
		query->populates = arena_array(command->arena, MOST, sizeof *query->populates);
	const struct attribute *relation = model_attribute(query->type, slice_of(name));
	query->populates[query->populate_count++] = (struct populate){
	    .attribute = relation, .query = make_query(command, relation->target, fields), .count_only = !fields};
}

static struct content_call call_of(struct operator_command *command)
{
	return (struct content_call){.content = command->content,
	                             .session = command->session,
	                             .arena = command->arena,
	                             .thread = store_thread(command->session)};
}

bool operator_find(struct operator_command *command, const struct operator_read *read, struct json_object **list)
{
	struct content_call call = call_of(command);
	struct query_root root = {.query = make_query(command, read->type, read->fields), .locale = LOCALE_ALL};
	struct content_result *result;
	struct buffer text = {0};
	int64_t total;
	root.query->filter = read->filter;
	add_populate(command, root.query, read->populate, read->populate_fields);
	add_populate(command, root.query, read->count, NULL);
	if (!content_find(&call, &root, false, &result, &total, command->error))
		return false;
	content_write_list(&text, result, CONTENT_FLAT);
	content_free(result);
	*list = json_parse_stored(buffer_as_slice(&text));
	buffer_free(&text);
	return *list || error_internal(command->error, "entries of %s can't be read", read->type->uid);
}

struct condition *operator_equals(struct operator_command *command, const struct content_type *type,
                                  const char *attribute, const char *text)
{
	return query_compare(command->arena, model_attribute(type, slice_of(attribute)), QUERY_EQ,
	                     value_text(slice_of(text)));
}

bool operator_find_named(struct operator_command *command, const struct operator_read *read, const char *const *names,
                         const char *word, struct json_object **list)
{
	struct operator_read by_name = *read;
	struct condition any = {.kind = CONDITION_OR};
	int64_t id;
	for (; *names; names++) {
		struct condition *one = operator_equals(command, read->type, *names, word);
		one->next = any.children;
		any.children = one;
	}
	by_name.filter = &any;
	if (!operator_find(command, &by_name, list))
		return false;
	if (json_object_array_length(*list) || !slice_to_int64(slice_of(word), &id))
		return true;
	json_object_put(*list);
	by_name.filter = query_compare(command->arena, &read->type->id, QUERY_EQ, value_integer(id));
	return operator_find(command, &by_name, list);
}

static bool may_find_all(const void *context, const struct content_type *type)
{
	(void)context;
	(void)type;
	return true;
}

static struct content_change change_of(struct operator_command *command, const struct content_type *type,
                                       struct json_object *data)
{
	static const char *const no_fields[] = {NULL};
	return (struct content_change){
	    .type = type, .data = data, .rights = {may_find_all, NULL}, .answer = make_query(command, type, no_fields)};
}

bool operator_create(struct operator_command *command, const struct content_type *type, struct json_object *data,
                     int64_t *id)
{
	struct content_call call = call_of(command);
	struct content_change change = change_of(command, type, data);
	struct content_result *result;
	bool done = content_create(&call, &change, &result, command->error);
	json_object_put(data);
	if (!done)
		return false;
	if (id)
		*id = content_result_id(result, 0);
	content_free(result);
	return true;
}

bool operator_update(struct operator_command *command, const struct content_type *type, int64_t id,
                     struct json_object *data)
{
	struct content_call call = call_of(command);
	struct content_change change = change_of(command, type, data);
	struct content_result *result;
	bool done = content_update(&call, &change, id, &result, command->error);
	json_object_put(data);
	if (done)
		content_free(result);
	return done;
}

bool operator_delete(struct operator_command *command, const struct content_type *type, int64_t id)
{
	struct content_call call = call_of(command);
	struct content_change change = change_of(command, type, NULL);
	struct content_result *result;
	if (!content_delete(&call, change.answer, id, &result, command->error))
		return false;
	content_free(result);
	return true;
}
