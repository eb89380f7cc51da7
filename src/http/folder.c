/* The system resolves a path and refuses what leads out of the folder (openat2). Where it can't, the path is walked
 * part by part, and no links are followed. */
#include "http.h"

#include "kept_files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct http_folder {
	struct http_folder_options options;
	_Atomic int descriptor; /* -1: not there yet */
	struct kept_files *kept;
	char *cache_control;
};

enum { OPEN_FLAGS = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY };

/* ---- opening ---- */

static int visit(int folder, char *path)
{
	int at = dup(folder);
	for (char *part = strtok_r(path, "/", &path); part && at >= 0; part = strtok_r(NULL, "/", &path)) {
		int next = openat(at, part, OPEN_FLAGS | O_NOFOLLOW);
		close(at);
		at = next;
	}
	return at;
}

static int open_within(int folder, struct arena *arena, const char *path)
{
	static _Atomic bool lacking;
	struct open_how how = {.flags = OPEN_FLAGS, .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
	if (!atomic_load_explicit(&lacking, memory_order_relaxed)) {
		long opened = syscall(SYS_openat2, folder, path, &how, sizeof how);
		if (opened >= 0 || (errno != ENOSYS && errno != EPERM))
			return (int)opened;
		atomic_store(&lacking, true);
	}
	return visit(folder, arena_copy(arena, slice_of(path)));
}

static int open_folder(struct http_folder *folder)
{
	int descriptor = atomic_load(&folder->descriptor), none = -1;
	if (descriptor >= 0)
		return descriptor;
	descriptor = open(folder->options.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (descriptor >= 0 && !atomic_compare_exchange_strong(&folder->descriptor, &none, descriptor)) {
		close(descriptor);
		descriptor = none;
	}
	return descriptor;
}

struct http_folder *http_folder_open(const struct http_folder_options *options)
{
	struct http_folder *folder = calloc(1, sizeof *folder);
	if (!folder)
		abort();
	folder->options = *options;
	folder->options.path = strdup(options->path);
	if (!folder->options.path)
		abort();
	atomic_init(&folder->descriptor, -1);
	folder->kept = kept_files_create();
	if (asprintf(&folder->cache_control, "%smax-age=%u%s", options->shared ? "public, " : "", options->max_age,
	             options->immutable ? ", immutable" : "") < 0)
		abort();
	open_folder(folder);
	return folder;
}

void http_folder_close(struct http_folder *folder)
{
	if (!folder)
		return;
	if (atomic_load(&folder->descriptor) >= 0)
		close(atomic_load(&folder->descriptor));
	kept_files_free(folder->kept);
	free((void *)(uintptr_t)folder->options.path);
	free(folder->cache_control);
	free(folder);
}

/* ---- what is looked for ---- */

/* The path without empty parts; with index.html behind a slash at its end. NULL when a part of it is hidden. */
static const char *clean_path(struct arena *arena, struct slice path)
{
	struct slice rest = path, part;
	struct buffer clean = {0};
	const bool index = !path.len || path.ptr[path.len - 1] == '/';
	bool hidden = path.len >= PATH_MAX;
	while (!hidden && slice_split(&rest, '/', &part)) {
		if (!part.len)
			continue;
		hidden = part.ptr[0] == '.';
		buffer_text(&clean, clean.len ? "/" : "");
		buffer_slice(&clean, part);
	}
	if (index)
		buffer_text(&clean, clean.len ? "/index.html" : "index.html");
	const char *copy = hidden ? NULL : arena_copy(arena, buffer_as_slice(&clean));
	buffer_free(&clean);
	return copy;
}

struct opened_file {
	int descriptor;
	struct http_kept_file *kept; /* what the descriptor belongs to, or NULL */
	struct stat stat;
};

static void close_file(const struct opened_file *file)
{
	http_close_file(&(struct http_file_part){.descriptor = file->descriptor, .kept = file->kept});
}

static bool take_kept(struct http_folder *folder, int at, const char *path, struct opened_file *found)
{
	struct http_kept_file *kept = kept_files_take(folder->kept, at, path);
	if (kept)
		*found = (struct opened_file){kept->descriptor, kept, kept->stat};
	return kept;
}

static bool not_found(int number, struct error *error)
{
	if (number == EMFILE || number == ENFILE || number == ENOMEM)
		return error_unavailable(error, "a file can't be opened: %s", strerror(number));
	return error_not_found(error);
}

/* Opens a plain file. With `index` also a folder, by the index.html in it, which *path is then. `at`: the folder, open.
 */
static bool find(struct http_folder *folder, int at, struct arena *arena, const char **path, bool index,
                 struct opened_file *found, struct error *error)
{
	if (take_kept(folder, at, *path, found))
		return true;
	found->descriptor = open_within(at, arena, *path);
	if (found->descriptor < 0)
		return not_found(errno, error);
	if (fstat(found->descriptor, &found->stat) == 0 && S_ISREG(found->stat.st_mode)) {
		found->kept = kept_files_add(folder->kept, *path, found->descriptor, &found->stat);
		return true;
	}
	close(found->descriptor);
	if (!index || !S_ISDIR(found->stat.st_mode))
		return error_not_found(error);
	*path = arena_format(arena, "%s/index.html", *path);
	return find(folder, at, arena, path, false, found, error);
}

/* ---- encodings ---- */

/* Replaces the file by a compressed one beside it. The encoding, or NULL. */
static const char *find_encoded(struct http_folder *folder, int at, const struct http_request *request,
                                const char *path, struct opened_file *found)
{
	static const struct {
		const char *name, *ending;
	} encodings[] = {{"br", ".br"}, {"gzip", ".gz"}};
	const struct slice header = http_header(request, "Accept-Encoding");
	/* A part is one of the file itself. */
	if (!header.len || http_header(request, "Range").len)
		return NULL;
	for (size_t i = 0; i < COUNT_OF(encodings); i++) {
		struct opened_file encoded;
		struct error ignored;
		const char *other = path;
		int weight = http_encoding_weight(header, encodings[i].name);
		if (weight <= 0 || weight < http_encoding_weight(header, "identity"))
			continue;
		other = arena_format(request->arena, "%s%s", path, encodings[i].ending);
		if (!find(folder, at, request->arena, &other, false, &encoded, &ignored))
			continue;
		close_file(found);
		*found = encoded;
		return encodings[i].name;
	}
	return NULL;
}

/* ---- the answer ---- */

static char *write_hexadecimal(char *at, uint64_t number)
{
	int shift = 60;
	while (shift && !(number >> shift))
		shift -= 4;
	for (; shift >= 0; shift -= 4)
		*at++ = "0123456789abcdef"[number >> shift & 15];
	return at;
}

/* When it was changed, in nanoseconds, its size and its encoding: "17b83e2c5a1f9000-5000-br". */
static const char *write_etag(struct arena *arena, const struct stat *stat, const char *encoding)
{
	const size_t length = encoding ? strlen(encoding) : 0;
	char *etag = arena_array(arena, 2 * 16 + length + sizeof "\"--\"", 1), *at = etag;
	*at++ = '"';
	at = write_hexadecimal(at, (uint64_t)stat->st_mtim.tv_sec * 1000000000 + (uint64_t)stat->st_mtim.tv_nsec);
	*at++ = '-';
	at = write_hexadecimal(at, (uint64_t)stat->st_size);
	if (encoding) {
		*at++ = '-';
		memcpy(at, encoding, length);
		at += length;
	}
	memcpy(at, "\"", sizeof "\"");
	return etag;
}

/* Types that browsers run scripts of. */
static bool is_active(const struct http_folder_options *options, const char *type)
{
	static const char *const active[] = {
	    "text/html",      "application/xhtml+xml", "image/svg+xml",        "text/xml",
	    "text/xsl",       "application/xml",       "application/xslt+xml", "application/mathml+xml",
	    "message/rfc822", "multipart/related"};
	const struct slice plain = {type, strcspn(type, ";")};
	for (size_t i = 0; i < options->inline_type_count; i++)
		if (slice_equals_ignoring_case(plain, slice_of(options->inline_types[i])))
			return false;
	for (size_t i = 0; i < COUNT_OF(active); i++)
		if (slice_is(plain, active[i]))
			return true;
	return plain.len > 4 && memcmp(plain.ptr + plain.len - 4, "+xml", 4) == 0;
}

static void guard(const struct http_folder_options *options, struct http_response *response)
{
	response->policy = "default-src 'none'; sandbox";
	if (is_active(options, response->content_type))
		http_add_field(response, "Content-Disposition", "attachment");
}

bool http_folder_answer(struct http_folder *folder, const struct http_request *request, struct http_response *response,
                        struct slice path, struct error *error)
{
	struct arena *arena = request->arena;
	struct opened_file found;
	const char *clean = clean_path(arena, path);
	const int at = clean ? open_folder(folder) : -1;
	if (at < 0)
		return error_not_found(error);
	if (!find(folder, at, arena, &clean, true, &found, error))
		return false;
	const char *encoding = find_encoded(folder, at, request, clean, &found);
	const char *type = media_type_with_charset(media_extension_of_path(slice_of(clean)));
	response->content_type = type ? type : "application/octet-stream";
	const struct http_file file = {
	    .descriptor = found.descriptor,
	    .kept = found.kept,
	    .size = (uint64_t)found.stat.st_size,
	    .etag = write_etag(arena, &found.stat, encoding),
	    .modified = (int64_t)found.stat.st_mtim.tv_sec,
	    .whole = !folder->options.ranges,
	};
	if (encoding)
		http_add_field(response, "Content-Encoding", encoding);
	http_add_field(response, "Cache-Control", folder->cache_control);
	http_add_field(response, "Vary", "Accept-Encoding");
	if (folder->options.untrusted)
		guard(&folder->options, response);
	http_respond_file(request, response, &file);
	return true;
}
