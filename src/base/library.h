/* Shared libraries that are loaded when they are needed first, in place of being linked: one brings its pages, and
 * those of the libraries that it needs itself, only to servers that use it. From any thread. */
#ifndef LECTERN_BASE_LIBRARY_H
#define LECTERN_BASE_LIBRARY_H

#include "error.h"

#include <stdatomic.h>

/* A library's functions are listed once, in a macro that is given another: `#define LIBPQ_FUNCTIONS(USE) USE(PQclear)
 * …`. That makes a struct of pointers with their types and names, and the list of names. */
#define LIBRARY_MEMBER(name) __typeof__ (&(name))(name);
#define LIBRARY_NAME(name) #name,

struct library {
	const char *file;         /* "libpq.so.5" */
	const char *purpose;      /* the message when it is missing begins with it: "PostgreSQL needs" */
	const char *const *names; /* of its functions; NULL is behind the last */
	void *functions;          /* the struct of their pointers, in that order */
	void (*begin)(void);      /* runs once, when it is loaded; may be NULL */
	atomic_bool loaded;
};

/* Loads the library, unless that is done; it stays until the process ends. Fails with 500, and may be tried again, when
 * it is not installed or lacks a function. */
bool library_load(struct library *library, struct error *error);

#endif
