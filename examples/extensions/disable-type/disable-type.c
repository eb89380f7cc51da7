/* disable(): chains are left out of the GraphQL schema altogether: their types, queries and mutations, and the fields
 * that lead to them. REST is as it was. */
#include <lectern.h>

bool lectern_register(lectern_app *app)
{
	return lectern_disable(lectern_shadow_crud(app, "api::chain.chain"));
}
