/* Deleting an uploaded file: its entry with all links to it, then what is on disk. */
#include "call.h"

#include <errno.h>
#include <fcntl.h>
#include <json-c/json.h>
#include <unistd.h>

struct file_delete {
	struct call *call;
	int64_t id;
	struct content_result *result;
};

static bool delete_entry(void *context, struct store_session *session, struct error *error)
{
	struct file_delete *this = context;
	struct call *call = this->call;
	struct content_call content = {
	    .content = call->rest->content,
	    .session = session,
	    .arena = call->request->arena,
	    .thread = store_thread(session),
	    .caller = &call->caller,
	};
	return content_delete(&content, query_create(content.arena, call->route.type), this->id, &this->result, error);
}

/* Only names in the very folder of uploads: nothing that an entry says leads out of it. */
static void remove_file(int folder, struct json_object *url)
{
	static const char prefix[] = "/uploads/";
	const char *text = json_object_is_type(url, json_type_string) ? json_object_get_string(url) : "";
	if (strncmp(text, prefix, sizeof prefix - 1) != 0)
		return;
	const char *name = text + sizeof prefix - 1;
	if (!*name || *name == '.' || strchr(name, '/') || strlen(name) != strcspn(name, "\\\r\n"))
		return;
	if (unlinkat(folder, name, 0) != 0 && errno != ENOENT)
		log_message(LOG_WARNING, "An uploaded file can't be deleted from the disk: %s", strerror(errno));
}

static void remove_all(int folder, struct json_object *file)
{
	struct json_object *value, *formats;
	if (json_object_object_get_ex(file, "url", &value))
		remove_file(folder, value);
	if (!json_object_object_get_ex(file, "formats", &formats) || !json_object_is_type(formats, json_type_object))
		return;
	json_object_object_foreach(formats, name, format)
	{
		(void)name;
		if (json_object_object_get_ex(format, "url", &value))
			remove_file(folder, value);
	}
}

/* Files of other providers are not ours to delete. */
static void remove_from_disk(const struct call *call)
{
	struct json_object *file = json_tokener_parse(buffer_terminate(&call->response->body)), *provider;
	const char *path = arena_format(call->request->arena, "%s/public/uploads", call->rest->config->directory);
	int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
	if (folder >= 0 && json_object_object_get_ex(file, "provider", &provider) &&
	    json_object_is_type(provider, json_type_string) && strcmp(json_object_get_string(provider), "local") == 0)
		remove_all(folder, file);
	if (folder >= 0)
		close(folder);
	json_object_put(file);
}

bool endpoint_delete_file(struct call *call)
{
	struct file_delete this = {.call = call};
	bool done = call_entry_id(call, &this.id) && account_write(&call->account, delete_entry, &this, call->error);
	if (!done && (!call_entry_id(call, &this.id) || call->error->status == 404))
		return error_set(call->error, 404, "NotFoundError", "file.notFound");
	if (!done)
		return false;
	content_write_entry(&call->response->body, this.result, 0, CONTENT_FLAT);
	content_free(this.result);
	remove_from_disk(call);
	return true;
}
