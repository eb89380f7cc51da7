/* What one statement may hold. Databases read only so many tables and so deep an expression, and joins over several
 * lists multiply; no request that somebody means comes near these numbers. */
#include "sql.h"

enum {
	MOST_CONDITIONS = 900, /* SQLite takes expressions of depth 1000 */
	DEEPEST_CONDITION = 100,
	MOST_VALUES = 10000,
	LONGEST_PATTERN = 16384, /* bytes; SQLite matches wildcards by recursion, and takes 50000 */
	MOST_SORT_JOINS = 24,    /* of two tables each; SQLite joins 64 */
	MOST_SORT_LISTS = 4,
	/* From here on they may take long. */
	HEAVY_SORT_LISTS = 2,
	HEAVY_SORT_JOINS = 6,
	HEAVY_FILTER_LISTS = 4,
};

struct size {
	size_t conditions, values;
};

static bool measure(const struct condition *condition, unsigned depth, struct size *size)
{
	size->values += condition->value_count;
	if (++size->conditions > MOST_CONDITIONS || size->values > MOST_VALUES || depth > DEEPEST_CONDITION)
		return false;
	for (const struct condition *at = condition->children; at; at = at->next)
		if (!measure(at, depth + 1, size))
			return false;
	return true;
}

/* The most lists in each other. */
static size_t nested_lists(const struct condition *condition)
{
	size_t most = 0, own = condition->kind == CONDITION_RELATED && condition->attribute->multiple;
	for (const struct condition *at = condition->children; at; at = at->next) {
		size_t lists = nested_lists(at);
		most = lists > most ? lists : most;
	}
	return most + own;
}

void sql_weigh(const struct query *query, struct sql_weight *weight)
{
	*weight = (struct sql_weight){.filter_lists = query->filter ? nested_lists(query->filter) : 0};
	for (size_t i = 0; i < query->sort_count; i++) {
		const struct sort *sort = &query->sorts[i];
		for (size_t j = 0; j + 1 < sort->path_length; j++) {
			weight->sort_joins++;
			weight->sort_lists += sort->path[j]->multiple;
		}
	}
}

bool sql_is_heavy(const struct sql_weight *weight)
{
	return weight->sort_lists >= HEAVY_SORT_LISTS || weight->sort_joins >= HEAVY_SORT_JOINS ||
	       weight->filter_lists >= HEAVY_FILTER_LISTS;
}

static bool sorts_fit(const struct query *query, struct error *error)
{
	struct sql_weight weight;
	sql_weigh(query, &weight);
	size_t joins = weight.sort_joins, lists = weight.sort_lists;
	if (joins > MOST_SORT_JOINS)
		return error_validation(error, "The sort parameter goes over too many relations. Expected at most %d",
		                        MOST_SORT_JOINS);
	if (lists > MOST_SORT_LISTS)
		return error_validation(error,
		                        "The sort parameter goes over too many lists of relations. Expected at most %d",
		                        MOST_SORT_LISTS);
	return true;
}

static bool is_pattern(enum query_operator comparison)
{
	return comparison == QUERY_EQI || comparison == QUERY_NEI || comparison >= QUERY_STARTS_WITH;
}

static bool patterns_fit(const struct condition *condition)
{
	if (condition->kind == CONDITION_COMPARE && is_pattern(condition->comparison) && condition->value_count)
		return condition->values[0].text.len <= LONGEST_PATTERN;
	for (const struct condition *at = condition->children; at; at = at->next)
		if (!patterns_fit(at))
			return false;
	return true;
}

bool sql_check_size(const struct query *query, struct error *error)
{
	struct size size = {0};
	if (query->filter && !measure(query->filter, 0, &size))
		return error_validation(error,
		                        "The filters parameter asks for too much. Expected at most %d conditions, %d "
		                        "values and %d levels",
		                        MOST_CONDITIONS, MOST_VALUES, DEEPEST_CONDITION);
	if (query->search.len > LONGEST_PATTERN || (query->filter && !patterns_fit(query->filter)))
		return error_validation(error, "A text to search for is too long. Expected at most %d bytes",
		                        LONGEST_PATTERN);
	return sorts_fit(query, error);
}
