/* Inside the folder: an archive of Strapi's while it is written. */
#ifndef LECTERN_TRANSFER_STRAPI_WRITE_H
#define LECTERN_TRANSFER_STRAPI_WRITE_H

#include "content/content.h"
#include "jsonl.h"
#include "transfer/progress.h"
#include "transfer/tables.h"
#include "transfer/transfer.h"

struct strapi_writing {
	const struct transfer_strapi_options *options;
	const struct registry *registry;
	struct transfer_tables *tables;
	struct member_writer writer;
	struct content_call call; /* its arena is the page's, which is reset between two */
	struct buffer line;
	struct transfer_progress progress;
	struct transfer_strapi_result *result;
	struct error *error;
};

/* Each writes the members of its section. */
bool strapi_write_entities(struct strapi_writing *writing);
bool strapi_write_links(struct strapi_writing *writing);
bool strapi_write_configuration(struct strapi_writing *writing);

/* The files of the entries of uploads, each with what is known of it. */
bool strapi_write_assets(struct strapi_writing *writing);

/* All rows of a table that count, one by one. */
typedef bool strapi_row_visitor(struct strapi_writing *writing, void *context, const struct transfer_table *table,
                                struct store_cursor *cursor);
bool strapi_visit_rows(struct strapi_writing *writing, const struct transfer_table *table, strapi_row_visitor *visitor,
                       void *context);

/* All entries of a type with their components, one by one, as code sees them. The visitor's `entry` is an object that
 * lives until it returns. */
typedef bool strapi_entry_visitor(struct strapi_writing *writing, void *context, struct json_object *entry);
bool strapi_visit_entries(struct strapi_writing *writing, const struct content_type *type,
                          strapi_entry_visitor *visitor, void *context);

#endif
