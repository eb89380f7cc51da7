/* Inside the room `content`: what Strapi asks of a value, as data. Validation casts a value by its rules (cast.h), then
 * checks the result (check.h). */
#ifndef LECTERN_CONTENT_VALIDATE_RULES_H
#define LECTERN_CONTENT_VALIDATE_RULES_H

#include "input_value.h"
#include "pattern.h"
#include "validate.h"

/* Deeper values are refused, whatever the models say. */
enum { VALIDATE_DEEPEST = 100 };

/* Each unique value is looked up in a statement of its own: of more in one change all others would wait too long. */
enum { VALIDATE_MOST_LOOKUPS = 2000 };

/* What a list's items must be; each item of a zone or of blocks has rules of its own. */
enum rules_items { ITEMS_ANY, ITEMS_COMPONENT, ITEMS_ZONE, ITEMS_BLOCK, ITEMS_INLINE, ITEMS_TEXT, ITEMS_LIST };

enum rules_kind { RULES_ANY, RULES_STRING, RULES_NUMBER, RULES_BOOLEAN, RULES_OBJECT, RULES_LIST };

enum rules_presence {
	PRESENCE_OPTIONAL,
	PRESENCE_DEFINED,  /* neither missing nor null: "… must be defined." */
	PRESENCE_NOT_NULL, /* may be missing: "… cannot be null." */
	PRESENCE_REQUIRED, /* neither missing, null nor empty text: "… is a required field" */
};

/* Texts of a form that is known here; a model's own pattern comes on top. */
enum rules_form { FORM_ANY, FORM_EMAIL, FORM_UID, FORM_PASSWORD, FORM_LINK, FORM_TEXT_NODE };

enum { LONGEST_PASSWORD = 72 }; /* bytes that bcrypt looks at: of a longer one any end would do */

struct rules;

struct rules_field {
	const char *name;
	const struct rules *rules;
};

struct rules {
	enum rules_kind kind;
	enum rules_presence presence;
	bool nullable;
	bool keeps;               /* values stay as they were sent, casts are made only further in */
	const char *default_json; /* in place of a missing value; or NULL */
	const char *refusal;      /* nothing is allowed: the message, without a path; or NULL */

	/* one of these, null among them when null_choice */
	const char *const *choices;
	size_t choice_count;
	bool null_choice, component_choice; /* component_choice: one of the registry's components */

	/* texts: length in UTF-16 units; numbers: value; lists: count of items */
	bool has_min, has_max;
	double min, max;
	const char *min_message; /* without a path, in place of the usual one; or NULL */
	bool integer;
	enum rules_form form;
	const char *pattern;       /* a JavaScript regular expression, or NULL */
	const char *pattern_pcre2; /* the same for PCRE2; NULL: it is none, and nothing can be checked */
	bool pattern_skips_empty;

	/* the value must be no other entry's */
	bool unique;
	const struct attribute *attribute;
	const struct content_type *type;
	int64_t entry_id; /* the entry that may have it; 0: none */

	/* objects: the writable attributes of a model, then __component when zone_item; or the fields of a block */
	const struct content_type *model;
	bool zone_item;
	const struct rules_field *fields;
	size_t field_count;
	bool empty_default;      /* missing objects count as {} */
	bool related_must_exist; /* all entries that it relates to, on all levels */

	enum rules_items items;
	const struct content_type *item_model;
};

/* One validation. */
struct validation {
	const struct content_call *call;
	const struct registry *registry;
	enum write_action action;
	bool draft;
	bool by_code;
	size_t refused; /* how much was refused so far */
	struct patterns patterns;
	unsigned lookups; /* look-ups in the database that checks have waited for */
	bool failed;      /* the database failed: *error says why */
	struct error *error;
};

/* The rules of an entry, of one of its attributes, and of what stands in a list. `entry_id`: the entry that is updated,
 * or 0. `has_items`: a list is sent, and it is not empty. */
struct rules rules_of_entry(const struct content_type *type, int64_t entry_id);
struct rules rules_of_attribute(const struct validation *validation, const struct content_type *type,
                                const struct attribute *attribute, int64_t entry_id, bool has_items);
struct rules rules_of_item(const struct validation *validation, const struct rules *list, struct json_object *item);
/* How many fields the rules of an object name, and field number `index`; false when it may not be written. */
size_t rules_field_count(const struct rules *object);
bool rules_field(const struct validation *validation, const struct rules *object, size_t index,
                 struct json_object *value, const char **name, struct rules *rules);

/* Whether `value` has the type that the rules ask for. */
bool rules_type_matches(const struct rules *rules, struct json_object *value);

#endif
