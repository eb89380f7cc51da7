/* Messages between lectern and the Node process, as bytes. A frame is
 *
 *     length of what follows   4 bytes, little-endian
 *     kind                     1 byte
 *     id                       4 bytes
 *     length of the head       4 bytes
 *     head                     JSON; what JSON has not is tagged (docs/architecture.md)
 *     body                     the rest: bytes, such as the body of an HTTP request */
#ifndef LECTERN_HOST_PROCESS_FRAME_H
#define LECTERN_HOST_PROCESS_FRAME_H

#include "base/base.h"

enum {
	FRAME_LARGEST = 64 * 1024 * 1024, /* bytes behind the length; the same stands in web/runtime/frames.mjs */
	FRAME_BEFORE = 4,
	FRAME_FIXED = 9,
};

/* The sender, and what the id counts. */
enum frame_kind {
	FRAME_HELLO = 'H',   /* runtime: it runs */
	FRAME_ASK = 'A',     /* lectern: something to be done. The id is new */
	FRAME_GIVE_UP = 'X', /* lectern: the ask is cancelled */
	FRAME_CALL = 'C',    /* runtime: a service of lectern's is called. The id is one of its own */
	FRAME_RESULT = 'R',  /* either: the answer to the ask or call of that id */
	FRAME_ERROR = 'E',   /* either: why there is none */
	FRAME_LOG = 'L',     /* runtime: a line for the log */
	FRAME_DOING = 'S',   /* runtime: what it is at, for messages about processes that hang */
	FRAME_PING = 'P',    /* lectern */
	FRAME_PONG = 'O',    /* runtime: it still takes messages */
};

struct frame {
	char kind;
	uint32_t id;
	struct slice head, body;
};

/* Adds a frame to what is to be sent. False, with nothing added, when it is too large. */
bool frame_write(struct buffer *out, char kind, uint32_t id, struct slice head, struct slice body);

enum frame_state { FRAME_COMPLETE, FRAME_PARTIAL, FRAME_BROKEN };

/* Looks at the first frame of `bytes`. FRAME_COMPLETE: *frame points into `bytes`, *len is its length in all.
 * FRAME_PARTIAL: more is to come. FRAME_BROKEN: these are no frames. */
enum frame_state frame_read(struct slice bytes, struct frame *frame, size_t *len);

#endif
