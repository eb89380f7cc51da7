#include "select_from.h"

bool select_is_cut(const struct query *query)
{
	return query->limit >= 0 || query->offset > 0;
}

bool select_leaves_order(const struct sql *sql, const struct store_select *select)
{
	const struct query *query = select->query;
	const bool is_first_page = query->selective && query->offset <= 0 && query->limit > 0;
	return select->unordered && sql->dialect->leaves_order && select->via && !select->descending &&
	       !sql_link_is_direct(&select->via->link) && !query->sort_count &&
	       (is_first_page || !select_is_cut(query));
}

void select_write_via(struct sql *sql, const struct store_select *select, char link_alias[SQL_ALIAS_SIZE])
{
	const struct link_storage *link = &select->via->link;
	size_t ids = sql_bind_ids(sql, select->parents, select->parent_count);
	sql->dialect->ids_table(sql, ids, "p");
	link_alias[0] = '\0';
	if (sql_link_is_direct(link)) {
		sql_text(sql, " JOIN ");
		sql_name(sql, select->query->type->table);
		sql_text(sql, " AS t0 ON ");
		sql_link_condition(sql, select->owner, select->via, "t0", "p", "value");
		return;
	}
	/* Without an order to go by SQLite may begin with a table of everything: a cross join goes from left to right.
	 */
	const char *join = select_leaves_order(sql, select) ? " CROSS JOIN " : " JOIN ";
	/* A join column is in the owner's own table, which takes the place of the link table. */
	sql_alias(sql, link_alias);
	sql_text(sql, join);
	sql_link_table(sql, link, link_alias);
	sql_text(sql, " ON ");
	sql_link_condition(sql, select->owner, select->via, link_alias, "p", "value");
	sql_text(sql, join);
	sql_name(sql, select->query->type->table);
	sql_text(sql, " AS t0 ON t0.\"id\" = ");
	sql_column(sql, link_alias, link->target_column);
}

/* As for conditions: over a relation that no side keeps Strapi sorts by the columns of the entry itself. */
static bool sorts_itself(const struct content_type *type, const struct sort *sort, size_t place)
{
	return sort->path[place]->link.kind == LINK_NONE && place + 2 == sort->path_length &&
	       sql_own_attribute(type, sort->path[place + 1]);
}

/* Joins what the sorts go over; an entry then stands once for each different value, as in Strapi. */
static bool write_sort_joins(struct sql *sql, const struct query *query, struct select_sort *columns)
{
	bool joined = false;
	for (size_t i = 0; i < query->sort_count; i++) {
		const struct sort *sort = &query->sorts[i];
		const struct content_type *type = query->type;
		char alias[SQL_ALIAS_SIZE] = "t0";
		for (size_t j = 0; j + 1 < sort->path_length; j++) {
			char next[SQL_ALIAS_SIZE];
			if (sorts_itself(type, sort, j))
				break;
			sql_join(sql, " LEFT JOIN ", type, sort->path[j], alias, next);
			memcpy(alias, next, sizeof alias);
			type = sort->path[j]->target;
			joined = true;
		}
		memcpy(columns[i].alias, alias, sizeof alias);
		columns[i].attribute = sort->path[sort->path_length - 1];
	}
	return joined;
}

bool select_write_from(struct sql *sql, const struct store_select *select, struct select_sort *columns,
                       char link_alias[SQL_ALIAS_SIZE])
{
	sql_text(sql, " FROM ");
	link_alias[0] = '\0';
	if (select->via) {
		select_write_via(sql, select, link_alias);
	} else {
		sql_name(sql, select->query->type->table);
		sql_text(sql, " AS t0");
	}
	return write_sort_joins(sql, select->query, columns);
}
