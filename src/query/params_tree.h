/* Inside the room `query`: the tree of parameters while it grows, as Strapi's parser merges one key after the
 * other into it. */
#ifndef LECTERN_QUERY_PARAMS_TREE_H
#define LECTERN_QUERY_PARAMS_TREE_H

#include "params.h"

/* While the tree is built, a list's items carry their index as a number: arrays may have holes until the end. */
struct node {
	struct param param; /* first, so that a finished node is a param */
	size_t index;       /* in a list */
	bool overflow;      /* a list that grew past the limit and became an object */
	size_t highest;     /* the highest index in such an object */
	struct node *last;  /* of a list: the item with the highest index */
};

/* A node without a place; it lives in the arena. */
struct node *params_node_new(struct arena *arena, enum param_kind kind);

/* True for a key that JavaScript keeps in numeric order before all others. */
bool params_is_index(struct slice key, size_t *index);

/* Puts `item`, which must have no place yet, at that index or under that key. */
void params_list_set(struct node *list, size_t index, struct node *item);
void params_object_set(struct node *object, struct slice key, struct node *item);

/* The highest index and one. */
size_t params_list_length(struct node *list);

/* [a].concat(b): a list gives its items, holes and all, anything else itself. */
void params_list_concat(struct arena *arena, struct node *list, struct node *item);

/* How many items a list may have; PARAMS_ARRAY_LIMIT at the start. */
void params_tree_set_longest(size_t most);
size_t params_tree_longest(void);

/* Lists longer than that are objects for Strapi, too: the list, or the object in its place. */
struct node *params_list_limit(struct arena *arena, struct node *list);

/* Adds an item to a list that became an object. */
void params_overflow_add(struct arena *arena, struct node *object, struct node *item);

/* What `target` becomes when `source` is merged into it. The depth is bounded by that of one key. */
struct node *params_merge(struct arena *arena, struct node *target, struct node *source);

#endif
