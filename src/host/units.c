/* Controllers and services: which of Strapi's actions they leave as they are. */
#include "units.h"
#include "factory.h"

/* What actions call on their controller: who replaces one of these changes them all. */
static const char *const controller_helpers[] = {"transformResponse", "sanitizeOutput", "sanitizeInput",
                                                 "sanitizeQuery",     "validateQuery",  "validateInput"};

static const char *const actions[] = {"find", "findOne", "create", "update", "delete", "createLocalization"};

const struct unit *unit_find(const struct unit *units, struct slice uid)
{
	for (; units; units = units->next)
		if (slice_is(uid, units->uid))
			return units;
	return NULL;
}

static bool has_member(const struct unit *unit, const char *name)
{
	for (size_t i = 0; i < unit->member_count; i++)
		if (slice_is(unit->members[i].key, name))
			return true;
	return false;
}

/* ---- reading ---- */

static void read_members(const struct code_module *module, const struct code_value *value, struct unit *unit)
{
	const struct code_value *object = factory_result(module, &module->scope, value);
	if (!object || object->kind != JS_OBJECT) {
		unit->unread = true;
		return;
	}
	unit->unread = unit->unread || object->open;
	unit->members = object->members;
	unit->member_count = object->count;
}

static void read_unit(struct survey *survey, const char *factory, struct unit *unit)
{
	struct code_module module;
	if (!survey_read(survey, unit->file, &module)) {
		unit->unread = true;
		return;
	}
	const struct code_value *exported = code_resolve(&module, &module.scope, module.scope.result);
	unit->core = factory_is(&module, exported, factory);
	unit->unread = module.scope.other || !exported;
	if (!unit->core || !exported) {
		read_members(&module, exported, unit);
		return;
	}
	const struct code_value *uid =
	    exported->count ? code_resolve(&module, &module.scope, exported->members[0].value) : NULL;
	unit->unread = unit->unread || exported->open || !uid || uid->kind != JS_TEXT || exported->count > 2;
	unit->type = uid ? uid->text : (struct slice){NULL, 0};
	if (exported->count == 2)
		read_members(&module, exported->members[1].value, unit);
}

static const char *names_of(struct survey *survey, const struct unit *unit)
{
	const char *names = "";
	for (size_t i = 0; i < unit->member_count && i < 20; i++)
		names = arena_format(survey->arena, "%s%s%.*s", names, i ? ", " : "",
		                     slice_shown_length(unit->members[i].key, 60), unit->members[i].key.ptr);
	return unit->member_count > 20 ? arena_format(survey->arena, "%s, …", names) : names;
}

/* Only what an action of Strapi's calls matters: the other members are there for the project's own code. */
static bool matters(const struct unit *unit, bool controller)
{
	static const char *const of_services[] = {"find",   "findOne",        "create",        "update",
	                                          "delete", "createOrUpdate", "getFetchParams"};
	bool found = !controller && unit->unread;
	for (size_t i = 0; i < COUNT_OF(of_services) && !controller; i++)
		found = found || has_member(unit, of_services[i]);
	return controller || found;
}

static void report(struct survey *survey, const char *api, const struct unit *unit, bool controller)
{
	const char *group = arena_format(survey->arena, "api::%s", api);
	const char *kind = controller ? "controller" : "service";
	const enum finding_kind effect = matters(unit, controller) ? FINDING_CLOSES : FINDING_NOTE;
	if (unit->unread)
		survey_report(survey, FINDING_CLOSES, unit->file, group, "a %s that is not Strapi's, and not read",
		              kind);
	else if (unit->member_count)
		survey_report(survey, effect, unit->file, group, "the %s has %s of its own", kind,
		              names_of(survey, unit));
}

static void read_folder(struct survey *survey, const char *api, bool controller)
{
	size_t count;
	const char *folder = arena_format(survey->arena, "src/api/%s/%s", api, controller ? "controllers" : "services");
	const char **names = sources_list(&survey->sources, folder, false, &count);
	for (size_t i = 0; i < count; i++) {
		const size_t stem = sources_stem(&survey->sources, names[i]);
		if (!stem)
			continue;
		struct unit *unit = arena_alloc(survey->arena, sizeof *unit);
		unit->uid = arena_format(survey->arena, "api::%s.%s", survey_name(survey, slice_of(api)),
		                         survey_name(survey, (struct slice){names[i], stem}));
		unit->file = arena_format(survey->arena, "%s/%s", folder, names[i]);
		read_unit(survey, controller ? "createCoreController" : "createCoreService", unit);
		report(survey, api, unit, controller);
		struct unit **list = controller ? &survey->controllers : &survey->services;
		unit->next = *list;
		*list = unit;
		survey->has_code = true;
	}
}

void survey_units(struct survey *survey)
{
	size_t count;
	const char **apis = survey_apis(survey, &count);
	for (size_t i = 0; i < count; i++) {
		read_folder(survey, apis[i], true);
		read_folder(survey, apis[i], false);
	}
}

/* ---- what they close ---- */

static struct closed *controller_closed(struct survey *survey, const struct unit *controller, const char *action)
{
	if (controller->unread || !controller->core)
		return survey_closed(survey, controller->file, "a controller of the project's own");
	if (has_member(controller, action) && strcmp(action, "createLocalization") != 0)
		return survey_closed(survey, controller->file, "the action %s is the project's own", action);
	for (size_t i = 0; i < COUNT_OF(controller_helpers); i++)
		if (has_member(controller, controller_helpers[i]))
			return survey_closed(survey, controller->file, "%s is the project's own",
			                     controller_helpers[i]);
	return NULL;
}

/* The methods of its service that an action calls. */
static const char *const *methods_of(const char *action, bool single)
{
	static const char *const of_single[][5] = {{"find", "find", "getFetchParams"},
	                                           {"update", "createOrUpdate", "find", "getFetchParams"},
	                                           {"delete", "delete", "find", "getFetchParams"}};
	static const char *const of_many[][4] = {{"find", "find", "getFetchParams"},
	                                         {"findOne", "findOne", "getFetchParams"},
	                                         {"create", "create"},
	                                         {"update", "update"},
	                                         {"delete", "delete"}};
	static const char *const none[] = {NULL};
	for (size_t i = 0; i < COUNT_OF(of_single) && single; i++)
		if (strcmp(of_single[i][0], action) == 0)
			return of_single[i] + 1;
	for (size_t i = 0; i < COUNT_OF(of_many) && !single; i++)
		if (strcmp(of_many[i][0], action) == 0)
			return of_many[i] + 1;
	return none;
}

static struct closed *service_closed(struct survey *survey, const struct content_type *type, const char *action)
{
	const struct unit *service = unit_find(survey->services, slice_of(type->uid));
	const char *const *methods = methods_of(action, type->single);
	if (!*methods)
		return NULL; /* createLocalization asks no service */
	if (!service && !survey->services)
		return NULL; /* a project that Strapi never saw */
	if (!service)
		return survey_closed(survey, arena_format(survey->arena, "src/api/%s/services", type->api_name),
		                     "%s has no service, so that Strapi fails", type->uid);
	if (service->unread || !service->core || !slice_is(service->type, type->uid))
		return survey_closed(survey, service->file, "a service of the project's own");
	for (; *methods; methods++)
		if (has_member(service, *methods))
			return survey_closed(survey, service->file, "the method %s is the project's own", *methods);
	return NULL;
}

static bool is_action(const struct content_type *type, const char *action)
{
	for (size_t i = 0; i < COUNT_OF(actions); i++)
		if (strcmp(actions[i], action) == 0)
			return !type->single || (strcmp(action, "findOne") != 0 && strcmp(action, "create") != 0);
	return false;
}

struct closed *unit_action_closed(struct survey *survey, const struct unit *controller, const struct content_type *type,
                                  const char *action)
{
	if (!is_action(type, action))
		return survey_closed(survey, controller->file, "the action %s is the project's own", action);
	struct closed *closed = controller_closed(survey, controller, action);
	return closed ? closed : service_closed(survey, type, action);
}
