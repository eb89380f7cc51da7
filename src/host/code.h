/* Running the project's own routes. */
#ifndef LECTERN_HOST_CODE_H
#define LECTERN_HOST_CODE_H

#include "api/rest/rest.h"
#include "process/process.h"

struct survey;
struct host_code;

/* Whether the project has routes that its own code could answer, or hooks. */
bool host_has_code(const struct survey *survey);

/* Has the process answer these routes from here on; before the first request. What lives in `arena` must outlive the
 * last. */
struct host_code *host_run_code(struct host *host, struct arena *arena, const struct config *config, struct rest *rest);

/* The request of an ask, which is not finished before it is released; NULL when it is answered, or was none. */
struct call *host_code_hold(struct host_code *code, uint32_t ask);
void host_code_release(struct host_code *code, uint32_t ask);

#endif
