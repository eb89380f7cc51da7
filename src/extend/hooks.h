/* Inside the room `extend`: the hooks of extensions in changes of content. */
#ifndef LECTERN_EXTEND_HOOKS_H
#define LECTERN_EXTEND_HOOKS_H

#include "registered.h"

/* Has `content` call the hooks that are registered, on the thread that changes or reads. */
void lifecycle_install(struct extensions *extensions, struct content *content);

#endif
