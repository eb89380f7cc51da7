/* field("stars").disableFilters(): nobody filters by them. */
#include <lectern.h>

bool lectern_register(lectern_app *app)
{
	lectern_shadow *review = lectern_shadow_crud(app, "api::review.review");
	return lectern_field_disable_filters(lectern_shadow_field_named(review, "stars"));
}
