#include "jpeg_codes.h"

#include <string.h>

enum {
	LONGEST = 16,        /* bits of a code */
	LONGEST_FOUND = 258, /* before they are shortened */
	MOST_FIRST = 11,     /* bits of a difference */
	MOST_OTHER = 10,     /* bits of a frequency */
	RUN = 16,            /* zeroes before a frequency: 0 to 15 */
	END_OF_BLOCK = 0x00,
	ONLY_ZEROES = 0xf0,       /* 16 of them */
	RESERVED = CODES_SYMBOLS, /* a symbol more: no code consists of ones alone */
};

/* In which order the frequencies of a block are written. */
static const uint8_t order[64] = {0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,
                                  12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6,  7,  14, 21, 28,
                                  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
                                  58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};

static unsigned bits_of(int value)
{
	unsigned size = (unsigned)(value < 0 ? -value : value), bits = 0;
	for (; size; size >>= 1)
		bits++;
	return bits;
}

void codes_count(struct code_counts *counts, const int16_t *block, int before)
{
	unsigned zeroes = 0;
	counts->first[bits_of(block[0] - before)]++;
	for (size_t i = 1; i < sizeof order; i++) {
		const int value = block[order[i]];
		if (!value) {
			zeroes++;
			continue;
		}
		for (; zeroes >= RUN; zeroes -= RUN)
			counts->other[ONLY_ZEROES]++;
		counts->other[zeroes * RUN + bits_of(value)]++;
		zeroes = 0;
	}
	if (zeroes)
		counts->other[END_OF_BLOCK]++;
}

/* The two symbols, or trees of them, that came least often. */
static void find_rarest(const uint32_t *counts, int *rarest, int *next)
{
	*rarest = *next = -1;
	for (int i = 0; i <= RESERVED; i++) {
		if (!counts[i])
			continue;
		if (*rarest < 0 || counts[i] <= counts[*rarest]) {
			*next = *rarest;
			*rarest = i;
		} else if (*next < 0 || counts[i] <= counts[*next])
			*next = i;
	}
}

/* How long the code of each symbol is, by Huffman's way: the two rarest trees become one. */
static void find_lengths(uint32_t *counts, unsigned *lengths)
{
	int after[RESERVED + 1], one, two;
	memset(after, -1, sizeof after);
	memset(lengths, 0, (RESERVED + 1) * sizeof *lengths);
	for (find_rarest(counts, &one, &two); two >= 0; find_rarest(counts, &one, &two)) {
		counts[two] += counts[one];
		counts[one] = 0;
		for (int at = two;; at = after[at]) {
			lengths[at]++;
			if (after[at] < 0) {
				after[at] = one;
				break;
			}
		}
		for (int at = one; at >= 0; at = after[at])
			lengths[at]++;
	}
}

/* Codes longer than is allowed: a pair of them goes, one to where their common beginning was, the other beside a
 * shorter one, which becomes longer by a bit. */
static void shorten(unsigned *of_length)
{
	for (unsigned length = LONGEST_FOUND - 1; length > LONGEST; length--)
		while (of_length[length]) {
			unsigned shorter = length - 2;
			while (!of_length[shorter])
				shorter--;
			of_length[length] -= 2;
			of_length[length - 1]++;
			of_length[shorter + 1] += 2;
			of_length[shorter]--;
		}
}

static void make_table(uint32_t *counts, JHUFF_TBL *table)
{
	unsigned lengths[RESERVED + 1], of_length[LONGEST_FOUND] = {0}, longest = LONGEST;
	size_t count = 0;
	counts[RESERVED] = 1;
	find_lengths(counts, lengths);
	for (int i = 0; i <= RESERVED; i++)
		of_length[lengths[i]]++;
	of_length[0] = 0;
	shorten(of_length);
	/* The reserved symbol has one of the longest codes: the last. */
	while (!of_length[longest])
		longest--;
	of_length[longest]--;
	memset(table, 0, sizeof *table);
	for (unsigned length = 1; length <= LONGEST; length++)
		table->bits[length] = (UINT8)of_length[length];
	for (unsigned length = 1; length < LONGEST_FOUND; length++)
		for (unsigned i = 0; i < RESERVED; i++)
			if (lengths[i] == length)
				table->huffval[count++] = (UINT8)i;
}

void codes_make(const struct code_counts *counts, JHUFF_TBL *first, JHUFF_TBL *other)
{
	uint32_t all[RESERVED + 1] = {0};
	for (unsigned i = 0; i <= MOST_FIRST; i++)
		all[i] = counts->first[i] + 1;
	make_table(all, first);
	memset(all, 0, sizeof all);
	all[END_OF_BLOCK] = counts->other[END_OF_BLOCK] + 1;
	all[ONLY_ZEROES] = counts->other[ONLY_ZEROES] + 1;
	for (unsigned run = 0; run < RUN; run++)
		for (unsigned bits = 1; bits <= MOST_OTHER; bits++)
			all[run * RUN + bits] = counts->other[run * RUN + bits] + 1;
	make_table(all, other);
}
