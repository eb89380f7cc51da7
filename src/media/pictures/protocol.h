/* What the server and a picture helper say to each other: one message each way, over a socket that keeps messages whole
 * (SOCK_SEQPACKET). With a request come the files: the picture, to be read, then empty ones to be written: the picture
 * encoded anew, and one for each box. Both ends are of one build. */
#ifndef LECTERN_MEDIA_PICTURES_PROTOCOL_H
#define LECTERN_MEDIA_PICTURES_PROTOCOL_H

#include <stdbool.h>
#include <stdint.h>

enum { PICTURE_MOST_BOXES = 16, PICTURE_MOST_FILES = PICTURE_MOST_BOXES + 2 };

enum picture_format {
	PICTURE_NONE,
	PICTURE_JPEG,
	PICTURE_PNG,
	PICTURE_WEBP,
	PICTURE_TIFF,
	PICTURE_GIF,
	PICTURE_SVG,
};

struct picture_box {
	uint32_t width, height; /* a format fits in it, and is made of pictures that don't */
};

struct picture_request {
	uint64_t most_pixels; /* of a picture that is decoded */
	uint32_t format;      /* enum picture_format: what the first bytes say */
	uint32_t quality;     /* of the picture encoded anew; 0: it is not */
	uint32_t orient;      /* it is turned as its EXIF data says */
	uint32_t smaller;     /* it counts only when that makes it smaller */
	uint32_t box_count;
	struct picture_box boxes[PICTURE_MOST_BOXES];
};

enum picture_verdict {
	PICTURE_IS_NONE,   /* it can't be read as a picture, or has too many pixels */
	PICTURE_IS_FAULTY, /* it begins as a picture, and can't be decoded */
	PICTURE_IS_FINE,
	PICTURE_FAILED, /* a file can't be written: of no fault of its own. `reason` is an errno */
};

struct picture_answer {
	uint32_t verdict; /* enum picture_verdict */
	uint32_t reason;
	uint32_t encoded;                            /* the first file was written, and is the picture now */
	uint32_t width, height;                      /* of the picture */
	struct picture_box made[PICTURE_MOST_BOXES]; /* what each box's file has: its size, or 0 × 0 for none */
};

#endif
