/* What is made by createCoreController, createCoreService or createCoreRouter of @strapi/strapi. */
#include "factory.h"

static bool comes_from_strapi(const struct code_module *module, struct code_range range)
{
	struct slice text;
	for (size_t at = range.from; at < range.to; at++)
		if (module->tokens.items[at].kind == CODE_STRING &&
		    code_text(module->arena, &module->tokens.items[at], &text) && slice_is(text, "@strapi/strapi"))
			return true;
	return false;
}

/* The name that is called: the last one before the arguments, types aside. */
static struct slice called_name(const struct code_module *module, struct code_range callee)
{
	struct slice name = {NULL, 0};
	for (size_t at = callee.from; at < callee.to && !code_is(&module->tokens.items[at], "<");
	     at = code_behind(&module->tokens, at))
		if (module->tokens.items[at].kind == CODE_NAME)
			name = module->tokens.items[at].text;
	return name;
}

bool factory_is(const struct code_module *module, const struct code_value *value, const char *name)
{
	if (!value || value->kind != JS_CALL || !slice_is(called_name(module, value->callee), name))
		return false;
	if (comes_from_strapi(module, value->callee))
		return true; /* require('@strapi/strapi').factories.… */
	const struct code_name *root = code_name_find(&module->scope, module->tokens.items[value->callee.from].text);
	for (unsigned i = 0; root && i < 4; i++) {
		if (comes_from_strapi(module, root->value))
			return true;
		if (root->value.from >= root->value.to) /* const { createCoreRouter } = factories */
			return false;
		root = code_name_find(&module->scope, module->tokens.items[root->value.from].text);
	}
	return false;
}

const struct code_value *factory_result(const struct code_module *module, const struct code_scope *scope,
                                        const struct code_value *value)
{
	struct code_scope inner;
	value = code_resolve(module, scope, value);
	if (value && value->kind == JS_FUNCTION) {
		code_function_read(module, value, &inner);
		if (inner.other)
			return NULL;
		value = code_resolve(module, &inner, inner.result);
	}
	return value;
}
