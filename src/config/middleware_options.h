/* Inside the room `config`: the options of Strapi's own middlewares, each read into the config. */
#ifndef LECTERN_CONFIG_MIDDLEWARE_OPTIONS_H
#define LECTERN_CONFIG_MIDDLEWARE_OPTIONS_H

#include "config.h"
#include "setting.h"

/* config/middlewares, evaluated. */
struct middleware_list {
	struct settings *settings;
	struct config *config;
	const char *file;
	struct json_object *entries;
	struct json_object *functions; /* the paths of members that are functions */
	struct json_object *headers;   /* that the runtime has made of the options of strapi::security, or NULL */
};

/* Adds a mistake of the file: `expected` stands behind the word. */
void middleware_mistake(const struct middleware_list *list, const char *path, const char *expected);

/* A copy of the string, in the arena of the settings; NULL when it is none. */
const char *middleware_text(const struct middleware_list *list, struct json_object *json);

/* "2kb", "1.5 MB", 2048: bytes, as Strapi's body parser reads them. False for anything else. */
bool middleware_parse_size(struct slice text, size_t *bytes);

/* Each reads the options at `path` of the middleware of its name. Mistakes are added to the findings. */
void middleware_read_cors(const struct middleware_list *list, struct json_object *options, const char *path);
void middleware_read_query(const struct middleware_list *list, struct json_object *options, const char *path);
void middleware_read_body(const struct middleware_list *list, struct json_object *options, const char *path);
void middleware_read_security(const struct middleware_list *list, struct json_object *options, const char *path);
void middleware_read_powered_by(const struct middleware_list *list, struct json_object *options, const char *path);
void middleware_read_public(const struct middleware_list *list, struct json_object *options, const char *path);
void middleware_read_favicon(const struct middleware_list *list, struct json_object *options, const char *path);

#endif
