/* All getters, before and after something was disabled; GET /api/getters tells what they said. */
#include <lectern.h>

#include <stdio.h>

enum { MOST = 256 };

static char answers[2][MOST];

static void ask(char *text, const lectern_shadow *type, const lectern_shadow_field *field)
{
	snprintf(text, MOST, "%d%d %d%d %d%d %d%d %d%d %d%d %d%d%d", lectern_is_enabled(type),
	         lectern_is_disabled(type), lectern_are_queries_enabled(type), lectern_are_queries_disabled(type),
	         lectern_are_mutations_enabled(type), lectern_are_mutations_disabled(type),
	         lectern_is_action_enabled(type, "find"), lectern_is_action_disabled(type, "find"),
	         lectern_is_action_enabled(type, "create"), lectern_is_action_disabled(type, "create"),
	         lectern_field_is_enabled(field), lectern_field_is_disabled(field),
	         lectern_field_has_output_enabled(field), lectern_field_has_input_enabled(field),
	         lectern_field_has_filters_enabled(field));
}

static bool tell(void *context, lectern_call *call)
{
	lectern_value *answer = lectern_new_array(call);
	(void)context;
	for (size_t i = 0; i < 2; i++)
		lectern_append(answer, lectern_new_text(call, answers[i]));
	return lectern_respond(call, answer);
}

bool lectern_register(lectern_app *app)
{
	lectern_shadow *chain = lectern_shadow_crud(app, "api::chain.chain");
	lectern_shadow_field *name = lectern_shadow_field_named(chain, "name");
	ask(answers[0], chain, name);
	lectern_disable_queries(lectern_disable_mutations(lectern_disable_action(lectern_disable(chain), "find")));
	lectern_field_disable_filters(lectern_field_disable_output(name));
	ask(answers[1], chain, name);
	return lectern_auth_none(lectern_add_route(app, "GET", "/getters", tell, NULL));
}
