/* Inside the room `query`: what its readers share. */
#ifndef LECTERN_QUERY_READER_H
#define LECTERN_QUERY_READER_H

#include "query.h"

/* No request may ask for more parts than these: polymorphic populates would multiply them. The filters of a request
 * are counted in parameters, at each level of their brackets. */
enum { QUERY_MOST_POPULATES = 4000, QUERY_MOST_FILTERS = 40000 };

struct reader {
	struct arena *arena;
	const struct query_request *request;
	struct error *error;
	size_t populates, filters; /* made so far */
};

/* Strapi goes over filters and sorts once per rule, so that the first broken rule names the parameter. */
enum rule { RULE_KNOWN, RULE_DYNAMIC_ZONE, RULE_MORPH, RULE_PASSWORD, RULE_PRIVATE, RULE_NOT_EMPTY, RULE_RIGHTS };

/* Fails with "Invalid parameter <key>" when `attribute` (NULL: unknown) of `type` breaks `rule`. */
bool reader_check_attribute(struct reader *reader, enum rule rule, const struct content_type *type, struct slice key,
                            const struct attribute *attribute);
bool reader_refuse(struct reader *reader, struct slice key);

/* May the caller go over this relation to its target? True for what is no relation. */
bool reader_may_follow(const struct reader *reader, const struct content_type *type, const struct attribute *attribute);

/* The attribute a parameter names: by its name, or by its column as Strapi allows. */
const struct attribute *reader_attribute(const struct content_type *type, struct slice key);

/* Whether the attribute is private, and the request may not have what is. */
bool reader_hides(const struct reader *reader, const struct content_type *type, const struct attribute *attribute);

/* The type on the other side of a relation, component or media attribute; NULL for polymorphic ones. */
const struct content_type *reader_target(const struct attribute *attribute);

/* Counts one more part of a populate; refuses what is more than QUERY_MOST_POPULATES. */
bool reader_count_populate(struct reader *reader);

/* JavaScript's idea of true: neither null nor the empty text. */
static inline bool param_is_truthy(const struct param *param)
{
	return param && param->kind != PARAM_NULL && !(param->kind == PARAM_TEXT && param->text.len == 0);
}

static inline bool param_is_container(const struct param *param)
{
	return param->kind == PARAM_LIST || param->kind == PARAM_OBJECT;
}

#endif
