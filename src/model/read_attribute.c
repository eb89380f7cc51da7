/* One attribute of a model file: its type and options. */
#include "read_attribute.h"
#include "attribute_types.h"
#include "custom_fields.h"
#include "known_keys.h"
#include "scalar_options.h"

static bool member_localized(const struct place *place)
{
	struct place options = member_options(place, "pluginOptions");
	struct place i18n = options.object ? member_options(&options, "i18n") : options;
	return i18n.object && member_is_true(&i18n, "localized");
}

static void read_flags(const struct place *place, struct attribute *attribute)
{
	attribute->required = member_flag(place, "required", false);
	attribute->unique = member_flag(place, "unique", false);
	attribute->is_private = member_is_true(place, "private");
	attribute->searchable = member_flag(place, "searchable", true);
	attribute->writable = member_flag(place, "writable", true);
	attribute->configurable = member_flag(place, "configurable", true);
	attribute->indexed = member_flag(place, "index", false);
	attribute->hidden = !member_flag(place, "visible", true);
	/* relations and uids are never copied between the language versions of an entry */
	attribute->localized =
	    member_localized(place) || attribute->type == ATTRIBUTE_RELATION || attribute->type == ATTRIBUTE_UID;
}

static void read_item_counts(const struct place *place, struct attribute *attribute)
{
	int64_t count;
	attribute->has_min = member_whole(place, "min", &count);
	if (attribute->has_min)
		attribute->min = (double)count;
	attribute->has_max = member_whole(place, "max", &count);
	if (attribute->has_max)
		attribute->max = (double)count;
	if (attribute->has_min && attribute->has_max && attribute->min > attribute->max)
		member_note(place, "min", "expected no more than max; every value is refused");
}

static void read_component(const struct place *place, struct attribute *attribute, struct mention *mention)
{
	const char *uid = member_text(place, "component");
	if (!member_any(place, "component"))
		member_mistake(place, "component", "expected the name of a component, as \"category.name\"");
	if (uid) {
		mention->components = arena_array(place->mistakes->arena, 1, sizeof *mention->components);
		mention->components[mention->component_count++] = uid;
	}
	attribute->multiple = member_flag(place, "repeatable", false);
	read_item_counts(place, attribute);
}

static void read_dynamic_zone(const struct place *place, struct attribute *attribute, struct mention *mention)
{
	size_t count = 0;
	const char **uids = member_texts(place, "components", &count);
	if (!member_any(place, "components"))
		member_note(place, "components", "expected the names of the components that may stand here");
	struct map seen;
	map_init(&seen, place->mistakes->arena);
	mention->components = uids;
	/* Strapi starts with a list that is empty, or has a component twice. */
	for (size_t i = 0; uids && i < count; i++) {
		if (map_set(&seen, slice_of(uids[i]), mention))
			mistakes_note(place->mistakes, place->file, member_path(place, "components"),
			              "%s stands here twice", uids[i]);
		else
			uids[mention->component_count++] = uids[i];
	}
	attribute->multiple = true;
	read_item_counts(place, attribute);
}

static void read_media(const struct place *place, struct attribute *attribute)
{
	static const char *const known[] = {"images", "videos", "files", "audios"};
	attribute->multiple = member_is_true(place, "multiple");
	/* Only Strapi's panel reads them. */
	if (member_any(place, "allowedTypes") && !member_has_texts(place, "allowedTypes")) {
		member_note(place, "allowedTypes", "expected an array of images, videos, files or audios");
		return;
	}
	attribute->allowed_types = member_texts(place, "allowedTypes", &attribute->allowed_type_count);
	for (size_t i = 0; i < attribute->allowed_type_count; i++) {
		size_t at = 0;
		while (at < COUNT_OF(known) && strcmp(known[at], attribute->allowed_types[i]) != 0)
			at++;
		if (at == COUNT_OF(known))
			member_note(place, "allowedTypes",
			            "unknown kind of file %s; expected images, videos, files or audios",
			            attribute->allowed_types[i]);
	}
}

/* Which of mappedBy, inversedBy and morphBy may stand at a relation of this kind. */
static void check_relation_keys(const struct place *place, enum relation_kind kind, const struct mention *mention)
{
	bool to_morph = kind == RELATION_MORPH_TO_ONE || kind == RELATION_MORPH_TO_MANY;
	bool from_morph = kind == RELATION_MORPH_ONE || kind == RELATION_MORPH_MANY;
	if (!to_morph && !member_any(place, "target"))
		member_mistake(place, "target", "expected the uid of a content-type, as \"api::name.name\"");
	if (from_morph && !member_any(place, "morphBy"))
		member_mistake(place, "morphBy",
		               "expected the name of a morphToOne or morphToMany relation of the target");
	if (kind == RELATION_MANY_TO_ONE && mention->mapped_by && !mention->inversed_by)
		member_mistake(place, "mappedBy", "the many side of a manyToOne relation owns it; expected inversedBy");
	else if (kind == RELATION_ONE_TO_MANY && mention->inversed_by)
		member_mistake(place, "inversedBy",
		               "the one side of a oneToMany relation cannot own it; expected mappedBy");
}

static bool read_relation(const struct place *place, struct attribute *attribute, struct mention *mention)
{
	const char *kind = member_text(place, "relation");
	if (!kind || !relation_kind_of(kind, &attribute->relation)) {
		if (kind)
			member_mistake(place, "relation", "unknown relation %s; expected one of %s", kind,
			               relation_kind_names);
		else if (!member_any(place, "relation"))
			member_mistake(place, "relation", "expected one of %s", relation_kind_names);
		return false;
	}
	mention->target = member_text(place, "target");
	mention->mapped_by = member_text(place, "mappedBy");
	mention->inversed_by = member_text(place, "inversedBy");
	mention->morph_by = member_text(place, "morphBy");
	mention->no_link_table = !member_flag(place, "useJoinTable", true);
	check_relation_keys(place, attribute->relation, mention);
	attribute->two_way = mention->mapped_by || mention->inversed_by;
	attribute->owner = (!mention->mapped_by || mention->inversed_by) && attribute->relation != RELATION_MORPH_ONE &&
	                   attribute->relation != RELATION_MORPH_MANY;
	attribute->multiple =
	    attribute->relation == RELATION_ONE_TO_MANY || attribute->relation == RELATION_MANY_TO_MANY ||
	    attribute->relation == RELATION_MORPH_TO_MANY || attribute->relation == RELATION_MORPH_MANY;
	return true;
}

static bool read_options(const struct place *place, bool in_component, struct attribute *attribute,
                         struct mention *mention)
{
	switch (attribute->type) {
	case ATTRIBUTE_RELATION:
		return read_relation(place, attribute, mention);
	case ATTRIBUTE_MEDIA:
		read_media(place, attribute);
		return true;
	case ATTRIBUTE_COMPONENT:
		attribute->owner = true;
		read_component(place, attribute, mention);
		return true;
	case ATTRIBUTE_DYNAMICZONE:
		attribute->owner = true;
		read_dynamic_zone(place, attribute, mention);
		return true;
	default:
		scalar_options_read(place, in_component, attribute);
		return true;
	}
}

static bool read_kind(const struct place *place, const struct content_type *type, struct attribute *attribute)
{
	const char *name = member_text(place, "type");
	if (name && strcmp(name, "customField") == 0)
		return custom_field_read(place, type, attribute);
	if (name && attribute_type_of(name, &attribute->type))
		return true;
	if (name)
		member_mistake(place, "type", "unknown type %s; expected one of %s, customField", name,
		               attribute_type_names);
	else if (!member_any(place, "type"))
		member_mistake(place, "type", "expected one of %s, customField", attribute_type_names);
	return false;
}

/* Strapi's panel has a field for numbers, and needs none for what is not visible: of others it ends the start. */
static bool is_unstored(struct json_object *type, const char *name, struct json_object *visible)
{
	enum attribute_type known;
	if (type && !name)
		return false;
	if (name && (strcmp(name, "customField") == 0 || (attribute_type_of(name, &known) && known != ATTRIBUTE_ARRAY)))
		return false;
	return (name && strcmp(name, "number") == 0) || (visible && !json_is_truthy(visible));
}

bool draft_read_unstored(const struct place *place, struct attribute *attribute)
{
	struct json_object *type = member_any(place, "type");
	const char *name = member_string(place->mistakes->arena, type);
	if (!is_unstored(type, name, member_any(place, "visible")))
		return false;
	member_note(place, "type",
	            "Strapi has no column for %s; the attribute keeps nothing, and nobody can ask for it",
	            name ? name : "an attribute without a type");
	attribute->type = ATTRIBUTE_JSON;
	read_flags(place, attribute);
	scalar_options_read(place, false, attribute);
	return true;
}

bool draft_read_attribute(const struct place *place, const struct content_type *type, struct attribute *attribute,
                          struct mention *mention)
{
	if (!read_kind(place, type, attribute))
		return false;
	known_keys_check(place, KEYS_OF_ATTRIBUTE);
	read_flags(place, attribute);
	return read_options(place, type->component, attribute, mention);
}
