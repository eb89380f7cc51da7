/* Filters and publication state as SQL.
 *
 * In Strapi a filter on a relation joins the entries of the other side, as a left join, and an entry matches
 * when any of its joined rows does; one that has none is joined to a row of nulls. Joins of several relations would
 * multiply. Here every relation is a sub-select of its own, which comes to the same: "some row of r and s matches A(r)
 * or B(s)" is "some row of r matches A or some row of s matches B", and so for and. For that negations are pushed down
 * to the comparisons, as "not all rows match" is something else than "some row does not". */
#include "sql.h"

/* A condition that holds no comparison, such as an empty $and: as in Strapi it is as if it were not there. */
static bool is_vacuous(const struct condition *condition)
{
	if (condition->kind == CONDITION_COMPARE)
		return false;
	for (const struct condition *at = condition->children; at; at = at->next)
		if (!is_vacuous(at))
			return false;
	return true;
}

/* Do the parts of a group all have to hold? Negation turns that round. */
static bool is_conjunction(const struct condition *condition, bool negated)
{
	return (condition->kind == CONDITION_OR) == negated;
}

/* What a condition on a related entry comes to where there is none: all its columns are null. */
static enum sql_truth truth_without_entry(const struct condition *condition, bool negated)
{
	if (condition->kind == CONDITION_COMPARE) {
		enum sql_truth truth = sql_truth_without_entry(condition);
		return negated ? (enum sql_truth)(SQL_TRUE - truth) : truth;
	}
	if (condition->kind == CONDITION_NOT)
		negated = !negated;
	bool all = is_conjunction(condition, negated);
	enum sql_truth whole = all ? SQL_TRUE : SQL_FALSE;
	for (const struct condition *at = condition->children; at; at = at->next) {
		if (is_vacuous(at))
			continue;
		enum sql_truth truth = truth_without_entry(at, negated);
		if (all ? truth < whole : truth > whole)
			whole = truth;
	}
	return whole;
}

/* While a filter is written. A sub-select inside of a sub-select is written apart, as a common table expression:
 * databases read only so many nested ones. */
struct condition_writer {
	struct sql *sql;
	struct buffer with; /* r0(id) AS (…), r1(id) AS (…) */
	unsigned with_count;
	unsigned depth; /* of sub-selects */
};

static void write_condition(struct condition_writer *writer, const struct content_type *type,
                            const struct condition *condition, const char *alias, bool negated);

static void write_group(struct condition_writer *writer, const struct content_type *type,
                        const struct condition *condition, const char *alias, bool negated)
{
	const char *separator = is_conjunction(condition, negated) ? " AND " : " OR ";
	const char *before = "(";
	for (const struct condition *at = condition->children; at; at = at->next) {
		if (is_vacuous(at))
			continue;
		sql_text(writer->sql, before);
		write_condition(writer, type, at, alias, negated);
		before = separator;
	}
	sql_text(writer->sql, ")");
}

/* Who has links to entries that match: SELECT t1."restaurant_id" FROM … */
static void write_matching(struct condition_writer *writer, const struct content_type *type,
                           const struct condition *condition, bool negated)
{
	const struct attribute *attribute = condition->attribute;
	struct sql *sql = writer->sql;
	char link[SQL_ALIAS_SIZE], target[SQL_ALIAS_SIZE];
	if (attribute->link.kind == LINK_JOIN_COLUMN) {
		sql_alias(sql, target);
		sql_text(sql, "SELECT ");
		sql_column(sql, target, "id");
		sql_text(sql, " FROM ");
		sql_table(sql, attribute->target->table, target);
		sql_text(sql, " WHERE ");
	} else {
		sql_select_links(sql, attribute, attribute->link.owner_column, link, target);
		sql_text(sql, " WHERE ");
		if (sql_link_kind(sql, type, attribute, link))
			sql_text(sql, " AND ");
	}
	write_group(writer, attribute->target, condition, target, negated);
}

/* As write_matching, apart from the statement's own text, which then only names it. */
static void write_matching_apart(struct condition_writer *writer, const struct content_type *type,
                                 const struct condition *condition, bool negated)
{
	struct buffer text = writer->sql->text;
	writer->sql->text = (struct buffer){0};
	write_matching(writer, type, condition, negated);
	struct buffer apart = writer->sql->text;
	writer->sql->text = text;
	buffer_format(&writer->with, "%sr%u(id) AS (", writer->with_count ? ", " : "WITH ", writer->with_count);
	buffer_slice(&writer->with, buffer_as_slice(&apart));
	buffer_byte(&writer->with, ')');
	buffer_free(&apart);
	buffer_format(&writer->sql->text, "SELECT id FROM r%u", writer->with_count++);
}

static void write_some_match(struct condition_writer *writer, const struct content_type *type,
                             const struct condition *condition, const char *alias, bool negated)
{
	const struct link_storage *link = &condition->attribute->link;
	sql_column(writer->sql, alias, link->kind == LINK_JOIN_COLUMN ? link->target_column : "id");
	sql_text(writer->sql, " IN (");
	if (writer->depth++)
		write_matching_apart(writer, type, condition, negated);
	else
		write_matching(writer, type, condition, negated);
	writer->depth--;
	sql_text(writer->sql, ")");
}

static void write_none_there(struct sql *sql, const struct content_type *type, const struct attribute *attribute,
                             const char *alias)
{
	char link[SQL_ALIAS_SIZE], target[SQL_ALIAS_SIZE];
	if (attribute->link.kind == LINK_JOIN_COLUMN) {
		sql_column(sql, alias, attribute->link.target_column);
		sql_text(sql, " IS NULL");
		return;
	}
	sql_text(sql, "NOT EXISTS (");
	sql_select_links(sql, attribute, attribute->link.owner_column, link, target);
	sql_text(sql, " WHERE ");
	sql_link_condition(sql, type, attribute, link, alias, "id");
	sql_text(sql, ")");
}

/* Whether conditions on entries of another type may be asked of the entry itself: it has the columns, and its id may
 * stand where that of the other one is looked for. */
static bool fit(const struct content_type *type, const struct condition *conditions)
{
	bool all = true;
	for (const struct condition *at = conditions; at && all; at = at->next)
		all = at->kind == CONDITION_COMPARE   ? sql_own_attribute(type, at->attribute) != NULL
		      : at->kind == CONDITION_RELATED ? at->attribute->link.kind == LINK_TABLE
		                                      : fit(type, at->children);
	return all;
}

/* For a relation that no side keeps Strapi joins nothing: what is asked of its entries is asked of the entry itself. */
static bool asks_itself(const struct content_type *type, const struct condition *condition)
{
	return condition->attribute->link.kind == LINK_NONE && fit(type, condition->children);
}

static void write_related(struct condition_writer *writer, const struct content_type *type,
                          const struct condition *condition, const char *alias, bool negated)
{
	if (asks_itself(type, condition)) {
		write_group(writer, type, condition, alias, negated);
		return;
	}
	bool without = truth_without_entry(condition, negated) == SQL_TRUE;
	if (without) {
		sql_text(writer->sql, "(");
		write_none_there(writer->sql, type, condition->attribute, alias);
		sql_text(writer->sql, " OR ");
	}
	write_some_match(writer, type, condition, alias, negated);
	if (without)
		sql_text(writer->sql, ")");
}

static void write_condition(struct condition_writer *writer, const struct content_type *type,
                            const struct condition *condition, const char *alias, bool negated)
{
	switch (condition->kind) {
	case CONDITION_COMPARE:
		sql_text(writer->sql, negated ? "NOT (" : "");
		sql_comparison(writer->sql, condition, alias);
		sql_text(writer->sql, negated ? ")" : "");
		break;
	case CONDITION_RELATED:
		write_related(writer, type, condition, alias, negated);
		break;
	case CONDITION_NOT:
		write_group(writer, type, condition, alias, !negated);
		break;
	case CONDITION_AND:
	case CONDITION_OR:
		write_group(writer, type, condition, alias, negated);
		break;
	}
}

static void separate(struct sql *sql, bool *where)
{
	sql_text(sql, *where ? " AND " : " WHERE ");
	*where = true;
}

/* A row is read no further than the first condition that it does not meet, and its columns no further than the last one
 * that is needed. What a caller compares is rarer than what is live and of a locale, whose columns stand last; what
 * takes longer than a comparison comes after both. */
enum turn { TURN_COMPARED, TURN_LOCALE, TURN_OTHER };

static enum turn turn_of(const struct query *query, const struct condition *condition)
{
	if (condition == query->of_locale)
		return TURN_LOCALE;
	return condition->kind == CONDITION_COMPARE && condition->comparison <= QUERY_NOT_NULL ? TURN_COMPARED
	                                                                                       : TURN_OTHER;
}

/* The parts of the outermost conjunction whose turn it is are written one by one, without brackets. */
static void write_parts(struct condition_writer *writer, const struct query *query, const struct condition *condition,
                        const char *alias, enum turn turn, bool *where)
{
	if (condition->kind == CONDITION_AND) {
		for (const struct condition *at = condition->children; at; at = at->next)
			write_parts(writer, query, at, alias, turn, where);
	} else if (turn_of(query, condition) == turn && !is_vacuous(condition)) {
		separate(writer->sql, where);
		write_condition(writer, query->type, condition, alias, false);
	}
}

/* What is written apart goes before the whole statement. */
static void put_before(struct sql *sql, struct buffer *with)
{
	buffer_byte(with, ' ');
	buffer_slice(with, buffer_as_slice(&sql->text));
	buffer_free(&sql->text);
	sql->text = *with;
}

void sql_conditions(struct sql *sql, const struct query *query, const char *alias, bool where)
{
	/* GraphQL asks only types with drafts for what is live. */
	const struct attribute *live = query->selective ? query->type->published_at : query->type->live;
	struct condition_writer writer = {.sql = sql};
	if (query->filter)
		write_parts(&writer, query, query->filter, alias, TURN_COMPARED, &where);
	if (query->publication == PUBLICATION_LIVE && live) {
		separate(sql, &where);
		sql_column(sql, alias, live->column);
		sql_text(sql, " IS NOT NULL");
	}
	for (enum turn turn = TURN_LOCALE; query->filter && turn <= TURN_OTHER; turn++)
		write_parts(&writer, query, query->filter, alias, turn, &where);
	if (writer.with_count)
		put_before(sql, &writer.with);
	if (query->search.len) {
		separate(sql, &where);
		sql_search(sql, query, alias);
	}
}

void sql_firsts(struct sql *sql, const struct query *query, bool where)
{
	char alias[SQL_ALIAS_SIZE];
	sql_alias(sql, alias);
	sql_text(sql, where ? " AND t0.\"id\" IN (SELECT MIN(" : " WHERE t0.\"id\" IN (SELECT MIN(");
	sql_column(sql, alias, "id");
	sql_text(sql, ") FROM ");
	sql_table(sql, query->type->table, alias);
	sql_conditions(sql, query, alias, false);
	sql_text(sql, " GROUP BY ");
	for (size_t i = 0; i < query->group_count; i++) {
		sql_text(sql, i ? ", " : "");
		sql_column(sql, alias, query->groups[i]->column);
	}
	sql_text(sql, ")");
}
