/* Frames from the process and to it, and what it prints. */
#include "socket.h"

#include "asks.h"
#include "frame.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PART = 65536, LONGEST_LINE = 8192 };

static void log_lines(enum log_level level, struct slice text)
{
	struct slice line;
	while (slice_split(&text, '\n', &line))
		if (line.len)
			log_message(level, "%.*s", slice_shown_length(line, LONGEST_LINE), line.ptr);
}

static void log_frame(const struct frame *frame)
{
	static const struct {
		const char *name;
		enum log_level level;
	} levels[] = {{"debug", LOG_DEBUG}, {"info", LOG_INFO}, {"warn", LOG_WARNING}, {"error", LOG_ERROR}};
	struct json_object *head = json_parse_stored(frame->head);
	struct slice text = json_string(json_member(head, "text")), name = json_string(json_member(head, "level"));
	for (size_t i = 0; i < COUNT_OF(levels); i++)
		if (slice_is(name, levels[i].name))
			log_lines(levels[i].level, text);
	json_object_put(head);
}

static void note_doing(struct process *process, const struct frame *frame)
{
	struct json_object *head = json_parse_stored(frame->head);
	process->doing.len = 0;
	buffer_slice(&process->doing, json_string(json_member(head, "doing")));
	json_object_put(head);
}

static bool greet(struct host *host, struct process *process, const struct frame *frame)
{
	struct json_object *head = json_parse_stored(frame->head);
	struct slice version = json_string(json_member(head, "node"));
	const int major = version.len ? atoi(version.ptr) : 0;
	if (major < 18)
		log_message(LOG_ERROR, "Node %.*s is too old for the project's code: expected 18 or newer",
		            (int)version.len, version.ptr ? version.ptr : "");
	json_object_put(head);
	process->hello = major >= 18;
	if (process->hello)
		asks_begin(host, process);
	return process->hello;
}

static void take_answer(struct host *host, struct process *process, const struct frame *frame)
{
	for (struct ask **place = &process->asks; *place; place = &(*place)->next) {
		struct host_answer answer = {.done = frame->kind == FRAME_RESULT, .body = frame->body};
		if ((*place)->id != frame->id)
			continue;
		answer.value = json_parse_stored(frame->head);
		if (!answer.done)
			error_set(&answer.error, 500, "InternalServerError", "Internal Server Error");
		if ((*place)->first) {
			process->ready = answer.done;
			process->over = !answer.done;
			host->broken = host->broken && !answer.done;
			if (!answer.done)
				log_message(LOG_ERROR, "the project's code does not start: %s",
				            json_object_get_string(json_member(answer.value, "message")));
		}
		asks_end(host, place, &answer);
		return;
	}
}

static struct conversation *conversation_of(const struct process *process, uint32_t id)
{
	for (const struct ask *ask = process->asks; ask; ask = ask->next)
		if (ask->id == id)
			return ask->conversation && ask->conversation->serves ? ask->conversation : NULL;
	return NULL;
}

static void take_call(struct host *host, const struct process *process, const struct frame *frame)
{
	struct host_call *call = calloc(1, sizeof *call);
	if (!call)
		abort();
	struct json_object *head = json_parse_stored(frame->head);
	*call = (struct host_call){
	    .service = json_string(json_member(head, "service")),
	    .arguments = json_member(head, "arguments"),
	    .ask = (uint32_t)json_object_get_int64(json_member(head, "ask")),
	    .transaction = json_object_get_int64(json_member(head, "transaction")),
	    .head = head,
	    .process = process->number,
	    .id = frame->id,
	    .host = host,
	};
	struct conversation *conversation = conversation_of(process, call->ask);
	host->call_count++;
	struct host_call ***last = conversation ? &conversation->last_call : &host->last_call;
	**last = call;
	*last = &call->next;
	if (conversation)
		pthread_cond_signal(&conversation->changed);
}

static bool take(struct host *host, struct process *process, const struct frame *frame)
{
	switch (frame->kind) {
	case FRAME_HELLO:
		return !process->hello && greet(host, process, frame);
	case FRAME_RESULT:
	case FRAME_ERROR:
		take_answer(host, process, frame);
		return true;
	case FRAME_CALL:
		take_call(host, process, frame);
		return true;
	case FRAME_LOG:
		log_frame(frame);
		return true;
	case FRAME_DOING:
		note_doing(process, frame);
		return true;
	case FRAME_PONG:
		return true;
	default:
		return false;
	}
}

/* Takes all frames that are there whole. */
static bool take_all(struct host *host, struct process *process)
{
	if (!process->in.len)
		return true;
	for (;;) {
		const struct slice rest = {process->in.data + process->used, process->in.len - process->used};
		struct frame frame;
		size_t len;
		enum frame_state state = rest.len ? frame_read(rest, &frame, &len) : FRAME_PARTIAL;
		if (state == FRAME_COMPLETE) {
			process->used += len;
			if (!take(host, process, &frame))
				return false;
			continue;
		}
		if (process->used)
			memmove(process->in.data, rest.ptr, rest.len);
		process->in.len = rest.len;
		process->used = 0;
		return state == FRAME_PARTIAL;
	}
}

bool socket_read(struct host *host, struct process *process)
{
	char part[PART];
	for (;;) {
		ssize_t got = recv(process->spawned.socket, part, sizeof part, 0);
		if (got > 0)
			buffer_add(&process->in, part, (size_t)got);
		process->silent_at = got > 0 ? 0 : process->silent_at;
		if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
			take_all(host, process);
			return false;
		}
		if (got < (ssize_t)sizeof part && (got > 0 || errno == EAGAIN))
			return take_all(host, process);
	}
}

bool socket_write(struct process *process)
{
	while (process->sent < process->out.len) {
		ssize_t done = send(process->spawned.socket, process->out.data + process->sent,
		                    process->out.len - process->sent, MSG_NOSIGNAL);
		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return errno == EAGAIN;
		process->sent += (size_t)done;
	}
	process->sent = process->out.len = 0;
	return true;
}

void socket_read_output(struct process *process, bool whole)
{
	char part[PART];
	ssize_t got = -1;
	while (process->spawned.output >= 0 && (got = read(process->spawned.output, part, sizeof part)) != 0) {
		if (got < 0)
			break;
		buffer_add(&process->line, part, (size_t)got);
	}
	/* It may close its output and live on. */
	if (process->spawned.output >= 0 && got == 0) {
		close(process->spawned.output);
		process->spawned.output = -1;
	}
	const char *last = process->line.len ? memrchr(process->line.data, '\n', process->line.len) : NULL;
	size_t len = whole || process->line.len > PART ? process->line.len
	             : last                            ? (size_t)(last - process->line.data) + 1
	                                               : 0;
	log_lines(LOG_INFO, (struct slice){process->line.data, len});
	if (len)
		memmove(process->line.data, process->line.data + len, process->line.len - len);
	process->line.len -= len;
}
