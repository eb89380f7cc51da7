#include "json.h"

#include "../datetime.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The shortest decimal digits that read back as `value`, without point or sign, and the power of ten of the first. */
static int shortest_digits(double value, char digits[20], int *exponent)
{
	char text[40];
	/* 15 digits always suffice for a number written with 15 or fewer, except close to 0, where doubles lie apart */
	for (int precision = value < DBL_MIN ? 0 : 14; precision <= 16; precision++) {
		snprintf(text, sizeof text, "%.*e", precision, value);
		if (precision == 16 || strtod(text, NULL) == value)
			break;
	}
	int count = 0;
	const char *p = text;
	for (; *p && *p != 'e'; p++)
		if (*p >= '0' && *p <= '9')
			digits[count++] = *p;
	*exponent = atoi(p + 1);
	while (count > 1 && digits[count - 1] == '0')
		count--;
	return count;
}

/* Most numbers have few decimals: the fewest that read back as the same double are the shortest text, and with at most
 * 15 digits in all a division tells. */
static bool write_short_decimal(struct buffer *buffer, double value)
{
	static const double powers[] = {10, 100, 1000, 10000, 100000, 1000000};
	if (value < 0.001 || value > 1e9)
		return false;
	for (size_t i = 0; i < sizeof powers / sizeof *powers; i++) {
		double scaled = rint(value * powers[i]);
		if (scaled / powers[i] != value)
			continue;
		uint64_t whole = (uint64_t)scaled / (uint64_t)powers[i], rest = (uint64_t)scaled % (uint64_t)powers[i];
		buffer_int(buffer, (int64_t)whole);
		buffer_byte(buffer, '.');
		for (uint64_t digit = (uint64_t)powers[i] / 10; digit; digit /= 10)
			buffer_byte(buffer, (char)('0' + rest / digit % 10));
		return true;
	}
	return false;
}

void json_write_double(struct buffer *buffer, double value)
{
	if (!isfinite(value)) {
		buffer_add(buffer, "null", 4);
		return;
	}
	if (value == floor(value) && fabs(value) < 9007199254740992.0) {
		buffer_int(buffer, (int64_t)value);
		return;
	}
	char digits[20] = {0};
	int exponent, count;
	if (value < 0) {
		buffer_byte(buffer, '-');
		value = -value;
	}
	if (write_short_decimal(buffer, value))
		return;
	count = shortest_digits(value, digits, &exponent);
	/* ECMAScript Number::toString: plain notation from 1e-6 up to 1e21. */
	if (exponent >= 0 && exponent < 21) {
		for (int i = 0; i < count || i <= exponent; i++) {
			if (i == exponent + 1)
				buffer_byte(buffer, '.');
			buffer_byte(buffer, i < count ? digits[i] : '0');
		}
	} else if (exponent < 0 && exponent >= -6) {
		buffer_add(buffer, "0.", 2);
		for (int i = -1; i > exponent; i--)
			buffer_byte(buffer, '0');
		buffer_add(buffer, digits, (size_t)count);
	} else {
		buffer_byte(buffer, digits[0]);
		if (count > 1) {
			buffer_byte(buffer, '.');
			buffer_add(buffer, digits + 1, (size_t)count - 1);
		}
		buffer_format(buffer, "e%c%d", exponent < 0 ? '-' : '+', abs(exponent));
	}
}

void json_write_datetime(struct buffer *buffer, int64_t milliseconds)
{
	if (!buffer_reserve(buffer, DATETIME_ISO_SIZE + 2))
		return;
	size_t length = datetime_format_iso(milliseconds, buffer->data + buffer->len + 1);
	if (!length) {
		buffer_add(buffer, "null", 4);
		return;
	}
	buffer_byte(buffer, '"');
	buffer->len += length;
	buffer_byte(buffer, '"');
}
