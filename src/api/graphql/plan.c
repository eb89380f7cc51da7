#include "arguments.h"
#include "resolve.h"
#include "resolve_scalar.h"

/* No document may read more parts than this: polymorphic fields multiply them. */
enum { MOST_POPULATES = 1000 };

struct planner {
	struct api_graphql_context *context;
	size_t populates;
	bool counts;
	bool foreign;
	bool gone; /* the entry will be deleted before what hangs on it is looked at */
	/* The object type that the first field has where its own is abstract; NULL: that of the entries. */
	const struct graphql_type *shown;
	struct error *error;
};

/* One query being put together, from all places that select its entries. */
struct planned_query {
	struct query *query;
	size_t field_capacity, populate_capacity;
};

static bool plan_below(struct planner *planner, struct graphql_selected *selected, struct planned_query *reading);

static struct planned_query new_reading(struct planner *planner, const struct content_type *type,
                                        enum publication_state publication)
{
	struct arena *arena = planner->context->arena;
	struct planned_query reading = {.query = query_create(arena, type)};
	reading.query->selective = true;
	reading.query->publication = publication;
	reading.query->fields = arena_grow(arena, NULL, 0, &reading.field_capacity, sizeof(*reading.query->fields));
	return reading;
}

static struct api_graphql_plan *new_plan(struct planner *planner, struct graphql_selected *selected)
{
	struct api_graphql_plan *plan = arena_alloc(planner->context->arena, sizeof *plan);
	selected->plan = plan;
	return plan;
}

static void plan_scalar(struct planner *planner, struct graphql_selected *selected, struct planned_query *reading)
{
	const struct attribute *attribute = selected->field->context;
	struct query *query = reading->query;
	struct api_graphql_plan *plan = new_plan(planner, selected);
	if (attribute->type == ATTRIBUTE_PASSWORD)
		return;
	while (plan->place < query->field_count && query->fields[plan->place] != attribute)
		plan->place++;
	if (plan->place < query->field_count)
		return;
	query->fields = arena_grow(planner->context->arena, query->fields, query->field_count, &reading->field_capacity,
	                           sizeof(*query->fields));
	query->fields[query->field_count++] = attribute;
}

static bool count_part(struct planner *planner)
{
	return ++planner->populates <= MOST_POPULATES ||
	       error_validation(planner->error, "The query selects too much. Expected at most %d relations",
	                        MOST_POPULATES);
}

static void add_populate(struct planner *planner, struct graphql_selected *selected, struct planned_query *reading,
                         const struct populate *populate)
{
	struct query *query = reading->query;
	new_plan(planner, selected)->place = query->populate_count;
	query->populates = arena_grow(planner->context->arena, query->populates, query->populate_count,
	                              &reading->populate_capacity, sizeof *query->populates);
	query->populates[query->populate_count++] = *populate;
}

/* May the caller see what this attribute leads to? */
static bool may_follow(const struct planner *planner, const struct attribute *attribute)
{
	return attribute->type != ATTRIBUTE_RELATION ||
	       access_may_find(&planner->context->request->caller, attribute->target);
}

/* The arguments of a nested list; what is wrong with them is the field's own error, not the request's. */
static bool read_arguments(struct planner *planner, struct graphql_selected *selected, struct query *query)
{
	struct query_root root = {.query = query};
	struct error error;
	if (!selected->field->argument_count || selected->refusal ||
	    api_graphql_arguments_read(planner->context, selected->field, selected->arguments, &root, &error))
		return true;
	struct error *copy = arena_alloc(planner->context->arena, sizeof *copy);
	*copy = error;
	new_plan(planner, selected)->refusal = copy;
	return false;
}

/* A relation to what the caller may not find: an error of the field, as in Strapi. Inside of components, where Strapi
 * does not ask for permissions, it is empty. */
static void forbid(struct planner *planner, struct graphql_selected *selected, const struct planned_query *reading)
{
	struct api_graphql_plan *plan = new_plan(planner, selected);
	struct error *refusal = arena_alloc(planner->context->arena, sizeof *refusal);
	error_set(refusal, 403, "ForbiddenError", "Forbidden access");
	if (reading->query->type->component)
		plan->forbidden = true;
	else
		plan->refusal = refusal;
}

/* What the resolver of somebody else needs of its parent is not known: as in Strapi, it finds all that is shown
 * of an entry. */
static void plan_all_scalars(struct planner *planner, struct planned_query *reading)
{
	struct query *query = reading->query;
	const struct content_type *type = query->type;
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		size_t place = 0;
		if (!attribute_is_scalar(attribute) || attribute->type == ATTRIBUTE_PASSWORD || attribute->is_private)
			continue;
		while (place < query->field_count && query->fields[place] != attribute)
			place++;
		if (place < query->field_count)
			continue;
		query->fields = arena_grow(planner->context->arena, query->fields, query->field_count,
		                           &reading->field_capacity, sizeof(*query->fields));
		query->fields[query->field_count++] = attribute;
	}
}

static bool plan_gone(struct planner *planner, struct graphql_selected *selected)
{
	new_plan(planner, selected)->gone = true;
	return true;
}

/* Relations, media and components. A list has a publication state of its own; all else has that of what it hangs on. */
static bool plan_related(struct planner *planner, struct graphql_selected *selected, struct planned_query *reading)
{
	const struct attribute *attribute = selected->field->context;
	if (!may_follow(planner, attribute)) {
		forbid(planner, selected, reading);
		return true;
	}
	if (!count_part(planner))
		return false;
	struct planned_query inner = new_reading(planner, attribute->target, reading->query->publication);
	if (!read_arguments(planner, selected, inner.query))
		return true;
	if (planner->gone)
		return plan_gone(planner, selected);
	const struct populate populate = {.attribute = attribute, .query = inner.query};
	add_populate(planner, selected, reading, &populate);
	if (!plan_below(planner, selected, &inner))
		return false;
	/* Who signs the urls of files wants to know all of them. */
	if (attribute->type == ATTRIBUTE_MEDIA && content_signer(planner->context->content))
		plan_all_scalars(planner, &inner);
	return true;
}

/* What one type of a dynamic zone or polymorphic relation shows. */
static bool add_type(struct planner *planner, struct graphql_selected *selected, const struct content_type *type,
                     const struct planned_query *around, struct populate *populate)
{
	const struct graphql_type *shown = planner->context->schema->types[type->index];
	if (!shown || !graphql_is_possible(graphql_reference_type(selected->field->type), shown))
		return true;
	struct planned_query inner = new_reading(planner, type, around->query->publication);
	populate->by_type[populate->by_type_count++] = inner.query;
	return count_part(planner) && plan_below(planner, selected, &inner);
}

static bool plan_items(struct planner *planner, struct graphql_selected *selected, struct planned_query *reading)
{
	const struct attribute *attribute = selected->field->context;
	const struct registry *registry = planner->context->schema->registry;
	struct populate populate = {.attribute = attribute};
	if (planner->gone)
		return plan_gone(planner, selected);
	if (attribute->type == ATTRIBUTE_DYNAMICZONE) {
		populate.by_type =
		    arena_array(planner->context->arena, attribute->component_count, sizeof *populate.by_type);
		for (size_t i = 0; i < attribute->component_count; i++)
			if (!add_type(planner, selected, attribute->components[i], reading, &populate))
				return false;
	} else {
		populate.by_type = arena_array(planner->context->arena, registry->type_count, sizeof *populate.by_type);
		for (size_t i = 0; i < registry->type_count; i++)
			if (access_may_find(&planner->context->request->caller, registry->types[i]) &&
			    !add_type(planner, selected, registry->types[i], reading, &populate))
				return false;
	}
	add_populate(planner, selected, reading, &populate);
	return true;
}

static bool is_own(graphql_resolver *resolve)
{
	return !resolve || resolve == api_graphql_resolve_component_id || resolve == api_graphql_resolve_entity_id ||
	       resolve == api_graphql_resolve_pagination || resolve == api_graphql_resolve_page;
}

bool api_graphql_plan_is_own(const struct graphql_field *field)
{
	graphql_resolver *resolve = field->resolve;
	return !field->middlewares && !field->resolve_batch &&
	       (resolve == api_graphql_resolve_scalar || is_own(resolve) || resolve == api_graphql_resolve_related ||
	        resolve == api_graphql_resolve_items || resolve == api_graphql_resolve_data ||
	        resolve == api_graphql_resolve_attributes || resolve == api_graphql_resolve_meta);
}

static bool plan_field(struct planner *planner, struct graphql_selected *selected, struct planned_query *reading)
{
	if (!selected->field) /* __typename */
		return true;
	graphql_resolver *resolve = selected->field->resolve;
	planner->foreign = planner->foreign || !api_graphql_plan_is_own(selected->field);
	if (resolve == api_graphql_resolve_scalar)
		plan_scalar(planner, selected, reading);
	else if (resolve == api_graphql_resolve_related)
		return plan_related(planner, selected, reading);
	else if (resolve == api_graphql_resolve_items)
		return plan_items(planner, selected, reading);
	else if (resolve == api_graphql_resolve_data || resolve == api_graphql_resolve_attributes)
		return plan_below(planner, selected, reading);
	else if (resolve == api_graphql_resolve_meta)
		planner->counts = true;
	else if (!is_own(resolve) && !selected->field->waits)
		plan_all_scalars(planner, reading);
	return true;
}

/* The object type that a field's entries have as they stand in `reading`: its own, or of a union that of the reading.
 */
static const struct graphql_type *type_below(struct planner *planner, const struct graphql_selected *selected,
                                             const struct planned_query *reading)
{
	const struct graphql_type *type = graphql_reference_type(selected->field->type), *shown = planner->shown;
	planner->shown = NULL;
	if (type->kind == GRAPHQL_OBJECT)
		return type;
	return shown ? shown : planner->context->schema->types[reading->query->type->index];
}

/* A password is never read. */
static bool is_read(const struct graphql_selected *selected)
{
	return selected->field && selected->field->resolve == api_graphql_resolve_scalar && selected->plan &&
	       selected->write && ((const struct attribute *)selected->field->context)->type != ATTRIBUTE_PASSWORD;
}

/* Counts, for each scalar of a selection, how many fields from it on are selected in the order in which they are read.
 */
static void count_consecutive(const struct graphql_selected_set *set)
{
	const struct api_graphql_plan *next = NULL;
	for (size_t i = set->count; i-- > 0;) {
		struct graphql_selected *selected = &set->items[i];
		struct api_graphql_plan *plan = selected->plan;
		const bool read = is_read(selected);
		if (read)
			plan->consecutive = next && next->place == plan->place + 1 ? 1 + next->consecutive : 1;
		next = read && slice_equals(selected->key, selected->field->name) ? plan : NULL;
	}
}

static bool plan_below(struct planner *planner, struct graphql_selected *selected, struct planned_query *reading)
{
	const struct graphql_selected_set *set =
	    graphql_selected_below(planner->context->execution, selected, type_below(planner, selected, reading));
	if (!set)
		return error_validation(planner->error, "The query selects too many fields");
	for (size_t i = 0; i < set->count; i++)
		if (!plan_field(planner, &set->items[i], reading))
			return false;
	count_consecutive(set);
	return true;
}

static bool plan_root(struct planner *planner, struct graphql_selected *selected, struct planned_query *reading)
{
	if (!plan_below(planner, selected, reading))
		return false;
	planner->context->foreign = planner->foreign;
	return true;
}

bool api_graphql_plan_selection(struct api_graphql_context *context, struct graphql_selected *selected,
                                const struct content_type *type, enum publication_state publication,
                                struct query **query, bool *counts, struct error *error)
{
	struct planner planner = {.context = context, .error = error};
	struct planned_query reading = new_reading(&planner, type, publication);
	if (!plan_root(&planner, selected, &reading))
		return false;
	*query = reading.query;
	if (counts)
		*counts = planner.counts;
	return true;
}

bool api_graphql_plan_shown(struct api_graphql_context *context, struct graphql_selected *selected,
                            const struct graphql_type *shown, const struct content_type *type, struct query **query,
                            struct error *error)
{
	struct planner planner = {.context = context, .shown = shown, .error = error};
	struct planned_query reading = new_reading(&planner, type, PUBLICATION_ANY);
	if (!plan_root(&planner, selected, &reading))
		return false;
	*query = reading.query;
	return true;
}

bool api_graphql_plan_deletion(struct api_graphql_context *context, struct graphql_selected *selected,
                               const struct content_type *type, struct query **query, struct error *error)
{
	struct planner planner = {.context = context, .gone = true, .error = error};
	struct planned_query reading = new_reading(&planner, type, PUBLICATION_ANY);
	if (!plan_root(&planner, selected, &reading))
		return false;
	*query = reading.query;
	return true;
}
