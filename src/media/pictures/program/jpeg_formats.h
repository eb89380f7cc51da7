/* Inside of the program lectern-pictures: the formats of a JPEG, as JPEG, from the samples of its components. */
#ifndef LECTERN_MEDIA_PICTURES_PROGRAM_JPEG_FORMATS_H
#define LECTERN_MEDIA_PICTURES_PROGRAM_JPEG_FORMATS_H

#include "jpeg_source.h"
#include "lanczos.h"
#include "media/pictures/protocol.h"

struct jpeg_format {
	size_t index; /* of its box */
	unsigned shrink;
	struct lanczos_scale across, down; /* of luminance, from the size after that */
	struct plane planes[COMPONENTS];
};

/* Zeroed before. */
struct jpeg_formats {
	struct jpeg_format list[PICTURE_MOST_BOXES];
	size_t count;
};

/* Plans those that a picture of that size has. False when memory is lacking. Freed in any case. */
bool jpeg_formats_begin(struct jpeg_formats *formats, const struct picture_request *request, uint32_t width,
                        uint32_t height);
void jpeg_formats_free(struct jpeg_formats *formats);

/* How much smaller the samples are that all of them can be made of: 1, 2, 4 or 8. */
unsigned jpeg_formats_shrink(const struct jpeg_formats *formats);

/* Makes one component of them all from its samples at that size, which are used up. `width` × `height`: its size
 * before, without what only fills blocks. False when memory is lacking. */
bool jpeg_formats_resize(struct jpeg_formats *formats, int component, struct plane *samples, size_t width,
                         size_t height);

/* Writes one. The encoder has its errors set, and is begun and ended here. */
void jpeg_format_encode(const struct jpeg_format *format, struct jpeg_compress_struct *encoder,
                        struct jpeg_writer *writer, int file);

#endif
