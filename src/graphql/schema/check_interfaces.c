#include "check_interfaces.h"

static bool is_same_type(const struct graphql_reference *a, const struct graphql_reference *b)
{
	for (; a->wrap == b->wrap; a = a->of, b = b->of)
		if (a->wrap == GRAPHQL_NAMED)
			return a->type == b->type;
	return false;
}

static const struct graphql_input *find_argument(const struct graphql_field *field, struct slice name)
{
	for (const struct graphql_input *argument = field->arguments; argument; argument = argument->next)
		if (slice_equals(argument->name, name))
			return argument;
	return NULL;
}

static bool check_arguments(const struct graphql_type *type, const struct graphql_field *field,
                            const struct graphql_type *interface, const struct graphql_field *wanted,
                            struct error *error)
{
	for (const struct graphql_input *argument = wanted->arguments; argument; argument = argument->next) {
		const struct graphql_input *own = find_argument(field, argument->name);
		struct buffer expected = {0}, got = {0};
		bool good = true;
		if (!own)
			return graphql_refuse(
			    error, field->place,
			    "Interface field argument %.*s.%.*s(%.*s:) expected but %.*s.%.*s does not "
			    "provide it.",
			    TEXT(interface->name), TEXT(wanted->name), TEXT(argument->name), TEXT(type->name),
			    TEXT(field->name));
		if (!is_same_type(argument->type, own->type))
			good = graphql_refuse(error, own->place,
			                      "Interface field argument %.*s.%.*s(%.*s:) expects type %s but "
			                      "%.*s.%.*s(%.*s:) is type %s.",
			                      TEXT(interface->name), TEXT(wanted->name), TEXT(argument->name),
			                      graphql_type_text(&expected, argument->type), TEXT(type->name),
			                      TEXT(field->name), TEXT(own->name), graphql_type_text(&got, own->type));
		buffer_free(&expected);
		buffer_free(&got);
		if (!good)
			return false;
	}
	for (const struct graphql_input *own = field->arguments; own; own = own->next)
		if (own->type->wrap == GRAPHQL_NON_NULL && !own->default_node && !find_argument(wanted, own->name))
			return graphql_refuse(
			    error, own->place,
			    "Object field %.*s.%.*s includes required argument %.*s that is missing from "
			    "the Interface field %.*s.%.*s.",
			    TEXT(type->name), TEXT(field->name), TEXT(own->name), TEXT(interface->name),
			    TEXT(wanted->name));
	return true;
}

static bool check_fields(const struct graphql_type *type, const struct graphql_type *interface, struct error *error)
{
	for (const struct graphql_field *wanted = interface->fields; wanted; wanted = wanted->next) {
		const struct graphql_field *field = graphql_type_field(type, wanted->name);
		struct buffer expected = {0}, got = {0};
		bool good = true;
		if (!field)
			return graphql_refuse(error, type->place,
			                      "Interface field %.*s.%.*s expected but %.*s does not provide it.",
			                      TEXT(interface->name), TEXT(wanted->name), TEXT(type->name));
		if (!graphql_is_sub_reference(field->type, wanted->type))
			good = graphql_refuse(
			    error, field->place, "Interface field %.*s.%.*s expects type %s but %.*s.%.*s is type %s.",
			    TEXT(interface->name), TEXT(wanted->name), graphql_type_text(&expected, wanted->type),
			    TEXT(type->name), TEXT(field->name), graphql_type_text(&got, field->type));
		buffer_free(&expected);
		buffer_free(&got);
		if (!good || !check_arguments(type, field, interface, wanted, error))
			return false;
	}
	return true;
}

static bool implements(const struct graphql_type *type, const struct graphql_type *interface)
{
	for (size_t i = 0; i < type->interface_count; i++)
		if (type->interfaces[i] == interface)
			return true;
	return false;
}

/* Who implements an interface implements those too that it implements. */
static bool check_ancestors(const struct graphql_type *type, const struct graphql_type *interface, struct error *error)
{
	for (size_t i = 0; i < interface->interface_count; i++) {
		const struct graphql_type *above = interface->interfaces[i];
		if (implements(type, above))
			continue;
		if (above == type)
			return graphql_refuse(error, type->place,
			                      "Type %.*s cannot implement %.*s because it would create a circular "
			                      "reference.",
			                      TEXT(type->name), TEXT(interface->name));
		return graphql_refuse(error, type->place,
		                      "Type %.*s must implement %.*s because it is implemented by %.*s.",
		                      TEXT(type->name), TEXT(above->name), TEXT(interface->name));
	}
	return true;
}

bool graphql_check_interfaces(const struct graphql_type *type, struct error *error)
{
	for (size_t i = 0; i < type->interface_count; i++) {
		const struct graphql_type *interface = type->interfaces[i];
		if (interface->kind != GRAPHQL_INTERFACE)
			return graphql_refuse(
			    error, type->place,
			    "Type %.*s must only implement Interface types, it cannot implement %.*s.",
			    TEXT(type->name), TEXT(interface->name));
		if (interface == type)
			return graphql_refuse(error, type->place,
			                      "Type %.*s cannot implement itself because it would create a circular "
			                      "reference.",
			                      TEXT(type->name));
		for (size_t j = 0; j < i; j++)
			if (type->interfaces[j] == interface)
				return graphql_refuse(error, type->place, "Type %.*s can only implement %.*s once.",
				                      TEXT(type->name), TEXT(interface->name));
		if (!check_ancestors(type, interface, error) || !check_fields(type, interface, error))
			return false;
	}
	return true;
}
