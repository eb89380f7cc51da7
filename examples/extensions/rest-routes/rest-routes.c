/* Routes of one's own: one that anybody may call and one, in a transaction, that takes an action which roles can be
 * granted. */
#include <lectern.h>

static const char uid[] = "api::restaurant.restaurant";

/* GET /api/restaurants/cities/:city: how many restaurants there are in a city. */
static bool count_in_city(void *context, lectern_call *call)
{
	lectern_value *query = lectern_new_object(call), *answer = lectern_new_object(call);
	lectern_text city = lectern_request_part(call, "city");
	int64_t count;
	(void)context;
	lectern_put(call, query, "filters.address.city.$eq", lectern_new_string(call, city.data, city.length));
	if (!lectern_count(call, uid, query, 0, &count))
		return false;
	lectern_set(answer, "city", lectern_new_string(call, city.data, city.length));
	lectern_set(answer, "restaurants", lectern_new_integer(call, count));
	return lectern_set_header(call, "Cache-Control", "max-age=60") && lectern_respond(call, answer);
}

/* POST /api/restaurants/:id/close with {"reason": …}: closes it and writes a review that says why; both, or neither. */
static bool close_restaurant(void *context, lectern_call *call)
{
	lectern_value *restaurant, *body, *review = lectern_new_object(call),
					  *closed = lectern_json(call, "{\"open\": false}");
	int64_t id;
	(void)context;
	if (!lectern_to_integer(lectern_request_part(call, "id"), &id))
		return lectern_fail_not_found(call);
	if (!lectern_request_body(call, &body) ||
	    !lectern_update(call, uid, id, closed, NULL, LECTERN_WRAPPED, &restaurant))
		return false;
	lectern_set(review, "restaurant", lectern_new_integer(call, id));
	lectern_set(review, "title", lectern_get(body, "reason"));
	lectern_set(review, "stars",
	            lectern_has(body, "stars") ? lectern_get(body, "stars") : lectern_new_integer(call, 1));
	if (!lectern_create(call, "api::review.review", review, NULL, 0, NULL))
		return false;
	lectern_value *answer = lectern_new_object(call);
	lectern_set(answer, "data", restaurant);
	return lectern_set_status(call, 202) && lectern_respond(call, answer);
}

bool lectern_register(lectern_app *app)
{
	return lectern_auth_none(lectern_add_route(app, "GET", "/restaurants/cities/:city", count_in_city, NULL)) &&
	       lectern_auth_scope(lectern_add_route(app, "POST", "/restaurants/:id/close", close_restaurant, NULL),
	                          "api::restaurant.restaurant.close");
}
