/* Inside the room `media`: notes of what is under way, and what the next start makes of them. */
#ifndef LECTERN_MEDIA_RECOVER_H
#define LECTERN_MEDIA_RECOVER_H

#include "state.h"

/* Finishes or takes back what was under way when the process ended. */
bool recover_folder(struct media *media, struct store *store, size_t thread, struct error *error);

/* Writes a note into the folder, synced; it is held (flock) until note_end. */
bool note_begin(const struct media *media, struct media_note *note, struct slice text, struct error *error);
void note_end(const struct media *media, struct media_note *note);

#endif
