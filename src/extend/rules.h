/* Inside the room `extend`: rules, by which extensions say who may call a route, an action or a resolver. */
#ifndef LECTERN_EXTEND_RULES_H
#define LECTERN_EXTEND_RULES_H

#include "registered.h"

/* A new rule at the end of the list. */
struct lectern_rule *rule_add(struct lectern_app *app, enum rule_kind kind);

/* Does the last check of a rule: it says who may. */
bool rules_check(struct lectern_app *app);

#endif
