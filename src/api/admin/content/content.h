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

#endif
