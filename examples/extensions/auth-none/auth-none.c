/* resolversConfig auth: false: anybody may ask for categories, with a token or without. */
#include <lectern.h>

bool lectern_register(lectern_app *app)
{
	return lectern_auth_none(lectern_resolver_rule(app, "Query.categories"));
}
