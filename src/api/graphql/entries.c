/* Entries as results. All entries that one statement read are a group, so that batch resolvers run once for them. */
#include "entries.h"

struct entry_group {
	struct graphql_group group;
	const struct content_entries *entries;
	struct content_entry *items;
	struct entry_group *next;
};

static void group_object(const struct graphql_group *group, size_t index, struct graphql_result *result)
{
	const struct entry_group *entries = group->context;
	*result = (struct graphql_result){
	    .kind = GRAPHQL_RESULT_OBJECT, .object = &entries->items[index], .group = group, .index = index};
}

static struct entry_group *make_group(struct api_graphql_context *context, const struct content_entries *entries)
{
	struct entry_group *made = arena_alloc(context->arena, sizeof *made);
	size_t count = content_entries_count(entries);
	made->entries = entries;
	made->items = arena_array(context->arena, count, sizeof *made->items);
	for (size_t i = 0; i < count; i++)
		made->items[i] = (struct content_entry){entries, (uint32_t)i};
	made->group = (struct graphql_group){.count = count, .object = group_object, .context = made};
	made->next = context->groups;
	context->groups = made;
	return made;
}

/* There are as many groups as statements; the one of before is wanted again as a rule. */
static struct entry_group *find_group(struct api_graphql_context *context, const struct content_entries *entries)
{
	for (struct entry_group **at = &context->groups; *at; at = &(*at)->next) {
		struct entry_group *found = *at;
		if (found->entries != entries)
			continue;
		*at = found->next;
		found->next = context->groups;
		return context->groups = found;
	}
	return make_group(context, entries);
}

void api_graphql_set_entry(struct api_graphql_context *context, const struct content_entry *entry,
                           struct graphql_result *result)
{
	result->kind = GRAPHQL_RESULT_OBJECT;
	result->object = entry;
	if (!context->schema->with_groups)
		return;
	result->group = &find_group(context, entry->entries)->group;
	result->index = entry->item;
}

bool api_graphql_entry(const struct graphql_result *result, struct content_entry *entry)
{
	if (result->kind != GRAPHQL_RESULT_OBJECT || !result->group || result->group->object != group_object)
		return false;
	*entry = *(const struct content_entry *)result->object;
	return true;
}
