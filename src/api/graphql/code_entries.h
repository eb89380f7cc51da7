/* Inside the room `api/graphql`: entries that others give. */
#ifndef LECTERN_API_GRAPHQL_CODE_ENTRIES_H
#define LECTERN_API_GRAPHQL_CODE_ENTRIES_H

#include "api_graphql.h"

enum object_shape {
	SHAPE_OTHER,
	SHAPE_ATTRIBUTES, /* "Restaurant": an entry */
	SHAPE_ENTITY,     /* "RestaurantEntity": an entry */
	SHAPE_RESPONSE,   /* {"value": an entry} */
	SHAPE_COLLECTION, /* {"nodes": entries, "info": …} */
	SHAPE_META,       /* the info of a collection */
	SHAPE_PAGE,       /* {"total", "page", "pageSize", "pageCount"} */
};

/* Which of these a type is, and (or NULL) of what. */
enum object_shape api_graphql_code_entries_shape(const struct api_graphql_schema *schema,
                                                 const struct graphql_type *type, const struct content_type **of);

/* Notes which types are those of entries and of responses, when the models have given theirs. */
void api_graphql_code_entries_note_types(struct api_graphql_schema *schema);

#endif
