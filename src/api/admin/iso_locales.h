/* Inside the room `api/admin`: the languages that a project may have. */
#ifndef LECTERN_API_ADMIN_ISO_LOCALES_H
#define LECTERN_API_ADMIN_ISO_LOCALES_H

#include "base/base.h"

struct iso_locale {
	const char *code, *name; /* "fr", "French (fr)" */
};

const struct iso_locale *iso_locales(size_t *count);

/* [{"code","name"}, …] */
void iso_locales_write(struct buffer *body);

#endif
