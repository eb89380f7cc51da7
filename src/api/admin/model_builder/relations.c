/* Relations of two sides: the builder is told of one, and writes both. */
#include "relations.h"

#include <json-c/json.h>

static bool is_relation(struct json_object *attribute)
{
	return slice_is(json_string(json_member(attribute, "type")), "relation");
}

static bool is_dominant(struct json_object *attribute)
{
	return json_object_get_boolean(json_member(attribute, "dominant"));
}

static const char *text_of(struct json_object *attribute, const char *name)
{
	return json_string(json_member(attribute, name)).ptr;
}

static void add_text(struct json_object *object, const char *name, const char *text)
{
	json_object_object_add(object, name, json_object_new_string(text));
}

static void copy(struct json_object *to, struct json_object *from, const char *name)
{
	struct json_object *value = json_member(from, name);
	if (value)
		json_object_object_add(to, name, json_object_get(value));
}

/* `there`: what stands in its place, or NULL. */
static struct json_object *other_side(const char *name, const char *uid, struct json_object *attribute,
                                      struct json_object *there)
{
	const struct slice kind = json_string(json_member(attribute, "relation"));
	const bool one_to_many = slice_is(kind, "oneToMany"), many_to_one = slice_is(kind, "manyToOne");
	struct json_object *side = json_object_new_object();
	add_text(side, "type", "relation");
	if (slice_is(kind, "oneToOne") || slice_is(kind, "manyToMany") || one_to_many || many_to_one)
		add_text(side, "relation", one_to_many ? "manyToOne" : many_to_one ? "oneToMany" : kind.ptr);
	add_text(side, "target", uid);
	copy(side, there, "autoPopulate");
	if (json_object_get_boolean(json_member(there, "private")))
		json_object_object_add(side, "private", json_object_new_boolean(true));
	copy(side, there, "pluginOptions");
	add_text(side, many_to_one || (!one_to_many && is_dominant(attribute)) ? "mappedBy" : "inversedBy", name);
	return side;
}

bool relation_set(struct model_edits *models, const struct model_edit *type, const char *name,
                  struct json_object *attribute, struct error *error)
{
	const char *target = text_of(attribute, "target"), *other = text_of(attribute, "targetAttribute");
	struct model_edit *model = target ? models_find(models, target, false) : NULL;
	if (!target || (model && (!other || !*other)))
		return true;
	if (!model)
		return error_set(error, 400, "ApplicationError", "target: %s does not exist", target);
	model_set_attribute(model, other, other_side(name, type->uid, attribute, model_attribute_json(model, other)));
	return true;
}

static const char *other_name(struct json_object *attribute)
{
	const char *name = text_of(attribute, "inversedBy");
	return name ? name : text_of(attribute, "mappedBy");
}

void relation_unset(struct model_edits *models, struct json_object *attribute)
{
	const char *target = text_of(attribute, "target"), *other = other_name(attribute);
	struct model_edit *model = target ? models_find(models, target, false) : NULL;
	if (model && other && model_attribute_json(model, other))
		model_remove_attribute(model, other);
}

static bool is_one_kind_to_its_like(struct json_object *attribute)
{
	const struct slice kind = json_string(json_member(attribute, "relation"));
	return slice_is(kind, "manyToMany") || slice_is(kind, "oneToOne");
}

/* What the builder does not know of stays. */
static void keep_options(struct json_object *attribute, struct json_object *before)
{
	static const char *const left_out[] = {"configurable",  "required",   "private", "unique",
	                                       "pluginOptions", "inversedBy", "mappedBy"};
	json_object_object_foreach(before, name, value)
	{
		bool out = json_find(attribute, name, NULL);
		for (size_t i = 0; i < COUNT_OF(left_out); i++)
			out |= strcmp(left_out[i], name) == 0;
		if (!out)
			json_object_object_add(attribute, name, json_object_get(value));
	}
}

/* Both are relations. */
static bool change_relation(struct model_edits *models, struct model_edit *type, const char *name,
                            struct json_object *before, struct json_object *attribute, struct error *error)
{
	const char *other = other_name(before), *wanted = text_of(attribute, "targetAttribute");
	const bool same_kind =
	    slice_equals(json_string(json_member(before, "relation")), json_string(json_member(attribute, "relation")));
	const bool same_other = other && wanted ? strcmp(other, wanted) == 0 : other == wanted;
	if (!same_kind || !same_other)
		relation_unset(models, before);
	keep_options(attribute, before);
	if (text_of(before, "inversedBy"))
		json_object_object_add(attribute, "dominant", json_object_new_boolean(true));
	else if (text_of(before, "mappedBy"))
		json_object_object_add(attribute, "dominant", json_object_new_boolean(false));
	else if (is_one_kind_to_its_like(attribute))
		json_object_object_add(attribute, "dominant", json_object_new_boolean(true));
	return relation_set(models, type, name, attribute, error);
}

static bool add_relation(struct model_edits *models, struct model_edit *type, const char *name,
                         struct json_object *attribute, struct error *error)
{
	if (is_one_kind_to_its_like(attribute))
		json_object_object_add(attribute, "dominant", json_object_new_boolean(true));
	return relation_set(models, type, name, attribute, error);
}

static bool change_one(struct model_edits *models, struct model_edit *type, const char *name,
                       struct json_object *before, struct json_object *attribute, struct error *error)
{
	if (is_relation(before) && is_relation(attribute))
		return change_relation(models, type, name, before, attribute, error);
	if (is_relation(before))
		relation_unset(models, before);
	return !is_relation(attribute) || relation_set(models, type, name, attribute, error);
}

bool relations_change(struct model_edits *models, struct model_edit *type, struct json_object *attributes,
                      struct error *error)
{
	/* The type's own attributes may be changed on the way, where a relation leads to itself. */
	struct json_object *before = NULL;
	json_object_deep_copy(model_attributes(type), &before, NULL);
	json_keep(models->arena, before);
	json_object_object_foreach(before, gone, old)
	{
		if (!json_find(attributes, gone, NULL) && is_configurable(old) && is_relation(old) && other_name(old))
			relation_unset(models, old);
	}
	json_object_object_foreach(before, stays, was)
	{
		struct json_object *attribute = json_member(attributes, stays);
		if (attribute && !change_one(models, type, stays, was, attribute, error))
			return false;
	}
	json_object_object_foreach(attributes, name, attribute)
	{
		if (!json_find(before, name, NULL) && is_relation(attribute) &&
		    !add_relation(models, type, name, attribute, error))
			return false;
	}
	return true;
}
