/* JSON, read and written in one way by all rooms: texts are checked as JSON.parse of JavaScript checks them, parsed by
 * json-c, and written as JSON.stringify writes them. All functions may be called by any thread. */
#ifndef LECTERN_BASE_JSON_JSON_H
#define LECTERN_BASE_JSON_JSON_H

#include "../arena.h"
#include "../buffer.h"
#include "../error.h"

#include <json-c/json.h>

/* ---- parsing ---- */

enum {
	JSON_DEEPEST = 64,           /* levels of objects and lists in texts from outside */
	JSON_DEEPEST_COLUMN = 512,   /* levels in a JSON column */
	JSON_DEEPEST_STORED = 600,   /* levels in what the server wrote: JSON columns inside of components of entries */
	JSON_LONGEST = INT32_MAX / 8 /* bytes of a text */
};

/* Parses the whole of `text`: what JSON.parse accepts, and nothing else. No NaN, no comments, no byte order mark, no
 * text behind the value. Of members with the same key the last one counts, in the place of the first. Keys that are
 * array indexes ("0", "17") come first, by their numbers.
 *
 * An integer that int64_t does not hold becomes a double, and a surrogate without its other half U+FFFD. json-c's keys
 * are C strings: a NUL in a key stands in them as the bytes C0 80, which are no UTF-8 and so never part of another key.
 * json_write_value and json_write_key write it as \u0000 again.
 *
 * `deepest` is one of JSON_DEEPEST…. When `arena` is given, the memory that the value takes is counted until the arena
 * is reset or destroyed, together with that of all others (json_admit); NULL for texts that are short by themselves.
 * Gives a reference that the caller releases (json_object_put), NULL for null.
 * Errors: 400 with what was expected and where; 413 and 503 of json_admit. *json is NULL then. */
bool json_parse(struct arena *arena, struct slice text, unsigned deepest, struct json_object **json,
                struct error *error);

/* The same for a text that the server or Strapi wrote: JSON_DEEPEST_STORED levels, its memory not counted, no reason.
 * NULL for null and for what is no JSON. */
struct json_object *json_parse_stored(struct slice text);

/* The text without a byte order mark (U+FEFF in UTF-8) at its beginning. */
struct slice json_skip_mark(struct slice text);

/* Releases the value when the arena is reset or destroyed. NULL stays NULL. */
struct json_object *json_keep(struct arena *arena, struct json_object *json);

/* What the JSON string `json`, quotes included, stands for: the text itself where it has no escapes, else a copy in the
 * arena. `json` is valid. */
struct slice json_unquote(struct arena *arena, struct slice json);

/* ---- memory of parsed values: a megabyte of {} takes three hundred ---- */

/* Bytes that all the JSON admitted at a time may take. */
enum { JSON_MOST_BYTES = 256 * 1024 * 1024 };

/* May a value that takes about `weight` bytes be made? They are counted until the arena is reset or destroyed. False
 * with 413 when it is too much by itself, with 503 when it is too much beside what others have. */
bool json_admit(struct arena *arena, size_t weight, struct error *error);

/* Counts `bytes` of a body that is still being received into the same sum; false when they would be too much.
 * json_give_back takes them off again. On any thread. */
bool json_take(size_t bytes);
void json_give_back(size_t bytes);

/* ---- values ---- */

/* The member `name` when `object` is an object that has it and it is not null; else NULL. Lives in the object. */
struct json_object *json_member(struct json_object *object, const char *name);

/* Whether `object` is an object that has the member, which may be null. *value is it, else NULL; `value` may be NULL.
 */
bool json_find(struct json_object *object, const char *name, struct json_object **value);

/* As json_member, when it has the type. */
struct json_object *json_member_of_type(struct json_object *object, const char *name, enum json_type type);

/* How many values a list has, and one of them, which lives in the list: 0 and NULL where it is no list. */
size_t json_count(struct json_object *list);
struct json_object *json_item(struct json_object *list, size_t i);

/* Puts the value, whose reference it takes, into the object under the key, which may hold NULs (json_parse). */
void json_add(struct json_object *object, struct slice key, struct json_object *value);

/* The text of a string, with NULs that stand in it; {NULL, 0} for any other value. Lives in the value. */
struct slice json_string(struct json_object *json);

/* Whether JavaScript takes the value for true. */
bool json_is_truthy(struct json_object *json);

/* What JavaScript's typeof says of the value: "object" for null and lists, too. */
const char *json_typeof(struct json_object *json);

/* The text of a string; of any other value its JSON, a copy in the arena. */
struct slice json_text(struct arena *arena, struct json_object *json);

/* The value's JSON, a terminated copy in the arena. */
const char *json_print(struct arena *arena, struct json_object *json);

/* The value's JSON as JSON.stringify gives it, where all numbers are doubles; a copy in the arena. */
struct slice json_stringify(struct arena *arena, struct json_object *json);

/* ---- writing ---- */

/* A quoted, escaped string. Bytes that are not UTF-8 become U+FFFD. */
void json_write_string(struct buffer *buffer, struct slice text);

/* A number as JavaScript prints it: the shortest digits that read back as the same double; null for NaN and infinity.
 */
void json_write_double(struct buffer *buffer, double value);

/* "2026-11-21T01:11:13.256Z", quoted; null outside of the years that JavaScript dates have. Milliseconds since 1970. */
void json_write_datetime(struct buffer *buffer, int64_t milliseconds);

/* A json-c value, integers with all their digits. What is nested deeper than JSON_DEEPEST_STORED is null. */
void json_write_value(struct buffer *buffer, struct json_object *json);

/* The same for people to read, as JSON.stringify(value, null, 2) gives it. */
void json_write_indented(struct buffer *buffer, struct json_object *json);

/* A key of a json-c object as a string, without the colon. */
void json_write_key(struct buffer *buffer, const char *key);

/* ---- writing piece by piece: the buffer holds the JSON so far, and nothing behind it ---- */

/* True where the next member or item needs no comma: at the beginning, and behind '{', '[' and ':'. */
static inline bool json_is_first(const struct buffer *buffer)
{
	const char last = buffer->len ? buffer->data[buffer->len - 1] : '[';
	return last == '[' || last == '{' || last == ':';
}

/* The comma before the next member or item, where one is needed. */
static inline void json_next(struct buffer *buffer)
{
	if (!json_is_first(buffer))
		buffer_byte(buffer, ',');
}

/* The name of the next member, with what stands around it; its value is to follow. */
void json_write_name(struct buffer *buffer, struct slice name);

/* Members or items that are there as JSON, with the commas between them; nothing when `json` is empty. */
static inline void json_embed(struct buffer *buffer, struct slice json)
{
	if (!json.len)
		return;
	json_next(buffer);
	buffer_slice(buffer, json);
}

/* JSON text from the database: copied without the white space between its tokens, numbers and strings as
 * JSON.parse and JSON.stringify would give them. Returns false, with nothing written, when it is no JSON
 * or nested deeper than JSON_DEEPEST_COLUMN. */
bool json_write_compact(struct buffer *buffer, struct slice json);

#endif
