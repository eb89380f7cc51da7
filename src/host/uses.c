#include "uses.h"

/* Members, as code writes them: the tokens one after the other. */
static const struct {
	const char *tokens[6];
	const char *name;
} members[] = {
    {{"strapi", ".", "runLifecyclesFunctions"}, "strapi.runLifecyclesFunctions"},
    {{"db", ".", "migrations"}, "strapi.db.migrations"},
    {{"db", ".", "schema"}, "strapi.db.schema"},
    {{"auth", ".", "authenticate", "("}, "strapi.auth.authenticate"},
};

/* Services, as their names stand in service('…'). */
static const char *const services[] = {"entity-service-decorator", "weeklyMetrics"};

static bool stands_at(const struct code_tokens *tokens, size_t at, const char *const *wanted)
{
	for (size_t i = 0; i < COUNT_OF(members[0].tokens) && wanted[i]; i++) {
		const bool point = strcmp(wanted[i], ".") == 0;
		if (!(point ? code_is_point(tokens, at + i) : code_is_at(tokens, at + i, wanted[i])))
			return false;
	}
	return true;
}

static void tell(struct survey *survey, const char *file, unsigned line, const char *name)
{
	survey_report(survey, FINDING_TOLD, file, NULL,
	              "line %u uses %s, which lectern does not have: it throws an error there", line, name);
}

/* The service that service('…') names; NULL: it is there, or the project's own. */
static const char *missing_service(struct survey *survey, const struct code_token *token)
{
	struct slice text, plugin = {0};
	if (token->kind != CODE_STRING || !code_text(survey->scratch, token, &text))
		return NULL;
	const char *point = !text.len ? NULL : memrchr(text.ptr, '.', text.len);
	if (point) {
		plugin = (struct slice){text.ptr, (size_t)(point - text.ptr)};
		text = (struct slice){point + 1, text.len - plugin.len - 1};
	}
	if (plugin.ptr && !slice_is(plugin, "plugin::users-permissions") && !slice_is(plugin, "plugin::i18n") &&
	    !slice_is(plugin, "plugin::upload") && !slice_is(plugin, "plugin::content-manager"))
		return NULL;
	for (size_t i = 0; i < COUNT_OF(services); i++)
		if (slice_is(text, services[i]))
			return services[i];
	return NULL;
}

static void look_at(struct survey *survey, const char *file, const struct code_tokens *tokens)
{
	for (size_t at = 0; at < tokens->count; at++) {
		const struct code_token *token = &tokens->items[at];
		for (size_t i = 0; i < COUNT_OF(members); i++)
			if (stands_at(tokens, at, members[i].tokens))
				tell(survey, file, token->line, members[i].name);
		if (!code_is(token, "service") || !code_is_at(tokens, at + 1, "(") || at + 3 >= tokens->count)
			continue;
		const char *service = missing_service(survey, &tokens->items[at + 2]);
		if (service)
			tell(survey, file, token->line, arena_format(survey->arena, "the service %s", service));
	}
}

static void read_file(struct survey *survey, const char *file)
{
	struct code_module module;
	if (survey_read(survey, file, &module))
		look_at(survey, file, &module.tokens);
}

void survey_uses(struct survey *survey)
{
	survey_each_file(survey, "src", read_file);
}
