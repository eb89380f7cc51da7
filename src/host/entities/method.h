/* Inside the folder: what the methods share. */
#ifndef LECTERN_HOST_SERVICES_METHOD_H
#define LECTERN_HOST_SERVICES_METHOD_H

#include "entities.h"

#include <json-c/json.h>

/* A call of a method. */
struct method_call {
	const struct registry *registry;
	const struct content_call *content;
	struct arena *arena;
	const struct content_type *type; /* of the first argument */
	struct json_object *arguments;
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

/* ---- convert.c: parameters of the entity service as those of the query engine ---- */

bool convert_params(const struct method_call *call, const struct content_type *type, struct json_object *params,
                    struct json_object **query);

/* Only fields and populate count. */
bool convert_selection(const struct method_call *call, struct json_object *params, struct json_object **query);

/* convert_populate.c; schema NULL: unknown. *populate is the call's. */
bool convert_populate(const struct method_call *call, const struct content_type *schema, struct json_object *json,
                      struct json_object **populate);

/* The options in a populate, of which `true` and `false` are some. */
bool convert_nested(const struct method_call *call, const struct content_type *schema, struct json_object *json,
                    struct json_object **options);

bool convert_sort(const struct method_call *call, struct json_object *json, struct json_object **order);
bool convert_fields(const struct method_call *call, struct json_object *json, struct json_object **select);
bool convert_pages(const struct method_call *call, struct json_object *params, struct json_object *query);
bool convert_publication(const struct method_call *call, const struct content_type *schema, struct json_object *params,
                         struct json_object *query);

/* convert_filters.c */
bool convert_filters(const struct method_call *call, const struct content_type *schema, struct json_object *json,
                     struct json_object **where);

/* ---- find.c: reading, as the query engine does ---- */

bool find_result(const struct method_call *call, struct json_object *params, bool one, struct content_result **result);
bool find_count(const struct method_call *call, struct json_object *params, int64_t *count);

/* Write what they read. */
bool find_one(const struct method_call *call, struct json_object *params);
bool find_many(const struct method_call *call, struct json_object *params);
bool find_page(const struct method_call *call, struct json_object *params);
bool find_loaded(const struct method_call *call, struct json_object *entity, struct json_object *fields,
                 struct json_object *options);
bool find_loaded_page(const struct method_call *call, struct json_object *entity, struct slice field,
                      struct json_object *options);

/* entity_read.c: adds the locale of a localized type to the filters, as the plugin i18n does. */
bool entity_wrap_params(const struct method_call *call, struct json_object *params, bool deletes,
                        struct json_object **wrapped);

/* data.c: what code gives to be stored, without tags; NULL for null and undefined. */
struct json_object *data_read(const struct method_call *call, struct json_object *json);

/* db_write.c: the ids of all entries that `where` finds, or of the first. */
bool find_ids(const struct method_call *call, struct json_object *where, bool one, int64_t **ids, size_t *count);

/* ---- the methods ---- */

method_function db_find_one, db_find_many, db_find_with_count, db_find_page, db_count, db_load, db_load_pages,
    db_populate;
method_function db_create, db_create_many, db_update, db_update_many, db_delete, db_delete_many, db_update_relations;
method_function entity_create, entity_update, entity_delete, entity_delete_many;
method_function entity_find_many, entity_find_page, entity_find_one, entity_count, entity_load, entity_load_pages;

#endif
