#include "uploads_s3.h"

#include <stdlib.h>
#include <strings.h>

#define OPTIONS "upload.config.providerOptions"
#define ACTIONS "upload.config.actionOptions"

enum { SIGNED_URL_EXPIRES = 15 * 60, LONGEST_SIGNED = 7 * 24 * 60 * 60 }; /* seconds */

bool uploads_is_s3(const char *provider)
{
	return strcasecmp(provider, "aws-s3") == 0 || strcasecmp(provider, "@strapi/provider-upload-aws-s3") == 0;
}

struct reading {
	struct settings *settings;
	struct setting setting;
	struct json_object *options; /* an object: providerOptions */
	struct config_s3 *s3;
};

/* An option where it may stand: in s3Options, or beside it as it was before; the latter counts. */
static struct json_object *find(const struct reading *reading, const char *name)
{
	struct json_object *value = json_member(reading->options, name);
	return value ? value : json_member(json_member(reading->options, "s3Options"), name);
}

static const char *text_of(const struct reading *reading, struct json_object *value)
{
	return json_object_is_type(value, json_type_string) && json_object_get_string_len(value)
	           ? arena_copy(reading->settings->arena, json_string(value))
	           : NULL;
}

/* As the packages of AWS read them. */
static const char *variable(const char *name)
{
	const char *value = getenv(name);
	return value && *value ? value : NULL;
}

static void read_credentials(struct reading *reading)
{
	struct config_s3 *s3 = reading->s3;
	struct json_object *credentials = json_member(json_member(reading->options, "s3Options"), "credentials");
	if (!credentials)
		credentials = json_member(reading->options, "credentials");
	s3->access_key = text_of(reading, find(reading, "accessKeyId"));
	s3->secret_key = text_of(reading, find(reading, "secretAccessKey"));
	if (s3->access_key && s3->secret_key)
		return;
	s3->access_key = text_of(reading, json_member(credentials, "accessKeyId"));
	s3->secret_key = text_of(reading, json_member(credentials, "secretAccessKey"));
	if (s3->access_key && s3->secret_key)
		return;
	s3->access_key = variable("AWS_ACCESS_KEY_ID");
	s3->secret_key = variable("AWS_SECRET_ACCESS_KEY");
	s3->session_token = variable("AWS_SESSION_TOKEN");
}

static bool is_bucket(const char *bucket)
{
	const size_t len = bucket ? strlen(bucket) : 0;
	return len >= 1 && len <= 255 &&
	       !bucket[strspn(bucket, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	                              "0123456789.-_")];
}

static bool is_url(const char *text)
{
	return (strncmp(text, "https://", 8) == 0 || strncmp(text, "http://", 7) == 0) &&
	       !text[strcspn(text, " \"<>\\^`{|}?#\t\r\n")];
}

static void refuse(const struct reading *reading, const char *path, const char *expected)
{
	settings_mistake(reading->settings, reading->setting.file, path, "must be %s%s", expected,
	                 reading->settings->wrong == FINDING_TOLD ? "; uploads answer 501" : "");
}

static void read_expires(struct reading *reading, struct json_object *value)
{
	const int64_t seconds = json_object_get_int64(value);
	if (seconds < 1 || seconds > LONGEST_SIGNED)
		refuse(reading, "$." OPTIONS ".s3Options.params.signedUrlExpires",
		       "seconds between 1 and 604800, a week");
	else
		reading->s3->signed_url_expires = (unsigned)seconds;
}

static void read_place(struct reading *reading)
{
	struct arena *arena = reading->settings->arena;
	struct config_s3 *s3 = reading->s3;
	struct json_object *params = find(reading, "params"), *acl = NULL, *expires;
	const char *endpoint = text_of(reading, find(reading, "endpoint"));
	s3->region = text_of(reading, find(reading, "region"));
	if (!s3->region)
		s3->region = variable("AWS_REGION");
	s3->bucket = text_of(reading, json_member(params, "Bucket"));
	s3->acl = "public-read";
	if (json_find(params, "ACL", &acl))
		s3->acl = text_of(reading, acl);
	s3->signed_url_expires = SIGNED_URL_EXPIRES;
	if (json_find(params, "signedUrlExpires", &expires))
		read_expires(reading, expires);
	s3->path_style = json_object_get_boolean(find(reading, "forcePathStyle"));
	if (s3->bucket && !is_bucket(s3->bucket))
		refuse(reading, "$." OPTIONS ".s3Options.params.Bucket", "the name of a bucket");
	if (endpoint && !strstr(endpoint, "://"))
		endpoint = arena_format(arena, "https://%s", endpoint);
	if (!endpoint)
		endpoint = arena_format(arena, "https://s3.%s.amazonaws.com", s3->region ? s3->region : "");
	struct slice trimmed = slice_of(endpoint);
	while (trimmed.len && trimmed.ptr[trimmed.len - 1] == '/')
		trimmed.len--;
	s3->endpoint = arena_copy(arena, trimmed);
	if (!is_url(endpoint))
		refuse(reading, "$." OPTIONS ".s3Options.endpoint", "a URL, such as \"https://s3.example.com\"");
}

static void read_urls(struct reading *reading)
{
	struct config_s3 *s3 = reading->s3;
	struct slice root = json_string(json_member(reading->options, "rootPath"));
	s3->base_url = text_of(reading, json_member(reading->options, "baseUrl"));
	while (root.len && root.ptr[root.len - 1] == '/')
		root.len--;
	s3->root_path = root.len ? arena_copy(reading->settings->arena, root) : NULL;
	if (s3->base_url && !is_url(s3->base_url))
		refuse(reading, "$." OPTIONS ".baseUrl", "a URL");
}

/* ---- actionOptions: parameters of S3's requests, which are headers ---- */

static const char *header_of(const char *parameter)
{
	static const char *const headers[][2] = {
	    {"CacheControl", "Cache-Control"},
	    {"ContentDisposition", "Content-Disposition"},
	    {"ContentEncoding", "Content-Encoding"},
	    {"ContentLanguage", "Content-Language"},
	    {"Expires", "Expires"},
	    {"ServerSideEncryption", "x-amz-server-side-encryption"},
	    {"SSEKMSKeyId", "x-amz-server-side-encryption-aws-kms-key-id"},
	    {"StorageClass", "x-amz-storage-class"},
	    {"Tagging", "x-amz-tagging"},
	};
	for (size_t i = 0; i < COUNT_OF(headers); i++)
		if (strcmp(parameter, headers[i][0]) == 0)
			return headers[i][1];
	return NULL;
}

static bool is_header_value(struct json_object *value)
{
	if (!json_object_is_type(value, json_type_string))
		return false;
	for (const char *at = json_object_get_string(value); *at; at++)
		if ((unsigned char)*at < ' ' || (unsigned char)*at > '~')
			return false;
	return true;
}

static void read_parameters(struct reading *reading, struct json_object *parameters)
{
	struct config_s3 *s3 = reading->s3;
	struct arena *arena = reading->settings->arena;
	if (!json_object_is_type(parameters, json_type_object))
		return;
	s3->headers = arena_array(arena, (size_t)json_object_object_length(parameters), sizeof *s3->headers);
	json_object_object_foreach(parameters, name, value)
	{
		const char *header = header_of(name);
		if (strcmp(name, "ACL") == 0)
			s3->acl = text_of(reading, value);
		else if (header && is_header_value(value))
			s3->headers[s3->header_count++] =
			    arena_format(arena, "%s: %s", header, json_object_get_string(value));
		else if (value)
			settings_mistake(reading->settings, reading->setting.file,
			                 arena_format(arena, "$." ACTIONS ".uploadStream.%s", name),
			                 header ? "must be a text" : "is no parameter that lectern sends to S3");
	}
}

static void read_actions(struct reading *reading, const struct config_file *plugins)
{
	struct setting setting;
	if (!setting_find(reading->settings, plugins, ACTIONS, NULL, &setting))
		return;
	/* Strapi's provider takes streams. */
	read_parameters(reading, json_member(setting.json, "uploadStream"));
}

/* As in Strapi a project without its variables is served, and puts no files anywhere. */
static void note_unset(const struct reading *reading, struct config_uploads *uploads)
{
	const struct config_s3 *s3 = reading->s3;
	const char *name = !s3->bucket   ? "$." OPTIONS ".s3Options.params.Bucket"
	                   : !s3->region ? "$." OPTIONS ".s3Options.region"
	                                 : "$." OPTIONS ".s3Options.credentials";
	if (s3->bucket && s3->region && s3->access_key && s3->secret_key)
		return;
	findings_add(reading->settings->findings, FINDING_TOLD, reading->setting.file, name,
	             "is not set: uploads answer 501");
	uploads->s3 = NULL;
}

void uploads_read_s3(struct settings *settings, const struct config_file *plugins, struct config_uploads *uploads)
{
	struct reading reading = {.settings = settings, .setting = {.file = "config/plugins.json"}};
	const size_t found = settings->findings->count;
	/* Strapi starts with whatever code gives its provider, and fails when there is something to upload. */
	if (plugins->in_code)
		settings->wrong = FINDING_TOLD;
	setting_find(settings, plugins, OPTIONS, NULL, &reading.setting);
	reading.options = reading.setting.json;
	reading.s3 = uploads->s3 = arena_alloc(settings->arena, sizeof *uploads->s3);
	read_credentials(&reading);
	read_place(&reading);
	read_urls(&reading);
	uploads->private_bucket = reading.s3->acl && strcmp(reading.s3->acl, "private") == 0;
	read_actions(&reading, plugins);
	settings->wrong = FINDING_MISTAKE;
	if (plugins->in_code && settings->findings->count > found) {
		uploads->s3 = NULL;
		return;
	}
	note_unset(&reading, uploads);
}
