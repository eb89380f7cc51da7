/* Links of Strapi's archives: links here as well, or columns of their entries. */
#include "read.h"

/* One end of a link. */
struct end {
	const struct content_type *type; /* NULL: left out, or unknown */
	struct slice field;
	int64_t id;
	struct json_object *position;
};

static bool read_end(struct converting *converting, struct json_object *link, const char *name, struct end *end)
{
	struct json_object *json = json_member_of_type(link, name, json_type_object);
	struct slice uid = json_string(json_member(json, "type"));
	struct json_object *id = json_member_of_type(json, "ref", json_type_int);
	*end = (struct end){
	    .field = json_string(json_member(json, "field")),
	    .id = json_object_get_int64(id),
	    .position = json_member(json, "pos"),
	};
	if (!uid.len || !id)
		return error_validation(converting->error, "The archive has a link without %s.type and %s.ref", name,
		                        name);
	if (strapi_leaves_out(uid))
		return true;
	end->type = model_type(converting->options->registry, uid);
	return end->type || convert_report_unknown(converting, "type", arena_copy(converting->scratch, uid));
}

static bool add_reference(struct converting *converting, const struct attribute *attribute, const struct end *left,
                          const struct end *right)
{
	const char *name = arena_format(converting->arena, "%s %lld", left->type->uid, (long long)left->id);
	struct strapi_reference *reference = arena_alloc(converting->arena, sizeof *reference);
	*reference = (struct strapi_reference){
	    .next = map_get(&converting->references, slice_of(name)),
	    .attribute = attribute,
	    .type = attribute->link.kind == LINK_COLUMN_OWNER ? right->type->uid : NULL,
	    .id = right->id,
	};
	for (const struct strapi_reference *other = reference->next; other; other = other->next)
		if (other->attribute == attribute)
			return true;
	map_set(&converting->references, slice_of(name), reference);
	return true;
}

static void write_position(struct buffer *line, const char *name, struct json_object *position)
{
	if (!position)
		return;
	json_write_name(line, slice_of(name));
	json_write_value(line, position);
}

static bool write_link(struct converting *converting, const struct transfer_table *table, const struct end *left,
                       const struct end *right)
{
	const bool any = map_get(&table->by_name, SLICE("toType"));
	struct buffer *line = &converting->line;
	buffer_format(line, "{\"link\":\"%s\",\"field\":", left->type->uid);
	json_write_string(line, slice_of(table->field));
	buffer_format(line, ",\"from\":%lld,\"to\":%lld", (long long)left->id, (long long)right->id);
	if (any)
		buffer_format(line, ",\"toType\":\"%s\"", right->type->uid);
	if (any && right->field.len) {
		json_write_name(line, SLICE("toField"));
		json_write_string(line, right->field);
	}
	/* Of those to any type the position stands on the right. */
	write_position(line, "order", any ? right->position : left->position);
	if (!any)
		write_position(line, "inverseOrder", right->position);
	buffer_byte(line, '}');
	return convert_end_line(converting, converting->links);
}

bool convert_link(struct converting *converting, struct json_object *json)
{
	struct end left, right;
	if (!read_end(converting, json, "left", &left) || !read_end(converting, json, "right", &right))
		return false;
	if (!left.type || !right.type)
		return true;
	const struct attribute *attribute = map_get(&left.type->by_name, left.field);
	const char *name = arena_format(converting->scratch, "%.*s of %s", slice_shown_length(left.field, 100),
	                                left.field.ptr ? left.field.ptr : "", left.type->uid);
	const struct transfer_table *table = map_get(
	    &converting->tables->links,
	    slice_of(arena_format(converting->scratch, "%s %s", left.type->uid, attribute ? attribute->name : "")));
	const bool in_column =
	    attribute && (attribute->link.kind == LINK_JOIN_COLUMN || attribute->link.kind == LINK_COLUMN_OWNER);
	if (!in_column && (!table || !table->field))
		return convert_report_unknown(converting, "relation", name);
	if (!id_set_has(&converting->ids[left.type->index], left.id) ||
	    !id_set_has(&converting->ids[right.type->index], right.id)) {
		(*converting->left_out)++;
		return true;
	}
	return in_column ? add_reference(converting, attribute, &left, &right)
	                 : write_link(converting, table, &left, &right);
}
