#include "notice.h"

enum { LONGEST_KEYS = 1 << 20 /* bytes */ };

static void write_member(struct buffer *buffer, const char *name, const char *value)
{
	json_write_name(buffer, slice_of(name));
	json_write_string(buffer, slice_of(value));
}

static void write_keys(struct buffer *buffer, const struct content_keys *keys)
{
	size_t count;
	const struct slice *list = content_keys_list(keys, LONGEST_KEYS, &count);
	json_write_name(buffer, SLICE("keys"));
	buffer_byte(buffer, '[');
	for (size_t i = 0; i < count; i++) {
		if (i)
			buffer_byte(buffer, ',');
		json_write_string(buffer, list[i]);
	}
	buffer_byte(buffer, ']');
}

/* As Strapi has it: only what the entity service tells has a uid. */
struct slice webhook_payload(struct arena *arena, const struct registry *registry, enum content_notice notice,
                             const struct content_type *type, struct json_object *entry,
                             const struct content_keys *keys)
{
	const bool media = notice >= NOTICE_MEDIA_CREATE;
	struct buffer buffer = {0};
	webhook_clean(registry, type, entry);
	buffer_byte(&buffer, '{');
	if (!media)
		write_member(&buffer, "model", type->model_name);
	if (!media && notice != NOTICE_ENTRY_PUBLISH && notice != NOTICE_ENTRY_UNPUBLISH)
		write_member(&buffer, "uid", type->uid);
	json_write_name(&buffer, slice_of(media ? "media" : "entry"));
	json_write_value(&buffer, entry);
	if (keys)
		write_keys(&buffer, keys);
	buffer_byte(&buffer, '}');
	struct slice payload = arena_copy_slice(arena, buffer_as_slice(&buffer));
	buffer_free(&buffer);
	return payload;
}

void notice_write_body(struct buffer *body, struct slice event, int64_t created, struct slice payload)
{
	buffer_text(body, "{\"event\":");
	json_write_string(body, event);
	buffer_text(body, ",\"createdAt\":");
	json_write_datetime(body, created);
	/* Behind the brace of an object that has members comes their comma. */
	if (payload.len > 2 && payload.ptr[0] == '{') {
		buffer_byte(body, ',');
		buffer_add(body, payload.ptr + 1, payload.len - 2);
	}
	buffer_byte(body, '}');
}
