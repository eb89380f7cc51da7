/* Reading a project: all model files, then what they say about each other, then the registry. */
#include "load.h"
#include "builtin.h"
#include "check.h"
#include "folder.h"
#include "origin.h"
#include "read_type.h"
#include "resolve.h"

#include <sys/stat.h>

struct loader {
	const char *directory;
	struct mistakes mistakes;
	struct drafts drafts;
	struct map extensions; /* uid of a built-in -> struct extension * */
};

void drafts_add(struct drafts *drafts, struct mistakes *mistakes, struct draft *draft)
{
	if (drafts_find(drafts, draft->type->uid)) {
		mistakes_add(mistakes, draft->label, "$", "%s is described by another file already", draft->type->uid);
		return;
	}
	drafts->items =
	    arena_grow(mistakes->arena, drafts->items, drafts->count, &drafts->capacity, sizeof *drafts->items);
	draft->type->index = drafts->count;
	drafts->items[drafts->count++] = draft;
	map_set(&drafts->by_uid, slice_of(draft->type->uid), draft);
}

struct draft *drafts_find(const struct drafts *drafts, const char *uid)
{
	return map_get(&drafts->by_uid, slice_of(uid));
}

static struct json_object *read_json(struct loader *loader, const char *file, struct slice *text)
{
	if (!folder_read_file(&loader->mistakes, loader->directory, file, text))
		return NULL;
	return member_parse(&loader->mistakes, file, *text);
}

static void load_type(struct loader *loader, struct origin *origin)
{
	struct json_object *json = read_json(loader, origin->file, &origin->json);
	struct draft *draft = json ? draft_read(&loader->mistakes, origin, json) : NULL;
	if (draft)
		drafts_add(&loader->drafts, &loader->mistakes, draft);
	else
		map_set(&loader->drafts.broken, slice_of(origin->uid), loader);
	json_object_put(json);
}

static const char *in_project(struct loader *loader, const char *path)
{
	return arena_format(loader->mistakes.arena, "%s/%s", loader->directory, path);
}

/* Calls `load` for what stands in a folder: folders, or files. */
static void load_each(struct loader *loader, const char *folder, bool folders, const char *within,
                      void (*load)(struct loader *loader, const char *within, const char *name))
{
	size_t count;
	const char **names = folder_list(loader->mistakes.arena, in_project(loader, folder), folders, &count);
	for (size_t i = 0; i < count; i++)
		load(loader, within, names[i]);
}

static void load_content_type(struct loader *loader, const char *api, const char *name)
{
	struct origin origin;
	origin_of_api(loader->mistakes.arena, api, name, &origin);
	load_type(loader, &origin);
}

static void load_api(struct loader *loader, const char *within, const char *api)
{
	(void)within;
	const char *folder = arena_format(loader->mistakes.arena, "src/api/%s", api);
	if (folder_is_link(in_project(loader, folder))) {
		mistakes_note(&loader->mistakes, folder, "$", "a link; as in Strapi, what it leads to is not used");
		return;
	}
	load_each(loader, arena_format(loader->mistakes.arena, "src/api/%s/content-types", api), true, api,
	          load_content_type);
}

static void load_component(struct loader *loader, const char *category, const char *file)
{
	struct origin origin;
	origin_of_component(loader->mistakes.arena, category, file, &origin);
	load_type(loader, &origin);
}

static void load_category(struct loader *loader, const char *within, const char *category)
{
	(void)within;
	load_each(loader, arena_format(loader->mistakes.arena, "src/components/%s", category), false, category,
	          load_component);
}

/* Strapi reads extensions by their paths in lower case: content-types/User extends the type user. */
static void load_extension(struct loader *loader, const char *plugin, const char *name)
{
	struct arena *arena = loader->mistakes.arena;
	const char *file = arena_format(arena, "src/extensions/%s/content-types/%s/schema.json", plugin, name);
	if (!folder_has_file(arena, loader->directory, file))
		return;
	struct slice text;
	struct json_object *json = read_json(loader, file, &text);
	if (!json)
		return;
	struct origin origin;
	origin_of_builtin(arena, origin_in_lower_case(arena, plugin), origin_in_lower_case(arena, name), &origin);
	struct extension *extension = arena_alloc(arena, sizeof *extension);
	*extension = (struct extension){.file = file, .json = json};
	map_set(&loader->extensions, slice_of(origin.uid), extension);
}

static void load_plugin(struct loader *loader, const char *within, const char *plugin)
{
	(void)within;
	if (strcmp(plugin, "admin") == 0) /* the administration's types cannot be extended */
		return;
	load_each(loader, arena_format(loader->mistakes.arena, "src/extensions/%s/content-types", plugin), true, plugin,
	          load_extension);
}

/* A file for a plugin that is not there is none of our business. One for a type that our plugins lack is probably a
 * slip, but Strapi passes over it, too: "users" in place of "user", for instance. */
static void finish_extensions(struct loader *loader)
{
	static const char *const plugins[] = {"plugin::users-permissions.", "plugin::upload.", "plugin::i18n."};
	const struct slice *uids = map_keys(&loader->extensions, loader->mistakes.arena);
	for (size_t i = 0; i < loader->extensions.count; i++) {
		struct extension *extension = map_get(&loader->extensions, uids[i]);
		for (size_t j = 0; j < COUNT_OF(plugins) && !extension->used; j++)
			if (slice_starts_with(uids[i], slice_of(plugins[j])))
				mistakes_note(&loader->mistakes, extension->file, "$",
				              "there is no type %.*s to extend; as in Strapi, the file is not used",
				              (int)uids[i].len, uids[i].ptr);
		json_object_put(extension->json);
	}
}

static void name_type(struct registry *registry, struct content_type *type)
{
	map_set(&registry->by_uid, slice_of(type->uid), type);
	if (type->component || type->plugin)
		return;
	const char *name = content_type_url_name(type);
	map_set(type->single ? &registry->by_singular : &registry->by_plural, slice_of(name), type);
	map_set(&registry->by_kebab, slice_of(model_kebab_case(registry->arena, name)), type);
}

static void name_builtins(struct registry *registry)
{
	const struct {
		const struct content_type **type;
		const char *uid;
	} builtins[] = {
	    {&registry->user, "plugin::users-permissions.user"},
	    {&registry->role, "plugin::users-permissions.role"},
	    {&registry->permission, "plugin::users-permissions.permission"},
	    {&registry->file, "plugin::upload.file"},
	    {&registry->folder, "plugin::upload.folder"},
	    {&registry->i18n_locale, "plugin::i18n.locale"},
	    {&registry->admin_user, "admin::user"},
	    {&registry->admin_role, "admin::role"},
	    {&registry->admin_permission, "admin::permission"},
	    {&registry->api_token, "admin::api-token"},
	    {&registry->api_token_permission, "admin::api-token-permission"},
	};
	for (size_t i = 0; i < COUNT_OF(builtins); i++)
		*builtins[i].type = model_type(registry, slice_of(builtins[i].uid));
}

static struct registry *make_registry(struct arena *arena, const struct drafts *drafts)
{
	struct registry *registry = arena_alloc(arena, sizeof *registry);
	registry->arena = arena;
	registry->types = arena_array(arena, drafts->count, sizeof *registry->types);
	map_init(&registry->by_uid, arena);
	map_init(&registry->by_plural, arena);
	map_init(&registry->by_singular, arena);
	map_init(&registry->by_kebab, arena);
	for (; registry->type_count < drafts->count; registry->type_count++) {
		registry->types[registry->type_count] = drafts->items[registry->type_count]->type;
		name_type(registry, drafts->items[registry->type_count]->type);
	}
	name_builtins(registry);
	return registry;
}

static bool is_folder(struct loader *loader)
{
	struct stat status;
	if (stat(loader->directory, &status) == 0 && S_ISDIR(status.st_mode))
		return true;
	mistakes_add(&loader->mistakes, ".", "$", "there is no folder %s", loader->directory);
	return false;
}

static void load_files(struct loader *loader)
{
	load_each(loader, "src/extensions", true, NULL, load_plugin);
	drafts_add_builtins(&loader->drafts, &loader->mistakes, &loader->extensions);
	finish_extensions(loader);
	load_each(loader, "src/api", true, NULL, load_api);
	load_each(loader, "src/components", true, NULL, load_category);
}

static void load_described_type(struct loader *loader, const char *uid, struct json_object *json)
{
	struct origin origin;
	if (drafts_find(&loader->drafts, uid))
		return; /* a built-in */
	if (!origin_of_uid(loader->mistakes.arena, uid, &origin)) {
		mistakes_add(&loader->mistakes, uid, "$", "this is no uid of a type");
		return;
	}
	origin.json = json_text(loader->mistakes.arena, json);
	struct draft *draft = draft_read(&loader->mistakes, &origin, json);
	if (draft)
		drafts_add(&loader->drafts, &loader->mistakes, draft);
	else
		map_set(&loader->drafts.broken, slice_of(origin.uid), loader);
}

static void load_described(struct loader *loader, struct json_object *described)
{
	struct json_object *types = json_object_object_get(described, "types");
	struct json_object *components = json_object_object_get(described, "components");
	drafts_add_plain_builtins(&loader->drafts, &loader->mistakes, types);
	struct json_object_iter member;
	json_object_object_foreachC(types, member) load_described_type(loader, member.key, member.val);
	json_object_object_foreachC(components, member) load_described_type(loader, member.key, member.val);
}

static void load_all(struct loader *loader)
{
	const struct model_options *options = loader->mistakes.options;
	if (options && options->described)
		load_described(loader, options->described);
	else
		load_files(loader);
	drafts_resolve(&loader->drafts, &loader->mistakes);
	drafts_check(&loader->drafts, &loader->mistakes);
	if (!loader->mistakes.count)
		drafts_check_needed(&loader->drafts, &loader->mistakes);
}

struct registry *model_load(struct arena *arena, const char *directory, const struct model_options *options,
                            struct findings *findings)
{
	struct loader loader = {.directory = directory,
	                        .mistakes = {.arena = arena, .findings = findings, .options = options}};
	map_init(&loader.drafts.by_uid, arena);
	map_init(&loader.drafts.broken, arena);
	map_init(&loader.extensions, arena);
	if (is_folder(&loader))
		load_all(&loader);
	if (loader.mistakes.count)
		return NULL;
	struct registry *registry = make_registry(arena, &loader.drafts);
	registry_add_internals(registry, &loader.mistakes);
	registry->no_languages = options && options->no_languages;
	return registry;
}

struct json_object *model_read_json(const struct content_type *type)
{
	struct json_object *json = json_parse_stored(json_skip_mark(type->json));
	return json ? json : json_object_new_object();
}

void model_make_private(struct registry *registry, const char *const *names, size_t count)
{
	for (size_t i = 0; i < registry->by_uid.capacity; i++)
		for (size_t j = 0; registry->by_uid.entries[i].value && j < count; j++)
			draft_make_private(registry->by_uid.entries[i].value, names[j]);
}

bool model_check_text(struct arena *arena, const char *file, struct slice json, struct findings *findings)
{
	struct mistakes found = {.arena = arena, .findings = findings};
	struct origin origin;
	if (!origin_of_path(arena, file, &origin)) {
		mistakes_add(&found, file, "$",
		             "no place for a model; expected src/api/NAME/content-types/NAME/schema.json");
	} else {
		struct json_object *object = member_parse(&found, file, json);
		if (object)
			draft_read(&found, &origin, object);
		json_object_put(object);
	}
	return !found.count;
}
