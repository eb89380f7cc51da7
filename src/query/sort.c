#include "sort.h"
#include "visit.h"

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

enum {
	TURNS_OF_KEY = 12,
	TURNS_TO_RELATION = 7, /* after which the value of a key is visited */
	TURNS_TO_MEDIA = 10,
	TURNS_TO_COMPONENT = 13,
};

/* One key. *inner: the type of what is behind it, or NULL. */
static bool visit_key(struct visit *visit, const struct content_type *type, struct slice key, bool empty_value,
                      const struct content_type **inner)
{
	*inner = NULL;
	if (slice_is(key, "id"))
		return true;
	const struct attribute *attribute = reader_attribute(type, key);
	if (visit->rule == RULE_NOT_EMPTY) {
		if (empty_value && (!attribute || !attribute_is_scalar(attribute)))
			return reader_refuse(visit->reader, key);
	} else if (!reader_check_attribute(visit->reader, visit->rule, type, key, attribute)) {
		return false;
	}
	*inner = attribute ? reader_target(attribute) : NULL;
	if (*inner && visit->rule == RULE_RIGHTS && attribute->type == ATTRIBUTE_RELATION)
		visit->turns += VISIT_TURNS_OF_RIGHT;
	if (*inner)
		visit->turns += attribute->type == ATTRIBUTE_RELATION ? TURNS_TO_RELATION
		                : attribute->type == ATTRIBUTE_MEDIA  ? TURNS_TO_MEDIA
		                                                      : TURNS_TO_COMPONENT;
	return true;
}

/* One "a.b:desc". */
static bool visit_text(struct visit *visit, const struct content_type *type, struct slice text)
{
	text = slice_trim(text);
	for (int depth = 0; text.len; depth++) {
		struct slice rest = text, key = take_key(&rest);
		if (!key.len || depth == SORT_DEEPEST)
			return true;
		if (!visit_key(visit, type, key, rest.len == 0, &type))
			return false;
		if (!type)
			break;
		text = rest;
	}
	visit->turns += TURNS_OF_KEY;
	return true;
}

/* "a,b" is visited as a list is. */
static bool visit_texts(struct visit *visit, const struct content_type *type, struct slice text)
{
	struct slice part;
	struct visit_members members;
	if (slice_find(text, ',') == text.len)
		return visit_text(visit, type, text);
	visit_members_begin(&members, visit);
	while (slice_split(&text, ',', &part))
		visit_members_add(&members, visit_text(visit, type, part));
	return visit_members_end(&members);
}

/* A list of texts and objects at once, which Strapi takes for an object with the indexes as fields. */
static bool is_mixed(const struct param *list)
{
	for (const struct param *at = list->first; at; at = at->next)
		if (at->kind != list->first->kind)
			return true;
	return false;
}

static bool visit_value(struct visit *visit, const struct content_type *type, const struct param *param,
                        bool inside_list);

static bool visit_list(struct visit *visit, const struct content_type *type, const struct param *list, bool inside_list)
{
	struct visit_members members;
	if (is_mixed(list))
		return reader_refuse(visit->reader, list->first->key);
	if (list->first && inside_list)
		return invalid_sort(visit->reader);
	visit_members_begin(&members, visit);
	for (const struct param *at = list->first; at; at = at->next)
		visit_members_add(&members, visit_value(visit, type, at, true));
	return visit_members_end(&members);
}

static bool visit_object(struct visit *visit, const struct content_type *type, const struct param *object)
{
	for (const struct param *at = object->first; at; at = at->next) {
		const struct content_type *inner;
		const unsigned start = visit->turns;
		if (!visit_key(visit, type, at->key, !param_is_truthy(at), &inner))
			return false;
		const unsigned to_inner = visit->turns - start;
		if (inner && !visit_value(visit, inner, at, true))
			return false;
		visit->turns += inner ? TURNS_OF_KEY + VISIT_TURNS_OF_INNER - to_inner : TURNS_OF_KEY;
	}
	return true;
}

static bool visit_value(struct visit *visit, const struct content_type *type, const struct param *param,
                        bool inside_list)
{
	switch (param->kind) {
	case PARAM_TEXT:
		return visit_texts(visit, type, param->text);
	case PARAM_LIST:
		return visit_list(visit, type, param, inside_list);
	case PARAM_OBJECT:
		return visit_object(visit, type, param);
	case PARAM_NULL:
		break;
	}
	return true;
}

static bool check_rule(struct reader *reader, enum rule rule, const struct content_type *type,
                       const struct param *param)
{
	struct visit visit = {.reader = reader, .rule = rule};
	return visit_value(&visit, type, param, false);
}

bool sort_check(struct reader *reader, const struct content_type *type, const struct param *param, bool rights)
{
	static const enum rule rules[] = {RULE_KNOWN,   RULE_DYNAMIC_ZONE, RULE_MORPH,
	                                  RULE_PRIVATE, RULE_PASSWORD,     RULE_NOT_EMPTY};
	for (size_t i = 0; i < COUNT_OF(rules); i++)
		if (!check_rule(reader, rules[i], type, param))
			return false;
	return !rights || check_rule(reader, RULE_RIGHTS, type, param);
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
