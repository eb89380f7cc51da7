/* disableQueries(): no chain and chains in Query. */
#include <lectern.h>

bool lectern_register(lectern_app *app)
{
	return lectern_disable_queries(lectern_shadow_crud(app, "api::chain.chain"));
}
