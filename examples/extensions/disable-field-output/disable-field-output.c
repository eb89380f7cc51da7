/* field("stars").disableOutput(): they can be written and filtered by, but not read. */
#include <lectern.h>

bool lectern_register(lectern_app *app)
{
	lectern_shadow *review = lectern_shadow_crud(app, "api::review.review");
	return lectern_field_disable_output(lectern_shadow_field_named(review, "stars"));
}
