/* Entries of Strapi's archives: as strapi.db.query reads them, with their components. */
#include "write.h"

enum { PAGE = 100, DEEPEST_COMPONENT = 30, KEPT_BYTES = 1024 * 1024 };

static struct json_object *populate_of(const struct content_type *type, unsigned depth);

/* What is read of a component: all of it, and the components in it. */
static struct json_object *options_of(const struct content_type *component, unsigned depth)
{
	struct json_object *options = json_object_new_object();
	json_object_object_add(options, "populate", populate_of(component, depth + 1));
	return options;
}

static struct json_object *populate_of(const struct content_type *type, unsigned depth)
{
	struct json_object *populate = json_object_new_object();
	for (size_t i = 0; depth < DEEPEST_COMPONENT && i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		if (attribute->type == ATTRIBUTE_COMPONENT) {
			json_object_object_add(populate, attribute->name, options_of(attribute->target, depth));
		} else if (attribute->type == ATTRIBUTE_DYNAMICZONE) {
			struct json_object *on = json_object_new_object(), *options = json_object_new_object();
			for (size_t j = 0; j < attribute->component_count; j++)
				json_object_object_add(on, attribute->components[j]->uid,
				                       options_of(attribute->components[j], depth));
			json_object_object_add(options, "on", on);
			json_object_object_add(populate, attribute->name, options);
		}
	}
	return populate;
}

/* {"where": {"id": {"$gt": after}}, "orderBy": {"id": "asc"}, "limit": …, "populate": …} */
static struct json_object *make_params(struct arena *arena, const struct content_type *type, int64_t after)
{
	struct json_object *params = json_keep(arena, json_object_new_object());
	struct json_object *where = json_object_new_object(), *above = json_object_new_object();
	struct json_object *order = json_object_new_object();
	json_object_object_add(above, "$gt", json_object_new_int64(after));
	json_object_object_add(where, "id", above);
	json_object_object_add(order, "id", json_object_new_string("asc"));
	json_object_object_add(params, "where", where);
	json_object_object_add(params, "orderBy", order);
	json_object_object_add(params, "limit", json_object_new_int(PAGE));
	json_object_object_add(params, "populate", populate_of(type, 0));
	return params;
}

static bool visit_page(struct strapi_writing *writing, const struct content_type *type, strapi_entry_visitor *visitor,
                       void *context, int64_t *last, size_t *count)
{
	struct query_root root = {.locale = LOCALE_ALL};
	struct content_result *result;
	int64_t total;
	bool done = true;
	arena_reset(writing->call.arena, KEPT_BYTES);
	if (!query_read_engine(writing->call.arena, writing->registry, type,
	                       make_params(writing->call.arena, type, *last), &root.query, writing->error) ||
	    !content_find(&writing->call, &root, false, &result, &total, writing->error))
		return false;
	*count = content_result_count(result);
	for (size_t i = 0; done && i < *count; i++) {
		struct json_object *entry = content_entry_json(result, i);
		*last = content_result_id(result, i);
		done = visitor(writing, context, entry);
		json_object_put(entry);
		progress_step(&writing->progress);
	}
	content_free(result);
	return done;
}

bool strapi_visit_entries(struct strapi_writing *writing, const struct content_type *type,
                          strapi_entry_visitor *visitor, void *context)
{
	/* Ids may be below 1 where other programs wrote; JSON has no others than these. */
	int64_t last = -(INT64_C(1) << 53);
	size_t count = PAGE;
	while (count == PAGE)
		if (!visit_page(writing, type, visitor, context, &last, &count))
			return false;
	return true;
}

struct entities {
	struct jsonl jsonl;
	const struct content_type *type;
};

static bool write_entity(struct strapi_writing *writing, void *context, struct json_object *entry)
{
	struct entities *entities = context;
	struct buffer *line = &writing->line;
	struct json_object *id = json_member(entry, "id");
	buffer_format(line, "{\"type\":\"%s\",\"id\":%lld,\"data\":", entities->type->uid,
	              (long long)json_object_get_int64(id));
	json_object_object_del(entry, "id");
	json_write_value(line, entry);
	buffer_byte(line, '}');
	return jsonl_add(&entities->jsonl, line);
}

bool strapi_write_entities(struct strapi_writing *writing)
{
	struct entities entities;
	bool done = jsonl_open(&entities.jsonl, &writing->writer, STRAPI_ENTITIES);
	for (size_t i = 0; done && i < writing->registry->type_count; i++) {
		entities.type = writing->registry->types[i];
		if (!entities.type->component && !strapi_leaves_out(slice_of(entities.type->uid)))
			done = strapi_visit_entries(writing, entities.type, write_entity, &entities);
	}
	done = done && jsonl_finish(&entities.jsonl);
	writing->result->entries = entities.jsonl.lines;
	jsonl_close(&entities.jsonl);
	return done;
}
