/* The scalars and directives of the specification: what they are, and what is sent for them. */
#include "scalars.h"
#include "coerce.h"
#include "graphql/language/print.h"
#include "graphql/schema/build.h"
#include "show.h"

#include <math.h>
#include <stdlib.h>

/* ---- values ---- */

static bool refuse_value(struct arena *arena, const char *problem, const struct graphql_value *sent,
                         const char **reason)
{
	*reason = arena_format(arena, "%s: %s", problem, graphql_inspected(arena, sent));
	return false;
}

/* In JavaScript 1.0 is an integer, too. */
static bool to_integer(const struct graphql_value *sent, double *number)
{
	if (sent->kind == GRAPHQL_VALUE_INTEGER)
		*number = (double)sent->integer;
	else if (sent->kind == GRAPHQL_VALUE_NUMBER)
		*number = sent->number;
	else
		return false;
	return isfinite(*number) && *number == floor(*number);
}

static bool parse_int(void *context, struct arena *arena, const struct graphql_value *sent, struct graphql_value *value,
                      const char **reason)
{
	double number;
	(void)context;
	if (!to_integer(sent, &number))
		return refuse_value(arena, "Int cannot represent non-integer value", sent, reason);
	if (number > INT32_MAX || number < INT32_MIN)
		return refuse_value(arena, "Int cannot represent non 32-bit signed integer value", sent, reason);
	*value = (struct graphql_value){.kind = GRAPHQL_VALUE_INTEGER, .integer = (int64_t)number};
	return true;
}

static bool parse_float(void *context, struct arena *arena, const struct graphql_value *sent,
                        struct graphql_value *value, const char **reason)
{
	(void)context;
	*value = *sent;
	if (sent->kind == GRAPHQL_VALUE_INTEGER || (sent->kind == GRAPHQL_VALUE_NUMBER && isfinite(sent->number)))
		return true;
	return refuse_value(arena, "Float cannot represent non numeric value", sent, reason);
}

static bool parse_string(void *context, struct arena *arena, const struct graphql_value *sent,
                         struct graphql_value *value, const char **reason)
{
	(void)context;
	*value = *sent;
	if (sent->kind == GRAPHQL_VALUE_STRING)
		return true;
	return refuse_value(arena, "String cannot represent a non string value", sent, reason);
}

static bool parse_boolean(void *context, struct arena *arena, const struct graphql_value *sent,
                          struct graphql_value *value, const char **reason)
{
	(void)context;
	*value = *sent;
	if (sent->kind == GRAPHQL_VALUE_BOOLEAN)
		return true;
	return refuse_value(arena, "Boolean cannot represent a non boolean value", sent, reason);
}

static bool parse_id(void *context, struct arena *arena, const struct graphql_value *sent, struct graphql_value *value,
                     const char **reason)
{
	double number;
	(void)context;
	*value = *sent;
	if (sent->kind == GRAPHQL_VALUE_STRING)
		return true;
	if (!to_integer(sent, &number))
		return refuse_value(arena, "ID cannot represent value", sent, reason);
	*value = (struct graphql_value){.kind = GRAPHQL_VALUE_STRING,
	                                .text = slice_of(sent->kind == GRAPHQL_VALUE_INTEGER
	                                                     ? arena_format(arena, "%lld", (long long)sent->integer)
	                                                     : graphql_inspected(arena, sent))};
	return true;
}

/* ---- literals ---- */

static bool refuse_literal(struct arena *arena, const char *problem, const struct graphql_node *literal,
                           const char **reason)
{
	struct buffer text = {0};
	graphql_print_node(&text, literal);
	*reason = arena_format(arena, "%s: %s", problem, buffer_terminate(&text));
	buffer_free(&text);
	return false;
}

static bool parse_int_literal(void *context, struct arena *arena, const struct graphql_node *literal,
                              struct graphql_value *value, const char **reason)
{
	(void)context;
	*value = (struct graphql_value){.kind = GRAPHQL_VALUE_INTEGER};
	if (literal->kind != GRAPHQL_NODE_INT)
		return refuse_literal(arena, "Int cannot represent non-integer value", literal, reason);
	if (!slice_to_int64(literal->text, &value->integer) || value->integer > INT32_MAX || value->integer < INT32_MIN)
		return refuse_literal(arena, "Int cannot represent non 32-bit signed integer value", literal, reason);
	return true;
}

static bool parse_float_literal(void *context, struct arena *arena, const struct graphql_node *literal,
                                struct graphql_value *value, const char **reason)
{
	(void)context;
	if (literal->kind != GRAPHQL_NODE_INT && literal->kind != GRAPHQL_NODE_FLOAT)
		return refuse_literal(arena, "Float cannot represent non numeric value", literal, reason);
	graphql_value_of_literal(arena, literal, NULL, value);
	if (value->kind == GRAPHQL_VALUE_NUMBER && !isfinite(value->number))
		return refuse_literal(arena, "Float cannot represent non numeric value", literal, reason);
	return true;
}

static bool parse_string_literal(void *context, struct arena *arena, const struct graphql_node *literal,
                                 struct graphql_value *value, const char **reason)
{
	(void)context;
	*value = (struct graphql_value){.kind = GRAPHQL_VALUE_STRING, .text = literal->text};
	if (literal->kind == GRAPHQL_NODE_STRING)
		return true;
	return refuse_literal(arena, "String cannot represent a non string value", literal, reason);
}

static bool parse_boolean_literal(void *context, struct arena *arena, const struct graphql_node *literal,
                                  struct graphql_value *value, const char **reason)
{
	(void)context;
	*value = (struct graphql_value){.kind = GRAPHQL_VALUE_BOOLEAN, .boolean = literal->boolean};
	if (literal->kind == GRAPHQL_NODE_BOOLEAN)
		return true;
	return refuse_literal(arena, "Boolean cannot represent a non boolean value", literal, reason);
}

static bool parse_id_literal(void *context, struct arena *arena, const struct graphql_node *literal,
                             struct graphql_value *value, const char **reason)
{
	(void)context;
	*value = (struct graphql_value){.kind = GRAPHQL_VALUE_STRING, .text = literal->text};
	if (literal->kind == GRAPHQL_NODE_STRING || literal->kind == GRAPHQL_NODE_INT)
		return true;
	return refuse_literal(arena, "ID cannot represent a non-string and non-integer value", literal, reason);
}

/* ---- what there is ---- */

static struct graphql_type *add_scalar(struct graphql_schema *schema, enum graphql_built_in built_in, const char *name,
                                       graphql_scalar_parser *parse, graphql_literal_parser *parse_literal,
                                       const char *description)
{
	struct graphql_type *type = graphql_add_built_in_type(schema, GRAPHQL_SCALAR, built_in, name, description);
	type->parse = parse;
	type->parse_literal = parse_literal;
	return type;
}

static void add_scalars(struct graphql_schema *schema)
{
	schema->string_type = add_scalar(
	    schema, GRAPHQL_STRING, "String", parse_string, parse_string_literal,
	    "The `String` scalar type represents textual data, represented as UTF-8 character sequences. The "
	    "String type is most often used by GraphQL to represent free-form human-readable text.");
	schema->int_type =
	    add_scalar(schema, GRAPHQL_INT, "Int", parse_int, parse_int_literal,
	               "The `Int` scalar type represents non-fractional signed whole numeric values. Int can represent "
	               "values between -(2^31) and 2^31 - 1.");
	schema->float_type =
	    add_scalar(schema, GRAPHQL_FLOAT, "Float", parse_float, parse_float_literal,
	               "The `Float` scalar type represents signed double-precision fractional values as specified by "
	               "[IEEE 754](https://en.wikipedia.org/wiki/IEEE_floating_point).");
	schema->boolean_type = add_scalar(schema, GRAPHQL_BOOLEAN, "Boolean", parse_boolean, parse_boolean_literal,
	                                  "The `Boolean` scalar type represents `true` or `false`.");
	schema->id_type = add_scalar(schema, GRAPHQL_ID, "ID", parse_id, parse_id_literal,
	                             "The `ID` scalar type represents a unique identifier, often used to refetch an "
	                             "object or as key for a cache. "
	                             "The ID type appears in a JSON response as a String; however, it is not intended "
	                             "to be human-readable. When "
	                             "expected as an input type, any string (such as `\"4\"`) or integer (such as `4`) "
	                             "input value will be accepted "
	                             "as an ID.");
}

static void add_directive(struct graphql_schema *schema, const char *name, const char *description,
                          const char *const *locations, size_t location_count, const char *argument, const char *type,
                          const char *default_value, const char *argument_description)
{
	struct graphql_directive *directive = arena_alloc(schema->arena, sizeof *directive),
				 **end = &schema->directives;
	directive->name = slice_of(name);
	directive->description = slice_of(description);
	directive->locations = (const char **)locations;
	directive->location_count = location_count;
	directive->built_in = true;
	struct graphql_input *input =
	    graphql_put_input(schema, &directive->arguments, &directive->argument_count, slice_of(argument));
	input->type = graphql_reference_to(schema, graphql_parse_type(schema->arena, slice_of(type)));
	input->description = slice_of(argument_description);
	if (default_value)
		input->default_node = graphql_parse_value(schema->arena, slice_of(default_value));
	while (*end)
		end = &(*end)->next;
	*end = directive;
	map_set(&schema->directives_by_name, directive->name, directive);
}

static void add_directives(struct graphql_schema *schema)
{
	static const char *const selections[] = {"FIELD", "FRAGMENT_SPREAD", "INLINE_FRAGMENT"};
	static const char *const deprecated[] = {"FIELD_DEFINITION", "ARGUMENT_DEFINITION", "INPUT_FIELD_DEFINITION",
	                                         "ENUM_VALUE"};
	static const char *const scalar[] = {"SCALAR"};
	add_directive(schema, "include",
	              "Directs the executor to include this field or fragment only when the `if` argument is true.",
	              selections, COUNT_OF(selections), "if", "Boolean!", NULL, "Included when true.");
	add_directive(schema, "skip",
	              "Directs the executor to skip this field or fragment when the `if` argument is true.", selections,
	              COUNT_OF(selections), "if", "Boolean!", NULL, "Skipped when true.");
	add_directive(schema, "deprecated", "Marks an element of a GraphQL schema as no longer supported.", deprecated,
	              COUNT_OF(deprecated), "reason", "String", "\"" GRAPHQL_DEFAULT_DEPRECATION "\"",
	              "Explains why this element was deprecated, usually also including a suggestion for how to access "
	              "supported similar data. Formatted using the Markdown syntax, as specified by "
	              "[CommonMark](https://commonmark.org/).");
	add_directive(schema, "specifiedBy", "Exposes a URL that specifies the behavior of this scalar.", scalar,
	              COUNT_OF(scalar), "url", "String!", NULL, "The URL that specifies the behavior of this scalar.");
}

void graphql_add_built_in(struct graphql_schema *schema)
{
	add_scalars(schema);
	add_directives(schema);
}
