#include "list.h"

enum { PAGE_SIZE = 10 };

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

static bool check_page(const struct param *param, const char *name, struct error *error)
{
	double number;
	if (param->kind == PARAM_TEXT && query_text_is_number(param->text, &number) && number >= 1)
		return true;
	const struct slice got = param->kind == PARAM_TEXT ? param->text : SLICE("no text");
	return error_set(error, 400, "PaginationError",
	                 "Invalid '%s' parameter. Expected an integer > 0, received: %.*s", name,
	                 slice_shown_length(got, 100), got.ptr);
}

/* The parameters as the content API has them: page and pageSize stand in `pagination`, and nothing else counts. */
static bool arrange(struct admin_call *call, const struct param *given, struct param *arranged)
{
	static const char *const kept[] = {"filters", "sort", "_q"}, *const pages[] = {"page", "pageSize"};
	struct arena *arena = call->http->arena;
	struct param *pagination = arena_alloc(arena, sizeof *pagination);
	*arranged = (struct param){.kind = PARAM_OBJECT};
	*pagination = (struct param){.kind = PARAM_OBJECT, .key = SLICE("pagination")};
	for (size_t i = 0; i < COUNT_OF(kept); i++) {
		struct param *param = param_get(given, kept[i]), *copy = arena_alloc(arena, sizeof *copy);
		/* The panel sends _q without a text for no search. */
		if (!param || (param->kind != PARAM_OBJECT && param->kind != PARAM_LIST && !param->text.len))
			continue;
		*copy = *param;
		add(arranged, copy);
	}
	for (size_t i = 0; i < COUNT_OF(pages); i++) {
		struct param *param = param_get(given, pages[i]), *copy = arena_alloc(arena, sizeof *copy);
		if (!param)
			continue;
		if (!check_page(param, pages[i], call->error))
			return false;
		*copy = *param;
		add(pagination, copy);
	}
	add(arranged, pagination);
	return true;
}

bool admin_list_read(struct admin_call *call, const struct content_type *type, struct query_root *root)
{
	struct param *given, arranged;
	const struct query_request request = {
	    .registry = call->all->registry,
	    .type = type,
	    .rights = {may_find_all, NULL},
	    .default_limit = PAGE_SIZE,
	    .with_count = true,
	    .max_populate_depth = 1,
	    .trusted = type == call->all->registry->file,
	};
	if (!params_parse(call->http->arena, call->http->query, &given, call->error) ||
	    !arrange(call, given, &arranged) || !query_parse(call->http->arena, &request, &arranged, root, call->error))
		return false;
	root->locale = LOCALE_ALL;
	root->query->publication = PUBLICATION_ANY;
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
