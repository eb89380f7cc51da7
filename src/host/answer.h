/* Inside the room `host`: answers of the project's code that are none. */
#ifndef LECTERN_HOST_ANSWER_H
#define LECTERN_HOST_ANSWER_H

#include "process/process.h"

/* Says why there is no answer: 503 while the code does not run, else 500, whose reason is for the log alone. Returns
 * false. For any thread. */
bool host_answer_refuse(const struct host_answer *answer, struct error *error);

#endif
