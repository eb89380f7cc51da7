/* One line a message on standard error: time, level, text. Safe from any thread. */
#ifndef LECTERN_BASE_LOG_H
#define LECTERN_BASE_LOG_H

#include <stdarg.h>

enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARNING, LOG_ERROR };

/* Messages below `level` are dropped; LOG_INFO at the start. */
void log_set_level(enum log_level level);
void log_message(enum log_level level, const char *format, ...) __attribute__((format(printf, 2, 3)));
void log_message_list(enum log_level level, const char *format, va_list args) __attribute__((format(printf, 2, 0)));

#endif
