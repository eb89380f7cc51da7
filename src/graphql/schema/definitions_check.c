/* Checks of schema definition language before any of it is added: worded as graphql-js words them. */
#include "definitions_check.h"
#include "definitions_directives.h"

/* What is known of a type of the text: whether this text defines it, and the members that it gives it. */
struct pending {
	enum graphql_kind kind;
	const struct graphql_type *before; /* the schema's own, or NULL */
	struct map members;
};

struct definitions_check {
	struct definitions *definitions;
	struct arena *arena;
	struct map types;                       /* struct pending by name */
	struct map directives;                  /* graphql_definition by name */
	const struct graphql_definition *roots; /* the schema definition */
	bool root_seen[3];
	struct error *error;
};

#define REFUSE(check, at, ...) \
	graphql_refuse((check)->error, definitions_place((check)->definitions, (at)), __VA_ARGS__)

static bool add_pending(struct definitions_check *check, const struct graphql_definition *definition)
{
	const struct graphql_name *name = &definition->name;
	const struct graphql_type *before = graphql_schema_type(check->definitions->schema, name->text);
	if (map_get(&check->types, name->text))
		return REFUSE(check, name->at, "There can be only one type named \"%.*s\".", TEXT(name->text));
	if (before && !(before->built_in && definitions_kind(definition) == before->kind))
		return REFUSE(check, name->at,
		              "Type \"%.*s\" already exists in the schema. It cannot also be defined in this type "
		              "definition.",
		              TEXT(name->text));
	struct pending *pending = arena_alloc(check->arena, sizeof *pending);
	pending->kind = definitions_kind(definition);
	map_init(&pending->members, check->arena);
	map_set(&check->types, name->text, pending);
	return true;
}

static bool add_directive(struct definitions_check *check, const struct graphql_definition *definition)
{
	const struct graphql_name *name = &definition->name;
	const struct graphql_directive *before = map_get(&check->definitions->schema->directives_by_name, name->text);
	if (before && !before->built_in)
		return REFUSE(check, name->at,
		              "Directive \"@%.*s\" already exists in the schema. It cannot be redefined.",
		              TEXT(name->text));
	if (map_set(&check->directives, name->text, (void *)definition))
		return REFUSE(check, name->at, "There can be only one directive named \"@%.*s\".", TEXT(name->text));
	return true;
}

static bool refuse_extension(struct definitions_check *check, const struct graphql_name *name)
{
	struct suggestions near = {.wanted = name->text};
	struct buffer message = {0};
	for (const struct graphql_type *type = check->definitions->schema->types; type; type = type->next)
		suggest_consider(&near, type->name);
	for (size_t i = 0; i < check->types.capacity; i++)
		if (check->types.entries[i].value)
			suggest_consider(&near, check->types.entries[i].key);
	buffer_format(&message, "Cannot extend type \"%.*s\" because it is not defined.", TEXT(name->text));
	suggest_print(&message, NULL, near.names, near.count);
	REFUSE(check, name->at, "%s", buffer_terminate(&message));
	buffer_free(&message);
	return false;
}

/* What a definition or extension is about; NULL when there is nothing to extend. */
static struct pending *find_pending(struct definitions_check *check, const struct graphql_definition *definition)
{
	static const char *const words[] = {
	    [GRAPHQL_SCALAR] = "scalar", [GRAPHQL_OBJECT] = "object", [GRAPHQL_INTERFACE] = "interface",
	    [GRAPHQL_UNION] = "union",   [GRAPHQL_ENUM] = "enum",     [GRAPHQL_INPUT_OBJECT] = "input object",
	};
	const struct graphql_name *name = &definition->name;
	struct pending *pending = map_get(&check->types, name->text);
	const struct graphql_type *before = graphql_schema_type(check->definitions->schema, name->text);
	if (!pending && before) {
		pending = arena_alloc(check->arena, sizeof *pending);
		pending->kind = before->kind;
		pending->before = before;
		map_init(&pending->members, check->arena);
		map_set(&check->types, name->text, pending);
	}
	if (!pending) {
		refuse_extension(check, name);
	} else if (pending->kind != definitions_kind(definition)) {
		REFUSE(check, name->at, "Cannot extend non-%s type \"%.*s\".", words[definitions_kind(definition)],
		       TEXT(name->text));
		pending = NULL;
	}
	return pending;
}

/* `what`: "Field" or "Enum value". */
static bool add_member(struct definitions_check *check, struct pending *pending, const char *what,
                       const struct graphql_definition *definition, const struct graphql_name *name)
{
	if (pending->before && map_get(&pending->before->by_name, name->text))
		return REFUSE(check, name->at,
		              "%s \"%.*s.%.*s\" already exists in the schema. It cannot also be defined in this type "
		              "extension.",
		              what, TEXT(definition->name.text), TEXT(name->text));
	if (map_set(&pending->members, name->text, (void *)name))
		return REFUSE(check, name->at, "%s \"%.*s.%.*s\" can only be defined once.", what,
		              TEXT(definition->name.text), TEXT(name->text));
	return true;
}

/* The arguments of a field or directive; `owner`: "Query.dogs" or "@format". */
static bool check_arguments(struct definitions_check *check, const char *owner,
                            const struct graphql_input_definition *arguments, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < i; j++)
			if (slice_equals(arguments[i].name.text, arguments[j].name.text))
				return REFUSE(check, arguments[i].name.at,
				              "Argument \"%s(%.*s:)\" can only be defined once.", owner,
				              TEXT(arguments[i].name.text));
		if (!definitions_check_names(check->definitions, arguments[i].default_value, check->error) ||
		    !definitions_check_directives(check->definitions, &arguments[i].directives, "ARGUMENT_DEFINITION",
		                                  &check->directives, check->error))
			return false;
	}
	return true;
}

static bool check_field(struct definitions_check *check, struct pending *pending,
                        const struct graphql_definition *definition, const struct graphql_field_definition *field)
{
	const char *owner =
	    arena_format(check->arena, "%.*s.%.*s", TEXT(definition->name.text), TEXT(field->name.text));
	return add_member(check, pending, "Field", definition, &field->name) &&
	       check_arguments(check, owner, field->arguments, field->argument_count) &&
	       definitions_check_directives(check->definitions, &field->directives, "FIELD_DEFINITION",
	                                    &check->directives, check->error);
}

static bool check_type(struct definitions_check *check, const struct graphql_definition *definition)
{
	static const char *const locations[] = {
	    [GRAPHQL_SCALAR] = "SCALAR", [GRAPHQL_OBJECT] = "OBJECT", [GRAPHQL_INTERFACE] = "INTERFACE",
	    [GRAPHQL_UNION] = "UNION",   [GRAPHQL_ENUM] = "ENUM",     [GRAPHQL_INPUT_OBJECT] = "INPUT_OBJECT",
	};
	struct pending *pending = find_pending(check, definition);
	if (!pending || !definitions_check_directives(check->definitions, &definition->directives,
	                                              locations[pending->kind], &check->directives, check->error))
		return false;
	for (size_t i = 0; i < definition->field_count; i++)
		if (!check_field(check, pending, definition, &definition->fields[i]))
			return false;
	for (size_t i = 0; i < definition->value_count; i++)
		if (!add_member(check, pending, "Enum value", definition, &definition->values[i].name) ||
		    !definitions_check_directives(check->definitions, &definition->values[i].directives, "ENUM_VALUE",
		                                  &check->directives, check->error))
			return false;
	for (size_t i = 0; i < definition->input_count; i++)
		if (!add_member(check, pending, "Field", definition, &definition->inputs[i].name) ||
		    !definitions_check_names(check->definitions, definition->inputs[i].default_value, check->error) ||
		    !definitions_check_directives(check->definitions, &definition->inputs[i].directives,
		                                  "INPUT_FIELD_DEFINITION", &check->directives, check->error))
			return false;
	return true;
}

static bool check_roots(struct definitions_check *check, const struct graphql_definition *definition)
{
	static const char *const words[] = {"query", "mutation", "subscription"};
	const struct graphql_schema *schema = check->definitions->schema;
	if (!definition->extends && schema->has_roots)
		return REFUSE(check, definition->at, "Cannot define a new schema within a schema extension.");
	if (!definition->extends && check->roots)
		return REFUSE(check, definition->at, "Must provide only one schema definition.");
	if (!definition->extends)
		check->roots = definition;
	for (size_t i = 0; i < definition->name_count; i++) {
		const enum graphql_operation_kind kind = definition->operations[i];
		if (check->root_seen[kind])
			return REFUSE(check, definition->names[i].at, "There can be only one %s type in schema.",
			              words[kind]);
		if (schema->root_names[kind].len)
			return REFUSE(check, definition->names[i].at,
			              "Type for %s already defined in the schema. It cannot be redefined.",
			              words[kind]);
		check->root_seen[kind] = true;
	}
	return definitions_check_directives(check->definitions, &definition->directives, "SCHEMA", &check->directives,
	                                    check->error);
}

static bool check_all(struct definitions_check *check)
{
	const struct graphql_document *document = check->definitions->document;
	const struct graphql_definition *end;
	if (document->operation_count || document->fragment_count)
		return REFUSE(check, document->operation_count ? document->operations[0].at : document->fragments[0].at,
		              "A schema holds definitions and extensions, but no operations and fragments.");
	end = document->definitions + document->definition_count;
	for (const struct graphql_definition *one = document->definitions; one != end; one++)
		if (!one->extends && one->kind != GRAPHQL_DEFINE_SCHEMA &&
		    !(one->kind == GRAPHQL_DEFINE_DIRECTIVE ? add_directive(check, one) : add_pending(check, one)))
			return false;
	for (const struct graphql_definition *one = document->definitions; one != end; one++) {
		const bool good =
		    one->kind == GRAPHQL_DEFINE_SCHEMA ? check_roots(check, one)
		    : one->kind == GRAPHQL_DEFINE_DIRECTIVE
			? check_arguments(check, arena_format(check->arena, "@%.*s", TEXT(one->name.text)), one->inputs,
		                          one->input_count)
			: check_type(check, one);
		if (!good)
			return false;
	}
	return true;
}

bool definitions_check(struct definitions *definitions, struct error *error)
{
	struct definitions_check check = {.definitions = definitions, .arena = arena_create(), .error = error};
	map_init(&check.types, check.arena);
	map_init(&check.directives, check.arena);
	const bool good = check_all(&check);
	arena_destroy(check.arena);
	return good;
}
