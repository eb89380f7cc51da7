/* Inside the room `api/graphql`: what types, fields and enum values are called, by the rules of Strapi. */
#ifndef LECTERN_API_GRAPHQL_NAMES_H
#define LECTERN_API_GRAPHQL_NAMES_H

#include "model/model.h"

/* lodash's camelCase with the first letter made a capital: "kitchen-sink" gives "KitchenSink". */
const char *api_graphql_name_pascal(struct arena *arena, const char *text);

/* The same with its first letter small. */
const char *api_graphql_name_with_small_letter(struct arena *arena, const char *name);

/* "Restaurant", "UploadFile", "ComponentSharedSeo"; of content-types also the plural: "Restaurants". */
const char *api_graphql_name_of_type(struct arena *arena, const struct content_type *type);
const char *api_graphql_name_of_type_in_plural(struct arena *arena, const struct content_type *type);

/* "ENUM_RESTAURANT_PRICE", or what the model says. */
const char *api_graphql_name_of_enumeration(struct arena *arena, const struct content_type *type,
                                            const struct attribute *attribute);

/* "RestaurantBlocksDynamicZone" */
const char *api_graphql_name_of_dynamic_zone(struct arena *arena, const struct content_type *type,
                                             const struct attribute *attribute);

/* What an enumeration's value is called: letters and digits stay, all else becomes '_'. NULL when nothing is left that
 * can be a name. */
const char *api_graphql_name_of_enum_value(struct arena *arena, const char *value);

#endif
