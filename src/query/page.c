#include "page.h"
#include "values.h"

#include <math.h>

/* Larger numbers would not survive the way through JavaScript clients. */
#define LARGEST 9007199254740991.0

static bool expected_integer(struct reader *reader, const char *name, const struct param *param, const char *expected)
{
	struct slice got = param && param->kind == PARAM_TEXT ? param->text : SLICE("no text");
	return error_validation(reader->error, "Invalid %s parameter \"%.*s\". Expected %s", name,
	                        slice_shown_length(got, 100), got.ptr, expected);
}

static bool read_integer(struct reader *reader, const char *name, const struct param *param, int64_t *value)
{
	double number = 0;
	if (param_is_container(param) || (param->kind == PARAM_TEXT && !query_text_is_number(param->text, &number)))
		return expected_integer(reader, name, param, "an integer");
	if (number != floor(number))
		return expected_integer(reader, name, param, "an integer");
	*value = (int64_t)fmax(-LARGEST, fmin(LARGEST, number));
	return true;
}

static bool read_with_count(struct reader *reader, const struct param *pagination, struct query_page *page)
{
	const struct param *param = param_get(pagination, "withCount");
	page->with_count = reader->request->with_count;
	if (!param)
		return true;
	page->estimate = param->kind == PARAM_TEXT && slice_is(param->text, "estimate");
	if (page->estimate)
		page->with_count = true;
	else if (param->kind != PARAM_TEXT || !value_known_boolean(param->text, &page->with_count))
		return error_validation(
		    reader->error, "Invalid withCount parameter. Expected \"t\",\"1\",\"true\",\"false\",\"0\",\"f\"");
	return true;
}

static bool mixed_pagination(struct reader *reader)
{
	return error_set(reader->error, 400, "PaginationError",
	                 "Invalid pagination attributes. You cannot use page and offset pagination in the same query");
}

static bool expected_page(struct reader *reader, const char *name, const struct param *param)
{
	struct slice got = param->kind == PARAM_TEXT ? param->text : SLICE("no text");
	return error_set(reader->error, 400, "PaginationError",
	                 "Invalid '%s' parameter. Expected an integer > 0, received: %.*s", name,
	                 slice_shown_length(got, 100), got.ptr);
}

static bool sent(const struct param *params, const char *name)
{
	const struct param *param = param_get(params, name);
	return param && param->kind != PARAM_NULL;
}

static bool read_paged(struct reader *reader, const struct param *pagination, struct query_page *page)
{
	const struct query_request *request = reader->request;
	const struct param *number = param_get(pagination, "page"), *size = param_get(pagination, "pageSize");
	page->paged = true;
	page->page = 1;
	page->page_size = request->default_limit;
	if (number && !read_integer(reader, "pagination[page]", number, &page->page))
		return false;
	if (size && !read_integer(reader, "pagination[pageSize]", size, &page->page_size))
		return false;
	if (page->page < 1)
		page->page = 1;
	if (page->page_size < 1)
		page->page_size = 1;
	/* Strapi does not hold its own default against the limit. */
	if ((number || size) && request->max_limit && page->page_size > request->max_limit)
		page->page_size = request->max_limit;
	page->limit = page->page_size;
	/* maxLimit -1: all entries, and Strapi tells that size. It answers a further page with 500. */
	if (page->page_size < 0)
		return page->page == 1 || expected_integer(reader, "pagination[page]", number,
		                                           "1: rest.maxLimit is -1, and all entries are on one page");
	if (page->page - 1 > INT64_MAX / page->page_size)
		return expected_integer(reader, "pagination[page]", number, "a smaller number");
	page->start = (page->page - 1) * page->page_size;
	return true;
}

static bool read_offset(struct reader *reader, const struct param *pagination, struct query_page *page)
{
	const struct query_request *request = reader->request;
	const struct param *start = param_get(pagination, "start"), *limit = param_get(pagination, "limit");
	page->limit = request->default_limit;
	if (start && !read_integer(reader, "pagination[start]", start, &page->start))
		return false;
	if (limit && !read_integer(reader, "pagination[limit]", limit, &page->limit))
		return false;
	if (page->start < 0)
		page->start = 0;
	if (page->limit == -1 || (request->max_limit && page->limit > request->max_limit))
		page->limit = request->max_limit ? request->max_limit : -1;
	else if (page->limit < 1)
		page->limit = 1;
	return true;
}

bool page_read(struct reader *reader, const struct param *params, struct query_root *root)
{
	static const struct param none = {.kind = PARAM_OBJECT};
	struct query_page *page = &root->page;
	const struct param *pagination = param_get(params, "pagination");
	if (!pagination)
		pagination = &none;
	bool paged = param_get(pagination, "page") || param_get(pagination, "pageSize");
	bool offset = param_get(pagination, "start") || param_get(pagination, "limit");
	if (paged && offset)
		return error_validation(reader->error,
		                        "Invalid pagination parameters. Expected either start/limit or page/pageSize");
	if (!read_with_count(reader, pagination, page))
		return false;
	if (offset ? !read_offset(reader, pagination, page) : !read_paged(reader, pagination, page))
		return false;
	/* Strapi takes page and pageSize, start and limit outside of pagination[…] for a mix of both ways. */
	bool outside_page = sent(params, "page") || sent(params, "pageSize");
	bool outside_offset = sent(params, "start") || sent(params, "limit");
	if (outside_page || (outside_offset && !offset && page->with_count))
		return mixed_pagination(reader);
	root->query->limit = page->limit;
	root->query->offset = page->start;
	return true;
}

bool page_read_offset(struct reader *reader, const struct param *params, struct query *query)
{
	const struct param *start = param_get(params, "start"), *limit = param_get(params, "limit");
	const struct param *number = param_get(params, "page"), *size = param_get(params, "pageSize");
	int64_t value;
	if ((sent(params, "page") || sent(params, "pageSize")) && (sent(params, "start") || sent(params, "limit")))
		return mixed_pagination(reader);
	if (number && number->kind != PARAM_NULL && (!read_integer(reader, "page", number, &value) || value < 1))
		return expected_page(reader, "page", number);
	if (size && size->kind != PARAM_NULL && (!read_integer(reader, "pageSize", size, &value) || value < 1))
		return expected_page(reader, "pageSize", size);
	if (start && start->kind != PARAM_NULL) {
		if (!read_integer(reader, "start", start, &value) || value < 0)
			return expected_integer(reader, "start", start, "an integer that is not negative");
		query->offset = value;
	}
	if (limit && limit->kind != PARAM_NULL) {
		if (!read_integer(reader, "limit", limit, &value) || value < -1)
			return expected_integer(reader, "limit", limit, "an integer that is not negative, or -1");
		query->limit = value < 1 ? -1 : value;
	}
	return true;
}

bool publication_read(struct reader *reader, const struct param *params, enum publication_state *state)
{
	const struct param *param = param_get(params, "publicationState");
	if (!param)
		return true;
	if (param->kind == PARAM_NULL || (param->kind == PARAM_TEXT && slice_is(param->text, "preview")))
		*state = PUBLICATION_ANY;
	else if (param->kind == PARAM_TEXT && slice_is(param->text, "live"))
		*state = PUBLICATION_LIVE;
	else
		return error_validation(reader->error, "Invalid publicationState. Expected one of 'preview','live'");
	return true;
}
