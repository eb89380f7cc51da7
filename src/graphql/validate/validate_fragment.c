/* Fragments among each other. */
#include "validate_fragment.h"

/* How deep selections may be nested when spreads are followed. */
enum { MOST_HEIGHT = 1000 };

/* A selection set to look at, and how many are around it. */
struct nested_set {
	const struct graphql_selection_set *set;
	size_t depth;
};

/* Fragments in the order in which graphql-js finds them: those of one selection set, then those of the sets in it, the
 * last set first. */
static void find_spreads(struct validator *validator, struct part *part, const struct graphql_selection_set *set)
{
	struct nested_set *stack = NULL, now = {set, 1};
	size_t count = 0, size = 0, spreads = 0;

	do {
		if (part->height < now.depth)
			part->height = now.depth;
		for (size_t i = 0; i < now.set->count; i++) {
			const struct graphql_selection *selection = &now.set->items[i];
			if (selection->kind == GRAPHQL_FRAGMENT_SPREAD) {
				part->spreads = arena_grow(validator->arena, part->spreads, part->spread_count,
				                           &spreads, sizeof *part->spreads);
				part->spreads[part->spread_count++] = (struct spread){
				    selection, map_get(&validator->fragments, selection->name.text), now.depth};
			} else if (selection->selections.count) {
				stack = arena_grow(validator->arena, stack, count, &size, sizeof *stack);
				stack[count++] = (struct nested_set){&selection->selections, now.depth + 1};
			}
		}
		now = count ? stack[--count] : (struct nested_set){NULL, 0};
	} while (now.set);
}

void validator_find_spreads(struct validator *validator)
{
	for (size_t i = 0; i < validator->part_count; i++) {
		struct part *part = &validator->parts[i];
		if (part->operation)
			find_spreads(validator, part, &part->operation->selections);
		else if (part->fragment)
			find_spreads(validator, part, &part->fragment->selections);
	}
}

struct part **validator_used_fragments(struct validator *validator, const struct part *operation, size_t *count)
{
	struct part **found = NULL;
	size_t size = 0, waiting_size = 0, waiting_count = 0, mark = ++validator->marks;
	const struct part **waiting = NULL, *part = operation;

	*count = 0;
	do {
		for (size_t i = 0; i < part->spread_count; i++) {
			struct part *target = part->spreads[i].target;
			if (!target || target->mark == mark)
				continue;
			target->mark = mark;
			found = arena_grow(validator->arena, found, *count, &size, sizeof *found);
			found[(*count)++] = target;
			waiting = arena_grow(validator->arena, waiting, waiting_count, &waiting_size, sizeof *waiting);
			waiting[waiting_count++] = target;
		}
		if (!validator_work(validator, part->spread_count + 1))
			return found;
		part = waiting_count ? waiting[--waiting_count] : NULL;
	} while (part);
	return found;
}

void validator_unique_fragment(struct validator *validator)
{
	const struct graphql_name *name = &validator->part->fragment->name;
	const struct graphql_name *before = map_get(&validator->seen_fragments, name->text);

	if (!before) {
		map_set(&validator->seen_fragments, name->text, (void *)name);
		return;
	}
	const graphql_offset at[] = {before->at, name->at};
	buffer_format(validator_message(validator), "There can be only one fragment named \"%.*s\".", TEXT(name->text));
	validator_report_all(validator, at, COUNT_OF(at));
}

void validator_unused_fragments(struct validator *validator)
{
	for (size_t i = 0; i < validator->part_count; i++) {
		const struct part *part = &validator->parts[i];
		if (!part->fragment || part->named->used)
			continue;
		buffer_format(validator_message(validator), "Fragment \"%.*s\" is never used.",
		              TEXT(part->fragment->name.text));
		validator_report(validator, part->fragment->at);
	}
}

/* ---- cycles ---- */

/* Fragments on the way from the first to the one being looked at. */
struct path_step {
	struct part *part;
	size_t next; /* of its spreads; the one before is the one on the way */
};

struct fragment_path {
	struct path_step *steps;
	size_t count, size;
};

static void push(struct validator *validator, struct fragment_path *path, struct part *part)
{
	path->steps = arena_grow(validator->arena, path->steps, path->count, &path->size, sizeof *path->steps);
	path->steps[path->count++] = (struct path_step){part, 0};
	part->named->on_path = path->count;
}

/* The last spread on the way leads back to step number `from`. */
static void report_cycle(struct validator *validator, const struct fragment_path *path, size_t from)
{
	enum { MOST_NAMED = 100 };
	size_t count = path->count - from;
	graphql_offset *at = arena_array(validator->arena, count, sizeof *at);
	struct buffer *message = validator_message(validator);

	for (size_t i = 0; i < count; i++) {
		const struct path_step *step = &path->steps[from + i];
		const struct graphql_selection *spread = step->part->spreads[step->next - 1].node;
		at[i] = spread->at;
		if (i == count - 1) {
			struct buffer names = *message;
			*message = (struct buffer){0};
			buffer_format(message, "Cannot spread fragment \"%.*s\" within itself",
			              TEXT(spread->name.text));
			if (names.len)
				buffer_text(message, " via ");
			buffer_slice(message, buffer_as_slice(&names));
			buffer_byte(message, '.');
			buffer_free(&names);
		} else if (i < MOST_NAMED) {
			buffer_format(message, "%s\"%.*s\"", i ? ", " : "", TEXT(spread->name.text));
		}
	}
	validator_report_all(validator, at, count);
}

void validator_fragment_cycles(struct validator *validator)
{
	struct fragment_path path = {0};

	if (validator->part->named->searched)
		return;
	validator->part->named->searched = true;
	push(validator, &path, validator->part);
	while (path.count) {
		struct path_step *step = &path.steps[path.count - 1];
		if (step->next == step->part->spread_count) {
			step->part->named->on_path = 0;
			path.count--;
			continue;
		}
		struct part *target = step->part->spreads[step->next++].target;
		if (!target)
			continue;
		if (target->on_path) {
			if (validator->reported <= validator->max_errors)
				report_cycle(validator, &path, target->on_path - 1);
		} else if (!target->searched) {
			target->searched = true;
			push(validator, &path, target);
		}
	}
}

/* Adds what is piled on a spread to the height of the fragment around it. */
static void raise(struct part *part, const struct spread *spread)
{
	if (part->height < spread->depth + spread->target->height)
		part->height = spread->depth + spread->target->height;
}

/* How deep fragments are nested with the spreads in them followed, but for those that lead back. Whoever follows them
 * recursively counts on a bound. */
void validator_fragment_heights(struct validator *validator)
{
	struct fragment_path path = {0};

	for (size_t i = 0; i < validator->part_count && !validator->complex; i++) {
		struct part *first = &validator->parts[i];
		if (!first->fragment || first->measured)
			continue;
		first->measured = true;
		push(validator, &path, first);
		while (path.count) {
			struct path_step *step = &path.steps[path.count - 1];
			struct part *part = step->part;
			if (step->next == part->spread_count) {
				part->named->on_path = 0;
				path.count--;
				if (part->height > MOST_HEIGHT)
					validator->complex = true;
				if (path.count)
					raise(path.steps[path.count - 1].part,
					      &path.steps[path.count - 1]
					           .part->spreads[path.steps[path.count - 1].next - 1]);
				continue;
			}
			const struct spread *spread = &part->spreads[step->next++];
			if (!spread->target || spread->target->on_path)
				continue;
			if (spread->target->measured) {
				raise(part, spread);
			} else {
				spread->target->measured = true;
				push(validator, &path, spread->target);
			}
		}
	}
}
