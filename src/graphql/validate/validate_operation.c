/* Rules about whole operations. */
#include "validate_operation.h"

void validator_unique_operation(struct validator *validator)
{
	const struct graphql_name *name = &validator->part->operation->name;
	const struct graphql_name *before;

	if (!name->text.len)
		return;
	before = map_get(&validator->seen_operations, name->text);
	if (!before) {
		map_set(&validator->seen_operations, name->text, (void *)name);
		return;
	}
	const graphql_offset at[] = {before->at, name->at};
	buffer_format(validator_message(validator), "There can be only one operation named \"%.*s\".",
	              TEXT(name->text));
	validator_report_all(validator, at, COUNT_OF(at));
}

void validator_lone_anonymous(struct validator *validator)
{
	const struct graphql_operation *operation = validator->part->operation;

	if (operation->name.text.len || validator->document->operation_count < 2)
		return;
	buffer_text(validator_message(validator), "This anonymous operation must be the only defined operation.");
	validator_report(validator, operation->at);
}

/* ---- a subscription's one field ---- */

struct collected {
	struct slice key;
	graphql_offset *at;
	size_t count, size;
	bool introspection;
	struct collected *next;
};

struct collector {
	struct validator *validator;
	const struct graphql_type *type;
	struct map by_key;
	struct collected *first, **end;
	size_t mark;
	unsigned levels;
};

/* Does a literal @skip or @include leave it out? */
static bool is_left_out(const struct graphql_selection *selection)
{
	for (size_t i = 0; i < selection->directives.count; i++) {
		const struct graphql_directive_node *directive = &selection->directives.items[i];
		bool skip = slice_is(directive->name.text, "skip");
		if (!skip && !slice_is(directive->name.text, "include"))
			continue;
		for (size_t j = 0; j < directive->argument_count; j++)
			if (slice_is(directive->arguments[j].name.text, "if") &&
			    directive->arguments[j].value.kind == GRAPHQL_NODE_BOOLEAN &&
			    directive->arguments[j].value.boolean == skip)
				return true;
	}
	return false;
}

static bool applies(const struct collector *collector, struct slice condition)
{
	const struct graphql_type *type =
	    condition.len ? graphql_schema_type(collector->validator->schema, condition) : collector->type;

	return type && graphql_is_possible(type, collector->type);
}

static void collect_field(struct collector *collector, const struct graphql_selection *field)
{
	struct arena *arena = collector->validator->arena;
	struct slice key = field->alias.text.len ? field->alias.text : field->name.text;
	struct collected *collected = map_get(&collector->by_key, key);

	if (!collected) {
		collected = arena_alloc(arena, sizeof *collected);
		collected->key = key;
		collected->introspection = slice_starts_with(field->name.text, SLICE("__"));
		map_set(&collector->by_key, key, collected);
		*collector->end = collected;
		collector->end = &collected->next;
	}
	collected->at = arena_grow(arena, collected->at, collected->count, &collected->size, sizeof *collected->at);
	collected->at[collected->count++] = field->at;
}

static void collect(struct collector *collector, const struct graphql_selection_set *set)
{
	for (size_t i = 0; i < set->count; i++) {
		const struct graphql_selection *selection = &set->items[i];
		struct part *target;
		if (is_left_out(selection))
			continue;
		switch (selection->kind) {
		case GRAPHQL_FIELD:
			collect_field(collector, selection);
			break;
		case GRAPHQL_INLINE_FRAGMENT:
			if (applies(collector, selection->condition.text))
				collect(collector, &selection->selections);
			break;
		case GRAPHQL_FRAGMENT_SPREAD:
			target = map_get(&collector->validator->fragments, selection->name.text);
			if (!target || target->mark == collector->mark)
				break;
			target->mark = collector->mark;
			/* Fragments in cycles are nested as deep as they are many; the cycle is an error of its own. */
			if (applies(collector, target->fragment->condition.text) && collector->levels < 500) {
				collector->levels++;
				collect(collector, &target->fragment->selections);
				collector->levels--;
			}
			break;
		}
	}
}

static void begin_message(struct validator *validator)
{
	struct slice name = validator->part->operation->name.text;
	struct buffer *message = validator_message(validator);

	if (name.len)
		buffer_format(message, "Subscription \"%.*s\"", TEXT(name));
	else
		buffer_text(message, "Anonymous Subscription");
}

static void report_more(struct validator *validator, const struct collected *second)
{
	graphql_offset *all = NULL;
	size_t count = 0, size = 0;

	for (; second; second = second->next) {
		for (size_t i = 0; i < second->count; i++) {
			all = arena_grow(validator->arena, all, count, &size, sizeof *all);
			all[count++] = second->at[i];
		}
	}
	begin_message(validator);
	buffer_text(&validator->message, " must select only one top level field.");
	validator_report_all(validator, all, count);
}

void validator_single_field(struct validator *validator)
{
	struct collector collector = {.validator = validator, .type = validator->schema->subscription};

	if (validator->part->operation->kind != GRAPHQL_SUBSCRIPTION || !collector.type)
		return;
	collector.mark = ++validator->marks;
	collector.end = &collector.first;
	map_init(&collector.by_key, validator->arena);
	collect(&collector, &validator->part->operation->selections);
	if (collector.first && collector.first->next)
		report_more(validator, collector.first->next);
	for (const struct collected *field = collector.first; field; field = field->next) {
		if (!field->introspection)
			continue;
		begin_message(validator);
		buffer_text(&validator->message, " must not select an introspection top level field.");
		validator_report_all(validator, field->at, field->count);
	}
}
