/* Messages to a loop from other threads: a connection that was accepted, a request whose answer is there. The messages
 * are parts of what they are about, so that sending one allocates nothing.
 *
 * mailbox_post may be called on any thread, mailbox_take on the loop's own. What a thread wrote before it posted is
 * seen by the loop when it has taken the message. */
#ifndef LECTERN_HTTP_MAILBOX_H
#define LECTERN_HTTP_MAILBOX_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct mailbox_message {
	struct mailbox_message *next;
	void (*deliver)(struct mailbox_message *mail); /* called on the loop's thread */
};

struct mailbox {
	_Atomic(struct mailbox_message *) first; /* the one posted last */
	_Atomic unsigned posting;                /* threads inside of mailbox_post */
	int wake;                                /* an eventfd in the loop's epoll, edge-triggered: it needs no read */
};

/* A message must not be posted again before it has been delivered. */
void mailbox_post(struct mailbox *mailbox, struct mailbox_message *mail);

/* Waits until no thread is inside of mailbox_post any more: the message may have been taken already, but the thread
 * that posted it may not be done. No thread may begin to post from now on. */
void mailbox_close(struct mailbox *mailbox);

/* All messages, in the order in which they were posted. */
struct mailbox_message *mailbox_take(struct mailbox *mailbox);

#endif
