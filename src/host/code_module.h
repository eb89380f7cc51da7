/* A file of a project's code: what it declares, and what it exports. */
#ifndef LECTERN_HOST_CODE_MODULE_H
#define LECTERN_HOST_CODE_MODULE_H

#include "code_value.h"

/* A name that a file, or a function in it, declares. */
struct code_name {
	struct slice name;
	struct code_range value; /* what it is set to, of an import the whole statement; empty: nothing */
	bool whole;              /* the name is that value, and no part of it */
	bool function;           /* function name(…) {…}: the value is all of it */
	bool constant;
	const struct code_value *read; /* the value, when it was read */
	struct code_name *next;
};

/* The statements of a file or of a function. */
struct code_scope {
	struct code_name *names;
	const struct code_value *result; /* what a file exports, a function returns; NULL: nothing that can be told */
	bool other;                      /* there are statements beside declarations, imports, exports and one return */
	const struct code_scope *outer;  /* the file's, of a function */
};

struct code_module {
	struct arena *arena;
	const char *file;
	struct code_tokens tokens;
	struct code_scope scope;
};

/* Reads the code of `file`, whose text must outlive the module. False when it can't be read as code. */
bool code_module_read(struct arena *arena, const char *file, struct slice source, struct code_module *module);

/* What the name stands for, over as many names as there are; the value itself when it is no name, or none that is
 * known. */
const struct code_value *code_resolve(const struct code_module *module, const struct code_scope *scope,
                                      const struct code_value *value);

/* Reads a function's statements. `result` is what it returns. */
void code_function_read(const struct code_module *module, const struct code_value *function, struct code_scope *scope);

/* What stands in a declaration of that name, or NULL. */
struct code_name *code_name_find(const struct code_scope *scope, struct slice name);

/* The first string in the range, or an empty slice. */
struct slice code_first_text(const struct code_module *module, struct code_range range);

#endif
