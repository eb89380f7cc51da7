#include "sort.h"

enum { SORT_DEEPEST = 20, SORT_MOST = 100 };

static bool invalid_sort(struct reader *reader)
{
	return error_validation(reader->error, "Invalid sort parameter. Expected a string, an array of strings, a sort "
	                                       "object or an array of sort objects");
}

static bool invalid_order(struct reader *reader, struct slice order)
{
	return error_validation(reader->error, "Invalid sort order \"%.*s\". Expected asc or desc",
	                        slice_shown_length(order, 100), order.ptr);
}

static bool is_order(struct slice text)
{
	return slice_equals_ignoring_case(text, SLICE("asc")) || slice_equals_ignoring_case(text, SLICE("desc"));
}

/* Takes the first key of "a.b.c:desc" off *rest: keys end at '.' or ':'. */
static struct slice take_key(struct slice *rest)
{
	size_t end = 0;
	while (end < rest->len && rest->ptr[end] != '.' && rest->ptr[end] != ':')
		end++;
	struct slice key = {rest->ptr, end};
	size_t skip = end < rest->len ? end + 1 : end;
	*rest = (struct slice){rest->ptr + skip, rest->len - skip};
	return key;
}

static bool check_key(struct reader *reader, enum rule rule, const struct content_type *type, struct slice key,
                      bool empty_value, const struct attribute **attribute)
{
	*attribute = NULL;
	if (slice_is(key, "id"))
		return true;
	*attribute = reader_attribute(type, key);
	if (rule == RULE_NOT_EMPTY) {
		if (empty_value && (!*attribute || !attribute_is_scalar(*attribute)))
			return reader_refuse(reader, key);
		return true;
	}
	return reader_check_attribute(reader, rule, type, key, *attribute);
}

/* One "a.b:desc". */
static bool check_text(struct reader *reader, enum rule rule, const struct content_type *type, struct slice text)
{
	text = slice_trim(text);
	for (int depth = 0; text.len; depth++) {
		const struct attribute *attribute;
		struct slice rest = text, key = take_key(&rest);
		if (!key.len || depth == SORT_DEEPEST)
			return true;
		if (!check_key(reader, rule, type, key, rest.len == 0, &attribute))
			return false;
		if (!attribute || !reader_target(attribute))
			return true;
		type = attribute->target;
		text = rest;
	}
	return true;
}

/* A list of texts and objects at once, which Strapi takes for an object with the indexes as fields. */
static bool is_mixed(const struct param *list)
{
	for (const struct param *at = list->first; at; at = at->next)
		if (at->kind != list->first->kind)
			return true;
	return false;
}

static bool check_param(struct reader *reader, enum rule rule, const struct content_type *type,
                        const struct param *param, bool inside_list)
{
	if (param->kind == PARAM_TEXT) {
		struct slice rest = param->text, part;
		while (slice_split(&rest, ',', &part))
			if (!check_text(reader, rule, type, part))
				return false;
		return true;
	}
	if (param->kind == PARAM_NULL)
		return true;
	if (param->kind == PARAM_LIST && is_mixed(param))
		return reader_refuse(reader, param->first->key);
	for (const struct param *at = param->first; at; at = at->next) {
		if (param->kind == PARAM_LIST) {
			if (inside_list)
				return invalid_sort(reader);
			if (!check_param(reader, rule, type, at, true))
				return false;
			continue;
		}
		const struct attribute *attribute;
		if (!check_key(reader, rule, type, at->key, !param_is_truthy(at), &attribute))
			return false;
		if (attribute && reader_target(attribute) && !check_param(reader, rule, attribute->target, at, true))
			return false;
	}
	return true;
}

bool sort_check(struct reader *reader, const struct content_type *type, const struct param *param, bool rights)
{
	static const enum rule rules[] = {RULE_KNOWN,   RULE_DYNAMIC_ZONE, RULE_MORPH,
	                                  RULE_PRIVATE, RULE_PASSWORD,     RULE_NOT_EMPTY};
	for (size_t i = 0; i < COUNT_OF(rules); i++)
		if (!check_param(reader, rules[i], type, param, false))
			return false;
	return !rights || check_param(reader, RULE_RIGHTS, type, param, false);
}

/* ---- the reading ---- */

struct path {
	const struct attribute *attributes[SORT_DEEPEST];
	size_t length;
};

static bool add_sort(struct reader *reader, const struct path *path, struct slice order, struct query *query)
{
	if (!is_order(order))
		return invalid_order(reader, order);
	if (query->sort_count == SORT_MOST)
		return error_validation(reader->error, "Too many sorts. Expected at most %d", SORT_MOST);
	struct sort *sort = &query->sorts[query->sort_count++];
	sort->path = arena_array(reader->arena, path->length, sizeof *sort->path);
	memcpy(sort->path, path->attributes, path->length * sizeof *sort->path);
	sort->path_length = path->length;
	sort->descending = slice_equals_ignoring_case(order, SLICE("desc"));
	return true;
}

/* Goes one key further. *type is the type that the next key is of, NULL behind a scalar. */
static bool extend(struct reader *reader, struct path *path, const struct content_type **type, struct slice key)
{
	const struct attribute *attribute = *type ? reader_attribute(*type, key) : NULL;
	if (!attribute || path->length == SORT_DEEPEST ||
	    (!attribute_is_scalar(attribute) && !reader_target(attribute)))
		return reader_refuse(reader, key);
	path->attributes[path->length++] = attribute;
	*type = reader_target(attribute);
	return true;
}

static bool read_text(struct reader *reader, const struct content_type *type, struct slice text, struct query *query)
{
	struct path path = {.length = 0};
	struct slice order = SLICE("asc");
	text = slice_trim(text);
	if (!text.len)
		return true;
	size_t colon = slice_find(text, ':');
	if (colon < text.len) {
		order = (struct slice){text.ptr + colon + 1, text.len - colon - 1};
		order.len = slice_find(order, ':');
		text.len = colon;
	}
	struct slice part;
	while (slice_split(&text, '.', &part))
		if (!extend(reader, &path, &type, part))
			return false;
	if (type && path.length)
		return reader_refuse(reader, slice_of(path.attributes[path.length - 1]->name));
	return add_sort(reader, &path, order, query);
}

static bool read_texts(struct reader *reader, const struct content_type *type, struct slice text, struct query *query)
{
	struct slice part;
	while (slice_split(&text, ',', &part))
		if (!read_text(reader, type, part, query))
			return false;
	return true;
}

static bool read_object(struct reader *reader, const struct content_type *type, const struct param *object,
                        const struct path *before, struct query *query)
{
	for (const struct param *at = object->first; at; at = at->next) {
		struct path path = *before;
		const struct content_type *inner = type;
		if (!extend(reader, &path, &inner, at->key))
			return false;
		if (at->kind == PARAM_OBJECT && inner) {
			if (!read_object(reader, inner, at, &path, query))
				return false;
		} else if (at->kind == PARAM_TEXT && !inner) {
			if (!add_sort(reader, &path, at->text, query))
				return false;
		} else {
			return invalid_sort(reader);
		}
	}
	return true;
}

bool sort_read(struct reader *reader, const struct content_type *type, const struct param *param, struct query *query)
{
	const struct path empty = {.length = 0};
	query->sorts = arena_array(reader->arena, SORT_MOST, sizeof *query->sorts);
	switch (param->kind) {
	case PARAM_TEXT:
		return read_texts(reader, type, param->text, query);
	case PARAM_OBJECT:
		return read_object(reader, type, param, &empty, query);
	case PARAM_LIST:
		for (const struct param *at = param->first; at; at = at->next) {
			if (at->kind != param->first->kind || (at->kind != PARAM_TEXT && at->kind != PARAM_OBJECT))
				return invalid_sort(reader);
			if (at->kind == PARAM_TEXT ? !read_texts(reader, type, at->text, query)
			                           : !read_object(reader, type, at, &empty, query))
				return false;
		}
		return true;
	case PARAM_NULL:
		break;
	}
	return true;
}
