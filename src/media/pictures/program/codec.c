#include "codec.h"

#include <string.h>
#include <unistd.h>

/* That of libimagequant 2 looks like sharp's at 1.0. */
#define LESS_DITHER 0.6

VipsImage *codec_load(int file, enum picture_format format, int shrink, double scale)
{
	VipsImage *image = NULL;
	if (lseek(file, 0, SEEK_SET) != 0)
		return NULL;
	VipsSource *source = vips_source_new_from_descriptor(file);
	if (!source)
		return NULL;
	const int access = VIPS_ACCESS_SEQUENTIAL, fail = VIPS_FAIL_ON_WARNING;
	switch (format) {
	case PICTURE_JPEG:
		vips_jpegload_source(source, &image, "access", access, "fail_on", fail, "shrink", shrink, NULL);
		break;
	case PICTURE_PNG:
		vips_pngload_source(source, &image, "access", access, "fail_on", fail, NULL);
		break;
	case PICTURE_WEBP:
		vips_webpload_source(source, &image, "access", access, "fail_on", fail, "scale", scale, NULL);
		break;
	case PICTURE_TIFF:
		vips_tiffload_source(source, &image, "access", access, "fail_on", fail, NULL);
		break;
	case PICTURE_GIF:
		vips_gifload_source(source, &image, "access", access, "fail_on", fail, NULL);
		break;
	case PICTURE_SVG:
		vips_svgload_source(source, &image, "access", access, "fail_on", fail, NULL);
		break;
	case PICTURE_NONE:
		break;
	}
	g_object_unref(source);
	return image;
}

bool codec_replace(VipsImage **image, VipsImage **result, int failed)
{
	if (failed || !*result)
		return false;
	g_object_unref(*image);
	*image = *result;
	*result = NULL;
	return true;
}

bool codec_to_srgb(VipsImage **image)
{
	VipsImage *result = NULL;
	const bool profiled = vips_image_get_typeof(*image, VIPS_META_ICC_NAME) != 0;
	const VipsInterpretation space = vips_image_guess_interpretation(*image);
	/* A profile that does not fit is as good as none. */
	if (space == VIPS_INTERPRETATION_CMYK) {
		int failed =
		    profiled
			? vips_icc_transform(*image, &result, "srgb", "embedded", TRUE, "input_profile", "cmyk",
		                             "intent", VIPS_INTENT_PERCEPTUAL, "black_point_compensation", TRUE, NULL)
			: vips_icc_transform(*image, &result, "srgb", "input_profile", "cmyk", "intent",
		                             VIPS_INTENT_PERCEPTUAL, "black_point_compensation", TRUE, NULL);
		if (!codec_replace(image, &result, failed))
			return false;
	} else if (profiled && space != VIPS_INTERPRETATION_LABS && space != VIPS_INTERPRETATION_GREY16) {
		if (vips_icc_transform(*image, &result, "srgb", "embedded", TRUE, "intent", VIPS_INTENT_PERCEPTUAL,
		                       "depth", space == VIPS_INTERPRETATION_RGB16 ? 16 : 8, NULL) == 0)
			codec_replace(image, &result, 0);
	}
	if ((*image)->Type == VIPS_INTERPRETATION_sRGB && (*image)->BandFmt == VIPS_FORMAT_UCHAR)
		return true;
	const int failed = vips_colourspace(*image, &result, VIPS_INTERPRETATION_sRGB, NULL);
	return codec_replace(image, &result, failed);
}

static uint32_t read_length(const unsigned char *bytes)
{
	return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static int write_webp(VipsTarget *target, const unsigned char *chunks, uint32_t length)
{
	const uint32_t whole = length + 4;
	const unsigned char head[12] = {'R',
	                                'I',
	                                'F',
	                                'F',
	                                (unsigned char)whole,
	                                (unsigned char)(whole >> 8),
	                                (unsigned char)(whole >> 16),
	                                (unsigned char)(whole >> 24),
	                                'W',
	                                'E',
	                                'B',
	                                'P'};
	return vips_target_write(target, head, sizeof head) != 0 || vips_target_write(target, chunks, length) != 0 ||
	               vips_target_end(target) != 0
	           ? -1
	           : 0;
}

/* libvips adds EXIF data, and with it a longer head, whatever it is told. The chunks of the picture itself are kept. */
static int save_webp(VipsImage *image, VipsTarget *target, int quality)
{
	enum { HEAD = 12, CHUNK = 8, HAS_METADATA = 0x2c };
	unsigned char *bytes = NULL;
	size_t length = 0;
	uint32_t kept = 0, count = 0;
	if (vips_webpsave_buffer(image, (void **)&bytes, &length, "strip", TRUE, "Q", quality, "effort", 4, "alpha_q",
	                         100, NULL) != 0)
		return -1;
	const unsigned char *picture = NULL;
	for (size_t at = HEAD; at + CHUNK <= length;) {
		const size_t size = read_length(bytes + at + 4), step = CHUNK + size + (size & 1);
		if (step > length - at)
			break;
		if (memcmp(bytes + at, "VP8X", 4) == 0 && size)
			bytes[at + CHUNK] &= (unsigned char)~HAS_METADATA;
		else if (memcmp(bytes + at, "EXIF", 4) == 0 || memcmp(bytes + at, "XMP ", 4) == 0 ||
		         memcmp(bytes + at, "ICCP", 4) == 0) {
			at += step;
			continue;
		}
		if (memcmp(bytes + at, "VP8 ", 4) == 0 || memcmp(bytes + at, "VP8L", 4) == 0)
			picture = bytes + HEAD + kept;
		memmove(bytes + HEAD + kept, bytes + at, step);
		kept += (uint32_t)step;
		count++;
		at += step;
	}
	/* One chunk alone needs no longer head. */
	int failed;
	if (picture && count == 2 && memcmp(bytes + HEAD, "VP8X", 4) == 0)
		failed = write_webp(target, picture, kept - (uint32_t)(picture - bytes - HEAD));
	else
		failed = write_webp(target, bytes + HEAD, kept);
	g_free(bytes);
	return failed;
}

static int save_to(VipsImage *image, VipsTarget *target, enum picture_format format, int quality, bool palette)
{
	switch (format) {
	case PICTURE_JPEG:
		return vips_jpegsave_target(image, target, "strip", TRUE, "Q", quality, "optimize_coding", TRUE,
		                            "subsample_mode", VIPS_FOREIGN_SUBSAMPLE_ON, NULL);
	case PICTURE_PNG:
		return palette
		           ? vips_pngsave_target(image, target, "strip", TRUE, "compression", 6, "palette", TRUE, "Q",
		                                 quality, "effort", 7, "dither", LESS_DITHER, "bitdepth", 8, NULL)
		           : vips_pngsave_target(image, target, "strip", TRUE, "compression", 6, NULL);
	case PICTURE_WEBP:
		return save_webp(image, target, quality);
	case PICTURE_TIFF:
		return vips_tiffsave_target(image, target, "strip", TRUE, "Q", quality, "compression",
		                            VIPS_FOREIGN_TIFF_COMPRESSION_JPEG, "predictor",
		                            VIPS_FOREIGN_TIFF_PREDICTOR_HORIZONTAL, NULL);
	case PICTURE_GIF:
		return vips_gifsave_target(image, target, "strip", TRUE, "bitdepth", 8, "effort", 7, "dither", 1.0,
		                           "reuse", TRUE, NULL);
	default:
		return -1;
	}
}

bool codec_save(VipsImage *image, int file, enum picture_format format, int quality, bool palette)
{
	VipsTarget *target = vips_target_new_to_descriptor(file);
	bool done = target && save_to(image, target, format, quality, palette) == 0;
	if (target)
		g_object_unref(target);
	return done;
}
