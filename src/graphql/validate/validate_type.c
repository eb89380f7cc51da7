/* How types relate. */
#include "validate_type.h"
#include "pair_set.h"

static bool is_abstract(const struct graphql_type *type)
{
	return type->kind == GRAPHQL_INTERFACE || type->kind == GRAPHQL_UNION;
}

static bool share_type(const struct graphql_type *a, const struct graphql_type *b)
{
	if (!is_abstract(a))
		return is_abstract(b) && graphql_is_possible(b, a);
	if (!is_abstract(b))
		return graphql_is_possible(a, b);
	for (size_t i = 0; i < a->possible_count; i++)
		if (graphql_is_possible(b, a->possible[i]))
			return true;
	return false;
}

bool validator_types_overlap(struct validator *validator, const struct graphql_type *a, const struct graphql_type *b)
{
	enum { UNKNOWN, APART, SHARED };

	if (a == b)
		return true;
	if (!is_abstract(a) && !is_abstract(b))
		return false;
	validator->types_met.arena = validator->arena;
	uint8_t *known = pair_set_find(&validator->types_met, (uint32_t)a->index, (uint32_t)b->index);
	if (*known == UNKNOWN)
		*known = share_type(a, b) ? SHARED : APART;
	return *known == SHARED;
}

const struct graphql_field *validator_own_field(const struct graphql_type *type, struct slice name)
{
	return type && (type->kind == GRAPHQL_OBJECT || type->kind == GRAPHQL_INTERFACE)
	           ? graphql_type_field(type, name)
	           : NULL;
}
