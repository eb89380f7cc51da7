#include "code_module.h"

enum { MOST_NAMES_BETWEEN = 8 };

struct statements {
	struct code_module *module;
	struct code_scope *scope;
	struct code_value *named; /* what is exported by name, as an object */
	size_t named_capacity;
	bool file; /* of a file, not of a function */
};

/* ---- where a statement ends ---- */

static bool ends_operand(const struct code_token *token)
{
	return token->kind != CODE_SIGN || slice_is(token->text, ")") || slice_is(token->text, "]") ||
	       slice_is(token->text, "}");
}

static bool begins_statement(const struct code_token *token)
{
	static const char *const words[] = {"in", "of", "instanceof", "as", "satisfies"};
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (code_is(token, words[i]))
			return false;
	return token->kind == CODE_NAME || token->kind == CODE_STRING || code_is(token, "@") || code_is(token, "{");
}

static bool is_block_statement(const struct code_module *module, size_t at)
{
	static const char *const words[] = {"function", "class", "interface", "namespace", "enum",   "declare",
	                                    "if",       "for",   "while",     "try",       "switch", "abstract"};
	if (code_is_at(&module->tokens, at, "export"))
		at += code_is_at(&module->tokens, at + 1, "default") ? 2 : 1;
	if (code_is_at(&module->tokens, at, "async"))
		at++;
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (code_is_at(&module->tokens, at, words[i]))
			return true;
	return false;
}

/* The token behind the statement that begins at `from`. */
static size_t find_end(const struct code_module *module, size_t from, size_t to)
{
	const struct code_token *items = module->tokens.items;
	const bool block = is_block_statement(module, from);
	for (size_t at = from; at < to;) {
		const size_t next = code_behind(&module->tokens, at);
		if (code_is_at(&module->tokens, at, ";"))
			return next;
		if (block && code_is_at(&module->tokens, at, "{") && !code_is_at(&module->tokens, next, "else") &&
		    !code_is_at(&module->tokens, next, "catch") && !code_is_at(&module->tokens, next, "finally"))
			return next;
		if (!block && next < to && items[next].line > items[next - 1].line && ends_operand(&items[next - 1]) &&
		    begins_statement(&items[next]))
			return next;
		at = next;
	}
	return to;
}

/* ---- names ---- */

static struct code_name *add_name(struct statements *statements, struct slice name, struct code_range value)
{
	struct code_name *made = arena_alloc(statements->module->arena, sizeof *made);
	*made = (struct code_name){.name = name, .value = value, .next = statements->scope->names};
	return statements->scope->names = made;
}

/* All names in the range, brackets and all: of a pattern or an import. */
static void add_names(struct statements *statements, struct code_range names, struct code_range value)
{
	for (size_t at = names.from; at < names.to; at++)
		if (statements->module->tokens.items[at].kind == CODE_NAME)
			add_name(statements, statements->module->tokens.items[at].text, value);
}

static void declare_one(struct statements *statements, struct code_range range, bool constant)
{
	const struct code_module *module = statements->module;
	const size_t sign = code_find(&module->tokens, range, "=");
	const struct code_range value = {sign < range.to ? sign + 1 : range.to, range.to};
	if (code_is_at(&module->tokens, range.from, "{") || code_is_at(&module->tokens, range.from, "[")) {
		add_names(statements, (struct code_range){range.from, code_behind(&module->tokens, range.from)}, value);
	} else if (module->tokens.items[range.from].kind == CODE_NAME) {
		struct code_name *name = add_name(statements, module->tokens.items[range.from].text, value);
		name->whole = true;
		name->constant = constant;
	} else {
		statements->scope->other = true;
	}
}

static void declare(struct statements *statements, struct code_range range)
{
	const bool constant = code_is_at(&statements->module->tokens, range.from, "const");
	for (range.from++; range.from < range.to;) {
		const size_t end = code_find(&statements->module->tokens, range, ",");
		if (range.from < end)
			declare_one(statements, (struct code_range){range.from, end}, constant);
		range.from = end + 1;
	}
}

/* function name(…) {…}, class name {…}, and the types of TypeScript, which are nothing when it runs. */
static bool declare_function(struct statements *statements, struct code_range range)
{
	static const char *const types[] = {"interface", "type", "declare"};
	const struct code_module *module = statements->module;
	size_t at = range.from;
	for (size_t i = 0; i < COUNT_OF(types); i++)
		if (code_is_at(&module->tokens, at, types[i]) && at + 1 < range.to &&
		    module->tokens.items[at + 1].kind == CODE_NAME)
			return true;
	if (code_is_at(&module->tokens, at, "async"))
		at++;
	const bool function = code_is_at(&module->tokens, at, "function");
	if (!function && !code_is_at(&module->tokens, at, "class"))
		return false;
	if (code_is_at(&module->tokens, ++at, "*"))
		at++;
	if (at >= range.to || module->tokens.items[at].kind != CODE_NAME)
		return false;
	struct code_name *name = add_name(statements, module->tokens.items[at].text, range);
	name->whole = name->constant = true;
	name->function = function;
	return true;
}

static bool is_declaration(const struct code_module *module, struct code_range range)
{
	return code_is_at(&module->tokens, range.from, "const") || code_is_at(&module->tokens, range.from, "let") ||
	       code_is_at(&module->tokens, range.from, "var");
}

/* ---- exports ---- */

static void set_result(struct statements *statements, struct code_range range)
{
	struct code_module *module = statements->module;
	if (statements->scope->result)
		statements->scope->other = true;
	statements->scope->result = code_value_read(module->arena, &module->tokens, range);
}

static void export_name(struct statements *statements, struct slice name, struct code_range range)
{
	struct code_module *module = statements->module;
	struct code_value *named = statements->named;
	named->members = arena_grow(module->arena, named->members, named->count, &statements->named_capacity,
	                            sizeof *named->members);
	named->members[named->count++] =
	    (struct code_member){name, code_value_read(module->arena, &module->tokens, range)};
}

/* export default x, export = x, export const a = …, export function a …, export type … */
static bool export_statement(struct statements *statements, struct code_range range)
{
	const struct code_module *module = statements->module;
	const struct code_range rest = {range.from + 1, range.to};
	if (code_is_at(&module->tokens, rest.from, "default") || code_is_at(&module->tokens, rest.from, "=")) {
		set_result(statements, (struct code_range){rest.from + 1, range.to});
		return true;
	}
	struct code_name *before = statements->scope->names;
	if (is_declaration(module, rest))
		declare(statements, rest);
	else if (!declare_function(statements, rest))
		return false;
	for (const struct code_name *name = statements->scope->names; name != before; name = name->next)
		export_name(statements, name->name, name->value);
	return true;
}

/* module.exports = x, exports.default = x, exports.name = x, module.exports.name = x, and what compilers write:
 * Object.defineProperty(exports, "__esModule", …). */
static bool assign_exports(struct statements *statements, struct code_range range)
{
	const struct code_module *module = statements->module;
	size_t at = range.from;
	if (code_is_at(&module->tokens, at, "Object") && code_is_at(&module->tokens, at + 2, "defineProperty") &&
	    code_is_at(&module->tokens, at + 4, "exports"))
		return slice_is(code_first_text(module, range), "__esModule");
	const bool whole = code_is_at(&module->tokens, at, "module") && code_is_at(&module->tokens, at + 1, ".") &&
	                   code_is_at(&module->tokens, at + 2, "exports");
	at += whole ? 2 : 0;
	if (!code_is_at(&module->tokens, at, "exports"))
		return false;
	if (whole && code_is_at(&module->tokens, at + 1, "=")) {
		statements->scope->result = NULL; /* the last one counts */
		set_result(statements, (struct code_range){at + 2, range.to});
		return true;
	}
	if (!code_is_at(&module->tokens, at + 1, ".") || !code_is_at(&module->tokens, at + 3, "="))
		return false;
	const struct code_range value = {at + 4, range.to};
	if (code_is_at(&module->tokens, at + 2, "default"))
		set_result(statements, value);
	else
		export_name(statements, module->tokens.items[at + 2].text, value);
	return true;
}

/* ---- statements ---- */

/* require('dotenv').config(), which is given nothing of Strapi's. */
static bool is_bare_require(const struct code_module *module, struct code_range range)
{
	static const char *const words[] = {"strapi", "exports", "module", "this", "global", "globalThis"};
	if (!code_is_at(&module->tokens, range.from, "require") || !code_is_at(&module->tokens, range.from + 1, "(") ||
	    module->tokens.items[range.from + 2].kind != CODE_STRING ||
	    !code_is_at(&module->tokens, range.from + 3, ")") || code_find(&module->tokens, range, "=") < range.to)
		return false;
	for (size_t at = range.from; at < range.to; at++)
		for (size_t i = 0; i < COUNT_OF(words); i++)
			if (code_is_at(&module->tokens, at, words[i]))
				return false;
	return true;
}

static bool read_known(struct statements *statements, struct code_range range)
{
	const struct code_module *module = statements->module;
	if (range.from == range.to)
		return true;
	if (range.to == range.from + 1 && module->tokens.items[range.from].kind == CODE_STRING)
		return true; /* 'use strict' */
	if (range.to == range.from + 3 && code_is_at(&module->tokens, range.from, "(") &&
	    code_is_at(&module->tokens, range.to - 1, ")") && module->tokens.items[range.from + 1].kind == CODE_STRING)
		return true; /* ("use strict") */
	if (statements->file && is_bare_require(module, range))
		return true;
	if (is_declaration(module, range)) {
		declare(statements, range);
		return true;
	}
	if (declare_function(statements, range))
		return true;
	if (!statements->file) {
		if (!code_is_at(&module->tokens, range.from, "return"))
			return false;
		if (range.from + 1 < range.to)
			set_result(statements, (struct code_range){range.from + 1, range.to});
		return true;
	}
	if (code_is_at(&module->tokens, range.from, "import") && !code_is_at(&module->tokens, range.from + 1, "(")) {
		add_names(statements, range, range);
		return true;
	}
	return code_is_at(&module->tokens, range.from, "export") ? export_statement(statements, range)
	                                                         : assign_exports(statements, range);
}

static void read_statements(struct statements *statements, struct code_range range)
{
	const struct code_module *module = statements->module;
	while (range.from < range.to) {
		const size_t end = find_end(module, range.from, range.to);
		const size_t last = end > range.from && code_is_at(&module->tokens, end - 1, ";") ? end - 1 : end;
		if (!read_known(statements, (struct code_range){range.from, last}))
			statements->scope->other = true;
		range.from = end;
	}
}

bool code_module_read(struct arena *arena, const char *file, struct slice source, struct code_module *module)
{
	*module = (struct code_module){.arena = arena, .file = file};
	if (!code_tokens_read(arena, source, &module->tokens))
		return false;
	struct code_value *named = arena_alloc(arena, sizeof *named);
	*named = (struct code_value){.kind = JS_OBJECT};
	struct statements statements = {.module = module, .scope = &module->scope, .named = named, .file = true};
	read_statements(&statements, (struct code_range){0, module->tokens.count});
	if (named->count && module->scope.result)
		module->scope.other = true;
	if (named->count && !module->scope.result)
		module->scope.result = named;
	return true;
}

void code_function_read(const struct code_module *module, const struct code_value *function, struct code_scope *scope)
{
	struct code_module copy = *module;
	*scope = (struct code_scope){.outer = &module->scope};
	struct statements statements = {.module = &copy, .scope = scope};
	if (function->expression)
		scope->result = code_value_read(module->arena, &module->tokens, function->body);
	else
		read_statements(&statements, function->body);
}

struct code_name *code_name_find(const struct code_scope *scope, struct slice name)
{
	for (; scope; scope = scope->outer)
		for (struct code_name *found = scope->names; found; found = found->next)
			if (slice_equals(found->name, name))
				return found;
	return NULL;
}

const struct code_value *code_resolve(const struct code_module *module, const struct code_scope *scope,
                                      const struct code_value *value)
{
	for (unsigned i = 0; value && value->kind == JS_NAME && i < MOST_NAMES_BETWEEN; i++) {
		struct code_name *name = code_name_find(scope, value->text);
		if (!name || !name->whole || !name->constant || name->value.from >= name->value.to)
			return value;
		if (!name->read)
			name->read = code_value_read(module->arena, &module->tokens, name->value);
		value = name->read;
	}
	return value;
}

struct slice code_first_text(const struct code_module *module, struct code_range range)
{
	struct slice text;
	for (size_t at = range.from; at < range.to; at++)
		if (module->tokens.items[at].kind == CODE_STRING &&
		    code_text(module->arena, &module->tokens.items[at], &text))
			return text;
	return (struct slice){NULL, 0};
}
