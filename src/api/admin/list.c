#include "list.h"

#include <math.h>

enum { PAGE_SIZE = 10, MOST_PAGES = 1000000000 };

static bool may_find_all(const void *context, const struct content_type *type)
{
	(void)context;
	(void)type;
	return true;
}

static void add(struct param *object, struct param *child)
{
	struct param **last = &object->first;
	while (*last)
		last = &(*last)->next;
	child->next = NULL;
	*last = child;
	object->count++;
}

/* What is wrong with a pageSize is told with the page, as in Strapi. */
static bool check_page(const struct param *params, const struct param *param, const char *name, struct error *error)
{
	const struct param *page = param_get(params, "page");
	double number;
	if (param->kind == PARAM_TEXT && query_text_is_number(param->text, &number) && number >= 1)
		return true;
	struct slice got = !page ? SLICE("undefined") : page->kind == PARAM_TEXT ? page->text : SLICE("no text");
	return error_set(error, 400, "PaginationError",
	                 "Invalid '%s' parameter. Expected an integer > 0, received: %.*s", name,
	                 slice_shown_length(got, 100), got.ptr);
}

static bool is_present(const struct param *param)
{
	/* The panel sends _q without a text for no search. */
	return param && (param->kind == PARAM_OBJECT || param->kind == PARAM_LIST || param->text.len);
}

static void add_copy(struct admin_call *call, struct param *arranged, const struct param *param, const char *name)
{
	struct param *copy = arena_alloc(call->http->arena, sizeof *copy);
	*copy = *param;
	copy->key = slice_of(name);
	add(arranged, copy);
}

/* page and pageSize stand in `pagination`. */
static bool arrange_page(struct admin_call *call, const struct param *params, struct param *arranged)
{
	static const char *const pages[] = {"page", "pageSize"};
	struct param *pagination = arena_alloc(call->http->arena, sizeof *pagination);
	*pagination = (struct param){.kind = PARAM_OBJECT, .key = SLICE("pagination")};
	for (size_t i = 0; i < COUNT_OF(pages); i++) {
		const struct param *param = param_get(params, pages[i]);
		if (!param)
			continue;
		if (!check_page(params, param, pages[i], call->error))
			return false;
		add_copy(call, pagination, param, pages[i]);
	}
	add(arranged, pagination);
	return true;
}

static struct query_request request_of(struct admin_call *call, const struct content_type *type)
{
	return (struct query_request){
	    .registry = call->shared->registry,
	    .type = type,
	    .rights = {may_find_all, NULL},
	    .default_limit = PAGE_SIZE,
	    .with_count = true,
	    .max_populate_depth = 1,
	    .trusted = type == call->shared->registry->file,
	};
}

/* The parameters as the content API has them; nothing else counts. */
bool admin_list_read(struct admin_call *call, const struct content_type *type, struct query_root *root)
{
	static const char *const kept[] = {"filters", "sort", "_q"};
	const struct query_request request = request_of(call, type);
	struct param *params, arranged = {.kind = PARAM_OBJECT};
	if (!params_parse(call->http->arena, call->http->query, &params, call->error))
		return false;
	for (size_t i = 0; i < COUNT_OF(kept); i++) {
		const struct param *param = param_get(params, kept[i]);
		if (is_present(param))
			add_copy(call, &arranged, param, kept[i]);
	}
	if (!arrange_page(call, params, &arranged) ||
	    !query_parse(call->http->arena, &request, &arranged, root, call->error))
		return false;
	root->locale = LOCALE_ALL;
	root->query->publication = PUBLICATION_ANY;
	return true;
}

/* Of single types the parser takes no page. */
static void cut_page(const struct param *params, struct query_root *root)
{
	static const char *const names[] = {"page", "pageSize"};
	double numbers[] = {1, PAGE_SIZE};
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const struct param *param = param_get(params, names[i]);
		if (param)
			query_text_is_number(param->text, &numbers[i]);
	}
	root->page = (struct query_page){.paged = true,
	                                 .page = (int64_t)fmin(numbers[0], MOST_PAGES),
	                                 .page_size = (int64_t)fmin(numbers[1], MOST_PAGES),
	                                 .with_count = true};
	root->query->limit = root->page.page_size;
	root->query->offset = (root->page.page - 1) * root->page.page_size;
}

bool admin_list_read_checked(struct admin_call *call, const struct content_type *type, const struct param *params,
                             const struct param *filters, const struct param *sort, struct query_root *root)
{
	struct query_request request = request_of(call, type);
	struct param arranged = {.kind = PARAM_OBJECT};
	const struct param *search = param_get(params, "_q"), *locale = param_get(params, "locale");
	request.trusted = true;
	if (filters)
		add_copy(call, &arranged, filters, "filters");
	if (sort)
		add_copy(call, &arranged, sort, "sort");
	if (is_present(search))
		add_copy(call, &arranged, search, "_q");
	if (is_present(locale) && type->localized)
		add_copy(call, &arranged, locale, "locale");
	if (!arrange_page(call, params, &arranged) ||
	    !query_parse(call->http->arena, &request, &arranged, root, call->error))
		return false;
	root->query->publication = PUBLICATION_ANY;
	if (type->single)
		cut_page(params, root);
	return true;
}

void admin_list_write_pagination(struct buffer *body, const struct query_root *root, int64_t total)
{
	const int64_t size = root->page.page_size;
	buffer_format(body, ",\"pagination\":{\"page\":%lld,\"pageSize\":%lld,\"pageCount\":%lld,\"total\":%lld}",
	              (long long)root->page.page, (long long)size, (long long)((total + size - 1) / size),
	              (long long)total);
}

bool admin_count_related(struct admin_call *call, const struct content_type *type, const char *relation,
                         const int64_t *ids, size_t count, int64_t *counts)
{
	return store_count_of_each(call->request->session, type, model_attribute(type, slice_of(relation)), ids, count,
	                           counts, call->error);
}
