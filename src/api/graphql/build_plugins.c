/* What the plugins for uploads, accounts and languages add to the schema. */
#include "build_plugins.h"
#include "accounts.h"
#include "build_operations.h"
#include "files.h"
#include "mutations.h"
#include "queries.h"
#include "scalars.h"
#include "uploads.h"

#define AUTH "plugin::users-permissions.auth."
#define ROLE "plugin::users-permissions.role."
#define USER "plugin::users-permissions.user."
#define UPLOAD "plugin::upload.content-api."

struct plugin_member {
	const char *type, *name, *result; /* result: of an output field, or what an input field takes */
};

static void build_members(struct builder *builder, enum graphql_kind kind, const struct plugin_member *members,
                          size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct graphql_type *type = api_graphql_build_type(builder, kind, members[i].type, NULL);
		if (kind == GRAPHQL_OBJECT)
			api_graphql_build_field(builder, type, members[i].name, members[i].result, NULL, NULL);
		else
			api_graphql_build_input(builder, type, members[i].name, members[i].result, NULL, NULL);
	}
}

void api_graphql_build_plugin_types(struct builder *builder)
{
	static const struct plugin_member file[] = {
	    {"FileInfoInput", "name", "String"},
	    {"FileInfoInput", "alternativeText", "String"},
	    {"FileInfoInput", "caption", "String"},
	};
	static const struct plugin_member me[] = {
	    {"UsersPermissionsMe", "id", "ID!"},
	    {"UsersPermissionsMe", "username", "String!"},
	    {"UsersPermissionsMe", "email", "String"},
	    {"UsersPermissionsMe", "confirmed", "Boolean"},
	    {"UsersPermissionsMe", "blocked", "Boolean"},
	    {"UsersPermissionsMe", "role", "UsersPermissionsMeRole"},
	    {"UsersPermissionsMeRole", "id", "ID!"},
	    {"UsersPermissionsMeRole", "name", "String!"},
	    {"UsersPermissionsMeRole", "description", "String"},
	    {"UsersPermissionsMeRole", "type", "String"},
	};
	static const struct plugin_member inputs[] = {
	    {"UsersPermissionsRegisterInput", "username", "String!"},
	    {"UsersPermissionsRegisterInput", "email", "String!"},
	    {"UsersPermissionsRegisterInput", "password", "String!"},
	    {"UsersPermissionsLoginInput", "identifier", "String!"},
	    {"UsersPermissionsLoginInput", "password", "String!"},
	};
	static const struct plugin_member payloads[] = {
	    {"UsersPermissionsPasswordPayload", "ok", "Boolean!"},
	    {"UsersPermissionsLoginPayload", "jwt", "String"},
	    {"UsersPermissionsLoginPayload", "user", "UsersPermissionsMe!"},
	    {"UsersPermissionsCreateRolePayload", "ok", "Boolean!"},
	    {"UsersPermissionsUpdateRolePayload", "ok", "Boolean!"},
	    {"UsersPermissionsDeleteRolePayload", "ok", "Boolean!"},
	};
	build_members(builder, GRAPHQL_INPUT_OBJECT, file, COUNT_OF(file));
	build_members(builder, GRAPHQL_OBJECT, me, COUNT_OF(me));
	build_members(builder, GRAPHQL_INPUT_OBJECT, inputs, COUNT_OF(inputs));
	api_graphql_build_input(
	    builder, api_graphql_build_type(builder, GRAPHQL_INPUT_OBJECT, "UsersPermissionsLoginInput", NULL),
	    "provider", "String!", "\"local\"", NULL);
	build_members(builder, GRAPHQL_OBJECT, payloads, COUNT_OF(payloads));
	api_graphql_build_locale_scalar(builder);
}

struct plugin_operation {
	const char *name, *result, *description;
	graphql_resolver *resolve;
	const char *action; /* the permission it takes; NULL: none */
	const struct plugin_member *arguments;
	size_t argument_count;
};

static void build_uploads(struct builder *builder)
{
	static const struct plugin_member one[] = {{NULL, "refId", "ID"},
	                                           {NULL, "ref", "String"},
	                                           {NULL, "field", "String"},
	                                           {NULL, "info", "FileInfoInput"},
	                                           {NULL, "file", "Upload!"}};
	static const struct plugin_member many[] = {
	    {NULL, "refId", "ID"}, {NULL, "ref", "String"}, {NULL, "field", "String"}, {NULL, "files", "[Upload]!"}};
	static const struct plugin_member info[] = {{NULL, "id", "ID!"}, {NULL, "info", "FileInfoInput"}};
	static const struct plugin_member id[] = {{NULL, "id", "ID!"}};
	static const struct plugin_operation operations[] = {
	    {"upload", "UploadFileEntityResponse!", NULL, api_graphql_resolve_upload, UPLOAD "upload", one,
	     COUNT_OF(one)},
	    {"multipleUpload", "[UploadFileEntityResponse]!", NULL, api_graphql_resolve_multiple_upload,
	     UPLOAD "upload", many, COUNT_OF(many)},
	    {"updateFileInfo", "UploadFileEntityResponse!", NULL, api_graphql_resolve_update_file_info, UPLOAD "upload",
	     info, COUNT_OF(info)},
	    {"removeFile", "UploadFileEntityResponse", NULL, api_graphql_resolve_remove_file, UPLOAD "destroy", id,
	     COUNT_OF(id)},
	};
	const struct content_type *type = builder->schema->registry->file;
	for (size_t i = 0; i < COUNT_OF(operations) && api_graphql_build_is_enabled(builder, type); i++) {
		const struct plugin_operation *operation = &operations[i];
		struct graphql_field *field =
		    api_graphql_build_operation(builder, builder->mutation, operation->name, operation->result,
		                                operation->resolve, type, operation->action);
		for (size_t j = 0; j < operation->argument_count; j++)
			api_graphql_build_argument(builder, field, operation->arguments[j].name,
			                           operation->arguments[j].result, NULL);
	}
}

static void build_account(struct builder *builder, const struct plugin_operation *operation,
                          const struct content_type *type)
{
	struct graphql_field *field =
	    api_graphql_build_operation(builder, builder->mutation, operation->name, operation->result,
	                                operation->resolve, type, operation->action);
	if (builder->failed)
		return;
	struct slice action = slice_of(operation->action);
	const struct api_graphql_root root = {.admission = operation->action ? API_GRAPHQL_SCOPED : API_GRAPHQL_ANYBODY,
	                                      .actions = &action,
	                                      .action_count = operation->action ? 1 : 0,
	                                      .work = API_GRAPHQL_ACCOUNT};
	field->description = slice_of(operation->description);
	api_graphql_set_root(builder->schema, arena_format(builder->arena, "Mutation.%s", operation->name), &root);
	for (size_t i = 0; i < operation->argument_count; i++)
		api_graphql_build_argument(builder, field, operation->arguments[i].name, operation->arguments[i].result,
		                           NULL);
}

static const struct plugin_member role_data[] = {{NULL, "data", "UsersPermissionsRoleInput!"}};
static const struct plugin_member role_id_data[] = {{NULL, "id", "ID!"}, {NULL, "data", "UsersPermissionsRoleInput!"}};
static const struct plugin_member only_id[] = {{NULL, "id", "ID!"}};
static const struct plugin_member user_data[] = {{NULL, "data", "UsersPermissionsUserInput!"}};
static const struct plugin_member user_id_data[] = {{NULL, "id", "ID!"}, {NULL, "data", "UsersPermissionsUserInput!"}};
static const struct plugin_member login[] = {{NULL, "input", "UsersPermissionsLoginInput!"}};
static const struct plugin_member registration[] = {{NULL, "input", "UsersPermissionsRegisterInput!"}};
static const struct plugin_member email[] = {{NULL, "email", "String!"}};
static const struct plugin_member reset[] = {
    {NULL, "password", "String!"}, {NULL, "passwordConfirmation", "String!"}, {NULL, "code", "String!"}};
static const struct plugin_member change[] = {
    {NULL, "currentPassword", "String!"}, {NULL, "password", "String!"}, {NULL, "passwordConfirmation", "String!"}};
static const struct plugin_member confirmation[] = {{NULL, "confirmation", "String!"}};

static const struct plugin_operation role_operations[] = {
    {"createUsersPermissionsRole", "UsersPermissionsCreateRolePayload", "Create a new role",
     api_graphql_resolve_create_role, ROLE "createRole", role_data, COUNT_OF(role_data)},
    {"updateUsersPermissionsRole", "UsersPermissionsUpdateRolePayload", "Update an existing role",
     api_graphql_resolve_update_role, ROLE "updateRole", role_id_data, COUNT_OF(role_id_data)},
    {"deleteUsersPermissionsRole", "UsersPermissionsDeleteRolePayload", "Delete an existing role",
     api_graphql_resolve_delete_role, ROLE "deleteRole", only_id, COUNT_OF(only_id)},
};

static const struct plugin_operation user_operations[] = {
    {"createUsersPermissionsUser", "UsersPermissionsUserEntityResponse!", "Create a new user",
     api_graphql_resolve_create_user, USER "create", user_data, COUNT_OF(user_data)},
    {"updateUsersPermissionsUser", "UsersPermissionsUserEntityResponse!", "Update an existing user",
     api_graphql_resolve_update_user, USER "update", user_id_data, COUNT_OF(user_id_data)},
    {"deleteUsersPermissionsUser", "UsersPermissionsUserEntityResponse!", "Delete an existing user",
     api_graphql_resolve_delete_user, USER "destroy", only_id, COUNT_OF(only_id)},
};

static const struct plugin_operation account_operations[] = {
    {"login", "UsersPermissionsLoginPayload!", NULL, api_graphql_resolve_login, NULL, login, COUNT_OF(login)},
    {"register", "UsersPermissionsLoginPayload!", "Register a user", api_graphql_resolve_register, NULL, registration,
     COUNT_OF(registration)},
    {"forgotPassword", "UsersPermissionsPasswordPayload", "Request a reset password token",
     api_graphql_resolve_forgot_password, NULL, email, COUNT_OF(email)},
    {"resetPassword", "UsersPermissionsLoginPayload",
     "Reset user password. Confirm with a code (resetToken from forgotPassword)", api_graphql_resolve_reset_password,
     NULL, reset, COUNT_OF(reset)},
    {"changePassword", "UsersPermissionsLoginPayload", "Change user password. Confirm with the current password.",
     api_graphql_resolve_change_password, AUTH "changePassword", change, COUNT_OF(change)},
    {"emailConfirmation", "UsersPermissionsLoginPayload", "Confirm an email users email address",
     api_graphql_resolve_email_confirmation, NULL, confirmation, COUNT_OF(confirmation)},
};

static void build_accounts(struct builder *builder)
{
	const struct registry *registry = builder->schema->registry;
	for (size_t i = 0; i < COUNT_OF(role_operations) && api_graphql_build_is_enabled(builder, registry->role); i++)
		build_account(builder, &role_operations[i], registry->role);
	for (size_t i = 0; i < COUNT_OF(user_operations) && api_graphql_build_is_enabled(builder, registry->user); i++)
		build_account(builder, &user_operations[i], registry->user);
	for (size_t i = 0; i < COUNT_OF(account_operations); i++)
		build_account(builder, &account_operations[i], registry->user);
}

static void build_localizations(struct builder *builder)
{
	const struct registry *registry = builder->schema->registry;
	for (size_t i = 0; i < registry->type_count; i++) {
		const struct content_type *type = registry->types[i];
		if (type->component || !type->localized || !api_graphql_build_is_enabled(builder, type))
			continue;
		const char *name =
		    arena_format(builder->arena, "create%sLocalization", api_graphql_build_name(builder, type, ""));
		const char *action = arena_format(builder->arena, "%s.createLocalization", type->uid);
		struct graphql_field *field = api_graphql_build_operation(
		    builder, builder->mutation, name, api_graphql_build_name(builder, type, api_graphql_build_response),
		    api_graphql_resolve_create_localization, type, action);
		api_graphql_build_argument(builder, field, "id", "ID", NULL);
		api_graphql_build_argument(builder, field, "data", api_graphql_build_name(builder, type, "Input"),
		                           NULL);
		api_graphql_build_argument(builder, field, "locale", "I18NLocaleCode", NULL);
	}
}

void api_graphql_build_plugin_operations(struct builder *builder)
{
	api_graphql_build_operation(builder, builder->query, "me", "UsersPermissionsMe", api_graphql_resolve_me,
	                            builder->schema->registry->user, NULL);
	build_uploads(builder);
	build_accounts(builder);
	build_localizations(builder);
}
