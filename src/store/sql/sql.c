#include "sql.h"

#include <stdio.h>

void sql_name(struct sql *sql, const char *name)
{
	buffer_byte(&sql->text, '"');
	for (const char *quote; (quote = strchr(name, '"')); name = quote + 1) {
		buffer_add(&sql->text, name, (size_t)(quote - name) + 1);
		buffer_byte(&sql->text, '"');
	}
	buffer_text(&sql->text, name);
	buffer_byte(&sql->text, '"');
}

void sql_table(struct sql *sql, const char *table, const char *alias)
{
	sql_name(sql, table);
	sql_text(sql, " AS ");
	sql_text(sql, alias);
}

void sql_link_table(struct sql *sql, const struct link_storage *link, const char *alias)
{
	if (link->kind != LINK_NONE) {
		sql_table(sql, link->table, alias);
		return;
	}
	sql_text(sql, "(SELECT CAST(NULL AS INTEGER) AS \"id\", CAST(NULL AS INTEGER) AS ");
	sql_name(sql, link->owner_column);
	sql_text(sql, ", CAST(NULL AS INTEGER) AS ");
	sql_name(sql, link->target_column);
	sql_text(sql, " WHERE 1 = 0) AS ");
	sql_text(sql, alias);
}

void sql_column(struct sql *sql, const char *alias, const char *column)
{
	sql_text(sql, alias);
	buffer_byte(&sql->text, '.');
	sql_name(sql, column);
}

static struct bind *add_bind(struct sql *sql)
{
	sql->binds = arena_grow(sql->arena, sql->binds, sql->bind_count, &sql->bind_capacity, sizeof *sql->binds);
	return &sql->binds[sql->bind_count++];
}

void sql_value(struct sql *sql, const struct attribute *attribute, struct value value)
{
	struct bind *bind = add_bind(sql);
	*bind = (struct bind){.kind = BIND_VALUE, .value = value, .attribute = attribute};
	sql->dialect->placeholder(sql, sql->bind_count, bind);
}

size_t sql_bind_ids(struct sql *sql, const int64_t *ids, size_t count)
{
	*add_bind(sql) = (struct bind){.kind = BIND_IDS, .ids = ids, .id_count = count};
	return sql->bind_count;
}

void sql_alias(struct sql *sql, char alias[SQL_ALIAS_SIZE])
{
	snprintf(alias, SQL_ALIAS_SIZE, "t%u", sql->aliases++);
}

bool sql_link_is_direct(const struct link_storage *link)
{
	return link->kind == LINK_COLUMN_TARGET || link->kind == LINK_JOIN_COLUMN_INVERSE;
}

static enum attribute_type stored_type(const struct attribute *attribute)
{
	const bool is_text = attribute->type >= ATTRIBUTE_STRING && attribute->type <= ATTRIBUTE_UID;
	return is_text && attribute->type != ATTRIBUTE_PASSWORD ? ATTRIBUTE_TEXT : attribute->type;
}

const struct attribute *sql_own_attribute(const struct content_type *type, const struct attribute *attribute)
{
	if (attribute->type == ATTRIBUTE_ID)
		return &type->id;
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *own = &type->attributes[i];
		if (attribute_is_scalar(own) && strcmp(own->column, attribute->column) == 0)
			return !own->is_private && own->type != ATTRIBUTE_PASSWORD &&
			               stored_type(own) == stored_type(attribute)
			           ? own
			           : NULL;
	}
	return NULL;
}

static void compare_text(struct sql *sql, bool *first, const char *alias, const char *column, const char *text)
{
	if (!*first)
		sql_text(sql, " AND ");
	*first = false;
	sql_column(sql, alias, column);
	sql_text(sql, " = ");
	sql_value(sql, NULL, value_text(slice_of(text)));
}

static bool write_link_kind(struct sql *sql, bool first, const struct content_type *owner,
                            const struct attribute *attribute, const char *alias)
{
	const struct link_storage *link = &attribute->link;
	switch (link->kind) {
	case LINK_MORPH_TARGET:
	case LINK_COLUMN_TARGET:
		compare_text(sql, &first, alias, link->type_column, owner->uid);
		break;
	case LINK_COMPONENTS:
		if (attribute->target)
			compare_text(sql, &first, alias, link->type_column, attribute->target->uid);
		break;
	default:
		break;
	}
	if (link->field && !sql_link_is_direct(link))
		compare_text(sql, &first, alias, "field", link->field);
	return !first;
}

bool sql_link_kind(struct sql *sql, const struct content_type *owner, const struct attribute *attribute,
                   const char *alias)
{
	return write_link_kind(sql, true, owner, attribute, alias);
}

void sql_link_condition(struct sql *sql, const struct content_type *owner, const struct attribute *attribute,
                        const char *alias, const char *owner_alias, const char *owner_column)
{
	sql_column(sql, alias, attribute->link.owner_column);
	sql_text(sql, " = ");
	sql_column(sql, owner_alias, owner_column);
	write_link_kind(sql, false, owner, attribute, alias);
}

void sql_select_links(struct sql *sql, const struct attribute *attribute, const char *column, char link[SQL_ALIAS_SIZE],
                      char target[SQL_ALIAS_SIZE])
{
	sql_alias(sql, target);
	if (sql_link_is_direct(&attribute->link))
		memcpy(link, target, SQL_ALIAS_SIZE);
	else
		sql_alias(sql, link);
	sql_text(sql, "SELECT ");
	sql_column(sql, link, column);
	sql_text(sql, " FROM ");
	sql_table(sql, attribute->target->table, target);
	if (sql_link_is_direct(&attribute->link))
		return;
	sql_text(sql, " JOIN ");
	sql_link_table(sql, &attribute->link, link);
	sql_text(sql, " ON ");
	sql_column(sql, link, attribute->link.target_column);
	sql_text(sql, " = ");
	sql_column(sql, target, "id");
}

void sql_join(struct sql *sql, const char *join, const struct content_type *owner, const struct attribute *attribute,
              const char *from, char to[SQL_ALIAS_SIZE])
{
	const struct link_storage *link = &attribute->link;
	char between[SQL_ALIAS_SIZE];
	sql_alias(sql, to);
	if (link->kind == LINK_JOIN_COLUMN || sql_link_is_direct(link)) {
		sql_text(sql, join);
		sql_name(sql, attribute->target->table);
		sql_text(sql, " AS ");
		sql_text(sql, to);
		sql_text(sql, " ON ");
		if (link->kind == LINK_JOIN_COLUMN) {
			sql_column(sql, to, "id");
			sql_text(sql, " = ");
			sql_column(sql, from, link->target_column);
		} else {
			sql_link_condition(sql, owner, attribute, to, from, "id");
		}
		return;
	}
	sql_alias(sql, between);
	sql_text(sql, join);
	sql_link_table(sql, link, between);
	sql_text(sql, " ON ");
	sql_link_condition(sql, owner, attribute, between, from, "id");
	sql_text(sql, join);
	sql_name(sql, attribute->target->table);
	sql_text(sql, " AS ");
	sql_text(sql, to);
	sql_text(sql, " ON ");
	sql_column(sql, to, "id");
	sql_text(sql, " = ");
	sql_column(sql, between, link->target_column);
}
