#include "batch.h"
#include "resolve.h"

/* What a batch resolver gave for a group; or (selected NULL) the objects of a group as results. */
struct graphql_batch {
	const struct graphql_selected *selected;
	const struct graphql_group *group;
	struct graphql_result *results;
	const struct error *error; /* or NULL */
};

static size_t place_of(const struct graphql_selected *selected, const struct graphql_group *group, size_t capacity)
{
	uint64_t hash = ((uintptr_t)selected ^ ((uintptr_t)group * 31)) * 0x9E3779B97F4A7C15u;
	return (size_t)(hash >> 20) & (capacity - 1);
}

static struct graphql_batch **find(struct graphql_execution *execution, const struct graphql_selected *selected,
                                   const struct graphql_group *group)
{
	const size_t capacity = execution->batch_capacity;
	for (size_t i = place_of(selected, group, capacity);; i = (i + 1) & (capacity - 1)) {
		struct graphql_batch **at = &execution->batches[i];
		if (!*at || ((*at)->selected == selected && (*at)->group == group))
			return at;
	}
}

static void enlarge(struct graphql_execution *execution)
{
	struct graphql_batch **before = execution->batches;
	const size_t count = execution->batch_capacity;
	execution->batch_capacity = count ? count * 2 : 32;
	execution->batches =
	    arena_array(execution->request.arena, execution->batch_capacity, sizeof *execution->batches);
	for (size_t i = 0; i < count; i++)
		if (before[i])
			*find(execution, before[i]->selected, before[i]->group) = before[i];
}

/* The one there is, or a new one without results. */
static struct graphql_batch *get(struct graphql_execution *execution, const struct graphql_selected *selected,
                                 const struct graphql_group *group)
{
	if ((execution->batch_count + 1) * 2 > execution->batch_capacity)
		enlarge(execution);
	struct graphql_batch **at = find(execution, selected, group);
	if (!*at) {
		*at = arena_alloc(execution->request.arena, sizeof **at);
		**at = (struct graphql_batch){.selected = selected, .group = group};
		execution->batch_count++;
	}
	return *at;
}

static const struct graphql_result *parents_of(struct graphql_execution *execution, const struct graphql_group *group)
{
	struct graphql_batch *batch = get(execution, NULL, group);
	if (batch->results)
		return batch->results;
	batch->results = arena_array(execution->request.arena, group->count + 1, sizeof *batch->results);
	for (size_t i = 0; i < group->count; i++) {
		group->object(group, i, &batch->results[i]);
		batch->results[i].group = group;
		batch->results[i].index = i;
	}
	return batch->results;
}

static void run(struct graphql_call *call, struct graphql_batch *batch)
{
	struct graphql_execution *execution = call->execution;
	struct arena *arena = execution->request.arena;
	const struct graphql_group *group = batch->group;
	struct graphql_call whole = *call;
	whole.parent = parents_of(execution, group);
	whole.parent_count = group->count;
	batch->results = arena_array(arena, group->count + 1, sizeof *batch->results);
	if (graphql_resolve(&whole, batch->results))
		return;
	struct error *error = arena_alloc(arena, sizeof *error);
	*error = *call->error;
	batch->error = error;
}

bool graphql_resolve_batch(struct graphql_call *call, struct graphql_result *result)
{
	const struct graphql_group *group = call->parent->group;
	struct graphql_batch *batch = call->selected->batch;
	if (!batch || batch->group != group) {
		batch = get(call->execution, call->selected, group);
		if (!batch->results)
			run(call, batch);
		call->selected->batch = batch;
	}
	if (batch->error) {
		*call->error = *batch->error;
		return false;
	}
	*result = batch->results[call->parent->index];
	return true;
}
