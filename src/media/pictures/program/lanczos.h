/* Inside of the program lectern-pictures: makes planes of samples smaller, with the kernel Lanczos 3. */
#ifndef LECTERN_MEDIA_PICTURES_PROGRAM_LANCZOS_H
#define LECTERN_MEDIA_PICTURES_PROGRAM_LANCZOS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One component of a picture, row by row. */
struct plane {
	uint8_t *samples;
	size_t stride; /* samples from a row to the next, at least `width` */
	size_t width, height;
};

/* Where new samples lie along one axis: each stands for `step` of the old ones, the first for those from `begin` on. */
struct lanczos_scale {
	double begin, step;
};

/* Fills to's samples, and what is left of its strides with the last sample of the row. Beyond the edges of `from` it
 * goes on as at the edge. False when memory is lacking. */
bool lanczos_resize(const struct plane *from, struct lanczos_scale across, struct lanczos_scale down,
                    const struct plane *to);

/* Puts the means of 2 × 2 samples in place of the samples: width and height, which are even, become half of it. */
void lanczos_halve(struct plane *plane);

#endif
