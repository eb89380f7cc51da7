/* Inside of the program lectern-pictures: files for libjpeg to read and write, and what becomes of its errors. */
#ifndef LECTERN_MEDIA_PICTURES_PROGRAM_JPEG_FILE_H
#define LECTERN_MEDIA_PICTURES_PROGRAM_JPEG_FILE_H

#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>

/* Behind it, as it needs its types. */
#include <jpeglib.h>

enum { JPEG_FILE_BUFFER = 32768 };

/* Zeroed before; not to be moved. An error, and a warning of what is read, goes to `on_error`, which is set by the
 * caller (setjmp). */
struct jpeg_errors {
	struct jpeg_error_mgr manager; /* `err` of libjpeg's structures points here */
	jmp_buf on_error;
};

struct jpeg_reader {
	struct jpeg_source_mgr manager;
	int file;
	JOCTET buffer[JPEG_FILE_BUFFER];
};

struct jpeg_writer {
	struct jpeg_destination_mgr manager;
	int file;
	JOCTET buffer[JPEG_FILE_BUFFER];
};

void jpeg_errors_begin(struct jpeg_errors *errors);

/* From where the file stands. */
void jpeg_read_from(j_decompress_ptr decoder, struct jpeg_reader *reader, int file);
void jpeg_write_to(j_compress_ptr encoder, struct jpeg_writer *writer, int file);

#endif
