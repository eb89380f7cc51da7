#include "actions.h"
#include "description.h"
#include "lifecycles.h"
#include "plugins.h"
#include "routes.h"
#include "start.h"
#include "units.h"
#include "uses.h"

#include <stdlib.h>

struct closed *survey_closed(struct survey *survey, const char *file, const char *format, ...)
{
	va_list args;
	struct closed *closed = arena_alloc(survey->arena, sizeof *closed);
	closed->file = file;
	va_start(args, format);
	closed->reason = arena_format_list(survey->arena, format, args);
	va_end(args);
	return closed;
}

void survey_report(struct survey *survey, enum finding_kind kind, const char *file, const char *group,
                   const char *format, ...)
{
	va_list args;
	va_start(args, format);
	const char *text = arena_format_list(survey->arena, format, args);
	va_end(args);
	survey->reports = true;
	struct finding *finding = findings_add(survey->findings, kind, file, NULL, "%s", text);
	if (finding)
		finding->group = group;
}

static bool is_json(const char *file)
{
	const size_t len = strlen(file);
	return len > 5 && strcmp(file + len - 5, ".json") == 0;
}

bool survey_read(struct survey *survey, const char *file, struct code_module *module)
{
	struct slice source;
	*module = (struct code_module){.arena = survey->scratch, .file = file};
	if (!sources_read(&survey->sources, file, &source))
		return false;
	if (!is_json(file))
		return code_module_read(survey->scratch, file, source, module);
	if (!code_tokens_read(survey->scratch, source, &module->tokens))
		return false;
	const struct code_range all = {0, module->tokens.count};
	module->scope.result = code_value_read(survey->scratch, &module->tokens, all);
	return true;
}

const char *survey_find(struct survey *survey, const char *stem)
{
	const char *file = arena_format(survey->arena, "%s.js", stem);
	if (sources_has(&survey->sources, file))
		return file;
	file = arena_format(survey->arena, "%s.ts", stem);
	return survey->sources.typescript && sources_has(&survey->sources, file) ? file : NULL;
}

const char *survey_name(struct survey *survey, struct slice text)
{
	char *name =
	    arena_copy(survey->arena, slice_of(model_snake_case(survey->arena, arena_copy(survey->arena, text))));
	for (char *at = name; *at; at++)
		if (*at == '_')
			*at = '-';
	/* What is in kebab case already stays: "a1-b2" is no "a-1-b-2". */
	bool plain = text.len > 0 && text.ptr[0] >= 'a' && text.ptr[0] <= 'z' && text.ptr[text.len - 1] != '-';
	for (size_t i = 0; plain && i < text.len; i++) {
		const char byte = text.ptr[i];
		plain = (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') ||
		        (byte == '-' && text.ptr[i - 1] != '-');
	}
	return plain ? arena_copy(survey->arena, text) : name;
}

const char *survey_find_named(struct survey *survey, const char *folder, const char *name)
{
	size_t count;
	const char *found = NULL;
	const char **names = sources_list(&survey->sources, folder, false, &count);
	for (size_t i = 0; i < count; i++) {
		const size_t stem = sources_stem(&survey->sources, names[i]);
		if (stem && strcmp(survey_name(survey, (struct slice){names[i], stem}), name) == 0)
			found = arena_format(survey->arena, "%s/%s", folder, names[i]); /* the last one counts */
	}
	return found;
}

/* Nothing of a file is needed afterwards. */
static void visit(struct survey *survey, const char *file, survey_visitor *visitor)
{
	struct arena *outer = survey->scratch;
	survey->scratch = survey->sources.arena = arena_create();
	visitor(survey, file);
	arena_destroy(survey->scratch);
	survey->scratch = survey->sources.arena = outer;
}

static void visit_folder(struct survey *survey, const char *folder, survey_visitor *visitor, unsigned depth)
{
	size_t count;
	const char **names = sources_list(&survey->sources, folder, false, &count);
	for (size_t i = 0; i < count; i++)
		if (sources_stem(&survey->sources, names[i]))
			visit(survey, arena_format(survey->arena, "%s/%s", folder, names[i]), visitor);
	names = sources_list(&survey->sources, folder, true, &count);
	for (size_t i = 0; i < count && depth < 16; i++) {
		const bool left = strcmp(names[i], "node_modules") == 0 || strcmp(names[i], "admin") == 0;
		if (!left)
			visit_folder(survey, arena_format(survey->arena, "%s/%s", folder, names[i]), visitor,
			             depth + 1);
	}
}

void survey_each_file(struct survey *survey, const char *folder, survey_visitor *visitor)
{
	visit_folder(survey, folder, visitor, 0);
}

const char **survey_apis(struct survey *survey, size_t *count)
{
	return sources_list(&survey->sources, "src/api", true, count);
}

static struct survey *create(const char *directory, const struct config *config, const struct registry *registry,
                             struct findings *findings)
{
	struct survey *survey = arena_alloc(findings->arena, sizeof *survey);
	*survey = (struct survey){
	    .arena = findings->arena,
	    .directory = directory,
	    .config = config,
	    .registry = registry,
	    .findings = findings,
	};
	survey->types = arena_array(survey->arena, registry->type_count, sizeof *survey->types);
	map_init(&survey->routed, survey->arena);
	map_init(&survey->listed, survey->arena);
	survey->scratch = arena_create();
	sources_init(&survey->sources, survey->scratch, directory);
	survey->last_route = &survey->routes;
	return survey;
}

static struct survey *finish(struct survey *survey)
{
	survey->controllers = survey->services = NULL;
	arena_destroy(survey->scratch);
	survey->scratch = NULL;
	return survey;
}

struct survey *host_survey_described(const char *directory, const struct config *config,
                                     const struct registry *registry, struct json_object *described,
                                     struct findings *findings)
{
	struct survey *survey = create(directory, config, registry, findings);
	survey->is_described = true;
	survey_lifecycles(survey);
	survey_uses(survey);
	description_take(survey, described);
	return finish(survey);
}

struct survey *host_survey(const char *directory, const struct config *config, const struct registry *registry,
                           struct findings *findings)
{
	struct survey *survey = create(directory, config, registry, findings);
	survey_start(survey);
	survey_plugins(survey);
	survey_lifecycles(survey);
	survey_units(survey);
	survey_routes(survey);
	survey_actions(survey);
	return finish(survey);
}

const struct content_type *survey_own_type(const struct survey *survey, struct slice uid)
{
	const struct content_type *type = model_type(survey->registry, uid);
	return type && !type->component && !type->plugin ? type : NULL;
}
