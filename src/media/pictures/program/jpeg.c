/* A JPEG is read once, as far as the frequencies of its blocks. Those of the picture encoded anew are made of them by
 * other quantization; samples of formats too, at a half, a quarter or an eighth of the size where that is enough.
 * Colours stay luminance and chrominance, as the formats have the same. So nothing is decoded to pixels of the full
 * size. All frequencies lie in memory: 3 bytes a pixel, twice that when it is turned, for as long as the samples are
 * made. */
#include "jpeg.h"
#include "jpeg_blocks.h"
#include "jpeg_codes.h"
#include "jpeg_formats.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COUNTED_ROWS = 24 }; /* rows of blocks, at least, that codes are made by */

/* Of the picture that is made: in blocks, and in samples that are not there to fill blocks alone. */
struct component {
	JDIMENSION columns, rows;
	size_t width, height;
};

struct photograph {
	const struct picture_request *request;
	const int *files;
	struct picture_answer *answer;
	struct block_turn turn;
	struct jpeg_errors errors;
	struct jpeg_decompress_struct decoder;
	struct jpeg_compress_struct encoder;
	struct jpeg_reader reader;
	struct jpeg_writer writer;
	jvirt_barray_ptr *read;            /* the blocks of each component, as they were read */
	jvirt_barray_ptr made[COMPONENTS]; /* and as they are written: the same ones, unless it is turned */
	struct component components[COMPONENTS];
	struct block_roundings roundings;
	struct code_counts counts[2];
	struct jpeg_formats formats;
	uint8_t *samples; /* of one component */
};

/* ---- which pictures ---- */

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

/* What fills the last blocks would come first in a picture that is mirrored. */
static bool can_turn(const struct jpeg_decompress_struct *decoder, const struct block_turn *turn)
{
	enum { WHOLE = HALVED * BLOCK_SIDE };
	const bool across = turn->transposed ? turn->upside_down : turn->mirrored;
	const bool down = turn->transposed ? turn->mirrored : turn->upside_down;
	return (!across || decoder->image_width % WHOLE == 0) && (!down || decoder->image_height % WHOLE == 0);
}

/* ---- blocks ---- */

static void find_components(struct photograph *photo)
{
	for (int i = 0; i < COMPONENTS; i++) {
		const jpeg_component_info *info = &photo->decoder.comp_info[i];
		struct component *component = &photo->components[i];
		*component = photo->turn.transposed
		                 ? (struct component){info->height_in_blocks, info->width_in_blocks,
		                                      info->downsampled_height, info->downsampled_width}
		                 : (struct component){info->width_in_blocks, info->height_in_blocks,
		                                      info->downsampled_width, info->downsampled_height};
	}
}

static bool is_turned(const struct block_turn *turn)
{
	return turn->transposed || turn->mirrored || turn->upside_down;
}

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
	if (!is_turned(&photo->turn))
		return;
	for (int i = 0; i < COMPONENTS; i++) {
		const JDIMENSION part = i ? 1 : HALVED;
		const JDIMENSION columns = (photo->components[i].columns + part - 1) / part * part,
				 rows = (photo->components[i].rows + part - 1) / part * part;
		photo->made[i] =
		    encoder->mem->request_virt_barray((j_common_ptr)encoder, JPOOL_IMAGE, TRUE, columns, rows, part);
	}
	encoder->mem->realize_virt_arrays((j_common_ptr)encoder);
}

/* The blocks of a row, as they are written. */
static JBLOCKROW row_of(struct photograph *photo, int component, JDIMENSION y)
{
	const struct block_turn *turn = &photo->turn;
	const struct component *size = &photo->components[component];
	struct jpeg_decompress_struct *decoder = &photo->decoder;
	struct jpeg_memory_mgr *memory = decoder->mem;
	j_common_ptr common = (j_common_ptr)decoder;
	if (!is_turned(turn))
		return memory->access_virt_barray(common, photo->read[component], y, 1, TRUE)[0];
	JBLOCKROW row = memory->access_virt_barray(common, photo->made[component], y, 1, TRUE)[0];
	const JDIMENSION down = turn->upside_down ? size->rows - 1 - y : y;
	for (JDIMENSION x = 0; x < size->columns; x++) {
		const JDIMENSION across = turn->mirrored ? size->columns - 1 - x : x;
		const JDIMENSION from_row = turn->transposed ? across : down,
				 from_column = turn->transposed ? down : across;
		JBLOCKROW from = memory->access_virt_barray(common, photo->read[component], from_row, 1, FALSE)[0];
		block_turn(from[from_column], turn, row[x]);
	}
	return row;
}

/* Quantizes the blocks of a component anew, unless the picture stays as it is, and makes its samples for the formats.
 */
static bool transform(struct photograph *photo, int component)
{
	const struct component *size = &photo->components[component];
	const bool encodes = photo->request->quality != 0;
	const unsigned side = BLOCK_SIDE / jpeg_formats_shrink(&photo->formats), class = component ? 1 : 0;
	const JDIMENSION every = 1 + size->rows / (2 * COUNTED_ROWS);
	struct plane plane = {photo->samples, (size_t)size->columns * side, (size_t)size->columns * side,
	                      (size_t)size->rows * side};
	struct block_scale anew, samples;
	uint16_t table[BLOCK_SIZE];
	const uint16_t *wanted = table;
	int before = 0;
	block_turn_table(photo->decoder.comp_info[component].quant_table->quantval, &photo->turn, table);
	if (encodes) {
		wanted = photo->encoder.quant_tbl_ptrs[class]->quantval;
		block_scale_between(&anew, table, wanted);
	}
	block_scale_samples(&samples, wanted, side);
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
	jpeg_write_coefficients(encoder, is_turned(&photo->turn) ? photo->made : photo->read);
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
	photo->samples = calloc(photo->components[0].columns * side, photo->components[0].rows * side);
	if (!photo->samples)
		return false;
	for (int i = 0; i < COMPONENTS; i++)
		if (!photo->decoder.comp_info[i].quant_table || !transform(photo, i))
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
	struct jpeg_decompress_struct *decoder = &photo->decoder;
	struct picture_answer *answer = photo->answer;
	const bool encodes = photo->request->quality != 0;
	jpeg_create_decompress(decoder);
	jpeg_read_from(decoder, &photo->reader, photo->files[0]);
	if (jpeg_read_header(decoder, TRUE) != JPEG_HEADER_OK || !has_usual_colours(decoder) ||
	    !can_turn(decoder, &photo->turn))
		return false;
	answer->width = photo->turn.transposed ? decoder->image_height : decoder->image_width;
	answer->height = photo->turn.transposed ? decoder->image_width : decoder->image_height;
	if (!jpeg_formats_begin(&photo->formats, photo->request, answer->width, answer->height))
		return false;
	photo->read = jpeg_read_coefficients(decoder);
	find_components(photo);
	if (encodes)
		begin_encoder(photo);
	if (!transform_all(photo))
		return false;
	if (encodes)
		encode_picture(photo);
	jpeg_destroy_decompress(decoder);
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
	photo->turn = block_turn_of(orientation);
	jpeg_errors_begin(&photo->errors);
	photo->decoder.err = photo->encoder.err = &photo->errors.manager;
	if (lseek(files[0], 0, SEEK_SET) == 0)
		done = try_to_make(photo);
	jpeg_destroy_decompress(&photo->decoder);
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
