/* Inside the room `content`: passwords of a write. */
#ifndef LECTERN_CONTENT_WRITE_PASSWORDS_H
#define LECTERN_CONTENT_WRITE_PASSWORDS_H

#include "write.h"

/* The hash that is stored for a password, as a value that lives in the call's arena: see content_hash_passwords. */
/* Puts hashes in the place of the passwords that an entry itself is sent. */
bool passwords_replace(struct write *write, const struct content_type *type, struct json_object *data);

bool passwords_find_hash(struct write *write, struct slice password, struct value *value);

#endif
