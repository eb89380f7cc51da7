#include "relation_change.h"

bool relation_delete_rows(struct relation_change *change, const int64_t *rows, size_t count)
{
	return store_delete(change->save->call->session, change->attribute->link.table, "id", rows, count,
	                    change->save->error);
}

static bool save_relation(struct relation_change *change, bool creation)
{
	enum link_kind kind = change->attribute->link.kind;
	bool table = kind == LINK_TABLE || kind == LINK_MORPH_OWNER || kind == LINK_MORPH_TARGET;
	if (table && !creation &&
	    !store_read_links(change->save->call->session, change->type, change->attribute, false, &change->id, 1,
	                      &change->rows, &change->row_count, change->save->error))
		return false;
	switch (kind) {
	case LINK_TABLE:
		return relation_table_save(change);
	case LINK_MORPH_OWNER:
	case LINK_MORPH_TARGET:
		return relation_morph_save(change);
	case LINK_COLUMN_TARGET:
	case LINK_JOIN_COLUMN_INVERSE:
		return relation_direct_save(change);
	default:
		return true; /* columns of the entry's own row */
	}
}

static bool is_relation_field(const struct attribute *attribute)
{
	return attribute->type == ATTRIBUTE_RELATION || attribute->type == ATTRIBUTE_MEDIA;
}

bool relations_save(struct save *save, const struct content_type *type, int64_t id, struct json_object *data,
                    bool creation)
{
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		struct json_object *json;
		struct relation_input input;
		if (!is_relation_field(attribute) || !json_object_object_get_ex(data, attribute->name, &json) ||
		    (creation && !json))
			continue;
		struct relation_change change = {
		    .save = save, .type = type, .attribute = attribute, .id = id, .input = &input};
		if (!relation_read(save->call->arena, save->registry, attribute, json, attribute->name, &input,
		                   save->error) ||
		    !save_relation(&change, creation))
			return false;
	}
	return true;
}

bool relations_forget(struct save *save, const struct content_type *type, int64_t id)
{
	static const struct relation_input nothing = {.clear = true};
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		enum link_kind kind = attribute->link.kind;
		if (!is_relation_field(attribute) ||
		    (kind != LINK_MORPH_OWNER && kind != LINK_MORPH_TARGET && kind != LINK_COLUMN_TARGET))
			continue;
		struct relation_change change = {
		    .save = save, .type = type, .attribute = attribute, .id = id, .input = &nothing};
		if (!save_relation(&change, false))
			return false;
	}
	return true;
}
