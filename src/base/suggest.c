#include "base.h"

#include <stdlib.h>

static bool is_digit(char byte)
{
	return byte >= '0' && byte <= '9';
}

/* The number at *at, which moves behind it. A leading zero stands alone. */
static double read_number(struct slice text, size_t *at)
{
	double number = 0;

	do {
		number = number * 10 + (text.ptr[*at] - '0');
		++*at;
	} while (*at < text.len && is_digit(text.ptr[*at]) && number > 0);
	return number;
}

int suggest_compare(struct slice a, struct slice b)
{
	size_t at = 0, bt = 0;

	while (at < a.len && bt < b.len) {
		if (is_digit(a.ptr[at]) && is_digit(b.ptr[bt])) {
			double first = read_number(a, &at), second = read_number(b, &bt);
			if (first < second || first > second)
				return first < second ? -1 : 1;
		} else {
			unsigned char first = (unsigned char)a.ptr[at++], second = (unsigned char)b.ptr[bt++];
			if (first != second)
				return first < second ? -1 : 1;
		}
	}
	return a.len < b.len ? -1 : a.len > b.len;
}

static char lower(char byte)
{
	return byte >= 'A' && byte <= 'Z' ? (char)(byte + 32) : byte;
}

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours. Above `most` the exact number
 * is not wanted. The longer one is first; both are in lower case. */
static unsigned count_edits(struct slice longer, struct slice shorter, unsigned most)
{
	unsigned rows[3][SUGGEST_LONGEST + 1];

	for (unsigned j = 0; j <= shorter.len; j++)
		rows[0][j] = j;
	for (unsigned i = 1; i <= longer.len; i++) {
		unsigned *row = rows[i % 3], *up = rows[(i - 1) % 3], smallest = row[0] = i;
		for (unsigned j = 1; j <= shorter.len; j++) {
			unsigned cost = longer.ptr[i - 1] != shorter.ptr[j - 1];
			unsigned cell = least(least(up[j] + 1, row[j - 1] + 1), up[j - 1] + cost);
			if (i > 1 && j > 1 && longer.ptr[i - 1] == shorter.ptr[j - 2] &&
			    longer.ptr[i - 2] == shorter.ptr[j - 1])
				cell = least(cell, rows[(i - 2) % 3][j - 2] + 1);
			smallest = least(smallest, cell);
			row[j] = cell;
		}
		if (smallest > most)
			return most + 1;
	}
	return rows[longer.len % 3][shorter.len];
}

static void copy_lower(char *out, struct slice text)
{
	for (size_t i = 0; i < text.len; i++)
		out[i] = lower(text.ptr[i]);
}

static unsigned measure(struct slice wanted, struct slice name, unsigned most)
{
	char first[SUGGEST_LONGEST], second[SUGGEST_LONGEST];

	if (slice_equals(wanted, name))
		return 0;
	if (slice_equals_ignoring_case(wanted, name))
		return 1;
	struct slice longer = {first, name.len}, shorter = {second, wanted.len};
	copy_lower(first, name);
	copy_lower(second, wanted);
	if (longer.len < shorter.len) {
		struct slice swap = longer;
		longer = shorter;
		shorter = swap;
	}
	return longer.len - shorter.len > most ? most + 1 : count_edits(longer, shorter, most);
}

void suggest_consider(struct suggestions *suggestions, struct slice name)
{
	unsigned most = (unsigned)(suggestions->wanted.len * 4 / 10) + 1, distance;
	size_t place = suggestions->count, room = COUNT_OF(suggestions->names);

	if (suggestions->wanted.len > SUGGEST_LONGEST || name.len > SUGGEST_LONGEST)
		return;
	size_t *budget = suggestions->budget, work = (suggestions->wanted.len + 1) * (name.len + 1);
	if (budget && *budget < work)
		return;
	if (budget)
		*budget -= work;
	distance = measure(suggestions->wanted, name, most);
	if (distance > most)
		return;
	while (place && (suggestions->distances[place - 1] > distance ||
	                 (suggestions->distances[place - 1] == distance &&
	                  suggest_compare(suggestions->names[place - 1], name) > 0)))
		place--;
	if (place == room)
		return;
	if (suggestions->count < room)
		suggestions->count++;
	for (size_t i = suggestions->count - 1; i > place; i--) {
		suggestions->names[i] = suggestions->names[i - 1];
		suggestions->distances[i] = suggestions->distances[i - 1];
	}
	suggestions->names[place] = name;
	suggestions->distances[place] = distance;
}

void suggest_print(struct buffer *buffer, const char *kind, const struct slice *names, size_t count)
{
	if (!count)
		return;
	buffer_text(buffer, " Did you mean ");
	if (kind) {
		buffer_text(buffer, kind);
		buffer_byte(buffer, ' ');
	}
	for (size_t i = 0; i < count; i++) {
		if (i)
			buffer_text(buffer, count == 2 ? " or " : i == count - 1 ? ", or " : ", ");
		buffer_byte(buffer, '"');
		buffer_slice(buffer, names[i]);
		buffer_byte(buffer, '"');
	}
	buffer_byte(buffer, '?');
}
