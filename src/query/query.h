/* The door of the room `query`: a request for content in our own terms. Parsed from a query string here (query_parse);
 * GraphQL builds the same structures. Everything lives in the request's arena.
 *
 * Threads: any. A query belongs to one thread at a time. */
#ifndef LECTERN_QUERY_QUERY_H
#define LECTERN_QUERY_QUERY_H

#include "model/model.h"
#include "params.h"

enum query_operator {
	QUERY_EQ,
	QUERY_EQI,
	QUERY_NE,
	QUERY_NEI,
	QUERY_IN,
	QUERY_NOT_IN,
	QUERY_LT,
	QUERY_LTE,
	QUERY_GT,
	QUERY_GTE,
	QUERY_BETWEEN, /* two values */
	QUERY_NULL,
	QUERY_NOT_NULL,
	QUERY_STARTS_WITH, /* the patterns know % and _ as wildcards, as Strapi does */
	QUERY_STARTS_WITHI,
	QUERY_ENDS_WITH,
	QUERY_ENDS_WITHI,
	QUERY_CONTAINS,
	QUERY_CONTAINSI,
	QUERY_NOT_CONTAINS,
	QUERY_NOT_CONTAINSI,
};

/* A value to compare with, already of the attribute's type. */
enum value_kind {
	VALUE_NULL,
	VALUE_TEXT,
	VALUE_INTEGER,
	VALUE_NUMBER,
	VALUE_BOOLEAN,
	VALUE_DATETIME /* ms since 1970 */
};

struct value {
	enum value_kind kind;
	struct slice text;
	int64_t integer; /* VALUE_INTEGER, VALUE_BOOLEAN (0 or 1), VALUE_DATETIME */
	double number;
};

enum condition_kind {
	CONDITION_AND,     /* all of children; true when there are none */
	CONDITION_OR,      /* any of children; true when there are none */
	CONDITION_NOT,     /* not (all of children) */
	CONDITION_RELATED, /* the entries reached over `attribute` (a relation, component or media field) are joined to
	                      the row, as a left join, and the children hold of them: an entry matches when any of its
	                      joined rows does, as in Strapi */
	CONDITION_COMPARE, /* attribute operator values */
};

struct condition {
	enum condition_kind kind;
	const struct attribute *attribute;
	enum query_operator comparison;
	const struct value *values; /* IN, NOT_IN: any number; BETWEEN: two; NULL, NOT_NULL: none; else one */
	size_t value_count;
	struct condition *children; /* a list over `next` */
	struct condition *next;
};

struct sort {
	const struct attribute **path; /* relations, components or media to go over, then a scalar */
	size_t path_length;
	bool descending;
};

enum publication_state {
	PUBLICATION_ANY,  /* drafts and published, no filter, as Strapi reads by id */
	PUBLICATION_LIVE, /* only published entries, all the way down the populate */
};

struct populate;

/* What to read of one content-type (or component), on its own or inside a populate. */
struct query {
	const struct content_type *type;
	const struct attribute *
	    *fields; /* scalars to return, in order; the id always is. NULL: all that are returned by default */
	size_t field_count;
	bool with_private;        /* returns private fields too (never passwords) */
	struct condition *filter; /* or NULL */
	/* What of it the client has sent, as it was sent, and what that was read as; and the language that was added.
	 * Hooks see them so, where there is nothing else in it. NULL: none. */
	const struct param *sent_filters;
	const struct condition *sent, *of_locale;
	struct sort *sorts;
	size_t sort_count;
	/* One entry, the first by id, for each set of values that these have: groupBy of code. Counts know nothing of
	 * it. */
	const struct attribute **groups;
	size_t group_count;
	int64_t limit; /* -1: none */
	int64_t offset;
	struct slice search; /* _q; ptr NULL when absent */
	/* The attributes that `search` looks into, private ones among them; NULL: all of the type that are not private.
	 */
	const struct attribute *const *searched;
	size_t searched_count;
	enum publication_state publication;
	struct populate *populates;
	size_t populate_count;
	/* The names that were to be populated, where they came as a list; names of no attribute, which hooks may know,
	 * among them. Hooks see them so. */
	const struct slice *populate_names;
	size_t populate_name_count;
	bool selective; /* read as GraphQL asks: exactly the fields that are named, each to be got at alone
	                   (content_entry_field); pages are cut for each parent; and what Strapi
	                   forgets to read beside chosen fields is read. The same attribute may be
	                   populated more than once */
	bool plain; /* read as code asks (query_read_engine): exactly the fields that are named, the id too only where
	               it is named, and without names all fields, private ones and passwords too */
	bool signs_urls;   /* urls of files are shown as clients get them, though it is plain (content/signing.h) */
	bool visible_only; /* its fields are all that may be seen: nothing is forgotten beside them, though they are
	                      chosen */
	const struct error *fails; /* why entries of the type can't be read so, where there are any; or NULL */
};

/* What to do with the entries on the other side of one attribute. */
struct populate {
	const struct attribute *attribute;
	struct query *query;    /* for the attribute's target; NULL for polymorphic attributes and dynamic zones */
	struct query **by_type; /* polymorphic attributes and dynamic zones: the query of each type that may be met; */
	size_t by_type_count;   /* entries of other types are left out */
	bool count_only;        /* {count: n} in place of the entries */
	bool descending;        /* the stored order turned round (populate[x][ordering]=desc) */
	const struct error *fails; /* reading it fails so where there are entries to populate; or NULL */
};

/* How a list is cut, as meta.pagination reports it. */
struct query_page {
	bool paged;                            /* page and page_size, else start and limit */
	int64_t page, page_size, start, limit; /* limit -1: none */
	bool with_count;
	bool estimate; /* the total may be one of up to a minute ago */
};

enum locale_choice {
	LOCALE_DEFAULT, /* the project's default locale */
	LOCALE_ALL,
	LOCALE_GIVEN, /* one of the given values */
};

/* A request for entries of one type: what the parameters of a list, a single type or one entry ask for. */
struct query_root {
	struct query *query;
	struct query_page page;
	enum locale_choice locale;
	struct value *locales; /* LOCALE_GIVEN; VALUE_NULL or VALUE_TEXT */
	size_t locale_count;
};

/* Which types the caller may find; asked for every populated, filtered and sorted type. */
struct query_rights {
	bool (*may_find)(const void *context, const struct content_type *type);
	const void *context;
};

struct query_request {
	const struct registry *registry;
	const struct content_type *type;
	struct query_rights rights;
	int64_t default_limit, max_limit; /* of lists; max_limit 0: none */
	bool with_count;                  /* the default of pagination[withCount] */
	unsigned max_populate_depth;
	bool by_id;   /* one entry by its id: only fields and populate count, and drafts are found */
	bool trusted; /* asked by the server itself: private fields may be searched and populated (never passwords, and
	                 none of admins) */
	bool raw;     /* the endpoints of plugins (users, files): start and limit at the top, no publication state, no
	                 pagination */
};

/* Reads the parameters of a request into `root`. Refuses with a ValidationError (as Strapi names the parameter:
 * "Invalid parameter nope") what is unknown, private, a password or of a type that the caller may not find; leaves
 * such things out of the populate. Everything lives in `arena`. */
bool query_parse(struct arena *arena, const struct query_request *request, const struct param *params,
                 struct query_root *root, struct error *error);

struct json_object;

/* Reads the parameters of strapi.db.query's methods, where, select, orderBy, limit, offset, populate and _q, which are
 * JSON; "filters" is a where for all that is read, or "live" where only what is published may be found, all the way
 * down. Nothing is checked against what a caller may see. What JSON has not is tagged: {"@":"undefined"}. Errors are
 * worded as Strapi's; those without a class are called "Error", with status 500. Everything lives in `arena`; `params`
 * must live as long. */
bool query_read_engine(struct arena *arena, const struct registry *registry, const struct content_type *type,
                       struct json_object *params, struct query **query, struct error *error);

/* A value of code's, tagged where JSON does not have it, as it is stored in JSON: without undefined, with dates as
 * texts. A new reference that lives as long as the arena. */
struct json_object *query_untag(struct arena *arena, struct json_object *json);

/* The same for an entry of `type`, or a list of them, to be stored: a Date is what its attribute stores of it, also in
 * components. `validated`: the data is validated yet; a Date stays tagged where the validation refuses one. */
bool query_untag_data(struct arena *arena, const struct content_type *type, struct json_object *json, bool validated,
                      struct json_object **data, struct error *error);

/* The parameters that read what `query` reads, as code would give them; they live in `arena`. */
struct json_object *query_write_engine(struct arena *arena, const struct query *query);

/* Makes the query show the fields that the parameters select, and populate what they say, when that is not what it does
 * already, but for types that may not be found. `rights` NULL: all may. */
bool query_change_shown(struct arena *arena, const struct registry *registry, const struct query_rights *rights,
                        struct json_object *params, struct query *query, struct error *error);

/* Makes the query find what the parameters say: where, _q, orderBy, limit and offset. What it shows stays. */
bool query_change_engine(struct arena *arena, const struct registry *registry, struct json_object *params,
                         struct query *query, struct error *error);

/* Of an error of query_cast_engine: the entity service calls those of dates and times mistakes in what was sent
 * (ValidationError, 400). */
void query_tell_validation(struct error *error);

/* What JavaScript's String() makes of a value; lives in `arena` or in the value. */
struct slice query_text_engine(struct arena *arena, struct json_object *json);

/* The value of a JSON value in an attribute, as Strapi's query engine stores it and compares with it; lives in `arena`.
 */
bool query_cast_engine(struct arena *arena, const struct attribute *attribute, struct json_object *json,
                       struct value *value, struct error *error);

/* The query for all entries of `type` with its default fields. */
struct query *query_create(struct arena *arena, const struct content_type *type);

/* Adds `condition` to what the query's entries must match already. */
void query_add_condition(struct arena *arena, struct query *query, struct condition *condition);

/* attribute operator value, as a condition. */
struct condition *query_compare(struct arena *arena, const struct attribute *attribute, enum query_operator comparison,
                                struct value value);

/* True when JavaScript's Number() takes the text for a number. */
bool query_text_is_number(struct slice text, double *number);

/* The value that a text stands for in an attribute, cast as Strapi casts it; ValidationError when it is none. */
bool query_cast(struct arena *arena, const struct attribute *attribute, struct slice text, struct value *value,
                struct error *error);

static inline struct value value_text(struct slice text)
{
	return (struct value){.kind = VALUE_TEXT, .text = text};
}

static inline struct value value_integer(int64_t integer)
{
	return (struct value){.kind = VALUE_INTEGER, .integer = integer};
}

#endif
