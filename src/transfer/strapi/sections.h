/* Inside the folder: what was read of an archive of Strapi's. */
#ifndef LECTERN_TRANSFER_STRAPI_SECTIONS_H
#define LECTERN_TRANSFER_STRAPI_SECTIONS_H

#include "strapi.h"
#include "transfer/transfer.h"

struct strapi_sections {
	FILE *files[STRAPI_SECTIONS]; /* temporary; NULL: the archive has none */
	bool found;                   /* a member of such an archive was there */
	struct map assets;            /* names of the files that came with it, each -> itself */
};

void strapi_sections_init(struct strapi_sections *sections, struct arena *arena);
void strapi_sections_close(struct strapi_sections *sections);

/* The section that a member "entities/entities_00001.jsonl" belongs to; false when it belongs to none. */
bool strapi_section_of(const char *path, enum strapi_section *section);

#endif
