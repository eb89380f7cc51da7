/* Finding entries: what the door offers to those who read. */
#include "keys.h"
#include "lifecycle.h"
#include "read.h"
#include "sign.h"

/* The root of a query is of one locale; what it populates is not filtered by locale. */
static bool restrict_locale(const struct content_call *call, const struct query_root *root, struct error *error)
{
	const struct content_type *type = root->query->type;
	struct condition *condition;
	struct slice locale;
	if (!type->localized || !type->locale || root->locale == LOCALE_ALL)
		return true;
	if (root->locale == LOCALE_GIVEN) {
		condition = query_compare(call->arena, type->locale, QUERY_EQ, (struct value){.kind = VALUE_NULL});
		condition->comparison = root->locale_count == 1 ? QUERY_EQ : QUERY_IN;
		condition->values = root->locales;
		condition->value_count = root->locale_count;
	} else {
		if (!content_default_locale(call, &locale, error))
			return false;
		condition = query_compare(call->arena, type->locale, QUERY_EQ, value_text(locale));
	}
	root->query->of_locale = condition;
	query_add_condition(call->arena, root->query, condition);
	return true;
}

static bool count_query(const struct content_call *call, const struct query_root *root, bool estimate, int64_t *count,
                        struct error *error)
{
	if (lifecycle_follows_read(call, root->query, LIFECYCLE_BEFORE_COUNT))
		return lifecycle_count(call, root, count, error);
	return (estimate ? store_estimate : store_count)(call->session, root->query, count, error);
}

bool content_find(const struct content_call *call, const struct query_root *root, bool locales,
                  struct content_result **result, int64_t *total, struct error *error)
{
	*total = -1;
	if (!restrict_locale(call, root, error))
		return false;
	const bool listened = lifecycle_follows_read(call, root->query, lifecycle_of_find(root->query));
	if (listened ? !lifecycle_find(call, root->query, locales, result, error)
	             : !read_result(call, root->query, NULL, 0, locales, result, error))
		return false;
	if (!sign_result(call, *result, error) ||
	    (root->page.with_count && !count_query(call, root, root->page.estimate, total, error))) {
		content_free(*result);
		return false;
	}
	if (!listened)
		keys_add_read(call, root->query, *result);
	return true;
}

bool content_find_one(const struct content_call *call, const struct query *query, int64_t id, bool locales,
                      struct content_result **result, struct error *error)
{
	const bool listened = lifecycle_follows_read(call, query, LIFECYCLE_BEFORE_FIND_ONE);
	if (listened ? !lifecycle_find_one(call, query, id, locales, result, error)
	             : !read_result(call, query, &id, 1, locales, result, error))
		return false;
	if (!listened)
		keys_add_entry(call, query, id, *result);
	if (sign_result(call, *result, error))
		return true;
	content_free(*result);
	return false;
}

bool content_count(const struct content_call *call, const struct query_root *root, int64_t *count, struct error *error)
{
	keys_add_read(call, root->query, NULL);
	return restrict_locale(call, root, error) && count_query(call, root, false, count, error);
}

bool content_find_id(const struct content_call *call, const struct query_root *root, int64_t *id, struct error *error)
{
	struct content_result *result;
	int64_t total;
	*id = 0;
	if (!content_find(call, root, false, &result, &total, error))
		return false;
	if (content_result_count(result))
		*id = content_result_id(result, 0);
	content_free(result);
	return true;
}
