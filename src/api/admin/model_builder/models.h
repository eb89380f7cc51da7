/* Inside the folder: all models of a project while some of them are changed, and their files. */
#ifndef LECTERN_API_ADMIN_MODEL_BUILDER_MODELS_H
#define LECTERN_API_ADMIN_MODEL_BUILDER_MODELS_H

#include "../admin.h"

/* One model. */
struct model_edit {
	const char *uid;       /* as it will be */
	const char *known_uid; /* as the project has it; NULL: it is new */
	const char *name;      /* the part of the uid behind the last point */
	const char *category;  /* of a component as the project has it; else NULL */
	bool component;
	struct json_object *schema; /* as it will be; lives in the arena */
	const char *file;           /* where it will lie, from the project's folder */
	const char *known_file;     /* where it lies; NULL: nowhere */
	bool modified, deleted;
	bool fixed; /* a type of the administration: what becomes of it is not written, as in Strapi */
};

struct model_edits {
	struct arena *arena;
	const char *directory;
	struct model_edit **items;
	size_t count, capacity;
};

/* Reads the models of the project as they lie in its files; those of plugins without a file as they are known. False
 * with 400 when a file can't be read. */
bool models_open(struct model_edits *models, struct arena *arena, const struct config *config,
                 const struct registry *registry, struct error *error);

/* By the uid that the project knows it by, or that of a new one. Or NULL. */
struct model_edit *models_find(const struct model_edits *models, const char *uid, bool component);

/* A new model without attributes. */
struct model_edit *models_add(struct model_edits *models, const char *uid, bool component, const char *file);

/* ---- members of a model ---- */

/* Sets schema[group][name], or schema[name] where `group` is NULL. NULL leaves what is there. */
void model_set(struct model_edit *model, const char *group, const char *name, struct json_object *value);

struct json_object *model_attributes(const struct model_edit *model);

/* An attribute, or NULL. */
struct json_object *model_attribute_json(const struct model_edit *model, const char *name);

/* Takes the reference of `attribute`. */
void model_set_attribute(struct model_edit *model, const char *name, struct json_object *attribute);
void model_remove_attribute(struct model_edit *model, const char *name);

/* Whether the builder may change it: "configurable": false is not there. */
bool is_configurable(struct json_object *attribute);

/* Takes away what may be changed, and adds copies of `attributes`. */
void model_set_attributes(struct model_edit *model, struct json_object *attributes);

/* ---- all models ---- */

/* Takes the component out of all models; in all models it has another uid from now on; takes relations to the type out.
 */
void models_remove_component(struct model_edits *models, const char *uid);
void models_rename_component(struct model_edits *models, const char *uid, const char *renamed);
void models_remove_target(struct model_edits *models, const char *uid);

#endif
