#include "populate_add.h"

static struct query *new_query(struct reader *reader, const struct content_type *type,
                               enum publication_state publication)
{
	struct query *query = query_create(reader->arena, type);
	query->publication = publication;
	return query;
}

static struct populate *find_populate(const struct query *query, const struct attribute *attribute)
{
	for (size_t i = 0; i < query->populate_count; i++)
		if (query->populates[i].attribute == attribute)
			return &query->populates[i];
	return NULL;
}

static void add_type(struct reader *reader, struct populate *populate, const struct content_type *type,
                     enum publication_state publication)
{
	populate->by_type[populate->by_type_count++] = new_query(reader, type, publication);
}

/* One query for each type that may hang on a polymorphic attribute or stand in a dynamic zone. */
static void add_types(struct reader *reader, struct populate *populate, enum publication_state publication)
{
	const struct registry *registry = reader->request->registry;
	const struct query_rights *rights = &reader->request->rights;
	const struct attribute *attribute = populate->attribute;
	if (attribute->type == ATTRIBUTE_DYNAMICZONE) {
		populate->by_type = arena_array(reader->arena, attribute->component_count, sizeof *populate->by_type);
		for (size_t i = 0; i < attribute->component_count; i++)
			add_type(reader, populate, attribute->components[i], publication);
		return;
	}
	populate->by_type = arena_array(reader->arena, registry->type_count, sizeof *populate->by_type);
	for (size_t i = 0; i < registry->type_count; i++) {
		const struct content_type *type = registry->types[i];
		if (rights->may_find(rights->context, type) && strncmp(type->uid, "admin::", 7) != 0)
			add_type(reader, populate, type, publication);
	}
}

bool populate_add(struct reader *reader, struct query *query, const struct attribute *attribute,
                  enum publication_state publication, unsigned depth, struct populate **populate)
{
	*populate = find_populate(query, attribute);
	/* Strapi leaves out relations that keep nothing. */
	if (*populate || attribute->link.kind == LINK_NONE || reader_hides(reader, query->type, attribute) ||
	    !reader_may_follow(reader, query->type, attribute))
		return true;
	if (depth > reader->request->max_populate_depth)
		return error_validation(reader->error,
		                        "The populate parameter is nested too deeply. Expected at most %u levels",
		                        reader->request->max_populate_depth);
	if (!query->populates)
		query->populates = arena_array(reader->arena, query->type->attribute_count, sizeof *query->populates);
	*populate = &query->populates[query->populate_count++];
	(*populate)->attribute = attribute;
	if (attribute->target)
		(*populate)->query = new_query(reader, attribute->target, publication);
	else
		add_types(reader, *populate, publication);
	for (size_t i = 0; i < (*populate)->by_type_count; i++)
		if (!reader_count_populate(reader))
			return false;
	return reader_count_populate(reader);
}
