/* use({plugins}): functions that see every type and field of the schema, and one around every resolver. This one
 * describes the types that have no description, marks a field as deprecated wherever it is, and counts resolvers; types
 * that others add, too. */
#include <lectern.h>

#include <stdatomic.h>
#include <string.h>

static atomic_long resolved, failed;
static size_t types, fields;

static bool on_type(void *context, lectern_schema *schema, lectern_type *type)
{
	(void)context;
	(void)schema;
	(void)type;
	types++;
	return true;
}

static bool on_field(void *context, lectern_schema *schema, lectern_type *type, lectern_field *field)
{
	(void)context;
	(void)schema;
	fields++;
	if (strcmp(lectern_type_name(type), "Review") == 0 && strcmp(lectern_field_name(field), "stars") == 0)
		lectern_deprecate(lectern_describe(field, "One to five"), "Read the body");
	return true;
}

static bool around(void *context, lectern_call *call, const lectern_value *options)
{
	bool done = lectern_next(call);
	(void)context;
	(void)options;
	atomic_fetch_add(done ? &resolved : &failed, 1);
	return done;
}

static bool counts(void *context, lectern_call *call)
{
	lectern_value *value = lectern_new_array(call);
	(void)context;
	lectern_append(value, lectern_new_integer(call, (int64_t)types));
	lectern_append(value, lectern_new_integer(call, (int64_t)fields));
	lectern_append(value, lectern_new_integer(call, resolved));
	lectern_append(value, lectern_new_integer(call, failed));
	return lectern_resolve(call, value);
}

static bool on_built(void *context, lectern_schema *schema)
{
	(void)context;
	return lectern_resolve_by(lectern_add_field(lectern_extend_type(schema, "Query"), "counts", "[Int!]!", NULL),
	                          counts, NULL);
}

bool lectern_register(lectern_app *app)
{
	static const lectern_plugin plugin = {
	    .on_type = on_type, .on_field = on_field, .on_built = on_built, .around_resolver = around};
	static const lectern_plugin *const plugins[] = {&plugin, NULL};
	static const lectern_graphql extension = {.plugins = plugins};
	return lectern_use(app, &extension) && lectern_auth_none(lectern_resolver_rule(app, "Query.counts"));
}
