/* Routes files that can't be read: what they may be about is closed. */
#include "unread_routes.h"
#include "actions.h"
#include "route_list.h"

enum { MOST_ROUTES = 20000 };

struct unread {
	struct survey *survey;
	const struct code_tokens *tokens;
	struct closed *closed;
	size_t count;     /* paths that were found */
	bool any;         /* there are paths that can't be told */
	bool core_router; /* it is one of createCoreRouter: its paths are those of the type */
};

static bool is_text(const struct code_token *token)
{
	return token->kind == CODE_STRING || token->kind == CODE_TEMPLATE;
}

/* A part of a template that stands behind a "${…}". */
static bool is_tail(const struct unread *unread, size_t at)
{
	const struct code_token *items = unread->tokens->items;
	return items[at].kind == CODE_TEMPLATE && at && code_is_at(unread->tokens, at - 1, "}") &&
	       code_is_at(unread->tokens, items[at - 1].match, "${");
}

/* Does a text stand for itself, and is not joined with what is behind it? */
static bool is_whole(const struct unread *unread, size_t at)
{
	return !code_is_at(unread->tokens, at + 1, "${") && !code_is_at(unread->tokens, at + 1, "+") &&
	       !code_is_at(unread->tokens, at + 1, ".");
}

/* Every text that begins with a slash may be a path, with any method. */
static void close_texts(struct unread *unread)
{
	struct survey *survey = unread->survey;
	struct slice text;
	for (size_t at = 0; at < unread->tokens->count && unread->count < MOST_ROUTES; at++) {
		const struct code_token *token = &unread->tokens->items[at];
		if (!is_text(token) || is_tail(unread, at) || !code_text(survey->scratch, token, &text) || !text.len ||
		    text.ptr[0] != '/' || (text.len == 1 && is_whole(unread, at)))
			continue;
		struct rest_content_route *route = route_list_add(survey, "ALL", NULL, text);
		route->any_end = route->any_end || !is_whole(unread, at);
		route->closed = unread->closed;
		unread->count++;
	}
}

/* The member `path` of a route: is it a text, or one that begins as a text? */
static bool is_described(const struct unread *unread, size_t at)
{
	struct slice text;
	const struct code_token *value = &unread->tokens->items[at + 2];
	if (!code_is_at(unread->tokens, at + 1, ":"))
		return false;
	if (code_is_at(unread->tokens, at + 2, "string")) /* a type */
		return true;
	return is_text(value) && code_text(unread->survey->scratch, value, &text) && text.len;
}

/* Looks for members that are named `path`, and notes the handlers that are named. */
static void read_members(struct unread *unread, const char *api)
{
	struct slice text;
	for (size_t at = 1; at + 1 < unread->tokens->count; at++) {
		const bool member = code_is_at(unread->tokens, at - 1, "{") || code_is_at(unread->tokens, at - 1, ",");
		const struct code_token *value = &unread->tokens->items[at + 2];
		if (code_is_at(unread->tokens, at, "path") &&
		    (code_is_at(unread->tokens, at + 1, ":") || (member && !code_is_at(unread->tokens, at + 1, "("))))
			unread->any = unread->any || !is_described(unread, at);
		else if (code_is_at(unread->tokens, at, "handler") && code_is_at(unread->tokens, at + 1, ":") &&
		         is_text(value) && is_whole(unread, at + 2) && code_text(unread->survey->scratch, value, &text))
			survey_note_handler(unread->survey, api, text);
		unread->core_router = unread->core_router || code_is_at(unread->tokens, at, "createCoreRouter");
	}
}

static void close_types(struct unread *unread, const char *api)
{
	struct survey *survey = unread->survey;
	size_t count;
	for (size_t i = 0; i < survey->registry->type_count; i++) {
		const struct content_type *type = survey->registry->types[i];
		if (type->component || type->plugin || strcmp(type->api_name, api) != 0)
			continue;
		const char *const *actions = route_list_actions(type, &count);
		for (size_t j = 0; j < count; j++) {
			route_list_add_default(survey, type, actions[j], NULL)->closed = unread->closed;
			survey_note_action(survey, type, actions[j]);
		}
		if (!type->localized)
			continue;
		route_list_add_default(survey, type, "createLocalization", NULL)->closed = unread->closed;
		survey_note_action(survey, type, "createLocalization");
	}
}

void survey_close_unread(struct survey *survey, const char *file, const char *api, const struct code_tokens *tokens)
{
	struct unread unread = {.survey = survey, .tokens = tokens};
	unread.closed = survey_closed(survey, file, "its routes are not read");
	close_texts(&unread);
	read_members(&unread, api);
	close_types(&unread, api);
	/* Who comes first answers: such a route may stand before all that are read later. */
	if (unread.any || (!unread.count && !unread.core_router)) {
		struct rest_content_route *route = route_list_add(survey, "ALL", NULL, SLICE("(.*)"));
		route->any_end = true;
		route->closed = unread.closed;
	}
	if (!survey->unknown)
		survey->unknown = unread.closed;
}
