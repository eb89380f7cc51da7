#include "lanczos.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LOBES = 3, TOGETHER = 4 };

static const float HALF = 0.5F;

typedef float four __attribute__((vector_size(TOGETHER * sizeof(float))));

/* What each sample along one axis is the sum of. */
struct axis {
	size_t taps; /* a multiple of TOGETHER */
	long *first; /* of each: the first sample that it is made of, which may lie before the beginning */
	float *weights;
};

static double kernel(double x)
{
	if (fabs(x) < 1e-9)
		return 1.0;
	if (fabs(x) >= LOBES)
		return 0.0;
	return LOBES * sin(M_PI * x) * sin(M_PI * x / LOBES) / (M_PI * M_PI * x * x);
}

static void free_axis(struct axis *axis)
{
	free(axis->first);
	free(axis->weights);
}

static bool make_axis(struct axis *axis, size_t count, struct lanczos_scale to)
{
	const double scale = to.step < 1 ? 1 : to.step;
	const size_t reach = (size_t)ceil(2 * LOBES * scale) + 1;
	axis->taps = (reach + TOGETHER - 1) / TOGETHER * TOGETHER;
	axis->first = calloc(count, sizeof *axis->first);
	axis->weights = calloc(count * axis->taps, sizeof *axis->weights);
	if (!axis->first || !axis->weights)
		return false;
	for (size_t i = 0; i < count; i++) {
		const double middle = to.begin + ((double)i + 0.5) * to.step - 0.5;
		float *weights = axis->weights + i * axis->taps;
		double sum = 0;
		axis->first[i] = (long)ceil(middle - LOBES * scale);
		for (size_t t = 0; t < axis->taps; t++) {
			weights[t] = (float)kernel(((double)(axis->first[i] + (long)t) - middle) / scale);
			sum += (double)weights[t];
		}
		for (size_t t = 0; t < axis->taps; t++)
			weights[t] /= (float)sum;
	}
	return true;
}

static const uint8_t *row_at(const struct plane *plane, long y)
{
	const long last = (long)plane->height - 1;
	return plane->samples + (size_t)(y < 0 ? 0 : y > last ? last : y) * plane->stride;
}

static void add_rows(const struct plane *from, long first, const float *weights, float *restrict sums)
{
	const uint8_t *restrict a = row_at(from, first), *restrict b = row_at(from, first + 1);
	const uint8_t *restrict c = row_at(from, first + 2), *restrict d = row_at(from, first + 3);
	const float p = weights[0], q = weights[1], r = weights[2], s = weights[3];
	for (size_t x = 0; x < from->width; x++)
		sums[x] += p * (float)a[x] + q * (float)b[x] + r * (float)c[x] + s * (float)d[x];
}

static uint8_t to_sample(float value)
{
	return value <= 0 ? 0 : value >= 255 ? 255 : (uint8_t)(value + HALF);
}

static float sum_of(const float *row, const float *weights, size_t taps)
{
	four sums = {0};
	for (size_t t = 0; t < taps; t += TOGETHER) {
		four samples, by;
		memcpy(&samples, row + t, sizeof samples);
		memcpy(&by, weights + t, sizeof by);
		sums += samples * by;
	}
	return sums[0] + sums[1] + sums[2] + sums[3];
}

/* Down first: then fewer rows are left to go across. `row` has `margin` samples before and behind it. */
static void resize(const struct plane *from, const struct axis *across, const struct axis *down, float *row,
                   size_t margin, const struct plane *to)
{
	for (size_t y = 0; y < to->height; y++) {
		uint8_t *out = to->samples + y * to->stride;
		memset(row, 0, from->width * sizeof *row);
		for (size_t t = 0; t < down->taps; t += TOGETHER)
			add_rows(from, down->first[y] + (long)t, down->weights + y * down->taps + t, row);
		for (size_t i = 1; i <= margin; i++) {
			row[-(long)i] = row[0];
			row[from->width - 1 + i] = row[from->width - 1];
		}
		for (size_t x = 0; x < to->width; x++)
			out[x] =
			    to_sample(sum_of(row + across->first[x], across->weights + x * across->taps, across->taps));
		memset(out + to->width, out[to->width - 1], to->stride - to->width);
	}
}

/* How many samples before the beginning or behind the end are needed. */
static size_t margin_of(const struct axis *axis, size_t count, size_t length)
{
	const long before = -axis->first[0], behind = axis->first[count - 1] + (long)axis->taps - (long)length;
	const long most = before > behind ? before : behind;
	return most > 0 ? (size_t)most : 0;
}

bool lanczos_resize(const struct plane *from, struct lanczos_scale across, struct lanczos_scale down,
                    const struct plane *to)
{
	struct axis horizontal = {0}, vertical = {0};
	bool done = make_axis(&horizontal, to->width, across) && make_axis(&vertical, to->height, down);
	const size_t margin = done ? margin_of(&horizontal, to->width, from->width) : 0;
	float *row = done ? calloc(from->width + 2 * margin, sizeof *row) : NULL;
	if (row)
		resize(from, &horizontal, &vertical, row + margin, margin, to);
	free(row);
	free_axis(&horizontal);
	free_axis(&vertical);
	return row != NULL;
}

void lanczos_halve(struct plane *plane)
{
	plane->width /= 2;
	plane->height /= 2;
	for (size_t y = 0; y < plane->height; y++) {
		const uint8_t *above = plane->samples + 2 * y * plane->stride, *below = above + plane->stride;
		uint8_t *out = plane->samples + y * plane->stride;
		for (size_t x = 0; x < plane->width; x++)
			out[x] = (uint8_t)((above[2 * x] + above[2 * x + 1] + below[2 * x] + below[2 * x + 1] + 2) / 4);
	}
}
