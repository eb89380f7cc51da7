#include "form.h"
#include "accounts.h"
#include "change.h"

static bool run_reading(struct rest_call *call)
{
	if (!request_go_on(call->request, false, call->error))
		return false;
	bool done = rest_next(call);
	request_pause(call->request);
	return done;
}

/* On a thread that may wait. *deferred: another thread answers. */
static bool go_on(struct rest_call *call, bool *deferred)
{
	if (call->received.refused) {
		*call->error = call->received.error;
		return false;
	}
	call->form = call->received.form;
	if (!call->form) {
		call->http->body = call->received.bytes;
		call->http->body_follows = false;
	}
	if (call->route.files)
		return call->route.endpoint(call);
	*deferred = true;
	if (call->route.code) {
		call->rest->run_code(call->rest->code_context, call);
		return true;
	}
	if (call->route.background)
		return background_start_call(call) || (*deferred = false);
	if (call->route.writes)
		return change_start(call) || (*deferred = false);
	*deferred = false;
	return run_reading(call);
}

static bool run_received(void *context)
{
	struct rest_call *call = context;
	struct error error;
	bool deferred = false;
	/* Once another thread answers, the call may be over. */
	const bool writes = call->route.writes;
	struct media_form *const form = call->received.form;
	call->error = &error;
	if (!go_on(call, &deferred)) {
		call->response->body.len = 0;
		http_respond_error(call->response, &error);
	}
	/* What a change has of it is freed when the change ends. */
	if (!deferred)
		media_form_free(call->form);
	else if (!writes)
		media_form_free(form);
	return !deferred;
}

void form_receive(struct rest_call *call)
{
	/* A project's own code and extensions get the body as it is. */
	const bool as_it_is = call->route.code || call->route.custom;
	/* Nobody fills the disk by what takes no files. */
	const bool files = call->route.files || call->route.writes;
	request_receive(call->request, as_it_is ? NULL : call->rest->media, files, &call->received, run_received);
}
