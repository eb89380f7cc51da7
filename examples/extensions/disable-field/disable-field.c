/* field("stars").disable(): reviews have stars neither as output, nor as input, nor as filter. */
#include <lectern.h>

bool lectern_register(lectern_app *app)
{
	return lectern_field_disable(
	    lectern_shadow_field_named(lectern_shadow_crud(app, "api::review.review"), "stars"));
}
