#include "content/hooks.h"
#include "content/write/save.h"
#include "read.h"

#include <stdlib.h>

enum { LONGEST_LOCALE = 64 };

/* What a thread remembers of the settings until the database changes. */
struct thread_settings {
	uint64_t version;
	size_t locale_length;
	char locale[LONGEST_LOCALE];
};

struct content {
	const struct registry *registry;
	struct thread_settings *threads;
	struct hooks *hooks;
};

struct content *content_open(const struct registry *registry, size_t threads)
{
	struct content *content = calloc(1, sizeof *content);
	if (!content || !(content->threads = calloc(threads, sizeof *content->threads)))
		abort();
	content->registry = registry;
	content->hooks = hooks_create();
	return content;
}

void content_close(struct content *content)
{
	if (!content)
		return;
	hooks_destroy(content->hooks);
	free(content->threads);
	free(content);
}

const struct registry *content_registry(const struct content *content)
{
	return content->registry;
}

struct hooks *content_hooks(const struct content *content)
{
	return content->hooks;
}

/* The setting is a JSON text: "en" in quotes. Locale codes have nothing to escape. */
bool content_default_locale(const struct content_call *call, struct slice *locale, struct error *error)
{
	struct thread_settings *settings = &call->content->threads[call->thread];
	uint64_t version = store_version(call->session);
	if (settings->version != version || !settings->locale_length) {
		struct slice json;
		if (!store_setting(call->session, "plugin_i18n_default_locale", &json, error))
			return false;
		if (json.len < 3 || json.len > LONGEST_LOCALE || json.ptr[0] != '"' || json.ptr[json.len - 1] != '"')
			json = SLICE("\"en\"");
		memcpy(settings->locale, json.ptr + 1, json.len - 2);
		settings->locale_length = json.len - 2;
		settings->version = version;
	}
	*locale = arena_copy_slice(call->arena, (struct slice){settings->locale, settings->locale_length});
	return true;
}

/* The root of a query is of one locale; what it populates is not filtered by locale. */
static bool restrict_locale(const struct content_call *call, const struct query_root *root, struct error *error)
{
	const struct content_type *type = root->query->type;
	struct condition *condition;
	struct slice locale;
	if (!type->localized || !type->locale || root->locale == LOCALE_ALL)
		return true;
	if (root->locale == LOCALE_GIVEN) {
		condition = query_compare(call->arena, type->locale, QUERY_EQ, (struct value){.kind = VALUE_NULL});
		condition->operator= root->locale_count == 1 ? QUERY_EQ : QUERY_IN;
		condition->values = root->locales;
		condition->value_count = root->locale_count;
	} else {
		if (!content_default_locale(call, &locale, error))
			return false;
		condition = query_compare(call->arena, type->locale, QUERY_EQ, value_text(locale));
	}
	query_add_condition(call->arena, root->query, condition);
	return true;
}

bool content_find(const struct content_call *call, const struct query_root *root, bool locales,
                  struct content_result **result, int64_t *total, struct error *error)
{
	*total = -1;
	if (!restrict_locale(call, root, error) || !read_result(call, root->query, NULL, 0, locales, result, error))
		return false;
	if (root->page.with_count && !store_count(call->session, root->query, total, error)) {
		content_free(*result);
		return false;
	}
	return true;
}

bool content_find_one(const struct content_call *call, const struct query *query, int64_t id, bool locales,
                      struct content_result **result, struct error *error)
{
	return read_result(call, query, &id, 1, locales, result, error);
}

bool content_count(const struct content_call *call, const struct query_root *root, int64_t *count, struct error *error)
{
	return restrict_locale(call, root, error) && store_count(call->session, root->query, count, error);
}

bool content_find_id(const struct content_call *call, const struct query_root *root, int64_t *id, struct error *error)
{
	struct content_result *result;
	int64_t total;
	*id = 0;
	if (!content_find(call, root, false, &result, &total, error))
		return false;
	if (content_result_count(result))
		*id = content_result_id(result, 0);
	content_free(result);
	return true;
}
