/* Inside the room `store`: jobs that yield. What such a job has written is committed in its midst, others write, and it
 * goes on in another transaction later. So it runs on a thread of its own, while the thread that writes waits for it to
 * end or to yield. The session belongs to one of the two at a time. */
#ifndef LECTERN_STORE_YIELD_H
#define LECTERN_STORE_YIELD_H

#include "session.h"

struct job_threads;
struct job_thread;

struct job_threads *yield_create(struct store *store);

/* When no job is under way. */
void yield_destroy(struct job_threads *threads);

/* Whether a job has begun, and not ended. From any thread; when it becomes false the thread that writes is woken. */
bool yield_is_busy(const struct job_threads *threads);

/* On the thread that writes: runs the job, or what is left of it, in the session: up to its end or until it yields.
 * Sets job->done. */
void yield_run(struct job_threads *threads, struct store_session *session, struct store_job *job);

/* As well: the transaction of that part has ended, and job->done says how. A job at its end is finished. */
void yield_end_part(struct job_threads *threads, struct store_job *job);

#endif
