/* Archives are written: tar, the lines first, then the files of the folder of uploads. */
#include "library.h"
#include "member.h"
#include "progress.h"
#include "transfer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COPY_BYTES = 64 * 1024, MODE = 0644 };

struct packing {
	const struct archive_library *library;
	struct archive *archive;
	int folder;
	struct transfer_progress progress;
	int64_t files;
	struct error *error;
};

static bool fail(struct packing *packing, const char *what)
{
	return error_set(packing->error, 500, "InternalServerError", "%s: %s", what,
	                 packing->library->archive_errno(packing->archive)
	                     ? packing->library->archive_error_string(packing->archive)
	                     : strerror(errno));
}

/* Of a file that becomes shorter meanwhile the rest is zeros, of one that grows the beginning is taken. */
static bool copy(struct packing *packing, int file, int64_t left)
{
	static const char zeros[COPY_BYTES];
	char bytes[COPY_BYTES];
	while (left) {
		const size_t wanted = left < COPY_BYTES ? (size_t)left : COPY_BYTES;
		ssize_t len = read(file, bytes, wanted);
		if (len < 0)
			return fail(packing, "An uploaded file can't be read");
		if (packing->library->archive_write_data(packing->archive, len ? bytes : zeros,
		                                         len ? (size_t)len : wanted) < 0)
			return fail(packing, "The output can't be written");
		left -= len ? len : (ssize_t)wanted;
	}
	return true;
}

static bool add(struct packing *packing, const char *name, int file)
{
	struct stat stat;
	if (fstat(file, &stat) != 0)
		return fail(packing, "An uploaded file can't be read");
	struct archive_entry *entry = packing->library->archive_entry_new();
	packing->library->archive_entry_set_pathname(entry, name);
	packing->library->archive_entry_set_size(entry, stat.st_size);
	packing->library->archive_entry_set_filetype(entry, AE_IFREG);
	packing->library->archive_entry_set_perm(entry, MODE);
	packing->library->archive_entry_set_mtime(entry, stat.st_mtime, 0);
	bool done = packing->library->archive_write_header(packing->archive, entry) == ARCHIVE_OK;
	packing->library->archive_entry_free(entry);
	return done ? copy(packing, file, stat.st_size) : fail(packing, "The output can't be written");
}

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
	bool done = !is_file || add(packing, path, file);
	close(file);
	packing->files += is_file && done;
	progress_step(&packing->progress);
	return done;
}

static bool add_files(struct packing *packing)
{
	int copy = openat(packing->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *folder = copy >= 0 ? fdopendir(copy) : NULL;
	const struct dirent *entry;
	bool done = true;
	if (!folder)
		return fail(packing, "The folder of uploads can't be read");
	while (done && (entry = readdir(folder)))
		done = !member_is_file_name(entry->d_name) || add_file(packing, entry->d_name);
	closedir(folder);
	return done;
}

static bool pack(struct packing *packing, FILE *lines, FILE *out)
{
	packing->library->archive_write_set_format_pax_restricted(packing->archive);
	/* Names are bytes, whatever the locale. */
	packing->library->archive_write_set_options(packing->archive, "hdrcharset=BINARY");
	packing->library->archive_write_set_bytes_in_last_block(packing->archive, 1);
	if (fflush(lines) != 0 || lseek(fileno(lines), 0, SEEK_SET) != 0 ||
	    packing->library->archive_write_open_FILE(packing->archive, out) != ARCHIVE_OK)
		return fail(packing, "The output can't be written");
	if (!add(packing, MEMBER_LINES, fileno(lines)) || (packing->folder >= 0 && !add_files(packing)))
		return false;
	return (packing->library->archive_write_close(packing->archive) == ARCHIVE_OK && fflush(out) == 0) ||
	       fail(packing, "The output can't be written");
}

bool transfer_pack(FILE *lines, const char *uploads, FILE *out, FILE *progress, int64_t *files, struct error *error)
{
	struct packing packing = {.library = library_load(error), .error = error};
	if (!packing.library)
		return false;
	packing.archive = packing.library->archive_write_new();
	packing.folder = open(uploads, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool done =
	    packing.archive && (packing.folder >= 0 || errno == ENOENT)
		? true
		: error_set(error, 500, "InternalServerError", "%s can't be read: %s", uploads, strerror(errno));
	progress_start(&packing.progress, progress, "Exporting", 0);
	packing.progress.unit = "files";
	done = done && pack(&packing, lines, out);
	progress_end(&packing.progress);
	packing.library->archive_write_free(packing.archive);
	if (packing.folder >= 0)
		close(packing.folder);
	*files = packing.files;
	return done;
}
