#include "filter_operators.h"

static const struct filter_operator operators[] = {
    {"$eq", QUERY_EQ, true},
    {"$eqi", QUERY_EQI, false},
    {"$ne", QUERY_NE, true},
    {"$nei", QUERY_NEI, false},
    {"$in", QUERY_IN, true},
    {"$notIn", QUERY_NOT_IN, true},
    {"$lt", QUERY_LT, true},
    {"$lte", QUERY_LTE, true},
    {"$gt", QUERY_GT, true},
    {"$gte", QUERY_GTE, true},
    {"$between", QUERY_BETWEEN, true},
    {"$null", QUERY_NULL, false},
    {"$notNull", QUERY_NOT_NULL, false},
    {"$startsWith", QUERY_STARTS_WITH, false},
    {"$startsWithi", QUERY_STARTS_WITHI, false},
    {"$endsWith", QUERY_ENDS_WITH, false},
    {"$endsWithi", QUERY_ENDS_WITHI, false},
    {"$contains", QUERY_CONTAINS, false},
    {"$containsi", QUERY_CONTAINSI, false},
    {"$notContains", QUERY_NOT_CONTAINS, false},
    {"$notContainsi", QUERY_NOT_CONTAINSI, false},
};

const struct filter_operator *filter_operator_find(struct slice key)
{
	if (!key.len || key.ptr[0] != '$')
		return NULL;
	for (size_t i = 0; i < COUNT_OF(operators); i++)
		if (slice_is(key, operators[i].name))
			return &operators[i];
	return NULL;
}

bool filter_is_group(struct slice key)
{
	return slice_is(key, "$and") || slice_is(key, "$or");
}

const char *filter_operator_name(enum query_operator operation)
{
	for (size_t i = 0; i < COUNT_OF(operators); i++)
		if (operators[i].comparison == operation)
			return operators[i].name;
	return "$eq";
}
