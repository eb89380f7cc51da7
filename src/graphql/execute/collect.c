/* Collecting fields (specification 6.3.2): which ones a place of the document selects on an object type, the same keys
 * merged, in the order in which the keys first come. */
#include "collect.h"
#include "answer.h"
#include "collect_ahead.h"
#include "graphql/values/coerce.h"
#include "graphql/values/weigh.h"

/* Above a FEW fields keys are looked up in a map. The deepest field may be within DEEPEST others; and for each field
 * that a request may select, so many selections may be looked at: those of fragments come again wherever they are
 * spread. */
enum { FEW = 12, DEEPEST = 200, VISITS = 50 };

/* A selection set half done: those of fragments are done before going on with it. */
struct selection_frame {
	const struct graphql_selection_set *set;
	size_t next;
};

struct collection {
	struct graphql_execution *execution;
	struct arena *arena;
	const struct graphql_type *type;
	struct selection_frame *frames; /* a stack: fragments may hold fragments as often as a document has room */
	size_t depth, frame_capacity;
	bool failed; /* execution->error says why */
	struct graphql_selected *items;
	size_t count, capacity;
	size_t *node_capacities; /* beside items */
	size_t capacities_capacity;
	/* Of the first `expected` items: room for the one place that most have. */
	const struct graphql_selection **firsts;
	size_t expected;
	struct map by_key; /* of indices + 1, when there are more than a few */
};

static const struct graphql_directive_node *find_directive(const struct graphql_directive_list *list, const char *name)
{
	for (size_t i = 0; i < list->count; i++)
		if (slice_is(list->items[i].name.text, name))
			return &list->items[i];
	return NULL;
}

/* What a directive says, or `otherwise` when it does not stand there. False when that can't be told. */
static bool read_condition(struct collection *collection, const struct graphql_directive_list *list, const char *name,
                           bool otherwise, bool *condition)
{
	struct graphql_execution *execution = collection->execution;
	const struct graphql_directive_node *node = find_directive(list, name);
	const struct graphql_directive *directive;
	struct graphql_value value = {.kind = GRAPHQL_VALUE_ABSENT};
	const char *refusal = NULL;
	*condition = otherwise;
	if (!node)
		return true;
	directive = map_get(&execution->request.schema->directives_by_name, node->name.text);
	execution->refused_at = node->at;
	if (!graphql_coerce_arguments(collection->arena, directive->arguments, 1, node->arguments, node->argument_count,
	                              &execution->variables, &value, &refusal, &execution->refused_at)) {
		execution->refused = true;
		error_set(&execution->error, 400, GRAPHQL_ERROR_NAME, "%s", refusal);
		collection->failed = true;
		return false;
	}
	*condition = value.boolean;
	return true;
}

static bool is_included(struct collection *collection, const struct graphql_directive_list *list)
{
	bool skip, include;
	return list->count == 0 || (read_condition(collection, list, "skip", false, &skip) && !skip &&
	                            read_condition(collection, list, "include", true, &include) && include);
}

static bool applies(const struct collection *collection, struct slice condition)
{
	if (condition.len == 0 || slice_equals(condition, collection->type->name))
		return true;
	const struct graphql_type *type = graphql_schema_type(collection->execution->request.schema, condition);
	return type && graphql_is_possible(type, collection->type);
}

static void push(struct collection *collection, const struct graphql_selection_set *set)
{
	collection->frames = arena_grow(collection->arena, collection->frames, collection->depth,
	                                &collection->frame_capacity, sizeof *collection->frames);
	collection->frames[collection->depth++] = (struct selection_frame){.set = set};
}

static struct graphql_selected *find(const struct collection *collection, struct slice key)
{
	if (collection->by_key.count) {
		uintptr_t index = (uintptr_t)map_get(&collection->by_key, key);
		return index ? &collection->items[index - 1] : NULL;
	}
	for (size_t i = 0; i < collection->count; i++)
		if (slice_equals(collection->items[i].key, key))
			return &collection->items[i];
	return NULL;
}

static struct graphql_selected *add(struct collection *collection, struct slice key)
{
	collection->items = arena_grow(collection->arena, collection->items, collection->count, &collection->capacity,
	                               sizeof *collection->items);
	collection->node_capacities = arena_grow(collection->arena, collection->node_capacities, collection->count,
	                                         &collection->capacities_capacity, sizeof *collection->node_capacities);
	const size_t index = collection->count++;
	struct graphql_selected *selected = &collection->items[index];
	selected->key = key;
	if (index < collection->expected) {
		selected->nodes = &collection->firsts[index];
		collection->node_capacities[index] = 1;
	}
	if (collection->count == FEW + 1)
		for (size_t i = 0; i < FEW; i++)
			map_set(&collection->by_key, collection->items[i].key, (void *)(i + 1));
	if (collection->count > FEW)
		map_set(&collection->by_key, key, (void *)collection->count);
	return selected;
}

static void add_node(struct collection *collection, const struct graphql_selection *node)
{
	const struct slice key = node->alias.text.len ? node->alias.text : node->name.text;
	struct graphql_selected *selected = find(collection, key);
	if (!selected)
		selected = add(collection, key);
	size_t *capacity = &collection->node_capacities[selected - collection->items];
	selected->nodes =
	    arena_grow(collection->arena, selected->nodes, selected->node_count, capacity, sizeof *selected->nodes);
	selected->nodes[selected->node_count++] = node;
}

static void add_fragment(struct collection *collection, const struct graphql_selection *spread)
{
	struct graphql_execution *execution = collection->execution;
	const struct graphql_fragment *fragment = map_get(&execution->fragments, spread->name.text);
	if (!fragment)
		return;
	unsigned *visited = &execution->visited[fragment - execution->request.document->fragments];
	if (*visited == execution->collections)
		return;
	*visited = execution->collections;
	if (applies(collection, fragment->condition.text))
		push(collection, &fragment->selections);
}

static void visit(struct collection *collection)
{
	struct graphql_execution *execution = collection->execution;
	while (collection->depth && !collection->failed &&
	       execution->visited_nodes < execution->request.max_selected * VISITS) {
		struct selection_frame *frame = &collection->frames[collection->depth - 1];
		if (frame->next == frame->set->count) {
			collection->depth--;
			continue;
		}
		const struct graphql_selection *node = &frame->set->items[frame->next++];
		execution->visited_nodes++;
		if (!is_included(collection, &node->directives))
			continue;
		if (node->kind == GRAPHQL_FIELD)
			add_node(collection, node);
		else if (node->kind == GRAPHQL_FRAGMENT_SPREAD)
			add_fragment(collection, node);
		else if (applies(collection, node->condition.text))
			push(collection, &node->selections);
	}
}

/* Makes room for the selections of these sets, without those of fragments. */
static void expect(struct collection *collection, const struct graphql_selection_set *const *sets, size_t count)
{
	for (size_t i = 0; i < count; i++)
		collection->expected += sets[i]->count;
	if (!collection->expected)
		return;
	collection->capacity = collection->capacities_capacity = collection->expected;
	collection->items = arena_array(collection->arena, collection->expected, sizeof *collection->items);
	collection->node_capacities =
	    arena_array(collection->arena, collection->expected, sizeof *collection->node_capacities);
	collection->firsts = arena_array(collection->arena, collection->expected, sizeof(void *));
}

static bool may_hold(struct graphql_execution *execution, const struct graphql_selection *node)
{
	if (!execution->request.values_left ||
	    graphql_weigh_arguments(node->arguments, node->argument_count, &execution->variables,
	                            execution->request.values_left))
		return true;
	graphql_stop(execution, "The arguments of the request hold too many values.");
	return false;
}

/* What depends on the request. False when the arguments are too much. */
static bool run_selected(struct graphql_execution *execution, struct graphql_selected *selected,
                         const struct graphql_selected *parent)
{
	const struct graphql_selection *node = selected->nodes[0];
	const struct graphql_field *field = selected->field;
	selected->parent = parent;
	selected->depth = parent ? parent->depth + 1 : 0;
	if (!field || !field->argument_count)
		return true;
	if (!may_hold(execution, node))
		return false;
	struct graphql_value *values = arena_array(execution->request.arena, field->argument_count, sizeof *values);
	graphql_coerce_arguments(execution->request.arena, field->arguments, field->argument_count, node->arguments,
	                         node->argument_count, &execution->variables, values, &selected->refusal,
	                         &selected->refused_at);
	selected->arguments = values;
	return true;
}

static struct graphql_selected_set *refuse_more(struct graphql_execution *execution)
{
	graphql_stop(execution, "The request selects more than %zu fields.", execution->request.max_selected);
	return NULL;
}

/* Makes the set of what was collected. NULL when it is too much. */
static struct graphql_selected_set *make_set(struct graphql_execution *execution, const struct graphql_selected *parent,
                                             const struct graphql_type *type, struct graphql_selected *items,
                                             size_t count)
{
	execution->selected_count += count;
	if (execution->selected_count > execution->request.max_selected)
		return refuse_more(execution);
	if (parent && parent->depth >= DEEPEST) {
		graphql_stop(execution, "The request selects fields more than %d levels deep.", DEEPEST);
		return NULL;
	}
	for (size_t i = 0; i < count; i++)
		if (!run_selected(execution, &items[i], parent))
			return NULL;
	struct graphql_selected_set *set = arena_alloc(execution->request.arena, sizeof *set);
	*set = (struct graphql_selected_set){.type = type, .items = items, .count = count};
	return set;
}

/* What was collected when the document was read. */
static struct graphql_selected_set *take_collected(struct graphql_execution *execution,
                                                   const struct graphql_selected *parent,
                                                   const struct graphql_selected_set *collected)
{
	const size_t size = collected->count * sizeof *collected->items;
	struct graphql_selected *items = arena_alloc_unset(execution->request.arena, size);
	memcpy(items, collected->items, size);
	execution->visited_nodes += collected->count;
	return make_set(execution, parent, collected->type, items, collected->count);
}

struct graphql_selected_set *graphql_collect(struct graphql_execution *execution, const struct graphql_selected *parent,
                                             const struct graphql_type *type,
                                             const struct graphql_selection_set *const *sets, size_t set_count)
{
	struct arena *arena = execution->request.arena;
	struct collection collection = {.execution = execution, .arena = arena, .type = type};
	if (set_count == 1 && sets[0]->collected && sets[0]->collected->type == type)
		return take_collected(execution, parent, sets[0]->collected);
	map_init(&collection.by_key, arena);
	expect(&collection, sets, set_count);
	execution->collections++;
	for (size_t i = 0; i < set_count; i++) {
		push(&collection, sets[i]);
		visit(&collection);
		if (collection.failed)
			return NULL;
	}
	/* A field that the schema does not have is left out: validation refused it before. */
	size_t kept = 0;
	for (size_t i = 0; i < collection.count; i++) {
		struct graphql_selected *selected = &collection.items[i];
		selected->field = graphql_find_field(execution->request.schema, type, selected->nodes[0]->name.text);
		if (!selected->field)
			continue;
		if (kept != i)
			collection.items[kept] = *selected;
		kept++;
	}
	/* More was to be looked at than there may be. */
	if (collection.depth)
		return refuse_more(execution);
	for (size_t i = 0; i < kept; i++)
		graphql_describe_selected(arena, execution->request.schema, type, &collection.items[i]);
	return make_set(execution, parent, type, collection.items, kept);
}

static struct graphql_selected_set *collect_below(struct graphql_execution *execution,
                                                  struct graphql_selected *selected, const struct graphql_type *type)
{
	const struct graphql_selection_set **sets =
	    arena_array(execution->request.arena, selected->node_count, sizeof *sets);
	for (size_t i = 0; i < selected->node_count; i++)
		sets[i] = &selected->nodes[i]->selections;
	struct graphql_selected_set *set = graphql_collect(execution, selected, type, sets, selected->node_count);
	if (!set)
		return NULL;
	set->next = selected->sets;
	selected->sets = set;
	return set;
}

const struct graphql_selected_set *graphql_find_below(struct graphql_execution *execution,
                                                      struct graphql_selected *selected,
                                                      const struct graphql_type *type)
{
	for (const struct graphql_selected_set *set = selected->sets; set; set = set->next)
		if (set->type == type)
			return set;
	return execution->stopped ? NULL : collect_below(execution, selected, type);
}

const struct graphql_selected_set *graphql_selected_below(struct graphql_execution *execution,
                                                          struct graphql_selected *selected,
                                                          const struct graphql_type *type)
{
	const struct graphql_selected_set *set = graphql_find_below(execution, selected, type);
	/* A resolver only looks ahead: what it finds wrong there is not what its own error is about. */
	execution->refused = false;
	return set;
}
