#include "sign.h"

#include "entries.h"

#include <json-c/json.h>

/* The files of a result, and where each is shown. */
struct signing {
	struct content_result *result;
	struct json_object *files;
	struct signed_file {
		struct entries *entries;
		uint32_t item;
	} * places;
	size_t count, capacity;
	struct arena *arena;
};

static struct json_object *parse_item(const struct signing *signing, const struct entry *entry)
{
	struct buffer text = {0};
	buffer_byte(&text, '{');
	buffer_slice(&text, (struct slice){signing->result->text.data + entry->start, entry->length});
	buffer_byte(&text, '}');
	struct json_object *json = json_parse_stored(buffer_as_slice(&text));
	buffer_free(&text);
	return json;
}

static void collect_items(struct signing *signing, struct entries *entries)
{
	for (uint32_t item = 0; item < entries->count; item++) {
		struct json_object *json = parse_item(signing, &entries->items[item]);
		if (!json_object_is_type(json, json_type_object)) {
			json_object_put(json);
			continue;
		}
		json_object_array_add(signing->files, json);
		signing->places = arena_grow(signing->arena, signing->places, signing->count, &signing->capacity,
		                             sizeof *signing->places);
		signing->places[signing->count++] = (struct signed_file){entries, item};
	}
}

/* As deep as the query populates. */
static void collect(struct signing *signing, struct entries *entries)
{
	for (size_t i = 0; entries->related && i < entries->query->populate_count; i++) {
		struct related *related = &entries->related[i];
		for (size_t j = 0; !related->counts && j < related->entries_count; j++) {
			if (related->attribute->type == ATTRIBUTE_MEDIA)
				collect_items(signing, &related->entries[j]);
			collect(signing, &related->entries[j]);
		}
	}
}

/* Fields have their places in the text, and what is no field is not shown. */
static void write_fields(struct buffer *text, struct entries *entries, uint32_t item, struct json_object *file)
{
	const struct query *query = entries->query;
	size_t *ends = entries->ends + item * (query->field_count + 1);
	size_t from = ends[0];
	ends[0] = text->len;
	for (size_t i = 0; i < query->field_count; i++) {
		const size_t to = ends[i + 1], key = entries->key_lengths[i];
		const char *name = query->fields[i]->name;
		/* The text may move when it grows. */
		buffer_reserve(text, to - from);
		if (text->failed)
			return;
		if (strcmp(name, "url") == 0 || strcmp(name, "formats") == 0) {
			buffer_add(text, text->data + from, key);
			json_write_value(text, json_member(file, name));
		} else {
			buffer_add(text, text->data + from, to - from);
		}
		ends[i + 1] = text->len;
		from = to;
	}
}

static void write_members(struct buffer *text, struct json_object *file)
{
	bool first = true;
	json_object_object_foreach(file, name, value)
	{
		if (!first)
			buffer_byte(text, ',');
		first = false;
		json_write_key(text, name);
		buffer_byte(text, ':');
		json_write_value(text, value);
	}
}

static void write_file(struct signing *signing, const struct signed_file *place, struct json_object *file)
{
	struct buffer *text = &signing->result->text;
	struct entry *entry = &place->entries->items[place->item];
	const size_t start = text->len;
	if (place->entries->query->selective)
		write_fields(text, place->entries, place->item, file);
	else
		write_members(text, file);
	entry->start = start;
	entry->length = text->len - start;
}

bool sign_result(const struct content_call *call, struct content_result *result, struct error *error)
{
	const struct query *query = result->entries.query;
	/* What code reads with strapi.db.query is what is stored; the content manager's queries pick their fields. */
	const struct content_signer *signer = content_signer(call->content);
	const bool as_stored = signer && signer->panel_only
	                           ? !query->visible_only
	                           : query->plain && !query->visible_only && !query->signs_urls;
	if (!signer || as_stored || result->partial)
		return true;
	struct signing signing = {.result = result, .files = json_object_new_array(), .arena = call->arena};
	collect(&signing, &result->entries);
	if (signing.count)
		store_note_unsteady(call->session);
	bool done = !signing.count || content_sign(call->content, call->budget, signing.files, error);
	for (size_t i = 0; done && i < signing.count; i++)
		write_file(&signing, &signing.places[i], json_object_array_get_idx(signing.files, i));
	json_object_put(signing.files);
	if (done && result->text.failed)
		done = budget_refuse_memory(error);
	if (done && result->text.len > result->counted) {
		done = budget_take_bytes(call->budget, result->text.len - result->counted, error);
		result->counted = result->text.len;
	}
	return done;
}
