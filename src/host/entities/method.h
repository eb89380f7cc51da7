/* Inside the folder: what the methods share. */
#ifndef LECTERN_HOST_ENTITIES_METHOD_H
#define LECTERN_HOST_ENTITIES_METHOD_H

#include "entities.h"

#include <json-c/json.h>

/* A call of a method. */
struct method_call {
	const struct registry *registry;
	const struct content_call *content;
	struct arena *arena;
	const struct content_type *type; /* of the first argument */
	struct json_object *arguments;
	bool signs_urls; /* of files that media fields show: as Strapi's entity service does, and its query engine does
	                    not */
	struct buffer *value;
	struct error *error; /* filled in by each function that returns false */
};

typedef bool method_function(const struct method_call *call);

/* An Error of JavaScript: returns false. */
bool method_fail(const struct method_call *call, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The argument of that number; NULL for null and undefined, and where there is none. */
struct json_object *method_argument(const struct method_call *call, size_t index);

/* The member of an object; NULL for null and undefined, and where there is none. */
struct json_object *method_member(struct json_object *object, const char *name);

bool method_is_undefined(struct json_object *json);

/* {} that lives as long as the call. */
struct json_object *method_object(const struct method_call *call);

#endif
