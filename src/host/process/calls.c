/* What the process calls of lectern, and the answers. */
#include "frame.h"
#include "watch.h"

#include <stdlib.h>

void host_set_services(struct host *host, void (*take)(void *context, struct host_call *call), void *context)
{
	pthread_mutex_lock(&host->lock);
	host->take = take;
	host->take_context = context;
	pthread_mutex_unlock(&host->lock);
}

void host_watch(struct host *host, void (*on_change)(void *context, bool answers), void *context)
{
	pthread_mutex_lock(&host->lock);
	host->on_change = on_change;
	host->change_context = context;
	host->answers = true;
	on_change(context, true);
	watch_report(host);
	pthread_mutex_unlock(&host->lock);
}

void host_watch_ends(struct host *host, void (*on_end)(void *context, uint64_t process), void *context)
{
	pthread_mutex_lock(&host->lock);
	host->on_end = on_end;
	host->end_context = context;
	pthread_mutex_unlock(&host->lock);
}

/* The process may have ended meanwhile. */
static void answer_call(struct host_call *call, char kind, struct slice head, struct slice body)
{
	struct host *host = call->host;
	pthread_mutex_lock(&host->lock);
	for (struct process *process = host->processes; process; process = process->next)
		if (process->number == call->process && !frame_write(&process->out, kind, call->id, head, body))
			frame_write(&process->out, FRAME_ERROR, call->id,
			            SLICE("{\"@\":\"error\",\"name\":\"Error\",\"message\":\"The answer is too "
			                  "large\"}"),
			            SLICE(""));
	json_object_put(call->head);
	free(call);
	watch_wake(host);
	/* Nothing of the host may be touched after it: it may be closed. */
	host->call_count--;
	pthread_cond_signal(&host->answered);
	pthread_mutex_unlock(&host->lock);
}

void host_call_answer(struct host_call *call, struct slice value, struct slice body)
{
	answer_call(call, FRAME_RESULT, value, body);
}

void host_call_refuse(struct host_call *call, const struct error *error)
{
	struct buffer head = {0};
	buffer_text(&head, "{\"@\":\"error\",\"name\":");
	json_write_string(&head, slice_of(error->name));
	buffer_text(&head, ",\"message\":");
	json_write_string(&head, slice_of(error_text(error)));
	buffer_format(&head, ",\"status\":%d", error->status);
	if (error_shown_details(error)) {
		buffer_text(&head, ",\"details\":");
		buffer_text(&head, error_shown_details(error));
	}
	buffer_byte(&head, '}');
	answer_call(call, FRAME_ERROR, buffer_as_slice(&head), SLICE(""));
	buffer_free(&head);
}
