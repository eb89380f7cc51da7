/* Inside the room `content`: storing entries and components with all that hangs on them. */
#ifndef LECTERN_CONTENT_SAVE_H
#define LECTERN_CONTENT_SAVE_H

#include "base/json_text.h"
#include "content/content.h"
#include "relation_input.h"

struct hooks;

/* One change to the content, inside of one transaction. */
struct save {
	const struct content_call *call;
	const struct registry *registry;
	int64_t now; /* ms since 1970: createdAt and updatedAt of all that the change touches */
	const struct content_password *passwords;
	struct error *error;
};

/* passwords.c: the hash of the text that is to be stored. */
bool passwords_hash(struct save *save, struct slice password, struct value *value);

enum { DEEPEST_COMPONENT = 32 };

/* find.c */
const struct registry *content_registry(const struct content *content);
struct hooks *content_hooks(const struct content *content);

/* locales.c: the language versions of an entry. All of them name each other. */
bool locales_check(struct save *save, const struct content_type *type, struct json_object *data);
bool locales_ids(struct save *save, const struct content_type *type, int64_t id, int64_t **ids, size_t *count);
bool locales_check_free(struct save *save, const struct content_type *type, const int64_t *ids, size_t count,
                        struct json_object *data);
bool locales_join(struct save *save, const struct content_type *type, int64_t id, const int64_t *others, size_t count);

/* shared.c: what the language versions of an entry share. Copies the fields of entry `id` that are not localized to
 * `data`, where it has none; as in the reference without media and components. */
bool shared_copy(struct save *save, const struct content_type *type, int64_t id, struct json_object *data);

/* Brings the other versions of entry `id` in line when `answer` shows them: with the fields, media and components that
 * it shows, too. */
bool shared_spread(struct save *save, const struct query *answer, int64_t id);

/* save.c: an entry or a component, from JSON that was validated. */
bool save_create(struct save *save, const struct content_type *type, struct json_object *data, int64_t *id);
bool save_update(struct save *save, const struct content_type *type, int64_t id, struct json_object *data);
bool save_delete(struct save *save, const struct content_type *type, int64_t id);

/* fields.c: the columns of the type's own table that `data` sets. On creation missing fields get their defaults. */
bool fields_collect(struct save *save, const struct content_type *type, struct json_object *data, bool creation,
                    struct store_field **fields, size_t *count);

/* components.c: component and dynamic-zone fields. Components with an id are updated, others made; what is not named
 * any more is deleted with all that hangs on it. */
/* Of what component one value of the attribute is: of the attribute's own, or in a zone the one that it names; or NULL.
 */
const struct content_type *components_type(const struct registry *registry, const struct attribute *attribute,
                                           struct json_object *value);

bool components_save(struct save *save, const struct content_type *type, int64_t id, struct json_object *data,
                     bool creation);
bool components_delete(struct save *save, const struct content_type *type, int64_t id);

/* relations.c: relation and media fields. */
bool relations_save(struct save *save, const struct content_type *type, int64_t id, struct json_object *data,
                    bool creation);

/* Removes the rows that name the entry in tables without a foreign key: polymorphic links to it. */
bool relations_forget(struct save *save, const struct content_type *type, int64_t id);

/* connect.c: the ids `current` after connecting `items`, each at its position. *result lives in the arena. */
bool connect_items(struct save *save, const int64_t *current, size_t current_count, const struct relation_item *items,
                   size_t item_count, int64_t **result, size_t *result_count);

#endif
