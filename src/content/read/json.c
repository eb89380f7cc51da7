/* Results as JSON. The text of the entries is copied; only the braces around it differ between styles. */
#include "entries.h"

#include <json-c/json.h>

struct result_writer {
	struct buffer *buffer;
	const struct content_result *result;
};

static void write_item(const struct result_writer *writer, const struct entries *entries, uint32_t item,
                       enum content_style style);

static void write_null(const struct result_writer *writer)
{
	buffer_add(writer->buffer, "null", 4);
}

/* What stands before the members of an entry. With a plain query the id is one of them. */
static void begin_item(const struct result_writer *writer, const struct entries *entries, uint32_t item)
{
	buffer_byte(writer->buffer, '{');
	if (entries->query->plain)
		return;
	buffer_text(writer->buffer, "\"id\":");
	buffer_int(writer->buffer, entries->items[item].id);
}

/* A component or an entry of a polymorphic relation stands flat, with the name of its type. */
static void write_typed(const struct result_writer *writer, const struct related *related,
                        const struct related_place *place, enum content_style style)
{
	const struct entries *entries = &related->entries[place->entries];
	const char *uid = entries->query->type->uid;
	struct buffer *buffer = writer->buffer;
	if (related->attribute->type == ATTRIBUTE_DYNAMICZONE) {
		begin_item(writer, entries, place->item);
		json_next(buffer);
		buffer_text(buffer, "\"__component\":");
		json_write_string(buffer, slice_of(uid));
	} else {
		buffer_byte(buffer, '{');
		if (related->attribute->relation == RELATION_MORPH_TO_MANY) {
			buffer_text(buffer, "\"__type\":");
			json_write_string(buffer, slice_of(uid));
		}
		if (!entries->query->plain) {
			json_next(buffer);
			buffer_text(buffer, "\"id\":");
			buffer_int(buffer, entries->items[place->item].id);
		}
		style = CONTENT_FLAT;
	}
	write_item(writer, entries, place->item, style);
	buffer_byte(buffer, '}');
}

static void write_place(const struct result_writer *writer, const struct related *related,
                        const struct related_place *place, enum content_style style)
{
	struct buffer *buffer = writer->buffer;
	const struct entries *entries = &related->entries[place->entries];
	if (!related->attribute->target) {
		write_typed(writer, related, place, style);
		return;
	}
	begin_item(writer, entries, place->item);
	if (style == CONTENT_FLAT || attribute_holds_components(related->attribute)) {
		write_item(writer, entries, place->item, style);
		buffer_byte(buffer, '}');
		return;
	}
	buffer_text(buffer, ",\"attributes\":{");
	write_item(writer, entries, place->item, style);
	buffer_text(buffer, "}}");
}

/* Nothing there: Strapi answers null for media and the inverses of polymorphic relations, a list for all others.
 */
static void write_nothing(const struct result_writer *writer, const struct attribute *attribute)
{
	bool null = !attribute->multiple || attribute->type == ATTRIBUTE_MEDIA ||
	            (attribute->type == ATTRIBUTE_RELATION && attribute->relation == RELATION_MORPH_MANY);
	if (null)
		write_null(writer);
	else
		buffer_add(writer->buffer, "[]", 2);
}

static void write_places(const struct result_writer *writer, const struct related *related, uint32_t item,
                         enum content_style style)
{
	uint32_t at = related->first[item];
	if (at == NO_ENTRY) {
		write_nothing(writer, related->attribute);
		return;
	}
	if (!related->attribute->multiple) {
		write_place(writer, related, &related->places[at], style);
		return;
	}
	char before = '[';
	for (; at != NO_ENTRY; at = related->places[at].next) {
		buffer_byte(writer->buffer, before);
		write_place(writer, related, &related->places[at], style);
		before = ',';
	}
	buffer_byte(writer->buffer, ']');
}

static void write_count(const struct result_writer *writer, const struct related *related, uint32_t item,
                        enum content_style style)
{
	bool wrapped = style == CONTENT_WRAPPED && !attribute_holds_components(related->attribute);
	buffer_text(writer->buffer, wrapped ? "{\"data\":{\"attributes\":{\"count\":" : "{\"count\":");
	buffer_int(writer->buffer, related->counts[item]);
	buffer_text(writer->buffer, wrapped ? "}}}" : "}");
}

/* Strapi leaves an empty list of a polymorphic relation out. */
static bool is_left_out(const struct entries *parents, const struct related *related, uint32_t item)
{
	const struct attribute *attribute = related->attribute;
	if (related->left_out)
		return true;
	if (parents->query->plain)
		return false;
	return attribute_is_morph_to(attribute) && attribute->multiple && related->first[item] == NO_ENTRY &&
	       !parents->shows_empty;
}

static void write_related(const struct result_writer *writer, const struct related *related, uint32_t item,
                          enum content_style style)
{
	const struct attribute *attribute = related->attribute;
	json_write_name(writer->buffer, slice_of(attribute->name));
	if (related->counts) {
		write_count(writer, related, item, style);
		return;
	}
	bool wrapped = style == CONTENT_WRAPPED && attribute->target && !attribute_holds_components(attribute);
	if (wrapped)
		buffer_text(writer->buffer, "{\"data\":");
	write_places(writer, related, item, style);
	if (wrapped)
		buffer_byte(writer->buffer, '}');
}

/* All members but the id. */
static void write_item(const struct result_writer *writer, const struct entries *entries, uint32_t item,
                       enum content_style style)
{
	const struct entry *entry = &entries->items[item];
	json_embed(writer->buffer, (struct slice){writer->result->text.data + entry->start, entry->length});
	for (size_t i = 0; i < entries->query->populate_count; i++)
		if (!is_left_out(entries, &entries->related[i], item))
			write_related(writer, &entries->related[i], item, style);
}

static void write_locales(const struct result_writer *writer, uint32_t item)
{
	/* The text of each is the one member "locale":"fr". */
	static const size_t key = sizeof("\"locale\":") - 1;
	const struct related *locales = writer->result->entries.locales;
	if (!writer->result->with_locales)
		return;
	buffer_text(writer->buffer, ",\"meta\":{\"availableLocales\":[");
	if (locales) {
		for (uint32_t at = locales->first[item]; at != NO_ENTRY; at = locales->places[at].next) {
			const struct entry *entry = &locales->entries[0].items[locales->places[at].item];
			json_embed(writer->buffer,
			           (struct slice){writer->result->text.data + entry->start + key, entry->length - key});
		}
	}
	buffer_text(writer->buffer, "]}");
}

void content_write_entry(struct buffer *buffer, const struct content_result *result, size_t index,
                         enum content_style style)
{
	struct result_writer writer = {buffer, result};
	uint32_t item = result->order[index];
	if (style == CONTENT_FLAT) {
		content_begin_entry(buffer, result, index);
		buffer_byte(buffer, '}');
		return;
	}
	buffer_text(buffer, "{\"id\":");
	buffer_int(buffer, result->entries.items[item].id);
	buffer_text(buffer, ",\"attributes\":{");
	write_item(&writer, &result->entries, item, style);
	buffer_byte(buffer, '}');
	write_locales(&writer, item);
	buffer_byte(buffer, '}');
}

void content_begin_entry(struct buffer *buffer, const struct content_result *result, size_t index)
{
	struct result_writer writer = {buffer, result};
	uint32_t item = result->order[index];
	begin_item(&writer, &result->entries, item);
	write_item(&writer, &result->entries, item, CONTENT_FLAT);
}

void content_write_list(struct buffer *buffer, const struct content_result *result, enum content_style style)
{
	buffer_byte(buffer, '[');
	for (size_t i = 0; i < result->row_count; i++) {
		if (i)
			buffer_byte(buffer, ',');
		content_write_entry(buffer, result, i, style);
	}
	buffer_byte(buffer, ']');
}

size_t content_result_count(const struct content_result *result)
{
	return result->row_count;
}

size_t content_result_bytes(const struct content_result *result)
{
	return result->text.len;
}

int64_t content_result_id(const struct content_result *result, size_t index)
{
	return result->entries.items[result->order[index]].id;
}

void content_free(struct content_result *result)
{
	if (result)
		buffer_free(&result->text);
}

struct json_object *content_entry_json(const struct content_result *result, size_t index)
{
	struct buffer text = {0};
	content_write_entry(&text, result, index, CONTENT_FLAT);
	struct json_object *json = json_parse_stored(buffer_as_slice(&text));
	buffer_free(&text);
	return json;
}
