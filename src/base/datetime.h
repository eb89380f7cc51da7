/* Points in time as milliseconds since 1970-01-01T00:00:00Z. Text without a zone is UTC. */
#ifndef LECTERN_BASE_DATETIME_H
#define LECTERN_BASE_DATETIME_H

#include "slice.h"

enum { DATETIME_ISO_SIZE = 32, DATETIME_HTTP_SIZE = 30 };

/* Now, from the system's clock. */
int64_t datetime_now(void);

/* "2026-11-21T01:11:13.256Z" with its terminator. Returns the length; 0 outside of ±8.64e15 ms, where no date is. */
size_t datetime_format_iso(int64_t milliseconds, char text[DATETIME_ISO_SIZE]);

/* "Sun, 06 Nov 1994 08:49:37 GMT" with its terminator: the date of HTTP (RFC 9110, 5.6.7) that is `seconds` after 1970
 * begins. A time outside of the years 0 to 9999 is written as the nearest one inside. */
void datetime_format_http(int64_t seconds, char text[DATETIME_HTTP_SIZE]);

/* An ISO 8601 date or date and time: "2024", "2024-03", "2024-03-01", "20240301", "2024-061", "2024-W09-5", with an
 * optional "T12:30:05.123" and "Z" or "+01:00". As Strapi reads datetime values (date-fns parseISO). */
bool datetime_parse_iso(struct slice text, int64_t *milliseconds);

/* An ISO date, or a number of milliseconds since 1970. */
bool datetime_parse(struct slice text, int64_t *milliseconds);

/* True when year-month-day is a day of the calendar; months and days count from 1. */
bool datetime_is_day(int year, int month, int day);

#endif
