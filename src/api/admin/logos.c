/* The project's logos: of the menu and of the page where one signs in. */
#include "logos.h"
#include "admin.h"
#include "settings.h"

#include <json-c/json.h>

enum { LONGEST_SIDE = 750, MOST_BYTES = 1024 * 1024 };

static const char *const names[MEDIA_LOGOS] = {"menuLogo", "authLogo"};

struct logos_change {
	struct admin_call *call;
	struct input input;
	const struct media_incoming *files[MEDIA_LOGOS]; /* NULL: none came */
	bool cleared[MEDIA_LOGOS];
	struct media_upload upload;
	struct json_object *made[MEDIA_LOGOS]; /* NULL: none came */
	struct json_object *kept;              /* all settings, as they are stored */
	struct media_removal removal;
};

void logos_write(struct buffer *body, struct json_object *const logos[MEDIA_LOGOS])
{
	static const char *const members[] = {"name", "url", "width", "height", "ext", "size"};
	struct json_object *data = json_object_new_object(), *value;
	for (size_t i = 0; i < MEDIA_LOGOS; i++) {
		struct json_object *shown = logos[i] ? json_object_new_object() : NULL;
		for (size_t j = 0; logos[i] && j < COUNT_OF(members); j++)
			if (json_find(logos[i], members[j], &value))
				json_object_object_add(shown, members[j], json_object_get(value));
		json_object_object_add(data, names[i], shown);
	}
	json_write_value(body, data);
	json_object_put(data);
}

/* ---- what was sent ---- */

static void refuse(struct logos_change *change, size_t logo, const char *member, const char *message)
{
	struct arena *arena = change->input.arena;
	input_refuse(&change->input, arena_format(arena, "\"%s\",\"%s\"", names[logo], member),
	             arena_format(arena, "%s.%s %s", names[logo], member, message));
}

static void check_file(struct logos_change *change, size_t logo)
{
	static const char *const types[] = {"image/jpeg", "image/png", "image/svg+xml"};
	const struct media_incoming *file = change->files[logo];
	bool known = false;
	for (size_t i = 0; i < COUNT_OF(types); i++)
		known |= slice_is(file->type, types[i]);
	if (!known)
		refuse(change, logo, "type",
		       "must be one of the following values: image/jpeg, image/png, image/svg+xml");
	if (file->size > MOST_BYTES)
		refuse(change, logo, "size", "must be less than or equal to 1048576");
}

/* A file replaces a logo, an empty text clears it, and what is not sent stays. */
static bool read_form(struct logos_change *change, struct json_object *fields)
{
	static const char *const known[] = {"menuLogo", "authLogo", NULL};
	const struct media_form *form = change->call->received.form;
	const struct media_incoming *file;
	if (!input_begin(&change->input, change->call->http->arena, fields, change->call->error))
		return false;
	for (size_t i = 0; i < MEDIA_LOGOS; i++) {
		change->cleared[i] = json_member(fields, names[i]) != NULL;
		input_check_text(&change->input, names[i], 0);
		for (file = form ? media_form_files(form) : NULL; file; file = file->next)
			if (slice_is(file->field, names[i]))
				change->files[i] = file;
	}
	input_check_names(&change->input, known);
	for (size_t i = 0; i < MEDIA_LOGOS; i++)
		if (change->files[i])
			check_file(change, i);
	return input_end(&change->input, change->call->error);
}

/* ---- storing ---- */

static void check_side(struct logos_change *change, size_t logo, const char *side)
{
	if (json_object_get_int64(json_member(change->made[logo], side)) > LONGEST_SIDE)
		refuse(change, logo, side, "must be less than or equal to 750");
}

static bool prepare(struct logos_change *change)
{
	static const struct media_settings settings;
	struct admin_call *call = change->call;
	media_upload_begin(&change->upload, call->shared->media, call->http->arena, &settings);
	change->upload.plain = true;
	for (size_t i = 0; i < MEDIA_LOGOS; i++) {
		struct media_file *file;
		if (!change->files[i])
			continue;
		if (!media_prepare(&change->upload, change->files[i], NULL, NULL, &file, call->error))
			return false;
		change->made[i] = json_keep(call->http->arena, media_file_json(&change->upload, file));
		check_side(change, i, "width");
		check_side(change, i, "height");
	}
	return input_end(&change->input, call->error) && media_place(&change->upload, NULL, call->error);
}

/* Takes the new logos into the settings; *old: a list of those that go, to be released. */
static void replace(struct logos_change *change, struct json_object *const before[MEDIA_LOGOS],
                    struct json_object **old)
{
	*old = json_object_new_array();
	for (size_t i = 0; i < MEDIA_LOGOS; i++) {
		if (!change->made[i] && !change->cleared[i])
			continue;
		if (json_member(before[i], "url"))
			json_object_array_add(*old, json_object_get(before[i]));
		json_object_object_add(change->kept, names[i], json_object_get(change->made[i]));
	}
}

static bool store(void *context, struct store_session *session, struct error *error)
{
	struct logos_change *change = context;
	struct admin_call *call = change->call;
	struct json_object *before[MEDIA_LOGOS], *old;
	struct slice text;
	if (!store_setting(session, LOGOS_SETTING, &text, error) || !media_read_logos(session, before, error))
		return false;
	change->kept = text.len ? json_parse_stored(text) : NULL;
	if (!json_object_is_type(change->kept, json_type_object)) {
		json_object_put(change->kept);
		change->kept = json_object_new_object();
		/* As Strapi has them until they are set. */
		for (size_t i = 0; i < MEDIA_LOGOS; i++)
			json_object_object_add(change->kept, names[i], json_object_new_object());
	}
	json_keep(call->http->arena, change->kept);
	replace(change, before, &old);
	const struct slice json = slice_of(json_print(call->http->arena, change->kept));
	bool done = media_removal_begin_files(&change->removal, call->shared->media, call->http->arena, old, error) &&
	            store_set_setting(session, LOGOS_SETTING, "object", json, error);
	json_object_put(old);
	for (size_t i = 0; i < MEDIA_LOGOS; i++)
		json_object_put(before[i]);
	return done;
}

static void answer(struct logos_change *change)
{
	struct json_object *logos[MEDIA_LOGOS];
	for (size_t i = 0; i < MEDIA_LOGOS; i++)
		logos[i] = json_member(change->kept, names[i]);
	logos_write(&change->call->response->body, logos);
}

bool admin_set_project_settings(struct admin_call *call)
{
	struct logos_change change = {.call = call, .upload = {.note = {.file = -1}}};
	const struct media_form *form = call->received.form;
	struct json_object *fields = form ? media_form_json(form) : json_object_get(call->body);
	bool done = read_form(&change, fields) && prepare(&change) &&
	            account_write(&call->account, store, &change, call->error);
	media_removal_end(&change.removal, done);
	if (change.upload.media && done)
		media_settle(&change.upload);
	else if (change.upload.media)
		media_undo(&change.upload);
	if (done)
		answer(&change);
	json_object_put(fields);
	return done;
}
