#include "access_state.h"

#include "actions.h"
#include "jwt.h"
#include "token.h"

/* In a project with routes files there are only the actions that routes run. */
static const struct map *known_actions(struct arena *arena, const struct registry *registry)
{
	struct action_list list;
	if (!registry->routes_list_actions)
		return NULL;
	struct map *known = arena_alloc(arena, sizeof *known);
	map_init(known, arena);
	actions_list(&list, arena, registry);
	for (size_t i = 0; i < list.count; i++)
		map_set(known, list.items[i].text, known);
	return known;
}

struct access *access_create(const struct config *config, const struct registry *registry, size_t threads)
{
	struct arena *arena = arena_create();
	struct access *access = arena_alloc(arena, sizeof *access);
	access->arena = arena;
	access->registry = registry;
	access->jwt_secret = slice_of(config->jwt_secret);
	access->jwt_form = (struct jwt_form){config->jwt_algorithm, config->jwt_claims};
	access->api_token_salt = slice_of(config->api_token_salt);
	access->admin_secret = slice_of(config->admin_jwt_secret);
	access->admin_lifetime = config->admin.jwt_lifetime;
	access->explains = strcmp(config->environment ? config->environment : "", "development") == 0;
	access->find_actions = grants_find_actions(arena, registry);
	access->actions = known_actions(arena, registry);
	access->thread_count = threads;
	usage_init(&access->usage, registry);
	access->remembered = arena_array(arena, threads, sizeof(struct remembered *));
	access->admins = arena_array(arena, threads, sizeof(struct known_admins *));
	for (size_t i = 0; i < threads; i++) {
		access->remembered[i] = remembered_create();
		access->admins[i] = known_admins_create();
	}
	return access;
}

void access_destroy(struct access *access)
{
	if (!access)
		return;
	for (size_t i = 0; i < access->thread_count; i++) {
		remembered_destroy(access->remembered[i]);
		known_admins_destroy(access->admins[i]);
	}
	usage_free(&access->usage);
	arena_destroy(access->arena);
}

static bool ends_with(struct slice text, struct slice end)
{
	return text.len >= end.len && memcmp(text.ptr + text.len - end.len, end.ptr, end.len) == 0;
}

bool access_allows(const struct caller *caller, struct slice action)
{
	if (caller->kind != CALLER_TOKEN || caller->token_type == TOKEN_CUSTOM)
		return caller->permissions && map_get(caller->permissions, action) != NULL;
	if (caller->token_type == TOKEN_FULL_ACCESS)
		return true;
	return ends_with(action, SLICE("find")) || ends_with(action, SLICE("findOne"));
}

bool access_may_find(const struct caller *caller, const struct content_type *type)
{
	if (caller->kind != CALLER_TOKEN || caller->token_type == TOKEN_CUSTOM)
		return caller->may_find && caller->may_find[type->index];
	return true;
}

static bool may_find(const void *caller, const struct content_type *type)
{
	return access_may_find(caller, type);
}

struct query_rights access_query_rights(const struct caller *caller)
{
	return (struct query_rights){may_find, caller};
}

static const struct map *copy_permissions(struct arena *arena, const struct map *permissions)
{
	struct map *copy = arena_alloc(arena, sizeof *copy);
	map_init(copy, arena);
	for (size_t i = 0; i < permissions->capacity; i++)
		if (permissions->entries[i].value)
			map_set(copy, arena_copy_slice(arena, permissions->entries[i].key), copy);
	return copy;
}

void access_keep_caller(struct arena *arena, const struct registry *registry, bool permissions, struct caller *caller)
{
	size_t size = registry->type_count * sizeof *caller->may_find;
	caller->rights = arena_copy_slice(arena, caller->rights);
	caller->permissions = permissions && caller->permissions ? copy_permissions(arena, caller->permissions) : NULL;
	if (caller->may_find)
		caller->may_find = memcpy(arena_alloc(arena, size), caller->may_find, size);
}

void access_hash_token(const struct access *access, struct slice token, char hex[129])
{
	token_hash(access->api_token_salt, token, hex);
}

bool access_hash_transfer_token(const struct config *config, struct slice token, char hex[129])
{
	const char *salt = config->transfer_token_salt;
	return salt && token_hash(slice_of(salt), token, hex);
}

const char *access_issue_jwt(const struct access *access, struct arena *arena, int64_t user_id, int64_t issued_at,
                             int64_t lifetime)
{
	return jwt_write(arena, access->jwt_secret, &access->jwt_form, user_id, issued_at, issued_at + lifetime);
}
