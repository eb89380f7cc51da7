/* What is said of a where that compares an id with undefined: the text of the SQL that could not be made, as Strapi's
 * query builder makes it of the group of conditions that stand together. Code shows it to clients. */
#include "undefined.h"
#include "where_attribute.h"

/* What an object, or the items of $and, say: the conditions of one pair of brackets. */
struct group {
	const struct engine *engine;
	struct buffer text, columns; /* of the conditions so far; of those with undefined */
	unsigned *aliases;           /* of tables, given so far */
};

static bool tell_group(const struct engine *engine, const struct condition *conditions, unsigned alias,
                       unsigned *aliases);
static bool add_all(struct group *group, const struct condition *conditions, unsigned alias);

/* $and: its items are objects. */
static bool is_brackets(const struct condition *condition)
{
	return condition->kind == CONDITION_AND && condition->children && condition->children->kind == CONDITION_AND;
}

static const char *symbol_of(enum query_operator comparison)
{
	switch (comparison) {
	case QUERY_NE:
		return "<> ?";
	case QUERY_LT:
		return "< ?";
	case QUERY_LTE:
		return "<= ?";
	case QUERY_GT:
		return "> ?";
	case QUERY_GTE:
		return ">= ?";
	case QUERY_NULL:
		return "is null";
	case QUERY_NOT_NULL:
		return "is not null";
	case QUERY_BETWEEN:
		return "between ? and ?";
	case QUERY_IN:
		return "in (";
	case QUERY_NOT_IN:
		return "not in (";
	default:
		return "= ?";
	}
}

static void add_comparison(struct group *group, const struct condition *condition, unsigned alias)
{
	const char *column = condition->attribute->column;
	const bool list = condition->comparison == QUERY_IN || condition->comparison == QUERY_NOT_IN;
	/* Of an empty list nothing, or anything, is one. */
	if (list && !condition->value_count) {
		buffer_format(&group->text, "%s1 = ?", group->text.len ? " and " : "");
		return;
	}
	buffer_format(&group->text, "%s`t%u`.`%s` %s", group->text.len ? " and " : "", alias, column,
	              symbol_of(condition->comparison));
	if (list) {
		for (size_t i = 0; i < condition->value_count; i++)
			buffer_text(&group->text, i ? ", ?" : "?");
		buffer_byte(&group->text, ')');
	}
	for (size_t i = 0; i < condition->value_count; i++)
		if (where_is_undefined(&condition->values[i]))
			buffer_format(&group->columns, "%st%u.%s", group->columns.len ? ", " : "", alias, column);
}

static bool add(struct group *group, const struct condition *condition, unsigned alias)
{
	switch (condition->kind) {
	case CONDITION_COMPARE:
		add_comparison(group, condition, alias);
		return true;
	case CONDITION_RELATED:
		/* The table between the two has a name of its own. */
		*group->aliases += condition->attribute->link.kind == LINK_JOIN_COLUMN ? 1 : 2;
		return add_all(group, condition->children, *group->aliases);
	case CONDITION_AND:
		if (!is_brackets(condition))
			return add_all(group, condition->children, alias);
		return tell_group(group->engine, condition->children, alias, group->aliases);
	case CONDITION_OR:
	case CONDITION_NOT:
		for (const struct condition *item = condition->children; item; item = item->next)
			if (!tell_group(group->engine, item->kind == CONDITION_AND ? item->children : item, alias,
			                group->aliases))
				return false;
		return true;
	}
	return true;
}

static bool add_all(struct group *group, const struct condition *conditions, unsigned alias)
{
	for (const struct condition *one = conditions; one; one = one->next)
		if (!add(group, one, alias))
			return false;
	return true;
}

/* False with the error when one of the conditions, or of the groups in them, has undefined. */
static bool tell_group(const struct engine *engine, const struct condition *conditions, unsigned alias,
                       unsigned *aliases)
{
	struct group group = {.engine = engine, .aliases = aliases};
	bool defined = add_all(&group, conditions, alias);
	if (defined && group.columns.len)
		defined = engine_fail(engine,
		                      "Undefined binding(s) detected when compiling WHERE. Undefined column(s): [%s] "
		                      "query: where %s",
		                      buffer_terminate(&group.columns), buffer_terminate(&group.text));
	buffer_free(&group.text);
	buffer_free(&group.columns);
	return defined;
}

bool where_tell_undefined(const struct engine *engine, const struct condition *where)
{
	unsigned aliases = 0;
	return tell_group(engine, is_brackets(where) ? where : where->children, 0, &aliases);
}
