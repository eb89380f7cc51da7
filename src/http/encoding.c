#include "http.h"

#include <limits.h>
#include <stdlib.h>

int http_encoding_weight(struct slice header, const char *encoding)
{
	struct slice part;
	while (slice_split(&header, ',', &part)) {
		size_t end = slice_find(part, ';');
		struct slice name = slice_trim((struct slice){part.ptr, end});
		if (!slice_equals_ignoring_case(name, slice_of(encoding)))
			continue;
		struct slice weight = slice_trim((struct slice){part.ptr + end, part.len - end});
		const char *digits = weight.len > 3 ? memchr(weight.ptr, '=', weight.len) : NULL;
		char copy[8] = "1";
		if (digits) {
			size_t len = (size_t)(weight.ptr + weight.len - digits - 1);
			if (len >= sizeof copy)
				len = sizeof copy - 1;
			memcpy(copy, digits + 1, len);
			copy[len] = '\0';
		}
		return (int)(strtod(copy, NULL) * 1000);
	}
	return -1;
}

/* Where a client does not name an encoding, the star stands for it. */
static int weight_of(struct slice header, enum compression compression)
{
	const int weight = http_encoding_weight(header, compression_name(compression));
	return weight < 0 ? http_encoding_weight(header, "*") : weight;
}

enum compression http_choose_compression(const struct http_request *request, const enum compression *order,
                                         size_t count)
{
	const struct slice header = http_header(request, "Accept-Encoding");
	enum compression chosen = COMPRESSION_NONE;
	int most = header.len ? http_encoding_weight(header, "identity") - 1 : INT_MAX;
	for (size_t i = 0; i < count && header.len; i++) {
		const int weight = weight_of(header, order[i]);
		if (weight <= 0 || weight <= most)
			continue;
		most = weight;
		chosen = order[i];
	}
	return chosen;
}
