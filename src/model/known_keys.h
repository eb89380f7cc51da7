/* Keys of model files that nothing reads: mostly slips of the pen. */
#ifndef LECTERN_MODEL_KNOWN_KEYS_H
#define LECTERN_MODEL_KNOWN_KEYS_H

#include "member.h"

enum key_place { KEYS_OF_TYPE, KEYS_OF_INFO, KEYS_OF_OPTIONS, KEYS_OF_ATTRIBUTE };

/* Notes each key of the object that neither lectern nor Strapi and its well-known plugins know, with the nearest known
 * name. Looks into pluginOptions, too, but for the options of plugins that it does not know. */
void known_keys_check(const struct place *place, enum key_place position);

#endif
