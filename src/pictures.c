/* The program lectern-pictures: decodes and encodes pictures for the server, in a process of its own, since decoders
 * are where exploits lie. Before the first picture is looked at it gives up whatever a decoder does not need: it can
 * open no files, no sockets and no programs, and has limits of memory and time. It ends when the server closes the
 * socket, and by itself when it has had nothing to do. What is done to pictures is what sharp does for Strapi. */
#include "media/pictures/protocol.h"

#include <errno.h>
#include <poll.h>
#include <seccomp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vips/vips.h>

/* Behind it, as it needs its types. */
#include <vips/vector.h>

enum {
	SERVER = STDIN_FILENO,
	FORMAT_QUALITY = 80,
	IDLE_TIME = 10000,   /* milliseconds; then it ends */
	MOST_PICTURES = 200, /* then it ends: what libraries lose does not add up */
	PROCESSOR_TIME = 60, /* seconds a picture */
};

/* That of libimagequant 2 looks like sharp's at 1.0. */
#define LESS_DITHER 0.6

#define MEMORY ((rlim_t)4 << 30) /* bytes of addresses */

/* ---- what it gives up ---- */

static bool allow(scmp_filter_ctx filter)
{
	static const char *const calls[] = {
	    "read",
	    "write",
	    "readv",
	    "writev",
	    "pread64",
	    "pwrite64",
	    "lseek",
	    "fstat",
	    "munmap",
	    "mremap",
	    "madvise",
	    "brk",
	    "futex",
	    "set_robust_list",
	    "rseq",
	    "rt_sigaction",
	    "rt_sigprocmask",
	    "rt_sigreturn",
	    "sigaltstack",
	    "exit",
	    "exit_group",
	    "gettid",
	    "getpid",
	    "tgkill",
	    "sched_yield",
	    "sched_getaffinity",
	    "clock_gettime",
	    "nanosleep",
	    "clock_nanosleep",
	    "getrandom",
	    "recvmsg",
	    "sendmsg",
	    "sendto",
	    "poll",
	    "ppoll",
	    "close",
	    "dup",
	    "fcntl",
	    "ftruncate",
	    "sysinfo",
	    "getrusage",
	    "gettimeofday",
	    "setrlimit",
	    "prlimit64",
	    "restart_syscall",
	    "membarrier",
	};
	bool done = true;
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		int number = seccomp_syscall_resolve_name(calls[i]);
		if (number >= 0)
			done = done && seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 0) == 0;
	}
	/* Threads, and no processes. clone3 has its arguments in memory: the library does without it. */
	done = done && seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
	                                SCMP_A0(SCMP_CMP_MASKED_EQ, 0x00010000, 0x00010000)) == 0;
	done = done && seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0;
	/* Memory, and none that can be run. */
	done = done && seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1,
	                                SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)) == 0;
	return done && seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1,
	                                SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)) == 0;
}

static bool give_up_rights(void)
{
	const struct rlimit none = {0, 0}, memory = {MEMORY, MEMORY};
	if (setrlimit(RLIMIT_CORE, &none) != 0 || setrlimit(RLIMIT_AS, &memory) != 0 ||
	    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return false;
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
	bool done = filter && allow(filter) && seccomp_load(filter) == 0;
	seccomp_release(filter);
	return done;
}

/* Processor time counts from the start of the process. */
static void limit_time(void)
{
	struct rusage used;
	getrusage(RUSAGE_SELF, &used);
	const rlim_t seconds = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + PROCESSOR_TIME + 1;
	struct rlimit limit;
	if (getrlimit(RLIMIT_CPU, &limit) != 0)
		return;
	limit.rlim_cur = seconds;
	setrlimit(RLIMIT_CPU, &limit);
}

/* ---- reading ---- */

static VipsImage *load(int file, enum picture_format format, int shrink, double scale)
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

/* Replaces *image by the result of an operation on it. */
static bool replace(VipsImage **image, VipsImage *result, int failed)
{
	if (failed || !result)
		return false;
	g_object_unref(*image);
	*image = result;
	return true;
}

/* Eight bits of sRGB, as sharp does it. */
static bool to_srgb(VipsImage **image)
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
		if (!replace(image, result, failed))
			return false;
	} else if (profiled && space != VIPS_INTERPRETATION_LABS && space != VIPS_INTERPRETATION_GREY16) {
		if (vips_icc_transform(*image, &result, "srgb", "embedded", TRUE, "intent", VIPS_INTENT_PERCEPTUAL,
		                       "depth", space == VIPS_INTERPRETATION_RGB16 ? 16 : 8, NULL) == 0)
			replace(image, result, 0);
	}
	result = NULL;
	if ((*image)->Type == VIPS_INTERPRETATION_sRGB && (*image)->BandFmt == VIPS_FORMAT_UCHAR)
		return true;
	if (!replace(image, result, vips_colourspace(*image, &result, VIPS_INTERPRETATION_sRGB, NULL) != 0 || false))
		return false;
	return true;
}

/* ---- writing ---- */

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

static bool save(VipsImage *image, int file, enum picture_format format, int quality, bool palette)
{
	VipsTarget *target = vips_target_new_to_descriptor(file);
	bool done = target && save_to(image, target, format, quality, palette) == 0;
	if (target)
		g_object_unref(target);
	return done;
}

/* ---- one picture ---- */

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

static off_t size_of(int file)
{
	struct stat stat;
	return fstat(file, &stat) == 0 ? stat.st_size : 0;
}

/* Decodes all of it, as the only way to know that it can be. */
static bool check(int file, enum picture_format format)
{
	double mean;
	VipsImage *image = load(file, format, 1, 1.0);
	bool fine = image && vips_avg(image, &mean, NULL) == 0;
	if (image)
		g_object_unref(image);
	return fine;
}

static bool encode(const struct job *job, int file)
{
	VipsImage *image = load(file, job->format, 1, 1.0), *result = NULL;
	bool done = image != NULL;
	/* A turned picture is not read from top to bottom. */
	if (done && job->request->orient && vips_image_get_orientation(image) > 1) {
		VipsImage *whole = vips_image_copy_memory(image);
		done = replace(&image, whole, whole == NULL);
		done = done && replace(&image, result, vips_autorot(image, &result, NULL));
	}
	done = done && to_srgb(&image) &&
	       save(image, job->files[1], job->format, (int)job->request->quality, job->format == PICTURE_PNG);
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
	if (alpha && !replace(image, result, vips_premultiply(*image, &result, NULL)))
		return false;
	result = NULL;
	if (factor != 1.0 &&
	    !replace(image, result,
	             vips_resize(*image, &result, scale, "vscale", scale, "kernel", VIPS_KERNEL_LANCZOS3, NULL)))
		return false;
	result = NULL;
	if (alpha && !replace(image, result, vips_unpremultiply(*image, &result, NULL)))
		return false;
	result = NULL;
	return !alpha || replace(image, result, vips_cast(*image, &result, format, NULL));
}

/* How often larger than its box a picture is. */
static double factor_of(uint32_t width, uint32_t height, struct picture_box box)
{
	double across = (double)width / box.width, down = (double)height / box.height;
	return across > down ? across : down;
}

static bool make_format(const struct job *job, int file, size_t index)
{
	const struct picture_box box = job->request->boxes[index];
	struct picture_answer *answer = job->answer;
	double factor = factor_of(answer->width, answer->height, box);
	int shrink = factor >= 9 ? 8 : factor >= 5 ? 4 : factor >= 3 ? 2 : 1;
	while (shrink > 1 && (answer->width < (uint32_t)shrink || answer->height < (uint32_t)shrink))
		shrink /= 2;
	VipsImage *image = load(file, job->format, job->format == PICTURE_JPEG ? shrink : 1, 1.0);
	bool done = image != NULL;
	if (done && job->format == PICTURE_JPEG && shrink > 1)
		factor = factor_of((uint32_t)image->Xsize, (uint32_t)image->Ysize, box);
	done = done && to_srgb(&image) && resize(&image, factor) &&
	       save(image, job->files[2 + index], job->format, FORMAT_QUALITY, false);
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

static void work(const struct picture_request *request, const int *files, struct picture_answer *answer)
{
	struct job job = {request, answer, files, (enum picture_format)request->format};
	int file = files[0];
	VipsImage *head = load(file, job.format, 1, 1.0);
	answer->verdict = PICTURE_IS_NONE;
	if (!head)
		return;
	answer->width = (uint32_t)head->Xsize;
	answer->height = (uint32_t)head->Ysize;
	g_object_unref(head);
	if ((uint64_t)answer->width * answer->height > request->most_pixels)
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
			VipsImage *again = load(file, job.format, 1, 1.0);
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
		if ((answer->width > request->boxes[i].width || answer->height > request->boxes[i].height) &&
		    !make_format(&job, file, i)) {
			refuse(answer);
			return;
		}
	}
	answer->verdict = PICTURE_IS_FINE;
}

/* ---- the server's requests ---- */

static bool receive(struct picture_request *request, int files[PICTURE_MOST_FILES], size_t *count)
{
	union {
		struct cmsghdr header;
		char room[CMSG_SPACE(PICTURE_MOST_FILES * sizeof(int))];
	} control;
	struct iovec part = {request, sizeof *request};
	struct msghdr message = {
	    .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
	ssize_t got;
	while ((got = recvmsg(SERVER, &message, 0)) < 0 && errno == EINTR)
		continue;
	const struct cmsghdr *header = got == sizeof *request ? CMSG_FIRSTHDR(&message) : NULL;
	if (!header || header->cmsg_type != SCM_RIGHTS)
		return false;
	*count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
	memcpy(files, CMSG_DATA(header), *count * sizeof(int));
	return *count == 2 + (size_t)request->box_count;
}

static bool answer_one(void)
{
	struct picture_request request;
	struct picture_answer answer = {0};
	int files[PICTURE_MOST_FILES];
	size_t count;
	if (!receive(&request, files, &count))
		return false;
	limit_time();
	work(&request, files, &answer);
	vips_error_clear();
	for (size_t i = 0; i < count; i++)
		close(files[i]);
	return send(SERVER, &answer, sizeof answer, MSG_NOSIGNAL) == sizeof answer;
}

static void say_nothing(const char *domain, GLogLevelFlags level, const char *message, void *context)
{
	(void)domain;
	(void)level;
	(void)message;
	(void)context;
}

int main(int argument_count, char **arguments)
{
	struct pollfd server = {.fd = SERVER, .events = POLLIN};
	(void)argument_count;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	g_log_set_default_handler(say_nothing, NULL);
	/* What does not fit in memory is refused, and not put on the disk. */
	setenv("VIPS_DISC_THRESHOLD", "100g", 1);
	if (vips_init(arguments[0]) != 0)
		return 1;
	/* Its compiler would want memory that can be written and run. */
	vips_vector_set_enabled(FALSE);
	vips_concurrency_set(1);
	vips_cache_set_max(0);
	if (!give_up_rights())
		return 2;
	for (int i = 0; i < MOST_PICTURES; i++)
		if (poll(&server, 1, IDLE_TIME) <= 0 || !answer_one())
			break;
	return 0;
}
