/* Part of the door of the room `access`: the actions that admins' permissions are about, and what each applies to. */
#ifndef LECTERN_ACCESS_ADMIN_ACTIONS_H
#define LECTERN_ACCESS_ADMIN_ACTIONS_H

#include "registered.h"

/* Where the panel shows an action. */
enum admin_section {
	ADMIN_SECTION_CONTENT_TYPES,
	ADMIN_SECTION_PLUGINS,
	ADMIN_SECTION_SETTINGS,
	ADMIN_SECTION_INTERNAL, /* nowhere */
};

/* The types that an action of the project's code is for. */
struct admin_subjects {
	const struct slice *uids;
	size_t count;
};

struct admin_action {
	const char *id; /* "plugin::content-manager.explorer.read" */
	const char *label;
	enum admin_section section;
	const char *plugin;                    /* of ADMIN_SECTION_PLUGINS */
	const char *category;                  /* of ADMIN_SECTION_SETTINGS */
	const char *sub_category;              /* of both */
	bool fields;                           /* a permission lists the fields that it is for */
	bool drafts;                           /* only types with drafts are subjects */
	const struct admin_subjects *subjects; /* NULL: all content-types that the content manager shows */
};

/* All of them, those of the project's code included, in the order in which Strapi registers them. */
const struct admin_action *access_admin_actions(const struct registry *registry, size_t *count);

/* Strapi's own alone. */
const struct admin_action *admin_actions_own(size_t *count);

/* The action of that id, or NULL. */
const struct admin_action *access_admin_action(const struct registry *registry, struct slice id);

/* Whether `type` is a subject of the action. */
bool access_admin_action_is_for(const struct admin_action *action, const struct content_type *type);

/* Whether a permission of the action for `type` (NULL: for none) lists the languages that it is for. */
bool access_admin_action_has_locales(const struct admin_action *action, const struct content_type *type);

/* A condition of a permission. */
struct admin_condition {
	const char *id, *label;
};
const struct admin_condition *access_admin_conditions(size_t *count);
bool access_is_admin_condition(struct slice id);

#endif
