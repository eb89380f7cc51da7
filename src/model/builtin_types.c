#include "builtin_types.h"

#include "base/base.h"

#define JSON(...) #__VA_ARGS__

/* clang-format off */
static const char user[] = JSON({
	"collectionName": "up_users",
	"info": {"name": "user", "description": "", "singularName": "user", "pluralName": "users",
		"displayName": "User"},
	"options": {"draftAndPublish": false, "timestamps": true},
	"config": {"attributes": {"resetPasswordToken": {"hidden": true}, "confirmationToken": {"hidden": true},
		"provider": {"hidden": true}}},
	"attributes": {
		"username": {"type": "string", "minLength": 3, "unique": true, "configurable": false,
			"required": true},
		"email": {"type": "email", "minLength": 6, "configurable": false, "required": true},
		"provider": {"type": "string", "configurable": false},
		"password": {"type": "password", "minLength": 6, "configurable": false, "private": true,
			"searchable": false},
		"resetPasswordToken": {"type": "string", "configurable": false, "private": true, "searchable": false},
		"confirmationToken": {"type": "string", "configurable": false, "private": true, "searchable": false},
		"confirmed": {"type": "boolean", "default": false, "configurable": false},
		"blocked": {"type": "boolean", "default": false, "configurable": false},
		"role": {"type": "relation", "relation": "manyToOne", "target": "plugin::users-permissions.role",
			"inversedBy": "users", "configurable": false}
	}
});

static const char role[] = JSON({
	"collectionName": "up_roles",
	"info": {"name": "role", "description": "", "singularName": "role", "pluralName": "roles",
		"displayName": "Role"},
	"pluginOptions": {"content-manager": {"visible": false}, "content-type-builder": {"visible": false}},
	"attributes": {
		"name": {"type": "string", "minLength": 3, "required": true, "configurable": false},
		"description": {"type": "string", "configurable": false},
		"type": {"type": "string", "unique": true, "configurable": false},
		"permissions": {"type": "relation", "relation": "oneToMany",
			"target": "plugin::users-permissions.permission", "mappedBy": "role", "configurable": false},
		"users": {"type": "relation", "relation": "oneToMany", "target": "plugin::users-permissions.user",
			"mappedBy": "role", "configurable": false}
	}
});

static const char permission[] = JSON({
	"collectionName": "up_permissions",
	"info": {"name": "permission", "description": "", "singularName": "permission", "pluralName": "permissions",
		"displayName": "Permission"},
	"pluginOptions": {"content-manager": {"visible": false}, "content-type-builder": {"visible": false}},
	"attributes": {
		"action": {"type": "string", "required": true, "configurable": false},
		"role": {"type": "relation", "relation": "manyToOne", "target": "plugin::users-permissions.role",
			"inversedBy": "permissions", "configurable": false}
	}
});

static const char file[] = JSON({
	"collectionName": "files",
	"info": {"singularName": "file", "pluralName": "files", "displayName": "File", "description": ""},
	"options": {},
	"pluginOptions": {"content-manager": {"visible": false}, "content-type-builder": {"visible": false}},
	"attributes": {
		"name": {"type": "string", "configurable": false, "required": true},
		"alternativeText": {"type": "string", "configurable": false},
		"caption": {"type": "string", "configurable": false},
		"width": {"type": "integer", "configurable": false},
		"height": {"type": "integer", "configurable": false},
		"formats": {"type": "json", "configurable": false},
		"hash": {"type": "string", "configurable": false, "required": true},
		"ext": {"type": "string", "configurable": false},
		"mime": {"type": "string", "configurable": false, "required": true},
		"size": {"type": "decimal", "configurable": false, "required": true},
		"url": {"type": "string", "configurable": false, "required": true},
		"previewUrl": {"type": "string", "configurable": false},
		"provider": {"type": "string", "configurable": false, "required": true},
		"provider_metadata": {"type": "json", "configurable": false},
		"related": {"type": "relation", "relation": "morphToMany", "configurable": false},
		"folder": {"type": "relation", "relation": "manyToOne", "target": "plugin::upload.folder",
			"inversedBy": "files", "private": true},
		"folderPath": {"type": "string", "min": 1, "required": true, "private": true, "searchable": false}
	}
});

static const char folder[] = JSON({
	"collectionName": "upload_folders",
	"info": {"singularName": "folder", "pluralName": "folders", "displayName": "Folder"},
	"options": {},
	"pluginOptions": {"content-manager": {"visible": false}, "content-type-builder": {"visible": false}},
	"attributes": {
		"name": {"type": "string", "min": 1, "required": true},
		"pathId": {"type": "integer", "unique": true, "required": true},
		"parent": {"type": "relation", "relation": "manyToOne", "target": "plugin::upload.folder",
			"inversedBy": "children"},
		"children": {"type": "relation", "relation": "oneToMany", "target": "plugin::upload.folder",
			"mappedBy": "parent"},
		"files": {"type": "relation", "relation": "oneToMany", "target": "plugin::upload.file",
			"mappedBy": "folder"},
		"path": {"type": "string", "min": 1, "required": true}
	}
});

static const char locale[] = JSON({
	"info": {"singularName": "locale", "pluralName": "locales", "collectionName": "locales",
		"displayName": "Locale", "description": ""},
	"options": {"draftAndPublish": false},
	"pluginOptions": {"content-manager": {"visible": false}, "content-type-builder": {"visible": false}},
	"attributes": {
		"name": {"type": "string", "min": 1, "max": 50, "configurable": false},
		"code": {"type": "string", "unique": true, "configurable": false}
	}
});

static const char admin_permission[] = JSON({
	"collectionName": "admin_permissions",
	"info": {"name": "Permission", "description": "", "singularName": "permission", "pluralName": "permissions",
		"displayName": "Permission"},
	"options": {},
	"pluginOptions": {"content-manager": {"visible": false}, "content-type-builder": {"visible": false}},
	"attributes": {
		"action": {"type": "string", "minLength": 1, "configurable": false, "required": true},
		"actionParameters": {"type": "json", "configurable": false, "required": false, "default": {}},
		"subject": {"type": "string", "minLength": 1, "configurable": false, "required": false},
		"properties": {"type": "json", "configurable": false, "required": false, "default": {}},
		"conditions": {"type": "json", "configurable": false, "required": false, "default": []},
		"role": {"configurable": false, "type": "relation", "relation": "manyToOne",
			"inversedBy": "permissions", "target": "admin::role"}
	}
});

static const char admin_user[] = JSON({
	"collectionName": "admin_users",
	"info": {"name": "User", "description": "", "singularName": "user", "pluralName": "users",
		"displayName": "User"},
	"config": {"attributes": {"resetPasswordToken": {"hidden": true}, "registrationToken": {"hidden": true}}},
	"pluginOptions": {"content-manager": {"visible": false}, "content-type-builder": {"visible": false}},
	"attributes": {
		"firstname": {"type": "string", "unique": false, "minLength": 1, "configurable": false,
			"required": false},
		"lastname": {"type": "string", "unique": false, "minLength": 1, "configurable": false,
			"required": false},
		"username": {"type": "string", "unique": false, "configurable": false, "required": false},
		"email": {"type": "email", "minLength": 6, "configurable": false, "required": true, "unique": true,
			"private": true},
		"password": {"type": "password", "minLength": 6, "configurable": false, "required": false,
			"private": true, "searchable": false},
		"resetPasswordToken": {"type": "string", "configurable": false, "private": true, "searchable": false},
		"registrationToken": {"type": "string", "configurable": false, "private": true, "searchable": false},
		"isActive": {"type": "boolean", "default": false, "configurable": false, "private": true},
		"roles": {"configurable": false, "private": true, "type": "relation", "relation": "manyToMany",
			"inversedBy": "users", "target": "admin::role", "collectionName": "strapi_users_roles"},
		"blocked": {"type": "boolean", "default": false, "configurable": false, "private": true},
		"preferedLanguage": {"type": "string", "configurable": false, "required": false, "searchable": false}
	}
});

static const char admin_role[] = JSON({
	"collectionName": "admin_roles",
	"info": {"name": "Role", "description": "", "singularName": "role", "pluralName": "roles",
		"displayName": "Role"},
	"options": {},
	"pluginOptions": {"content-manager": {"visible": false}, "content-type-builder": {"visible": false}},
	"attributes": {
		"name": {"type": "string", "minLength": 1, "unique": true, "configurable": false, "required": true},
		"code": {"type": "string", "minLength": 1, "unique": true, "configurable": false, "required": true},
		"description": {"type": "string", "configurable": false},
		"users": {"configurable": false, "type": "relation", "relation": "manyToMany", "mappedBy": "roles",
			"target": "admin::user"},
		"permissions": {"configurable": false, "type": "relation", "relation": "oneToMany",
			"mappedBy": "role", "target": "admin::permission"}
	}
});

static const char api_token[] = JSON({
	"collectionName": "strapi_api_tokens",
	"info": {"name": "Api Token", "singularName": "api-token", "pluralName": "api-tokens",
		"displayName": "Api Token", "description": ""},
	"options": {},
	"pluginOptions": {"content-manager": {"visible": false}, "content-type-builder": {"visible": false}},
	"attributes": {
		"name": {"type": "string", "minLength": 1, "configurable": false, "required": true, "unique": true},
		"description": {"type": "string", "minLength": 1, "configurable": false, "required": false,
			"default": ""},
		"type": {"type": "enumeration", "enum": ["read-only", "full-access", "custom"], "configurable": false,
			"required": true, "default": "read-only"},
		"accessKey": {"type": "string", "minLength": 1, "configurable": false, "required": true,
			"searchable": false},
		"lastUsedAt": {"type": "datetime", "configurable": false, "required": false},
		"permissions": {"type": "relation", "target": "admin::api-token-permission", "relation": "oneToMany",
			"mappedBy": "token", "configurable": false, "required": false},
		"expiresAt": {"type": "datetime", "configurable": false, "required": false},
		"lifespan": {"type": "biginteger", "configurable": false, "required": false}
	}
});

static const char api_token_permission[] = JSON({
	"collectionName": "strapi_api_token_permissions",
	"info": {"name": "API Token Permission", "description": "", "singularName": "api-token-permission",
		"pluralName": "api-token-permissions", "displayName": "API Token Permission"},
	"options": {},
	"pluginOptions": {"content-manager": {"visible": false}, "content-type-builder": {"visible": false}},
	"attributes": {
		"action": {"type": "string", "minLength": 1, "configurable": false, "required": true},
		"token": {"configurable": false, "type": "relation", "relation": "manyToOne",
			"inversedBy": "permissions", "target": "admin::api-token"}
	}
});

static const char transfer_token[] = JSON({
	"collectionName": "strapi_transfer_tokens",
	"info": {"name": "Transfer Token", "singularName": "transfer-token", "pluralName": "transfer-tokens",
		"displayName": "Transfer Token", "description": ""},
	"options": {},
	"pluginOptions": {"content-manager": {"visible": false}, "content-type-builder": {"visible": false}},
	"attributes": {
		"name": {"type": "string", "minLength": 1, "configurable": false, "required": true, "unique": true},
		"description": {"type": "string", "minLength": 1, "configurable": false, "required": false,
			"default": ""},
		"accessKey": {"type": "string", "minLength": 1, "configurable": false, "required": true},
		"lastUsedAt": {"type": "datetime", "configurable": false, "required": false},
		"permissions": {"type": "relation", "target": "admin::transfer-token-permission",
			"relation": "oneToMany", "mappedBy": "token", "configurable": false, "required": false},
		"expiresAt": {"type": "datetime", "configurable": false, "required": false},
		"lifespan": {"type": "biginteger", "configurable": false, "required": false}
	}
});

static const char transfer_token_permission[] = JSON({
	"collectionName": "strapi_transfer_token_permissions",
	"info": {"name": "Transfer Token Permission", "description": "", "singularName": "transfer-token-permission",
		"pluralName": "transfer-token-permissions", "displayName": "Transfer Token Permission"},
	"options": {},
	"pluginOptions": {"content-manager": {"visible": false}, "content-type-builder": {"visible": false}},
	"attributes": {
		"action": {"type": "string", "minLength": 1, "configurable": false, "required": true},
		"token": {"configurable": false, "type": "relation", "relation": "manyToOne",
			"inversedBy": "permissions", "target": "admin::transfer-token"}
	}
});

static const char core_store[] = JSON({
	"collectionName": "strapi_core_store_settings",
	"attributes": {
		"key": {"type": "string"},
		"value": {"type": "text"},
		"type": {"type": "string"},
		"environment": {"type": "string"},
		"tag": {"type": "string"}
	}
});

static const char webhook[] = JSON({
	"collectionName": "strapi_webhooks",
	"attributes": {
		"name": {"type": "string"},
		"url": {"type": "text"},
		"headers": {"type": "json"},
		"events": {"type": "json"},
		"enabled": {"type": "boolean"}
	}
});

static const char release[] = JSON({
	"collectionName": "strapi_releases",
	"info": {"singularName": "release", "pluralName": "releases", "displayName": "Release"},
	"options": {"draftAndPublish": false},
	"pluginOptions": {"content-manager": {"visible": false}, "content-type-builder": {"visible": false}},
	"attributes": {
		"name": {"type": "string", "required": true},
		"releasedAt": {"type": "datetime"},
		"scheduledAt": {"type": "datetime"},
		"timezone": {"type": "string"},
		"status": {"type": "enumeration", "enum": ["ready", "blocked", "failed", "done", "empty"],
			"required": true},
		"actions": {"type": "relation", "relation": "oneToMany",
			"target": "plugin::content-releases.release-action", "mappedBy": "release"}
	}
});

static const char release_action[] = JSON({
	"collectionName": "strapi_release_actions",
	"info": {"singularName": "release-action", "pluralName": "release-actions",
		"displayName": "Release Action"},
	"options": {"draftAndPublish": false},
	"pluginOptions": {"content-manager": {"visible": false}, "content-type-builder": {"visible": false}},
	"attributes": {
		"type": {"type": "enumeration", "enum": ["publish", "unpublish"], "required": true},
		"entry": {"type": "relation", "relation": "morphToOne", "configurable": false},
		"contentType": {"type": "string", "required": true},
		"locale": {"type": "string"},
		"release": {"type": "relation", "relation": "manyToOne", "target": "plugin::content-releases.release",
			"inversedBy": "actions"},
		"isEntryValid": {"type": "boolean"}
	}
});
/* clang-format on */

const struct internal_type internal_types[] = {
    {"strapi::core-store", core_store},
    {"webhook", webhook},
    {"plugin::content-releases.release", release},
    {"plugin::content-releases.release-action", release_action},
};
const size_t internal_type_count = COUNT_OF(internal_types);

const char *internal_type_json(const char *uid)
{
	for (size_t i = 0; i < internal_type_count; i++)
		if (strcmp(internal_types[i].uid, uid) == 0)
			return internal_types[i].json;
	return NULL;
}

const struct builtin_type builtin_types[] = {
    {"admin", "permission", admin_permission},
    {"admin", "user", admin_user},
    {"admin", "role", admin_role},
    {"admin", "api-token", api_token},
    {"admin", "api-token-permission", api_token_permission},
    {"admin", "transfer-token", transfer_token},
    {"admin", "transfer-token-permission", transfer_token_permission},
    {"upload", "file", file},
    {"upload", "folder", folder},
    {"users-permissions", "permission", permission},
    {"users-permissions", "role", role},
    {"users-permissions", "user", user},
    {"i18n", "locale", locale},
};
const size_t builtin_type_count = COUNT_OF(builtin_types);
