/* disableAction("delete"): no deleteChain. */
#include <lectern.h>

bool lectern_register(lectern_app *app)
{
	return lectern_disable_action(lectern_shadow_crud(app, "api::chain.chain"), "delete");
}
