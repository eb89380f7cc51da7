/* Inside of the program lectern-pictures: decodes and encodes pictures with libvips, as sharp does it for Strapi. For
 * its one thread. */
#ifndef LECTERN_MEDIA_PICTURES_PROGRAM_CODEC_H
#define LECTERN_MEDIA_PICTURES_PROGRAM_CODEC_H

#include "media/pictures/protocol.h"

#include <vips/vips.h>

/* The picture in a file, NULL when it can't be read as one; it is decoded when its pixels are asked for. `shrink`: 1,
 * 2, 4 or 8, of JPEG only; `scale`: of WebP only. To be released. */
VipsImage *codec_load(int file, enum picture_format format, int shrink, double scale);

/* Replaces *image by the result of an operation on it, unless that failed; *result is NULL then. A pointer, as the call
 * may be an argument beside it: which one is evaluated first is the compiler's choice. */
bool codec_replace(VipsImage **image, VipsImage **result, int failed);

/* Converts *image to eight bits of sRGB. */
bool codec_to_srgb(VipsImage **image);

/* Writes the picture to a file. `quality`: 1 to 100; `palette`: a PNG has few colours, which makes it smaller. */
bool codec_save(VipsImage *image, int file, enum picture_format format, int quality, bool palette);

#endif
