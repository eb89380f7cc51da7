/* How deep operations may reach, as graphql-depth-limit counts. */
#include "validate_limits.h"

struct limits_walk {
	struct validator *validator;
	struct slice operation; /* its name */
	bool complained;
	unsigned levels;
};

static void walk_set(struct limits_walk *walk, const struct graphql_selection_set *set, unsigned depth);

static void complain(struct limits_walk *walk, graphql_offset at)
{
	struct validator *validator = walk->validator;

	walk->complained = true;
	buffer_format(validator_message(validator), "'%.*s' exceeds maximum operation depth of %u",
	              TEXT(walk->operation), validator->options->max_depth);
	validator_report(validator, at);
}

/* What was once found to be flat enough is not looked at again for fewer fields around it. A fragment within itself is,
 * as long as each time there are more. */
static void walk_fragment(struct limits_walk *walk, struct part *fragment, unsigned depth)
{
	bool complained = walk->complained;
	size_t before = fragment->on_path;

	if (fragment->clean_depth > depth || before > depth)
		return;
	fragment->on_path = depth + 1;
	walk->complained = false;
	walk_set(walk, &fragment->fragment->selections, depth);
	if (!walk->complained)
		fragment->clean_depth = depth + 1;
	walk->complained = walk->complained || complained;
	fragment->on_path = before;
}

static void walk_set(struct limits_walk *walk, const struct graphql_selection_set *set, unsigned depth)
{
	/* Only fragments in cycles lead as far as this. */
	enum { MOST_LEVELS = 2000 };
	struct validator *validator = walk->validator;

	if (walk->levels >= MOST_LEVELS || !validator_work(validator, set->count))
		return;
	walk->levels++;
	for (size_t i = 0; i < set->count && validator->error_count <= validator->max_errors; i++) {
		const struct graphql_selection *selection = &set->items[i];
		struct part *target;
		if (depth > validator->options->max_depth) {
			complain(walk, selection->at);
			continue;
		}
		switch (selection->kind) {
		case GRAPHQL_FIELD:
			if (!slice_starts_with(selection->name.text, SLICE("__")))
				walk_set(walk, &selection->selections, depth + 1);
			break;
		case GRAPHQL_INLINE_FRAGMENT:
			walk_set(walk, &selection->selections, depth);
			break;
		case GRAPHQL_FRAGMENT_SPREAD:
			target = map_get(&validator->fragments, selection->name.text);
			if (target)
				walk_fragment(walk, target, depth);
			break;
		}
	}
	walk->levels--;
}

/* Of operations of the same name the last stands for all, in the place of the first. */
void validator_depth(struct validator *validator)
{
	const struct graphql_document *document = validator->document;
	struct map last, done;

	if (!validator->options->max_depth)
		return;
	map_init(&last, validator->arena);
	map_init(&done, validator->arena);
	for (size_t i = 0; i < document->operation_count; i++)
		map_set(&last, document->operations[i].name.text, &document->operations[i]);
	for (size_t i = 0; i < document->operation_count && !validator->complex; i++) {
		const struct graphql_operation *operation = map_get(&last, document->operations[i].name.text);
		struct limits_walk walk = {.validator = validator, .operation = operation->name.text};
		if (!map_set(&done, operation->name.text, (void *)operation))
			walk_set(&walk, &operation->selections, 0);
	}
}
