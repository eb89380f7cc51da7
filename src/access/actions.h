/* Part of the door of the room `access`: the actions that roles and tokens can be granted. */
#ifndef LECTERN_ACCESS_ACTIONS_H
#define LECTERN_ACCESS_ACTIONS_H

#include "model/model.h"

/* "api::restaurant.restaurant.find" and its three parts. */
struct action {
	struct slice text;
	struct slice source, controller, name; /* "api::restaurant", "restaurant", "find" */
	struct slice subject;                  /* the text without the name: "api::restaurant.restaurant" */
};

struct action_list {
	struct arena *arena;
	struct action *items;
	size_t count, capacity;
};

/* Every action there is: those that the project's routes run, then those of the plugins, in Strapi's order, then those
 * of extensions. The list lives in `arena`. */
void actions_list(struct action_list *list, struct arena *arena, const struct registry *registry);

/* Adds the action of that text, which must outlive the list; not when it is there already, nor when it has no three
 * parts. */
void actions_add(struct action_list *list, struct slice text);

/* The action of that text, or NULL. */
const struct action *actions_find(const struct action_list *list, struct slice text);

#endif
