/* Deleting an uploaded file: its entry with all links to it, then what is on disk. */
#include "delete_file.h"

#include "media/media.h"

struct file_delete {
	struct rest_call *call;
	int64_t id;
	struct content_result *result;
	struct media_removal files;
};

static bool delete_entry(void *context, struct store_session *session, struct error *error)
{
	struct file_delete *removal = context;
	struct rest_call *call = removal->call;
	struct content_call content = {
	    .content = call->rest->content,
	    .session = session,
	    .arena = call->http->arena,
	    .thread = store_thread(session),
	    .caller = &call->request->caller,
	};
	/* Strapi's notice is about the file, and not about its entry. */
	struct content_call silent = content;
	silent.silent = true;
	if (!content_delete(&silent, query_create(content.arena, call->route.type), removal->id, &removal->result,
	                    error))
		return false;
	if (content_notify(&content, NOTICE_MEDIA_DELETE, removal->result, error) &&
	    media_removal_begin(&removal->files, call->rest->media, content.arena, removal->result, error))
		return true;
	content_free(removal->result);
	return false;
}

bool endpoint_delete_file(struct rest_call *call)
{
	struct file_delete removal = {.call = call};
	bool done =
	    call_entry_id(call, &removal.id) && account_write(&call->account, delete_entry, &removal, call->error);
	media_removal_end(&removal.files, done);
	if (!done && (!call_entry_id(call, &removal.id) || call->error->status == 404))
		return error_set(call->error, 404, "NotFoundError", "file.notFound");
	if (!done)
		return false;
	content_write_entry(&call->response->body, removal.result, 0, CONTENT_FLAT);
	content_free(removal.result);
	return true;
}
