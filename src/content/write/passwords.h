/* Inside the room `content`: passwords of a write. */
#ifndef LECTERN_CONTENT_WRITE_PASSWORDS_H
#define LECTERN_CONTENT_WRITE_PASSWORDS_H

#include "write.h"

/* The hash that is stored for a password, as a value that lives in the call's arena: see content_hash_passwords. */
bool passwords_find_hash(struct write *write, struct slice password, struct value *value);

#endif
