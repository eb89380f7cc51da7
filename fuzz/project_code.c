/* A file of a project's code: read as a module, and what it exports as a value. Nothing is read outside of the text,
 * and all that is found lies in it. */
#include <assert.h>

#include "host/code_module.h"

static void check_range(const struct code_module *module, struct code_range range)
{
	assert(range.from <= range.to && range.to <= module->tokens.count);
}

static void check_value(const struct code_module *module, const struct code_value *value, unsigned depth)
{
	struct code_scope scope;
	check_range(module, value->range);
	assert(depth <= 64);
	for (size_t i = 0; i < value->count; i++)
		check_value(module, value->members[i].value, depth + 1);
	if (value->kind != JS_FUNCTION)
		return;
	check_range(module, value->params);
	check_range(module, value->body);
	if (depth)
		return;
	code_function_read(module, value, &scope);
	const struct code_value *result = code_resolve(module, &scope, scope.result);
	if (result)
		check_range(module, result->range);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_create();
	struct code_module module;
	const struct slice source = {(const char *)data, size};
	if (code_module_read(arena, "file", source, &module)) {
		assert(module.tokens.count <= size + 1);
		for (size_t i = 0; i < module.tokens.count; i++) {
			const struct code_token *token = &module.tokens.items[i];
			assert(token->text.ptr >= source.ptr && token->text.ptr + token->text.len <= source.ptr + size);
			assert(token->match < module.tokens.count);
		}
		const struct code_value *exported = code_resolve(&module, &module.scope, module.scope.result);
		if (exported)
			check_value(&module, exported, 0);
	}
	arena_destroy(arena);
	return 0;
}
