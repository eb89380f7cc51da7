/* Files in Strapi's archives: one after the other, what is known of each before it. */
#include "transfer/member.h"
#include "write.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

struct assets {
	int folder; /* -1: there is none */
};

static bool write_file(struct strapi_writing *writing, const char *name, int file, struct json_object *metadata)
{
	struct arena *arena = writing->call.arena;
	struct buffer *text = &writing->line;
	text->len = 0;
	json_write_value(text, metadata);
	bool done = member_write_text(&writing->writer, arena_format(arena, STRAPI_FILE_METADATA "%s.json", name),
	                              buffer_as_slice(text)) &&
	            member_write_file(&writing->writer, arena_format(arena, STRAPI_FILES "%s", name), file);
	text->len = 0;
	writing->result->files++;
	return done;
}

/* A file of the folder, or a format of it: those that lie elsewhere are left out, and counted. */
static bool write_asset(struct strapi_writing *writing, const struct assets *assets, struct json_object *metadata)
{
	static const char place[] = "/uploads/";
	struct stat stat;
	struct slice hash = json_string(json_member(metadata, "hash")), ext = json_string(json_member(metadata, "ext"));
	struct slice url = json_string(json_member(metadata, "url"));
	const char *name = arena_format(writing->call.arena, "%.*s%.*s", slice_shown_length(hash, 300),
	                                hash.ptr ? hash.ptr : "", slice_shown_length(ext, 300), ext.ptr ? ext.ptr : "");
	int file = -1;
	if (assets->folder >= 0 && slice_starts_with(url, SLICE("/uploads/"))) {
		const char *lies = arena_copy(writing->call.arena,
		                              (struct slice){url.ptr + sizeof place - 1, url.len - (sizeof place - 1)});
		if (member_is_file_name(name) && member_is_file_name(lies))
			file = openat(assets->folder, lies, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	}
	if (file < 0 || fstat(file, &stat) != 0 || !S_ISREG(stat.st_mode)) {
		writing->result->missing_files++;
		if (file >= 0)
			close(file);
		return true;
	}
	bool done = write_file(writing, name, file, metadata);
	close(file);
	return done;
}

static bool write_formats(struct strapi_writing *writing, const struct assets *assets, struct json_object *entry)
{
	struct json_object *formats = json_member_of_type(entry, "formats", json_type_object);
	if (!formats)
		return true;
	json_object_object_foreach(formats, key, format)
	{
		if (!json_object_is_type(format, json_type_object))
			continue;
		json_object_object_add(format, "type", json_object_new_string(key));
		json_object_object_add(format, "id", json_object_get(json_member(entry, "id")));
		json_object_object_add(format, "mainHash", json_object_get(json_member(entry, "hash")));
		if (!write_asset(writing, assets, format))
			return false;
	}
	return true;
}

static bool write_assets_of(struct strapi_writing *writing, void *context, struct json_object *entry)
{
	const struct assets *assets = context;
	return write_asset(writing, assets, entry) && write_formats(writing, assets, entry);
}

bool strapi_write_assets(struct strapi_writing *writing)
{
	struct assets assets = {.folder = open(writing->options->uploads, O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
	bool done = !writing->registry->file ||
	            strapi_visit_entries(writing, writing->registry->file, write_assets_of, &assets);
	if (assets.folder >= 0)
		close(assets.folder);
	return done;
}
