/* The door of the folder: the content manager. */
#ifndef LECTERN_API_ADMIN_CONTENT_CONTENT_H
#define LECTERN_API_ADMIN_CONTENT_CONTENT_H

#include "api/admin/route.h"

/* types.c */
admin_endpoint admin_content_init;
admin_endpoint admin_content_types;
admin_endpoint admin_components;

/* views.c */
admin_endpoint admin_views_settings;
admin_endpoint admin_type_view;
admin_endpoint admin_component_view;
admin_endpoint admin_change_type_view;
admin_endpoint admin_change_component_view;

/* entries.c */
admin_endpoint admin_list_entries;
admin_endpoint admin_show_entry;
admin_endpoint admin_show_single;

/* changes.c */
admin_endpoint admin_create_entry;
admin_endpoint admin_update_entry;
admin_endpoint admin_delete_entry;
admin_endpoint admin_save_single;
admin_endpoint admin_delete_single;

/* publish.c */
admin_endpoint admin_publish_entry;
admin_endpoint admin_unpublish_entry;
admin_endpoint admin_publish_single;
admin_endpoint admin_unpublish_single;

/* many.c */
admin_endpoint admin_delete_entries;
admin_endpoint admin_publish_entries;
admin_endpoint admin_unpublish_entries;

/* drafts.c */
admin_endpoint admin_count_drafts;
admin_endpoint admin_count_drafts_of_single;
admin_endpoint admin_count_drafts_of_many;

/* clone.c */
admin_endpoint admin_clone_entry;
admin_endpoint admin_clone_entry_at_once;

/* versions.c */
admin_endpoint admin_shared_fields;

/* uid.c */
admin_endpoint admin_generate_uid;
admin_endpoint admin_uid_available;

/* candidates.c */
admin_endpoint admin_find_related;

/* related.c */
admin_endpoint admin_list_related;

#endif
