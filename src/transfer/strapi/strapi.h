/* Inside the room `transfer`: archives of `strapi export`, a tar of JSON lines: schemas/, entities/, links/ and
 * configuration/ with files NAME_00001.jsonl, assets/uploads/ and assets/metadata/, and metadata.json. It may be
 * compressed with gzip, and that encrypted. */
#ifndef LECTERN_TRANSFER_STRAPI_H
#define LECTERN_TRANSFER_STRAPI_H

#include "model/model.h"

#include <stdio.h>

enum strapi_section { STRAPI_SCHEMAS, STRAPI_ENTITIES, STRAPI_LINKS, STRAPI_CONFIGURATION, STRAPI_SECTIONS };

extern const char *const strapi_section_names[STRAPI_SECTIONS];

#define STRAPI_METADATA "metadata.json"
#define STRAPI_FILES "assets/uploads/"
#define STRAPI_FILE_METADATA "assets/metadata/"

/* Types that Strapi neither exports nor imports: those of the administration, and of releases. */
bool strapi_leaves_out(struct slice uid);

#endif
