#include "libarchive.h"

struct libarchive libarchive;

static const char *const names[] = {LIBARCHIVE_FUNCTIONS(LIBRARY_NAME) NULL};
static struct library library = {
    .file = "libarchive.so.13",
    .purpose = "Archives need",
    .names = names,
    .functions = &libarchive,
};

bool libarchive_load(struct error *error)
{
	return library_load(&library, error);
}
