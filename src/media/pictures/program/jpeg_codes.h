/* Inside of the program lectern-pictures: Huffman codes for the blocks of a JPEG. Codes that fit a picture make it some
 * per cent smaller; counting a part of its blocks is enough to find them, and saves encoding it twice. */
#ifndef LECTERN_MEDIA_PICTURES_PROGRAM_JPEG_CODES_H
#define LECTERN_MEDIA_PICTURES_PROGRAM_JPEG_CODES_H

#include <stdint.h>
#include <stdio.h>

/* Behind it, as it needs its types. */
#include <jpeglib.h>

enum { CODES_SYMBOLS = 256 };

/* How often each symbol came. Zeroed before. */
struct code_counts {
	uint32_t first[CODES_SYMBOLS]; /* of the differences between first frequencies */
	uint32_t other[CODES_SYMBOLS];
};

/* Counts the symbols of a block. `before`: the first frequency of the block before it. */
void codes_count(struct code_counts *counts, const int16_t *block, int before);

/* Fills two tables with codes for all symbols that there may be, short ones for those that were counted often. */
void codes_make(const struct code_counts *counts, JHUFF_TBL *first, JHUFF_TBL *other);

#endif
