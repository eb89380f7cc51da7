/* The names of link tables and their columns, as Strapi makes them. */
#include "links.h"

static const char *snake(struct arena *arena, const char *first, const char *last)
{
	return model_snake_case(arena, arena_format(arena, "%s_%s", first, last));
}

static const char *inverse_prefix(struct arena *arena, const char *name, const char *taken)
{
	return strcmp(name, taken) == 0 ? arena_format(arena, "inv_%s", name) : name;
}

/* The link table of a relation seen from `owner`, the type of the side that owns it. */
static struct link_storage table_link(struct arena *arena, const struct content_type *owner,
                                      const struct attribute *attribute, bool two_way)
{
	const char *owner_name = owner->model_name, *target_name = attribute->target->model_name;
	enum relation_kind kind = attribute->relation;
	struct link_storage link = {.kind = LINK_TABLE};
	link.table = snake(arena, arena_format(arena, "%s_%s", owner->table, attribute->name), "links");
	link.owner_column = snake(arena, owner_name, "id");
	link.target_column = inverse_prefix(arena, snake(arena, target_name, "id"), link.owner_column);
	if (kind == RELATION_ONE_TO_MANY || kind == RELATION_MANY_TO_MANY)
		link.order_column = snake(arena, target_name, "order");
	if (two_way && (kind == RELATION_MANY_TO_MANY || kind == RELATION_MANY_TO_ONE)) {
		link.inverse_order_column = snake(arena, owner_name, "order");
		if (link.order_column)
			link.inverse_order_column = inverse_prefix(arena, link.inverse_order_column, link.order_column);
	}
	return link;
}

static struct link_storage column_link(struct arena *arena, const struct content_type *owner,
                                       const struct attribute *attribute)
{
	return (struct link_storage){
	    .kind = LINK_JOIN_COLUMN,
	    .table = owner->table,
	    .owner_column = "id",
	    .target_column = snake(arena, attribute->name, "id"),
	};
}

/* The same link seen from the other side. */
struct link_storage draft_turned_link(struct link_storage link)
{
	struct link_storage other = link;
	if (link.kind == LINK_JOIN_COLUMN)
		other.kind = LINK_JOIN_COLUMN_INVERSE;
	other.owner_column = link.target_column;
	other.target_column = link.owner_column;
	other.order_column = link.inverse_order_column;
	other.inverse_order_column = link.order_column;
	return other;
}

struct link_storage draft_owned_link(struct arena *arena, const struct content_type *owner,
                                     const struct attribute *attribute, const struct mention *mention)
{
	bool single = attribute->relation == RELATION_ONE_TO_ONE || attribute->relation == RELATION_MANY_TO_ONE;
	if (mention->no_link_table && single)
		return column_link(arena, owner, attribute);
	return table_link(arena, owner, attribute, attribute->two_way);
}

static struct link_storage morph_table_link(struct arena *arena, const struct content_type *owner,
                                            const struct attribute *attribute)
{
	const char *name = model_snake_case(arena, attribute->name);
	return (struct link_storage){
	    .kind = LINK_MORPH_OWNER,
	    .table = snake(arena, arena_format(arena, "%s_%s", owner->table, attribute->name), "morphs"),
	    .owner_column = snake(arena, owner->model_name, "id"),
	    .target_column = arena_format(arena, "%s_id", name),
	    .type_column = arena_format(arena, "%s_type", name),
	    .order_column = "order",
	};
}

static struct link_storage morph_column_link(const struct content_type *owner)
{
	return (struct link_storage){
	    .kind = LINK_COLUMN_OWNER,
	    .table = owner->table,
	    .owner_column = "id",
	    .target_column = "target_id",
	    .type_column = "target_type",
	};
}

/* Media, morphOne and morphMany: the other side's link, turned. In a morph table the rows of one target are told apart
 * by the name of its attribute. */
static struct link_storage morph_target_link(struct arena *arena, const struct attribute *attribute)
{
	if (attribute->inverse->relation == RELATION_MORPH_TO_ONE) {
		struct link_storage link = draft_turned_link(morph_column_link(attribute->target));
		link.kind = LINK_COLUMN_TARGET;
		return link;
	}
	struct link_storage link = morph_table_link(arena, attribute->target, attribute->inverse);
	const char *order = link.order_column;
	link = draft_turned_link(link);
	link.kind = LINK_MORPH_TARGET;
	link.order_column = order;
	link.inverse_order_column = NULL;
	link.field = attribute->name;
	return link;
}

static struct link_storage component_link(const struct content_type *owner, const struct attribute *attribute)
{
	return (struct link_storage){
	    .kind = LINK_COMPONENTS,
	    .table = owner->component_table,
	    .owner_column = "entity_id",
	    .target_column = "component_id",
	    .type_column = "component_type",
	    .order_column = "order",
	    .field = attribute->name,
	};
}

static struct link_storage morph_link(struct arena *arena, const struct content_type *type,
                                      const struct attribute *attribute)
{
	if (attribute->relation == RELATION_MORPH_TO_ONE)
		return morph_column_link(type);
	if (attribute->relation == RELATION_MORPH_TO_MANY)
		return morph_table_link(arena, type, attribute);
	if (attribute->target && attribute->inverse)
		return morph_target_link(arena, attribute);
	return (struct link_storage){.kind = LINK_NONE}; /* a mistake was reported */
}

void draft_set_link(struct arena *arena, const struct draft *draft, struct attribute *attribute)
{
	if (attribute_is_morph(attribute))
		attribute->link = morph_link(arena, draft->type, attribute);
	else if (attribute->type == ATTRIBUTE_MEDIA && attribute->inverse)
		attribute->link = morph_target_link(arena, attribute);
	else if (attribute->type == ATTRIBUTE_COMPONENT || attribute->type == ATTRIBUTE_DYNAMICZONE)
		attribute->link = component_link(draft->type, attribute);
}
