/* Inside the room `transfer`: how far an export or import is, and how fast it goes. */
#ifndef LECTERN_TRANSFER_PROGRESS_H
#define LECTERN_TRANSFER_PROGRESS_H

#include "base/base.h"

#include <stdio.h>

struct transfer_progress {
	FILE *out;                /* NULL: nothing is shown */
	const char *title, *unit; /* "lines" */
	int64_t done, total;      /* lines or files; total 0: not known */
	int64_t began, shown;     /* ms since 1970 */
	bool files;               /* each takes its time */
};

void progress_start(struct transfer_progress *progress, FILE *out, const char *title, int64_t total);

/* The same of files. */
void progress_start_files(struct transfer_progress *progress, FILE *out, const char *title, int64_t total);

/* One line or file more; shown now and then. */
void progress_step(struct transfer_progress *progress);

/* Shows the last state and goes to a new line. Returns the seconds since the start. */
double progress_end(struct transfer_progress *progress);

#endif
