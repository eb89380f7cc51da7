/* Inside the room `console`: what web/console/build.mjs makes. */
#ifndef LECTERN_CONSOLE_ASSETS_H
#define LECTERN_CONSOLE_ASSETS_H

#include <stddef.h>

struct console_asset {
	const char *name; /* with a digest of the content */
	const char *content_type;
	const unsigned char *bytes; /* compressed with gzip */
	size_t size;
};

extern const struct console_asset console_script, console_style;

#endif
