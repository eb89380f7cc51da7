/* Inside the room `api/admin`: what answers the routes. */
#ifndef LECTERN_API_ADMIN_ADMIN_H
#define LECTERN_API_ADMIN_ADMIN_H

#include "call.h"
#include "content/content.h"

/* sign_in.c */
admin_endpoint admin_login;
admin_endpoint admin_renew_token;
admin_endpoint admin_logout;
admin_endpoint admin_register_first;
admin_endpoint admin_registration_info;
admin_endpoint admin_register;
admin_endpoint admin_forgot_password;
admin_endpoint admin_reset_password;

/* me.c */
admin_endpoint admin_me;
admin_endpoint admin_change_me;
admin_endpoint admin_my_permissions;

/* permissions.c */
admin_endpoint admin_check_permissions;

/* server.c */
admin_endpoint admin_init;
admin_endpoint admin_project_type;
admin_endpoint admin_information;
admin_endpoint admin_telemetry;
admin_endpoint admin_project_settings;

/* users.c */
admin_endpoint admin_users;
admin_endpoint admin_user;
admin_endpoint admin_invite_user;
admin_endpoint admin_change_user;
admin_endpoint admin_delete_user;
admin_endpoint admin_delete_users;

/* roles.c */
admin_endpoint admin_list_roles;
admin_endpoint admin_show_role;
admin_endpoint admin_list_role_permissions;

/* roles_write.c */
admin_endpoint admin_create_role;
admin_endpoint admin_change_role;
admin_endpoint admin_delete_role;
admin_endpoint admin_delete_roles;
admin_endpoint admin_set_role_permissions;

/* permission_sections.c */
admin_endpoint admin_list_permissions;

/* locales.c */
admin_endpoint admin_locales;

#endif
