#include "locate.h"

void graphql_locator_init(struct graphql_locator *locator, struct slice text)
{
	locator->text = text;
	locator->distance = text.len / COUNT_OF(locator->marks) + 1;
	locator->marks[0] = (struct graphql_position){.at = 0, .line = 1, .column = 1};
	locator->count = 1;
}

/* One character or line end further; false when that goes beyond `end`. */
static bool advance(struct slice text, struct graphql_position *position, size_t end)
{
	const char byte = text.ptr[position->at];
	size_t length = 1;
	if (byte == '\n' || byte == '\r') {
		if (byte == '\r' && position->at + 1 < text.len && text.ptr[position->at + 1] == '\n')
			length = 2;
		if (position->at + length > end)
			return false;
		position->line++;
		position->column = 1;
	} else {
		length = slice_character((struct slice){text.ptr + position->at, text.len - position->at});
		position->column += length == 4 ? 2 : 1;
	}
	position->at += length ? length : 1;
	return true;
}

struct graphql_position graphql_locator_find(struct graphql_locator *locator, graphql_offset offset)
{
	const struct slice text = locator->text;
	const size_t end = offset < text.len ? offset : text.len;
	/* The last mark at or before the wanted one … */
	struct graphql_position position = locator->marks[0];
	for (size_t low = 0, high = locator->count; low < high;) {
		const size_t middle = low + (high - low) / 2;
		if (locator->marks[middle].at <= end) {
			position = locator->marks[middle];
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	/* … and new ones are set beyond the last. */
	while (position.at < end && advance(text, &position, end)) {
		if (locator->count < COUNT_OF(locator->marks) &&
		    position.at >= locator->marks[locator->count - 1].at + locator->distance)
			locator->marks[locator->count++] = position;
	}
	return position;
}

void graphql_locate(struct slice text, graphql_offset offset, unsigned *line, unsigned *column)
{
	struct graphql_locator locator;
	graphql_locator_init(&locator, text);
	const struct graphql_position position = graphql_locator_find(&locator, offset);
	*line = position.line;
	*column = position.column;
}
