#include "input.h"

#include <errno.h>
#include <sys/stat.h>

enum { READ_BYTES = 256 * 1024 };

static bool fail(struct error *error, const char *problem)
{
	return error_set(error, 500, "InternalServerError", "%s: %s", problem, strerror(errno));
}

static bool copy_input(struct transfer_input *input, FILE *from, struct error *error)
{
	char bytes[16 * 1024];
	size_t count;
	input->file = tmpfile();
	if (!input->file)
		return fail(error, "No temporary file can be made");
	input->is_copy = true;
	while ((count = fread(bytes, 1, sizeof bytes, from)) > 0)
		if (fwrite(bytes, 1, count, input->file) != count)
			break;
	if (!ferror(from) && feof(from) && !ferror(input->file) && fseeko(input->file, 0, SEEK_SET) == 0)
		return true;
	fail(error, ferror(from) ? "The input can't be read" : "The input can't be copied to a temporary file");
	fclose(input->file);
	return false;
}

bool input_open(struct transfer_input *input, FILE *from, struct error *error)
{
	struct stat status;
	*input = (struct transfer_input){.file = from};
	if (fstat(fileno(from), &status) == 0 && S_ISREG(status.st_mode))
		input->start = ftello(from);
	else if (!copy_input(input, from, error))
		return false;
	return true;
}

void input_close(struct transfer_input *input)
{
	buffer_free(&input->buffer);
	if (input->is_copy)
		fclose(input->file);
}

bool input_rewind(struct transfer_input *input, struct error *error)
{
	input->buffer.len = input->at = 0;
	input->line = 0;
	input->ended = false;
	return fseeko(input->file, input->start, SEEK_SET) == 0 || fail(error, "The input can't be read again");
}

/* Moves the rest of what was read to the front, and reads more behind it. */
static bool fill(struct transfer_input *input, struct error *error)
{
	struct buffer *buffer = &input->buffer;
	buffer->len -= input->at;
	if (input->at && buffer->len)
		memmove(buffer->data, buffer->data + input->at, buffer->len);
	input->at = 0;
	buffer_reserve(buffer, READ_BYTES);
	size_t count = fread(buffer->data + buffer->len, 1, READ_BYTES, input->file);
	buffer->len += count;
	input->ended = count == 0;
	return !ferror(input->file) || fail(error, "The input can't be read");
}

bool input_line(struct transfer_input *input, size_t longest, struct slice *line, bool *found, struct error *error)
{
	size_t looked = 0;
	const char *feed = NULL;
	for (;;) {
		size_t have = input->buffer.len - input->at;
		const char *start = have ? input->buffer.data + input->at : "";
		feed = have > looked ? memchr(start + looked, '\n', have - looked) : NULL;
		size_t length = feed ? (size_t)(feed - start) : have;
		if (length > longest)
			return error_validation(error, "Line %lld is too long. Expected at most %zu MiB",
			                        (long long)input->line + 1, longest / 1024 / 1024);
		*line = (struct slice){start, length};
		if (feed || (input->ended && have)) {
			input->at += length + (feed != NULL);
			input->line++;
			*found = true;
			return true;
		}
		if (input->ended) {
			*found = false;
			return true;
		}
		looked = have;
		if (!fill(input, error))
			return false;
	}
}
