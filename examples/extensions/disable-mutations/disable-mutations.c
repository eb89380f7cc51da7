/* disableMutations(): no createChain, updateChain and deleteChain in Mutation. */
#include <lectern.h>

bool lectern_register(lectern_app *app)
{
	return lectern_disable_mutations(lectern_shadow_crud(app, "api::chain.chain"));
}
