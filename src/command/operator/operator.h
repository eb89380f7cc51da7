/* What the operator's commands share: a session with the project's database, reading entries, changing them.
 *
 * lectern token, user, role and admin work on the database that servers work on, running or not. What they change goes
 * through the room `content`, as all changes do, in one transaction; servers see it as they see each other's changes.
 */
#ifndef LECTERN_COMMAND_OPERATOR_H
#define LECTERN_COMMAND_OPERATOR_H

#include "access/access.h"
#include "command/project/project.h"
#include "content/content.h"
#include "options.h"

#include <json-c/json.h>

struct operator_command {
	struct arena *arena;
	struct operator_options options;
	struct project project;
	const struct registry *registry;
	struct access *access;
	struct content *content;
	struct store_session *session;
	const char *password;  /* TAKES_PASSWORD: the new password */
	struct buffer printed; /* goes to standard output when all is on disk */
	struct error *error;
};

struct operator_verb {
	const char *name;
	const char *usage; /* the words and options behind the verb */
	size_t least_words, most_words;
	unsigned takes; /* enum operator_takes */
	bool writes;    /* it runs in a transaction that is committed when it returns true */
	bool (*run)(struct operator_command *command);
	bool takes_salt; /* it needs the salt of API tokens */
};

/* Runs `arguments`, of which the first is the command and the second one of its verbs. Returns the exit status. */
int operator_run(int count, char **arguments, const struct operator_verb *verbs, size_t verb_count);

/* Which entries to read, and what of them. Lists of names end with NULL. */
struct operator_read {
	const struct content_type *type;
	struct condition *filter; /* NULL: all */
	const char *const *fields;
	const char *populate; /* a relation, or NULL */
	const char *const *populate_fields;
	const char *count; /* a relation whose entries are counted: {"count": 2}; or NULL */
};

/* The entries as a list of flat objects, in the order of ids; release it with json_object_put. */
bool operator_find(struct operator_command *command, const struct operator_read *read, struct json_object **list);

/* The entries that `word` names: those whose attribute `names[0]`, or `names[1]` and so on, is that text; where there
 * is none, the one of that id. */
bool operator_find_named(struct operator_command *command, const struct operator_read *read, const char *const *names,
                         const char *word, struct json_object **list);

/* attribute = text, as a condition. */
struct condition *operator_equals(struct operator_command *command, const struct content_type *type,
                                  const char *attribute, const char *text);

/* Both release `data`, the fields. */
bool operator_create(struct operator_command *command, const struct content_type *type, struct json_object *data,
                     int64_t *id);
bool operator_update(struct operator_command *command, const struct content_type *type, int64_t id,
                     struct json_object *data);
bool operator_delete(struct operator_command *command, const struct content_type *type, int64_t id);

/* A member of an entry: as text ("" for null and what is missing), as a number, as itself. */
const char *operator_text(struct json_object *entry, const char *member);
int64_t operator_id(struct json_object *entry);
struct json_object *operator_member(struct json_object *entry, const char *member);

/* A list of entries of which each has the text `member`, as a list of these texts. */
struct json_object *operator_texts(struct json_object *list, const char *member);

/* `bytes` random bytes in hex. */
const char *operator_random(struct operator_command *command, size_t bytes);

/* Adds JSON, for people to read as well, and a line end to what is printed. */
void operator_print_json(struct operator_command *command, struct json_object *json);

/* A table to be printed: rows of `columns` texts, the first of them the heads. */
struct operator_table {
	size_t columns;
	const char **cells;
	size_t count, capacity;
};
void operator_add_cell(struct operator_command *command, struct operator_table *table, const char *text);
void operator_print_table(struct operator_command *command, const struct operator_table *table);

/* Adds text from the database to what is printed; what would be a command to the terminal becomes a "?". */
void operator_print(struct operator_command *command, const char *text);

/* role.c: the role whose type, name or id `word` is, with its name and type; release it with json_object_put. A message
 * for an unknown one lists those that exist. */
bool operator_find_role(struct operator_command *command, const char *word, struct json_object **role);

/* operator_actions.c: the actions that words name. A word with "::" is an action ("plugin::users-permissions.user.me"),
 * or what the words behind it are actions of ("api::restaurant.restaurant find findOne"; "api::*": of all
 * content-types). `more`: a list of actions beside those that the server knows, or NULL. *actions has each once; it
 * lives in the operator's arena, but for texts of `more`. */
bool operator_read_actions(struct operator_command *command, char *const *words, size_t count, struct json_object *more,
                           const struct slice **actions, size_t *action_count);

int command_token(int count, char **arguments);
int command_user(int count, char **arguments);
int command_role(int count, char **arguments);
int command_admin(int count, char **arguments);
int command_files(int count, char **arguments);
int command_webhook(int count, char **arguments);

#endif
