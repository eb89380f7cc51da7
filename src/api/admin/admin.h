/* Inside the room `api/admin`: what answers the routes. Each is called on the thread
 * that works for the call: a serving thread, or one that may wait where its route says so. */
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
admin_endpoint admin_plugins;

/* logos.c */
admin_endpoint admin_set_project_settings;

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

/* tokens.c */
admin_endpoint admin_list_api_tokens;
admin_endpoint admin_create_api_token;
admin_endpoint admin_show_api_token;
admin_endpoint admin_change_api_token;
admin_endpoint admin_delete_api_token;
admin_endpoint admin_regenerate_api_token;
admin_endpoint admin_list_transfer_tokens;
admin_endpoint admin_create_transfer_token;
admin_endpoint admin_show_transfer_token;
admin_endpoint admin_change_transfer_token;
admin_endpoint admin_delete_transfer_token;
admin_endpoint admin_regenerate_transfer_token;

/* content_api.c */
void admin_write_routes(struct admin_call *call); /* {"api::x": [{method, path, handler, config, info}]} */
admin_endpoint admin_content_api_permissions;
admin_endpoint admin_content_api_routes;

/* users_permissions.c */
admin_endpoint admin_list_user_roles;
admin_endpoint admin_create_user_role;
admin_endpoint admin_show_user_role;
admin_endpoint admin_change_user_role;
admin_endpoint admin_delete_user_role;
admin_endpoint admin_list_user_permissions;
admin_endpoint admin_list_user_policies;
admin_endpoint admin_list_user_routes;
admin_endpoint admin_email_templates;
admin_endpoint admin_set_email_templates;
admin_endpoint admin_advanced;
admin_endpoint admin_set_advanced;
admin_endpoint admin_providers;
admin_endpoint admin_set_providers;

/* settings.c */
admin_endpoint admin_upload_settings;
admin_endpoint admin_set_upload_settings;
admin_endpoint admin_upload_view;
admin_endpoint admin_set_upload_view;
admin_endpoint admin_email_settings;
admin_endpoint admin_test_email;
admin_endpoint admin_send_email;

/* locales_write.c */
admin_endpoint admin_iso_locales;
admin_endpoint admin_create_locale;
admin_endpoint admin_change_locale;
admin_endpoint admin_delete_locale;

/* model_builder */
admin_endpoint admin_reserved_names;
admin_endpoint admin_builder_types;
admin_endpoint admin_builder_components;
admin_endpoint admin_builder_type;
admin_endpoint admin_builder_component;
admin_endpoint admin_create_type;
admin_endpoint admin_change_type;
admin_endpoint admin_delete_type;
admin_endpoint admin_create_component;
admin_endpoint admin_change_component;
admin_endpoint admin_delete_component;
admin_endpoint admin_change_category;
admin_endpoint admin_delete_category;

/* library */
admin_endpoint admin_upload;
/* Whether the admin may send what admin_upload takes: 403, or 404 where there is no file of that id. In a session. */
bool admin_may_upload(struct admin_call *call);
admin_endpoint admin_list_files;
admin_endpoint admin_show_file;
admin_endpoint admin_delete_file;
admin_endpoint admin_list_folders;
admin_endpoint admin_show_folder;
admin_endpoint admin_folder_structure;
admin_endpoint admin_create_folder;
admin_endpoint admin_change_folder;
admin_endpoint admin_delete_library;
admin_endpoint admin_move_files;

/* webhooks.c */
admin_endpoint admin_list_webhooks;
admin_endpoint admin_create_webhook;
admin_endpoint admin_show_webhook;
admin_endpoint admin_change_webhook;
admin_endpoint admin_delete_webhook;
admin_endpoint admin_delete_webhooks;
admin_endpoint admin_trigger_webhook;

/* locales.c */
admin_endpoint admin_locales;

#endif
