/* Users as this room reads and changes them. */
#include "user.h"
#include "account/account_state.h"

static const char *const columns[] = {"email", "provider", "password", "confirmed", "blocked"};

static const struct attribute *attribute_of(const struct account_call *call, const char *name)
{
	return model_attribute(call->accounts->registry->user, slice_of(name));
}

/* A condition without an attribute, as a project's user type may lack it: user_find fails with it. */
static struct condition *unknown(const struct account_call *call)
{
	struct condition *condition = arena_alloc(call->arena, sizeof *condition);
	*condition = (struct condition){.kind = CONDITION_COMPARE};
	return condition;
}

struct condition *user_is(const struct account_call *call, const char *attribute, struct slice text)
{
	const struct attribute *found = attribute_of(call, attribute);
	return found ? query_compare(call->arena, found, QUERY_EQ, value_text(text)) : unknown(call);
}

struct condition *user_has_id(const struct account_call *call, int64_t id)
{
	return query_compare(call->arena, &call->accounts->registry->user->id, QUERY_EQ, value_integer(id));
}

struct condition *user_any(const struct account_call *call, struct condition *first, struct condition *second)
{
	struct condition *any = arena_alloc(call->arena, sizeof *any);
	*any = (struct condition){.kind = CONDITION_OR, .children = first};
	while (first->next)
		first = first->next;
	first->next = second;
	return any;
}

static bool attributes_exist(const struct condition *conditions)
{
	for (; conditions; conditions = conditions->next)
		if ((conditions->kind == CONDITION_COMPARE && !conditions->attribute) ||
		    !attributes_exist(conditions->children))
			return false;
	return true;
}

/* The value of an attribute; NULL where the user type lacks it, as in Strapi, which finds it undefined. */
static struct cell cell_of(const struct query *query, struct store_cursor *cursor, const char *name)
{
	struct cell cell = {.kind = CELL_NULL};
	for (size_t i = 0; i < query->field_count; i++)
		if (slice_equals(slice_of(query->fields[i]->name), slice_of(name)))
			store_cell(cursor, i, &cell);
	return cell;
}

static struct slice text_cell(const struct account_call *call, const struct query *query, struct store_cursor *cursor,
                              const char *name)
{
	struct cell cell = cell_of(query, cursor, name);
	return cell.kind == CELL_TEXT ? arena_copy_slice(call->arena, cell.text) : (struct slice){NULL, 0};
}

static bool flag_cell(const struct query *query, struct store_cursor *cursor, const char *name)
{
	struct cell cell = cell_of(query, cursor, name);
	return cell.kind == CELL_INTEGER && cell.integer != 0;
}

bool user_find(const struct account_call *call, struct store_session *session, struct condition *filter,
               struct account_user *user, struct error *error)
{
	struct query *query = query_create(call->arena, call->accounts->registry->user);
	struct store_cursor *cursor;
	bool row;
	query->fields = arena_array(call->arena, COUNT_OF(columns), sizeof *query->fields);
	for (size_t i = 0; i < COUNT_OF(columns); i++)
		if (attribute_of(call, columns[i]))
			query->fields[query->field_count++] = attribute_of(call, columns[i]);
	query->with_private = true;
	query->filter = filter;
	query->limit = 1;
	*user = (struct account_user){.id = 0};
	if (!attributes_exist(filter))
		return error_internal(error, "users are looked for by an attribute that the user type is without");
	if (!store_select(session, &(struct store_select){.query = query}, &cursor, error))
		return false;
	bool done = store_next(cursor, &row, error);
	if (done && row)
		*user = (struct account_user){
		    .id = store_id(cursor),
		    .email = text_cell(call, query, cursor, "email"),
		    .provider = text_cell(call, query, cursor, "provider"),
		    .password = text_cell(call, query, cursor, "password"),
		    .confirmed = flag_cell(query, cursor, "confirmed"),
		    .blocked = flag_cell(query, cursor, "blocked"),
		};
	store_close_cursor(cursor);
	return done;
}

bool user_is_taken(const struct account_call *call, struct store_session *session, const char *attribute,
                   struct slice text, int64_t except, bool *taken, struct error *error)
{
	struct account_user user;
	if (!user_find(call, session, user_is(call, attribute, text), &user, error))
		return false;
	*taken = user.id && user.id != except;
	return true;
}

bool user_role_id(const struct account_call *call, struct store_session *session, const char *type, int64_t *id,
                  struct error *error)
{
	const struct content_type *role = call->accounts->registry->role;
	struct content_call content = account_content(call, session);
	struct query_root root = {.query = query_create(call->arena, role), .locale = LOCALE_ALL};
	root.query->filter =
	    query_compare(call->arena, model_attribute(role, SLICE("type")), QUERY_EQ, value_text(slice_of(type)));
	root.query->limit = 1;
	return content_find_id(&content, &root, id, error);
}

bool user_show(const struct account_call *call, struct store_session *session, int64_t id, const struct query *shown,
               struct account_answer *answer, struct error *error)
{
	struct content_call content = account_content(call, session);
	answer->user_id = id;
	return !shown || content_find_one(&content, shown, id, false, &answer->user, error);
}

bool user_as_json(const struct account_call *call, struct store_session *session, int64_t id, struct json_object **user,
                  struct error *error)
{
	struct content_call content = account_content(call, session);
	struct query *query = query_create(call->arena, call->accounts->registry->user);
	struct content_result *result;
	*user = NULL;
	if (!content_find_one(&content, query, id, false, &result, error))
		return false;
	if (content_result_count(result))
		*user = content_entry_json(result, 0);
	content_free(result);
	return true;
}

bool user_issue_jwt(const struct account_call *call, struct store_session *session, int64_t id,
                    struct account_answer *answer, struct error *error)
{
	int64_t from, now = datetime_now() / 1000;
	const struct accounts *accounts = call->accounts;
	if (accounts->config->jwt_lifetime == CONFIG_NO_LIFETIME)
		return error_internal(error, "jwt.expiresIn is no time: no user can sign in");
	if (!store_tokens_ended_before(session, id, &from, error))
		return false;
	/* Tokens were ended in this very second: the new one is of the next. */
	answer->jwt = access_issue_jwt(accounts->access, call->arena, id, from > now ? from : now,
	                               accounts->config->jwt_lifetime);
	return answer->jwt || error_internal(error, "no jwtSecret is configured: no user can sign in");
}

static bool may_find_all(const void *context, const struct content_type *type)
{
	(void)context;
	(void)type;
	return true;
}

struct content_change user_change(const struct account_call *call, struct json_object *data,
                                  const struct content_password *passwords, const struct query *shown)
{
	if (!shown) {
		struct query *nothing = query_create(call->arena, call->accounts->registry->user);
		nothing->fields = arena_array(call->arena, 1, sizeof *nothing->fields);
		shown = nothing;
	}
	return (struct content_change){.type = call->accounts->registry->user,
	                               .data = data,
	                               .rights = {may_find_all, NULL},
	                               .answer = shown,
	                               .passwords = passwords,
	                               .drafts = true}; /* as Strapi's service: nothing publishes a new user */
}
