#include "build.h"
#include "check.h"

static struct graphql_type *make_type(struct graphql_schema *schema, enum graphql_kind kind, struct slice name,
                                      struct slice description)
{
	struct graphql_type *type = arena_alloc(schema->arena, sizeof *type);
	type->kind = kind;
	type->name = arena_copy_slice(schema->arena, name);
	if (description.ptr)
		type->description = arena_copy_slice(schema->arena, description);
	type->reference = (struct graphql_reference){.wrap = GRAPHQL_NAMED, .name = type->name, .type = type};
	map_init(&type->by_name, schema->arena);
	map_set(&schema->by_name, type->name, type);
	return type;
}

struct graphql_type *graphql_add_built_in_type(struct graphql_schema *schema, enum graphql_kind kind,
                                               enum graphql_built_in built_in, const char *name,
                                               const char *description)
{
	struct graphql_type *type = make_type(schema, kind, slice_of(name), slice_of(description));
	type->built_in = built_in;
	return type;
}

static const char *kind_text(enum graphql_kind kind)
{
	static const char *const texts[] = {
	    [GRAPHQL_SCALAR] = "a scalar",        [GRAPHQL_OBJECT] = "an object type",
	    [GRAPHQL_INTERFACE] = "an interface", [GRAPHQL_UNION] = "a union",
	    [GRAPHQL_ENUM] = "an enum",           [GRAPHQL_INPUT_OBJECT] = "an input type",
	};
	return texts[kind];
}

struct graphql_type *graphql_add_type(struct graphql_schema *schema, enum graphql_kind kind, struct slice name,
                                      struct slice description, struct error *error)
{
	struct graphql_type *type = map_get(&schema->by_name, name);
	if (type && type->kind == kind)
		return type;
	if (type) {
		error_validation(error, "The type \"%.*s\" can't be %s: there is %s of that name", (int)name.len,
		                 name.ptr, kind_text(kind), kind_text(type->kind));
		return NULL;
	}
	if (!graphql_check_name(name, error))
		return NULL;
	type = make_type(schema, kind, name, description);
	if (schema->last_type)
		schema->last_type->next = type;
	else
		schema->types = type;
	schema->last_type = type;
	schema->type_count++;
	return type;
}

/* The text of a type, read and put into the schema's memory with no type resolved yet. */
static const struct graphql_reference *read_reference(struct graphql_schema *schema, const char *text,
                                                      struct error *error)
{
	const struct graphql_type_node *node =
	    graphql_parse_type(schema->arena, arena_copy_slice(schema->arena, slice_of(text)));
	if (!node) {
		error_validation(error, "\"%s\" is no type", text);
		return NULL;
	}
	return graphql_reference_to(schema, node);
}

const struct graphql_reference *graphql_reference_to(struct graphql_schema *schema,
                                                     const struct graphql_type_node *node)
{
	const struct graphql_reference *reference = NULL, **end = &reference;
	for (; node; node = node->of) {
		struct graphql_reference *one = arena_alloc(schema->arena, sizeof *one);
		one->wrap = node->wrap;
		one->name = node->name;
		*end = one;
		end = &one->of;
	}
	return reference;
}

struct graphql_field *graphql_put_field(struct graphql_schema *schema, struct graphql_type *owner, struct slice name)
{
	struct graphql_field *field = map_get(&owner->by_name, name);
	if (field) {
		*field = (struct graphql_field){
		    .name = field->name, .owner = owner, .index = field->index, .next = field->next};
		return field;
	}
	field = arena_alloc(schema->arena, sizeof *field);
	field->name = arena_copy_slice(schema->arena, name);
	field->owner = owner;
	field->index = owner->field_count++;
	struct graphql_field **end = &owner->fields;
	while (*end)
		end = &(*end)->next;
	*end = field;
	map_set(&owner->by_name, field->name, field);
	return field;
}

struct graphql_field *graphql_add_field(struct graphql_schema *schema, struct graphql_type *owner, struct slice name,
                                        const char *type, graphql_resolver *resolve, void *context, struct error *error)
{
	if (!graphql_check_name(name, error))
		return NULL;
	const struct graphql_reference *reference = read_reference(schema, type, error);
	if (!reference)
		return NULL;
	struct graphql_field *field = graphql_put_field(schema, owner, name);
	field->type = reference;
	field->resolve = resolve;
	field->write = NULL;
	field->context = context;
	return field;
}

struct graphql_input *graphql_put_input(struct graphql_schema *schema, struct graphql_input **list, size_t *count,
                                        struct slice name)
{
	for (; *list; list = &(*list)->next) {
		if (slice_equals((*list)->name, name)) {
			**list = (struct graphql_input){.name = (*list)->name, .next = (*list)->next};
			return *list;
		}
	}
	struct graphql_input *input = arena_alloc(schema->arena, sizeof *input);
	input->name = arena_copy_slice(schema->arena, name);
	*list = input;
	++*count;
	return input;
}

static struct graphql_input *add_input(struct graphql_schema *schema, struct graphql_input **list, size_t *count,
                                       struct slice name, const char *type, const char *default_value,
                                       struct error *error)
{
	const struct graphql_node *node = NULL;
	if (!graphql_check_name(name, error))
		return NULL;
	const struct graphql_reference *reference = read_reference(schema, type, error);
	if (!reference)
		return NULL;
	if (default_value) {
		node = graphql_parse_value(schema->arena, arena_copy_slice(schema->arena, slice_of(default_value)));
		if (!node) {
			error_validation(error, "\"%s\" is no value", default_value);
			return NULL;
		}
	}
	struct graphql_input *input = graphql_put_input(schema, list, count, name);
	input->type = reference;
	input->default_node = node;
	return input;
}

struct graphql_input *graphql_add_argument(struct graphql_schema *schema, struct graphql_field *field,
                                           struct slice name, const char *type, const char *default_value,
                                           struct error *error)
{
	return add_input(schema, &field->arguments, &field->argument_count, name, type, default_value, error);
}

struct graphql_input *graphql_add_input(struct graphql_schema *schema, struct graphql_type *owner, struct slice name,
                                        const char *type, const char *default_value, struct error *error)
{
	struct graphql_input *input =
	    add_input(schema, &owner->inputs, &owner->input_count, name, type, default_value, error);
	if (input)
		map_set(&owner->by_name, input->name, input);
	return input;
}

struct graphql_enum_value *graphql_add_enum_value(struct graphql_schema *schema, struct graphql_type *owner,
                                                  struct slice name, struct slice internal, struct error *error)
{
	if (!graphql_check_name(name, error))
		return NULL;
	struct graphql_enum_value *value = map_get(&owner->by_name, name), **end = &owner->values;
	if (!value) {
		value = arena_alloc(schema->arena, sizeof *value);
		value->name = arena_copy_slice(schema->arena, name);
		while (*end)
			end = &(*end)->next;
		*end = value;
		map_set(&owner->by_name, value->name, value);
	}
	value->internal = internal.ptr ? arena_copy_slice(schema->arena, internal) : value->name;
	return value;
}

void graphql_add_member(struct graphql_schema *schema, struct graphql_type *type, struct slice name)
{
	struct slice **names = type->kind == GRAPHQL_UNION ? &type->member_names : &type->interface_names;
	size_t *count = type->kind == GRAPHQL_UNION ? &type->member_count : &type->interface_count;
	struct slice *more = arena_array(schema->arena, *count + 1, sizeof *more);
	if (*count)
		memcpy(more, *names, *count * sizeof *more);
	more[(*count)++] = arena_copy_slice(schema->arena, name);
	*names = more;
}

/* Maps can't forget a key: fill the type's anew. */
static void fill_map(struct graphql_type *type)
{
	map_init(&type->by_name, type->by_name.arena);
	for (struct graphql_field *field = type->fields; field; field = field->next)
		map_set(&type->by_name, field->name, field);
	for (struct graphql_input *input = type->inputs; input; input = input->next)
		map_set(&type->by_name, input->name, input);
	for (struct graphql_enum_value *value = type->values; value; value = value->next)
		map_set(&type->by_name, value->name, value);
}

void graphql_remove_member(struct graphql_type *type, struct slice name)
{
	for (struct graphql_field **at = &type->fields; *at; at = &(*at)->next) {
		if (!slice_equals((*at)->name, name))
			continue;
		*at = (*at)->next;
		type->field_count--;
		for (struct graphql_field *behind = *at; behind; behind = behind->next)
			behind->index--;
		break;
	}
	for (struct graphql_input **at = &type->inputs; *at; at = &(*at)->next) {
		if (!slice_equals((*at)->name, name))
			continue;
		*at = (*at)->next;
		type->input_count--;
		break;
	}
	for (struct graphql_enum_value **at = &type->values; *at; at = &(*at)->next) {
		if (!slice_equals((*at)->name, name))
			continue;
		*at = (*at)->next;
		break;
	}
	fill_map(type);
}

void graphql_put_type_first(struct graphql_schema *schema, struct slice name)
{
	struct graphql_type *before = NULL, *type = schema->types;
	for (; type && !slice_equals(type->name, name); type = type->next)
		before = type;
	if (!type || !before)
		return;
	before->next = type->next;
	if (schema->last_type == type)
		schema->last_type = before;
	type->next = schema->types;
	schema->types = type;
}

void graphql_put_member_first(struct graphql_type *type, struct slice name)
{
	for (struct graphql_field **at = &type->fields; *at; at = &(*at)->next) {
		struct graphql_field *field = *at;
		if (!slice_equals(field->name, name))
			continue;
		*at = field->next;
		field->next = type->fields;
		type->fields = field;
		break;
	}
	for (struct graphql_input **at = &type->inputs; *at; at = &(*at)->next) {
		struct graphql_input *input = *at;
		if (!slice_equals(input->name, name))
			continue;
		*at = input->next;
		input->next = type->inputs;
		type->inputs = input;
		break;
	}
	size_t index = 0;
	for (struct graphql_field *field = type->fields; field; field = field->next)
		field->index = index++;
}

void graphql_remove_type(struct graphql_schema *schema, struct slice name)
{
	struct graphql_type *before = NULL, **at = &schema->types;
	struct map others;
	for (; *at && !slice_equals((*at)->name, name); at = &(*at)->next)
		before = *at;
	if (!*at)
		return;
	if (*at == schema->last_type)
		schema->last_type = before;
	*at = (*at)->next;
	schema->type_count--;
	map_init(&others, schema->arena);
	for (size_t i = 0; i < schema->by_name.capacity; i++) {
		struct map_entry *entry = &schema->by_name.entries[i];
		if (entry->value && !slice_equals(entry->key, name))
			map_set(&others, entry->key, entry->value);
	}
	schema->by_name = others;
}

void graphql_add_step(struct graphql_schema *schema, struct graphql_step **list, graphql_step_function *run,
                      void *context)
{
	struct graphql_step *step = arena_alloc(schema->arena, sizeof *step);
	*step = (struct graphql_step){.run = run, .context = context};
	while (*list)
		list = &(*list)->next;
	*list = step;
}
