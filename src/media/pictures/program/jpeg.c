/* A JPEG is read once, as far as the frequencies of its blocks. Those of the picture encoded anew are made of them by
 * other quantization; samples of formats too, at a half, a quarter or an eighth of the size where that is enough.
 * Colours stay luminance and chrominance, as the formats have the same. So nothing is decoded to pixels of the full
 * size. All frequencies lie in memory: 3 bytes a pixel, for as long as the samples are made. */
#include "jpeg.h"
#include "jpeg_blocks.h"
#include "jpeg_codes.h"
#include "jpeg_file.h"
#include "lanczos.h"
#include "plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	COMPONENTS = 3,
	HALVED = 2,        /* chrominance has half of the width and height */
	COUNTED_ROWS = 24, /* rows of blocks, at least, that codes are made by */
	ROWS_AT_ONCE = 2 * BLOCK_SIDE,
};

struct format {
	size_t index; /* of its box */
	unsigned shrink;
	struct lanczos_scale across, down; /* of luminance, from the size after that */
	struct plane planes[COMPONENTS];
};

struct photograph {
	const struct picture_request *request;
	const int *files;
	struct picture_answer *answer;
	struct jpeg_errors errors;
	struct jpeg_decompress_struct decoder;
	struct jpeg_compress_struct encoder;
	struct jpeg_reader reader;
	struct jpeg_writer writer;
	jvirt_barray_ptr *blocks; /* of each component */
	struct block_roundings roundings;
	struct code_counts counts[2];
	struct format formats[PICTURE_MOST_BOXES];
	size_t format_count;
	uint8_t *samples; /* of one component */
};

/* ---- formats ---- */

static bool has_usual_colours(const struct jpeg_decompress_struct *decoder)
{
	const jpeg_component_info *components = decoder->comp_info;
	if (decoder->num_components != COMPONENTS || decoder->jpeg_color_space != JCS_YCbCr ||
	    decoder->data_precision != BITS_IN_JSAMPLE)
		return false;
	for (int i = 0; i < COMPONENTS; i++) {
		const int wanted = i == 0 ? HALVED : 1;
		if (components[i].h_samp_factor != wanted || components[i].v_samp_factor != wanted)
			return false;
	}
	return true;
}

static size_t round_to_one(double value)
{
	const long rounded = lround(value);
	return rounded > 1 ? (size_t)rounded : 1;
}

static bool add_format(struct photograph *photo, size_t index)
{
	const uint32_t width = photo->answer->width, height = photo->answer->height;
	const struct picture_box box = photo->request->boxes[index];
	struct format *format = &photo->formats[photo->format_count++];
	format->index = index;
	format->shrink = plan_shrink(width, height, box);
	const uint32_t columns = width / format->shrink, rows = height / format->shrink;
	const double factor = plan_factor(columns, rows, box);
	format->across.step = format->down.step = factor;
	for (size_t i = 0; i < COMPONENTS; i++) {
		struct plane *plane = &format->planes[i];
		const size_t part = i ? HALVED : 1;
		plane->width = (round_to_one(columns / factor) + part - 1) / part;
		plane->height = (round_to_one(rows / factor) + part - 1) / part;
		plane->stride = (plane->width + BLOCK_SIDE - 1) / BLOCK_SIDE * BLOCK_SIDE;
		plane->samples = calloc(plane->height, plane->stride);
		if (!plane->samples)
			return false;
	}
	/* What rounding adds or takes is divided between both sides. */
	format->across.begin = (columns - (double)format->planes[0].width * factor) / 2;
	format->down.begin = (rows - (double)format->planes[0].height * factor) / 2;
	return true;
}

static bool add_formats(struct photograph *photo)
{
	for (size_t i = 0; i < photo->request->box_count; i++)
		if (plan_needs(photo->answer->width, photo->answer->height, photo->request->boxes[i]) &&
		    !add_format(photo, i))
			return false;
	return true;
}

static unsigned least_shrink(const struct photograph *photo)
{
	unsigned least = BLOCK_SIDE;
	for (size_t i = 0; i < photo->format_count; i++)
		least = photo->formats[i].shrink < least ? photo->formats[i].shrink : least;
	return least;
}

/* `plane`: the samples of a component at that size, with those that only fill its blocks. */
static bool resize_formats(struct photograph *photo, int component, unsigned shrink, const struct plane *plane)
{
	const jpeg_component_info *info = &photo->decoder.comp_info[component];
	struct plane seen = *plane;
	seen.width = info->downsampled_width < shrink ? 1 : info->downsampled_width / shrink;
	seen.height = info->downsampled_height < shrink ? 1 : info->downsampled_height / shrink;
	for (size_t i = 0; i < photo->format_count; i++) {
		const struct format *format = &photo->formats[i];
		struct lanczos_scale across = format->across, down = format->down;
		if (component) {
			across.begin /= HALVED;
			down.begin /= HALVED;
		}
		if (format->shrink == shrink && !lanczos_resize(&seen, across, down, &format->planes[component]))
			return false;
	}
	return true;
}

static void encode_format(struct photograph *photo, const struct format *format)
{
	struct jpeg_compress_struct *encoder = &photo->encoder;
	JSAMPROW rows[COMPONENTS][ROWS_AT_ONCE];
	JSAMPARRAY planes[COMPONENTS] = {rows[0], rows[1], rows[2]};
	jpeg_create_compress(encoder);
	jpeg_write_to(encoder, &photo->writer, photo->files[2 + format->index]);
	encoder->image_width = (JDIMENSION)format->planes[0].width;
	encoder->image_height = (JDIMENSION)format->planes[0].height;
	encoder->input_components = COMPONENTS;
	encoder->in_color_space = JCS_YCbCr;
	jpeg_set_defaults(encoder);
	jpeg_set_quality(encoder, FORMAT_QUALITY, TRUE);
	encoder->optimize_coding = TRUE;
	encoder->raw_data_in = TRUE;
	jpeg_start_compress(encoder, TRUE);
	while (encoder->next_scanline < encoder->image_height) {
		for (int i = 0; i < COMPONENTS; i++) {
			const struct plane *plane = &format->planes[i];
			const size_t part = i ? HALVED : 1, from = encoder->next_scanline / part;
			for (size_t y = 0; y < ROWS_AT_ONCE / part; y++) {
				const size_t row = from + y < plane->height ? from + y : plane->height - 1;
				rows[i][y] = plane->samples + row * plane->stride;
			}
		}
		jpeg_write_raw_data(encoder, planes, ROWS_AT_ONCE);
	}
	jpeg_finish_compress(encoder);
	jpeg_destroy_compress(encoder);
	photo->answer->made[format->index] =
	    (struct picture_box){(uint32_t)format->planes[0].width, (uint32_t)format->planes[0].height};
}

/* ---- the picture itself ---- */

static void begin_encoder(struct photograph *photo)
{
	struct jpeg_compress_struct *encoder = &photo->encoder;
	jpeg_create_compress(encoder);
	jpeg_write_to(encoder, &photo->writer, photo->files[1]);
	encoder->image_width = photo->decoder.image_width;
	encoder->image_height = photo->decoder.image_height;
	encoder->input_components = COMPONENTS;
	encoder->in_color_space = JCS_YCbCr;
	jpeg_set_defaults(encoder);
	jpeg_set_quality(encoder, (int)photo->request->quality, TRUE);
}

/* Quantizes the blocks of a component anew, unless the picture stays as it is, and makes its samples for the formats.
 */
static bool transform(struct photograph *photo, int component)
{
	struct jpeg_decompress_struct *decoder = &photo->decoder;
	const jpeg_component_info *info = &decoder->comp_info[component];
	const bool encodes = photo->request->quality != 0;
	const unsigned least = least_shrink(photo), side = BLOCK_SIDE / least, class = component ? 1 : 0;
	const uint16_t *table = info->quant_table->quantval;
	const JDIMENSION every = 1 + info->height_in_blocks / (2 * COUNTED_ROWS);
	struct plane plane = {.samples = photo->samples,
	                      .stride = (size_t)info->width_in_blocks * side,
	                      .width = (size_t)info->width_in_blocks * side,
	                      .height = (size_t)info->height_in_blocks * side};
	struct block_scale anew, samples;
	int before = 0;
	if (encodes) {
		const uint16_t *wanted = photo->encoder.quant_tbl_ptrs[class]->quantval;
		block_scale_between(&anew, table, wanted);
		table = wanted;
	}
	block_scale_samples(&samples, table, side);
	for (JDIMENSION y = 0; y < info->height_in_blocks; y++) {
		JBLOCKARRAY rows =
		    decoder->mem->access_virt_barray((j_common_ptr)decoder, photo->blocks[component], y, 1, TRUE);
		uint8_t *out = plane.samples + (size_t)y * side * plane.stride;
		for (JDIMENSION x = 0; x < info->width_in_blocks; x++) {
			JCOEF *block = rows[0][x];
			if (encodes)
				block_quantize(block, &anew, photo->roundings.half[(x + 7 * y) % ROUNDINGS]);
			if (encodes && y % every == 0) {
				codes_count(&photo->counts[class], block, before);
				before = block[0];
			}
			if (photo->format_count)
				block_to_samples(block, &samples, side, out + (size_t)x * side, plane.stride);
		}
	}
	for (unsigned shrink = least; photo->format_count; shrink *= 2) {
		if (!resize_formats(photo, component, shrink, &plane))
			return false;
		if (shrink == BLOCK_SIDE)
			break;
		lanczos_halve(&plane);
	}
	return true;
}

static void encode_picture(struct photograph *photo)
{
	struct jpeg_compress_struct *encoder = &photo->encoder;
	for (size_t i = 0; i < 2; i++)
		codes_make(&photo->counts[i], encoder->dc_huff_tbl_ptrs[i], encoder->ac_huff_tbl_ptrs[i]);
	jpeg_write_coefficients(encoder, photo->blocks);
	jpeg_finish_compress(encoder);
	jpeg_destroy_compress(encoder);
}

static off_t size_of(int file)
{
	return lseek(file, 0, SEEK_END);
}

static bool make(struct photograph *photo)
{
	struct jpeg_decompress_struct *decoder = &photo->decoder;
	const bool encodes = photo->request->quality != 0;
	jpeg_create_decompress(decoder);
	jpeg_read_from(decoder, &photo->reader, photo->files[0]);
	if (jpeg_read_header(decoder, TRUE) != JPEG_HEADER_OK || !has_usual_colours(decoder) || !add_formats(photo))
		return false;
	photo->blocks = jpeg_read_coefficients(decoder);
	const size_t side = BLOCK_SIDE / least_shrink(photo);
	photo->samples = calloc((size_t)decoder->comp_info[0].width_in_blocks * side,
	                        (size_t)decoder->comp_info[0].height_in_blocks * side);
	if (!photo->samples)
		return false;
	if (encodes) {
		begin_encoder(photo);
		block_roundings_begin(&photo->roundings);
	}
	for (int i = 0; i < COMPONENTS; i++)
		if (!decoder->comp_info[i].quant_table || !transform(photo, i))
			return false;
	if (encodes)
		encode_picture(photo);
	jpeg_destroy_decompress(decoder);
	free(photo->samples);
	photo->samples = NULL;
	if (encodes && photo->request->smaller && size_of(photo->files[1]) > size_of(photo->files[0]))
		return false;
	for (size_t i = 0; i < photo->format_count; i++)
		encode_format(photo, &photo->formats[i]);
	photo->answer->encoded = encodes;
	photo->answer->verdict = PICTURE_IS_FINE;
	return true;
}

static bool try_to_make(struct photograph *photo)
{
	return setjmp(photo->errors.on_error) == 0 && make(photo);
}

static void empty(const int *files, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (lseek(files[i], 0, SEEK_SET) != 0 || ftruncate(files[i], 0) != 0)
			_exit(1);
}

bool jpeg_make(const struct picture_request *request, const int *files, struct picture_answer *answer)
{
	const struct picture_answer before = *answer;
	struct photograph *photo = calloc(1, sizeof *photo);
	bool done = false;
	if (!photo)
		return false;
	photo->request = request;
	photo->files = files;
	photo->answer = answer;
	jpeg_errors_begin(&photo->errors);
	photo->decoder.err = photo->encoder.err = &photo->errors.manager;
	if (lseek(files[0], 0, SEEK_SET) == 0)
		done = try_to_make(photo);
	jpeg_destroy_decompress(&photo->decoder);
	jpeg_destroy_compress(&photo->encoder);
	for (size_t i = 0; i < photo->format_count; i++)
		for (size_t j = 0; j < COMPONENTS; j++)
			free(photo->formats[i].planes[j].samples);
	free(photo->samples);
	free(photo);
	if (!done) {
		*answer = before;
		empty(files + 1, 1 + (size_t)request->box_count);
	}
	return done;
}
