#define LECTERN_BASE_ERROR_C
#include "error.h"

#include "log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char error_no_details[] = "";

const char *error_shown_details(const struct error *error)
{
	if (error->details == error_no_details)
		return NULL;
	return error->details ? error->details : "{}";
}

/* Cutting a message must not leave half a UTF-8 character behind. */
static void fill_message(struct error *error, const char *format, va_list args)
{
	int length = vsnprintf(error->message, sizeof error->message, format, args);
	if (length >= (int)sizeof error->message) {
		size_t end = sizeof error->message - 1;
		while (end > 0 && ((unsigned char)error->message[end - 1] & 0xC0) == 0x80)
			end--;
		if (end > 0 && (unsigned char)error->message[end - 1] >= 0xC0)
			end--;
		error->message[end] = '\0';
	}
}

static void fill(struct error *error, int status, const char *name, const char *format, va_list args)
{
	error->status = status;
	error->name = name;
	error->details = NULL;
	error->whole = NULL;
	error->as_it_is = false;
	fill_message(error, format, args);
}

bool error_set(struct error *error, int status, const char *name, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	fill(error, status, name, format, args);
	va_end(args);
	return false;
}

bool error_validation(struct error *error, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	fill(error, 400, "ValidationError", format, args);
	va_end(args);
	return false;
}

bool error_validation_whole(struct error *error, const char *text)
{
	error_validation(error, "%s", text);
	error->whole = strlen(text) < sizeof error->message ? NULL : text;
	return false;
}

bool error_unauthorized(struct error *error, const char *message)
{
	return error_set(error, 401, "UnauthorizedError", "%s", message);
}

bool error_forbidden(struct error *error)
{
	return error_set(error, 403, "ForbiddenError", "Forbidden");
}

bool error_not_found(struct error *error)
{
	return error_set(error, 404, "NotFoundError", "Not Found");
}

bool error_entity_not_found(struct error *error)
{
	return error_set(error, 404, "NotFoundError", "Entity not found");
}

bool error_internal(struct error *error, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	log_message_list(LOG_ERROR, format, args);
	va_end(args);
	return error_set(error, 500, "InternalServerError", "Internal Server Error");
}

bool error_unavailable(struct error *error, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	log_message_list(LOG_WARNING, format, args);
	va_end(args);
	return error_set(error, 503, "ServiceUnavailableError", "The database cannot be reached, try again");
}
