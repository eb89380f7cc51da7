#include "route.h"

#include "admin.h"

/* Every route that Strapi 4.26 has with its plugins. Of paths with as many parts, those with fewer names stand first.
 */
/* clang-format off */
static const struct admin_route routes[] = {
	{"POST", "/upload", NEEDS_ACTION, "plugin::upload.assets.create", "plugin::upload.assets.update", admin_upload, true},
	{"POST", "/email", NEEDS_ADMIN, NULL, NULL, admin_send_email, true},
	{"GET", "/admin/init", NEEDS_OPEN, NULL, NULL, admin_init, false},
	{"GET", "/admin/project-type", NEEDS_OPEN, NULL, NULL, admin_project_type, false},
	{"POST", "/admin/login", NEEDS_OPEN, NULL, NULL, admin_login, true},
	{"POST", "/admin/renew-token", NEEDS_OPEN, NULL, NULL, admin_renew_token, false},
	{"POST", "/admin/logout", NEEDS_ADMIN, NULL, NULL, admin_logout, false},
	{"POST", "/admin/register-admin", NEEDS_OPEN, NULL, NULL, admin_register_first, true},
	{"GET", "/admin/registration-info", NEEDS_OPEN, NULL, NULL, admin_registration_info, false},
	{"POST", "/admin/register", NEEDS_OPEN, NULL, NULL, admin_register, true},
	{"POST", "/admin/forgot-password", NEEDS_OPEN, NULL, NULL, admin_forgot_password, true},
	{"POST", "/admin/reset-password", NEEDS_OPEN, NULL, NULL, admin_reset_password, true},
	{"GET", "/admin/information", NEEDS_ADMIN, NULL, NULL, admin_information, false},
	{"GET", "/admin/telemetry-properties", NEEDS_ADMIN, NULL, NULL, admin_telemetry, false},
	{"GET", "/admin/plugins", NEEDS_ACTION, "admin::marketplace.read", NULL, admin_plugins, false},
	{"GET", "/admin/project-settings", NEEDS_ACTION, "admin::project-settings.read", NULL, admin_project_settings, false},
	{"POST", "/admin/project-settings", NEEDS_ACTION, "admin::project-settings.update", NULL, admin_set_project_settings, true},
	{"GET", "/admin/users", NEEDS_ACTION, "admin::users.read", NULL, admin_users, false},
	{"POST", "/admin/users", NEEDS_ACTION, "admin::users.create", NULL, admin_invite_user, true},
	{"GET", "/admin/roles", NEEDS_ACTION, "admin::roles.read", NULL, admin_list_roles, false},
	{"POST", "/admin/roles", NEEDS_ACTION, "admin::roles.create", NULL, admin_create_role, true},
	{"GET", "/admin/permissions", NEEDS_ADMIN, NULL, NULL, admin_list_permissions, false},
	{"GET", "/admin/webhooks", NEEDS_ACTION, "admin::webhooks.read", NULL, admin_list_webhooks, false},
	{"POST", "/admin/webhooks", NEEDS_ACTION, "admin::webhooks.create", NULL, admin_create_webhook, true},
	{"GET", "/admin/api-tokens", NEEDS_ACTION, "admin::api-tokens.read", NULL, admin_list_api_tokens, false},
	{"POST", "/admin/api-tokens", NEEDS_ACTION, "admin::api-tokens.create", NULL, admin_create_api_token, true},
	{"GET", "/content-manager/init", NEEDS_ADMIN, NULL, NULL, admin_content_init, false},
	{"GET", "/content-manager/content-types", NEEDS_ADMIN, NULL, NULL, admin_content_types, false},
	{"GET", "/content-manager/content-types-settings", NEEDS_ADMIN, NULL, NULL, admin_views_settings, false},
	{"GET", "/content-manager/components", NEEDS_ADMIN, NULL, NULL, admin_components, false},
	{"GET", "/content-type-builder/reserved-names", NEEDS_ACTION, "plugin::content-type-builder.read", NULL, admin_reserved_names, false},
	{"GET", "/content-type-builder/content-types", NEEDS_ACTION, "plugin::content-type-builder.read", NULL, admin_builder_types, false},
	{"GET", "/content-type-builder/components", NEEDS_ACTION, "plugin::content-type-builder.read", NULL, admin_builder_components, false},
	{"POST", "/content-type-builder/content-types", NEEDS_ACTION, "plugin::content-type-builder.read", NULL, admin_create_type, true},
	{"POST", "/content-type-builder/components", NEEDS_ACTION, "plugin::content-type-builder.read", NULL, admin_create_component, true},
	{"GET", "/upload/files", NEEDS_ACTION, "plugin::upload.read", NULL, admin_list_files, false},
	{"GET", "/upload/folders", NEEDS_ACTION, "plugin::upload.read", NULL, admin_list_folders, false},
	{"GET", "/upload/folder-structure", NEEDS_ACTION, "plugin::upload.read", NULL, admin_folder_structure, false},
	{"POST", "/upload/folders", NEEDS_ACTION, "plugin::upload.assets.create", NULL, admin_create_folder, true},
	{"GET", "/upload/configuration", NEEDS_ADMIN, NULL, NULL, admin_upload_view, false},
	{"PUT", "/upload/configuration", NEEDS_ACTION, "plugin::upload.configure-view", NULL, admin_set_upload_view, true},
	{"GET", "/upload/settings", NEEDS_ACTION, "plugin::upload.settings.read", NULL, admin_upload_settings, false},
	{"PUT", "/upload/settings", NEEDS_ACTION, "plugin::upload.settings.read", NULL, admin_set_upload_settings, true},
	{"GET", "/i18n/locales", NEEDS_ADMIN, NULL, NULL, admin_locales, false},
	{"GET", "/i18n/iso-locales", NEEDS_ACTION, "plugin::i18n.locale.read", NULL, admin_iso_locales, false},
	{"POST", "/i18n/locales", NEEDS_ACTION, "plugin::i18n.locale.create", NULL, admin_create_locale, true},
	{"GET", "/users-permissions/roles", NEEDS_ACTION, "plugin::users-permissions.roles.read", NULL, admin_list_user_roles, false},
	{"POST", "/users-permissions/roles", NEEDS_ACTION, "plugin::users-permissions.roles.create", NULL, admin_create_user_role, true},
	{"GET", "/users-permissions/permissions", NEEDS_ADMIN, NULL, NULL, admin_list_user_permissions, false},
	{"GET", "/users-permissions/policies", NEEDS_ADMIN, NULL, NULL, admin_list_user_policies, false},
	{"GET", "/users-permissions/routes", NEEDS_ADMIN, NULL, NULL, admin_list_user_routes, false},
	{"GET", "/users-permissions/email-templates", NEEDS_ACTION, "plugin::users-permissions.email-templates.read", NULL, admin_email_templates, false},
	{"PUT", "/users-permissions/email-templates", NEEDS_ACTION, "plugin::users-permissions.email-templates.update", NULL, admin_set_email_templates, true},
	{"GET", "/users-permissions/advanced", NEEDS_ACTION, "plugin::users-permissions.advanced-settings.read", NULL, admin_advanced, false},
	{"PUT", "/users-permissions/advanced", NEEDS_ACTION, "plugin::users-permissions.advanced-settings.update", NULL, admin_set_advanced, true},
	{"GET", "/users-permissions/providers", NEEDS_ACTION, "plugin::users-permissions.providers.read", NULL, admin_providers, false},
	{"PUT", "/users-permissions/providers", NEEDS_ACTION, "plugin::users-permissions.providers.update", NULL, admin_set_providers, true},
	{"GET", "/email/settings", NEEDS_ACTION, "plugin::email.settings.read", NULL, admin_email_settings, false},
	{"POST", "/email/test", NEEDS_ACTION, "plugin::email.settings.read", NULL, admin_test_email, true},
	{"GET", "/admin/users/me", NEEDS_ADMIN, NULL, NULL, admin_me, false},
	{"PUT", "/admin/users/me", NEEDS_ADMIN, NULL, NULL, admin_change_me, true},
	{"GET", "/admin/content-api/permissions", NEEDS_ADMIN, NULL, NULL, admin_content_api_permissions, false},
	{"GET", "/admin/content-api/routes", NEEDS_ADMIN, NULL, NULL, admin_content_api_routes, false},
	{"POST", "/admin/users/batch-delete", NEEDS_ACTION, "admin::users.delete", NULL, admin_delete_users, true},
	{"POST", "/admin/roles/batch-delete", NEEDS_ACTION, "admin::roles.delete", NULL, admin_delete_roles, true},
	{"POST", "/admin/permissions/check", NEEDS_ADMIN, NULL, NULL, admin_check_permissions, false},
	{"POST", "/admin/webhooks/batch-delete", NEEDS_ACTION, "admin::webhooks.delete", NULL, admin_delete_webhooks, true},
	{"GET", "/admin/transfer/tokens", NEEDS_ACTION, "admin::transfer.tokens.read", NULL, admin_list_transfer_tokens, false},
	{"POST", "/admin/transfer/tokens", NEEDS_ACTION, "admin::transfer.tokens.create", NULL, admin_create_transfer_token, true},
	{"POST", "/content-manager/uid/generate", NEEDS_ADMIN, NULL, NULL, admin_generate_uid, false},
	{"POST", "/content-manager/uid/check-availability", NEEDS_ADMIN, NULL, NULL, admin_uid_available, false},
	{"POST", "/upload/actions/bulk-delete", NEEDS_ACTION, "plugin::upload.assets.update", NULL, admin_delete_library, true},
	{"POST", "/upload/actions/bulk-move", NEEDS_ACTION, "plugin::upload.assets.update", NULL, admin_move_files, true},
	{"GET", "/admin/users/:id", NEEDS_ACTION, "admin::users.read", NULL, admin_user, false},
	{"PUT", "/admin/users/:id", NEEDS_ACTION, "admin::users.update", NULL, admin_change_user, true},
	{"DELETE", "/admin/users/:id", NEEDS_ACTION, "admin::users.delete", NULL, admin_delete_user, true},
	{"GET", "/admin/roles/:id", NEEDS_ACTION, "admin::roles.read", NULL, admin_show_role, false},
	{"PUT", "/admin/roles/:id", NEEDS_ACTION, "admin::roles.update", NULL, admin_change_role, true},
	{"DELETE", "/admin/roles/:id", NEEDS_ACTION, "admin::roles.delete", NULL, admin_delete_role, true},
	{"GET", "/admin/webhooks/:id", NEEDS_ACTION, "admin::webhooks.read", NULL, admin_show_webhook, false},
	{"PUT", "/admin/webhooks/:id", NEEDS_ACTION, "admin::webhooks.update", NULL, admin_change_webhook, true},
	{"DELETE", "/admin/webhooks/:id", NEEDS_ACTION, "admin::webhooks.delete", NULL, admin_delete_webhook, true},
	{"GET", "/admin/api-tokens/:id", NEEDS_ACTION, "admin::api-tokens.read", NULL, admin_show_api_token, false},
	{"PUT", "/admin/api-tokens/:id", NEEDS_ACTION, "admin::api-tokens.update", NULL, admin_change_api_token, true},
	{"DELETE", "/admin/api-tokens/:id", NEEDS_ACTION, "admin::api-tokens.delete", NULL, admin_delete_api_token, true},
	{"GET", "/content-manager/collection-types/:model", NEEDS_SUBJECT, "plugin::content-manager.explorer.read", NULL, admin_list_entries, false},
	{"POST", "/content-manager/collection-types/:model", NEEDS_SUBJECT, "plugin::content-manager.explorer.create", NULL, admin_create_entry, true},
	{"GET", "/content-manager/single-types/:model", NEEDS_SUBJECT, "plugin::content-manager.explorer.read", NULL, admin_show_single, false},
	{"PUT", "/content-manager/single-types/:model", NEEDS_SUBJECT, "plugin::content-manager.explorer.create", "plugin::content-manager.explorer.update", admin_save_single, true},
	{"DELETE", "/content-manager/single-types/:model", NEEDS_SUBJECT, "plugin::content-manager.explorer.delete", NULL, admin_delete_single, true},
	{"GET", "/content-type-builder/content-types/:uid", NEEDS_ACTION, "plugin::content-type-builder.read", NULL, admin_builder_type, false},
	{"GET", "/content-type-builder/components/:uid", NEEDS_ACTION, "plugin::content-type-builder.read", NULL, admin_builder_component, false},
	{"PUT", "/content-type-builder/content-types/:uid", NEEDS_ACTION, "plugin::content-type-builder.read", NULL, admin_change_type, true},
	{"DELETE", "/content-type-builder/content-types/:uid", NEEDS_ACTION, "plugin::content-type-builder.read", NULL, admin_delete_type, true},
	{"PUT", "/content-type-builder/components/:uid", NEEDS_ACTION, "plugin::content-type-builder.read", NULL, admin_change_component, true},
	{"DELETE", "/content-type-builder/components/:uid", NEEDS_ACTION, "plugin::content-type-builder.read", NULL, admin_delete_component, true},
	{"PUT", "/content-type-builder/component-categories/:name", NEEDS_ACTION, "plugin::content-type-builder.read", NULL, admin_change_category, true},
	{"DELETE", "/content-type-builder/component-categories/:name", NEEDS_ACTION, "plugin::content-type-builder.read", NULL, admin_delete_category, true},
	{"GET", "/upload/files/:id", NEEDS_ACTION, "plugin::upload.read", NULL, admin_show_file, false},
	{"DELETE", "/upload/files/:id", NEEDS_ACTION, "plugin::upload.assets.update", NULL, admin_delete_file, true},
	{"GET", "/upload/folders/:id", NEEDS_ACTION, "plugin::upload.read", NULL, admin_show_folder, false},
	{"PUT", "/upload/folders/:id", NEEDS_ACTION, "plugin::upload.assets.update", NULL, admin_change_folder, true},
	{"PUT", "/i18n/locales/:id", NEEDS_ACTION, "plugin::i18n.locale.update", NULL, admin_change_locale, true},
	{"DELETE", "/i18n/locales/:id", NEEDS_ACTION, "plugin::i18n.locale.delete", NULL, admin_delete_locale, true},
	{"GET", "/users-permissions/roles/:id", NEEDS_ACTION, "plugin::users-permissions.roles.read", NULL, admin_show_user_role, false},
	{"PUT", "/users-permissions/roles/:role", NEEDS_ACTION, "plugin::users-permissions.roles.update", NULL, admin_change_user_role, true},
	{"DELETE", "/users-permissions/roles/:role", NEEDS_ACTION, "plugin::users-permissions.roles.delete", NULL, admin_delete_user_role, true},
	{"GET", "/admin/users/me/permissions", NEEDS_ADMIN, NULL, NULL, admin_my_permissions, false},
	{"GET", "/admin/transfer/runner/push", NEEDS_CLOSED, NULL, NULL, NULL, false},
	{"GET", "/admin/transfer/runner/pull", NEEDS_CLOSED, NULL, NULL, NULL, false},
	{"POST", "/i18n/content-manager/actions/get-non-localized-fields", NEEDS_ADMIN, NULL, NULL, admin_shared_fields, false},
	{"GET", "/admin/transfer/tokens/:id", NEEDS_ACTION, "admin::transfer.tokens.read", NULL, admin_show_transfer_token, false},
	{"PUT", "/admin/transfer/tokens/:id", NEEDS_ACTION, "admin::transfer.tokens.update", NULL, admin_change_transfer_token, true},
	{"DELETE", "/admin/transfer/tokens/:id", NEEDS_ACTION, "admin::transfer.tokens.delete", NULL, admin_delete_transfer_token, true},
	{"GET", "/admin/roles/:id/permissions", NEEDS_ACTION, "admin::roles.read", NULL, admin_list_role_permissions, false},
	{"PUT", "/admin/roles/:id/permissions", NEEDS_ACTION, "admin::roles.update", NULL, admin_set_role_permissions, true},
	{"POST", "/admin/webhooks/:id/trigger", NEEDS_ACTION, "admin::webhooks.update", NULL, admin_trigger_webhook, true},
	{"POST", "/admin/api-tokens/:id/regenerate", NEEDS_ACTION, "admin::api-tokens.regenerate", NULL, admin_regenerate_api_token, true},
	{"GET", "/content-manager/content-types/:uid/configuration", NEEDS_ADMIN, NULL, NULL, admin_type_view, false},
	{"PUT", "/content-manager/content-types/:uid/configuration", NEEDS_ADMIN, NULL, NULL, admin_change_type_view, true},
	{"GET", "/content-manager/components/:uid/configuration", NEEDS_ADMIN, NULL, NULL, admin_component_view, false},
	{"PUT", "/content-manager/components/:uid/configuration", NEEDS_ACTION, "plugin::content-manager.components.configure-layout", NULL, admin_change_component_view, true},
	{"GET", "/content-manager/relations/:model/:targetField", NEEDS_ADMIN, NULL, NULL, admin_find_related, false},
	{"GET", "/content-manager/collection-types/:model/:id", NEEDS_SUBJECT, "plugin::content-manager.explorer.read", NULL, admin_show_entry, false},
	{"PUT", "/content-manager/collection-types/:model/:id", NEEDS_SUBJECT, "plugin::content-manager.explorer.update", NULL, admin_update_entry, true},
	{"DELETE", "/content-manager/collection-types/:model/:id", NEEDS_SUBJECT, "plugin::content-manager.explorer.delete", NULL, admin_delete_entry, true},
	{"POST", "/admin/transfer/tokens/:id/regenerate", NEEDS_ACTION, "admin::transfer.tokens.regenerate", NULL, admin_regenerate_transfer_token, true},
	{"POST", "/content-manager/collection-types/:model/actions/bulkDelete", NEEDS_SUBJECT, "plugin::content-manager.explorer.delete", NULL, admin_delete_entries, true},
	{"POST", "/content-manager/collection-types/:model/actions/bulkPublish", NEEDS_SUBJECT, "plugin::content-manager.explorer.publish", NULL, admin_publish_entries, true},
	{"POST", "/content-manager/collection-types/:model/actions/bulkUnpublish", NEEDS_SUBJECT, "plugin::content-manager.explorer.publish", NULL, admin_unpublish_entries, true},
	{"GET", "/content-manager/collection-types/:model/actions/countManyEntriesDraftRelations", NEEDS_SUBJECT, "plugin::content-manager.explorer.read", NULL, admin_count_drafts_of_many, false},
	{"POST", "/content-manager/single-types/:model/actions/publish", NEEDS_SUBJECT, "plugin::content-manager.explorer.publish", NULL, admin_publish_single, true},
	{"POST", "/content-manager/single-types/:model/actions/unpublish", NEEDS_SUBJECT, "plugin::content-manager.explorer.publish", NULL, admin_unpublish_single, true},
	{"GET", "/content-manager/single-types/:model/actions/countDraftRelations", NEEDS_SUBJECT, "plugin::content-manager.explorer.read", NULL, admin_count_drafts_of_single, false},
	{"POST", "/content-manager/collection-types/:model/clone/:sourceId", NEEDS_SUBJECT, "plugin::content-manager.explorer.create", NULL, admin_clone_entry, true},
	{"POST", "/content-manager/collection-types/:model/auto-clone/:sourceId", NEEDS_SUBJECT, "plugin::content-manager.explorer.create", NULL, admin_clone_entry_at_once, true},
	{"GET", "/content-manager/relations/:model/:id/:targetField", NEEDS_ADMIN, NULL, NULL, admin_list_related, false},
	{"POST", "/content-manager/collection-types/:model/:id/actions/publish", NEEDS_SUBJECT, "plugin::content-manager.explorer.publish", NULL, admin_publish_entry, true},
	{"POST", "/content-manager/collection-types/:model/:id/actions/unpublish", NEEDS_SUBJECT, "plugin::content-manager.explorer.publish", NULL, admin_unpublish_entry, true},
	{"GET", "/content-manager/collection-types/:model/:id/actions/countDraftRelations", NEEDS_SUBJECT, "plugin::content-manager.explorer.read", NULL, admin_count_drafts, false},
};
/* clang-format on */

/* What the paths of all routes begin with. Most requests are for no admin route, and are not compared with each. */
static bool begins_as_route(struct slice first)
{
	static const char *const beginnings[] = {"upload", "admin", "content-manager",  "content-type-builder",
	                                         "email",  "i18n",  "users-permissions"};
	for (size_t i = 0; i < COUNT_OF(beginnings); i++)
		if (slice_equals(first, slice_of(beginnings[i])))
			return true;
	return false;
}

/* Whether the path is that of a route; true also when only its method differs. */
static bool fits(const struct admin_route *route, const struct admin_route_match *match)
{
	struct slice rest = slice_of(route->path + 1), part;
	size_t count = 0;
	while (slice_split(&rest, '/', &part)) {
		if (count == match->part_count || (part.ptr[0] != ':' && !slice_equals(part, match->parts[count])))
			return false;
		count++;
	}
	return count == match->part_count;
}

static void add_method(const struct http_request *request, const char *method, const char **allow)
{
	const char *shown = strcmp(method, "GET") == 0 ? "GET, HEAD" : method;
	if (!*allow)
		*allow = shown;
	else if (!strstr(*allow, method))
		*allow = arena_format(request->arena, "%s, %s", *allow, shown);
}

static bool is_method(const struct http_request *request, const char *method)
{
	return request->method == HTTP_GET ? strcmp(method, "GET") == 0 : slice_is(request->method_name, method);
}

bool admin_route_takes_form(const struct admin_route *route)
{
	return route->run == admin_upload || route->run == admin_set_project_settings;
}

bool admin_route_admits(const struct admin_route *route, struct admin_call *call)
{
	return route->run != admin_upload || admin_may_upload(call);
}

void admin_route_find(const struct http_request *request, struct admin_route_match *match)
{
	*match = (struct admin_route_match){0};
	if (!http_split_path(request->raw_path, request->arena, match->parts, ADMIN_MOST_PARTS, &match->part_count) ||
	    !begins_as_route(match->parts[0]))
		return;
	for (size_t i = 0; i < COUNT_OF(routes) && !match->route; i++) {
		if (!fits(&routes[i], match))
			continue;
		if (is_method(request, routes[i].method))
			match->route = &routes[i];
		else
			add_method(request, routes[i].method, &match->allow);
	}
}

struct slice admin_route_part(const struct admin_route_match *match, const char *name)
{
	struct slice rest = slice_of(match->route->path + 1), part;
	for (size_t i = 0; slice_split(&rest, '/', &part); i++)
		if (slice_is(part, name))
			return match->parts[i];
	return (struct slice){NULL, 0};
}
