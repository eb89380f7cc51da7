/* Filters and sorts that may tell of what the admin may not see are dropped before they are read. */
#include "list_request.h"

#include "api/admin/list.h"
#include "schemas.h"
#include "shape.h"

struct checker {
	struct arena *arena;
	const struct registry *registry;
	const struct admin_schemas *schemas;
	const struct ability_fields *fields;
};

/* Whether filters and sorts may name the attribute of `type` at that path. */
static bool may_name(const struct checker *checker, const struct content_type *type, const struct attribute *attribute,
                     struct slice path)
{
	if (attribute->type == ATTRIBUTE_PASSWORD || schemas_hide(checker->schemas, type, attribute) ||
	    (type == checker->registry->admin_user && !shape_is_public_of_admins(attribute)))
		return false;
	return type == checker->registry->admin_user || shape_shows(attribute, checker->fields, path);
}

/* Where the fields behind the attribute stand among those of the role: other versions of an entry have its own. */
static struct slice path_behind(const struct content_type *type, const struct attribute *attribute, struct slice path)
{
	return attribute == type->localizations ? SLICE("") : path;
}

static struct slice path_to(const struct checker *checker, struct slice path, struct slice name)
{
	return path.len ? slice_of(arena_format(checker->arena, "%.*s.%.*s", (int)path.len, path.ptr, (int)name.len,
	                                        name.ptr))
	                : name;
}

static struct param *copy_without_children(const struct checker *checker, const struct param *param)
{
	struct param *copy = arena_alloc(checker->arena, sizeof *copy);
	*copy = *param;
	copy->first = copy->next = NULL;
	copy->count = 0;
	return copy;
}

static bool is_container(const struct param *param)
{
	return param->kind == PARAM_OBJECT || param->kind == PARAM_LIST;
}

static struct param *check_filters(const struct checker *checker, const struct param *filters,
                                   const struct content_type *type, struct slice path);

static bool is_group(struct slice name)
{
	return slice_is(name, "$and") || slice_is(name, "$or") || slice_is(name, "$not");
}

/* NULL: it does not count. */
static struct param *check_filter(const struct checker *checker, const struct param *filter, bool item,
                                  const struct content_type *type, struct slice path)
{
	const struct attribute *attribute;
	if (item || is_group(filter->key))
		return is_container(filter) ? check_filters(checker, filter, type, path) : NULL;
	if (filter->key.len && filter->key.ptr[0] == '$') {
		struct param *copy = arena_alloc(checker->arena, sizeof *copy);
		*copy = *filter;
		return copy;
	}
	if (!(attribute = model_attribute(type, filter->key)))
		return NULL;
	const struct slice whole = path_to(checker, path, filter->key);
	if (attribute != &type->id && !may_name(checker, type, attribute, whole))
		return NULL;
	if (attribute->type == ATTRIBUTE_ID || attribute_is_scalar(attribute)) {
		struct param *copy = arena_alloc(checker->arena, sizeof *copy);
		*copy = *filter;
		return copy;
	}
	if (attribute->type == ATTRIBUTE_DYNAMICZONE)
		return NULL;
	/* A filter by entries of any type is left to be refused. */
	if (!is_container(filter) || !attribute->target) {
		struct param *copy = arena_alloc(checker->arena, sizeof *copy);
		*copy = *filter;
		return copy;
	}
	return check_filters(checker, filter, attribute->target, path_behind(type, attribute, whole));
}

/* What is left of an object or a list; NULL when that is nothing. */
static struct param *check_filters(const struct checker *checker, const struct param *filters,
                                   const struct content_type *type, struct slice path)
{
	struct param *copy = copy_without_children(checker, filters), **last = &copy->first;
	for (const struct param *filter = filters->first; filter; filter = filter->next) {
		struct param *kept = check_filter(checker, filter, filters->kind == PARAM_LIST, type, path);
		if (!kept)
			continue;
		kept->next = NULL;
		*last = kept;
		last = &kept->next;
		copy->count++;
	}
	return copy->first ? copy : NULL;
}

/* ---- sorts ---- */

/* "chain.name:desc". An attribute that is not there is left to be refused. */
static bool may_sort(const struct checker *checker, const struct content_type *type, struct slice sort)
{
	struct slice names = sort, name, path = SLICE("");
	names.len = slice_find(sort, ':');
	names = slice_trim(names);
	while (type && slice_split(&names, '.', &name)) {
		const struct attribute *attribute = model_attribute(type, name);
		if (!attribute || attribute == &type->id)
			return true;
		path = path_to(checker, path, name);
		if (!may_name(checker, type, attribute, path))
			return false;
		path = path_behind(type, attribute, path);
		type = attribute->target;
	}
	return true;
}

/* "chain[name]:desc" as "chain.name:desc": Strapi takes the one for the other. */
static struct slice with_dots(const struct checker *checker, struct slice sort)
{
	if (slice_find(sort, '[') == sort.len || slice_find(sort, ']') == sort.len)
		return sort;
	char *text = arena_alloc(checker->arena, sort.len);
	size_t length = 0;
	for (size_t i = 0; i < sort.len; i++) {
		if (sort.ptr[i] == '[' && length)
			text[length++] = '.';
		else if (sort.ptr[i] != '[' && sort.ptr[i] != ']')
			text[length++] = sort.ptr[i];
	}
	return (struct slice){text, length};
}

static void add_sort(const struct checker *checker, const struct content_type *type, struct slice sort,
                     struct buffer *kept)
{
	struct slice rest = with_dots(checker, sort), one;
	while (slice_split(&rest, ',', &one)) {
		if (!slice_trim(one).len || !may_sort(checker, type, one))
			continue;
		buffer_text(kept, kept->len ? "," : "");
		buffer_slice(kept, one);
	}
}

/* Objects are names, lists are sorts, texts are both or a direction. */
static void add_sorts(const struct checker *checker, const struct content_type *type, const struct param *sort,
                      struct slice path, struct buffer *kept)
{
	if (sort->kind == PARAM_TEXT && path.len) {
		add_sort(checker, type,
		         slice_of(arena_format(checker->arena, "%.*s:%.*s", (int)path.len, path.ptr,
		                               (int)sort->text.len, sort->text.ptr)),
		         kept);
	} else if (sort->kind == PARAM_TEXT) {
		add_sort(checker, type, sort->text, kept);
	}
	for (const struct param *child = is_container(sort) ? sort->first : NULL; child; child = child->next)
		add_sorts(checker, type, child, sort->kind == PARAM_LIST ? path : path_to(checker, path, child->key),
		          kept);
}

static struct param *check_sort(const struct checker *checker, const struct param *sort,
                                const struct content_type *type)
{
	struct param *copy = copy_without_children(checker, sort);
	struct buffer kept = {0};
	add_sorts(checker, type, sort, SLICE(""), &kept);
	copy->kind = PARAM_TEXT;
	copy->text = arena_copy_slice(checker->arena, buffer_as_slice(&kept));
	buffer_free(&kept);
	return copy->text.len ? copy : NULL;
}

/* ---- all of them ---- */

/* _q looks into what may be read; Strapi's looks into all. */
static void narrow_search(const struct checker *checker, struct query *query)
{
	const struct content_type *type = query->type;
	const struct attribute **searched = arena_array(checker->arena, type->attribute_count + 1, sizeof *searched);
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		if (may_name(checker, type, attribute, slice_of(attribute->name)))
			searched[query->searched_count++] = attribute;
	}
	query->searched = searched;
}

bool list_request_read(struct admin_call *call, const struct content_type *type, const struct ability_fields *fields,
                       struct list_request *request)
{
	const struct checker checker = {.arena = call->http->arena,
	                                .registry = call->shared->registry,
	                                .schemas = call->shared->schemas,
	                                .fields = fields};
	struct param *params, *filters, *sort;
	*request = (struct list_request){0};
	if (!params_parse(call->http->arena, call->http->query, &params, call->error))
		return false;
	request->params = params;
	filters = param_get(params, "filters");
	sort = param_get(params, "sort");
	if (filters)
		filters = is_container(filters) ? check_filters(&checker, filters, type, SLICE("")) : NULL;
	if (sort)
		sort = check_sort(&checker, sort, type);
	request->filters = filters;
	if (!admin_list_read_checked(call, type, params, filters, sort, &request->root))
		return false;
	narrow_search(&checker, request->root.query);
	return true;
}

struct slice list_request_text(const struct list_request *request, const char *name)
{
	const struct param *param = param_get(request->params, name);
	return param && param->kind == PARAM_TEXT ? param->text : SLICE("");
}

static bool names_creator(const struct param *filters)
{
	for (const struct param *at = is_container(filters) ? filters->first : NULL; at; at = at->next) {
		const bool logical = filters->kind == PARAM_LIST || (at->key.len && at->key.ptr[0] == '$');
		if (slice_is(at->key, "createdBy") || (logical && names_creator(at)))
			return true;
	}
	return false;
}

bool list_request_names_creator(const struct list_request *request)
{
	return request->filters && names_creator(request->filters);
}

bool list_request_ids(struct admin_call *call, const struct param *params, const char *name, int64_t **ids,
                      size_t *count)
{
	const struct param *param = param_get(params, name);
	const bool list = param && is_container(param);
	const size_t most = list ? param->count : param ? 1 : 0;
	*ids = arena_array(call->http->arena, most, sizeof **ids);
	*count = 0;
	for (const struct param *at = list ? param->first : param; at; at = list ? at->next : NULL) {
		if (at->kind == PARAM_TEXT && !slice_to_int64(at->text, &(*ids)[*count]))
			continue;
		if (at->kind != PARAM_TEXT)
			return error_validation(call->error, "%s must be a list of ids", name);
		(*count)++;
	}
	return true;
}
