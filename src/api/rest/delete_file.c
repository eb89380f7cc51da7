/* Deleting an uploaded file: its entry with all links to it, then what is on disk. */
#include "delete_file.h"

#include "media/media.h"

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

bool endpoint_delete_file(struct call *call)
{
	struct file_delete this = {.call = call};
	bool done = call_entry_id(call, &this.id) && account_write(&call->account, delete_entry, &this, call->error);
	if (!done && (!call_entry_id(call, &this.id) || call->error->status == 404))
		return error_set(call->error, 404, "NotFoundError", "file.notFound");
	if (!done)
		return false;
	content_write_entry(&call->response->body, this.result, 0, CONTENT_FLAT);
	media_remove(call->rest->config, call->request->arena, this.result);
	content_free(this.result);
	return true;
}
