/* Inside the folder `process`. */
#ifndef LECTERN_HOST_PROCESS_STATE_H
#define LECTERN_HOST_PROCESS_STATE_H

#include "process.h"
#include "spawn.h"

#include <pthread.h>

enum {
	ASK_TIME = 30000,    /* milliseconds that an ask may take */
	START_TIME = 120000, /* that a process may take until it answers what it is asked first; or as long as an ask */
	PING_TIME = 2000,    /* that a process may be silent when it is asked for a sign of life */
	WATCH_INTERVAL = 1000, /* between looks at its memory */
	STEADY_TIME = 60000,   /* a process that lived so long is not one that can't start */
	MEMORY = 512,          /* MiB of JavaScript */
	BESIDE_MEMORY = 512,   /* MiB that it may have beside them */
	MOST_ASKS = 10000,     /* at a time */
	MOST_WANTED = 32,      /* processes that may be wanted */
	MOST_PROCESSES = 64,   /* with those that are retired */
};

/* A thread that waits for an ask. */
struct conversation {
	pthread_cond_t changed;
	struct host_call *calls, **last_call;
	bool serves; /* takes the calls */
	bool done;
	struct host_answer answer;
	struct buffer body;
};

struct ask {
	uint32_t id;
	int64_t deadline; /* milliseconds of the monotonic clock */
	int64_t limit;
	struct buffer head, body; /* until it is sent */
	struct process *process;  /* that was given it; NULL: none yet */
	host_receiver *receive;   /* or a conversation */
	void *context;
	struct conversation *conversation;
	bool first; /* what a process is asked first */
	struct host_answer answer;
	struct buffer answer_body;
	struct ask *next;
};

struct process {
	struct spawned spawned;
	uint64_t number;
	int64_t started;
	struct buffer out; /* to be sent */
	size_t sent;       /* of it */
	struct buffer in;
	size_t used;        /* of it */
	struct buffer line; /* of its output, not yet ended */
	struct buffer doing;
	bool hello;        /* it runs */
	bool ready;        /* and has answered what it was asked first */
	bool retired;      /* it is asked nothing more */
	bool over;         /* it has ended, or is to be killed */
	int64_t silent_at; /* when it counts as hung; 0: it is not asked for a sign of life */
	struct ask *asks;
	size_t ask_count;
	uint64_t asked; /* the ask that it was given last, as they are counted: asks of equals go round */
	struct process *next;
};

struct host {
	pthread_mutex_t lock; /* of all that follows */
	struct arena *arena;
	struct spawn_options spawn;
	unsigned time_limit; /* milliseconds that an ask may take */
	unsigned wanted;     /* processes that are to run */
	struct buffer first; /* what each process is asked first; empty: nothing */
	bool began;          /* one has answered it */
	bool first_failed;   /* before any had */
	struct error first_error;
	int wake; /* an eventfd */
	bool threaded;
	bool stopping; /* nothing more is begun */
	bool over;     /* the thread ends */
	bool stopped;  /* see host_stop */
	pthread_t thread;
	struct process *processes; /* all, those that are retired too */
	struct ask *waiting;       /* for a process */
	struct ask *ended;         /* with their answers, to be delivered outside of the lock */
	struct host_call *calls, **last_call;
	unsigned failures;      /* processes that ended early, one after the other */
	bool broken;            /* it does not come so far as to be asked: asks don't wait for it */
	int64_t start_at;       /* when the next may be started */
	int64_t look_at;        /* when memory is looked at */
	uint64_t process_count; /* that were ever started */
	uint64_t sent_count;    /* asks that were given to a process */
	uint32_t last_id;
	size_t ask_count;
	void (*on_change)(void *context, bool answers); /* see host_watch; or NULL */
	void *change_context;
	void (*on_end)(void *context, uint64_t process); /* see host_watch_ends; or NULL */
	void *end_context;
	bool answers;            /* the last value that on_change got */
	size_t call_count;       /* calls that services have not answered yet */
	pthread_cond_t answered; /* one was */
	void (*take)(void *context, struct host_call *call);
	void *take_context;
};

#endif
