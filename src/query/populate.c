#include "populate.h"
#include "fields.h"
#include "filters.h"
#include "filters_check.h"
#include "page.h"
#include "populate_add.h"
#include "sort.h"
#include "values.h"

static bool invalid_populate(struct reader *reader)
{
	return error_validation(
	    reader->error, "Invalid populate parameter. Expected a string, an array of strings, a populate object");
}

/* All relations, media, components and dynamic zones that have components, one level deep. */
static bool read_all(struct reader *reader, enum publication_state publication, unsigned depth, struct query *query)
{
	struct populate *populate;
	for (size_t i = 0; i < query->type->attribute_count; i++) {
		const struct attribute *attribute = &query->type->attributes[i];
		if (attribute_is_scalar(attribute) ||
		    (attribute->type == ATTRIBUTE_DYNAMICZONE && !attribute->component_count))
			continue;
		if (!populate_add(reader, query, attribute, publication, depth, &populate))
			return false;
	}
	return true;
}

/* "a.b.c": a, its b and its c. What a type does not have is passed over. */
static bool read_path(struct reader *reader, enum publication_state publication, unsigned depth, struct slice path,
                      struct query *query)
{
	struct slice rest = path, name;
	struct populate *populate;
	if (!slice_split(&rest, '.', &name))
		return true;
	const struct attribute *attribute = model_attribute(query->type, name);
	if (!attribute || attribute_is_scalar(attribute))
		return true;
	if (!populate_add(reader, query, attribute, publication, depth, &populate))
		return false;
	if (!populate || !rest.ptr)
		return true;
	if (populate->query)
		return read_path(reader, publication, depth + 1, rest, populate->query);
	for (size_t i = 0; i < populate->by_type_count; i++)
		if (!read_path(reader, publication, depth + 1, rest, populate->by_type[i]))
			return false;
	return true;
}

static bool read_paths(struct reader *reader, enum publication_state publication, unsigned depth, struct slice paths,
                       struct query *query)
{
	struct slice part;
	while (slice_split(&paths, ',', &part))
		if (!read_path(reader, publication, depth, slice_trim(part), query))
			return false;
	return true;
}

/* sort and fields for the types of a polymorphic attribute: what one of them lacks is passed over. */
static void read_lenient(struct reader *reader, const struct param *object, struct query *query)
{
	const struct param *fields = param_get(object, "fields"), *sort = param_get(object, "sort");
	struct error ignored, *error = reader->error;
	reader->error = &ignored;
	if (param_is_truthy(fields) && !fields_read(reader, query->type, fields, true, query))
		query->fields = NULL;
	if (param_is_truthy(sort) && sort_check(reader, query->type, sort, true))
		sort_read(reader, query->type, sort, query);
	reader->error = error;
}

/* Filters on a polymorphic relation leave only the types that have what they name; some type must. */
static bool keep_fitting_types(struct reader *reader, const struct param *object, struct populate *populate)
{
	const struct param *filters = param_get(object, "filters");
	size_t count = populate->by_type_count;
	if (!param_is_truthy(filters) || !count)
		return true;
	populate->by_type_count = 0;
	for (size_t i = 0; i < count; i++) {
		struct query *query = populate->by_type[i];
		if (filters_check(reader, query->type, filters, true) &&
		    filters_read(reader, query->type, filters, &query->filter))
			populate->by_type[populate->by_type_count++] = query;
		if (reader->filters > QUERY_MOST_FILTERS)
			return false;
	}
	return populate->by_type_count > 0;
}

/* What is read is checked here, too: populate_check finds the first mistake in the order of Strapi, but does not
 * come to what stands behind a polymorphic relation, nor behind a parameter that is named like an attribute. */
static bool read_strict(struct reader *reader, const struct param *object, struct query *query)
{
	const struct content_type *type = query->type;
	const struct param *fields = param_get(object, "fields"), *sort = param_get(object, "sort");
	const struct param *filters = param_get(object, "filters");
	if (param_is_truthy(sort) && (!sort_check(reader, type, sort, true) || !sort_read(reader, type, sort, query)))
		return false;
	if (param_is_truthy(filters) &&
	    (!filters_check(reader, type, filters, true) || !filters_read(reader, type, filters, &query->filter)))
		return false;
	return !param_is_truthy(fields) || fields_read(reader, type, fields, false, query);
}

/* What stands in populate[x][…], for one type. */
static bool read_options(struct reader *reader, const struct param *object, enum publication_state publication,
                         unsigned depth, bool lenient, struct query *query)
{
	const struct param *populate = param_get(object, "populate");
	if (!publication_read(reader, object, &publication))
		return false;
	query->publication = publication;
	if (!page_read_offset(reader, object, query))
		return false;
	if (lenient)
		read_lenient(reader, object, query);
	else if (!read_strict(reader, object, query))
		return false;
	return !param_is_truthy(populate) || populate_read(reader, populate, publication, depth + 1, query);
}

static bool invalid_nested(struct reader *reader, const struct param *param)
{
	return error_validation(reader->error, "Invalid nested populate at %.*s. Expected '*' or an object",
	                        slice_shown_length(param->key, 100), param->key.ptr);
}

/* populate[x][on][<type>]: the options of each type. */
static bool read_on(struct reader *reader, const struct param *on, enum publication_state publication, unsigned depth,
                    struct populate *populate)
{
	struct query **all = populate->by_type;
	size_t count = populate->by_type_count;
	bool others_too =
	    populate->attribute->type == ATTRIBUTE_RELATION && populate->attribute->relation == RELATION_MORPH_TO_ONE;
	populate->by_type = arena_array(reader->arena, count, sizeof *populate->by_type);
	populate->by_type_count = 0;
	for (const struct param *at = on->first; at; at = at->next)
		if (at->kind == PARAM_NULL || at->kind == PARAM_LIST)
			return invalid_nested(reader, at);
	for (size_t i = 0; i < count; i++) {
		const struct param *options = param_get(on, all[i]->type->uid);
		if (!options && !others_too)
			continue;
		populate->by_type[populate->by_type_count++] = all[i];
		if (options && options->kind == PARAM_OBJECT &&
		    !read_options(reader, options, publication, depth, false, all[i]))
			return false;
	}
	return true;
}

/* Strapi counts what hangs on link tables, and passes over the flag elsewhere. */
static bool can_be_counted(const struct attribute *attribute)
{
	return attribute->target && !attribute_is_morph(attribute) && attribute->type != ATTRIBUTE_MEDIA &&
	       attribute->link.kind != LINK_JOIN_COLUMN;
}

static bool read_flags(struct reader *reader, const struct param *object, struct populate *populate)
{
	const struct param *count = param_get(object, "count"), *ordering = param_get(object, "ordering");
	bool value;
	if (param_is_truthy(count)) {
		if (count->kind != PARAM_TEXT || !value_known_boolean(count->text, &value))
			return error_validation(reader->error,
			                        "Invalid count in the populate parameter. Expected true or false");
		populate->count_only = value && can_be_counted(populate->attribute);
	}
	if (param_is_truthy(ordering)) {
		bool descending =
		    ordering->kind == PARAM_TEXT && slice_equals_ignoring_case(ordering->text, SLICE("desc"));
		if (!descending &&
		    !(ordering->kind == PARAM_TEXT && slice_equals_ignoring_case(ordering->text, SLICE("asc"))))
			return error_validation(reader->error,
			                        "Invalid ordering in the populate parameter. Expected asc or desc");
		populate->descending = descending;
	}
	return true;
}

/* Strapi asks each component of a zone that an object of names populates, and forgets a zone that has none. */
static bool is_forgotten(const struct attribute *attribute, const struct param *param)
{
	return attribute->type == ATTRIBUTE_DYNAMICZONE && !attribute->component_count && !param_get(param, "on");
}

static bool read_child(struct reader *reader, const struct param *param, enum publication_state publication,
                       unsigned depth, struct query *query)
{
	const struct attribute *attribute = model_attribute(query->type, param->key);
	struct populate *populate;
	if (!attribute || attribute_is_scalar(attribute))
		return true;
	if (param->kind == PARAM_TEXT && !value_is_true(param))
		return true;
	if (is_forgotten(attribute, param))
		return true;
	if (!populate_add(reader, query, attribute, publication, depth, &populate))
		return false;
	if (!populate || param->kind == PARAM_TEXT)
		return true;
	if (param->kind != PARAM_OBJECT)
		return invalid_nested(reader, param);
	if (!read_flags(reader, param, populate))
		return false;
	const struct param *on = param_get(param, "on");
	if (populate->query)
		return read_options(reader, param, publication, depth, false, populate->query);
	if (on && on->kind != PARAM_NULL) {
		if (on->kind != PARAM_OBJECT)
			return invalid_nested(reader, on);
		return read_on(reader, on, publication, depth, populate);
	}
	bool lenient = attribute->type == ATTRIBUTE_RELATION;
	if (lenient && !keep_fitting_types(reader, param, populate))
		return false;
	for (size_t i = 0; i < populate->by_type_count; i++)
		if (!read_options(reader, param, publication, depth, lenient, populate->by_type[i]))
			return false;
	return true;
}

/* Whether hooks see the name: it is none of the type's, or one that the caller may populate. */
static bool is_kept(const struct query *query, struct slice name)
{
	struct slice rest = name, first;
	const struct attribute *attribute = NULL;
	if (slice_split(&rest, '.', &first))
		attribute = model_attribute(query->type, first);
	for (size_t i = 0; attribute && i < query->populate_count; i++)
		if (query->populates[i].attribute == attribute)
			return true;
	return !attribute;
}

/* Keeps the names of a list as they were sent: Strapi shows them so to hooks. */
static void keep_names(struct reader *reader, const struct param *param, struct query *query)
{
	const struct param *last = param->kind == PARAM_LIST ? NULL : param->next;
	struct slice *names = NULL, part;
	size_t count = 0, capacity = 0;
	for (const struct param *at = param->kind == PARAM_LIST ? param->first : param; at != last; at = at->next) {
		struct slice paths = at->text;
		while (at->kind == PARAM_TEXT && slice_split(&paths, ',', &part)) {
			part = slice_trim(part);
			if (!is_kept(query, part))
				continue;
			names = arena_grow(reader->arena, names, count, &capacity, sizeof *names);
			names[count++] = part;
		}
	}
	query->populate_names = names;
	query->populate_name_count = count;
}

bool populate_read(struct reader *reader, const struct param *param, enum publication_state publication, unsigned depth,
                   struct query *query)
{
	switch (param->kind) {
	case PARAM_TEXT:
		if (slice_is(param->text, "*"))
			return read_all(reader, publication, depth, query);
		if (!read_paths(reader, publication, depth, param->text, query))
			return false;
		keep_names(reader, param, query);
		return true;
	case PARAM_LIST:
		for (const struct param *at = param->first; at; at = at->next) {
			if (at->kind != PARAM_TEXT || slice_is(at->text, "*"))
				return invalid_populate(reader);
			if (!read_paths(reader, publication, depth, at->text, query))
				return false;
		}
		keep_names(reader, param, query);
		return true;
	case PARAM_OBJECT:
		for (const struct param *at = param->first; at; at = at->next)
			if (!read_child(reader, at, publication, depth, query))
				return false;
		return true;
	case PARAM_NULL:
		break;
	}
	return true;
}
