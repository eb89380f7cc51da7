/* Inside the folder: the attributes that a model may have. */
#ifndef LECTERN_API_ADMIN_MODEL_BUILDER_CHECK_ATTRIBUTES_H
#define LECTERN_API_ADMIN_MODEL_BUILDER_CHECK_ATTRIBUTES_H

#include "problems.h"

/* What attributes may be. */
struct attribute_rules {
	const struct registry *registry;
	bool component;
	const char *const *relations;
	size_t relation_count;
};

/* The member "attributes" of `model`, which lies at `place`. */
void check_attributes(struct problems *problems, const struct attribute_rules *rules, const struct body_place *place,
                      struct json_object *model);

/* Names by which Strapi compares names: of two attributes, or of a type and what is reserved. */
bool is_same_in_snake_case(struct arena *arena, const char *a, const char *b);

extern const char *const reserved_attributes[];
extern const size_t reserved_attribute_count;

#endif
