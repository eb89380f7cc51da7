/* Inside of the program lectern-pictures: what is done to one picture. For its one thread. */
#ifndef LECTERN_MEDIA_PICTURES_PROGRAM_PICTURE_H
#define LECTERN_MEDIA_PICTURES_PROGRAM_PICTURE_H

#include "media/pictures/protocol.h"

/* Decodes the picture in files[0], encodes it anew into files[1] where that is asked for, and makes a format of it for
 * each box, in the files behind. The files stay open. `answer` is zeroed before. */
void picture_make(const struct picture_request *request, const int *files, struct picture_answer *answer);

#endif
