/* How types relate. */
#include "pair_set.h"
#include "validator.h"

static bool is_abstract(const struct graphql_type *type)
{
	return type->kind == GRAPHQL_INTERFACE || type->kind == GRAPHQL_UNION;
}

bool validator_is_subtype(const struct graphql_type *type, const struct graphql_type *subtype)
{
	if (type->kind == GRAPHQL_UNION) {
		for (size_t i = 0; i < type->possible_count; i++)
			if (type->possible[i] == subtype)
				return true;
	} else if (type->kind == GRAPHQL_INTERFACE) {
		for (size_t i = 0; i < subtype->interface_count; i++)
			if (subtype->interfaces[i] == type)
				return true;
	}
	return false;
}

bool validator_is_sub_reference(const struct graphql_reference *sub, const struct graphql_reference *super)
{
	for (;; sub = sub->of, super = super->of) {
		if (super->wrap == GRAPHQL_NON_NULL && sub->wrap != GRAPHQL_NON_NULL)
			return false;
		if (super->wrap != GRAPHQL_NON_NULL && sub->wrap == GRAPHQL_NON_NULL)
			sub = sub->of;
		if (super->wrap != sub->wrap)
			return false;
		if (super->wrap == GRAPHQL_NAMED)
			return super->type == sub->type || validator_is_subtype(super->type, sub->type);
	}
}

static bool share_type(const struct graphql_type *a, const struct graphql_type *b)
{
	if (!is_abstract(a))
		return is_abstract(b) && validator_is_subtype(b, a);
	if (!is_abstract(b))
		return validator_is_subtype(a, b);
	for (size_t i = 0; i < a->possible_count; i++)
		if (validator_is_subtype(b, a->possible[i]))
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
