/* The names of a project's content-types, where its models can't be read. */
#include "folder.h"
#include "origin.h"

struct outline {
	struct registry *registry;
	struct mistakes ignored;
	struct findings findings;
	const char *directory;
	size_t capacity;
};

static bool is_single(struct outline *outline, const char *file)
{
	struct slice text;
	return folder_read_file(&outline->ignored, outline->directory, file, &text) &&
	       memmem(text.ptr, text.len, "\"singleType\"", sizeof "\"singleType\"" - 1);
}

static void add_type(struct outline *outline, const char *api, const char *name)
{
	struct registry *registry = outline->registry;
	struct arena *arena = registry->arena;
	struct content_type *type = arena_alloc(arena, sizeof *type);
	struct origin origin;
	origin_of_api(arena, api, name, &origin);
	*type = (struct content_type){.uid = origin.uid,
	                              .singular_name = origin.model_name,
	                              .plural_name = origin.model_name,
	                              .api_name = origin.api_name,
	                              .model_name = origin.model_name,
	                              .file = origin.file,
	                              .single = is_single(outline, origin.file),
	                              .index = registry->type_count};
	map_init(&type->by_name, arena);
	map_init(&type->by_column, arena);
	registry->types =
	    arena_grow(arena, registry->types, registry->type_count, &outline->capacity, sizeof *registry->types);
	registry->types[registry->type_count++] = type;
	map_set(&registry->by_uid, slice_of(type->uid), type);
}

struct registry *model_outline(struct arena *arena, const char *directory)
{
	struct registry *registry = arena_alloc(arena, sizeof *registry);
	struct outline outline = {.registry = registry, .directory = directory};
	size_t api_count, count;
	findings_init(&outline.findings, arena);
	outline.ignored = (struct mistakes){.arena = arena, .findings = &outline.findings};
	registry->arena = arena;
	map_init(&registry->by_uid, arena);
	map_init(&registry->by_plural, arena);
	map_init(&registry->by_singular, arena);
	map_init(&registry->by_kebab, arena);
	const char **apis = folder_list(arena, arena_format(arena, "%s/src/api", directory), true, &api_count);
	for (size_t i = 0; i < api_count; i++) {
		if (folder_is_link(arena_format(arena, "%s/src/api/%s", directory, apis[i])))
			continue;
		const char *folder = arena_format(arena, "%s/src/api/%s/content-types", directory, apis[i]);
		const char **names = folder_list(arena, folder, true, &count);
		for (size_t j = 0; j < count; j++)
			add_type(&outline, apis[i], names[j]);
	}
	return registry;
}
