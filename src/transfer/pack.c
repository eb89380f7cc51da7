/* Archives are written: tar, the lines first, then the files of the folder of uploads. */
#include "member.h"
#include "member_write.h"
#include "progress.h"
#include "transfer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

struct packing {
	struct member_writer writer;
	int folder;
	struct transfer_progress progress;
	int64_t files;
};

static bool add_file(struct packing *packing, const char *name)
{
	struct stat stat;
	char path[512];
	int file = openat(packing->folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	/* It may be gone, or no file. */
	if (file < 0)
		return true;
	snprintf(path, sizeof path, MEMBER_FILES "%s", name);
	bool is_file = fstat(file, &stat) == 0 && S_ISREG(stat.st_mode);
	bool done = !is_file || member_write_file(&packing->writer, path, file);
	close(file);
	packing->files += is_file && done;
	progress_step(&packing->progress);
	return done;
}

/* Those that are there now: others may come and go meanwhile. */
static int64_t count_files(int uploads)
{
	int copy = openat(uploads, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *folder = copy >= 0 ? fdopendir(copy) : NULL;
	const struct dirent *entry;
	int64_t count = 0;
	while (folder && (entry = readdir(folder)))
		count += member_is_file_name(entry->d_name);
	if (folder)
		closedir(folder);
	return count;
}

static bool add_files(struct packing *packing)
{
	int copy = openat(packing->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *folder = copy >= 0 ? fdopendir(copy) : NULL;
	const struct dirent *entry;
	bool done = true;
	if (!folder)
		return member_write_fail(&packing->writer, "The folder of uploads can't be read");
	while (done && (entry = readdir(folder)))
		done = !member_is_file_name(entry->d_name) || add_file(packing, entry->d_name);
	closedir(folder);
	return done;
}

static bool pack(struct packing *packing, FILE *lines, FILE *out)
{
	const struct member_writer *writer = &packing->writer;
	libarchive.archive_write_set_format_pax_restricted(writer->archive);
	/* Names are bytes, whatever the locale. */
	libarchive.archive_write_set_options(writer->archive, "hdrcharset=BINARY");
	libarchive.archive_write_set_bytes_in_last_block(writer->archive, 1);
	if (fflush(lines) != 0 || libarchive.archive_write_open_FILE(writer->archive, out) != ARCHIVE_OK)
		return member_write_fail(writer, "The output can't be written");
	if (!member_write_file(writer, MEMBER_LINES, fileno(lines)) || (packing->folder >= 0 && !add_files(packing)))
		return false;
	return (libarchive.archive_write_close(writer->archive) == ARCHIVE_OK && fflush(out) == 0) ||
	       member_write_fail(writer, "The output can't be written");
}

bool transfer_pack(FILE *lines, const char *uploads, FILE *out, FILE *progress, int64_t *files, struct error *error)
{
	struct packing packing = {.writer = {.error = error}};
	if (!libarchive_load(error))
		return false;
	packing.writer.archive = libarchive.archive_write_new();
	packing.folder = open(uploads, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool done =
	    packing.writer.archive && (packing.folder >= 0 || errno == ENOENT)
		? true
		: error_set(error, 500, "InternalServerError", "%s can't be read: %s", uploads, strerror(errno));
	progress_start_files(&packing.progress, progress, "Exporting",
	                     packing.folder < 0 ? 0 : count_files(packing.folder));
	done = done && pack(&packing, lines, out);
	progress_end(&packing.progress);
	libarchive.archive_write_free(packing.writer.archive);
	if (packing.folder >= 0)
		close(packing.folder);
	*files = packing.files;
	return done;
}
