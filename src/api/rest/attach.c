/* Files that come with the fields of an entry: "files.cover", "files.blocks.0.image" name where each belongs. */
#include "attach.h"

#include <stdlib.h>

enum { MOST_PARTS = 32 };

struct attachment {
	struct slice parts[MOST_PARTS]; /* behind "files" */
	size_t count;
	const struct media_incoming *incoming;
	struct media_file *file;
	struct attachment *next;
};

struct attachments {
	struct media_upload upload;
	struct attachment *first;
};

/* As lodash's toPath: a.b, a[b], a["b"]. A point at the end has an empty part behind it. */
static bool split_path(struct slice path, struct slice *parts, size_t *count)
{
	*count = 0;
	for (size_t at = 0; at < path.len || (at && at == path.len && path.ptr[at - 1] == '.');) {
		size_t end = at;
		while (end < path.len && !strchr(".[]", path.ptr[end]))
			end++;
		struct slice part = {path.ptr + at, end - at};
		if (part.len >= 2 && (part.ptr[0] == '"' || part.ptr[0] == '\'') &&
		    part.ptr[part.len - 1] == part.ptr[0])
			part = (struct slice){part.ptr + 1, part.len - 2};
		if (part.len || at == path.len) {
			if (*count == MOST_PARTS)
				return false;
			parts[(*count)++] = part;
		}
		at = end + 1;
	}
	return true;
}

static bool is_index(struct slice part)
{
	int64_t index;
	return slice_to_int64(part, &index);
}

static struct json_object *step(struct json_object *json, struct slice part, struct arena *arena)
{
	int64_t index;
	if (json_object_is_type(json, json_type_array))
		return slice_to_int64(part, &index) && index >= 0 && (uint64_t)index < json_object_array_length(json)
		           ? json_object_array_get_idx(json, (size_t)index)
		           : NULL;
	return json_member(json, arena_copy(arena, part));
}

/* Strapi drops a file whose path goes through a field that has nothing below it. */
static bool leads_nowhere(const struct rest_call *call, const struct attachment *attachment)
{
	const struct content_type *type = call->route.type;
	struct json_object *json = call->body;
	for (size_t i = 0; i + 1 < attachment->count && type; i++) {
		const struct slice part = attachment->parts[i];
		const struct attribute *attribute = model_attribute(type, part);
		json = step(json, part, call->http->arena);
		if (is_index(part))
			continue;
		if (!attribute)
			return false;
		if (attribute->type == ATTRIBUTE_DYNAMICZONE) {
			struct json_object *item = step(json, attachment->parts[i + 1], call->http->arena);
			type = model_type(call->rest->registry, json_string(json_member(item, "__component")));
		} else if (attribute->type == ATTRIBUTE_COMPONENT || attribute->type == ATTRIBUTE_RELATION) {
			type = attribute->target;
		} else {
			return true;
		}
	}
	return false;
}

static bool read_attachment(struct rest_call *call, const struct media_incoming *incoming, struct attachment ***last,
                            struct error *error)
{
	struct attachment *attachment = arena_alloc(call->http->arena, sizeof *attachment);
	struct slice path[MOST_PARTS];
	size_t count;
	if (!split_path(incoming->field, path, &count) || count < 2 || !slice_is(path[0], "files"))
		return error_set(
		    error, 400, "BadRequestError",
		    "When using multipart/form-data you need to provide your files by prefixing them with the "
		    "'files'.\nFor example, when a media file is named \"avatar\", make sure the form key name "
		    "is \"files.avatar\"");
	attachment->count = count - 1;
	memcpy(attachment->parts, path + 1, attachment->count * sizeof *path);
	attachment->incoming = incoming;
	if (leads_nowhere(call, attachment))
		return true;
	**last = attachment;
	*last = &attachment->next;
	return true;
}

static bool read_settings(struct rest_call *call, struct media_settings *settings)
{
	bool done = request_go_on(call->request, false, call->error);
	if (done) {
		done = media_read_settings(call->request->session, settings, call->error);
		request_pause(call->request);
	}
	return done;
}

bool attach_prepare(struct rest_call *call)
{
	struct attachments *attachments = arena_alloc(call->http->arena, sizeof *attachments);
	struct attachment **last = &attachments->first;
	struct media_settings settings;
	for (const struct media_incoming *file = media_form_files(call->form); file; file = file->next)
		if (!read_attachment(call, file, &last, call->error))
			return false;
	if (!attachments->first)
		return true;
	if (!read_settings(call, &settings))
		return false;
	media_upload_begin(&attachments->upload, call->rest->media, call->http->arena, &settings);
	call->attachments = attachments;
	for (struct attachment *at = attachments->first; at; at = at->next)
		if (!media_prepare(&attachments->upload, at->incoming, NULL, NULL, &at->file, call->error))
			return false;
	return media_place(&attachments->upload, NULL, call->error);
}

/* ---- in the change's session ---- */

/* The component at a part of the path; *id 0 when there is none. */
static bool find_component(const struct content_call *content, const struct attribute *attribute, struct slice next,
                           const struct content_type **type, int64_t *id, bool *indexed, struct error *error)
{
	struct store_link_row *rows;
	size_t count;
	int64_t index = 0;
	const bool many = attribute->type == ATTRIBUTE_DYNAMICZONE || attribute->multiple;
	*indexed = many && slice_to_int64(next, &index);
	if (!store_read_links(content->session, *type, attribute, false, id, 1, &rows, &count, error))
		return false;
	bool found = many == *indexed && index >= 0 && (uint64_t)index < count;
	*type = found && rows[index].type ? rows[index].type : attribute->target;
	*id = found ? rows[index].target_id : 0;
	return true;
}

/* What the file belongs to; link->id 0: to nothing. */
static bool resolve(const struct rest_call *call, const struct content_call *content,
                    const struct attachment *attachment, int64_t entry_id, struct media_target *link,
                    struct error *error)
{
	const size_t last = attachment->count - 1;
	*link = (struct media_target){.type = call->route.type, .id = entry_id, .field = attachment->parts[last]};
	for (size_t i = 0; i < last && link->id && link->type; i++) {
		const struct attribute *attribute = model_attribute(link->type, attachment->parts[i]);
		bool indexed = false;
		if (!attribute ||
		    (attribute->type != ATTRIBUTE_COMPONENT && attribute->type != ATTRIBUTE_DYNAMICZONE)) {
			link->id = 0;
			break;
		}
		const struct slice next = i + 1 < last ? attachment->parts[i + 1] : SLICE("");
		if (!find_component(content, attribute, next, &link->type, &link->id, &indexed, error))
			return false;
		i += indexed;
	}
	return true;
}

bool attach_store(struct rest_call *call, const struct content_call *content, int64_t id)
{
	struct attachments *attachments = call->attachments;
	for (struct attachment *at = attachments ? attachments->first : NULL; at; at = at->next) {
		struct media_target link;
		struct content_result *result;
		if (!resolve(call, content, at, id, &link, call->error) ||
		    !media_insert(content, call->rest->media, at->file, link.id && link.type ? &link : NULL, &result,
		                  call->error))
			return false;
		content_free(result);
	}
	return true;
}

void attach_finish(struct rest_call *call, bool done)
{
	if (call->attachments && done)
		media_settle(&call->attachments->upload);
	else if (call->attachments)
		media_undo(&call->attachments->upload);
	call->attachments = NULL;
	media_form_free(call->form);
	call->form = NULL;
}
