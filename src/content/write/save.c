#include "save.h"

bool save_create(struct save *save, const struct content_type *type, struct json_object *data, int64_t *id)
{
	struct store_field *fields;
	size_t count;
	return fields_collect(save, type, data, true, &fields, &count) &&
	       store_insert(save->call->session, type->table, fields, count, id, save->error) &&
	       components_save(save, type, *id, data, true) && relations_save(save, type, *id, data, true);
}

bool save_update(struct save *save, const struct content_type *type, int64_t id, struct json_object *data)
{
	const struct store_where where = {.column = "id", .id = id};
	struct store_field *fields;
	size_t count;
	return fields_collect(save, type, data, false, &fields, &count) &&
	       store_update(save->call->session, type->table, &where, fields, count, save->error) &&
	       components_save(save, type, id, data, false) && relations_save(save, type, id, data, false);
}

/* Links in tables with foreign keys go with the row. */
bool save_delete(struct save *save, const struct content_type *type, int64_t id)
{
	return components_delete(save, type, id) && relations_forget(save, type, id) &&
	       store_delete(save->call->session, type->table, "id", &id, 1, save->error);
}
