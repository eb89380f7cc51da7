/* Archives are read: their lines go to a temporary file, their files into a hidden folder in that of uploads, until the
 * lines are imported. */
#include "libarchive.h"
#include "member.h"
#include "progress.h"
#include "strapi/cipher.h"
#include "strapi/read/read.h"

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
	struct arena *arena;
	FILE *lines;
	int uploads, folder; /* -1: not open; the hidden folder lies in `uploads` */
	char hidden[32];
	struct unpacked_file *files;
	int64_t count, left_out;
	struct strapi_sections sections;
	struct transfer_parts parts;                   /* that are taken */
	const struct transfer_unpack_options *options; /* while it is read */
	struct cipher *cipher;                         /* so too; or NULL */
};

bool transfer_is_archive(FILE *in)
{
	const int c = getc(in);
	if (c != EOF)
		ungetc(c, in);
	/* Lines begin with a brace; before it there may be blanks and the mark of UTF-8. */
	return c != EOF && c != '{' && c != ' ' && c != '\t' && c != '\r' && c != '\n' && c != 0xEF;
}

static bool fail(struct error *error, const char *problem)
{
	return error_set(error, 500, "InternalServerError", "%s: %s", problem, strerror(errno));
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

static bool copy(struct archive *archive, int file, struct error *error)
{
	char bytes[READ_BYTES];
	la_ssize_t len;
	while ((len = libarchive.archive_read_data(archive, bytes, sizeof bytes)) > 0)
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
	return len == 0 ||
	       error_validation(error, "The archive is damaged: %.200s", libarchive.archive_error_string(archive));
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
	map_set(&unpacked->sections.assets, slice_of(named->name), named);
	bool done = copy(archive, file, error);
	if (close(file) != 0 && done)
		done = fail(error, "A file can't be written");
	return done;
}

static bool belongs_nowhere(const char *path, struct error *error)
{
	return error_validation(error, "The archive has a file that belongs nowhere: %.255s", path);
}

/* Adds to the lines of a section. */
static bool take_section(struct transfer_unpacked *unpacked, struct archive *archive, enum strapi_section section,
                         struct error *error)
{
	FILE **file = &unpacked->sections.files[section];
	if (!*file)
		*file = tmpfile();
	if (!*file)
		return fail(error, "No temporary file can be made");
	return copy(archive, fileno(*file), error) &&
	       (write(fileno(*file), "\n", 1) == 1 || fail(error, "A temporary file can't be written"));
}

/* A member of an archive of Strapi's; *taken: it is one. */
static bool take_strapi_member(struct transfer_unpacked *unpacked, struct archive *archive, const char *path,
                               bool *taken, struct error *error)
{
	enum strapi_section section;
	const bool is_section = strapi_section_of(path, &section);
	const bool is_file = strncmp(path, STRAPI_FILES, sizeof STRAPI_FILES - 1) == 0;
	const char *name = path + sizeof STRAPI_FILES - 1;
	*taken = is_section || is_file || strcmp(path, STRAPI_METADATA) == 0 ||
	         strncmp(path, STRAPI_FILE_METADATA, sizeof STRAPI_FILE_METADATA - 1) == 0;
	unpacked->sections.found |= *taken;
	if (is_section)
		return take_section(unpacked, archive, section, error);
	if (!is_file || !unpacked->options->parts.files)
		return true;
	return member_is_file_name(name) ? take_file(unpacked, archive, name, error) : belongs_nowhere(path, error);
}

static bool take_member(struct transfer_unpacked *unpacked, struct archive *archive, struct archive_entry *entry,
                        struct error *error)
{
	static const char files[] = MEMBER_FILES;
	bool taken;
	const char *path = libarchive.archive_entry_pathname(entry);
	if (!path || libarchive.archive_entry_hardlink(entry) || libarchive.archive_entry_symlink(entry) ||
	    (libarchive.archive_entry_filetype(entry) != AE_IFREG &&
	     libarchive.archive_entry_filetype(entry) != AE_IFDIR))
		return error_validation(error, "The archive holds what is neither a file nor a folder: %.255s",
		                        path ? path : "");
	if (libarchive.archive_entry_filetype(entry) == AE_IFDIR)
		return true;
	if (!unpacked->lines) {
		if (!take_strapi_member(unpacked, archive, path, &taken, error))
			return false;
		if (taken)
			return true;
	}
	if (strcmp(path, MEMBER_LINES) == 0 && !unpacked->lines && !unpacked->sections.found) {
		unpacked->lines = tmpfile();
		return unpacked->lines ? copy(archive, fileno(unpacked->lines), error)
		                       : fail(error, "No temporary file can be made");
	}
	if (!unpacked->lines)
		return error_validation(
		    error,
		    "Expected an archive of strapi export, or of lectern export, whose first file is " MEMBER_LINES
		    ", got %.255s",
		    path);
	if (strncmp(path, files, sizeof files - 1) != 0 || !member_is_file_name(path + sizeof files - 1))
		return belongs_nowhere(path, error);
	return take_file(unpacked, archive, path + sizeof files - 1, error);
}

static bool refuse_input(const struct transfer_unpacked *unpacked, struct archive *archive, struct error *error)
{
	const char *reason = libarchive.archive_error_string(archive);
	if (unpacked->cipher)
		return error_validation(error, "The key is wrong, or the archive is damaged");
	return error_validation(error,
	                        "The input is neither lines of content nor an archive of them: %.200s. An archive that "
	                        "is encrypted needs --key",
	                        reason ? reason : "");
}

static bool read_members(struct transfer_unpacked *unpacked, struct archive *archive,
                         struct transfer_progress *progress, struct error *error)
{
	for (;;) {
		struct archive_entry *entry;
		const int result = libarchive.archive_read_next_header(archive, &entry);
		if (result == ARCHIVE_EOF)
			return unpacked->lines || unpacked->sections.found ||
			       error_validation(error, "The archive is empty");
		if (result != ARCHIVE_OK)
			return refuse_input(unpacked, archive, error);
		if (!take_member(unpacked, archive, entry, error))
			return false;
		progress_step(progress);
	}
}

static la_ssize_t read_decrypted(struct archive *archive, void *cipher, const void **bytes)
{
	(void)archive;
	return cipher_read(cipher, bytes);
}

static bool open_archive(const struct transfer_unpacked *unpacked, struct archive *archive, FILE *in,
                         struct error *error)
{
	libarchive.archive_read_support_format_tar(archive);
	libarchive.archive_read_support_filter_gzip(archive);
	libarchive.archive_read_set_options(archive, "hdrcharset=BINARY");
	const int result = unpacked->cipher
	                       ? libarchive.archive_read_open(archive, unpacked->cipher, NULL, read_decrypted, NULL)
	                       : libarchive.archive_read_open_FILE(archive, in);
	return result == ARCHIVE_OK || refuse_input(unpacked, archive, error);
}

static bool read_archive(struct transfer_unpacked *unpacked, FILE *in, FILE *progress, struct error *error)
{
	struct archive *archive = libarchive.archive_read_new();
	struct transfer_progress shown;
	if (!archive)
		return fail(error, "The archive can't be read");
	progress_start_files(&shown, progress, "Reading", 0);
	bool done = open_archive(unpacked, archive, in, error) && read_members(unpacked, archive, &shown, error);
	libarchive.archive_read_free(archive);
	progress_end(&shown);
	return done;
}

static bool unpack(struct transfer_unpacked *unpacked, FILE *in, struct error *error)
{
	const struct transfer_unpack_options *options = unpacked->options;
	if (options->key && !(unpacked->cipher = cipher_open(in, options->key, false, error)))
		return false;
	if (!open_folders(unpacked, options->public, error) || !read_archive(unpacked, in, options->progress, error))
		return false;
	if (!unpacked->lines &&
	    !strapi_make_lines(&unpacked->sections, options, &unpacked->lines, &unpacked->left_out, error))
		return false;
	/* All of it is on the disk before the content that names it. */
	return (syncfs(unpacked->folder) == 0 && lseek(fileno(unpacked->lines), 0, SEEK_SET) == 0) ||
	       fail(error, "The files can't be written");
}

bool transfer_unpack(FILE *in, const struct transfer_unpack_options *options, struct transfer_unpacked **unpacked,
                     struct error *error)
{
	struct arena *arena = arena_create();
	struct transfer_unpacked *made = *unpacked = arena_alloc(arena, sizeof *made);
	*made = (struct transfer_unpacked){
	    .arena = arena, .uploads = -1, .folder = -1, .options = options, .parts = options->parts};
	strapi_sections_init(&made->sections, arena);
	bool done = libarchive_load(error) && unpack(made, in, error);
	cipher_close(made->cipher);
	made->cipher = NULL;
	made->options = NULL;
	return done;
}

bool transfer_unpacked_is_strapi(const struct transfer_unpacked *unpacked, struct transfer_parts *parts)
{
	FILE *const *files = unpacked->sections.files;
	*parts = (struct transfer_parts){
	    .content = unpacked->parts.content && files[STRAPI_ENTITIES],
	    .files = unpacked->count,
	    .settings = unpacked->parts.settings && files[STRAPI_CONFIGURATION],
	};
	return unpacked->sections.found;
}

int64_t transfer_unpacked_left_out(const struct transfer_unpacked *unpacked)
{
	return unpacked->left_out;
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
	strapi_sections_close(&unpacked->sections);
	arena_destroy(unpacked->arena);
}
