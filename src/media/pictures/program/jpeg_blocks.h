/* Inside of the program lectern-pictures: the blocks that a JPEG consists of, 8 × 8 frequencies each (coefficients of a
 * discrete cosine transform, divided by what their quantization table says). */
#ifndef LECTERN_MEDIA_PICTURES_PROGRAM_JPEG_BLOCKS_H
#define LECTERN_MEDIA_PICTURES_PROGRAM_JPEG_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BLOCK_SIDE = 8, BLOCK_SIZE = BLOCK_SIDE * BLOCK_SIDE };

/* What the frequencies of a block are multiplied with. */
struct block_scale {
	float by[BLOCK_SIZE];
};

/* How a picture is turned: first the other way round (rows become columns), then the rest. */
struct block_turn {
	bool transposed;
	bool mirrored;    /* right becomes left */
	bool upside_down; /* below becomes above */
};

/* As EXIF says it: 1 to 8. */
struct block_turn block_turn_of(int orientation);

void block_turn(const int16_t *block, const struct block_turn *turn, int16_t *turned);

/* The quantization table of such blocks. */
void block_turn_table(const uint16_t *table, const struct block_turn *turn, uint16_t *turned);

/* From one quantization table to another. */
void block_scale_between(struct block_scale *scale, const uint16_t *from, const uint16_t *to);

/* From frequencies to samples: for a block that `across` × `down` samples are made of. */
void block_scale_samples(struct block_scale *scale, const uint16_t *table, unsigned across, unsigned down);

/* How numbers are rounded, by turns. Many lie in the middle between two: rounded all the same way they would change how
 * much detail there is, and how large the file becomes. */
enum { ROUNDINGS = 64 };
struct block_roundings {
	float half[ROUNDINGS][BLOCK_SIZE]; /* somewhat more or less than a half */
};

void block_roundings_begin(struct block_roundings *roundings);

/* Multiplies the frequencies, and rounds them. `half`: one of the roundings. */
void block_quantize(int16_t *block, const struct block_scale *scale, const float *half);

/* Writes side × side samples, 8, 4, 2 or 1: what decoding the block gives, or the means of 2 × 2, 4 × 4, all of that.
 */
void block_to_samples(const int16_t *block, const struct block_scale *scale, unsigned side, uint8_t *samples,
                      size_t stride);

/* One block of the picture at a half of the width, of the height, or of both: of 1 or 2 blocks `across`, and `down`.
 * `scale` is for samples of that part of a block's width and height; the frequencies are not divided by anything. */
void block_merge(const int16_t *blocks[2][2], unsigned across, unsigned down, const struct block_scale *scale,
                 int16_t *merged);

#endif
