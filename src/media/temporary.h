/* Inside the room `media`: files that have no name yet. */
#ifndef LECTERN_MEDIA_TEMPORARY_H
#define LECTERN_MEDIA_TEMPORARY_H

#include "state.h"

/* The folder of uploads, -1 with errno; made where it is not there with `make`. */
int temporary_open_folder(const struct config *config, bool make);

/* Opens the folder, and makes it unless it is there. To be called before anything is written. */
bool temporary_need_folder(struct media *media, struct error *error);

/* Makes one. 507 when the disk is full. */
bool temporary_create(struct media *media, struct temporary *temporary, struct error *error);

/* Gives it a name in the folder; it is not synced. False with errno. */
bool temporary_link(const struct media *media, const struct temporary *temporary, const char *name);

/* Closes it, and takes away its temporary name. */
void temporary_remove(const struct media *media, struct temporary *temporary);

/* Writes all of it. 507 when the disk is full. */
bool temporary_write(const struct temporary *temporary, struct slice bytes, struct error *error);

/* 507 or 500 for an errno of writing. Returns false. */
bool temporary_disk_error(int number, struct error *error);

/* A hidden name in the folder: PREFIX and what no other has. */
void temporary_hidden_name(const char *prefix, char name[TEMPORARY_NAME]);

#endif
