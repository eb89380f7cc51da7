#include "server_attributes.h"

static struct attribute *add(struct draft *draft, const char *name, const char *column, enum attribute_type kind)
{
	struct content_type *type = draft->type;
	struct attribute *attribute = &type->attributes[type->attribute_count];
	*attribute = (struct attribute){
	    .name = name,
	    .column = column,
	    .type = kind,
	    .searchable = true,
	    .writable = true,
	    .hidden = true,
	    .localized = true, /* each language version of an entry has its own */
	    .index = type->attribute_count,
	};
	type->attribute_count++;
	map_set(&type->by_name, slice_of(name), attribute);
	return attribute;
}

static void add_creator(struct draft *draft, const char *name)
{
	struct attribute *attribute = add(draft, name, NULL, ATTRIBUTE_RELATION);
	attribute->relation = RELATION_ONE_TO_ONE;
	attribute->owner = attribute->creator = true;
	attribute->writable = false;
	attribute->is_private = !draft->type->populate_creator_fields;
	draft->mentions[attribute->index] = (struct mention){.target = "admin::user", .no_link_table = true};
}

static void add_locale(struct draft *draft)
{
	struct content_type *type = draft->type;
	struct attribute *attribute = add(draft, "localizations", NULL, ATTRIBUTE_RELATION);
	attribute->relation = RELATION_ONE_TO_MANY;
	attribute->owner = attribute->multiple = true;
	draft->mentions[attribute->index] = (struct mention){.target = type->uid};
	type->localizations = attribute;
	type->locale = add(draft, "locale", "locale", ATTRIBUTE_STRING);
}

void server_attributes_add(struct draft *draft)
{
	struct content_type *type = draft->type;
	struct attribute *created_at = add(draft, "createdAt", "created_at", ATTRIBUTE_DATETIME);
	struct attribute *updated_at = add(draft, "updatedAt", "updated_at", ATTRIBUTE_DATETIME);
	created_at->writable = updated_at->writable = false;
	type->created_at = created_at;
	type->updated_at = updated_at;
	if (type->draft_and_publish)
		type->published_at = add(draft, "publishedAt", "published_at", ATTRIBUTE_DATETIME);
	const struct attribute *own = map_get(&type->by_name, slice_of("publishedAt"));
	type->live = own && attribute_is_scalar(own) ? own : NULL;
	add_creator(draft, "createdBy");
	add_creator(draft, "updatedBy");
	if (type->localized)
		add_locale(draft);
}
