/* Part of the door of the room `store`: which types a database has its columns in, for attributes whose models don't
 * say it, and in which order Strapi has read the models. */
#ifndef LECTERN_STORE_STORED_TYPES_H
#define LECTERN_STORE_STORED_TYPES_H

#include "config/config.h"

/* The database that `config` names, opened when it is first asked. Set arena and config, the rest zero. */
struct stored_types {
	struct arena *arena; /* where what is read lives */
	const struct config *config;
	bool is_read;
	struct map columns;    /* "table.column" -> the name of its type in the database */
	struct map attributes; /* "uid.attribute" -> its type in Strapi's own copy of the models */
	bool project_is_first; /* types of the project come before those of plugins in that copy */
};

/* The type of an attribute as Strapi's copy of the models has it, else as its column is. False when there is no such
 * column, or no database that can be read. */
bool stored_types_find(struct stored_types *types, const struct content_type *type, const char *attribute,
                       enum attribute_type *found);

/* Whether Strapi's copy of the models has the project's types before those of plugins; false when there is no copy. */
bool stored_types_project_is_first(struct stored_types *types);

#endif
