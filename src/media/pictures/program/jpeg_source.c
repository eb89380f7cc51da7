#include "jpeg_source.h"

/* What is made has chrominance at a half of the size; what is read may have it at the full width or height. */
static bool find_sampling(struct jpeg_source *source)
{
	const struct jpeg_decompress_struct *decoder = &source->decoder;
	const jpeg_component_info *components = decoder->comp_info;
	if (decoder->num_components != COMPONENTS || decoder->jpeg_color_space != JCS_YCbCr ||
	    decoder->data_precision != BITS_IN_JSAMPLE)
		return false;
	for (int i = 1; i < COMPONENTS; i++)
		if (components[i].h_samp_factor != 1 || components[i].v_samp_factor != 1)
			return false;
	const int across = components[0].h_samp_factor, down = components[0].v_samp_factor;
	if (across > HALVED || down > HALVED)
		return false;
	source->merged_across = HALVED / (unsigned)across;
	source->merged_down = HALVED / (unsigned)down;
	return true;
}

/* What fills the last blocks would come first in a picture that is mirrored. */
static bool can_turn(const struct jpeg_source *source)
{
	enum { WHOLE = HALVED * BLOCK_SIDE };
	const struct block_turn *turn = &source->turn;
	return (!turn->mirrored || source->width % WHOLE == 0) && (!turn->upside_down || source->height % WHOLE == 0);
}

static void find_components(struct jpeg_source *source)
{
	for (int i = 0; i < COMPONENTS; i++) {
		struct component *component = &source->components[i];
		const JDIMENSION part = i ? HALVED : 1;
		component->width = (source->width + part - 1) / part;
		component->height = (source->height + part - 1) / part;
		component->columns = (JDIMENSION)(component->width + BLOCK_SIDE - 1) / BLOCK_SIDE;
		component->rows = (JDIMENSION)(component->height + BLOCK_SIDE - 1) / BLOCK_SIDE;
	}
}

bool jpeg_source_begin(struct jpeg_source *source, struct jpeg_errors *errors, int file)
{
	struct jpeg_decompress_struct *decoder = &source->decoder;
	decoder->err = &errors->manager;
	jpeg_create_decompress(decoder);
	jpeg_read_from(decoder, &source->reader, file);
	if (jpeg_read_header(decoder, TRUE) != JPEG_HEADER_OK || !find_sampling(source))
		return false;
	source->width = source->turn.transposed ? decoder->image_height : decoder->image_width;
	source->height = source->turn.transposed ? decoder->image_width : decoder->image_height;
	find_components(source);
	return can_turn(source);
}

static bool is_merged(const struct jpeg_source *source, int component)
{
	return component && (source->merged_across > 1 || source->merged_down > 1);
}

bool jpeg_source_read(struct jpeg_source *source)
{
	source->blocks = jpeg_read_coefficients(&source->decoder);
	for (int i = 0; i < COMPONENTS; i++) {
		const JQUANT_TBL *table = source->decoder.comp_info[i].quant_table;
		if (!table)
			return false;
		block_scale_samples(&source->merging[i], table->quantval, BLOCK_SIDE / source->merged_across,
		                    BLOCK_SIDE / source->merged_down);
	}
	return true;
}

bool jpeg_source_is_remade(const struct jpeg_source *source)
{
	const struct block_turn *turn = &source->turn;
	return is_merged(source, 1) || turn->transposed || turn->mirrored || turn->upside_down;
}

JBLOCKROW jpeg_source_row(struct jpeg_source *source, int component, JDIMENSION y)
{
	struct jpeg_decompress_struct *decoder = &source->decoder;
	return decoder->mem->access_virt_barray((j_common_ptr)decoder, source->blocks[component], y, 1, TRUE)[0];
}

static void merge(struct jpeg_source *source, int component, JDIMENSION x, JDIMENSION y, int16_t *merged)
{
	const jpeg_component_info *info = &source->decoder.comp_info[component];
	const unsigned across = source->merged_across, down = source->merged_down;
	const JDIMENSION last_row = info->height_in_blocks - 1, last_column = info->width_in_blocks - 1;
	const int16_t *blocks[2][2];
	for (JDIMENSION i = 0; i < down; i++) {
		const JDIMENSION row = y * down + i < last_row ? y * down + i : last_row;
		JBLOCKROW from = jpeg_source_row(source, component, row);
		for (JDIMENSION j = 0; j < across; j++)
			blocks[i][j] = from[x * across + j < last_column ? x * across + j : last_column];
	}
	block_merge(blocks, across, down, &source->merging[component], merged);
}

void jpeg_source_block(struct jpeg_source *source, int component, JDIMENSION x, JDIMENSION y, int16_t *block)
{
	const struct block_turn *turn = &source->turn;
	const struct component *size = &source->components[component];
	const JDIMENSION across = turn->mirrored ? size->columns - 1 - x : x,
			 down = turn->upside_down ? size->rows - 1 - y : y;
	const JDIMENSION column = turn->transposed ? down : across, row = turn->transposed ? across : down;
	if (is_merged(source, component)) {
		int16_t merged[BLOCK_SIZE];
		merge(source, component, column, row, merged);
		block_turn(merged, turn, block);
	} else {
		block_turn(jpeg_source_row(source, component, row)[column], turn, block);
	}
}

void jpeg_source_table(const struct jpeg_source *source, int component, uint16_t *table)
{
	if (!is_merged(source, component)) {
		block_turn_table(source->decoder.comp_info[component].quant_table->quantval, &source->turn, table);
		return;
	}
	for (size_t i = 0; i < BLOCK_SIZE; i++)
		table[i] = 1;
}
