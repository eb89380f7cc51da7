/* Hooks: content-types/X/lifecycles files. Subscriptions in code are found by reach.c. */
#include "lifecycles.h"
#include "factory.h"

static bool is_read(struct slice hook)
{
	static const char *const names[] = {"beforeFindOne", "afterFindOne", "beforeFindMany",
	                                    "afterFindMany", "beforeCount",  "afterCount"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (slice_is(hook, names[i]))
			return true;
	return false;
}

/* The hooks of an object, in words; sets which there are. */
static const char *words_of(struct survey *survey, const struct code_value *hooks, bool *reads)
{
	const char *words = "";
	*reads = !hooks || hooks->open;
	if (*reads)
		return "hooks that are not read";
	for (size_t i = 0; i < hooks->count; i++) {
		if (slice_is(hooks->members[i].key, "models"))
			continue;
		*reads = *reads || is_read(hooks->members[i].key);
		words = arena_format(survey->arena, "%s%s%.*s", words, *words ? ", " : "",
		                     slice_shown_length(hooks->members[i].key, 40), hooks->members[i].key.ptr);
	}
	return words;
}

static void close_type(struct survey *survey, const struct content_type *type, struct closed *closed, bool reads)
{
	struct type_closing *closing = &survey->types[type->index];
	closing->hooked = closing->hooked || !closing->changes;
	if (!closing->changes)
		closing->changes = closed;
	if (!reads)
		return;
	closing->hooked_reads = closing->hooked_reads || !closing->reads;
	if (!closing->reads)
		closing->reads = closed;
}

/* Does an entry of the type hold such a component, on any level? Components can't hold themselves. */
static bool holds(const struct content_type *type, const struct content_type *component, unsigned depth)
{
	for (size_t i = 0; i < type->attribute_count && depth < 16; i++) {
		const struct attribute *attribute = &type->attributes[i];
		if (attribute->type == ATTRIBUTE_COMPONENT &&
		    (attribute->target == component || holds(attribute->target, component, depth + 1)))
			return true;
		for (size_t j = 0; attribute->type == ATTRIBUTE_DYNAMICZONE && j < attribute->component_count; j++)
			if (attribute->components[j] == component ||
			    holds(attribute->components[j], component, depth + 1))
				return true;
	}
	return false;
}

static void lifecycles_close(struct survey *survey, const struct content_type *type, const char *file,
                             const struct code_value *hooks)
{
	bool reads;
	const char *words = words_of(survey, hooks, &reads);
	if (!*words)
		return;
	struct closed *closed = survey_closed(survey, file, "the type has hooks: %s", words);
	for (size_t i = 0; i < survey->registry->type_count; i++) {
		const struct content_type *other = survey->registry->types[i];
		if (!type || other == type || (type->component && holds(other, type, 0)))
			close_type(survey, other, closed, reads);
	}
	survey->has_code = true;
	survey_report(survey, FINDING_CLOSES, file, type ? type->uid : NULL, "hooks of %s: %s",
	              type ? type->uid : "all types", words);
}

static void read_type(struct survey *survey, const char *api, const char *name)
{
	const char *folder = arena_format(survey->arena, "src/api/%s/content-types/%s", api, name);
	const char *file = survey_find_named(survey, folder, "lifecycles");
	const char *schema = survey_find_named(survey, folder, "schema");
	struct code_module module;
	if (schema && !survey->is_described)
		survey_report(survey, FINDING_BLOCKS, schema, NULL, "a model in code is not read");
	if (!file)
		return;
	const char *uid = arena_format(survey->arena, "api::%s.%s", survey_name(survey, slice_of(api)),
	                               survey_name(survey, slice_of(name)));
	const struct content_type *type = model_type(survey->registry, slice_of(uid));
	const struct code_value *hooks = NULL;
	if (survey_read(survey, file, &module) && !module.scope.other)
		hooks = factory_result(&module, &module.scope, module.scope.result);
	if (type)
		lifecycles_close(survey, type, file, hooks && hooks->kind == JS_OBJECT ? hooks : NULL);
}

/* ---- strapi.db.lifecycles.subscribe({models, beforeCreate…}), wherever it stands ---- */

/* `at`: the bracket behind "subscribe". */
static void read_subscription(struct survey *survey, const struct code_module *module, size_t at)
{
	const size_t end = code_behind(&module->tokens, at);
	const struct code_range range = {at + 1, end - 1};
	const struct code_value *hooks = code_value_read(survey->scratch, &module->tokens, range);
	const struct code_value *models = code_resolve(module, &module->scope, code_member(hooks, "models"));
	if (hooks->kind != JS_OBJECT)
		hooks = NULL;
	bool known = hooks && models && models->kind == JS_LIST && !models->open;
	for (size_t i = 0; known && i < models->count; i++)
		known = models->members[i].value->kind == JS_TEXT;
	if (!known) {
		lifecycles_close(survey, NULL, module->file, hooks);
		return;
	}
	for (size_t i = 0; i < models->count; i++) {
		const struct content_type *type = model_type(survey->registry, models->members[i].value->text);
		if (type)
			lifecycles_close(survey, type, module->file, hooks);
	}
}

static void find_in_file(struct survey *survey, const char *file)
{
	struct code_module module;
	if (!survey_read(survey, file, &module)) {
		survey_report(survey, FINDING_NOTE, file, NULL, "code that is not read");
		return;
	}
	const struct code_token *items = module.tokens.items;
	for (size_t at = 0; at + 3 < module.tokens.count; at++)
		if (code_is(&items[at], "lifecycles") && code_is(&items[at + 2], "subscribe") &&
		    code_is(&items[at + 3], "("))
			read_subscription(survey, &module, at + 3);
}

void survey_lifecycles(struct survey *survey)
{
	size_t api_count, count;
	const char **apis = survey_apis(survey, &api_count);
	for (size_t i = 0; i < api_count; i++) {
		const char **types = sources_list(
		    &survey->sources, arena_format(survey->arena, "src/api/%s/content-types", apis[i]), true, &count);
		for (size_t j = 0; j < count; j++)
			read_type(survey, apis[i], types[j]);
	}
	survey_each_file(survey, "src", find_in_file);
}

/* ---- where they run ---- */

void host_run_hooks(struct survey *survey)
{
	for (struct rest_content_route *route = survey->routes; route; route = route->next) {
		if (!route->action || !route->closed)
			continue;
		const struct type_closing *hooks = &survey->types[route->type->index];
		if ((hooks->hooked && route->closed == hooks->changes) ||
		    (hooks->hooked_reads && route->closed == hooks->reads))
			route->closed = NULL;
	}
	for (size_t i = 0; i < survey->registry->type_count; i++) {
		struct type_closing *hooks = &survey->types[i];
		if (hooks->hooked)
			hooks->changes = NULL;
		if (hooks->hooked_reads)
			hooks->reads = NULL;
	}
}
