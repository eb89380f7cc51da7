/* From names to pointers: targets, inverse sides, components. */
#include "resolve.h"
#include "links.h"
#include "load.h"
#include "read_type.h"
#include "relations.h"

struct attribute_resolver {
	struct drafts *drafts;
	struct mistakes *mistakes;
	struct draft *draft; /* whose attribute is at hand */
	struct attribute *attribute;
	struct mention *mention;
};

#define resolver_mistake(resolver, key, ...)                         \
	mistakes_add((resolver)->mistakes, (resolver)->draft->label, \
	             draft_path((resolver)->mistakes, (resolver)->attribute, key), __VA_ARGS__)

static struct draft *find_content_type(const struct attribute_resolver *resolver, const char *key, const char *uid)
{
	struct draft *draft = drafts_find(resolver->drafts, uid);
	if (draft && !draft->type->component)
		return draft;
	if (map_get(&resolver->drafts->broken, slice_of(uid)))
		return NULL;
	resolver_mistake(resolver, key,
	                 draft ? "%s is a component; expected a content-type" : "unknown content-type %s", uid);
	return NULL;
}

static const struct content_type *find_component(const struct attribute_resolver *resolver, const char *uid)
{
	struct draft *draft = drafts_find(resolver->drafts, uid);
	if (draft && draft->type->component)
		return draft->type;
	if (map_get(&resolver->drafts->broken, slice_of(uid)))
		return NULL;
	resolver_mistake(resolver, "component", draft ? "%s is no component" : "unknown component %s", uid);
	return NULL;
}

static void resolve_components(const struct attribute_resolver *resolver)
{
	struct attribute *attribute = resolver->attribute;
	const struct mention *mention = resolver->mention;
	if (attribute->type == ATTRIBUTE_COMPONENT) {
		attribute->target = mention->component_count ? find_component(resolver, mention->components[0]) : NULL;
		return;
	}
	attribute->components =
	    arena_array(resolver->mistakes->arena, mention->component_count + 1, sizeof *attribute->components);
	/* Strapi starts with components of a dynamic zone that there are not: no entry may have them. */
	for (size_t i = 0; i < mention->component_count; i++) {
		const char *uid = mention->components[i];
		struct draft *draft = drafts_find(resolver->drafts, uid);
		if (draft && draft->type->component)
			attribute->components[attribute->component_count++] = draft->type;
		else if (!map_get(&resolver->drafts->broken, slice_of(uid)))
			mistakes_note(resolver->mistakes, resolver->draft->label,
			              draft_path(resolver->mistakes, attribute, "components"),
			              "unknown component %s; no entry may have it", uid);
	}
}

/* The attribute `name` of the target when it is a relation, else NULL and a mistake at `key`. */
static struct attribute *find_relation(const struct attribute_resolver *resolver, const struct draft *target,
                                       const char *key, const char *name)
{
	struct attribute *found = map_get(&target->type->by_name, slice_of(name));
	if (found && found->type == ATTRIBUTE_RELATION)
		return found;
	resolver_mistake(resolver, key, found ? "%s of %s is no relation" : "%s is no attribute of %s", name,
	                 target->type->uid);
	return NULL;
}

static void resolve_morph_inverse(const struct attribute_resolver *resolver, const struct draft *target)
{
	struct attribute *other = resolver->mention->morph_by
	                              ? find_relation(resolver, target, "morphBy", resolver->mention->morph_by)
	                              : NULL;
	if (other && !attribute_is_morph_to(other))
		resolver_mistake(resolver, "morphBy", "%s of %s is no morphToOne or morphToMany relation", other->name,
		                 target->type->uid);
	else
		resolver->attribute->inverse = other;
}

/* Whether Strapi starts with a relation whose target there is not: it asks only where an owner's links are kept. */
static bool is_lost(const struct attribute_resolver *resolver)
{
	const struct mention *mention = resolver->mention;
	return mention->mapped_by && !mention->inversed_by && !attribute_is_morph(resolver->attribute) &&
	       !drafts_find(resolver->drafts, mention->target) &&
	       !map_get(&resolver->drafts->broken, slice_of(mention->target));
}

/* It keeps nothing and is shown nowhere. */
static void lose(const struct attribute_resolver *resolver)
{
	mistakes_note(resolver->mistakes, resolver->draft->label,
	              draft_path(resolver->mistakes, resolver->attribute, "target"),
	              "unknown content-type %s; the relation keeps nothing, and nobody can ask for it",
	              resolver->mention->target);
	resolver->attribute->lost = resolver->attribute->is_private = true;
	resolver->attribute->target = resolver->draft->type;
	resolver->mention->mapped_by = "";
}

static void resolve_relation(const struct attribute_resolver *resolver)
{
	const struct mention *mention = resolver->mention;
	if (attribute_is_morph_to(resolver->attribute) || !mention->target)
		return;
	if (is_lost(resolver)) {
		lose(resolver);
		return;
	}
	struct draft *target = find_content_type(resolver, "target", mention->target);
	if (!target)
		return;
	resolver->attribute->target = target->type;
	if (attribute_is_morph(resolver->attribute))
		resolve_morph_inverse(resolver, target);
}

/* Media are links to upload's files, which know what they belong to by their attribute `related`. */
static void resolve_media(const struct attribute_resolver *resolver)
{
	struct draft *files = find_content_type(resolver, NULL, "plugin::upload.file");
	struct attribute *related = files ? find_relation(resolver, files, NULL, "related") : NULL;
	if (!related)
		return;
	resolver->attribute->target = files->type;
	if (related->relation == RELATION_MORPH_TO_MANY)
		resolver->attribute->inverse = related;
	else
		resolver_mistake(resolver, NULL,
		                 "media need the attribute related of plugin::upload.file to be morphToMany");
}

static void resolve_attribute(const struct attribute_resolver *resolver)
{
	switch (resolver->attribute->type) {
	case ATTRIBUTE_RELATION:
		resolve_relation(resolver);
		break;
	case ATTRIBUTE_MEDIA:
		resolve_media(resolver);
		break;
	case ATTRIBUTE_COMPONENT:
	case ATTRIBUTE_DYNAMICZONE:
		resolve_components(resolver);
		break;
	default:
		break;
	}
}

static void set_links(struct mistakes *mistakes, struct draft *draft)
{
	struct content_type *type = draft->type;
	for (size_t i = 0; i < type->attribute_count; i++) {
		struct attribute *attribute = &type->attributes[i];
		if (attribute->type >= ATTRIBUTE_COMPONENT && !type->component_table)
			type->component_table = arena_format(mistakes->arena, "%s_components", type->table);
		draft_set_link(mistakes->arena, draft, attribute);
	}
}

void drafts_resolve(struct drafts *drafts, struct mistakes *mistakes)
{
	for (size_t i = 0; i < drafts->count; i++) {
		struct attribute_resolver resolver = {drafts, mistakes, drafts->items[i], NULL, NULL};
		struct content_type *type = resolver.draft->type;
		for (size_t j = 0; j < type->attribute_count; j++) {
			resolver.attribute = &type->attributes[j];
			resolver.mention = &resolver.draft->mentions[j];
			resolve_attribute(&resolver);
		}
	}
	for (size_t i = 0; i < drafts->count; i++)
		set_links(mistakes, drafts->items[i]);
	drafts_link_relations(drafts, mistakes);
}
