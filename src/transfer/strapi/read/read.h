/* Inside `strapi`: lines of Strapi's archives as lines of lectern's. */
#ifndef LECTERN_TRANSFER_STRAPI_READ_H
#define LECTERN_TRANSFER_STRAPI_READ_H

#include "transfer/strapi/sections.h"
#include "transfer/tables.h"

/* Makes lines of lectern's own format of them, in *lines, a temporary file that the caller closes. Ids are kept. Needs
 * memory for the ids, and for those relations that lie in columns of their entries. Adds to *left_out the links that
 * name entries which are not there. 400 for what the project's models do not have. */
bool strapi_make_lines(struct strapi_sections *sections, const struct transfer_unpack_options *options, FILE **lines,
                       int64_t *left_out, struct error *error);

/* A relation in columns of its entry. */
struct strapi_reference {
	struct strapi_reference *next;
	const struct attribute *attribute;
	const char *type; /* of the target where any may be meant, else NULL */
	int64_t id;
};

struct converting {
	const struct transfer_unpack_options *options;
	const struct strapi_sections *sections;
	struct transfer_tables *tables;
	struct arena *arena, *scratch; /* `scratch` is reset before each line */
	struct id_set *ids;            /* of the archive's entries, by content_type.index */
	struct map references;         /* "uid id" -> struct strapi_reference * */
	struct map mistakes;           /* those that were told, each -> itself */
	size_t mistake_count;
	FILE *entries, *links; /* where lines go */
	struct buffer line;
	int64_t *left_out;
	struct error *error;
};

/* Tells that the models have no such thing. With `force` it is left out: true. Else it is a mistake, which is told
 * once, and the work goes on to find others: true as well. */
bool convert_report_unknown(struct converting *converting, const char *what, const char *name);

/* Ends the line that was made. */
bool convert_end_line(struct converting *converting, FILE *out);

/* One line each. convert_note comes before convert_link, and that before convert_entity, for all lines. */
bool convert_note(struct converting *converting, struct json_object *json);
bool convert_link(struct converting *converting, struct json_object *json);
bool convert_entity(struct converting *converting, struct json_object *json);
bool convert_setting(struct converting *converting, struct json_object *json);

#endif
