/* Query strings as Strapi's parser reads them (qs with strictNullHandling, arrayLimit 100, depth 20): a tree of
 * text, lists and objects. */
#ifndef LECTERN_QUERY_PARAMS_H
#define LECTERN_QUERY_PARAMS_H

#include "base/base.h"

enum param_kind {
	PARAM_NULL, /* a key without '=' */
	PARAM_TEXT,
	PARAM_LIST,
	PARAM_OBJECT,
};

struct param {
	enum param_kind kind;
	struct slice key;  /* the name in the parent object; the decimal index in a list */
	struct slice text; /* PARAM_TEXT: decoded */
	bool is_json;      /* PARAM_TEXT: JSON to compare with as it is; never read from a query string */
	bool is_bare;      /* PARAM_TEXT: of a number or boolean; never read from a query string */
	struct param
	    *first; /* PARAM_LIST, PARAM_OBJECT: the children, in the order of JavaScript's objects and arrays */
	struct param *next; /* the next sibling */
	size_t count;       /* number of children */
};

/* Strapi's limits, and how many levels there may be at most. */
enum { PARAMS_MOST_KEYS = 1000, PARAMS_DEEPEST = 20, PARAMS_ARRAY_LIMIT = 100, PARAMS_MOST_LEVELS = 100 };

/* Of all query strings; 0: Strapi's. */
struct params_limits {
	size_t keys, levels, list;
};

/* The main thread calls it before it starts others. */
void params_set_limits(const struct params_limits *limits);

/* Parses a raw query string (without '?'). Fails with a ValidationError on more keys or levels of brackets than the
 * limits say, malformed percent-encoding or bytes that are not UTF-8. The tree lives in `arena`.
 */
bool params_parse(struct arena *arena, struct slice query, struct param **root, struct error *error);

/* The child of that name, or NULL. */
struct param *param_get(const struct param *object, const char *key);

#endif
