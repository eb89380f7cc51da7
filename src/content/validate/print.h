/* Inside the room `content`: values as Strapi's messages show them. */
#ifndef LECTERN_CONTENT_VALIDATE_PRINT_H
#define LECTERN_CONTENT_VALIDATE_PRINT_H

#include "base/base.h"

#include <json-c/json.h>

/* Strings in quotes, objects as indented JSON whose members all are strings. Of long ones not all items. */
void print_value(struct buffer *buffer, struct json_object *value);
void print_number(struct buffer *buffer, double number);

#endif
