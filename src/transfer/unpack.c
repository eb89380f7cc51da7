/* Archives are read: their lines go to a temporary file, their files into a hidden folder in that of uploads, until the
 * lines are imported. */
#include "library.h"
#include "member.h"
#include "progress.h"
#include "transfer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READ_BYTES = 64 * 1024, FOLDER_MODE = 0755, FILE_MODE = 0644 };

/* A file that was unpacked, by its name. */
struct unpacked_file {
	struct unpacked_file *next;
	const char *name;
};

struct transfer_unpacked {
	const struct archive_library *library;
	struct arena *arena;
	FILE *lines;
	int uploads, folder; /* -1: not open; the hidden folder lies in `uploads` */
	char hidden[32];
	struct unpacked_file *files;
	int64_t count;
};

bool transfer_is_archive(FILE *in)
{
	const int c = getc(in);
	if (c != EOF)
		ungetc(c, in);
	/* Lines begin with a brace; before it there may be blanks and the mark of UTF-8. */
	return c != EOF && c != '{' && c != ' ' && c != '\t' && c != '\r' && c != '\n' && c != 0xEF;
}

static bool fail(struct error *error, const char *what)
{
	return error_set(error, 500, "InternalServerError", "%s: %s", what, strerror(errno));
}

static bool is_full(int number)
{
	return number == ENOSPC || number == EDQUOT;
}

static bool open_folders(struct transfer_unpacked *unpacked, const char *public, struct error *error)
{
	const char *uploads = arena_format(unpacked->arena, "%s/uploads", public);
	if ((mkdir(public, FOLDER_MODE) != 0 && errno != EEXIST) ||
	    (mkdir(uploads, FOLDER_MODE) != 0 && errno != EEXIST))
		return fail(error, "The folder of uploads can't be made");
	unpacked->uploads = open(uploads, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (unpacked->uploads < 0)
		return fail(error, "The folder of uploads can't be opened");
	snprintf(unpacked->hidden, sizeof unpacked->hidden, ".import-%ld", (long)getpid());
	if (mkdirat(unpacked->uploads, unpacked->hidden, FOLDER_MODE) != 0)
		return fail(error, "A folder in that of uploads can't be made");
	unpacked->folder = openat(unpacked->uploads, unpacked->hidden, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	return unpacked->folder >= 0 || fail(error, "A folder in that of uploads can't be opened");
}

static bool copy(const struct transfer_unpacked *unpacked, struct archive *archive, int file, struct error *error)
{
	char bytes[READ_BYTES];
	la_ssize_t len;
	while ((len = unpacked->library->archive_read_data(archive, bytes, sizeof bytes)) > 0)
		for (la_ssize_t at = 0; at < len;) {
			const ssize_t written = write(file, bytes + at, (size_t)(len - at));
			if (written < 0 && errno == EINTR)
				continue;
			if (written <= 0)
				return is_full(errno) ? error_set(error, 507, "InsufficientStorageError",
				                                  "The disk has no room left for the files")
				                      : fail(error, "A file can't be written");
			at += written;
		}
	return len == 0 || error_validation(error, "The archive is damaged: %.200s",
	                                    unpacked->library->archive_error_string(archive));
}

static bool take_file(struct transfer_unpacked *unpacked, struct archive *archive, const char *name,
                      struct error *error)
{
	int file = openat(unpacked->folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, FILE_MODE);
	if (file < 0)
		return errno == EEXIST ? error_validation(error, "The archive has the file %.255s twice", name)
		                       : fail(error, "A file can't be made");
	struct unpacked_file *named = arena_alloc(unpacked->arena, sizeof *named);
	*named = (struct unpacked_file){unpacked->files, arena_copy(unpacked->arena, slice_of(name))};
	unpacked->files = named;
	unpacked->count++;
	bool done = copy(unpacked, archive, file, error);
	if (close(file) != 0 && done)
		done = fail(error, "A file can't be written");
	return done;
}

static bool take_member(struct transfer_unpacked *unpacked, struct archive *archive, struct archive_entry *entry,
                        struct error *error)
{
	static const char files[] = MEMBER_FILES;
	const char *path = unpacked->library->archive_entry_pathname(entry);
	if (!path || unpacked->library->archive_entry_hardlink(entry) ||
	    unpacked->library->archive_entry_symlink(entry) ||
	    (unpacked->library->archive_entry_filetype(entry) != AE_IFREG &&
	     unpacked->library->archive_entry_filetype(entry) != AE_IFDIR))
		return error_validation(error, "The archive holds what is neither a file nor a folder: %.255s",
		                        path ? path : "");
	if (unpacked->library->archive_entry_filetype(entry) == AE_IFDIR)
		return true;
	if (strcmp(path, MEMBER_LINES) == 0 && !unpacked->lines) {
		unpacked->lines = tmpfile();
		return unpacked->lines ? copy(unpacked, archive, fileno(unpacked->lines), error)
		                       : fail(error, "No temporary file can be made");
	}
	if (!unpacked->lines)
		return error_validation(
		    error, "Expected an archive of lectern export, whose first file is " MEMBER_LINES ", got %.255s",
		    path);
	if (strncmp(path, files, sizeof files - 1) != 0 || !member_is_file_name(path + sizeof files - 1))
		return error_validation(error, "The archive has a file that belongs nowhere: %.255s", path);
	return take_file(unpacked, archive, path + sizeof files - 1, error);
}

static bool refuse_input(const struct transfer_unpacked *unpacked, struct archive *archive, struct error *error)
{
	return error_validation(error, "The input is neither lines of content nor an archive of them: %.200s",
	                        unpacked->library->archive_error_string(archive));
}

static bool read_members(struct transfer_unpacked *unpacked, struct archive *archive,
                         struct transfer_progress *progress, struct error *error)
{
	for (;;) {
		struct archive_entry *entry;
		const int result = unpacked->library->archive_read_next_header(archive, &entry);
		if (result == ARCHIVE_EOF)
			return unpacked->lines || error_validation(error, "The archive is empty");
		if (result != ARCHIVE_OK)
			return refuse_input(unpacked, archive, error);
		if (!take_member(unpacked, archive, entry, error))
			return false;
		progress_step(progress);
	}
}

static bool read_archive(struct transfer_unpacked *unpacked, FILE *in, FILE *progress, struct error *error)
{
	struct archive *archive = unpacked->library->archive_read_new();
	struct transfer_progress shown;
	if (!archive)
		return fail(error, "The archive can't be read");
	progress_start(&shown, progress, "Reading", 0);
	shown.unit = "files";
	unpacked->library->archive_read_support_format_tar(archive);
	unpacked->library->archive_read_support_filter_gzip(archive);
	unpacked->library->archive_read_set_options(archive, "hdrcharset=BINARY");
	bool done = unpacked->library->archive_read_open_FILE(archive, in) == ARCHIVE_OK ||
	            refuse_input(unpacked, archive, error);
	done = done && read_members(unpacked, archive, &shown, error);
	unpacked->library->archive_read_free(archive);
	progress_end(&shown);
	return done;
}

bool transfer_unpack(FILE *in, const char *public, FILE *progress, struct transfer_unpacked **unpacked,
                     struct error *error)
{
	struct arena *arena = arena_create();
	struct transfer_unpacked *made = *unpacked = arena_alloc(arena, sizeof *made);
	*made = (struct transfer_unpacked){.library = library_load(error), .arena = arena, .uploads = -1, .folder = -1};
	if (!made->library || !open_folders(made, public, error) || !read_archive(made, in, progress, error))
		return false;
	/* All of it is on the disk before the content that names it. */
	return (syncfs(made->folder) == 0 && lseek(fileno(made->lines), 0, SEEK_SET) == 0) ||
	       fail(error, "The files can't be written");
}

FILE *transfer_unpacked_lines(const struct transfer_unpacked *unpacked)
{
	return unpacked->lines;
}

int64_t transfer_unpacked_files(const struct transfer_unpacked *unpacked)
{
	return unpacked->count;
}

bool transfer_place(struct transfer_unpacked *unpacked, struct error *error)
{
	for (const struct unpacked_file *file = unpacked->files; file; file = file->next)
		if (renameat(unpacked->folder, file->name, unpacked->uploads, file->name) != 0)
			return error_set(error, 500, "InternalServerError",
			                 "The content was imported, but the file %.255s can't be put in its place: %s",
			                 file->name, strerror(errno));
	unpacked->files = NULL;
	return fsync(unpacked->uploads) == 0 || fail(error, "The folder of uploads can't be written");
}

void transfer_unpacked_free(struct transfer_unpacked *unpacked)
{
	if (!unpacked)
		return;
	for (const struct unpacked_file *file = unpacked->files; file; file = file->next)
		unlinkat(unpacked->folder, file->name, 0);
	if (unpacked->folder >= 0)
		close(unpacked->folder);
	if (unpacked->uploads >= 0) {
		if (unpacked->hidden[0])
			unlinkat(unpacked->uploads, unpacked->hidden, AT_REMOVEDIR);
		close(unpacked->uploads);
	}
	if (unpacked->lines)
		fclose(unpacked->lines);
	arena_destroy(unpacked->arena);
}
