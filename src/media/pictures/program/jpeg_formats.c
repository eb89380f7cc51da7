#include "jpeg_formats.h"
#include "jpeg_blocks.h"
#include "plan.h"

#include <math.h>
#include <stdlib.h>

enum { ROWS_AT_ONCE = HALVED * BLOCK_SIDE };

static size_t round_to_one(double value)
{
	const long rounded = lround(value);
	return rounded > 1 ? (size_t)rounded : 1;
}

static bool add_format(struct jpeg_formats *formats, const struct picture_request *request, size_t index,
                       uint32_t width, uint32_t height)
{
	const struct picture_box box = request->boxes[index];
	struct jpeg_format *format = &formats->list[formats->count++];
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

bool jpeg_formats_begin(struct jpeg_formats *formats, const struct picture_request *request, uint32_t width,
                        uint32_t height)
{
	for (size_t i = 0; i < request->box_count; i++)
		if (plan_needs(width, height, request->boxes[i]) && !add_format(formats, request, i, width, height))
			return false;
	return true;
}

void jpeg_formats_free(struct jpeg_formats *formats)
{
	for (size_t i = 0; i < formats->count; i++)
		for (size_t j = 0; j < COMPONENTS; j++)
			free(formats->list[i].planes[j].samples);
	formats->count = 0;
}

unsigned jpeg_formats_shrink(const struct jpeg_formats *formats)
{
	unsigned least = BLOCK_SIDE;
	for (size_t i = 0; i < formats->count; i++)
		least = formats->list[i].shrink < least ? formats->list[i].shrink : least;
	return least;
}

static bool resize_to(const struct jpeg_format *format, int component, const struct plane *from)
{
	struct lanczos_scale across = format->across, down = format->down;
	if (component) {
		across.begin /= HALVED;
		down.begin /= HALVED;
	}
	return lanczos_resize(from, across, down, &format->planes[component]);
}

bool jpeg_formats_resize(struct jpeg_formats *formats, int component, struct plane *samples, size_t width,
                         size_t height)
{
	for (unsigned shrink = jpeg_formats_shrink(formats); formats->count; shrink *= 2) {
		struct plane seen = *samples;
		seen.width = width < shrink ? 1 : width / shrink;
		seen.height = height < shrink ? 1 : height / shrink;
		for (size_t i = 0; i < formats->count; i++)
			if (formats->list[i].shrink == shrink && !resize_to(&formats->list[i], component, &seen))
				return false;
		if (shrink == BLOCK_SIDE)
			break;
		lanczos_halve(samples);
	}
	return true;
}

void jpeg_format_encode(const struct jpeg_format *format, struct jpeg_compress_struct *encoder,
                        struct jpeg_writer *writer, int file)
{
	JSAMPROW rows[COMPONENTS][ROWS_AT_ONCE];
	JSAMPARRAY planes[COMPONENTS] = {rows[0], rows[1], rows[2]};
	jpeg_create_compress(encoder);
	jpeg_write_to(encoder, writer, file);
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
}
