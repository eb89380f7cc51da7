/* What code that runs at the start may reach: src/index and what it requires. Only uses that are known to change no
 * answer are let pass; whatever else is done with `strapi` may change anything. */
#include "reach.h"

#include "reach_use.h"

enum { MOST_FILES = 200 };

struct reach_reader {
	struct survey *survey;
	struct code_module module;
	unsigned reach;
	bool changes;                  /* the file at hand changes members of objects */
	const char *files[MOST_FILES]; /* read, or still to be */
	size_t file_count;
};

/* ---- files that are required ---- */

static void add_file(struct reach_reader *reader, const char *file)
{
	for (size_t i = 0; i < reader->file_count; i++)
		if (strcmp(reader->files[i], file) == 0)
			return;
	if (reader->file_count == MOST_FILES)
		reader->reach |= REACH_ALL;
	else
		reader->files[reader->file_count++] = file;
}

/* "./a/../b" as seen from a file; NULL when it leaves the project. */
static const char *join_path(struct arena *arena, const char *file, struct slice relative)
{
	const char *slash = strrchr(file, '/');
	char *path = arena_copy(arena, (struct slice){file, slash ? (size_t)(slash - file) : 0});
	struct slice part;
	while (slice_split(&relative, '/', &part)) {
		char *last = strrchr(path, '/');
		if (!part.len || slice_is(part, "."))
			continue;
		if (!slice_is(part, ".."))
			path = arena_format(arena, "%s%s%.*s", path, *path ? "/" : "", (int)part.len, part.ptr);
		else if (!*path)
			return NULL;
		else
			*(last ? last : path) = '\0';
	}
	return path;
}

static void require_file(struct reach_reader *reader, struct slice name)
{
	struct survey *survey = reader->survey;
	const char *path = join_path(survey->arena, reader->module.file, name);
	const char *dot = path ? strrchr(path, '.') : NULL;
	if (!path) {
		reader->reach |= REACH_ALL;
		return;
	}
	if (dot && strcmp(dot, ".json") == 0)
		return;
	const char *stem = dot && (strcmp(dot, ".js") == 0 || strcmp(dot, ".ts") == 0)
	                       ? arena_copy(survey->arena, (struct slice){path, (size_t)(dot - path)})
	                       : path;
	const char *found = survey_find(survey, stem);
	if (!found)
		found = survey_find(survey, arena_format(survey->arena, "%s/index", path));
	if (found)
		add_file(reader, found);
	else if (!sources_has(&survey->sources, arena_format(survey->arena, "%s.json", path)))
		reader->reach |= REACH_ALL;
}

/* Packages that could be used to change Strapi itself. */
static void require_name(struct reach_reader *reader, struct slice name)
{
	if (slice_starts_with(name, SLICE(".")))
		require_file(reader, name);
	else if (slice_starts_with(name, SLICE("@strapi/")) && !slice_is(name, "@strapi/strapi") &&
	         !slice_is(name, "@strapi/utils") && !slice_is(name, "@strapi/types"))
		reader->reach |= REACH_ALL;
}

static void read_require(struct reach_reader *reader, size_t at)
{
	const struct code_tokens *tokens = &reader->module.tokens;
	struct slice name;
	const struct code_token *argument = &reader->module.tokens.items[at + 2];
	if (code_is_at(tokens, at + 1, "(") && argument->kind == CODE_STRING && code_is_at(tokens, at + 3, ")") &&
	    code_text(reader->module.arena, argument, &name))
		require_name(reader, name);
	else if (!code_is_point(tokens, at + 1))
		reader->reach |= REACH_ALL;
}

/* import … from 'x', import 'x' */
static void read_import(struct reach_reader *reader, size_t at)
{
	const struct code_token *items = reader->module.tokens.items;
	struct slice name;
	if (code_is_at(&reader->module.tokens, at + 1, "(")) {
		read_require(reader, at);
		return;
	}
	for (size_t i = at + 1; i < reader->module.tokens.count && i < at + 200; i++) {
		if (items[i].kind != CODE_STRING)
			continue;
		if (!code_text(reader->module.arena, &items[i], &name))
			break;
		require_name(reader, name);
		return;
	}
	reader->reach |= REACH_ALL;
}

/* The function that is called, or made, with what stands in the bracket that opens at `open`: a name that is declared
 * in the project, or none. */
static bool is_own_call(const struct reach_reader *reader, size_t open)
{
	const struct code_tokens *tokens = &reader->module.tokens;
	const struct code_token *items = reader->module.tokens.items;
	const size_t close = code_behind(tokens, open);
	struct slice from;
	if (code_is_at(tokens, close, "=>") || code_is_at(tokens, close, "{") || code_is_at(tokens, close, ":"))
		return true; /* parameters */
	size_t at = open;
	while (at && (items[at - 1].kind == CODE_NAME || code_is_point(tokens, at - 1)))
		at--;
	if (at == open)
		return false;
	if (code_is_at(tokens, at, "await") || code_is_at(tokens, at, "return") || code_is_at(tokens, at, "void"))
		at++;
	const struct code_name *name = code_name_find(&reader->module.scope, items[at].text);
	if (!name)
		return false;
	from = code_first_text(&reader->module, name->value);
	const bool required = code_is_at(tokens, name->value.from, "require") ||
	                      code_is_at(tokens, name->value.from, "import") ||
	                      code_is_at(tokens, name->value.from, "await");
	return !required || slice_starts_with(from, SLICE("."));
}

/* `strapi` without a point behind it: as a parameter, or given to a function of the project's own. */
static unsigned reach_of_value(struct reach_reader *reader, size_t at, const size_t *open, size_t depth)
{
	const struct code_tokens *tokens = &reader->module.tokens;
	if (code_is_at(tokens, at + 1, ":") && !code_is_at(tokens, at - 1, "?"))
		return REACH_NOTHING; /* a key, or a parameter with its type */
	for (size_t i = depth; i > 0; i--) {
		if (code_is_at(tokens, open[i - 1], "("))
			return is_own_call(reader, open[i - 1]) ? REACH_NOTHING : REACH_ALL;
		if (!code_is_at(tokens, open[i - 1], "{"))
			return REACH_ALL;
	}
	return REACH_ALL;
}

/* ---- all tokens of a file ---- */

static unsigned reach_of_name(struct reach_reader *reader, size_t at, const size_t *open, size_t depth)
{
	const struct code_tokens *tokens = &reader->module.tokens;
	static const char *const dangerous[] = {"eval",      "Function",       "globalThis",     "global",    "Proxy",
	                                        "Reflect",   "prototype",      "__proto__",      "Module",    "vm",
	                                        "subscribe", "defineProperty", "setPrototypeOf", "lifecycles"};
	const bool member = at && code_is_point(tokens, at - 1);
	if (code_is_at(tokens, at, "strapi")) {
		if (member)
			return code_is_at(tokens, at - 2, "this") || code_is_at(tokens, at - 2, "global")
			           ? REACH_ALL
			           : REACH_NOTHING;
		return code_is_point(tokens, at + 1) ? reach_of_use(tokens, at + 2, reader->changes)
		                                     : reach_of_value(reader, at, open, depth);
	}
	if (code_is_at(tokens, at, "require") && !member)
		read_require(reader, at);
	else if (code_is_at(tokens, at, "import") && !member)
		read_import(reader, at);
	else if (code_is_at(tokens, at, "defineProperty"))
		return code_is_at(tokens, at + 2, "exports") ? REACH_NOTHING : REACH_ALL;
	else if (code_is_at(tokens, at, "lifecycles") || code_is_at(tokens, at, "subscribe"))
		return member ? REACH_NOTHING : REACH_ALL; /* read with "strapi.db" */
	else if (code_is_one_of(tokens, at, dangerous, COUNT_OF(dangerous)) && !code_is_at(tokens, at + 1, ":"))
		return REACH_ALL;
	return REACH_NOTHING;
}

/* Does the file change objects that it did not make, as far as can be told? Then models that it looks at may be
 * changed. */
static bool changes_members(const struct reach_reader *reader)
{
	const struct code_tokens *tokens = &reader->module.tokens;
	static const char *const functions[] = {"assign",       "merge", "set",   "defaults",
	                                        "defaultsDeep", "unset", "splice"};
	const struct code_token *items = reader->module.tokens.items;
	for (size_t at = 1; at < reader->module.tokens.count; at++) {
		const bool assignment =
		    code_is(&items[at], "=") || code_is(&items[at], "||=") || code_is(&items[at], "\?\?=");
		const bool member = at > 1 && items[at - 1].kind == CODE_NAME && code_is_point(tokens, at - 2);
		const bool exported =
		    member && (code_is_at(tokens, at - 1, "exports") || code_is_at(tokens, at - 3, "exports"));
		if (assignment && ((member && !exported) || code_is(&items[at - 1], "]")))
			return true;
		if (code_is_at(tokens, at, "delete") ||
		    (code_is_at(tokens, at + 1, "(") && code_is_one_of(tokens, at, functions, COUNT_OF(functions))))
			return true;
	}
	return false;
}

static unsigned reach_of_tokens(struct reach_reader *reader)
{
	const struct code_tokens *tokens = &reader->module.tokens;
	const struct code_token *items = reader->module.tokens.items;
	size_t open[CODE_DEEPEST_BRACKET], depth = 0;
	unsigned reach = REACH_NOTHING;
	reader->changes = changes_members(reader);
	for (size_t at = 0; at < reader->module.tokens.count; at++) {
		if (items[at].kind == CODE_NAME)
			reach |= reach_of_name(reader, at, open, depth);
		else if (items[at].kind == CODE_SIGN && items[at].match > at)
			open[depth++] = at;
		else if (code_is_at(tokens, at, ")") || code_is_at(tokens, at, "]") || code_is_at(tokens, at, "}"))
			depth--;
	}
	return reach;
}

unsigned survey_reach(struct survey *survey, const char *file)
{
	struct reach_reader *reader = arena_alloc(survey->arena, sizeof *reader);
	reader->survey = survey;
	add_file(reader, file);
	for (size_t i = 0; i < reader->file_count; i++) {
		if (survey_read(survey, reader->files[i], &reader->module))
			reader->reach |= reach_of_tokens(reader);
		else
			reader->reach |= REACH_ALL;
	}
	return reader->reach;
}
