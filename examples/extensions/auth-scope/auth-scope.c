/* resolversConfig auth: {scope: […]}: who may find and update reviews may ask for categories, and nobody else. */
#include <lectern.h>

bool lectern_register(lectern_app *app)
{
	static const char *const scope[] = {"api::review.review.find", "api::review.review.update", NULL};
	static const lectern_resolver_config config[] = {{.field = "Query.categories", .scope = scope}, {0}};
	static const lectern_graphql extension = {.resolvers_config = config};
	return lectern_use(app, &extension);
}
