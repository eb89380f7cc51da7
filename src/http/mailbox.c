#include "mailbox.h"

#include <sched.h>
#include <sys/eventfd.h>

void mailbox_post(struct mailbox *mailbox, struct mailbox_message *mail)
{
	atomic_fetch_add_explicit(&mailbox->posting, 1, memory_order_relaxed);
	struct mailbox_message *first = atomic_load_explicit(&mailbox->first, memory_order_relaxed);
	do {
		mail->next = first;
	} while (!atomic_compare_exchange_weak_explicit(&mailbox->first, &first, mail, memory_order_release,
	                                                memory_order_relaxed));
	/* Else whoever posted the first one has woken the loop, which takes all at once. */
	if (!first)
		eventfd_write(mailbox->wake, 1);
	atomic_fetch_sub_explicit(&mailbox->posting, 1, memory_order_release);
}

void mailbox_close(struct mailbox *mailbox)
{
	while (atomic_load_explicit(&mailbox->posting, memory_order_acquire))
		sched_yield();
}

struct mailbox_message *mailbox_take(struct mailbox *mailbox)
{
	struct mailbox_message *mail = atomic_exchange_explicit(&mailbox->first, NULL, memory_order_acquire);
	struct mailbox_message *ordered = NULL;
	while (mail) {
		struct mailbox_message *next = mail->next;
		mail->next = ordered;
		ordered = mail;
		mail = next;
	}
	return ordered;
}
