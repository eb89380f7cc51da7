#include "known_plugins.h"

static const struct known_plugin plugins[] = {
    /* built in */
    {"@strapi/plugin-users-permissions", "users-permissions", PLUGIN_NOTHING},
    {"@strapi/plugin-i18n", "i18n", PLUGIN_NOTHING},
    {"@strapi/plugin-graphql", "graphql", PLUGIN_NOTHING},
    {"@strapi/plugin-upload", "upload", PLUGIN_NOTHING},
    {"@strapi/plugin-email", "email", PLUGIN_NOTHING},
    /* the administration panel's, and what reports elsewhere */
    {"@strapi/plugin-content-manager", "content-manager", PLUGIN_NOTHING},
    {"@strapi/plugin-content-type-builder", "content-type-builder", PLUGIN_NOTHING},
    {"@strapi/plugin-content-releases", "content-releases", PLUGIN_NOTHING},
    {"@strapi/plugin-cloud", "cloud", PLUGIN_NOTHING},
    {"@strapi/plugin-sentry", "sentry", PLUGIN_NOTHING},
    {"@strapi/plugin-seo", "seo", PLUGIN_NOTHING},
    {"@strapi-community/dockerize", "dockerize", PLUGIN_NOTHING},
    {"strapi-plugin-preview-button", "preview-button", PLUGIN_NOTHING},
    {"strapi-plugin-placeholder", "placeholder", PLUGIN_ANSWERS},
    /* its routes lie outside of the content API */
    {"@strapi/plugin-documentation", "documentation", PLUGIN_NOTHING},
    /* custom fields and editors */
    {"@strapi/plugin-color-picker", "color-picker", PLUGIN_NOTHING},
    {"@ckeditor/strapi-plugin-ckeditor", "ckeditor", PLUGIN_NOTHING},
    {"@_sh/strapi-plugin-ckeditor", "ckeditor", PLUGIN_NOTHING},
    {"strapi-plugin-ckeditor", "ckeditor", PLUGIN_NOTHING},
    {"strapi-plugin-ckeditor5", "ckeditor5", PLUGIN_NOTHING},
    {"strapi-plugin-wysiwyg-react-quill", "wysiwyg", PLUGIN_NOTHING},
    {"strapi-plugin-react-md-editor", "wysiwyg", PLUGIN_NOTHING},
    {"strapi-plugin-multi-select", "multi-select", PLUGIN_NOTHING},
    {"strapi-plugin-tagsinput", "tagsinput", PLUGIN_NOTHING},
    {"strapi-plugin-country-select", "country-select", PLUGIN_NOTHING},
    {"@strapi/plugin-country-select", "country-select", PLUGIN_NOTHING},
    {"strapi-plugin-oembed", "oembed", PLUGIN_NOTHING},
    {"strapi-plugin-permalinks", "permalinks", PLUGIN_CHANGES},
    /* routes of their own, some for the panel alone */
    {"strapi-plugin-config-sync", "config-sync", PLUGIN_ROUTES},
    {"strapi-plugin-entity-relationship-chart", "entity-relationship-chart", PLUGIN_ROUTES},
    {"strapi-plugin-todo", "todo", PLUGIN_ROUTES},
    {"strapi-plugin-import-export-entries", "import-export-entries", PLUGIN_ROUTES},
    {"strapi-plugin-sitemap", "sitemap", PLUGIN_ROUTES},
    {"@strapi-community/strapi-plugin-sitemap", "sitemap", PLUGIN_ROUTES},
    {"strapi-plugin-comments", "comments", PLUGIN_ROUTES},
    {"strapi-plugin-navigation", "navigation", PLUGIN_ROUTES},
    {"strapi-plugin-menus", "menus", PLUGIN_ROUTES},
    {"strapi-plugin-translate", "translate", PLUGIN_NOTHING},
    {"strapi-plugin-redirects", "redirects", PLUGIN_ROUTES},
    {"strapi-plugin-fuzzy-search", "fuzzy-search", PLUGIN_ROUTES},
    {"strapi-plugin-passwordless", "passwordless", PLUGIN_ROUTES},
    {"strapi-plugin-email-designer", "email-designer", PLUGIN_ROUTES},
    /* what is stored */
    {"strapi-plugin-slugify", "slugify", PLUGIN_CHANGES},
    {"strapi-plugin-publisher", "publisher", PLUGIN_CHANGES},
    {"strapi-plugin-meilisearch", "meilisearch", PLUGIN_CHANGES},
    {"strapi-plugin-strapi-algolia", "strapi-algolia", PLUGIN_CHANGES},
    {"strapi-plugin-io", "io", PLUGIN_CHANGES},
    {"@strapi-community/plugin-io", "io", PLUGIN_CHANGES},
    {"strapi-plugin-bulk-editor", "bulk-editor", PLUGIN_NOTHING},
    /* all answers */
    {"strapi-plugin-transformer", "transformer", PLUGIN_ANSWERS},
    {"strapi-plugin-populate-deep", "strapi-plugin-populate-deep", PLUGIN_ANSWERS},
    {"strapi-v4-plugin-populate-deep", "strapi-plugin-populate-deep", PLUGIN_ANSWERS},
    {"strapi-plugin-rest-cache", "rest-cache", PLUGIN_ANSWERS},
    {"strapi-plugin-response", "response", PLUGIN_ANSWERS},
    {"strapi-plugin-response-transformer", "response-transformer", PLUGIN_ANSWERS},
};

const struct known_plugin *known_plugin_find(struct slice package)
{
	for (size_t i = 0; i < COUNT_OF(plugins); i++)
		if (slice_is(package, plugins[i].package))
			return &plugins[i];
	return NULL;
}

/* Handlers of the routes of the type content-api in the packages on npm, in the order of their controllers. */
static const struct {
	const char *plugin;
	const char *actions[12]; /* ends with NULL */
} actions[] = {
    {"comments",
     {"client.findAllFlat", "client.findAllInHierarchy", "client.findAllPerAuthor", "client.post", "client.put",
      "client.reportAbuse", "client.removeComment"}},
    {"fuzzy-search", {"searchController.search"}},
    {"import-export-entries", {"export.exportData", "import.importData"}},
    {"menus",
     {"menu.find", "menu.findOne", "menu.create", "menu.update", "menu.delete", "menu-item.find", "menu-item.findOne",
      "menu-item.create", "menu-item.update", "menu-item.delete"}},
    {"navigation", {"client.readAll", "client.render", "client.renderChild"}},
    {"passwordless", {"auth.login", "auth.sendLink"}},
    {"publisher",
     {"actionController.find", "actionController.create", "actionController.update", "actionController.delete"}},
    {"redirects", {"content-type.find", "content-type.search", "redirects.findAll"}},
    {"sitemap",
     {"core.getSitemap", "core.getSitemapXsl", "core.getSitemapXslJs", "core.getSitemapXslSortable",
      "core.getSitemapXslCss"}},
    {"slugify", {"slugController.findSlug"}},
};

const char *const *known_plugin_actions(const char *name)
{
	for (size_t i = 0; i < COUNT_OF(actions); i++)
		if (strcmp(actions[i].plugin, name) == 0)
			return actions[i].actions;
	return NULL;
}
