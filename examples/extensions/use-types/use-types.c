/* use(function): types of every kind by the builder, and one that is there extended. */
#include <lectern.h>

#include <string.h>

static bool dish(void *context, lectern_call *call)
{
	(void)context;
	/* where a type is abstract, __typename says which one an object has */
	if (lectern_is_text(lectern_argument(call, "kind"), "WINE"))
		return lectern_resolve(
		    call, lectern_json(call, "{\"__typename\": \"Wine\", \"name\": \"Riesling\", \"year\": 2019}"));
	return lectern_resolve(
	    call, lectern_json(call, "{\"__typename\": \"Dish\", \"name\": \"Soup\", \"heat\": \"MILD\"}"));
}

static bool menu(void *context, lectern_call *call)
{
	lectern_value *menu_value =
	    lectern_json(call, "[{\"__typename\": \"Wine\", \"name\": \"Riesling\", \"year\": 2019},"
	                       " {\"__typename\": \"Dish\", \"name\": \"Curry\", \"heat\": \"HOT\"}]");
	(void)context;
	return lectern_resolve(call, menu_value);
}

/* The input object as it was sent, with its defaults. */
static bool order(void *context, lectern_call *call)
{
	lectern_value *asked = lectern_argument(call, "order");
	(void)context;
	return lectern_resolve(call, lectern_new_format(call, "%lld of %s for %s",
	                                                (long long)lectern_as_integer(lectern_get(asked, "count"), 0),
	                                                lectern_as_text(lectern_get(asked, "dish")).data,
	                                                lectern_as_text(lectern_get(asked, "table")).data));
}

/* A table is a letter and a digit; it is kept with a small letter, and shown with a capital. */
static bool parse_table(void *context, lectern_call *call, lectern_value *given, lectern_value **value)
{
	lectern_text text = lectern_as_text(given);
	(void)context;
	if (text.length != 2 || !strchr("ABCabc", text.data[0]) || !strchr("123456789", text.data[1]))
		return lectern_fail_validation(call, "Expected a table from A1 to C9");
	*value = lectern_new_format(call, "%c%c", text.data[0] | 32, text.data[1]);
	return true;
}

static bool show_table(void *context, lectern_call *call, lectern_value *given, lectern_value **value)
{
	lectern_text text = lectern_as_text(given);
	(void)context;
	*value = lectern_new_format(call, "%c%s", text.data[0] & ~32, text.data + 1);
	return true;
}

static bool table(void *context, lectern_call *call)
{
	(void)context;
	return lectern_resolve(call, lectern_argument(call, "table"));
}

static bool motto(void *context, lectern_call *call)
{
	(void)context;
	return lectern_resolve(call,
	                       lectern_new_format(call, "Eat at number %lld", (long long)lectern_parent_id(call, 0)));
}

static bool build(void *context, lectern_schema *schema)
{
	lectern_type *heat = lectern_enum_type(schema, "Heat", "How hot it is");
	lectern_type *item = lectern_interface_type(schema, "MenuItem", "What stands on a menu");
	lectern_type *dish_type = lectern_object_type(schema, "Dish", NULL);
	lectern_type *wine = lectern_object_type(schema, "Wine", NULL);
	lectern_type *choice = lectern_union_type(schema, "Choice", NULL);
	lectern_type *asked = lectern_input_type(schema, "OrderInput", "An order");
	lectern_type *query = lectern_extend_type(schema, "Query");
	lectern_field *field;
	(void)context;
	lectern_add_enum_value(heat, "MILD", "For children");
	lectern_add_enum_value(heat, "HOT", NULL);
	lectern_add_field(item, "name", "String!", NULL);
	lectern_implement(dish_type, "MenuItem");
	lectern_add_field(dish_type, "name", "String!", "What it is called");
	lectern_deprecate(lectern_add_field(dish_type, "heat", "Heat", NULL), "Taste it");
	lectern_implement(wine, "MenuItem");
	lectern_add_field(wine, "name", "String!", NULL);
	lectern_add_field(wine, "year", "Int", NULL);
	lectern_add_union_member(choice, "Dish");
	lectern_add_union_member(choice, "Wine");
	lectern_scalar_by(lectern_scalar_type(schema, "Table", "A table: A1 to C9"), parse_table, show_table, NULL);
	lectern_add_field(asked, "dish", "String!", NULL);
	lectern_add_field(asked, "table", "Table!", "Where it goes");
	lectern_add_input(asked, "count", "Int!", "1", NULL);

	field = lectern_add_field(query, "choice", "Choice", "One of them");
	lectern_resolve_by(lectern_add_argument(field, "kind", "String", "\"DISH\"", "Which one"), dish, NULL);
	lectern_resolve_by(lectern_add_field(query, "menu", "[MenuItem!]!", NULL), menu, NULL);
	field = lectern_add_argument(lectern_add_field(query, "order", "String!", NULL), "order", "OrderInput!", NULL,
	                             NULL);
	lectern_resolve_by(field, order, NULL);
	field = lectern_add_argument(lectern_add_field(query, "table", "Table", NULL), "table", "Table!", NULL, NULL);
	lectern_resolve_by(field, table, NULL);
	return lectern_resolve_by(lectern_add_field(lectern_extend_type(schema, "Restaurant"), "motto", "String", NULL),
	                          motto, NULL);
}

bool lectern_register(lectern_app *app)
{
	static const char *const open[] = {"Query.choice", "Query.menu", "Query.order", "Query.table"};
	for (size_t i = 0; i < sizeof open / sizeof *open; i++)
		if (!lectern_auth_none(lectern_resolver_rule(app, open[i])))
			return false;
	return lectern_use_function(app, build, NULL);
}
