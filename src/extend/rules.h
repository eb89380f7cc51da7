/* Inside the room `extend`: rules: the callers that an extension allows for a route, an action or a resolver. */
#ifndef LECTERN_EXTEND_RULES_H
#define LECTERN_EXTEND_RULES_H

#include "registered.h"

/* A new rule at the end of the list. */
struct lectern_rule *rule_add(struct lectern_app *app, enum rule_kind kind);

/* Does the last check of a rule: whether the caller may. */
bool rules_check(struct lectern_app *app);

#endif
