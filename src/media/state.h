/* Inside the room `media`: what struct media holds, and files without a name. */
#ifndef LECTERN_MEDIA_STATE_H
#define LECTERN_MEDIA_STATE_H

#include "media.h"
#include "pictures/pictures.h"

#include <pthread.h>
#include <stdatomic.h>

enum { TEMPORARY_NAME = 32 };

struct media {
	const struct config *config;
	const struct registry *registry;
	struct pictures *pictures;
	const char *refused;            /* why no uploads are taken, or NULL */
	struct media_provider provider; /* put is NULL: there is none */
	pthread_mutex_t lock;           /* guards `folder` until it is open */
	int folder;                     /* public/uploads; -1: it is not there yet */
	_Atomic bool named;             /* the file system has no files without a name: theirs begin with ".tmp-" */
};

/* A new empty file in the folder, under a hidden name. */
struct temporary {
	int file;
	char name[TEMPORARY_NAME]; /* empty: it has none */
};

/* ---- one file, from media_prepare on ---- */

enum { MOST_FORMATS = PICTURE_MOST_BOXES };

struct media_format {
	const char *key; /* "thumbnail" */
	struct temporary temporary;
	uint32_t width, height;
	uint64_t size;
	struct json_object *provided; /* what the provider made of it, or NULL; lives in the upload's arena */
};

struct media_file {
	const char *name, *alternative_text, *caption;
	struct json_object *path; /* as the client says; lives in the request */
	const char *hash, *extension, *type;
	struct temporary encoded; /* of a picture that was encoded anew; file -1: none */
	const struct temporary *original;
	uint64_t size;
	bool is_picture;
	uint32_t width, height;
	struct media_format formats[MOST_FORMATS];
	size_t format_count;
	bool is_replacement;
	struct json_object *provided; /* as that of a format */
	struct media_file *next;
};

/* The file of an incoming one: its temporary. */
struct incoming {
	struct media_incoming shown;
	struct temporary temporary;
};

#endif
