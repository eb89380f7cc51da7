/* The service: what it keeps from call to call. */
#include "service.h"

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
	struct service_listener listener;
	struct service_subscriber subscribers[CONTENT_SUBSCRIBERS];
	service_signer signer;
};

struct content *content_open(const struct registry *registry, size_t threads)
{
	struct content *content = calloc(1, sizeof *content);
	if (!content || !(content->threads = calloc(threads, sizeof *content->threads)) ||
	    !(content->listener.moments =
	          calloc(registry->type_count + registry->internal_count + 1, sizeof *content->listener.moments)))
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
	free(content->listener.moments);
	free(content);
}

const struct registry *service_registry(const struct content *content)
{
	return content->registry;
}

service_signer *service_signer_of(struct content *content)
{
	return &content->signer;
}

struct service_listener *service_listener(struct content *content)
{
	return &content->listener;
}

struct service_subscriber *service_subscriber(struct content *content, enum content_subscriber subscriber)
{
	return &content->subscribers[subscriber];
}

struct hooks *service_hooks(const struct content *content)
{
	return content->hooks;
}

/* The setting is a JSON text: "en" in quotes. Locale codes have nothing to escape. */
bool content_default_locale(const struct content_call *call, struct slice *locale, struct error *error)
{
	struct thread_settings *settings = &call->content->threads[call->thread];
	uint64_t version = store_version(call->session);
	if (settings->version != version || version == UINT64_MAX || !settings->locale_length) {
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
