#include "user_tokens.h"
#include "durations.h"

enum { MOST_OF_CLAIMS = 2048 };

/* A text, or for more receivers than one a list of them. */
static void add_claim(struct settings *settings, const struct config_file *file, const char *path, const char *name,
                      bool may_be_list, struct buffer *claims)
{
	struct setting setting;
	if (!setting_find(settings, file, path, NULL, &setting))
		return;
	bool good = json_object_is_type(setting.json, json_type_string);
	if (may_be_list && json_object_is_type(setting.json, json_type_array)) {
		good = true;
		for (size_t i = 0; i < json_count(setting.json); i++)
			good = good && json_object_is_type(json_item(setting.json, i), json_type_string);
	}
	if (!good) {
		setting_refuse(settings, &setting, may_be_list ? "a text or a list of texts" : "a text");
		return;
	}
	buffer_format(claims, ",\"%s\":", name);
	json_write_value(claims, setting.json);
	if (claims->len > MOST_OF_CLAIMS)
		setting_refuse(settings, &setting, "less: tokens would be too long");
}

/* What jsonwebtoken is told when it signs. When it reads it asks for none of this, in Strapi and here. */
static void read_jwt_form(struct settings *settings, const struct config_file *file, struct config *config)
{
	static const char *const names[] = {"HS256", "HS384", "HS512"};
	static const char algorithm[] = "users-permissions.config.jwt.algorithm";
	struct setting setting;
	struct buffer claims = {0};
	if (setting_find(settings, file, algorithm, NULL, &setting)) {
		const char *text = setting_as_text(settings, &setting);
		for (size_t i = 0; text && i < COUNT_OF(names); i++)
			if (strcmp(text, names[i]) == 0)
				config->jwt_algorithm = names[i];
		if (!config->jwt_algorithm)
			setting_refuse(settings, &setting, "HS256, HS384 or HS512");
	}
	add_claim(settings, file, "users-permissions.config.jwt.audience", "aud", true, &claims);
	add_claim(settings, file, "users-permissions.config.jwt.issuer", "iss", false, &claims);
	add_claim(settings, file, "users-permissions.config.jwt.subject", "sub", false, &claims);
	if (claims.len)
		config->jwt_claims = arena_copy(settings->arena, buffer_as_slice(&claims));
	buffer_free(&claims);
}

void user_tokens_read(struct settings *settings, const struct config_file *file, struct config *config)
{
	duration_read_lifetime(settings, file, "users-permissions.config.jwt.expiresIn", "nobody",
	                       &config->jwt_lifetime);
	read_jwt_form(settings, file, config);
}
