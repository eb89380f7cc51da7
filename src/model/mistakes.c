#include "mistakes.h"

#include <stdio.h>

void mistakes_add(struct mistakes *mistakes, const char *file, const char *path, const char *format, ...)
{
	if (mistakes->count++ >= MISTAKES_REPORTED)
		return;
	char message[1024];
	va_list args;
	va_start(args, format);
	vsnprintf(message, sizeof message, format, args);
	va_end(args);

	struct mistake *mistake = arena_alloc(mistakes->arena, sizeof *mistake);
	mistake->file = file;
	mistake->path = path;
	mistake->message = arena_copy(mistakes->arena, slice_of(message));
	if (mistakes->last)
		mistakes->last->next = mistake;
	else
		mistakes->first = mistake;
	mistakes->last = mistake;
}
