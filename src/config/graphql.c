#include "graphql.h"

#include "package.h"

enum {
	LARGEST_DOCUMENT = 16 * 1024 * 1024,
	MOST_TOKENS = 1000000,
	DEEPEST = 100,
	MOST_REQUESTS = 1000,
	LARGEST_ANSWER = 128 * 1024 * 1024,
	LONGEST_TIME = 600000, /* milliseconds */
};

void graphql_defaults(struct config_graphql *graphql)
{
	*graphql = (struct config_graphql){
	    .endpoint = "/graphql",
	    .shadow_crud = true,
	    .depth_limit = 10,
	    .amount_limit = 100,
	    .default_limit = 10,
	    .max_limit = -1,
	    .introspection = true,
	    .cache = true,
	    .batching = true,
	    .max_batch = 10,
	    .max_document = 100 * 1024,
	    .max_tokens = 15000,
	    .max_aliases = 200,
	    .max_fields = 5000,
	    .max_answer = 16 * 1024 * 1024,
	    .max_time = 1000,
	};
}

/* {"graphql": true}, {"graphql": {"enabled": true, "config": {…}}}; where it says nothing, as package.json says. */
static bool is_enabled(struct settings *settings, const struct config_file *plugins)
{
	struct setting setting;
	bool enabled = true;
	if (!setting_find(settings, plugins, "graphql", NULL, &setting))
		return package_depends_on(settings, "@strapi/plugin-graphql");
	if (json_object_is_type(setting.json, json_type_object))
		setting_truth(settings, plugins, "graphql.enabled", &enabled);
	else
		setting_flag(settings, plugins, "graphql", NULL, &enabled);
	return enabled;
}

static void read_endpoint(struct settings *settings, const struct config_file *plugins, struct config_graphql *graphql)
{
	struct setting setting;
	if (!setting_find(settings, plugins, "graphql.config.endpoint", NULL, &setting))
		return;
	const char *text = setting_as_text(settings, &setting);
	if (!text || text[0] != '/' || !text[1])
		setting_refuse(settings, &setting, "a path that begins with /");
	else
		graphql->endpoint = text;
}

/* "bounded", or false for none; anything else is a cache of another server's. */
static void read_cache(struct settings *settings, const struct config_file *plugins, struct config_graphql *graphql)
{
	static const char *const paths[] = {"graphql.config.apolloServer.cache",
	                                    "graphql.config.apolloServer.persistedQueries"};
	struct setting setting;
	for (size_t i = 0; i < COUNT_OF(paths); i++)
		if (setting_find(settings, plugins, paths[i], NULL, &setting) &&
		    json_object_is_type(setting.json, json_type_boolean))
			graphql->cache = graphql->cache && json_object_get_boolean(setting.json);
}

bool graphql_is_called(const char *path)
{
	static const char above[] = "graphql.config.apolloServer.";
	static const char *const functions[] = {"formatError", "formatResponse", "context", "dataSources"};
	static const char *const lists[] = {"plugins[", "validationRules["};
	const char *name = path + sizeof above - 1;
	if (strncmp(path, above, sizeof above - 1) != 0)
		return false;
	for (size_t i = 0; i < COUNT_OF(functions); i++)
		if (strcmp(name, functions[i]) == 0)
			return true;
	for (size_t i = 0; i < COUNT_OF(lists); i++)
		if (strncmp(name, lists[i], strlen(lists[i])) == 0)
			return true;
	return false;
}

/* Of a plugin itself, and none of its members: the process tells so of those that have something to call. */
static bool is_whole(const char *path)
{
	return graphql_is_called(path) && !strchr(path + sizeof "graphql.config.apolloServer." - 1, '.');
}

/* Whether code has a say in every request. */
static bool is_by_code(const struct config_file *plugins)
{
	for (size_t i = 0; plugins->functions && i < json_object_array_length(plugins->functions); i++)
		if (is_whole(json_object_get_string(json_object_array_get_idx(plugins->functions, i))))
			return true;
	return false;
}

static void read_count(struct settings *settings, const struct config_file *plugins, const char *path,
                       const char *expected, int64_t low, int64_t high, unsigned *value)
{
	int64_t number = *value;
	setting_integer(settings, plugins, path, NULL, expected, low, high, &number);
	*value = (unsigned)number;
}

void graphql_read(struct settings *settings, const struct config_file *plugins, struct config_graphql *graphql)
{
	graphql->enabled = is_enabled(settings, plugins);
	if (!graphql->enabled)
		return;
	read_endpoint(settings, plugins, graphql);
	setting_flag(settings, plugins, "graphql.config.shadowCRUD", NULL, &graphql->shadow_crud);
	setting_flag(settings, plugins, "graphql.config.playgroundAlways", NULL, &graphql->playground_always);
	/* Strapi takes any number. */
	read_count(settings, plugins, "graphql.config.depthLimit", "a number of levels between 1 and 100", 1,
	           plugins->in_code ? INT32_MAX : DEEPEST, &graphql->depth_limit);
	if (graphql->depth_limit > DEEPEST) {
		findings_add(settings->findings, FINDING_TOLD, config_file_of(plugins, "graphql.config.depthLimit"),
		             "$.graphql.config.depthLimit", "is %u; here it is %d levels at most", graphql->depth_limit,
		             DEEPEST);
		graphql->depth_limit = DEEPEST;
	}
	setting_integer(settings, plugins, "graphql.config.amountLimit", NULL, "a number of entries, at least 1", 1,
	                INT32_MAX, &graphql->amount_limit);
	setting_integer(settings, plugins, "graphql.config.defaultLimit", NULL, "a number of entries, or -1 for all",
	                -1, INT32_MAX, &graphql->default_limit);
	setting_integer(settings, plugins, "graphql.config.maxLimit", NULL, "a number of entries, or -1 for no limit",
	                -1, INT32_MAX, &graphql->max_limit);
	graphql->introspection = strcmp(settings->environment, "production") != 0;
	setting_flag(settings, plugins, "graphql.config.apolloServer.introspection", NULL, &graphql->introspection);
	setting_flag(settings, plugins, "graphql.config.apolloServer.csrfPrevention", NULL, &graphql->csrf_prevention);
	setting_flag(settings, plugins, "graphql.config.apolloServer.allowBatchedHttpRequests", NULL,
	             &graphql->batching);
	graphql->by_code = is_by_code(plugins);
	read_cache(settings, plugins, graphql);
	read_count(settings, plugins, "graphql.config.maxBatch", "a number of requests between 1 and 1000", 1,
	           MOST_REQUESTS, &graphql->max_batch);
	setting_integer(settings, plugins, "graphql.config.maxDocumentSize", NULL, "bytes between 1 and 16777216", 1,
	                LARGEST_DOCUMENT, &graphql->max_document);
	read_count(settings, plugins, "graphql.config.maxTokens", "a number between 1 and 1000000", 1, MOST_TOKENS,
	           &graphql->max_tokens);
	read_count(settings, plugins, "graphql.config.maxAliases", "a number between 0 (any) and 1000000", 0,
	           MOST_TOKENS, &graphql->max_aliases);
	read_count(settings, plugins, "graphql.config.maxFields", "a number between 1 and 1000000", 1, MOST_TOKENS,
	           &graphql->max_fields);
	setting_integer(settings, plugins, "graphql.config.maxAnswerSize", NULL, "bytes between 1024 and 134217728",
	                1024, LARGEST_ANSWER, &graphql->max_answer);
	setting_integer(settings, plugins, "graphql.config.maxTime", NULL, "milliseconds between 1 and 600000", 1,
	                LONGEST_TIME, &graphql->max_time);
}
