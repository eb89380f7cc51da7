/* Inside the room `media`: the headers of multipart/form-data. What is taken and what is not follows formidable, which
 * Strapi uses. For any thread. */
#ifndef LECTERN_MEDIA_MULTIPART_HEADER_H
#define LECTERN_MEDIA_MULTIPART_HEADER_H

#include "multipart.h"

/* Whether a Content-Type is written as it should be. Of others Strapi takes no form. */
bool multipart_header_is_type(struct slice content_type);

/* The boundary that the Content-Type of a body names: boundary="…", or boundary=… up to a semicolon. ptr NULL: none. */
struct slice multipart_header_boundary(struct slice type);

struct multipart_header {
	struct multipart_part part; /* its texts lie in the text of the header, and in `filename` */
	struct buffer filename;     /* to be freed in any case */
	bool base64;                /* the transfer encoding of the part */
};

/* Reads the header of a part, with the empty line that ends it. 400 when it is malformed. */
bool multipart_header_read(struct multipart_header *header, struct slice text, struct error *error);

#endif
