/* disableActions(["find", "update"]): neither chains nor updateChain. The functions that disable can be chained. */
#include <lectern.h>

bool lectern_register(lectern_app *app)
{
	static const char *const actions[] = {"find", "update", NULL};
	lectern_shadow *chain = lectern_shadow_crud(app, "api::chain.chain");
	return lectern_disable_action(lectern_disable_actions(chain, actions), "create");
}
