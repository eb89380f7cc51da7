/* What others see of a request, and entries as results. */
#include "operation.h"

struct entry_group {
	struct graphql_group group;
	const struct content_entries *entries;
	struct content_entry *items;
	struct entry_group *next;
};

void api_graphql_keep_permissions(struct api_graphql *api)
{
	api->keep_permissions = true;
}

bool api_graphql_call_has_content(const struct graphql_call *call)
{
	return request_of(call)->session != NULL;
}

struct content_call api_graphql_call_content(const struct graphql_call *call)
{
	return request_content(request_of(call));
}

const struct caller *api_graphql_call_caller(const struct graphql_call *call)
{
	return &request_of(call)->caller;
}

const struct http_request *api_graphql_call_request(const struct graphql_call *call)
{
	return request_of(call)->http;
}

bool api_graphql_call_writes(const struct graphql_call *call)
{
	return request_of(call)->session && request_of(call)->writing;
}

void **api_graphql_call_slot(const struct graphql_call *call)
{
	return &request_of(call)->slot;
}

void api_graphql_call_failed(const struct graphql_call *call)
{
	request_of(call)->failed = true;
}

/* ---- groups: all entries that one statement read ---- */

static void group_object(const struct graphql_group *group, size_t index, struct graphql_result *result)
{
	const struct entry_group *entries = group->context;
	*result = (struct graphql_result){
	    .kind = GRAPHQL_RESULT_OBJECT, .object = &entries->items[index], .group = group, .index = index};
}

static struct entry_group *make_group(struct api_graphql_request *request, const struct content_entries *entries)
{
	struct entry_group *made = arena_alloc(request->arena, sizeof *made);
	size_t count = content_entries_count(entries);
	made->entries = entries;
	made->items = arena_array(request->arena, count, sizeof *made->items);
	for (size_t i = 0; i < count; i++)
		made->items[i] = (struct content_entry){entries, (uint32_t)i};
	made->group = (struct graphql_group){.count = count, .object = group_object, .context = made};
	made->next = request->groups;
	request->groups = made;
	return made;
}

/* There are as many groups as statements; the one of before is wanted again as a rule. */
static struct entry_group *find_group(struct api_graphql_request *request, const struct content_entries *entries)
{
	for (struct entry_group **at = &request->groups; *at; at = &(*at)->next) {
		struct entry_group *found = *at;
		if (found->entries != entries)
			continue;
		*at = found->next;
		found->next = request->groups;
		return request->groups = found;
	}
	return make_group(request, entries);
}

void request_set_entry(struct api_graphql_request *request, const struct content_entry *entry,
                       struct graphql_result *result)
{
	result->kind = GRAPHQL_RESULT_OBJECT;
	result->object = entry;
	if (!request->schema->with_groups)
		return;
	result->group = &find_group(request, entry->entries)->group;
	result->index = entry->item;
}

bool api_graphql_entry(const struct graphql_result *result, struct content_entry *entry)
{
	if (result->kind != GRAPHQL_RESULT_OBJECT || !result->group || result->group->object != group_object)
		return false;
	*entry = *(const struct content_entry *)result->object;
	return true;
}
