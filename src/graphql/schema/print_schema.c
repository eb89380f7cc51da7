#include "graphql/language/print.h"
#include "schema.h"

/* A description in lines of its own above what it describes; between members of a block an empty line comes first. */
static void print_description(struct buffer *buffer, struct slice text, unsigned indent, bool first)
{
	if (!text.ptr)
		return;
	if (indent && !first)
		buffer_byte(buffer, '\n');
	buffer_format(buffer, "%*s", (int)indent, "");
	graphql_print_string(buffer, text, graphql_fits_block_string(text), indent);
	buffer_byte(buffer, '\n');
}

static void print_deprecation(struct buffer *buffer, const char *reason)
{
	if (!reason)
		return;
	buffer_text(buffer, " @deprecated");
	if (strcmp(reason, GRAPHQL_DEFAULT_DEPRECATION) == 0)
		return;
	buffer_text(buffer, "(reason: ");
	graphql_print_string(buffer, slice_of(reason), false, 0);
	buffer_byte(buffer, ')');
}

static void print_input(struct buffer *buffer, const struct graphql_input *input)
{
	buffer_slice(buffer, input->name);
	buffer_text(buffer, ": ");
	graphql_print_reference(buffer, input->type);
	if (input->default_text.ptr) {
		buffer_text(buffer, " = ");
		buffer_slice(buffer, input->default_text);
	}
	print_deprecation(buffer, input->deprecation);
}

/* On one line, unless one of them is described. */
static void print_arguments(struct buffer *buffer, const struct graphql_input *arguments, unsigned indent)
{
	bool described = false;
	if (!arguments)
		return;
	for (const struct graphql_input *one = arguments; one; one = one->next)
		described = described || one->description.len;
	buffer_byte(buffer, '(');
	for (const struct graphql_input *one = arguments; one; one = one->next) {
		if (described) {
			buffer_byte(buffer, '\n');
			print_description(buffer, one->description, indent + 2, one == arguments);
			buffer_format(buffer, "%*s", (int)indent + 2, "");
		} else if (one != arguments) {
			buffer_text(buffer, ", ");
		}
		print_input(buffer, one);
	}
	if (described)
		buffer_format(buffer, "\n%*s", (int)indent, "");
	buffer_byte(buffer, ')');
}

static void print_names(struct buffer *buffer, const char *before, const char *between, const struct slice *names,
                        size_t count)
{
	for (size_t i = 0; i < count; i++) {
		buffer_text(buffer, i ? between : before);
		buffer_slice(buffer, names[i]);
	}
}

static void print_fields(struct buffer *buffer, const struct graphql_type *type)
{
	print_names(buffer, " implements ", " & ", type->interface_names, type->interface_count);
	if (!type->fields)
		return;
	buffer_text(buffer, " {\n");
	for (const struct graphql_field *field = type->fields; field; field = field->next) {
		print_description(buffer, field->description, 2, field == type->fields);
		buffer_text(buffer, "  ");
		buffer_slice(buffer, field->name);
		print_arguments(buffer, field->arguments, 2);
		buffer_text(buffer, ": ");
		graphql_print_reference(buffer, field->type);
		print_deprecation(buffer, field->deprecation);
		buffer_byte(buffer, '\n');
	}
	buffer_byte(buffer, '}');
}

static void print_values(struct buffer *buffer, const struct graphql_type *type)
{
	if (!type->values)
		return;
	buffer_text(buffer, " {\n");
	for (const struct graphql_enum_value *value = type->values; value; value = value->next) {
		print_description(buffer, value->description, 2, value == type->values);
		buffer_text(buffer, "  ");
		buffer_slice(buffer, value->name);
		print_deprecation(buffer, value->deprecation);
		buffer_byte(buffer, '\n');
	}
	buffer_byte(buffer, '}');
}

static void print_inputs(struct buffer *buffer, const struct graphql_type *type)
{
	if (!type->inputs)
		return;
	buffer_text(buffer, " {\n");
	for (const struct graphql_input *input = type->inputs; input; input = input->next) {
		print_description(buffer, input->description, 2, input == type->inputs);
		buffer_text(buffer, "  ");
		print_input(buffer, input);
		buffer_byte(buffer, '\n');
	}
	buffer_byte(buffer, '}');
}

static void print_type(struct buffer *buffer, const struct graphql_type *type)
{
	static const char *const words[] = {
	    [GRAPHQL_SCALAR] = "scalar ", [GRAPHQL_OBJECT] = "type ", [GRAPHQL_INTERFACE] = "interface ",
	    [GRAPHQL_UNION] = "union ",   [GRAPHQL_ENUM] = "enum ",   [GRAPHQL_INPUT_OBJECT] = "input ",
	};
	print_description(buffer, type->description, 0, true);
	buffer_text(buffer, words[type->kind]);
	buffer_slice(buffer, type->name);
	switch (type->kind) {
	case GRAPHQL_SCALAR:
		if (!type->specified_by)
			break;
		buffer_text(buffer, " @specifiedBy(url: ");
		graphql_print_string(buffer, slice_of(type->specified_by), false, 0);
		buffer_byte(buffer, ')');
		break;
	case GRAPHQL_OBJECT:
	case GRAPHQL_INTERFACE:
		print_fields(buffer, type);
		break;
	case GRAPHQL_UNION:
		print_names(buffer, " = ", " | ", type->member_names, type->member_count);
		break;
	case GRAPHQL_ENUM:
		print_values(buffer, type);
		break;
	case GRAPHQL_INPUT_OBJECT:
		print_inputs(buffer, type);
		break;
	}
}

static void print_directive(struct buffer *buffer, const struct graphql_directive *directive)
{
	print_description(buffer, directive->description, 0, true);
	buffer_text(buffer, "directive @");
	buffer_slice(buffer, directive->name);
	print_arguments(buffer, directive->arguments, 0);
	if (directive->repeatable)
		buffer_text(buffer, " repeatable");
	for (size_t i = 0; i < directive->location_count; i++) {
		buffer_text(buffer, i ? " | " : " on ");
		buffer_text(buffer, directive->locations[i]);
	}
}

/* Left out when all is named as usual. */
static bool print_roots(struct buffer *buffer, const struct graphql_schema *schema)
{
	static const char *const common[] = {"Query", "Mutation", "Subscription"};
	static const char *const words[] = {"query", "mutation", "subscription"};
	const struct graphql_type *const roots[] = {schema->query, schema->mutation, schema->subscription};
	bool usual = !schema->description.ptr;
	for (size_t i = 0; i < COUNT_OF(roots); i++)
		usual = usual && (!roots[i] || slice_is(roots[i]->name, common[i]));
	if (usual)
		return false;
	print_description(buffer, schema->description, 0, true);
	buffer_text(buffer, "schema {\n");
	for (size_t i = 0; i < COUNT_OF(roots); i++)
		if (roots[i])
			buffer_format(buffer, "  %s: %.*s\n", words[i], (int)roots[i]->name.len, roots[i]->name.ptr);
	buffer_byte(buffer, '}');
	return true;
}

void graphql_print_schema(struct buffer *buffer, const struct graphql_schema *schema)
{
	bool more = print_roots(buffer, schema);
	for (const struct graphql_directive *one = schema->directives; one; one = one->next) {
		if (one->built_in)
			continue;
		buffer_text(buffer, more ? "\n\n" : "");
		print_directive(buffer, one);
		more = true;
	}
	for (const struct graphql_type *type = schema->types; type; type = type->next) {
		if (type->built_in)
			continue;
		buffer_text(buffer, more ? "\n\n" : "");
		print_type(buffer, type);
		more = true;
	}
}
