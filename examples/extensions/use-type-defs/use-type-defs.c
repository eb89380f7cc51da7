/* use({typeDefs, resolvers, resolversConfig}): types as text, their resolvers by name. Definitions of a type that is
 * there extend it. */
#include <lectern.h>

static const char type_defs[] = "\"A place\"\n"
				"type Place { city: String! restaurants: Int! }\n"
				"type Query {\n"
				"  \"How many restaurants there are\"\n"
				"  place(city: String = \"Graz\"): Place\n"
				"}\n"
				"extend type Restaurant { nameLength: Int }\n";

/* The value is an object: its members are the fields that have no resolver. */
static bool place(void *context, lectern_call *call)
{
	lectern_value *value = lectern_new_object(call);
	(void)context;
	lectern_set(value, "city", lectern_argument(call, "city"));
	return lectern_resolve(call, value);
}

static bool count(void *context, lectern_call *call)
{
	lectern_value *query = lectern_new_object(call);
	int64_t found;
	(void)context;
	lectern_put(call, query, "filters.address.city.$eq", lectern_get(lectern_parent(call), "city"));
	return lectern_count(call, "api::restaurant.restaurant", query, 0, &found) &&
	       lectern_resolve(call, lectern_new_integer(call, found));
}

/* Of an entry, the parent has the id and the fields that the client selected. */
static bool name_length(void *context, lectern_call *call)
{
	lectern_value *name = lectern_get(lectern_parent(call), "name");
	(void)context;
	return !name || lectern_resolve(call, lectern_new_integer(call, (int64_t)lectern_as_text(name).length));
}

bool lectern_register(lectern_app *app)
{
	static const lectern_named_resolver resolvers[] = {
	    {.field = "Query.place", .resolve = place},
	    {.field = "Place.restaurants", .resolve = count},
	    {.field = "Restaurant.nameLength", .resolve = name_length},
	    {0},
	};
	static const lectern_resolver_config config[] = {{.field = "Query.place", .no_auth = true}, {0}};
	static const lectern_graphql extension = {
	    .type_defs = type_defs, .resolvers = resolvers, .resolvers_config = config};
	return lectern_use(app, &extension);
}
