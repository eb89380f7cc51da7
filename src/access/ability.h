/* Part of the door of the room `access`: the permissions of an admin as rules about entries. */
#ifndef LECTERN_ACCESS_ABILITY_H
#define LECTERN_ACCESS_ABILITY_H

#include "admin.h"

/* A permission that can hold. */
struct admin_rule {
	const struct admin_permission *permission;
	bool all_fields;            /* it names no fields */
	const struct slice *fields; /* else: "name", "address.city" */
	size_t field_count;
	bool any_locale;             /* "locales" is null: of localized types, too, entries in any language */
	const struct slice *locales; /* else those; none: no entry of a localized type */
	size_t locale_count;
	const struct slice *conditions; /* the names of those that the server knows; one of them has to hold */
	size_t condition_count;
	struct json_object *const *wheres; /* what the project's code says: one of them, or of the names, has to hold */
	size_t where_count;
};

/* The rules of permissions, in their order; in `arena`. A permission with an empty list of fields holds never, and so
 * does one with conditions of which the server knows none. */
const struct admin_rule *access_read_rules(struct arena *arena, const struct admin_permission *permissions,
                                           size_t count, size_t *rule_count);

/* Whether the permission has conditions that the server does not know itself. */
bool access_permission_asks(const struct admin_permission *permission);

/* Sets the admin's rules again, in `arena`, by what the project's code says of the permissions that ask, in their
 * order: [true], or a list of which one has to hold, [{"name": "x"}, …], as the `where` of query_read_engine. `answers`
 * must live as long. */
void access_set_asked_rules(struct arena *arena, struct admin *admin, struct json_object *answers);

/* What is known of an entry's creator when a condition is held against the entry. A condition that asks for more does
 * not hold, as in Strapi, which has read no more at that point. */
enum creator_known {
	CREATOR_ROLES, /* the admin, and the roles */
	CREATOR_ID,    /* who it is */
	CREATOR_UNKNOWN,
};

/* What an admin may do by one action with entries of one type. */
struct ability {
	const struct admin *admin;
	const struct registry *registry;
	const struct content_type *type;
	const struct admin_rule **rules;
	size_t rule_count; /* 0: nothing */
	enum creator_known creator;
};

/* Lives in `arena`. */
struct ability access_ability(struct arena *arena, const struct registry *registry, const struct admin *admin,
                              struct slice action, const struct content_type *type);

/* Whether the rule holds of some entries only; then *condition tells of which. It lives in `arena`. */
bool ability_rule_is_narrow(struct arena *arena, const struct ability *ability, const struct admin_rule *rule,
                            struct condition **condition);

/* Whether one of the rules holds of all entries. */
bool ability_is_wide(struct arena *arena, const struct ability *ability);

/* The condition that the entries must meet; NULL: all entries are allowed. There are rules. */
struct condition *ability_condition(struct arena *arena, const struct ability *ability);

/* Fields that are allowed. */
struct ability_fields {
	bool all;
	const struct slice *names;
	size_t count;
};

/* The fields that the rules allow together; `holds` tells which of them count (NULL: all). When any of the rules names
 * fields, one that names none adds nothing, as in Strapi. */
struct ability_fields ability_fields(struct arena *arena, const struct ability *ability, const bool *holds);

/* Whether the path "address.city" is allowed: it, or one above or below it, is among the fields. */
bool ability_fields_have(const struct ability_fields *fields, struct slice path);

#endif
