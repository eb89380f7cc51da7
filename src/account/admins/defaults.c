/* What Strapi does for admins' roles at its start: makes the three that there always are, gives the super admin all
 * permissions, and takes fields that types have no more out of the others. */
#include "permissions.h"
#include "permissions_clean.h"

static const struct {
	const char *name, *code, *description;
} default_roles[] = {
    {"Super Admin", SUPER_ADMIN_CODE, "Super Admins can access and manage all features and settings."},
    {"Editor", "strapi-editor", "Editors can manage and publish contents including those of other users."},
    {"Author", "strapi-author", "Authors can manage the content they have created."},
};

static const char publish[] = "plugin::content-manager.explorer.publish";
static const char is_creator[] = "admin::is-creator";
static const char auth_setting[] = "core_admin_auth";

struct preparing {
	const struct content_call *content;
	const struct registry *registry;
	bool looks; /* nothing is changed: only whether anything is to be */
	bool differs;
};

/* ---- lists of permissions ---- */

static struct json_object *fields_for(const struct admin_action *action, const struct content_type *type)
{
	struct json_object *properties = json_object_new_object();
	if (action->fields)
		json_object_object_add(properties, "fields", permission_fields(type, false, NULL));
	return properties;
}

static struct json_object *creator_only(bool author)
{
	struct json_object *conditions = json_object_new_array();
	if (author)
		json_object_array_add(conditions, json_object_new_string(is_creator));
	return conditions;
}

/* All that may be done to the entries of types; `locales` (or NULL) are set where they matter. */
static void add_for_types(const struct registry *registry, struct json_object *list, bool users, bool author,
                          struct json_object *locales)
{
	size_t count;
	const struct admin_action *actions = access_admin_actions(registry, &count);
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < registry->type_count; j++) {
			const struct content_type *type = registry->types[j];
			if (!access_admin_action_is_for(&actions[i], type) || (!users && type == registry->user) ||
			    (author && strcmp(actions[i].id, publish) == 0))
				continue;
			struct json_object *properties = fields_for(&actions[i], type);
			if (locales && access_admin_action_has_locales(&actions[i], type))
				json_object_object_add(properties, "locales", json_object_get(locales));
			json_object_array_add(
			    list, permission_create(actions[i].id, type->uid, properties, creator_only(author)));
		}
	}
}

static struct json_object *for_editors(const struct registry *registry, bool author)
{
	static const struct {
		const char *action;
		bool conditional;
	} of_files[] = {
	    {"plugin::upload.read", true},
	    {"plugin::upload.configure-view", false},
	    {"plugin::upload.assets.create", false},
	    {"plugin::upload.assets.update", true},
	    {"plugin::upload.assets.download", false},
	    {"plugin::upload.assets.copy-link", false},
	};
	struct json_object *list = json_object_new_array();
	add_for_types(registry, list, false, author, NULL);
	for (size_t i = 0; i < COUNT_OF(of_files); i++)
		json_object_array_add(list, permission_create(of_files[i].action, NULL, NULL,
		                                              creator_only(author && of_files[i].conditional)));
	return list;
}

static bool read_locales(const struct content_call *content, const struct registry *registry,
                         struct json_object **codes, struct error *error)
{
	struct query_root root = {.query = query_create(content->arena, registry->i18n_locale), .locale = LOCALE_ALL};
	struct content_result *result;
	int64_t total;
	if (!content_find(content, &root, false, &result, &total, error))
		return false;
	*codes = json_object_new_array();
	for (size_t i = 0; i < content_result_count(result); i++) {
		struct json_object *locale = content_entry_json(result, i);
		json_object_array_add(*codes, json_object_get(json_member(locale, "code")));
		json_object_put(locale);
	}
	content_free(result);
	return true;
}

bool permissions_of_super_admin(const struct content_call *content, const struct registry *registry,
                                struct json_object **wanted, struct error *error)
{
	struct json_object *locales;
	size_t count;
	const struct admin_action *actions = access_admin_actions(registry, &count);
	if (!read_locales(content, registry, &locales, error))
		return false;
	*wanted = json_object_new_array();
	add_for_types(registry, *wanted, true, false, locales);
	for (size_t i = 0; i < count; i++)
		if (actions[i].section != ADMIN_SECTION_CONTENT_TYPES)
			json_object_array_add(*wanted, permission_create(actions[i].id, NULL, NULL, NULL));
	json_object_put(locales);
	return true;
}

/* ---- roles ---- */

static bool make_role(struct preparing *preparing, size_t index, int64_t *id, struct error *error)
{
	struct json_object *data = json_keep(preparing->content->arena, json_object_new_object());
	json_object_object_add(data, "name", json_object_new_string(default_roles[index].name));
	json_object_object_add(data, "code", json_object_new_string(default_roles[index].code));
	json_object_object_add(data, "description", json_object_new_string(default_roles[index].description));
	return content_insert(preparing->content, preparing->registry->admin_role, data, id, error);
}

static bool grant(struct preparing *preparing, int64_t role, struct json_object *list, struct error *error)
{
	bool done = true;
	for (size_t i = 0; done && i < json_object_array_length(list); i++)
		done = permission_insert(preparing->content, preparing->registry, role,
		                         json_object_array_get_idx(list, i), error);
	json_object_put(list);
	return done;
}

static bool make_roles(struct preparing *preparing, struct error *error)
{
	struct query_root root = {.query = query_create(preparing->content->arena, preparing->registry->admin_role),
	                          .locale = LOCALE_ALL};
	int64_t count, roles[COUNT_OF(default_roles)];
	if (!content_count(preparing->content, &root, &count, error))
		return false;
	if (count)
		return true;
	preparing->differs = true;
	if (preparing->looks)
		return true;
	for (size_t i = 0; i < COUNT_OF(default_roles); i++)
		if (!make_role(preparing, i, &roles[i], error))
			return false;
	return grant(preparing, roles[1], for_editors(preparing->registry, false), error) &&
	       grant(preparing, roles[2], for_editors(preparing->registry, true), error);
}

static bool reset_super_admin(struct preparing *preparing, struct error *error)
{
	struct permission_assignment assignment = {.looks = preparing->looks, .spares = true};
	bool differs = false;
	if (!admin_row_super_role(preparing->content, preparing->registry, &assignment.role, error))
		return false;
	if (!assignment.role)
		return true;
	if (!permissions_of_super_admin(preparing->content, preparing->registry, &assignment.wanted, error))
		return false;
	bool done = permissions_assign(preparing->content, preparing->registry, &assignment, NULL, &differs, error);
	json_object_put(assignment.wanted);
	preparing->differs = preparing->differs || differs;
	return done;
}

/* ---- the start ---- */

static bool clean_permissions(struct preparing *preparing, struct error *error)
{
	struct permission_cleaning cleaning = {
	    .content = preparing->content, .registry = preparing->registry, .looks = preparing->looks};
	bool done = permissions_clean(&cleaning, error);
	preparing->differs = preparing->differs || cleaning.differs;
	return done;
}

static bool make_auth_setting(struct preparing *preparing, struct error *error)
{
	static const char standard[] =
	    "{\"providers\":{\"autoRegister\":false,\"defaultRole\":null,\"ssoLockedRoles\":null}}";
	struct slice known;
	if (!store_setting(preparing->content->session, auth_setting, &known, error))
		return false;
	if (known.len)
		return true;
	preparing->differs = true;
	return preparing->looks ||
	       store_set_setting(preparing->content->session, auth_setting, "object", slice_of(standard), error);
}

static bool prepare(struct preparing *preparing, struct error *error)
{
	return make_roles(preparing, error) && reset_super_admin(preparing, error) &&
	       clean_permissions(preparing, error) && make_auth_setting(preparing, error);
}

/* ---- languages come and go ---- */

static bool set_locales(const struct content_call *content, const struct registry *registry,
                        struct json_object *permission, struct json_object *locales, struct error *error)
{
	const struct admin_action *action =
	    access_admin_action(registry, json_string(json_member(permission, "action")));
	const struct content_type *type = model_type(registry, json_string(json_member(permission, "subject")));
	struct json_object *properties = json_member(permission, "properties");
	if (!action || !type || !access_admin_action_has_locales(action, type) ||
	    json_object_equal(json_member(properties, "locales"), locales))
		return true;
	struct json_object *data = json_keep(content->arena, json_object_new_object()), *changed = NULL;
	if (properties)
		json_object_deep_copy(properties, &changed, NULL);
	else
		changed = json_object_new_object();
	json_object_object_add(changed, "locales", json_object_get(locales));
	json_object_object_add(data, "properties", changed);
	return content_change_entry(content, registry->admin_permission, data,
	                            json_object_get_int64(json_member(permission, "id")), error);
}

/* Gives the role's permissions all languages, in place: they keep their ids, as in Strapi
 * (syncSuperAdminPermissionsWithLocales). */
static bool set_all_locales(const struct content_call *content, const struct registry *registry, int64_t role,
                            struct error *error)
{
	struct json_object *locales, *existing = NULL;
	if (!read_locales(content, registry, &locales, error))
		return false;
	bool done = permissions_read(content, registry, role, &existing, error);
	for (size_t i = 0; done && i < json_object_array_length(existing); i++)
		done = set_locales(content, registry, json_object_array_get_idx(existing, i), locales, error);
	json_object_put(existing);
	json_object_put(locales);
	return done;
}

bool account_reset_super_admin(const struct content_call *content, const struct registry *registry, struct error *error)
{
	struct preparing preparing = {.content = content, .registry = registry};
	int64_t role;
	if (!admin_row_super_role(content, registry, &role, error))
		return false;
	return !role || (set_all_locales(content, registry, role, error) && reset_super_admin(&preparing, error));
}

bool account_prepare_admins_in(const struct content_call *content, const struct registry *registry, struct error *error)
{
	struct preparing preparing = {.content = content, .registry = registry};
	return prepare(&preparing, error);
}

static struct content_call call_of(struct content *content, struct store_session *session, struct arena *arena)
{
	return (struct content_call){
	    .content = content, .session = session, .arena = arena, .thread = store_thread(session)};
}

static bool look(struct content *content, const struct registry *registry, struct store *store, struct arena *arena,
                 bool *differs, struct error *error)
{
	struct store_session *session;
	if (!store_begin_primary(store, 0, arena, &session, error))
		return false;
	const struct content_call call = call_of(content, session, arena);
	struct preparing preparing = {.content = &call, .registry = registry, .looks = true};
	bool done = store_is_read_only(session) || prepare(&preparing, error);
	*differs = preparing.differs;
	store_end(session);
	return done;
}

static bool make(struct content *content, const struct registry *registry, struct store *store, struct arena *arena,
                 struct error *error)
{
	struct store_session *session;
	if (!store_begin_write(store, 0, arena, &session, error))
		return false;
	const struct content_call call = call_of(content, session, arena);
	if (account_prepare_admins_in(&call, registry, error))
		return store_commit(session, error);
	store_roll_back(session);
	return false;
}

bool account_prepare_admins(struct content *content, const struct registry *registry, struct store *store,
                            struct error *error)
{
	struct arena *arena = arena_create();
	bool differs;
	bool done = look(content, registry, store, arena, &differs, error) &&
	            (!differs || make(content, registry, store, arena, error));
	arena_destroy(arena);
	return done;
}
