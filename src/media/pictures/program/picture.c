#include "picture.h"
#include "codec.h"
#include "jpeg.h"
#include "plan.h"

#include <errno.h>
#include <unistd.h>

enum {
	LARGE = 1000000, /* pixels: fewer are decoded soon enough */
	LONGEST = 4,     /* times as long as wide: of longer ones little is left that could be off */
};

struct job {
	const struct picture_request *request;
	struct picture_answer *answer;
	const int *files;
	enum picture_format format;
};

static bool is_optimizable(enum picture_format format)
{
	return format == PICTURE_JPEG || format == PICTURE_PNG || format == PICTURE_WEBP || format == PICTURE_TIFF;
}

/* Not by fstat, which some C libraries make of a system call that could look at other files. -1: unknown. */
static off_t size_of(int file)
{
	return lseek(file, 0, SEEK_END);
}

/* Decodes all of it, as the only way to know that it can be. */
static bool check(int file, enum picture_format format)
{
	double mean;
	VipsImage *image = codec_load(file, format, 1, 1.0);
	bool fine = image && vips_avg(image, &mean, NULL) == 0;
	if (image)
		g_object_unref(image);
	return fine;
}

static bool encode(const struct job *job, int file)
{
	VipsImage *image = codec_load(file, job->format, 1, 1.0), *result = NULL;
	bool done = image != NULL;
	/* A turned picture is not read from top to bottom. */
	if (done && job->request->orient && vips_image_get_orientation(image) > 1) {
		VipsImage *whole = vips_image_copy_memory(image);
		done = codec_replace(&image, &whole, whole == NULL);
		done = done && codec_replace(&image, &result, vips_autorot(image, &result, NULL));
	}
	done = done && codec_to_srgb(&image) &&
	       codec_save(image, job->files[1], job->format, (int)job->request->quality, job->format == PICTURE_PNG);
	if (done) {
		job->answer->width = (uint32_t)image->Xsize;
		job->answer->height = (uint32_t)image->Ysize;
	}
	if (image)
		g_object_unref(image);
	return done;
}

static bool resize(VipsImage **image, double factor)
{
	VipsImage *result = NULL;
	const VipsBandFormat format = (*image)->BandFmt;
	const bool alpha = vips_image_hasalpha(*image);
	const double scale = 1.0 / factor;
	if (alpha && !codec_replace(image, &result, vips_premultiply(*image, &result, NULL)))
		return false;
	if (factor != 1.0 &&
	    !codec_replace(image, &result,
	                   vips_resize(*image, &result, scale, "vscale", scale, "kernel", VIPS_KERNEL_LANCZOS3, NULL)))
		return false;
	if (alpha && !codec_replace(image, &result, vips_unpremultiply(*image, &result, NULL)))
		return false;
	return !alpha || codec_replace(image, &result, vips_cast(*image, &result, format, NULL));
}

static bool make_format(const struct job *job, int file, size_t index)
{
	const struct picture_box box = job->request->boxes[index];
	struct picture_answer *answer = job->answer;
	const unsigned shrink = plan_shrink(answer->width, answer->height, box);
	double factor = plan_factor(answer->width, answer->height, box);
	VipsImage *image = codec_load(file, job->format, job->format == PICTURE_JPEG ? (int)shrink : 1, 1.0);
	bool done = image != NULL;
	if (done && job->format == PICTURE_JPEG && shrink > 1)
		factor = plan_factor((uint32_t)image->Xsize, (uint32_t)image->Ysize, box);
	done = done && codec_to_srgb(&image) && resize(&image, factor) &&
	       codec_save(image, job->files[2 + index], job->format, FORMAT_QUALITY, false);
	if (done)
		answer->made[index] = (struct picture_box){(uint32_t)image->Xsize, (uint32_t)image->Ysize};
	if (image)
		g_object_unref(image);
	return done;
}

static void refuse(struct picture_answer *answer)
{
	answer->verdict = errno == ENOSPC || errno == EDQUOT || errno == EFBIG ? PICTURE_FAILED : PICTURE_IS_FAULTY;
	answer->reason = (uint32_t)errno;
}

/* A large JPEG whose colours are sRGB. At a quality of 100 sharp keeps what its own decoder rounded away, and files are
 * twice as large: that is left to libvips. */
static bool is_photograph(const struct job *job, VipsImage *head)
{
	const uint64_t width = (uint64_t)head->Xsize, height = (uint64_t)head->Ysize;
	return job->format == PICTURE_JPEG && job->request->quality <= FORMAT_QUALITY && width * height >= LARGE &&
	       width <= LONGEST * height && height <= LONGEST * width &&
	       vips_image_get_typeof(head, VIPS_META_ICC_NAME) == 0;
}

void picture_make(const struct picture_request *request, const int *files, struct picture_answer *answer)
{
	struct job job = {request, answer, files, (enum picture_format)request->format};
	int file = files[0];
	VipsImage *head = codec_load(file, job.format, 1, 1.0);
	answer->verdict = PICTURE_IS_NONE;
	if (!head)
		return;
	answer->width = (uint32_t)head->Xsize;
	answer->height = (uint32_t)head->Ysize;
	const bool photograph = is_photograph(&job, head);
	const int orientation = request->orient && request->quality ? vips_image_get_orientation(head) : 1;
	g_object_unref(head);
	if ((uint64_t)answer->width * answer->height > request->most_pixels)
		return;
	if (photograph && jpeg_make(request, files, orientation, answer))
		return;
	errno = 0;
	if (request->quality && is_optimizable(job.format)) {
		if (!encode(&job, file)) {
			refuse(answer);
			return;
		}
		if (!request->smaller || size_of(files[1]) <= size_of(file)) {
			answer->encoded = 1;
			file = files[1];
		} else {
			VipsImage *again = codec_load(file, job.format, 1, 1.0);
			answer->width = again ? (uint32_t)again->Xsize : 0;
			answer->height = again ? (uint32_t)again->Ysize : 0;
			if (again)
				g_object_unref(again);
		}
	} else if (!check(file, job.format)) {
		refuse(answer);
		return;
	}
	for (size_t i = 0; i < request->box_count && job.format != PICTURE_SVG; i++) {
		errno = 0;
		if (plan_needs(answer->width, answer->height, request->boxes[i]) && !make_format(&job, file, i)) {
			refuse(answer);
			return;
		}
	}
	answer->verdict = PICTURE_IS_FINE;
}
