/* All models in the order in which Strapi lists them. */
#include "builtin_types.h"
#include "model.h"

#include <json-c/json.h>

/* Types that every project of Strapi's has, and that only another edition of it keeps entries in. */
static const struct listed_model strangers[] = {
    {"plugin::content-releases.release", "release", "content-releases", NULL, NULL},
    {"plugin::content-releases.release-action", "release-action", "content-releases", NULL, NULL},
};

struct listing {
	struct listed_model *models;
	size_t count;
};

static void add(struct listing *listing, const struct content_type *type)
{
	const bool own = type->component || slice_starts_with(slice_of(type->uid), SLICE("api::"));
	listing->models[listing->count++] = (struct listed_model){
	    .uid = type->uid, .name = type->model_name, .plugin = own ? NULL : type->api_name, .type = type};
}

/* Those whose uid begins with `prefix`, but for those that were listed before. */
static void add_all(struct listing *listing, const struct registry *registry, bool *done, struct slice prefix)
{
	for (size_t i = 0; i < registry->type_count; i++) {
		const struct content_type *type = registry->types[i];
		if (done[i] || type->component || !slice_starts_with(slice_of(type->uid), prefix))
			continue;
		done[i] = true;
		add(listing, type);
	}
}

static void add_strangers(struct listing *listing, const char *plugin)
{
	for (size_t i = 0; i < COUNT_OF(strangers); i++)
		if (strcmp(strangers[i].plugin, plugin) == 0) {
			struct listed_model *model = &listing->models[listing->count++];
			*model = strangers[i];
			model->json = internal_type_json(model->uid);
		}
}

/* The languages have a type of lectern's in projects, too, that have not the plugin. */
static void leave_out(const struct registry *registry, bool *done)
{
	for (size_t i = 0; i < registry->plugin_name_count; i++)
		if (strcmp(registry->plugin_names[i], "i18n") == 0)
			return;
	for (size_t i = 0; i < registry->type_count; i++)
		if (registry->types[i] == registry->i18n_locale)
			done[i] = true;
}

/* Plugins come in the order in which the project loads them; as Strapi's own project does where that is not known. */
static void list_types(struct listing *listing, struct arena *arena, const struct registry *registry)
{
	static const char *const usual[] = {"upload", "content-releases", "users-permissions", "i18n"};
	const size_t count_named = registry->plugin_name_count, count = count_named ? count_named : COUNT_OF(usual);
	const char *const *names = count_named ? registry->plugin_names : usual;
	bool *done = arena_array(arena, registry->type_count, sizeof *done);
	if (registry->plugins_described || registry->no_languages)
		leave_out(registry, done);
	add_all(listing, registry, done, SLICE("admin::"));
	for (size_t i = 0; i < count; i++) {
		add_strangers(listing, names[i]);
		add_all(listing, registry, done, slice_of(arena_format(arena, "plugin::%s.", names[i])));
	}
	add_all(listing, registry, done, SLICE("plugin::"));
	add_all(listing, registry, done, (struct slice){0});
}

static void list_components(struct listing *listing, const struct registry *registry)
{
	for (size_t j = registry->type_count; j > 0; j--)
		if (registry->types[j - 1]->component)
			add(listing, registry->types[j - 1]);
}

const struct listed_model *model_list(struct arena *arena, const struct registry *registry, bool components,
                                      size_t *count)
{
	struct listing listing = {
	    .models = arena_array(arena, registry->type_count + COUNT_OF(strangers), sizeof *listing.models)};
	if (components)
		list_components(&listing, registry);
	else
		list_types(&listing, arena, registry);
	*count = listing.count;
	return listing.models;
}

struct json_object *model_listed_json(const struct listed_model *listed)
{
	return listed->type ? model_read_json(listed->type) : json_parse_stored(slice_of(listed->json));
}
