/* Inside the room `media`: bodies of the type multipart/form-data, parsed as they come. What is taken and what is not
 * follows formidable, which Strapi uses; nothing is held in memory but the header of a part. */
#ifndef LECTERN_MEDIA_MULTIPART_H
#define LECTERN_MEDIA_MULTIPART_H

#include "base/base.h"

enum {
	MULTIPART_LONGEST_BOUNDARY = 256,      /* bytes; 70 are allowed */
	MULTIPART_LONGEST_HEADER = 128 * 1024, /* of one part */
};

/* The headers of a part; the texts live for the time of the call. */
struct multipart_part {
	struct slice name;     /* ptr NULL: it has none */
	bool is_file;          /* it has a file name, which may be empty */
	struct slice filename; /* as the browser encoded it: what stands before a backslash is dropped, %22 is " */
	struct slice type;     /* Content-Type; ptr NULL: it has none */
};

/* Each may refuse, with *error filled. */
struct multipart_reader {
	bool (*begin)(void *context, const struct multipart_part *part, struct error *error);
	bool (*data)(void *context, struct slice bytes, struct error *error);
	bool (*end)(void *context, struct error *error);
	void *context;
};

enum multipart_state {
	MULTIPART_BEFORE, /* what stands before the first boundary */
	MULTIPART_HEADER,
	MULTIPART_BODY,
	MULTIPART_END,
};

struct multipart {
	const struct multipart_reader *reader;
	char delimiter[MULTIPART_LONGEST_BOUNDARY + 8]; /* CR LF - - boundary */
	size_t delimiter_len;
	enum multipart_state state;
	size_t matched; /* bytes of the delimiter, and of what follows it, that were seen */
	char after;     /* the byte behind the delimiter: CR or - */
	struct buffer header;
	bool base64;     /* the part's transfer encoding */
	char quartet[4]; /* base64: digits that are not decoded yet */
	size_t digits;
	bool padded; /* base64: the end was seen */
};

/* `content_type`: the header of the request. 400 when it names no boundary. Free with multipart_free. */
bool multipart_init(struct multipart *multipart, const struct multipart_reader *reader, struct slice content_type,
                    struct error *error);
void multipart_free(struct multipart *multipart);

/* The next bytes. After a refusal the parser must not be used any more. */
bool multipart_feed(struct multipart *multipart, struct slice bytes, struct error *error);

/* The body is at its end; 400 when the last boundary has not come. */
bool multipart_finish(const struct multipart *multipart, struct error *error);

#endif
