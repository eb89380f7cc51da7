/* Strapi's own actions: its plugins' and the administration's. */
#include "admin_actions.h"

/* clang-format off */
static const struct admin_action actions[] = {
	{"plugin::content-manager.explorer.create", "Create", ADMIN_SECTION_CONTENT_TYPES, NULL, NULL, NULL, true, false, NULL},
	{"plugin::content-manager.explorer.read", "Read", ADMIN_SECTION_CONTENT_TYPES, NULL, NULL, NULL, true, false, NULL},
	{"plugin::content-manager.explorer.update", "Update", ADMIN_SECTION_CONTENT_TYPES, NULL, NULL, NULL, true, false, NULL},
	{"plugin::content-manager.explorer.delete", "Delete", ADMIN_SECTION_CONTENT_TYPES, NULL, NULL, NULL, false, false, NULL},
	{"plugin::content-manager.explorer.publish", "Publish", ADMIN_SECTION_CONTENT_TYPES, NULL, NULL, NULL, false, true, NULL},
	{"plugin::content-manager.single-types.configure-view", "Configure view", ADMIN_SECTION_PLUGINS, "content-manager", NULL, "single types", false, false, NULL},
	{"plugin::content-manager.collection-types.configure-view", "Configure view", ADMIN_SECTION_PLUGINS, "content-manager", NULL, "collection types", false, false, NULL},
	{"plugin::content-manager.components.configure-layout", "Configure Layout", ADMIN_SECTION_PLUGINS, "content-manager", NULL, "components", false, false, NULL},
	{"plugin::content-type-builder.read", "Read", ADMIN_SECTION_PLUGINS, "content-type-builder", NULL, "general", false, false, NULL},
	{"plugin::email.settings.read", "Access the Email Settings page", ADMIN_SECTION_SETTINGS, NULL, "email", "general", false, false, NULL},
	{"plugin::upload.read", "Access the Media Library", ADMIN_SECTION_PLUGINS, "upload", NULL, "general", false, false, NULL},
	{"plugin::upload.assets.create", "Create (upload)", ADMIN_SECTION_PLUGINS, "upload", NULL, "assets", false, false, NULL},
	{"plugin::upload.assets.update", "Update (crop, details, replace) + delete", ADMIN_SECTION_PLUGINS, "upload", NULL, "assets", false, false, NULL},
	{"plugin::upload.assets.download", "Download", ADMIN_SECTION_PLUGINS, "upload", NULL, "assets", false, false, NULL},
	{"plugin::upload.assets.copy-link", "Copy link", ADMIN_SECTION_PLUGINS, "upload", NULL, "assets", false, false, NULL},
	{"plugin::upload.configure-view", "Configure view", ADMIN_SECTION_PLUGINS, "upload", NULL, "general", false, false, NULL},
	{"plugin::upload.settings.read", "Access the Media Library settings page", ADMIN_SECTION_SETTINGS, NULL, "media library", "general", false, false, NULL},
	{"plugin::users-permissions.roles.create", "Create", ADMIN_SECTION_PLUGINS, "users-permissions", NULL, "roles", false, false, NULL},
	{"plugin::users-permissions.roles.read", "Read", ADMIN_SECTION_PLUGINS, "users-permissions", NULL, "roles", false, false, NULL},
	{"plugin::users-permissions.roles.update", "Update", ADMIN_SECTION_PLUGINS, "users-permissions", NULL, "roles", false, false, NULL},
	{"plugin::users-permissions.roles.delete", "Delete", ADMIN_SECTION_PLUGINS, "users-permissions", NULL, "roles", false, false, NULL},
	{"plugin::users-permissions.providers.read", "Read", ADMIN_SECTION_PLUGINS, "users-permissions", NULL, "providers", false, false, NULL},
	{"plugin::users-permissions.providers.update", "Edit", ADMIN_SECTION_PLUGINS, "users-permissions", NULL, "providers", false, false, NULL},
	{"plugin::users-permissions.email-templates.read", "Read", ADMIN_SECTION_PLUGINS, "users-permissions", NULL, "emailTemplates", false, false, NULL},
	{"plugin::users-permissions.email-templates.update", "Edit", ADMIN_SECTION_PLUGINS, "users-permissions", NULL, "emailTemplates", false, false, NULL},
	{"plugin::users-permissions.advanced-settings.read", "Read", ADMIN_SECTION_PLUGINS, "users-permissions", NULL, "advancedSettings", false, false, NULL},
	{"plugin::users-permissions.advanced-settings.update", "Edit", ADMIN_SECTION_PLUGINS, "users-permissions", NULL, "advancedSettings", false, false, NULL},
	{"plugin::i18n.locale.create", "Create", ADMIN_SECTION_SETTINGS, NULL, "Internationalization", "Locales", false, false, NULL},
	{"plugin::i18n.locale.read", "Read", ADMIN_SECTION_SETTINGS, NULL, "Internationalization", "Locales", false, false, NULL},
	{"plugin::i18n.locale.update", "Update", ADMIN_SECTION_SETTINGS, NULL, "Internationalization", "Locales", false, false, NULL},
	{"plugin::i18n.locale.delete", "Delete", ADMIN_SECTION_SETTINGS, NULL, "Internationalization", "Locales", false, false, NULL},
	{"admin::marketplace.read", "Access the marketplace", ADMIN_SECTION_SETTINGS, NULL, "plugins and marketplace", "marketplace", false, false, NULL},
	{"admin::webhooks.create", "Create", ADMIN_SECTION_SETTINGS, NULL, "webhooks", "general", false, false, NULL},
	{"admin::webhooks.read", "Read", ADMIN_SECTION_SETTINGS, NULL, "webhooks", "general", false, false, NULL},
	{"admin::webhooks.update", "Update", ADMIN_SECTION_SETTINGS, NULL, "webhooks", "general", false, false, NULL},
	{"admin::webhooks.delete", "Delete", ADMIN_SECTION_SETTINGS, NULL, "webhooks", "general", false, false, NULL},
	{"admin::users.create", "Create (invite)", ADMIN_SECTION_SETTINGS, NULL, "users and roles", "users", false, false, NULL},
	{"admin::users.read", "Read", ADMIN_SECTION_SETTINGS, NULL, "users and roles", "users", false, false, NULL},
	{"admin::users.update", "Update", ADMIN_SECTION_SETTINGS, NULL, "users and roles", "users", false, false, NULL},
	{"admin::users.delete", "Delete", ADMIN_SECTION_SETTINGS, NULL, "users and roles", "users", false, false, NULL},
	{"admin::roles.create", "Create", ADMIN_SECTION_SETTINGS, NULL, "users and roles", "roles", false, false, NULL},
	{"admin::roles.read", "Read", ADMIN_SECTION_SETTINGS, NULL, "users and roles", "roles", false, false, NULL},
	{"admin::roles.update", "Update", ADMIN_SECTION_SETTINGS, NULL, "users and roles", "roles", false, false, NULL},
	{"admin::roles.delete", "Delete", ADMIN_SECTION_SETTINGS, NULL, "users and roles", "roles", false, false, NULL},
	{"admin::api-tokens.access", "Access the API tokens settings page", ADMIN_SECTION_SETTINGS, NULL, "api tokens", "api Tokens", false, false, NULL},
	{"admin::api-tokens.create", "Create (generate)", ADMIN_SECTION_SETTINGS, NULL, "api tokens", "general", false, false, NULL},
	{"admin::api-tokens.read", "Read", ADMIN_SECTION_SETTINGS, NULL, "api tokens", "general", false, false, NULL},
	{"admin::api-tokens.update", "Update", ADMIN_SECTION_SETTINGS, NULL, "api tokens", "general", false, false, NULL},
	{"admin::api-tokens.regenerate", "Regenerate", ADMIN_SECTION_SETTINGS, NULL, "api tokens", "general", false, false, NULL},
	{"admin::api-tokens.delete", "Delete (revoke)", ADMIN_SECTION_SETTINGS, NULL, "api tokens", "general", false, false, NULL},
	{"admin::project-settings.update", "Update the project level settings", ADMIN_SECTION_SETTINGS, NULL, "project", "general", false, false, NULL},
	{"admin::project-settings.read", "Read the project level settings", ADMIN_SECTION_SETTINGS, NULL, "project", "general", false, false, NULL},
	{"admin::transfer.tokens.access", "Access the transfer tokens settings page", ADMIN_SECTION_SETTINGS, NULL, "transfer tokens", "transfer tokens", false, false, NULL},
	{"admin::transfer.tokens.create", "Create (generate)", ADMIN_SECTION_SETTINGS, NULL, "transfer tokens", "general", false, false, NULL},
	{"admin::transfer.tokens.read", "Read", ADMIN_SECTION_SETTINGS, NULL, "transfer tokens", "general", false, false, NULL},
	{"admin::transfer.tokens.update", "Update", ADMIN_SECTION_SETTINGS, NULL, "transfer tokens", "general", false, false, NULL},
	{"admin::transfer.tokens.regenerate", "Regenerate", ADMIN_SECTION_SETTINGS, NULL, "transfer tokens", "general", false, false, NULL},
	{"admin::transfer.tokens.delete", "Delete (revoke)", ADMIN_SECTION_SETTINGS, NULL, "transfer tokens", "general", false, false, NULL},
};
/* clang-format on */

static const struct admin_condition conditions[] = {
    {"admin::is-creator", "Is creator"},
    {"admin::has-same-role-as-creator", "Has same role as creator"},
};

const struct admin_action *access_admin_actions(const struct registry *registry, size_t *count)
{
	const struct admin_action *all = registered_actions(registry->admin_registered, count);
	if (all)
		return all;
	*count = COUNT_OF(actions);
	return actions;
}

const struct admin_action *admin_actions_own(size_t *count)
{
	*count = COUNT_OF(actions);
	return actions;
}

const struct admin_action *access_admin_action(const struct registry *registry, struct slice id)
{
	size_t count;
	const struct admin_action *all = access_admin_actions(registry, &count);
	for (size_t i = 0; i < count; i++)
		if (slice_is(id, all[i].id))
			return &all[i];
	return NULL;
}

static bool is_subject(const struct admin_subjects *subjects, const struct content_type *type)
{
	for (size_t i = 0; i < subjects->count; i++)
		if (slice_is(subjects->uids[i], type->uid))
			return true;
	return false;
}

bool access_admin_action_is_for(const struct admin_action *action, const struct content_type *type)
{
	return action->section == ADMIN_SECTION_CONTENT_TYPES && !type->component && !type->hidden &&
	       (!action->drafts || type->draft_and_publish) &&
	       (!action->subjects || is_subject(action->subjects, type));
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
