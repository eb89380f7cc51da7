#include "frame.h"

static void add_number(struct buffer *out, size_t number)
{
	for (unsigned shift = 0; shift < 32; shift += 8)
		buffer_byte(out, (char)(number >> shift & 0xff));
}

static uint32_t number_at(const char *bytes)
{
	uint32_t number = 0;
	for (unsigned i = 0; i < 4; i++)
		number |= (uint32_t)(unsigned char)bytes[i] << 8 * i;
	return number;
}

bool frame_write(struct buffer *out, char kind, uint32_t id, struct slice head, struct slice body)
{
	if (head.len > FRAME_LARGEST || body.len > FRAME_LARGEST || FRAME_FIXED + head.len + body.len > FRAME_LARGEST)
		return false;
	add_number(out, FRAME_FIXED + head.len + body.len);
	buffer_byte(out, kind);
	add_number(out, id);
	add_number(out, head.len);
	buffer_slice(out, head);
	buffer_slice(out, body);
	return true;
}

enum frame_state frame_read(struct slice bytes, struct frame *frame, size_t *len)
{
	if (bytes.len < FRAME_BEFORE)
		return FRAME_PARTIAL;
	const size_t behind = number_at(bytes.ptr);
	if (behind < FRAME_FIXED || behind > FRAME_LARGEST)
		return FRAME_BROKEN;
	if (bytes.len < FRAME_BEFORE + behind)
		return FRAME_PARTIAL;
	const char *at = bytes.ptr + FRAME_BEFORE;
	const size_t head = number_at(at + 5);
	if (head > behind - FRAME_FIXED)
		return FRAME_BROKEN;
	*frame = (struct frame){
	    .kind = at[0],
	    .id = number_at(at + 1),
	    .head = {at + FRAME_FIXED, head},
	    .body = {at + FRAME_FIXED + head, behind - FRAME_FIXED - head},
	};
	*len = FRAME_BEFORE + behind;
	return FRAME_COMPLETE;
}
