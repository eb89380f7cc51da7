/* field("stars").disableInput(): they can be read, but not written. */
#include <lectern.h>

bool lectern_register(lectern_app *app)
{
	lectern_shadow *review = lectern_shadow_crud(app, "api::review.review");
	return lectern_field_disable_input(lectern_shadow_field_named(review, "stars"));
}
