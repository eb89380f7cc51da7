#include "api.h"

#include "setting.h"

static void read_prefix(struct settings *settings, const struct config_file *file, struct config *config)
{
	struct setting setting;
	if (!setting_find(settings, file, "rest.prefix", NULL, &setting))
		return;
	const char *text = setting_as_text(settings, &setting);
	if (!text || (text[0] && text[0] != '/')) {
		setting_refuse(settings, &setting, "a path that begins with /, or an empty text");
		return;
	}
	struct slice prefix = slice_of(text);
	while (prefix.len && prefix.ptr[prefix.len - 1] == '/')
		prefix.len--;
	config->prefix = arena_copy(settings->arena, prefix);
}

/* Strapi asks no more than whether it comes to a number beside 0. */
static void read_max_limit(struct settings *settings, const struct config_file *file, struct config *config)
{
	static const char path[] = "rest.maxLimit";
	struct setting setting;
	const bool found = setting_find(settings, file, path, NULL, &setting);
	const char *text = found ? setting_as_text(settings, &setting) : NULL;
	if (found && json_object_is_type(setting.json, json_type_boolean) && !json_object_get_boolean(setting.json))
		config->max_limit = 0;
	/* NaN is a text here. */
	else if (file->in_code && text && (!setting_text_is_number(text) || strcmp(text, "NaN") == 0))
		config->max_limit = 0;
	else
		setting_integer(settings, file, path, NULL, "a number of entries; 0, -1 or false for no limit", -1,
		                INT32_MAX, &config->max_limit);
}

void api_read(struct settings *settings, struct config *config)
{
	const struct config_file *file = config_file_open(settings, "config/api.json");
	int64_t depth = config->max_populate_depth;
	setting_integer(settings, file, "rest.defaultLimit", NULL, "a number of entries, at least 1", 1, INT32_MAX,
	                &config->default_limit);
	read_max_limit(settings, file, config);
	setting_truth(settings, file, "rest.withCount", &config->with_count);
	read_prefix(settings, file, config);
	setting_list(settings, file, "responses.privateAttributes", NULL, &config->private_attributes,
	             &config->private_attribute_count);
	setting_integer(settings, file, "rest.maxPopulateDepth", NULL, "a number of levels between 1 and 20", 1, 20,
	                &depth);
	config->max_populate_depth = (unsigned)depth;
}
