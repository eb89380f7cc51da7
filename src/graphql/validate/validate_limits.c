/* How deep operations may reach, as graphql-depth-limit counts. */
#include "validate_limits.h"

struct limits_visit {
	struct validator *validator;
	struct slice operation; /* its name */
	bool complained;
	unsigned levels;
};

static void visit_set(struct limits_visit *visit, const struct graphql_selection_set *set, unsigned depth);

static void complain(struct limits_visit *visit, graphql_offset at)
{
	struct validator *validator = visit->validator;

	visit->complained = true;
	buffer_format(validator_message(validator), "'%.*s' exceeds maximum operation depth of %u",
	              TEXT(visit->operation), validator->options->max_depth);
	validator_report(validator, at);
}

/* What was once found to be flat enough is not looked at again for fewer fields around it. A fragment within itself is,
 * as long as each time there are more. */
static void visit_fragment(struct limits_visit *visit, struct part *fragment, unsigned depth)
{
	bool complained = visit->complained;
	size_t before = fragment->on_path;

	if (fragment->clean_depth > depth || before > depth)
		return;
	fragment->on_path = depth + 1;
	visit->complained = false;
	visit_set(visit, &fragment->fragment->selections, depth);
	if (!visit->complained)
		fragment->clean_depth = depth + 1;
	visit->complained = visit->complained || complained;
	fragment->on_path = before;
}

static void visit_set(struct limits_visit *visit, const struct graphql_selection_set *set, unsigned depth)
{
	/* Only fragments in cycles lead as far as this. */
	enum { MOST_LEVELS = 2000 };
	struct validator *validator = visit->validator;

	if (visit->levels >= MOST_LEVELS || !validator_work(validator, set->count))
		return;
	visit->levels++;
	for (size_t i = 0; i < set->count && validator->error_count <= validator->max_errors; i++) {
		const struct graphql_selection *selection = &set->items[i];
		struct part *target;
		if (depth > validator->options->max_depth) {
			complain(visit, selection->at);
			continue;
		}
		switch (selection->kind) {
		case GRAPHQL_FIELD:
			if (!slice_starts_with(selection->name.text, SLICE("__")))
				visit_set(visit, &selection->selections, depth + 1);
			break;
		case GRAPHQL_INLINE_FRAGMENT:
			visit_set(visit, &selection->selections, depth);
			break;
		case GRAPHQL_FRAGMENT_SPREAD:
			target = map_get(&validator->fragments, selection->name.text);
			if (target)
				visit_fragment(visit, target, depth);
			break;
		}
	}
	visit->levels--;
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
		struct limits_visit visit = {.validator = validator, .operation = operation->name.text};
		if (!map_set(&done, operation->name.text, (void *)operation))
			visit_set(&visit, &operation->selections, 0);
	}
}
