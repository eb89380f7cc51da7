/* Inside the room `media`: libmagic, loaded when the type of a file is looked at first. From any thread. */
#ifndef LECTERN_MEDIA_LIBMAGIC_H
#define LECTERN_MEDIA_LIBMAGIC_H

#include "base/base.h"

#include <magic.h>

#define LIBMAGIC_FUNCTIONS(USE) \
	USE(magic_buffer)       \
	USE(magic_close)        \
	USE(magic_load)         \
	USE(magic_open)

struct libmagic {
	LIBMAGIC_FUNCTIONS(LIBRARY_MEMBER)
};

extern struct libmagic libmagic;

/* Fails as library_load does. */
bool libmagic_load(struct error *error);

#endif
