/* The door of the room `content`: the service. REST, GraphQL, the command line and extensions all go through it.
 *
 * Threads: functions with a content_call are called on the thread that holds its session; hooks and listeners are added
 * by the main thread before the server starts. */
#ifndef LECTERN_CONTENT_CONTENT_H
#define LECTERN_CONTENT_CONTENT_H

#include "access/access.h"
#include "keys.h"
#include "lifecycles.h"
#include "notices.h"
#include "signing.h"

struct content;

/* `threads` as for store_open. The registry must outlive the service. */
struct content *content_open(const struct registry *registry, size_t threads);
void content_close(struct content *content);

struct http_request;

/* One request's way to the service. */
struct content_call {
	struct content *content;
	struct store_session *session;
	struct arena *arena;
	size_t thread;
	const struct caller *caller; /* the caller, for hooks; NULL: none */
	int64_t admin_id;            /* the admin in whose request it is, for hooks; 0: none */
	struct budget *budget;       /* the budget of the request, or NULL: none */
	unsigned depth;              /* how many hooks this call is made from: 0 at first */
	bool *stays; /* or NULL. Set where a function fails with the error of a lifecycle behind a change: as in Strapi
	                the change is to stay, and the error to be answered */
	const void *origin;               /* the origin of the call, for the listener to lifecycles; or NULL */
	const struct http_request *http;  /* in whose course it is, as the listener may want to know; or NULL */
	const struct query *notice_query; /* the query that reads the entry for notices; NULL: that of the answer */
	bool yields; /* nothing else is written in the transaction, whose job may yield: hooks behind the change may
	                commit it (content_commit_change) */
	bool yields_early; /* as well before the change: the caller has found out nothing that must still hold then */
	bool silent;       /* changes give no notices */
	bool tells_hook_errors;    /* whatever a hook throws is a bad request with its message (ApplicationError),
	                              as Strapi's action makes it */
	bool among_many;           /* what is deleted is one of many, which have their own lifecycles */
	bool id_is_text;           /* the id of the entry came as text, in a path: hooks see it so */
	struct content_keys *keys; /* the keys of what is read are added to them; or NULL */
};

/* Fails with the error `reason` behind a change that is to stay (content_call.stays), where there is one. Returns
 * false. */
bool content_fail_behind(const struct content_call *call, const struct error *reason, struct error *error);

/* Entries that were read, with all that their query populates. */
struct content_result;

/* Reads what `root` asks for: the entries in its locale and publication state, and all that is populated, one statement
 * for each relation of each level. With `locales` the codes of each entry's other language versions are read too.
 * *total is -1 when root does not want it counted. Free the result with content_free. */
bool content_find(const struct content_call *call, const struct query_root *root, bool locales,
                  struct content_result **result, int64_t *total, struct error *error);

/* The entry of that id; the result is empty when there is none. */
bool content_find_one(const struct content_call *call, const struct query *query, int64_t id, bool locales,
                      struct content_result **result, struct error *error);

/* How many entries `root` matches, pagination aside. */
bool content_count(const struct content_call *call, const struct query_root *root, int64_t *count, struct error *error);

/* The project's default locale ("en" when the settings name none); lives in the call's arena. */
bool content_default_locale(const struct content_call *call, struct slice *locale, struct error *error);

/* ---- writing: in a session that writes, which the caller commits or rolls back ---- */

struct json_object;

/* Hashes of passwords that a change sets, made beforehand: see content_hash_passwords. */
struct content_password;

/* Whether the change sets a password, in the entry or in a component: then hash them before it is made. */
bool content_has_passwords(const struct content *content, const struct content_type *type, struct json_object *data,
                           bool creation);

/* Hashes all of them: slow, so on a background thread. The result lives in `arena` and goes into the change. */
struct content_password *content_hash_passwords(const struct content *content, struct arena *arena,
                                                const struct content_type *type, struct json_object *data,
                                                bool creation);

/* A change to one entry. */
struct content_change {
	const struct content_type *type;
	struct json_object *data;       /* the fields, as the client sent them; changed in place */
	struct query_rights rights;     /* relations to types that may not be found are left out */
	const struct query *answer;     /* the fields and populates to read back */
	const struct error *unreadable; /* or NULL: the error of what is read back, when the change is made; as
	                                   behind lifecycles it stays (content_call.stays) */
	const struct content_password *passwords; /* of content_hash_passwords, or NULL when there are none */
	bool drafts; /* a new entry is no published one unless it says so, but must have all that is required (GraphQL)
	              */
	bool unchecked;    /* the values are not validated: the server's own changes */
	bool answer_later; /* what the answer populates is read by content_complete when the change is on disk, and not
	                      while others wait to write; but where hooks look at the result, or an update brings other
	                      language versions in line that the answer shows as they were */
	bool by_code; /* the project's code makes it: nothing is taken out nor published unasked, and it may set the id
	                 and the times of a new entry */
	bool null;    /* code gave null in the place of the fields: `data` is NULL then, as of undefined */
	bool alone; /* an update does not reach the other language versions, even if the answer shows them (GraphQL) */
};

/* Milliseconds that the answer to a change may be read for where others wait to write meanwhile. */
enum { CONTENT_ANSWER_TIME = 200 };

/* True when the populates of the result are still to be read: until then it has only its own fields. */
bool content_is_partial(const struct content_result *result);

/* Reads the rest of a change's result, when the change is on disk, in a session of the server that changes are made on.
 * When it fails it may be tried again. */
bool content_complete(const struct content_call *call, struct content_result *result, struct error *error);

/* How data is checked: as that of a new entry or (update) of a change; `id`: the entry that may keep its own unique
 * values, or 0. */
struct content_check {
	bool update, draft;
	int64_t id;
};

/* Whether data (an object) may be stored, or published, as Strapi's entityValidator says it. Values are cast in place.
 * False with the errors of content_create and content_update. */
bool content_check(const struct content_call *call, const struct content_type *type, const struct content_check *how,
                   struct json_object *data, struct error *error);

/* False with a ValidationError when a change of a localized single type asks for all languages: no one version is
 * meant. Strapi answers 500 over REST. */
bool content_check_one_locale(const struct content_type *type, enum locale_choice locale, struct error *error);

/* True when the text is an e-mail address as Strapi takes it. */
bool content_is_email(struct slice text);

/* Writes a JSON value as Strapi's messages show it. */
void content_print_value(struct buffer *buffer, struct json_object *value);

/* Makes an entry, published unless data.publishedAt is null, in data.locale or the default locale. ValidationError
 * (400) collects all that is wrong. The result is the new entry; free it with content_free. */
bool content_create(const struct content_call *call, const struct content_change *change,
                    struct content_result **result, struct error *error);

/* Changes the fields that are sent; null clears one. 404 when there is no such entry. */
bool content_update(const struct content_call *call, const struct content_change *change, int64_t id,
                    struct content_result **result, struct error *error);

/* Deletes an entry with its components; the result is the entry as it was. 404 when there is none. */
bool content_delete(const struct content_call *call, const struct query *answer, int64_t id,
                    struct content_result **result, struct error *error);

/* Makes the version of an entry in another language, data.locale; fields that are not localized are copied. The result
 * is the new entry with its other versions. */
bool content_localize(const struct content_call *call, const struct content_change *change, int64_t id,
                      struct content_result **result, struct error *error);

/* ---- writing as Strapi's query engine does: nothing is validated, published or hashed. Components are not made but
 * linked, as {"id":…}, in dynamic zones with "__component". Values that no column holds are errors of the query
 * engine's (query_cast_engine). No hooks are run but those of CONTENT_AFTER_PLAIN. ---- */

bool content_insert(const struct content_call *call, const struct content_type *type, struct json_object *data,
                    int64_t *id, struct error *error);
bool content_change_entry(const struct content_call *call, const struct content_type *type, struct json_object *data,
                          int64_t id, struct error *error);

/* The same three with the lifecycles of strapi.db.query around them, whose result shows `relation`, too. */
bool content_insert_with_lifecycles(const struct content_call *call, const struct content_type *type,
                                    const char *relation, struct json_object *data, int64_t *id, struct error *error);
bool content_change_with_lifecycles(const struct content_call *call, const struct content_type *type,
                                    const char *relation, struct json_object *data, int64_t id, struct error *error);
bool content_remove_with_lifecycles(const struct content_call *call, const struct content_type *type,
                                    const char *relation, int64_t id, struct error *error);

/* Only the relations in `data`, and no column of its row. */
bool content_relate(const struct content_call *call, const struct content_type *type, struct json_object *data,
                    int64_t id, struct error *error);

/* The entry with the links that the database does not remove by itself. */
bool content_remove(const struct content_call *call, const struct content_type *type, int64_t id, struct error *error);

/* Only the columns of the entries' own rows; *ids, of the new entries, live in the call's arena. */
bool content_insert_rows(const struct content_call *call, const struct content_type *type, struct json_object *list,
                         int64_t **ids, struct error *error);
bool content_change_rows(const struct content_call *call, const struct content_type *type, struct json_object *data,
                         const int64_t *ids, size_t count, struct error *error);
bool content_remove_rows(const struct content_call *call, const struct content_type *type, const int64_t *ids,
                         size_t count, struct error *error);

/* Changes the columns of many entries, with the lifecycles of updateMany around: hooks may ask for other entries and
 * another change. *count: of `ids`; then of the entries that were changed, as hooks tell it. */
bool content_change_many(const struct content_call *call, const struct content_type *type, struct json_object *data,
                         const int64_t *ids, size_t *count, struct error *error);

/* Deletes many entries, which are there, each as content_delete does, with the lifecycles of deleteMany around them in
 * the place of those of each. `answer` reads what notices show. *count as that of content_change_many. */
bool content_delete_many(const struct content_call *call, const struct query *answer, const int64_t *ids, size_t *count,
                         struct error *error);

/* Deletes the components of entries, with all that belongs to them, where the entries are deleted separately. */
bool content_remove_components(const struct content_call *call, const struct content_type *type, const int64_t *ids,
                               size_t count, struct error *error);

/* The id of the first entry that `root` finds, in its locale; 0 when there is none. */
bool content_find_id(const struct content_call *call, const struct query_root *root, int64_t *id, struct error *error);

/* ---- hooks: functions that run whenever an entry is written ---- */

enum content_moment {
	CONTENT_BEFORE_CREATE,
	CONTENT_AFTER_CREATE,
	CONTENT_BEFORE_UPDATE,
	CONTENT_AFTER_UPDATE,
	CONTENT_BEFORE_DELETE,
	CONTENT_AFTER_DELETE,
	CONTENT_AFTER_PLAIN, /* after a change or deletion as by the query engine, which runs none of those above */
	CONTENT_MOMENTS,
};

struct content_event {
	const struct content_call
	    *call; /* for calls of this room's functions from the hook; its session is the same transaction */
	enum content_moment moment;
	const struct content_type *type;
	int64_t id;               /* 0 before a creation */
	struct json_object *data; /* before: the fields, free of what clients may not set, to be changed in place; they
	                             are validated afterwards. After: as stored. NULL for deletions */
	const struct content_result
	    *result; /* after: the entry as it is read back; of deletions, as it was. Else NULL */
};

/* False, with *error filled in, takes back the whole change. */
typedef bool content_hook(void *context, const struct content_event *event, struct error *error);

/* Runs `hook` at that moment for the entries of `type` (NULL: of all types), inside of the change's transaction, in the
 * order in which hooks were added. To be called before the service serves. Hooks may change other entries, whose hooks
 * run then too, CONTENT_DEEPEST_HOOK calls deep. */
enum { CONTENT_DEEPEST_HOOK = 8 };
void content_add_hook(struct content *content, const struct content_type *type, enum content_moment moment,
                      content_hook *hook, void *context);

/* ---- entries one by one, of queries that are selective (struct query) ---- */

struct content_entries;

/* One entry of a result; good as long as that. */
struct content_entry {
	const struct content_entries *entries;
	uint32_t item;
};

/* The entry number `index` of the list. */
struct content_entry content_result_entry(const struct content_result *result, size_t index);

/* How many entries were read with it: the items of all of them are below that. */
size_t content_entries_count(const struct content_entries *entries);

/* Writes {"id":…, the fields of the query}. */
void content_entry_write(struct buffer *buffer, struct content_entry entry);

int64_t content_entry_id(struct content_entry entry);
const struct content_type *content_entry_type(struct content_entry entry);

/* The value of the field at that place of the query's fields, as JSON. */
struct slice content_entry_field(struct content_entry entry, size_t field);

/* From the value of the field at `first` to the end of that at `last`, as JSON, with ,"name": between them. */
struct slice content_entry_fields(struct content_entry entry, size_t first, size_t last);

/* What the entry is related to by the populate at that place of the query's populates: how many entries, and each of
 * them in `related`, which has room for all. */
size_t content_entry_count_related(struct content_entry entry, size_t populate);
void content_entry_related(struct content_entry entry, size_t populate, struct content_entry *related);

size_t content_result_count(const struct content_result *result);

/* The bytes of the fields that were read, as JSON: an answer is about as long. */
size_t content_result_bytes(const struct content_result *result);
int64_t content_result_id(const struct content_result *result, size_t index);
void content_free(struct content_result *result);

enum content_style {
	CONTENT_WRAPPED, /* {"id":…,"attributes":{…},"meta":{…}}, relations inside of {"data":…} */
	CONTENT_FLAT,    /* {"id":…, fields and relations} as the endpoints of plugins answer */
};

/* Writes the entry number `index`, or all of them as a list, as JSON. */
void content_write_entry(struct buffer *buffer, const struct content_result *result, size_t index,
                         enum content_style style);
void content_write_list(struct buffer *buffer, const struct content_result *result, enum content_style style);

/* The entry as CONTENT_FLAT without its closing brace, so that more members can follow (json_write_name). */
void content_begin_entry(struct buffer *buffer, const struct content_result *result, size_t index);

/* The result of a selective query whose entries are the objects of `list`, in that order and as they stand there. What
 * the query populates is read for their ids. */
bool content_result_of_json(const struct content_call *call, const struct query *query, struct json_object *list,
                            struct content_result **result, struct error *error);

/* Entries by their ids, as code sees them: flat, with all that lies in their rows. Without lifecycles. *list, of those
 * that there are, is to be released. */
bool content_read_plain(const struct content_call *call, const struct content_type *type, const int64_t *ids,
                        size_t count, struct json_object **list, struct error *error);

/* Whether the entry is of content_result_of_json: its fields are any JSON then, and its id is below 0 when it came
 * without. */
bool content_entry_is_json(struct content_entry entry);

/* The entry number `index` in the flat style, as an object: release it with json_object_put. */
struct json_object *content_entry_json(const struct content_result *result, size_t index);

#endif
