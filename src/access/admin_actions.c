/* Strapi's own actions: its plugins' and the administration's. */
#include "admin_actions.h"

/* clang-format off */
static const struct admin_action actions[] = {
	{"plugin::content-manager.explorer.create", "Create", ADMIN_SECTION_CONTENT_TYPES, NULL, NULL, NULL, true, false},
	{"plugin::content-manager.explorer.read", "Read", ADMIN_SECTION_CONTENT_TYPES, NULL, NULL, NULL, true, false},
	{"plugin::content-manager.explorer.update", "Update", ADMIN_SECTION_CONTENT_TYPES, NULL, NULL, NULL, true, false},
	{"plugin::content-manager.explorer.delete", "Delete", ADMIN_SECTION_CONTENT_TYPES, NULL, NULL, NULL, false, false},
	{"plugin::content-manager.explorer.publish", "Publish", ADMIN_SECTION_CONTENT_TYPES, NULL, NULL, NULL, false, true},
	{"plugin::content-manager.single-types.configure-view", "Configure view", ADMIN_SECTION_PLUGINS, "content-manager", NULL, "single types", false, false},
	{"plugin::content-manager.collection-types.configure-view", "Configure view", ADMIN_SECTION_PLUGINS, "content-manager", NULL, "collection types", false, false},
	{"plugin::content-manager.components.configure-layout", "Configure Layout", ADMIN_SECTION_PLUGINS, "content-manager", NULL, "components", false, false},
	{"plugin::content-type-builder.read", "Read", ADMIN_SECTION_PLUGINS, "content-type-builder", NULL, "general", false, false},
	{"plugin::email.settings.read", "Access the Email Settings page", ADMIN_SECTION_SETTINGS, NULL, "email", "general", false, false},
	{"plugin::upload.read", "Access the Media Library", ADMIN_SECTION_PLUGINS, "upload", NULL, "general", false, false},
	{"plugin::upload.assets.create", "Create (upload)", ADMIN_SECTION_PLUGINS, "upload", NULL, "assets", false, false},
	{"plugin::upload.assets.update", "Update (crop, details, replace) + delete", ADMIN_SECTION_PLUGINS, "upload", NULL, "assets", false, false},
	{"plugin::upload.assets.download", "Download", ADMIN_SECTION_PLUGINS, "upload", NULL, "assets", false, false},
	{"plugin::upload.assets.copy-link", "Copy link", ADMIN_SECTION_PLUGINS, "upload", NULL, "assets", false, false},
	{"plugin::upload.configure-view", "Configure view", ADMIN_SECTION_PLUGINS, "upload", NULL, "general", false, false},
	{"plugin::upload.settings.read", "Access the Media Library settings page", ADMIN_SECTION_SETTINGS, NULL, "media library", "general", false, false},
	{"plugin::users-permissions.roles.create", "Create", ADMIN_SECTION_PLUGINS, "users-permissions", NULL, "roles", false, false},
	{"plugin::users-permissions.roles.read", "Read", ADMIN_SECTION_PLUGINS, "users-permissions", NULL, "roles", false, false},
	{"plugin::users-permissions.roles.update", "Update", ADMIN_SECTION_PLUGINS, "users-permissions", NULL, "roles", false, false},
	{"plugin::users-permissions.roles.delete", "Delete", ADMIN_SECTION_PLUGINS, "users-permissions", NULL, "roles", false, false},
	{"plugin::users-permissions.providers.read", "Read", ADMIN_SECTION_PLUGINS, "users-permissions", NULL, "providers", false, false},
	{"plugin::users-permissions.providers.update", "Edit", ADMIN_SECTION_PLUGINS, "users-permissions", NULL, "providers", false, false},
	{"plugin::users-permissions.email-templates.read", "Read", ADMIN_SECTION_PLUGINS, "users-permissions", NULL, "emailTemplates", false, false},
	{"plugin::users-permissions.email-templates.update", "Edit", ADMIN_SECTION_PLUGINS, "users-permissions", NULL, "emailTemplates", false, false},
	{"plugin::users-permissions.advanced-settings.read", "Read", ADMIN_SECTION_PLUGINS, "users-permissions", NULL, "advancedSettings", false, false},
	{"plugin::users-permissions.advanced-settings.update", "Edit", ADMIN_SECTION_PLUGINS, "users-permissions", NULL, "advancedSettings", false, false},
	{"plugin::i18n.locale.create", "Create", ADMIN_SECTION_SETTINGS, NULL, "Internationalization", "Locales", false, false},
	{"plugin::i18n.locale.read", "Read", ADMIN_SECTION_SETTINGS, NULL, "Internationalization", "Locales", false, false},
	{"plugin::i18n.locale.update", "Update", ADMIN_SECTION_SETTINGS, NULL, "Internationalization", "Locales", false, false},
	{"plugin::i18n.locale.delete", "Delete", ADMIN_SECTION_SETTINGS, NULL, "Internationalization", "Locales", false, false},
	{"admin::marketplace.read", "Access the marketplace", ADMIN_SECTION_SETTINGS, NULL, "plugins and marketplace", "marketplace", false, false},
	{"admin::webhooks.create", "Create", ADMIN_SECTION_SETTINGS, NULL, "webhooks", "general", false, false},
	{"admin::webhooks.read", "Read", ADMIN_SECTION_SETTINGS, NULL, "webhooks", "general", false, false},
	{"admin::webhooks.update", "Update", ADMIN_SECTION_SETTINGS, NULL, "webhooks", "general", false, false},
	{"admin::webhooks.delete", "Delete", ADMIN_SECTION_SETTINGS, NULL, "webhooks", "general", false, false},
	{"admin::users.create", "Create (invite)", ADMIN_SECTION_SETTINGS, NULL, "users and roles", "users", false, false},
	{"admin::users.read", "Read", ADMIN_SECTION_SETTINGS, NULL, "users and roles", "users", false, false},
	{"admin::users.update", "Update", ADMIN_SECTION_SETTINGS, NULL, "users and roles", "users", false, false},
	{"admin::users.delete", "Delete", ADMIN_SECTION_SETTINGS, NULL, "users and roles", "users", false, false},
	{"admin::roles.create", "Create", ADMIN_SECTION_SETTINGS, NULL, "users and roles", "roles", false, false},
	{"admin::roles.read", "Read", ADMIN_SECTION_SETTINGS, NULL, "users and roles", "roles", false, false},
	{"admin::roles.update", "Update", ADMIN_SECTION_SETTINGS, NULL, "users and roles", "roles", false, false},
	{"admin::roles.delete", "Delete", ADMIN_SECTION_SETTINGS, NULL, "users and roles", "roles", false, false},
	{"admin::api-tokens.access", "Access the API tokens settings page", ADMIN_SECTION_SETTINGS, NULL, "api tokens", "api Tokens", false, false},
	{"admin::api-tokens.create", "Create (generate)", ADMIN_SECTION_SETTINGS, NULL, "api tokens", "general", false, false},
	{"admin::api-tokens.read", "Read", ADMIN_SECTION_SETTINGS, NULL, "api tokens", "general", false, false},
	{"admin::api-tokens.update", "Update", ADMIN_SECTION_SETTINGS, NULL, "api tokens", "general", false, false},
	{"admin::api-tokens.regenerate", "Regenerate", ADMIN_SECTION_SETTINGS, NULL, "api tokens", "general", false, false},
	{"admin::api-tokens.delete", "Delete (revoke)", ADMIN_SECTION_SETTINGS, NULL, "api tokens", "general", false, false},
	{"admin::project-settings.update", "Update the project level settings", ADMIN_SECTION_SETTINGS, NULL, "project", "general", false, false},
	{"admin::project-settings.read", "Read the project level settings", ADMIN_SECTION_SETTINGS, NULL, "project", "general", false, false},
	{"admin::transfer.tokens.access", "Access the transfer tokens settings page", ADMIN_SECTION_SETTINGS, NULL, "transfer tokens", "transfer tokens", false, false},
	{"admin::transfer.tokens.create", "Create (generate)", ADMIN_SECTION_SETTINGS, NULL, "transfer tokens", "general", false, false},
	{"admin::transfer.tokens.read", "Read", ADMIN_SECTION_SETTINGS, NULL, "transfer tokens", "general", false, false},
	{"admin::transfer.tokens.update", "Update", ADMIN_SECTION_SETTINGS, NULL, "transfer tokens", "general", false, false},
	{"admin::transfer.tokens.regenerate", "Regenerate", ADMIN_SECTION_SETTINGS, NULL, "transfer tokens", "general", false, false},
	{"admin::transfer.tokens.delete", "Delete (revoke)", ADMIN_SECTION_SETTINGS, NULL, "transfer tokens", "general", false, false},
};
/* clang-format on */

static const struct admin_condition conditions[] = {
    {"admin::is-creator", "Is creator"},
    {"admin::has-same-role-as-creator", "Has same role as creator"},
};

const struct admin_action *access_admin_actions(size_t *count)
{
	*count = COUNT_OF(actions);
	return actions;
}

const struct admin_action *access_admin_action(struct slice id)
{
	for (size_t i = 0; i < COUNT_OF(actions); i++)
		if (slice_is(id, actions[i].id))
			return &actions[i];
	return NULL;
}

bool access_admin_action_is_for(const struct admin_action *action, const struct content_type *type)
{
	return action->section == ADMIN_SECTION_CONTENT_TYPES && !type->component && !type->hidden &&
	       (!action->drafts || type->draft_and_publish);
}

bool access_admin_action_has_locales(const struct admin_action *action, const struct content_type *type)
{
	return action->section == ADMIN_SECTION_CONTENT_TYPES && type && type->localized;
}

const struct admin_condition *access_admin_conditions(size_t *count)
{
	*count = COUNT_OF(conditions);
	return conditions;
}

bool access_is_admin_condition(struct slice id)
{
	for (size_t i = 0; i < COUNT_OF(conditions); i++)
		if (slice_is(id, conditions[i].id))
			return true;
	return false;
}
