/* Where relations between two types keep their links. Strapi looks at one attribute after the other, in the order of
 * types and attributes. One that owns its relation makes a table for it, and gives this table to the attribute that its
 * inversedBy names, whatever that one says itself. So of two sides that both own the relation the later one wins: its
 * table is the one that both use, and the other stays empty. A side with mappedBy that no attribute names gets none.
 *
 * Whether the project's types or those of plugins come first is not fixed in Strapi: it reads both at a time. Its copy
 * of the models in the database tells how it was. */
#include "relations.h"
#include "links.h"
#include "load.h"
#include "read_type.h"

struct linker {
	struct drafts *drafts;
	struct mistakes *mistakes;
	struct draft *draft; /* whose attribute is at hand */
	struct attribute *attribute;
	const struct mention *mention;
};

static const char *path(const struct linker *linker, const char *key)
{
	return draft_path(linker->mistakes, linker->attribute, key);
}

static bool to_many(const struct attribute *attribute)
{
	return attribute->relation == RELATION_ONE_TO_MANY || attribute->relation == RELATION_MANY_TO_MANY;
}

static bool from_many(const struct attribute *attribute)
{
	return attribute->relation == RELATION_MANY_TO_ONE || attribute->relation == RELATION_MANY_TO_MANY;
}

static bool is_between_types(const struct attribute *attribute)
{
	return attribute->type == ATTRIBUTE_RELATION && !attribute_is_morph(attribute) && attribute->target;
}

/* Whether Strapi starts with `found` as the other side, and each keeps links of its own. It gives the table to any
 * relation, and media count as one there. But those that have no links table of their own don't look at it. */
static bool is_unmoved(const struct attribute *found, const struct link_storage *link)
{
	bool other =
	    found->type == ATTRIBUTE_MEDIA || (found->type == ATTRIBUTE_RELATION && attribute_is_morph(found) &&
	                                       found->relation != RELATION_MORPH_TO_MANY);
	return other && link->kind == LINK_TABLE;
}

/* The attribute that inversedBy names and that shares the links; NULL when there is none, with the mistake reported
 * when that can't be. */
static struct attribute *find_named(const struct linker *linker, const struct link_storage *link)
{
	const struct content_type *target = linker->attribute->target;
	const char *name = linker->mention->inversed_by;
	struct attribute *found = map_get(&target->by_name, slice_of(name));
	if (found && found->type == ATTRIBUTE_RELATION && !attribute_is_morph(found))
		return found;
	if (!found || !is_unmoved(found, link))
		mistakes_add(linker->mistakes, linker->draft->label, path(linker, "inversedBy"),
		             found ? "%s of %s is no relation to one type" : "%s is no attribute of %s", name,
		             target->uid);
	return NULL;
}

/* A side orders its links only when there may be several. */
static void give_link(struct attribute *attribute, struct link_storage link)
{
	if (attribute->link.kind == LINK_JOIN_COLUMN || attribute->link.kind == LINK_JOIN_COLUMN_INVERSE)
		return;
	if (!to_many(attribute))
		link.order_column = NULL;
	if (!from_many(attribute) || !attribute->two_way)
		link.inverse_order_column = NULL;
	attribute->link = link;
}

static void make_link(const struct linker *linker)
{
	struct arena *arena = linker->mistakes->arena;
	struct attribute *attribute = linker->attribute;
	struct link_storage link = draft_owned_link(arena, linker->draft->type, attribute, linker->mention);
	struct attribute *other = attribute->two_way ? find_named(linker, &link) : NULL;
	if (link.kind == LINK_TABLE) {
		struct link_storage *made = arena_alloc(arena, sizeof *made);
		*made = link;
		attribute->made = made;
	}
	attribute->link = link;
	if (other)
		give_link(other, draft_turned_link(link));
}

static enum relation_kind mirrored(enum relation_kind kind)
{
	if (kind == RELATION_ONE_TO_MANY)
		return RELATION_MANY_TO_ONE;
	return kind == RELATION_MANY_TO_ONE ? RELATION_ONE_TO_MANY : kind;
}

static bool are_same(const char *a, const char *b)
{
	return a && b && strcmp(a, b) == 0;
}

static const char *named_by(const struct mention *mention, bool owner)
{
	return owner ? mention->inversed_by : mention->mapped_by;
}

/* The other side, when both name each other and use the same links; else NULL. */
static const struct attribute *find_inverse(const struct linker *linker)
{
	const struct attribute *attribute = linker->attribute;
	const struct draft *target = drafts_find(linker->drafts, attribute->target->uid);
	const char *name = named_by(linker->mention, attribute->owner);
	const struct attribute *other = map_get(&target->type->by_name, slice_of(name));
	if (!other || !is_between_types(other) || !other->two_way || other->owner == attribute->owner)
		return NULL;
	bool named = other->target == linker->draft->type &&
	             are_same(named_by(&target->mentions[other->index], other->owner), attribute->name);
	bool linked = attribute->link.kind != LINK_NONE && other->link.kind != LINK_NONE &&
	              strcmp(attribute->link.table, other->link.table) == 0;
	return named && linked && other->relation == mirrored(attribute->relation) ? other : NULL;
}

/* Strapi starts with such a relation, so it is no mistake, but hardly what was meant. */
static void report(const struct linker *linker)
{
	const struct attribute *attribute = linker->attribute;
	const char *key = attribute->owner ? "inversedBy" : "mappedBy";
	const char *name = named_by(linker->mention, attribute->owner);
	if (attribute->lost)
		return;
	if (attribute->link.kind == LINK_NONE)
		mistakes_note(linker->mistakes, linker->draft->label, path(linker, key),
		              "no attribute of %s names %s with inversedBy; as in Strapi, the relation keeps nothing",
		              attribute->target->uid, attribute->name);
	else if (attribute->made && strcmp(attribute->made->table, attribute->link.table) != 0)
		mistakes_note(
		    linker->mistakes, linker->draft->label, path(linker, key),
		    "%s of %s owns the relation, too; as in Strapi, the links are in its table %s, and %s stays "
		    "empty",
		    name, attribute->target->uid, attribute->link.table, attribute->made->table);
	else
		mistakes_note(linker->mistakes, linker->draft->label, path(linker, key),
		              "%s of %s does not point back with %s; as in Strapi, the links are in the table %s", name,
		              attribute->target->uid, attribute->owner ? "mappedBy" : "inversedBy",
		              attribute->link.table);
}

static void finish(const struct linker *linker)
{
	struct attribute *attribute = linker->attribute;
	if (attribute->link.kind == LINK_NONE) {
		attribute->link.owner_column = "owner_id";
		attribute->link.target_column = "target_id";
	}
	if (!attribute->two_way || linker->mistakes->count)
		return;
	attribute->inverse = find_inverse(linker);
	if (!attribute->inverse)
		report(linker);
}

static void for_each_of(struct drafts *drafts, struct mistakes *mistakes, struct draft *draft,
                        void (*call)(const struct linker *linker))
{
	struct linker linker = {drafts, mistakes, draft, NULL, NULL};
	for (size_t i = 0; i < draft->type->attribute_count; i++) {
		linker.attribute = &draft->type->attributes[i];
		linker.mention = &draft->mentions[i];
		if (is_between_types(linker.attribute))
			call(&linker);
	}
}

static void for_each(struct drafts *drafts, struct mistakes *mistakes, void (*call)(const struct linker *linker))
{
	for (size_t i = 0; i < drafts->count; i++)
		for_each_of(drafts, mistakes, drafts->items[i], call);
}

static void make_owned(const struct linker *linker)
{
	bool owns = linker->attribute->owner &&
	            (!linker->attribute->two_way || linker->attribute->relation != RELATION_ONE_TO_MANY);
	if (owns)
		make_link(linker);
}

/* Whether a type of the project and one of a plugin both own a relation between them. */
static bool is_order_asked(const struct drafts *drafts)
{
	for (size_t i = 0; i < drafts->count; i++) {
		const struct draft *draft = drafts->items[i];
		for (size_t j = 0; j < draft->type->attribute_count; j++) {
			const struct attribute *attribute = &draft->type->attributes[j];
			const char *name = draft->mentions[j].inversed_by;
			if (!name || !is_between_types(attribute) || attribute->target->plugin == draft->type->plugin)
				continue;
			const struct attribute *other = map_get(&attribute->target->by_name, slice_of(name));
			if (other && is_between_types(other) && other->two_way && other->owner)
				return true;
		}
	}
	return false;
}

static void make_owned_of(struct drafts *drafts, struct mistakes *mistakes, bool plugins)
{
	for (size_t i = 0; i < drafts->count; i++)
		if (drafts->items[i]->type->plugin == plugins)
			for_each_of(drafts, mistakes, drafts->items[i], make_owned);
}

void drafts_link_relations(struct drafts *drafts, struct mistakes *mistakes)
{
	const struct model_options *options = mistakes->options;
	if (options && options->project_is_first && is_order_asked(drafts) &&
	    options->project_is_first(options->context)) {
		make_owned_of(drafts, mistakes, false);
		make_owned_of(drafts, mistakes, true);
	} else {
		for_each(drafts, mistakes, make_owned);
	}
	for_each(drafts, mistakes, finish);
}
