#include "build.h"
#include "reader.h"
#include "text.h"

#include <stdlib.h>

struct json_builder {
	struct json_object *open[JSON_DEEPEST_STORED + 1]; /* the objects and lists around */
	size_t depth;
	struct json_object *root;
	struct buffer key, scratch;
	const char *name; /* of the next member: in `key` */
	bool failed;      /* there is no memory */
};

/* What stands in a string: a part of the text, or in the scratch. */
static struct slice unquote(struct json_builder *builder, const struct json_token *token)
{
	const struct slice inner = {token->text.ptr + 1, token->text.len - 2};
	if (!token->escaped)
		return inner;
	builder->scratch.len = 0;
	if (!buffer_reserve(&builder->scratch, inner.len))
		return (struct slice){"", 0};
	return (struct slice){builder->scratch.data, json_unescape(inner, builder->scratch.data)};
}

static void read_key(struct json_builder *builder, const struct json_token *token)
{
	builder->key.len = 0;
	json_encode_key(&builder->key, unquote(builder, token));
	builder->name = buffer_terminate(&builder->key);
}

static struct json_object *make_number(struct json_builder *builder, const struct json_token *token)
{
	int64_t integer;
	if (token->is_integer && slice_to_int64(token->text, &integer))
		return json_object_new_int64(integer);
	builder->scratch.len = 0;
	buffer_slice(&builder->scratch, token->text);
	const char *text = buffer_terminate(&builder->scratch);
	return json_object_new_double_s(strtod(text, NULL), text);
}

static struct json_object *make_value(struct json_builder *builder, const struct json_token *token)
{
	struct slice text;
	switch (token->kind) {
	case JSON_TOKEN_OBJECT:
		return json_object_new_object();
	case JSON_TOKEN_LIST:
		return json_object_new_array();
	case JSON_TOKEN_STRING:
		text = unquote(builder, token);
		return json_object_new_string_len(text.ptr, (int)text.len);
	case JSON_TOKEN_NUMBER:
		return make_number(builder, token);
	default:
		return json_object_new_boolean(token->text.ptr[0] == 't');
	}
}

static void place(struct json_builder *builder, struct json_object *value)
{
	struct json_object *around = builder->depth ? builder->open[builder->depth - 1] : NULL;
	bool placed = true;
	if (!around)
		builder->root = value;
	else if (json_object_is_type(around, json_type_array))
		placed = json_object_array_add(around, value) == 0;
	else
		placed = json_object_object_add(around, builder->name, value) == 0;
	if (!placed)
		json_object_put(value);
	builder->failed = !placed;
}

static void take(struct json_builder *builder, const struct json_token *token)
{
	if (token->kind == JSON_TOKEN_OBJECT_END || token->kind == JSON_TOKEN_LIST_END) {
		builder->depth--;
		return;
	}
	if (token->kind == JSON_TOKEN_KEY) {
		read_key(builder, token);
		return;
	}
	const bool null = token->kind == JSON_TOKEN_WORD && token->text.ptr[0] == 'n';
	struct json_object *value = null ? NULL : make_value(builder, token);
	if (!null && !value) {
		builder->failed = true;
		return;
	}
	place(builder, value);
	if (!builder->failed && (token->kind == JSON_TOKEN_OBJECT || token->kind == JSON_TOKEN_LIST))
		builder->open[builder->depth++] = value;
}

bool json_build(struct slice text, struct json_object **json, struct error *error)
{
	struct json_builder builder;
	struct json_reader reader;
	struct json_token token;
	builder.depth = 0;
	builder.root = NULL;
	builder.name = "";
	builder.key = builder.scratch = (struct buffer){0};
	builder.failed = false;
	json_reader_start(&reader, text, JSON_DEEPEST_STORED);
	while (!builder.failed && json_reader_next(&reader, &token) > JSON_TOKEN_FAULT) {
		take(&builder, &token);
		builder.failed = builder.failed || builder.key.failed || builder.scratch.failed;
	}
	buffer_free(&builder.key);
	buffer_free(&builder.scratch);
	*json = builder.root;
	if (!builder.failed)
		return true;
	json_object_put(builder.root);
	*json = NULL;
	return error_unavailable(error, "no memory for parsing JSON");
}
