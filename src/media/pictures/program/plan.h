/* Inside of the program lectern-pictures: which formats are made, and how large, as sharp decides it for Strapi. */
#ifndef LECTERN_MEDIA_PICTURES_PROGRAM_PLAN_H
#define LECTERN_MEDIA_PICTURES_PROGRAM_PLAN_H

#include "media/pictures/protocol.h"

enum { FORMAT_QUALITY = 80 };

/* Whether a picture is larger than a box. */
bool plan_needs(uint32_t width, uint32_t height, struct picture_box box);

/* How often larger than its box a picture is. */
double plan_factor(uint32_t width, uint32_t height, struct picture_box box);

/* By how much a JPEG becomes smaller when it is decoded for a box: 1, 2, 4 or 8. */
unsigned plan_shrink(uint32_t width, uint32_t height, struct picture_box box);

#endif
