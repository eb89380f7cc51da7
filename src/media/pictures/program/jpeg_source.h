/* Inside of the program lectern-pictures: the blocks of a JPEG as they are to be written: turned, and with chrominance
 * at a half of the size. */
#ifndef LECTERN_MEDIA_PICTURES_PROGRAM_JPEG_SOURCE_H
#define LECTERN_MEDIA_PICTURES_PROGRAM_JPEG_SOURCE_H

#include "jpeg_blocks.h"
#include "jpeg_file.h"

#include <stdbool.h>

/* Luminance, and two of chrominance, which have half of its width and height. */
enum { COMPONENTS = 3, HALVED = 2 };

/* A component: in blocks, and in samples that are not there to fill blocks alone. */
struct component {
	JDIMENSION columns, rows;
	size_t width, height;
};

/* Zeroed before; not to be moved. */
struct jpeg_source {
	struct block_turn turn; /* set by the caller */
	struct jpeg_decompress_struct decoder;
	struct jpeg_reader reader;
	JDIMENSION width, height; /* of the picture, turned */
	struct component components[COMPONENTS];
	jvirt_barray_ptr *blocks;            /* of each component, as they were read */
	unsigned merged_across, merged_down; /* blocks of chrominance that are read for one */
	struct block_scale merging[COMPONENTS];
};

/* Reads the head from where the file stands. False when it is no picture that these functions are for. */
bool jpeg_source_begin(struct jpeg_source *source, struct jpeg_errors *errors, int file);

/* Reads all blocks. False when a table is lacking. */
bool jpeg_source_read(struct jpeg_source *source);

/* Whether blocks are others than those that were read: then there is no jpeg_source_row. */
bool jpeg_source_is_remade(const struct jpeg_source *source);

/* A row of blocks, which may be changed. */
JBLOCKROW jpeg_source_row(struct jpeg_source *source, int component, JDIMENSION y);

/* Makes one block. */
void jpeg_source_block(struct jpeg_source *source, int component, JDIMENSION x, JDIMENSION y, int16_t *block);

/* The quantization table of the blocks. */
void jpeg_source_table(const struct jpeg_source *source, int component, uint16_t *table);

#endif
