#include "check_interfaces.h"

#include "build.h"

#include <stdarg.h>
#include <stdio.h>

bool graphql_refuse(struct error *error, struct graphql_place place, const char *format, ...)
{
	char text[sizeof error->message];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	if (place.line)
		return error_validation(error, "line %u, column %u: %s", place.line, place.column, text);
	return error_validation(error, "%s", text);
}

const char *graphql_type_text(struct buffer *buffer, const struct graphql_reference *type)
{
	buffer->len = 0;
	graphql_print_reference(buffer, type);
	return buffer_terminate(buffer);
}

static bool is_name_byte(char c, bool first)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (!first && c >= '0' && c <= '9');
}

bool graphql_check_name(struct slice name, struct error *error)
{
	if (!name.len)
		return error_validation(error, "Expected name to be a non-empty string.");
	for (size_t i = 1; i < name.len; i++)
		if (!is_name_byte(name.ptr[i], false))
			return error_validation(error, "Names must only contain [_a-zA-Z0-9] but \"%.*s\" does not.",
			                        TEXT(name));
	if (!is_name_byte(name.ptr[0], true))
		return error_validation(error, "Names must start with [_a-zA-Z] but \"%.*s\" does not.", TEXT(name));
	return true;
}

static bool is_name(struct slice name)
{
	for (size_t i = 0; i < name.len; i++)
		if (!is_name_byte(name.ptr[i], i == 0))
			return false;
	return name.len;
}

static bool check_name(struct slice name, struct graphql_place place, struct error *error)
{
	if (!is_name(name))
		return graphql_refuse(error, place,
		                      "Names must match /^[_a-zA-Z][_a-zA-Z0-9]*$/ but \"%.*s\" does not.", TEXT(name));
	if (!slice_starts_with(name, SLICE("__")))
		return true;
	return graphql_refuse(error, place,
	                      "Name \"%.*s\" must not begin with \"__\", which is reserved by GraphQL introspection.",
	                      TEXT(name));
}

static bool is_required(const struct graphql_input *input)
{
	return input->type->wrap == GRAPHQL_NON_NULL && !input->default_node;
}

/* The arguments of a field ("Query.dogs") or directive ("@format"), or the fields of an input type. `prefix` begins the
 * name of one, and `end` ends it. */
static bool check_inputs(const struct graphql_input *inputs, const char *kind, const char *required, const char *prefix,
                         const char *end, struct error *error)
{
	struct buffer text = {0};
	bool good = true;
	for (const struct graphql_input *input = inputs; good && input; input = input->next) {
		good = check_name(input->name, input->place, error);
		if (good && !graphql_is_input(graphql_reference_type(input->type)))
			good =
			    graphql_refuse(error, input->place, "The type of %s%.*s%s must be %s but got: %s.", prefix,
			                   TEXT(input->name), end, kind, graphql_type_text(&text, input->type));
		if (good && is_required(input) && input->deprecation)
			good = graphql_refuse(error, input->place, "Required %s %s%.*s%s cannot be deprecated.",
			                      required, prefix, TEXT(input->name), end);
	}
	buffer_free(&text);
	return good;
}

static bool check_roots(const struct graphql_schema *schema, struct error *error)
{
	static const char *const names[] = {"Query", "Mutation", "Subscription"};
	const struct graphql_type *const roots[] = {schema->query, schema->mutation, schema->subscription};
	if (!schema->query)
		return error_validation(error, "Query root type must be provided.");
	for (size_t i = 0; i < COUNT_OF(roots); i++) {
		if (roots[i] && roots[i]->kind != GRAPHQL_OBJECT)
			return graphql_refuse(error, roots[i]->place,
			                      "%s root type must be Object type%s, it cannot be %.*s.", names[i],
			                      i ? " if provided" : "", TEXT(roots[i]->name));
		for (size_t j = 0; j < i; j++)
			if (roots[i] && roots[i] == roots[j])
				return graphql_refuse(error, roots[i]->place,
				                      "All root types must be different, \"%.*s\" type is used as %s "
				                      "and %s root types.",
				                      TEXT(roots[i]->name), names[j], names[i]);
	}
	return true;
}

static bool check_directives(const struct graphql_schema *schema, struct error *error)
{
	for (const struct graphql_directive *one = schema->directives; one; one = one->next) {
		struct buffer prefix = {0};
		bool good = check_name(one->name, one->place, error);
		buffer_format(&prefix, "@%.*s(", TEXT(one->name));
		good = good &&
		       check_inputs(one->arguments, "Input Type", "argument", buffer_terminate(&prefix), ":)", error);
		buffer_free(&prefix);
		if (!good)
			return false;
	}
	return true;
}

static bool check_field(const struct graphql_type *type, const struct graphql_field *field, struct error *error)
{
	const enum graphql_kind kind = graphql_reference_type(field->type)->kind;
	struct buffer text = {0};
	bool good = check_name(field->name, field->place, error);
	if (good && kind == GRAPHQL_INPUT_OBJECT)
		good = graphql_refuse(error, field->place, "The type of %.*s.%.*s must be Output Type but got: %s.",
		                      TEXT(type->name), TEXT(field->name), graphql_type_text(&text, field->type));
	text.len = 0;
	buffer_format(&text, "%.*s.%.*s(", TEXT(type->name), TEXT(field->name));
	good = good && check_inputs(field->arguments, "Input Type", "argument", buffer_terminate(&text), ":)", error);
	buffer_free(&text);
	return good;
}

static bool check_fields(const struct graphql_type *type, struct error *error)
{
	if (!type->fields)
		return graphql_refuse(error, type->place, "Type %.*s must define one or more fields.",
		                      TEXT(type->name));
	for (const struct graphql_field *field = type->fields; field; field = field->next)
		if (!check_field(type, field, error))
			return false;
	return graphql_check_interfaces(type, error);
}

static bool check_union(const struct graphql_type *type, struct error *error)
{
	if (!type->possible_count)
		return graphql_refuse(error, type->place, "Union type %.*s must define one or more member types.",
		                      TEXT(type->name));
	for (size_t i = 0; i < type->possible_count; i++) {
		const struct graphql_type *member = type->possible[i];
		for (size_t j = 0; j < i; j++)
			if (type->possible[j] == member)
				return graphql_refuse(error, type->place,
				                      "Union type %.*s can only include type %.*s once.",
				                      TEXT(type->name), TEXT(member->name));
		if (member->kind != GRAPHQL_OBJECT)
			return graphql_refuse(error, type->place,
			                      "Union type %.*s can only include Object types, it cannot include %.*s.",
			                      TEXT(type->name), TEXT(member->name));
	}
	return true;
}

static bool check_enum(const struct graphql_type *type, struct error *error)
{
	if (!type->values)
		return graphql_refuse(error, type->place, "Enum type %.*s must define one or more values.",
		                      TEXT(type->name));
	for (const struct graphql_enum_value *value = type->values; value; value = value->next) {
		if (!check_name(value->name, value->place, error))
			return false;
		if (slice_is(value->name, "true") || slice_is(value->name, "false") || slice_is(value->name, "null"))
			return graphql_refuse(error, value->place, "Enum type %.*s cannot include value: %.*s.",
			                      TEXT(type->name), TEXT(value->name));
	}
	return true;
}

static bool check_input_type(const struct graphql_type *type, struct error *error)
{
	struct buffer prefix = {0};
	if (!type->inputs)
		return graphql_refuse(error, type->place, "Input Object type %.*s must define one or more fields.",
		                      TEXT(type->name));
	buffer_format(&prefix, "%.*s.", TEXT(type->name));
	bool good = check_inputs(type->inputs, "Input Type", "input field", buffer_terminate(&prefix), "", error);
	buffer_free(&prefix);
	return good;
}

/* The search for input types that can't be given because they hold themselves, by fields that must be given. */
struct input_cycle_search {
	const struct graphql_schema *schema;
	unsigned char *seen;                /* by type index: 1 on the way, 2 done */
	const struct graphql_input **way;   /* fields on the way */
	const struct graphql_type **owners; /* … and their types */
	size_t depth;
};

static bool refuse_cycle(const struct input_cycle_search *search, const struct graphql_type *type, struct error *error)
{
	struct buffer path = {0};
	size_t from = 0;
	while (search->owners[from] != type)
		from++;
	for (size_t i = from; i < search->depth; i++) {
		if (i > from)
			buffer_byte(&path, '.');
		buffer_slice(&path, search->way[i]->name);
	}
	graphql_refuse(
	    error, search->way[from]->place,
	    "Cannot reference Input Object \"%.*s\" within itself through a series of non-null fields: \"%s\".",
	    TEXT(type->name), buffer_terminate(&path));
	buffer_free(&path);
	return false;
}

/* Each type is on the way at most once, so this goes no deeper than there are types; they are our own. */
static bool search_cycles(struct input_cycle_search *search, const struct graphql_type *type, struct error *error)
{
	search->seen[type->index] = 1;
	for (const struct graphql_input *input = type->inputs; input; input = input->next) {
		const struct graphql_type *next =
		    input->type->wrap == GRAPHQL_NON_NULL && input->type->of->wrap == GRAPHQL_NAMED
			? input->type->of->type
			: NULL;
		if (!next || next->kind != GRAPHQL_INPUT_OBJECT || search->seen[next->index] == 2)
			continue;
		search->way[search->depth] = input;
		search->owners[search->depth++] = type;
		if (search->seen[next->index] == 1)
			return refuse_cycle(search, next, error);
		if (!search_cycles(search, next, error))
			return false;
		search->depth--;
	}
	search->seen[type->index] = 2;
	return true;
}

static bool check_type(const struct graphql_type *type, struct input_cycle_search *search, struct error *error)
{
	if (type->built_in)
		return true;
	if (!check_name(type->name, type->place, error))
		return false;
	switch (type->kind) {
	case GRAPHQL_SCALAR:
		return true;
	case GRAPHQL_OBJECT:
	case GRAPHQL_INTERFACE:
		return check_fields(type, error);
	case GRAPHQL_UNION:
		return check_union(type, error);
	case GRAPHQL_ENUM:
		return check_enum(type, error);
	case GRAPHQL_INPUT_OBJECT:
		return check_input_type(type, error) &&
		       (search->seen[type->index] == 2 || search_cycles(search, type, error));
	}
	return true;
}

bool graphql_check_schema(const struct graphql_schema *schema, struct error *error)
{
	struct arena *arena = arena_create();
	struct input_cycle_search search = {
	    .schema = schema,
	    .seen = arena_array(arena, schema->type_count, 1),
	    .way = arena_array(arena, schema->type_count + 1, sizeof *search.way),
	    .owners = arena_array(arena, schema->type_count + 1, sizeof *search.owners),
	};
	bool good = check_roots(schema, error) && check_directives(schema, error);
	for (const struct graphql_type *type = schema->types; good && type; type = type->next)
		good = check_type(type, &search, error);
	arena_destroy(arena);
	return good;
}
