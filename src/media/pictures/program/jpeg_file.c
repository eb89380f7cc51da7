#include "jpeg_file.h"

#include <errno.h>
#include <unistd.h>

#include <jerror.h>

/* ---- errors ---- */

static void fail(j_common_ptr common)
{
	struct jpeg_errors *errors = (struct jpeg_errors *)(void *)common->err;
	longjmp(errors->on_error, 1);
}

/* A negative level is a warning: the data is damaged. */
static void note(j_common_ptr common, int level)
{
	if (level < 0)
		fail(common);
}

void jpeg_errors_begin(struct jpeg_errors *errors)
{
	jpeg_std_error(&errors->manager);
	errors->manager.error_exit = fail;
	errors->manager.emit_message = note;
}

/* ---- reading ---- */

static void begin_nothing(j_decompress_ptr decoder)
{
	(void)decoder;
}

static boolean fill(j_decompress_ptr decoder)
{
	struct jpeg_reader *reader = (struct jpeg_reader *)(void *)decoder->src;
	ssize_t got;
	while ((got = read(reader->file, reader->buffer, sizeof reader->buffer)) < 0 && errno == EINTR)
		continue;
	if (got <= 0)
		ERREXIT(decoder, JERR_INPUT_EOF);
	reader->manager.next_input_byte = reader->buffer;
	reader->manager.bytes_in_buffer = (size_t)got;
	return TRUE;
}

static void skip(j_decompress_ptr decoder, long count)
{
	struct jpeg_source_mgr *source = decoder->src;
	while (count > (long)source->bytes_in_buffer) {
		count -= (long)source->bytes_in_buffer;
		fill(decoder);
	}
	if (count > 0) {
		source->next_input_byte += count;
		source->bytes_in_buffer -= (size_t)count;
	}
}

void jpeg_read_from(j_decompress_ptr decoder, struct jpeg_reader *reader, int file)
{
	reader->file = file;
	reader->manager = (struct jpeg_source_mgr){
	    .init_source = begin_nothing,
	    .fill_input_buffer = fill,
	    .skip_input_data = skip,
	    .resync_to_restart = jpeg_resync_to_restart,
	    .term_source = begin_nothing,
	};
	decoder->src = &reader->manager;
}

/* ---- writing ---- */

static void write_bytes(j_compress_ptr encoder, size_t count)
{
	struct jpeg_writer *writer = (struct jpeg_writer *)(void *)encoder->dest;
	for (size_t done = 0; done < count;) {
		ssize_t step = write(writer->file, writer->buffer + done, count - done);
		if (step < 0 && errno != EINTR)
			ERREXIT(encoder, JERR_FILE_WRITE);
		done += step > 0 ? (size_t)step : 0;
	}
	writer->manager.next_output_byte = writer->buffer;
	writer->manager.free_in_buffer = sizeof writer->buffer;
}

static void begin_writing(j_compress_ptr encoder)
{
	write_bytes(encoder, 0);
}

static boolean flush(j_compress_ptr encoder)
{
	write_bytes(encoder, JPEG_FILE_BUFFER);
	return TRUE;
}

static void end_writing(j_compress_ptr encoder)
{
	write_bytes(encoder, JPEG_FILE_BUFFER - encoder->dest->free_in_buffer);
}

void jpeg_write_to(j_compress_ptr encoder, struct jpeg_writer *writer, int file)
{
	writer->file = file;
	writer->manager = (struct jpeg_destination_mgr){
	    .init_destination = begin_writing,
	    .empty_output_buffer = flush,
	    .term_destination = end_writing,
	};
	encoder->dest = &writer->manager;
}
