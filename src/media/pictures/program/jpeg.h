/* Inside of the program lectern-pictures: does with most photographs what picture.c does with libvips, in a third of
 * the time. For its one thread. */
#ifndef LECTERN_MEDIA_PICTURES_PROGRAM_JPEG_H
#define LECTERN_MEDIA_PICTURES_PROGRAM_JPEG_H

#include "media/pictures/protocol.h"

/* As picture_make, for a JPEG that is not to be turned and has no colour profile. `answer` has its size. False where
 * libvips must do it: it is of another kind, or something failed. Then the files are as they were. */
bool jpeg_make(const struct picture_request *request, const int *files, struct picture_answer *answer);

#endif
