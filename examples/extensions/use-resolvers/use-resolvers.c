/* use({types, resolvers}): a query and a mutation of one's own that call the content service; and a resolver put in
 * place of one that was there. What a mutation writes is in force when it is answered without an error, and none of it
 * else. */
#include <lectern.h>

static const char uid[] = "api::category.category";

/* An answer of a type that the models give: entries as REST writes them. */
static bool find_categories(void *context, lectern_call *call)
{
	lectern_value *entries, *answer = lectern_new_object(call),
				*query = lectern_json(call, "{\"sort\": \"id\", \"populate\": [\"parent\"]}");
	(void)context;
	lectern_put(call, query, "filters.name.$startsWith", lectern_argument(call, "start"));
	if (!lectern_find(call, uid, query, LECTERN_AS_CALLER | LECTERN_WRAPPED, &entries))
		return false;
	lectern_set(answer, "data", entries);
	return lectern_resolve(call, answer);
}

/* Two entries, or none. */
static bool create_pair(void *context, lectern_call *call)
{
	lectern_value *answer = lectern_new_array(call), *names = lectern_argument(call, "names");
	(void)context;
	for (size_t i = 0; i < lectern_length(names); i++) {
		lectern_value *data = lectern_new_object(call), *entry;
		lectern_set(data, "name", lectern_at(names, i));
		if (!lectern_create(call, uid, data, NULL, LECTERN_AS_CALLER, &entry))
			return false;
		lectern_append(answer, lectern_get(entry, "id"));
	}
	return lectern_resolve(call, answer);
}

static bool shout(void *context, lectern_call *call)
{
	(void)context;
	return lectern_resolve(call, lectern_new_format(call, "CHAIN %lld", (long long)lectern_parent_id(call, 0)));
}

static bool build(void *context, lectern_schema *schema)
{
	lectern_type *query = lectern_extend_type(schema, "Query"), *mutation = lectern_extend_type(schema, "Mutation");
	(void)context;
	return lectern_add_argument(
		   lectern_add_field(query, "categoriesLike", "CategoryEntityResponseCollection", NULL), "start",
		   "String!", NULL, NULL) &&
	       lectern_add_argument(lectern_add_field(mutation, "createCategories", "[ID!]", NULL), "names",
	                            "[String!]!", NULL, NULL);
}

bool lectern_register(lectern_app *app)
{
	static lectern_schema_function *const types[] = {build, NULL};
	static const lectern_named_resolver resolvers[] = {
	    {.field = "Query.categoriesLike", .resolve = find_categories},
	    {.field = "Mutation.createCategories", .resolve = create_pair},
	    {.field = "Chain.name", .resolve = shout},
	    {0},
	};
	static const lectern_graphql extension = {.types = types, .resolvers = resolvers};
	return lectern_use(app, &extension);
}
