#include "libmagic.h"

struct libmagic libmagic;

static const char *const names[] = {LIBMAGIC_FUNCTIONS(LIBRARY_NAME) NULL};
static struct library library = {
    .file = "libmagic.so.1",
    .purpose = "Types of files need",
    .names = names,
    .functions = &libmagic,
};

bool libmagic_load(struct error *error)
{
	return library_load(&library, error);
}
