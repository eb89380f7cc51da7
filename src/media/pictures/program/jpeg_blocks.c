#include "jpeg_blocks.h"

#include <math.h>
#include <string.h>

enum { MOST = 1023, MIDDLE = 128 };

#define SQUARE_ROOT_OF_EIGHTH 0.35355339059327376

/* A row of a block. */
typedef float eight __attribute__((vector_size(BLOCK_SIDE * sizeof(float))));
typedef int32_t eight_ints __attribute__((vector_size(BLOCK_SIDE * sizeof(int32_t))));
typedef int16_t eight_shorts __attribute__((vector_size(BLOCK_SIDE * sizeof(int16_t))));

struct block_turn block_turn_of(int orientation)
{
	static const struct block_turn turns[] = {
	    {false, false, false}, {false, true, false}, {false, true, true}, {false, false, true},
	    {true, false, false},  {true, true, false},  {true, true, true},  {true, false, true},
	};
	return turns[orientation < 1 || orientation > 8 ? 0 : orientation - 1];
}

/* Waves of odd frequencies are upside down when they are mirrored. */
void block_turn(const int16_t *restrict block, const struct block_turn *turn, int16_t *restrict turned)
{
	for (unsigned y = 0; y < BLOCK_SIDE; y++)
		for (unsigned x = 0; x < BLOCK_SIDE; x++) {
			const int value = block[turn->transposed ? x * BLOCK_SIDE + y : y * BLOCK_SIDE + x];
			const bool negated = (turn->mirrored && x % 2) != (turn->upside_down && y % 2);
			turned[y * BLOCK_SIDE + x] = (int16_t)(negated ? -value : value);
		}
}

void block_turn_table(const uint16_t *table, const struct block_turn *turn, uint16_t *turned)
{
	for (unsigned y = 0; y < BLOCK_SIDE; y++)
		for (unsigned x = 0; x < BLOCK_SIDE; x++)
			turned[y * BLOCK_SIDE + x] = table[turn->transposed ? x * BLOCK_SIDE + y : y * BLOCK_SIDE + x];
}

void block_scale_between(struct block_scale *scale, const uint16_t *from, const uint16_t *to)
{
	for (size_t i = 0; i < BLOCK_SIZE; i++)
		scale->by[i] = (float)from[i] / (float)to[i];
}

/* The mean of neighbouring samples of a wave is a sample of the same wave, which is so much lower. */
static double wave_height(unsigned frequency, unsigned side)
{
	double height = frequency ? 0.5 : SQUARE_ROOT_OF_EIGHTH;
	for (unsigned means = BLOCK_SIDE; means > side; means /= 2)
		height *= cos((double)frequency * M_PI / (2.0 * means));
	return height;
}

void block_scale_samples(struct block_scale *scale, const uint16_t *table, unsigned across, unsigned down)
{
	for (unsigned i = 0; i < BLOCK_SIZE; i++)
		scale->by[i] =
		    (float)(table[i] * wave_height(i / BLOCK_SIDE, down) * wave_height(i % BLOCK_SIDE, across));
}

void block_roundings_begin(struct block_roundings *roundings)
{
	uint32_t chance = 1;
	for (size_t i = 0; i < ROUNDINGS; i++)
		for (size_t j = 0; j < BLOCK_SIZE; j++) {
			chance = chance * 1664525 + 1013904223;
			roundings->half[i][j] = chance >> 31 ? 0.47F : 0.53F;
		}
}

/* Compares give 0 or -1, all bits of it. */
static eight_shorts clamp(eight_shorts values)
{
	const eight_shorts above = values > MOST, below = values < -MOST;
	return (values & ~above & ~below) | (above & MOST) | (below & -MOST);
}

void block_quantize(int16_t *block, const struct block_scale *scale, const float *half)
{
	for (size_t y = 0; y < BLOCK_SIZE; y += BLOCK_SIDE) {
		eight_shorts frequencies;
		eight by, up;
		eight_ints sign;
		memcpy(&frequencies, block + y, sizeof frequencies);
		memcpy(&by, scale->by + y, sizeof by);
		memcpy(&up, half + y, sizeof up);
		const eight values = __builtin_convertvector(frequencies, eight) * by;
		memcpy(&sign, &values, sizeof sign);
		const eight_ints away = (eight_ints)up | (sign & INT32_MIN);
		const eight_ints rounded = __builtin_convertvector(values + (eight)away, eight_ints);
		frequencies = clamp(__builtin_convertvector(rounded, eight_shorts));
		memcpy(block + y, &frequencies, sizeof frequencies);
	}
}

/* ---- from frequencies to samples ---- */

/* Cosines of parts of a half turn: cos(n * pi / 16). */
#define C1 0.98078528F
#define C2 0.92387953F
#define C3 0.83146961F
#define C4 0.70710678F
#define C5 0.55557023F
#define C6 0.38268343F
#define C7 0.19509032F

/* Each of these turns the rows of frequencies `f` into as many rows of samples as its name says, for all columns. With
 * fewer samples than frequencies, those above look like those below: that they are aliases of. */

static void to_eight(const eight *f, eight *samples)
{
	const eight even[4] = {
	    f[0] + C4 * f[4] + C2 * f[2] + C6 * f[6],
	    f[0] - C4 * f[4] + C6 * f[2] - C2 * f[6],
	    f[0] - C4 * f[4] - C6 * f[2] + C2 * f[6],
	    f[0] + C4 * f[4] - C2 * f[2] - C6 * f[6],
	};
	const eight odd[4] = {
	    C1 * f[1] + C3 * f[3] + C5 * f[5] + C7 * f[7],
	    C3 * f[1] - C7 * f[3] - C1 * f[5] - C5 * f[7],
	    C5 * f[1] - C1 * f[3] + C7 * f[5] + C3 * f[7],
	    C7 * f[1] - C5 * f[3] + C3 * f[5] - C1 * f[7],
	};
	for (size_t i = 0; i < 4; i++) {
		samples[i] = even[i] + odd[i];
		samples[7 - i] = even[i] - odd[i];
	}
}

static void to_four(const eight *f, eight *samples)
{
	const eight first = f[1] - f[7], second = C4 * (f[2] - f[6]), third = f[3] - f[5];
	const eight outer = C2 * first + C6 * third, inner = C6 * first - C2 * third;
	samples[0] = f[0] + second + outer;
	samples[1] = f[0] - second + inner;
	samples[2] = f[0] - second - inner;
	samples[3] = f[0] + second - outer;
}

static void to_two(const eight *f, eight *samples)
{
	const eight wave = C4 * (f[1] - f[3] - f[5] + f[7]);
	samples[0] = f[0] + wave;
	samples[1] = f[0] - wave;
}

static void transform(const eight *frequencies, unsigned side, eight *samples)
{
	if (side == 8)
		to_eight(frequencies, samples);
	else if (side == 4)
		to_four(frequencies, samples);
	else
		to_two(frequencies, samples);
}

static uint8_t to_sample(float value)
{
	value += MIDDLE + 0.5F;
	return value <= 0 ? 0 : value >= 255 ? 255 : (uint8_t)value;
}

static void to_samples(const int16_t *block, const struct block_scale *scale, unsigned across, unsigned down,
                       uint8_t *samples, size_t stride)
{
	eight rows[BLOCK_SIDE], columns[BLOCK_SIDE];
	for (size_t y = 0; y < BLOCK_SIDE; y++)
		for (size_t x = 0; x < BLOCK_SIDE; x++)
			rows[y][x] = (float)block[y * BLOCK_SIDE + x] * scale->by[y * BLOCK_SIDE + x];
	transform(rows, down, columns);
	for (size_t y = 0; y < BLOCK_SIDE; y++)
		for (size_t x = 0; x < down; x++)
			rows[y][x] = columns[x][y];
	transform(rows, across, columns);
	for (size_t y = 0; y < down; y++)
		for (size_t x = 0; x < across; x++)
			samples[y * stride + x] = to_sample(columns[x][y]);
}

void block_to_samples(const int16_t *block, const struct block_scale *scale, unsigned side, uint8_t *samples,
                      size_t stride)
{
	if (side == 1)
		*samples = to_sample((float)block[0] * scale->by[0]);
	else
		to_samples(block, scale, side, side, samples, stride);
}

/* ---- from samples to frequencies ---- */

/* The rows of samples into as many of frequencies, for all columns. */
static void from_eight(const eight *samples, eight *f)
{
	eight sum[4], difference[4];
	for (size_t i = 0; i < 4; i++) {
		sum[i] = samples[i] + samples[7 - i];
		difference[i] = samples[i] - samples[7 - i];
	}
	f[0] = sum[0] + sum[1] + sum[2] + sum[3];
	f[2] = C2 * (sum[0] - sum[3]) + C6 * (sum[1] - sum[2]);
	f[4] = C4 * (sum[0] - sum[1] - sum[2] + sum[3]);
	f[6] = C6 * (sum[0] - sum[3]) - C2 * (sum[1] - sum[2]);
	f[1] = C1 * difference[0] + C3 * difference[1] + C5 * difference[2] + C7 * difference[3];
	f[3] = C3 * difference[0] - C7 * difference[1] - C1 * difference[2] - C5 * difference[3];
	f[5] = C5 * difference[0] - C1 * difference[1] + C7 * difference[2] + C3 * difference[3];
	f[7] = C7 * difference[0] - C5 * difference[1] + C3 * difference[2] - C1 * difference[3];
}

static void to_frequencies(const uint8_t *samples, int16_t *block)
{
	eight rows[BLOCK_SIDE], columns[BLOCK_SIDE];
	const float first = (float)wave_height(0, BLOCK_SIDE), other = (float)wave_height(1, BLOCK_SIDE);
	for (size_t y = 0; y < BLOCK_SIDE; y++)
		for (size_t x = 0; x < BLOCK_SIDE; x++)
			rows[y][x] = (float)samples[y * BLOCK_SIDE + x] - MIDDLE;
	from_eight(rows, columns);
	for (size_t y = 0; y < BLOCK_SIDE; y++)
		for (size_t x = 0; x < BLOCK_SIDE; x++)
			rows[x][y] = columns[y][x] * (y ? other : first);
	from_eight(rows, columns);
	for (size_t y = 0; y < BLOCK_SIDE; y++)
		for (size_t x = 0; x < BLOCK_SIDE; x++)
			block[y * BLOCK_SIDE + x] = (int16_t)lrintf(columns[x][y] * (x ? other : first));
}

void block_merge(const int16_t *blocks[2][2], unsigned across, unsigned down, const struct block_scale *scale,
                 int16_t *merged)
{
	const unsigned width = BLOCK_SIDE / across, height = BLOCK_SIDE / down;
	uint8_t samples[BLOCK_SIZE];
	for (size_t y = 0; y < down; y++)
		for (size_t x = 0; x < across; x++)
			to_samples(blocks[y][x], scale, width, height, samples + y * height * BLOCK_SIDE + x * width,
			           BLOCK_SIDE);
	to_frequencies(samples, merged);
}
