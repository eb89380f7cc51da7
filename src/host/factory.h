/* What createCoreController, createCoreService or createCoreRouter of @strapi/strapi made. */
#ifndef LECTERN_HOST_FACTORY_H
#define LECTERN_HOST_FACTORY_H

#include "survey.h"

/* Is the value a call of that function of Strapi's? */
bool factory_is(const struct code_module *module, const struct code_value *value, const char *name);
/* What a value is, or what it returns when it is a function; NULL when it can't be told. */
const struct code_value *factory_result(const struct code_module *module, const struct code_scope *scope,
                                        const struct code_value *value);

#endif
