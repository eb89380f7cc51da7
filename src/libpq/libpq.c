#include "libpq.h"

struct libpq libpq;

static const char *const names[] = {LIBPQ_FUNCTIONS(LIBRARY_NAME) NULL};
static struct library library = {
    .file = "libpq.so.5",
    .purpose = "PostgreSQL needs",
    .names = names,
    .functions = &libpq,
};

bool libpq_load(struct error *error)
{
	return library_load(&library, error);
}
