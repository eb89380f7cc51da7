/* What is found in a project, and what check, serve and migrate make of it. A new part of a project adds its findings
 * to project->findings in project_read, and needs nothing else. */
#ifndef LECTERN_COMMAND_REPORT_H
#define LECTERN_COMMAND_REPORT_H

#include "base/base.h"

#include <stdio.h>

/* Prints all findings, each on a line of its own: "file: path: message. Remedy". Those of a group stand together below
 * its name. For check. */
void report_print(FILE *to, const struct findings *findings);

/* Prints the mistakes alone. For commands that have to do with nothing but models and the database. */
void report_print_mistakes(FILE *to, const struct findings *findings);

/* The same into the log. */
void report_log_mistakes(const struct findings *findings);

/* Whether `command` ("serve") may go on: false after printing on standard error what keeps it from that. What does not
 * is logged, but for notes. */
bool report_permits(const struct findings *findings, const char *command, bool without_code);

#endif
