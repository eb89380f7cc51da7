/* What the operator's commands print, and how they look into entries. */
#include "operator.h"

#include <openssl/rand.h>
#include <stdlib.h>

struct json_object *operator_member(struct json_object *entry, const char *member)
{
	struct json_object *value = NULL;
	json_find(entry, member, &value);
	return value;
}

const char *operator_text(struct json_object *entry, const char *member)
{
	struct json_object *value = operator_member(entry, member);
	return value ? json_object_get_string(value) : "";
}

int64_t operator_id(struct json_object *entry)
{
	return json_object_get_int64(operator_member(entry, "id"));
}

struct json_object *operator_texts(struct json_object *list, const char *member)
{
	struct json_object *texts = json_object_new_array();
	for (size_t i = 0; list && i < json_object_array_length(list); i++)
		json_object_array_add(
		    texts, json_object_new_string(operator_text(json_object_array_get_idx(list, i), member)));
	return texts;
}

const char *operator_random(struct operator_command *command, size_t bytes)
{
	unsigned char *random = arena_alloc(command->arena, bytes);
	char *hex = arena_alloc(command->arena, 2 * bytes + 1);
	if (RAND_bytes(random, (int)bytes) != 1)
		abort();
	for (size_t i = 0; i < bytes; i++)
		snprintf(hex + 2 * i, 3, "%02x", random[i]);
	return hex;
}

void operator_print(struct operator_command *command, const char *text)
{
	for (const char *at = text; *at; at++) {
		bool control = (unsigned char)*at < ' ' || *at == 0x7f;
		buffer_byte(&command->printed, control ? '?' : *at);
	}
}

void operator_print_json(struct operator_command *command, struct json_object *json)
{
	json_write_indented(&command->printed, json);
	buffer_byte(&command->printed, '\n');
}

void operator_add_cell(struct operator_command *command, struct operator_table *table, const char *text)
{
	table->cells = arena_grow(command->arena, table->cells, table->count, &table->capacity, sizeof *table->cells);
	table->cells[table->count++] = arena_copy(command->arena, slice_of(text));
}

/* In characters, as far as UTF-8 tells. */
static size_t width_of(const char *text)
{
	size_t width = 0;
	for (; *text; text++)
		width += ((unsigned char)*text & 0xC0) != 0x80;
	return width;
}

static size_t widest(const struct operator_table *table, size_t column)
{
	size_t most = 0;
	for (size_t i = column; i < table->count; i += table->columns) {
		size_t width = width_of(table->cells[i]);
		most = width > most ? width : most;
	}
	return most;
}

void operator_print_table(struct operator_command *command, const struct operator_table *table)
{
	enum { BETWEEN = 2 };
	size_t *widths = arena_array(command->arena, table->columns, sizeof *widths);
	for (size_t column = 0; column < table->columns; column++)
		widths[column] = widest(table, column);
	for (size_t i = 0; table->columns && i < table->count; i++) {
		size_t column = i % table->columns;
		operator_print(command, table->cells[i]);
		if (column + 1 == table->columns) {
			buffer_byte(&command->printed, '\n');
			continue;
		}
		for (size_t pad = width_of(table->cells[i]); pad < widths[column] + BETWEEN; pad++)
			buffer_byte(&command->printed, ' ');
	}
}
