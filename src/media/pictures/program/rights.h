/* Inside of the program lectern-pictures: what its process may do. It has one thread of its own. */
#ifndef LECTERN_MEDIA_PICTURES_PROGRAM_RIGHTS_H
#define LECTERN_MEDIA_PICTURES_PROGRAM_RIGHTS_H

#include <stdbool.h>

/* From here on the process opens no files, sockets and programs, and has a limit of memory. False when the system
 * can't do that. */
bool rights_give_up(void);

/* Begins the processor time that one picture may take; after it the process ends. */
void rights_limit_time(void);

#endif
