/* The door of the room `model`: a project's content-types and components as an immutable registry.
 *
 * Read once at the start from the project's JSON files; after that shared by all threads without locks. Everything in
 * it lives in the registry's arena. Names of tables and columns are those of Strapi 4, so that its
 * databases work as they are.
 *
 * Threads: the main thread reads it at the start; nothing changes it afterwards but the functions that say so, and any
 * thread reads it. */
#ifndef LECTERN_MODEL_MODEL_H
#define LECTERN_MODEL_MODEL_H

#include "base/base.h"

enum attribute_type {
	ATTRIBUTE_ID, /* the primary key, present in every type, not listed in content_type.attributes */
	ATTRIBUTE_STRING,
	ATTRIBUTE_TEXT,
	ATTRIBUTE_RICHTEXT,
	ATTRIBUTE_ENUMERATION,
	ATTRIBUTE_EMAIL,
	ATTRIBUTE_PASSWORD,
	ATTRIBUTE_UID,
	ATTRIBUTE_DATE,
	ATTRIBUTE_TIME,
	ATTRIBUTE_DATETIME,
	ATTRIBUTE_TIMESTAMP,
	ATTRIBUTE_INTEGER,
	ATTRIBUTE_BIGINTEGER,
	ATTRIBUTE_FLOAT,
	ATTRIBUTE_DECIMAL,
	ATTRIBUTE_BOOLEAN,
	ATTRIBUTE_ARRAY, /* stored as JSON */
	ATTRIBUTE_JSON,
	ATTRIBUTE_BLOCKS, /* stored as JSON */
	ATTRIBUTE_LAST_SCALAR = ATTRIBUTE_BLOCKS,
	ATTRIBUTE_RELATION,
	ATTRIBUTE_MEDIA,
	ATTRIBUTE_COMPONENT,
	ATTRIBUTE_DYNAMICZONE,
};

enum relation_kind {
	RELATION_ONE_TO_ONE,
	RELATION_ONE_TO_MANY,
	RELATION_MANY_TO_ONE,
	RELATION_MANY_TO_MANY,
	RELATION_MORPH_TO_ONE,  /* to one entry of any type: id and type in two columns of the owner */
	RELATION_MORPH_TO_MANY, /* to many entries of any type: a morph table */
	RELATION_MORPH_ONE,     /* the inverse of either of these two */
	RELATION_MORPH_MANY,
};

/* The table or columns that store the links of a relation, a component field or a dynamic zone, as seen from the
 * attribute that holds it: `owner` is the attribute's own type, `target` the other side. */
enum link_kind {
	LINK_NONE,
	LINK_TABLE,         /* a link table with both ids */
	LINK_COMPONENTS,    /* <table>_components: entity_id, component_id, component_type, field, order */
	LINK_MORPH_OWNER,   /* morphToMany: a morph table seen from its owner: the target's type and id in columns */
	LINK_MORPH_TARGET,  /* media, morphOne, morphMany over such a table, seen from the targets */
	LINK_COLUMN_OWNER,  /* morphToOne: id and type columns in the owner's own table */
	LINK_COLUMN_TARGET, /* morphOne, morphMany over such columns, seen from the targets */
	LINK_JOIN_COLUMN,   /* createdBy, updatedBy, useJoinTable false: a column with the target's id in the owner's
	                       table */
	LINK_JOIN_COLUMN_INVERSE, /* the other side of that: the column is in the target's table */
};

struct link_storage {
	enum link_kind kind;
	const char *table;         /* the link table; for the column kinds the table that has the columns */
	const char *owner_column;  /* the column with the owner's id; for LINK_JOIN_COLUMN in the owner's table: the
	                              target's id is in target_column */
	const char *target_column; /* the column with the target's id */
	const char *type_column;   /* the column with a type's uid, where there is one, else NULL */
	const char *order_column;  /* orders the targets of one owner; NULL where the order is not kept */
	const char *inverse_order_column; /* orders the owners of one target; NULL where it is not kept */
	const char *field; /* value of the column `field` in component and morph tables; NULL when not compared */
};

struct attribute {
	const char *name;   /* as in the model and the API */
	const char *column; /* scalars: the column; relations and others: NULL */
	enum attribute_type type;
	bool is_private, required, unique;
	bool lost;      /* a relation to a type that there is not; it keeps nothing */
	bool localized; /* each language version of an entry has its own: pluginOptions.i18n.localized, relations, uids,
	                   and what the server adds; the others are copied to all versions */
	bool creator;   /* createdBy, updatedBy */
	bool searchable;          /* false: left out of _q */
	bool writable;            /* false: createdAt, updatedAt, publishedAt's like that clients may not set */
	bool configurable;        /* false for those the server adds */
	bool indexed;             /* "index": true, where an index can be made */
	bool hidden;              /* the panel does not show it: "visible": false, and what the server adds */
	const char *default_json; /* the default as JSON text, or NULL */

	/* scalars */
	bool has_min, has_max;
	double min, max;                 /* numbers; for components and dynamic zones the count of items */
	const char *min_text, *max_text; /* biginteger: as written in the model */
	bool has_min_length, has_max_length;
	int64_t min_length, max_length; /* in UTF-16 units, as JavaScript counts */
	const char *regex;              /* or NULL */
	const char *regex_pcre2;        /* the same for PCRE2; NULL when it is no regular expression */
	const char **enumeration;       /* the allowed values, in order */
	size_t enumeration_count;
	const char *enum_name;    /* what GraphQL calls the enumeration, or NULL */
	const char *target_field; /* uid: the attribute it is made of, or NULL */

	/* relations, media, components, dynamic zones */
	enum relation_kind relation;
	const struct content_type
	    *target;  /* relation, media (the file type), component; NULL for morphTo… and dynamic zones */
	bool two_way; /* declared with mappedBy or inversedBy */
	const struct attribute *inverse; /* the attribute on the other side, when both name each other; else NULL */
	bool owner;                      /* this side was declared to own the links (not mappedBy alone) */
	struct link_storage link;        /* of kind LINK_NONE: no attribute of the other side owns the relation. It
	                            keeps nothing and is read as if it were not there */
	const struct link_storage *made; /* the link table that this attribute makes, or NULL. The one that it uses
	                            may be another: that of the attribute which inversedBy names */
	bool
	    multiple; /* to-many relation, repeatable component, media multiple, dynamic zone, morphToMany, morphMany */
	const struct content_type **components; /* dynamic zone: what may stand in it */
	size_t component_count;
	const char **allowed_types; /* media: images, videos, files, audios; NULL: any */
	size_t allowed_type_count;
	size_t index; /* position in content_type.attributes */
};

enum { MODEL_INDEX_COLUMNS = 8 };

/* An index that a model asks for. */
struct model_index {
	const char *name;
	const char *columns[MODEL_INDEX_COLUMNS]; /* of the type's own table */
	bool descending[MODEL_INDEX_COLUMNS];
	size_t column_count;
	bool unique;
	bool listed;      /* Strapi reads it, too: it stands in `indexes` of the model itself */
	const char *path; /* where in the model */
};

struct content_type {
	const char *uid;   /* "api::restaurant.restaurant", "plugin::upload.file", "location.address" (component) */
	const char *table; /* collectionName */
	const char *singular_name, *plural_name; /* for URLs; NULL for components */
	const char *display_name;                /* info.displayName */
	const char *api_name; /* "restaurant" of api::restaurant.…, plugin name of plugin::…, category of a component */
	const char *model_name; /* last part of the uid */
	bool component, single; /* single: a single type */
	bool plugin;            /* plugin:: or admin:: */
	bool draft_and_publish, localized, populate_creator_fields, timestamps;
	struct attribute
	    *attributes; /* scalars in the order of columns: the model's own in file order, createdAt, updatedAt,
	                    publishedAt, createdBy, updatedBy, localizations, locale as the type has them */
	size_t attribute_count;
	struct attribute *unstored; /* of a type that Strapi has no column for: they keep nothing and nobody can ask for
	                               them, but they may be required. `index`: of the attribute behind them */
	size_t unstored_count;
	struct map by_name;          /* name -> struct attribute *; without id */
	struct map by_column;        /* column -> struct attribute *; without id */
	const char *component_table; /* <table>_components when it has component or dynamic-zone fields, else NULL */
	const struct attribute *locale, *localizations, *published_at, *created_at, *updated_at; /* or NULL */
	const struct attribute *live; /* what only live entries have: published_at, or without drafts the model's own
	                                 publishedAt; NULL: all are live */
	struct attribute id;          /* the primary key as an attribute: name and column "id" */
	const char *file;             /* the model file it came from, or NULL for a built-in */
	bool hidden;                  /* the content manager does not show it: its pluginOptions say visible: false */
	struct slice json;            /* the model itself, as JSON text: model_read_json */
	struct model_index *indexes;  /* that the model asks for, beside those that all models have */
	size_t index_count;
	size_t index; /* position in registry.types, for tables by type */
};

struct registry {
	struct arena *arena;
	const struct content_type **types; /* content-types and components, in a stable order */
	size_t type_count;
	const struct content_type **internals; /* tables that are no content-types; their indexes follow the types' */
	size_t internal_count;
	struct map by_uid; /* uid -> struct content_type * (components too) */
	struct map by_plural,
	    by_singular; /* api:: types by their names in URLs: collection types by plural, single types by singular */
	struct map by_kebab; /* the same by both as lodash's kebabCase has them: "b-2-b-pages" of "b2b-pages" */
	const struct content_type *user, *role, *permission, *file, *folder, *i18n_locale, *admin_user, *admin_role,
	    *admin_permission, *api_token, *api_token_permission;
	const char **more_actions; /* that extensions add to those of the types, before anything is served */
	size_t more_action_count;
	const char **project_actions; /* those of the project's own routes and of its plugins: "api::a.b.c" */
	size_t project_action_count;
	const char **plugin_names; /* in the order in which Strapi loads the project's plugins; or none */
	size_t plugin_name_count;
	bool plugins_described;                    /* there are no other plugins */
	bool no_languages;                         /* the project is without the plugin i18n */
	bool routes_list_actions;                  /* of api:: types there are only the actions in project_actions */
	struct admin_registered *admin_registered; /* of the room `access`, or NULL: see access/registered.h */
};

/* The base type of a custom field: "plugin::color-picker.color" is a string. */
struct model_custom_field {
	const char *name;
	enum attribute_type type;
};

/* Options for reading models. */
struct model_options {
	const struct model_custom_field *custom_fields; /* as the configuration has them */
	size_t custom_field_count;
	/* The models as the project's code makes them, in place of its files: {"types": {uid: schema}, "components":
	 * …}, each with all that its file would have. NULL: the files count. */
	struct json_object *described;
	bool no_languages; /* the project is without the plugin i18n: no type is localized, whatever its file says */
	/* The type as which a database has the attribute of a type whose uid, table and kind are known already; false
	 * when it has none. NULL: there is no database. */
	bool (*stored_type)(void *context, const struct content_type *type, const char *attribute,
	                    enum attribute_type *found);
	/* Whether Strapi read the project's types before those of plugins when it last started on the database. NULL:
	 * there is no database. */
	bool (*project_is_first)(void *context);
	void *context; /* of both */
};

/* Whether JavaScript's `new RegExp(text)` takes the text. */
bool model_is_regex(const char *text);

/* The type of that name; false when there is none that a custom field may have. */
bool model_custom_field_type(const char *name, enum attribute_type *type);

/* Writes the types that need no file, as they are without a project: {"plugin::upload.file": {…}, …}. */
void model_write_builtins(struct buffer *buffer);

/* Writes {"strapi::core-store": schema, …}: the internal types. */
void model_write_internals(struct buffer *buffer);

/* Reads all models of the project in `directory`. `options` may be NULL. Mistakes are added to `findings`,
 * whose paths are like
 * "$.attributes.title.type", "$" for a whole file. Returns the registry, which lives in `arena`, or NULL when there
 * were mistakes. */
struct registry *model_load(struct arena *arena, const char *directory, const struct model_options *options,
                            struct findings *findings);

/* The project's content-types by name, without attributes, plugins' types and components: enough to tell what code
 * belongs to, where model_load finds mistakes. Nothing may be served with it. Lives in `arena`. */
struct registry *model_outline(struct arena *arena, const char *directory);

/* Makes the attributes of these names private in every type and component, as if each model said so. Before anything
 * else looks at the registry. */
void model_make_private(struct registry *registry, const char *const *names, size_t count);

/* One model from JSON text, as model_load reads one file; for the fuzz target and for tests. True when it had no
 * mistake. */
bool model_check_text(struct arena *arena, const char *file, struct slice json, struct findings *findings);

const struct content_type *model_type(const struct registry *registry, struct slice uid); /* or NULL */

/* One of the internal types: "strapi::core-store"; or NULL. model_type knows none of them. */
const struct content_type *model_internal(const struct registry *registry, struct slice uid);

const struct attribute *model_attribute(const struct content_type *type, struct slice name); /* or NULL; knows "id" */

struct json_object;

/* The type's model as an object with all that stands in its file, to be released. Nothing of it is kept between calls.
 */
struct json_object *model_read_json(const struct content_type *type);

/* The name by which the URLs of a content-type begin. */
static inline const char *content_type_url_name(const struct content_type *type)
{
	return type->single ? type->singular_name : type->plural_name;
}

static inline bool attribute_is_scalar(const struct attribute *attribute)
{
	return attribute->type <= ATTRIBUTE_LAST_SCALAR;
}

/* A component, a list of them, or a dynamic zone. */
static inline bool attribute_holds_components(const struct attribute *attribute)
{
	return attribute->type == ATTRIBUTE_COMPONENT || attribute->type == ATTRIBUTE_DYNAMICZONE;
}

static inline bool attribute_is_morph_to(const struct attribute *attribute)
{
	return attribute->type == ATTRIBUTE_RELATION &&
	       (attribute->relation == RELATION_MORPH_TO_ONE || attribute->relation == RELATION_MORPH_TO_MANY);
}

/* morphToOne, morphToMany, morphOne and morphMany */
static inline bool attribute_is_morph(const struct attribute *attribute)
{
	return attribute->type == ATTRIBUTE_RELATION && attribute->relation >= RELATION_MORPH_TO_ONE;
}

/* lodash's snakeCase, by which Strapi names columns and link tables: "camelCaseName2" gives
 * "camel_case_name_2". Lives in `arena`. */
const char *model_snake_case(struct arena *arena, const char *name);

/* lodash's kebabCase: the same words with "-" between them. Lives in `arena`. */
const char *model_kebab_case(struct arena *arena, const char *name);

/* "an-example-of-kebab-case2": words of small letters and digits, the first begins with a letter. */
bool model_is_kebab_case(const char *name);

/* The name of an index of these columns that got none: "restaurants_rating_desc_id_index". */
const char *model_index_name(struct arena *arena, const char *table, const char *const *columns, const bool *descending,
                             size_t count, bool unique);

/* "string", "richtext", … as in model files. */
const char *attribute_type_name(enum attribute_type type);

/* "manyToMany", … */
const char *relation_kind_name(enum relation_kind kind);

#include "listing.h"

#endif
