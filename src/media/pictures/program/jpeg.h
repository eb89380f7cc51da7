/* Inside of the program lectern-pictures: does with most photographs what picture.c does with libvips, in a third of
 * the time. For its one thread. */
#ifndef LECTERN_MEDIA_PICTURES_PROGRAM_JPEG_H
#define LECTERN_MEDIA_PICTURES_PROGRAM_JPEG_H

#include "media/pictures/protocol.h"

/* As picture_make, for a JPEG without a colour profile. `orientation`: how it is turned, as EXIF says it, 1 to 8: 1
 * when it is not encoded anew. `answer` has its size, before that. False where libvips must do it: it is of another
 * kind, or something failed. Then the files are as they were. */
bool jpeg_make(const struct picture_request *request, const int *files, int orientation, struct picture_answer *answer);

#endif
