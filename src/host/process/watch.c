/* Starting the process, looking after it, and replacing it. */
#include "watch.h"

#include "asks.h"
#include "frame.h"
#include "socket.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { FIRST_PAUSE = 250, LONGEST_PAUSE_OF_RUNNING = 1000, LONGEST_PAUSE = 30000 };

/* ---- starting and ending ---- */

bool watch_start(struct host *host, struct error *error)
{
	struct process *process = calloc(1, sizeof *process);
	if (!process)
		abort();
	if (!spawn_node(&host->spawn, &process->spawned, error)) {
		free(process);
		return false;
	}
	process->number = ++host->process_count;
	process->started = clock_milliseconds();
	process->next = host->processes;
	host->processes = process;
	return true;
}

/* A process that ends is replaced at once; one that ends again soon after a pause that grows. Those that never came so
 * far as to be asked get the longest pauses. */
static void plan_next(struct host *host, const struct process *process)
{
	const int64_t now = clock_milliseconds();
	const bool ran = process && process->ready;
	if (ran && now - process->started > STEADY_TIME)
		host->failures = 0;
	const int64_t longest = ran ? LONGEST_PAUSE_OF_RUNNING : LONGEST_PAUSE;
	const int64_t pause = host->failures ? FIRST_PAUSE << (host->failures < 8 ? host->failures - 1 : 7) : 0;
	host->failures++;
	host->broken = !ran && host->failures > 2;
	host->start_at = now + (pause < longest ? pause : longest);
}

void watch_fail_all(struct host *host, struct ask **asks, int status, const char *message)
{
	while (*asks)
		asks_fail(host, asks, status, message);
}

static const char *text_of(const struct buffer *buffer)
{
	return buffer->data ? buffer->data : "";
}

/* Calls that it made are answered into nothing. */
void watch_end(struct host *host, struct process **place)
{
	struct process *process = *place;
	*place = process->next;
	kill(-process->spawned.pid, SIGKILL);
	socket_read_output(process, true);
	spawn_kill(&process->spawned);
	if (host->stopping) {
		watch_fail_all(host, &process->asks, 503, "The server stops");
	} else {
		struct buffer reason = {0};
		buffer_format(&reason, "the process that runs the project's code has ended%s%.*s",
		              process->doing.len ? ", at " : "", (int)process->doing.len, text_of(&process->doing));
		watch_fail_all(host, &process->asks, 500, buffer_terminate(&reason));
		if (host->threaded && !process->retired)
			log_message(LOG_ERROR, "%s; another is started", buffer_terminate(&reason));
		buffer_free(&reason);
	}
	if (!process->retired)
		plan_next(host, process);
	if (host->on_end)
		host->on_end(host->end_context, process->number);
	buffer_free(&process->out);
	buffer_free(&process->in);
	buffer_free(&process->line);
	buffer_free(&process->doing);
	free(process);
}

/* Nothing more is asked of it; it is ended when what it does is done. */
static void retire(struct host *host, struct process *process)
{
	if (!process->retired) {
		host->failures = 0;
		host->start_at = clock_milliseconds();
	}
	process->retired = true;
	if (!process->silent_at) {
		process->silent_at = clock_milliseconds() + PING_TIME;
		frame_write(&process->out, FRAME_PING, 0, SLICE(""), SLICE(""));
	}
}

/* ---- what is over time ---- */

static void end_late(struct host *host, struct process *process, int64_t now)
{
	for (struct ask **place = &process->asks; *place;) {
		if ((*place)->deadline > now) {
			place = &(*place)->next;
			continue;
		}
		struct buffer reason = {0};
		buffer_format(&reason, "the project's code took longer than %lld ms%s%.*s", (long long)(*place)->limit,
		              process->doing.len ? ", at " : "", (int)process->doing.len, text_of(&process->doing));
		if (host->threaded)
			log_message(LOG_ERROR, "%s; its process is replaced", buffer_terminate(&reason));
		process->over = process->over || (*place)->first;
		frame_write(&process->out, FRAME_GIVE_UP, (*place)->id, SLICE(""), SLICE(""));
		asks_fail(host, place, 500, buffer_terminate(&reason));
		buffer_free(&reason);
		retire(host, process);
	}
	if (!process->hello && process->started + START_TIME <= now)
		process->over = true;
	if ((process->silent_at && process->silent_at <= now) || (process->retired && !process->asks))
		process->over = true;
}

/* Pages that it has in memory, in MiB. */
static unsigned memory_of(const struct process *process)
{
	char path[64], text[128];
	unsigned long long all, resident = 0;
	snprintf(path, sizeof path, "/proc/%d/statm", (int)process->spawned.pid);
	FILE *file = fopen(path, "re");
	if (file && fgets(text, sizeof text, file) && sscanf(text, "%llu %llu", &all, &resident) != 2)
		resident = 0;
	if (file)
		fclose(file);
	return (unsigned)(resident * (unsigned long long)sysconf(_SC_PAGESIZE) >> 20);
}

static void look_at_memory(struct host *host, int64_t now)
{
	if (now < host->look_at)
		return;
	host->look_at = now + WATCH_INTERVAL;
	for (struct process *process = host->processes; process; process = process->next) {
		const unsigned used = memory_of(process);
		if (used <= host->spawn.memory + BESIDE_MEMORY)
			continue;
		log_message(LOG_ERROR, "the project's code takes %u MiB of memory, and is ended", used);
		process->over = true;
	}
}

/* Those that wait for a process longest come first. */
static void send_waiting(struct host *host)
{
	struct ask *ordered = NULL;
	if (!asks_next_process(host))
		return;
	while (host->waiting) {
		struct ask *ask = host->waiting;
		host->waiting = ask->next;
		ask->next = ordered;
		ordered = ask;
	}
	while (ordered) {
		struct ask *ask = ordered;
		ordered = ask->next;
		asks_send(host, asks_next_process(host), ask);
	}
}

/* Whether another is to be started when it is time. They come one after the other: what code does at its start is done
 * by one at a time. */
static bool wants_another(const struct host *host)
{
	unsigned count = 0, running = 0;
	for (const struct process *process = host->processes; process; process = process->next) {
		count++;
		running += !process->retired;
		if (!process->retired && (!process->ready || !host->first.len))
			return false;
	}
	return host->threaded && !host->stopping && running < host->wanted && count < MOST_PROCESSES;
}

static void keep_running(struct host *host, int64_t now)
{
	struct error error;
	const bool none = !asks_count_processes(host);
	for (struct ask **place = &host->waiting; *place;) {
		if ((*place)->deadline <= now || (none && host->broken))
			asks_fail(host, place, 503, "The project's code does not run, try again");
		else
			place = &(*place)->next;
	}
	if (wants_another(host) && host->start_at <= now && !watch_start(host, &error)) {
		log_message(LOG_ERROR, "%s", error.message);
		plan_next(host, NULL);
	}
	/* Without a thread nobody would start another. */
	if (none && !host->threaded)
		watch_fail_all(host, &host->waiting, 503, "The process that runs the project's code has ended");
	send_waiting(host);
}

void watch_report(struct host *host)
{
	const bool answers = host->broken || host->stopping || asks_next_process(host);
	if (host->on_change && answers != host->answers)
		host->on_change(host->change_context, answers);
	host->answers = answers;
}

static void look_after(struct host *host)
{
	const int64_t now = clock_milliseconds();
	look_at_memory(host, now);
	for (struct process **place = &host->processes; *place;) {
		end_late(host, *place, now);
		if (!(*place)->over && !socket_write(*place))
			(*place)->over = true;
		if ((*place)->over)
			watch_end(host, place);
		else
			place = &(*place)->next;
	}
	keep_running(host, now);
	for (struct process *process = host->processes; process; process = process->next)
		process->over = process->over || !socket_write(process);
	watch_report(host);
}

/* ---- waiting ---- */

static void note_time(int64_t *first, int64_t time)
{
	if (time && time < *first)
		*first = time;
}

/* Milliseconds until something is over time. */
static int until_next(const struct host *host, int wait)
{
	const int64_t now = clock_milliseconds();
	int64_t first = now + wait;
	for (const struct process *process = host->processes; process; process = process->next) {
		note_time(&first, process->over ? now : process->silent_at);
		note_time(&first, process->hello ? 0 : process->started + START_TIME);
		for (const struct ask *ask = process->asks; ask; ask = ask->next)
			note_time(&first, ask->deadline);
	}
	for (const struct ask *ask = host->waiting; ask; ask = ask->next)
		note_time(&first, ask->deadline);
	if (wants_another(host))
		note_time(&first, host->start_at);
	if (host->processes)
		note_time(&first, host->look_at);
	return first <= now ? 0 : (int)(first - now);
}

static nfds_t watch_all(const struct host *host, struct pollfd *places)
{
	nfds_t count = 0;
	places[count++] = (struct pollfd){.fd = host->wake, .events = POLLIN};
	for (const struct process *process = host->processes; process && count < 2 * MOST_PROCESSES;
	     process = process->next) {
		const bool sends = process->sent < process->out.len;
		places[count++] =
		    (struct pollfd){.fd = process->spawned.socket, .events = (short)(POLLIN | (sends ? POLLOUT : 0))};
		places[count++] = (struct pollfd){.fd = process->spawned.output, .events = POLLIN};
	}
	return count;
}

static void read_all(struct host *host, const struct pollfd *places, nfds_t count)
{
	uint64_t woken;
	if (places[0].revents && read(host->wake, &woken, sizeof woken) < 0)
		return;
	for (nfds_t i = 1; i + 1 < count; i += 2) {
		for (struct process *process = host->processes; process; process = process->next) {
			if (process->spawned.socket != places[i].fd)
				continue;
			if (places[i + 1].revents)
				socket_read_output(process, false);
			if (places[i].revents & (POLLIN | POLLHUP | POLLERR) && !socket_read(host, process))
				process->over = true;
		}
	}
}

void watch_turn(struct host *host, int wait)
{
	struct pollfd places[2 * MOST_PROCESSES + 2];
	pthread_mutex_lock(&host->lock);
	look_after(host);
	nfds_t count = watch_all(host, places);
	int time = host->ended || host->calls ? 0 : until_next(host, wait);
	pthread_mutex_unlock(&host->lock);
	poll(places, count, time);
	pthread_mutex_lock(&host->lock);
	read_all(host, places, count);
	look_after(host);
	pthread_mutex_unlock(&host->lock);
	asks_deliver(host);
}

void watch_wake(struct host *host)
{
	static const uint64_t one = 1;
	if (write(host->wake, &one, sizeof one) < 0)
		return; /* it is awake */
}
