/* Parameters of a query string and values: extensions write queries as objects of the REST parameters. */
#include "params_value.h"

/* Deeper queries are refused by their readers anyway. */
enum { DEEPEST = 64 };

static struct param *convert(struct arena *arena, struct slice key, struct json_object *json, unsigned depth);

static void add(struct param *parent, struct param ***end, struct param *child)
{
	**end = child;
	*end = &child->next;
	parent->count++;
}

static void convert_members(struct arena *arena, struct param *parent, struct json_object *json, unsigned depth)
{
	struct param **end = &parent->first;
	json_object_object_foreach(json, key, value)
	    add(parent, &end, convert(arena, arena_copy_slice(arena, slice_of(key)), value, depth));
}

static void convert_items(struct arena *arena, struct param *parent, struct json_object *json, unsigned depth)
{
	struct param **end = &parent->first;
	for (size_t i = 0; i < json_object_array_length(json); i++)
		add(parent, &end,
		    convert(arena, slice_of(arena_format(arena, "%zu", i)), json_object_array_get_idx(json, i), depth));
}

static struct param *convert(struct arena *arena, struct slice key, struct json_object *json, unsigned depth)
{
	struct param *param = arena_alloc(arena, sizeof *param);
	struct buffer text = {0};
	param->key = key;
	if (!json || depth > DEEPEST)
		return param;
	switch (json_object_get_type(json)) {
	case json_type_object:
		param->kind = PARAM_OBJECT;
		convert_members(arena, param, json, depth + 1);
		break;
	case json_type_array:
		param->kind = PARAM_LIST;
		convert_items(arena, param, json, depth + 1);
		break;
	case json_type_string:
		param->kind = PARAM_TEXT;
		param->text = arena_copy_slice(
		    arena, (struct slice){json_object_get_string(json), (size_t)json_object_get_string_len(json)});
		break;
	default:
		param->kind = PARAM_TEXT;
		json_write_value(&text, json);
		param->text = arena_copy_slice(arena, buffer_as_slice(&text));
		buffer_free(&text);
		break;
	}
	return param;
}

struct param *value_to_params(struct arena *arena, struct json_object *json)
{
	struct param *params = convert(arena, (struct slice){NULL, 0}, json, 0);
	if (params->kind != PARAM_OBJECT)
		*params = (struct param){.kind = PARAM_OBJECT};
	return params;
}

static struct json_object *to_json(const struct param *param)
{
	struct json_object *json;
	switch (param->kind) {
	case PARAM_TEXT:
		return json_object_new_string_len(param->text.ptr ? param->text.ptr : "", (int)param->text.len);
	case PARAM_LIST:
		json = json_object_new_array();
		for (const struct param *at = param->first; at; at = at->next)
			json_object_array_add(json, to_json(at));
		return json;
	case PARAM_OBJECT:
		json = json_object_new_object();
		for (const struct param *at = param->first; at; at = at->next)
			json_add(json, at->key, to_json(at));
		return json;
	case PARAM_NULL:
		break;
	}
	return NULL;
}

struct json_object *params_to_json(const struct param *params)
{
	return to_json(params);
}
