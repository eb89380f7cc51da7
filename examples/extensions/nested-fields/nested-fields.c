/* A field of one's own on each restaurant, wherever it stands in the answer: its average of stars. The resolver is
 * called once for all restaurants that were read together, and asks once. */
#include <lectern.h>

static bool average(void *context, lectern_call *call)
{
	lectern_value *reviews, *ids = lectern_new_array(call);
	lectern_value *query = lectern_json(call, "{\"fields\": [\"stars\"], \"pagination\": {\"limit\": -1},"
	                                          " \"populate\": {\"restaurant\": {\"fields\": [\"id\"]}}}");
	(void)context;
	for (size_t i = 0; i < lectern_parent_count(call); i++)
		lectern_append(ids, lectern_new_integer(call, lectern_parent_id(call, i)));
	lectern_put(call, query, "filters.restaurant.id.$in", ids);
	if (!lectern_find(call, "api::review.review", query, 0, &reviews))
		return false;
	for (size_t i = 0; i < lectern_parent_count(call); i++) {
		int64_t sum = 0, count = 0;
		for (size_t j = 0; j < lectern_length(reviews); j++) {
			lectern_value *review = lectern_at(reviews, j);
			if (lectern_as_integer(lectern_path(review, "restaurant.id"), 0) != lectern_parent_id(call, i))
				continue;
			sum += lectern_as_integer(lectern_get(review, "stars"), 0);
			count++;
		}
		if (count)
			lectern_resolve_at(call, i, lectern_new_number(call, (double)sum / (double)count));
	}
	return true;
}

static bool build(void *context, lectern_schema *schema)
{
	lectern_type *restaurant = lectern_extend_type(schema, "Restaurant");
	(void)context;
	return lectern_resolve_all_by(lectern_add_field(restaurant, "averageStars", "Float", "Of its reviews"), average,
	                              NULL);
}

bool lectern_register(lectern_app *app)
{
	return lectern_use_function(app, build, NULL);
}
