#include "mistakes.h"

#include <stdio.h>

enum { MESSAGE_SIZE = 1024 };

void mistakes_add(struct mistakes *mistakes, const char *file, const char *path, const char *format, ...)
{
	char message[MESSAGE_SIZE];
	va_list args;
	va_start(args, format);
	vsnprintf(message, sizeof message, format, args);
	va_end(args);
	mistakes->count++;
	findings_add(mistakes->findings, FINDING_MISTAKE, file, path, "%s", message);
}

void mistakes_note(struct mistakes *mistakes, const char *file, const char *path, const char *format, ...)
{
	char message[MESSAGE_SIZE];
	va_list args;
	va_start(args, format);
	vsnprintf(message, sizeof message, format, args);
	va_end(args);
	findings_add(mistakes->findings, FINDING_NOTE, file, path, "%s", message);
}
