/* A JPEG is read once, as far as the frequencies of its blocks. Those of the picture encoded anew are made of them by
 * other quantization; samples of formats too, at a half, a quarter or an eighth of the size where that is enough.
 * Colours stay luminance and chrominance, as the formats have the same. So nothing is decoded to pixels of the full
 * size. All frequencies lie in memory: 3 bytes a pixel, two or three times that when blocks move, for as long as the
 * samples are made. */
#include "jpeg.h"
#include "jpeg_codes.h"
#include "jpeg_formats.h"
#include "jpeg_source.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COUNTED_ROWS = 8 }; /* rows of blocks, at least, that codes are made by */

struct photograph {
	const struct picture_request *request;
	const int *files;
	struct picture_answer *answer;
	struct jpeg_errors errors;
	struct jpeg_source source;
	struct jpeg_compress_struct encoder;
	struct jpeg_writer writer;
	jvirt_barray_ptr made[COMPONENTS]; /* the blocks that are written, unless they stay where they were read */
	struct block_roundings roundings;
	struct code_counts counts[2];
	struct jpeg_formats formats;
	uint8_t *samples; /* of one component */
};

static void begin_encoder(struct photograph *photo)
{
	struct jpeg_compress_struct *encoder = &photo->encoder;
	jpeg_create_compress(encoder);
	jpeg_write_to(encoder, &photo->writer, photo->files[1]);
	encoder->image_width = photo->answer->width;
	encoder->image_height = photo->answer->height;
	encoder->input_components = COMPONENTS;
	encoder->in_color_space = JCS_YCbCr;
	jpeg_set_defaults(encoder);
	jpeg_set_quality(encoder, (int)photo->request->quality, TRUE);
	block_roundings_begin(&photo->roundings);
	if (!jpeg_source_is_remade(&photo->source))
		return;
	for (int i = 0; i < COMPONENTS; i++) {
		const JDIMENSION part = i ? 1 : HALVED;
		const JDIMENSION columns = (photo->source.components[i].columns + part - 1) / part * part,
				 rows = (photo->source.components[i].rows + part - 1) / part * part;
		photo->made[i] =
		    encoder->mem->request_virt_barray((j_common_ptr)encoder, JPOOL_IMAGE, TRUE, columns, rows, part);
	}
	encoder->mem->realize_virt_arrays((j_common_ptr)encoder);
}

/* The blocks of a row, as they are written. */
static JBLOCKROW row_of(struct photograph *photo, int component, JDIMENSION y)
{
	struct jpeg_compress_struct *encoder = &photo->encoder;
	if (!jpeg_source_is_remade(&photo->source))
		return jpeg_source_row(&photo->source, component, y);
	JBLOCKROW row = encoder->mem->access_virt_barray((j_common_ptr)encoder, photo->made[component], y, 1, TRUE)[0];
	for (JDIMENSION x = 0; x < photo->source.components[component].columns; x++)
		jpeg_source_block(&photo->source, component, x, y, row[x]);
	return row;
}

/* Quantizes the blocks of a component anew, unless the picture stays as it is, and makes its samples for the formats.
 */
static bool transform(struct photograph *photo, int component)
{
	const struct component *size = &photo->source.components[component];
	const bool encodes = photo->request->quality != 0;
	const unsigned side = BLOCK_SIDE / jpeg_formats_shrink(&photo->formats), class = component ? 1 : 0;
	const JDIMENSION every = 1 + size->rows / (2 * COUNTED_ROWS);
	struct plane plane = {photo->samples, (size_t)size->columns * side, (size_t)size->columns * side,
	                      (size_t)size->rows * side};
	struct block_scale anew, samples;
	uint16_t table[BLOCK_SIZE];
	const uint16_t *wanted = table;
	int before = 0;
	jpeg_source_table(&photo->source, component, table);
	if (encodes) {
		wanted = photo->encoder.quant_tbl_ptrs[class]->quantval;
		block_scale_between(&anew, table, wanted);
	}
	block_scale_samples(&samples, wanted, side, side);
	for (JDIMENSION y = 0; y < size->rows; y++) {
		JBLOCKROW row = row_of(photo, component, y);
		uint8_t *out = plane.samples + (size_t)y * side * plane.stride;
		for (JDIMENSION x = 0; x < size->columns; x++) {
			if (encodes)
				block_quantize(row[x], &anew, photo->roundings.half[(x + 7 * y) % ROUNDINGS]);
			if (encodes && y % every == 0) {
				codes_count(&photo->counts[class], row[x], before);
				before = row[x][0];
			}
			if (photo->formats.count)
				block_to_samples(row[x], &samples, side, out + (size_t)x * side, plane.stride);
		}
	}
	return jpeg_formats_resize(&photo->formats, component, &plane, size->width, size->height);
}

static void encode_picture(struct photograph *photo)
{
	struct jpeg_compress_struct *encoder = &photo->encoder;
	for (size_t i = 0; i < 2; i++)
		codes_make(&photo->counts[i], encoder->dc_huff_tbl_ptrs[i], encoder->ac_huff_tbl_ptrs[i]);
	jpeg_write_coefficients(encoder, jpeg_source_is_remade(&photo->source) ? photo->made : photo->source.blocks);
	jpeg_finish_compress(encoder);
	jpeg_destroy_compress(encoder);
}

/* ---- one picture ---- */

static off_t size_of(int file)
{
	return lseek(file, 0, SEEK_END);
}

static bool transform_all(struct photograph *photo)
{
	const size_t side = BLOCK_SIDE / jpeg_formats_shrink(&photo->formats);
	photo->samples = calloc(photo->source.components[0].columns * side, photo->source.components[0].rows * side);
	if (!photo->samples)
		return false;
	for (int i = 0; i < COMPONENTS; i++)
		if (!transform(photo, i))
			return false;
	free(photo->samples);
	photo->samples = NULL;
	return true;
}

static void encode_formats(struct photograph *photo)
{
	for (size_t i = 0; i < photo->formats.count; i++) {
		const struct jpeg_format *format = &photo->formats.list[i];
		const struct plane *plane = &format->planes[0];
		jpeg_format_encode(format, &photo->encoder, &photo->writer, photo->files[2 + format->index]);
		photo->answer->made[format->index] =
		    (struct picture_box){(uint32_t)plane->width, (uint32_t)plane->height};
	}
}

static bool make(struct photograph *photo)
{
	struct jpeg_source *source = &photo->source;
	struct picture_answer *answer = photo->answer;
	const bool encodes = photo->request->quality != 0;
	if (!jpeg_source_begin(source, &photo->errors, photo->files[0]) || (!encodes && jpeg_source_is_remade(source)))
		return false;
	answer->width = source->width;
	answer->height = source->height;
	if (!jpeg_formats_begin(&photo->formats, photo->request, answer->width, answer->height) ||
	    !jpeg_source_read(source))
		return false;
	if (encodes)
		begin_encoder(photo);
	if (!transform_all(photo))
		return false;
	if (encodes)
		encode_picture(photo);
	jpeg_destroy_decompress(&source->decoder);
	if (encodes && photo->request->smaller && size_of(photo->files[1]) > size_of(photo->files[0]))
		return false;
	encode_formats(photo);
	answer->encoded = encodes;
	answer->verdict = PICTURE_IS_FINE;
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

bool jpeg_make(const struct picture_request *request, const int *files, int orientation, struct picture_answer *answer)
{
	const struct picture_answer before = *answer;
	struct photograph *photo = calloc(1, sizeof *photo);
	bool done = false;
	if (!photo)
		return false;
	photo->request = request;
	photo->files = files;
	photo->answer = answer;
	photo->source.turn = block_turn_of(orientation);
	jpeg_errors_begin(&photo->errors);
	photo->encoder.err = &photo->errors.manager;
	if (lseek(files[0], 0, SEEK_SET) == 0)
		done = try_to_make(photo);
	jpeg_destroy_decompress(&photo->source.decoder);
	jpeg_destroy_compress(&photo->encoder);
	jpeg_formats_free(&photo->formats);
	free(photo->samples);
	free(photo);
	if (!done) {
		*answer = before;
		empty(files + 1, 1 + (size_t)request->box_count);
	}
	return done;
}
