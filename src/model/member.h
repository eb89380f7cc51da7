/* Members of JSON objects in model files, read with their type checked. Absent and null are the same; a member of
 * another type is reported and then counts as absent: as a mistake, or as a note where Strapi passes over it. */
#ifndef LECTERN_MODEL_MEMBER_H
#define LECTERN_MODEL_MEMBER_H

#include "mistakes.h"

#include <json-c/json.h>

/* An object of a file, and where it stands in it. */
struct place {
	struct mistakes *mistakes;
	const char *file;
	const char *path; /* "$.attributes.title" */
	struct json_object *object;
};

enum { MODEL_FILE_SIZE = 1 << 20 };

/* The object that `json` holds; NULL, with the mistake reported, when it is not JSON, no object, larger than
 * MODEL_FILE_SIZE bytes or nested deeper than JSON_DEEPEST. The caller puts it (json_object_put). */
struct json_object *member_parse(struct mistakes *mistakes, const char *file, struct slice json);

/* A mistake at the member `key` of the place, or at the place itself when key is NULL. */
#define member_mistake(place, key, ...) \
	mistakes_add((place)->mistakes, (place)->file, member_path(place, key), __VA_ARGS__)
/* A note about what Strapi starts with, too. */
#define member_note(place, key, ...) \
	mistakes_note((place)->mistakes, (place)->file, member_path(place, key), __VA_ARGS__)
const char *member_path(const struct place *place, const char *key);

/* The member as it is, or NULL. */
struct json_object *member_any(const struct place *place, const char *key);

/* The object `key` as a place; its object is NULL when absent. */
struct place member_object(const struct place *place, const char *key);

/* The options `key`, as member_object; a note tells of what is no object. */
struct place member_options(const struct place *place, const char *key);

/* What is neither true nor false is noted, and counts as in Strapi: where `fallback` is true as true, else as in a
 * condition of JavaScript. */
bool member_flag(const struct place *place, const char *key, bool fallback);

/* True alone counts; what is neither true nor false is noted. */
bool member_is_true(const struct place *place, const char *key);

const char *member_text(const struct place *place, const char *key); /* a copy in the arena, or NULL */

/* Bounds. What is no number is noted. A whole one is at most 2^53 away from 0. */
bool member_number(const struct place *place, const char *key, double *value);
bool member_whole(const struct place *place, const char *key, int64_t *value);

/* Whether all of it is an array of strings. */
bool member_has_texts(const struct place *place, const char *key);

/* An array of strings, or NULL. */
const char **member_texts(const struct place *place, const char *key, size_t *count);

/* The text of a JSON string; NULL when `value` is none or has a NUL in it. */
const char *member_string(struct arena *arena, struct json_object *value);

#endif
