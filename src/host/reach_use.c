#include "reach_use.h"

#include "code_value.h"
#include "reach.h"

/* The token behind "(…)" or "[…]" at `at`; `at` itself when there is none. */
static size_t behind_bracket(const struct code_tokens *tokens, size_t at)
{
	if (!code_is_at(tokens, at, "(") && !code_is_at(tokens, at, "["))
		return at;
	return code_behind(tokens, at);
}

/* Is there a call of a method at `at`: ".name(…)"? */
static bool is_method_call(const struct code_tokens *tokens, size_t at)
{
	static const char *const changing[] = {"extend", "register", "use", "add", "decorate", "set", "override"};
	return code_is_point(tokens, at) && code_is_at(tokens, at + 2, "(") &&
	       !code_is_one_of(tokens, at + 1, changing, COUNT_OF(changing));
}

/* What strapi.plugin('x') and strapi.plugins.x are used for. */
static unsigned reach_of_plugin(const struct code_tokens *tokens, size_t name, size_t behind)
{
	static const char *const administration[] = {"content-manager", "content-type-builder", "documentation",
	                                             "email"};
	struct slice text = tokens->items[name].text;
	if (tokens->items[name].kind == CODE_STRING)
		text = (struct slice){text.ptr + 1, text.len - 2};
	if (slice_is(text, "graphql"))
		return REACH_GRAPHQL;
	for (size_t i = 0; i < COUNT_OF(administration); i++)
		if (slice_is(text, administration[i]))
			return REACH_NOTHING;
	if (code_is_point(tokens, behind) &&
	    (code_is_at(tokens, behind + 1, "service") || code_is_at(tokens, behind + 1, "query"))) {
		const size_t service = behind_bracket(tokens, behind + 2);
		return service > behind + 2 && is_method_call(tokens, service) ? REACH_CONTENT : REACH_ALL;
	}
	if (code_is_point(tokens, behind) && code_is_at(tokens, behind + 1, "services") &&
	    code_is_point(tokens, behind + 2))
		return is_method_call(tokens, behind + 4) ? REACH_CONTENT : REACH_ALL;
	return code_is_point(tokens, behind) && code_is_at(tokens, behind + 1, "config") &&
	               code_is_at(tokens, behind + 2, "(")
	           ? REACH_NOTHING
	           : REACH_ALL;
}

unsigned reach_of_use(const struct code_tokens *tokens, size_t at, bool changes)
{
	static const char *const harmless[] = {"log",           "dirs",         "fs",      "telemetry",
	                                       "startupLogger", "customFields", "isLoaded"};
	static const char *const content[] = {"query", "store"};
	static const char *const entity_methods[] = {"findMany",   "findOne", "findPage", "create",
	                                             "update",     "delete",  "count",    "load",
	                                             "deleteMany", "clone",   "loadPages"};
	static const char *const settings[] = {"get", "has", "environment", "info"};
	static const char *const types[] = {"contentType", "contentTypes", "components", "getModel"};
	static const char *const database[] = {"query", "connection", "transaction", "getConnection"};
	if (code_is_at(tokens, at + 1, "=") || (code_is_point(tokens, at + 1) && code_is_at(tokens, at + 3, "=")))
		return REACH_ALL;
	if (code_is_one_of(tokens, at, harmless, COUNT_OF(harmless)))
		return REACH_NOTHING;
	if (code_is_at(tokens, at, "config"))
		return code_is_point(tokens, at + 1) && code_is_one_of(tokens, at + 2, settings, COUNT_OF(settings))
		           ? REACH_NOTHING
		           : REACH_ALL;
	if (code_is_at(tokens, at, "server"))
		return code_is_point(tokens, at + 1) && code_is_at(tokens, at + 2, "httpServer") ? REACH_NOTHING
		                                                                                 : REACH_ALL;
	if (code_is_at(tokens, at, "cron"))
		return REACH_CONTENT;
	if (code_is_at(tokens, at, "entityService"))
		return code_is_point(tokens, at + 1) &&
		               code_is_one_of(tokens, at + 2, entity_methods, COUNT_OF(entity_methods)) &&
		               code_is_at(tokens, at + 3, "(")
		           ? REACH_CONTENT
		           : REACH_ALL;
	if (code_is_one_of(tokens, at, content, COUNT_OF(content)) && code_is_at(tokens, at + 1, "("))
		return REACH_CONTENT;
	if (code_is_one_of(tokens, at, types, COUNT_OF(types)))
		return changes ? REACH_ALL : REACH_NOTHING;
	if (code_is_at(tokens, at, "db") && code_is_point(tokens, at + 1)) {
		if (code_is_at(tokens, at + 2, "lifecycles") && code_is_point(tokens, at + 3) &&
		    code_is_at(tokens, at + 4, "subscribe") && code_is_at(tokens, at + 5, "("))
			return REACH_LIFECYCLES;
		return code_is_one_of(tokens, at + 2, database, COUNT_OF(database)) && !code_is_at(tokens, at + 3, "=")
		           ? REACH_CONTENT
		           : REACH_ALL;
	}
	if ((code_is_at(tokens, at, "service") && code_is_at(tokens, at + 1, "(")) ||
	    (code_is_at(tokens, at, "services") && code_is_at(tokens, at + 1, "["))) {
		struct slice name = tokens->items[at + 2].text;
		if (name.len > 16 && memcmp(name.ptr + 1, "plugin::graphql.", 16) == 0)
			return REACH_GRAPHQL;
		return is_method_call(tokens, behind_bracket(tokens, at + 1)) ? REACH_CONTENT : REACH_ALL;
	}
	if (code_is_at(tokens, at, "plugin") && code_is_at(tokens, at + 1, "("))
		return reach_of_plugin(tokens, at + 2, behind_bracket(tokens, at + 1));
	if (code_is_at(tokens, at, "plugins") && code_is_at(tokens, at + 1, "["))
		return reach_of_plugin(tokens, at + 2, behind_bracket(tokens, at + 1));
	if (code_is_at(tokens, at, "plugins") && code_is_point(tokens, at + 1))
		return reach_of_plugin(tokens, at + 2, at + 3);
	return REACH_ALL;
}
