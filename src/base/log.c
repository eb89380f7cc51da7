#include "log.h"

#include "datetime.h"

#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static _Atomic int lowest = LOG_INFO;

void log_set_level(enum log_level level)
{
	atomic_store(&lowest, (int)level);
}

void log_message_list(enum log_level level, const char *format, va_list args)
{
	static const char *const names[] = {"debug", "info", "warning", "error"};
	if ((int)level < atomic_load(&lowest))
		return;
	char line[2048];
	size_t at = datetime_format_iso(datetime_now(), line);
	at += (size_t)snprintf(line + at, sizeof line - at, " %s ", names[level]);
	int length = vsnprintf(line + at, sizeof line - at - 1, format, args);
	if (length < 0)
		return;
	size_t start = at;
	at += (size_t)length < sizeof line - at - 1 ? (size_t)length : sizeof line - at - 2;
	/* A message may carry what a client sent: keep it on its one line. */
	for (size_t i = start; i < at; i++)
		if ((unsigned char)line[i] < ' ' || line[i] == 127)
			line[i] = '?';
	line[at++] = '\n';
	/* One write keeps lines of different threads apart. */
	ssize_t written = write(STDERR_FILENO, line, at);
	(void)written;
}

void log_message(enum log_level level, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	log_message_list(level, format, args);
	va_end(args);
}
