/* The door of the room `config`: a project's configuration, from DIR/config/{server,api,database,plugins,admin}.json
 * with Strapi's keys, the same files in DIR/config/env/NAME, DIR/.env, the environment and the command line, each
 * overriding the one before.
 *
 * Threads: the main thread reads it before it starts others; afterwards any thread reads it. */
#ifndef LECTERN_CONFIG_CONFIG_H
#define LECTERN_CONFIG_CONFIG_H

#include "model/model.h" /* struct model_custom_field */

struct json_object;

/* Bytes of forms without files and of texts as bodies, where nothing else is said: Strapi's. */
enum { CONFIG_FORM_LIMIT = 56 * 1024 };

enum database_client { DATABASE_SQLITE, DATABASE_POSTGRES };

/* How often one account, and one address, may sign in, register, ask for a reset and so on, within an interval. */
struct config_rate_limit {
	bool enabled;
	int64_t interval; /* milliseconds */
	unsigned most, most_by_address;
	unsigned most_sign_in; /* by address, for signing in with a password */
};

enum mail_provider { MAIL_NONE, MAIL_SMTP, MAIL_OUTBOX };
enum mail_tls { MAIL_TLS_OFFERED, MAIL_TLS_ALWAYS, MAIL_TLS_NEVER }; /* after an unencrypted beginning */

struct config_mail {
	enum mail_provider provider;
	const char *host;
	uint16_t port; /* 587, 465 when secure */
	bool secure;   /* TLS from the first byte */
	bool verify;   /* the server's certificate; true */
	enum mail_tls tls;
	const char *user, *password;                 /* or NULL */
	const char *directory;                       /* MAIL_OUTBOX: where the mails are put */
	const char *default_from, *default_reply_to; /* default_reply_to: or NULL */
	const char *provider_name;                   /* as the project names it; Strapi's own is "sendmail" */
	const char *test_address;                    /* for the form of the panel, or NULL */
};

/* plugins.json: graphql.enabled, graphql.config */
struct config_graphql {
	bool enabled;           /* plugins.json or package.json has the plugin, and it isn't turned off */
	const char *endpoint;   /* endpoint: "/graphql" */
	bool shadow_crud;       /* shadowCRUD: the schema is made of the models. true */
	bool playground_always; /* playgroundAlways: the console in production, too */
	unsigned depth_limit;   /* depthLimit: fields inside of fields. 10 */
	int64_t amount_limit;   /* amountLimit: entries of a list at most, unless all are asked for. 100 */
	int64_t default_limit;  /* defaultLimit: entries of a list, when a client names none. 10 */
	int64_t max_limit;      /* maxLimit: entries of any list; -1: no limit */
	bool introspection;     /* apolloServer.introspection. true, but in production */
	bool csrf_prevention;   /* apolloServer.csrfPrevention: no request that a browser sends without asking first */
	bool cache;             /* apolloServer.cache, persistedQueries: documents are remembered by their hash. true */
	bool batching;          /* apolloServer.allowBatchedHttpRequests. true */
	bool by_code;       /* apolloServer has functions that stand around every request: formatError, plugins, … */
	unsigned max_batch; /* maxBatch: requests in a batch. 10 */
	int64_t max_document; /* maxDocumentSize: bytes of a document. 102,400 */
	unsigned max_tokens;  /* maxTokens: in a document. 15,000 */
	unsigned max_aliases; /* maxAliases: in a document. 200 */
	unsigned max_fields;  /* maxFields: fields of the shape of an answer, fragments spread. 5,000 */
	int64_t max_answer;   /* maxAnswerSize: bytes of an answer; the requests of a batch have equal parts. 16 MiB */
	int64_t max_time;     /* maxTime: milliseconds of processor time after which no field is begun. 1,000 */
};

/* The files of the folder public/ that are served: middlewares strapi::public and strapi::favicon, server.json
 * dirs.public */
struct config_public {
	bool served;              /* files at paths that no route has, and a start page at / */
	const char *directory;    /* DIR/public */
	unsigned max_age;         /* seconds that browsers may keep a file. 60 */
	const char *favicon;      /* a path in the project's folder: "favicon.png" */
	unsigned favicon_max_age; /* seconds. 86,400 */
};

/* plugins.json: upload.config */
/* providerOptions of the provider for S3, as @strapi/provider-upload-aws-s3 has them. */
struct config_s3 {
	const char *bucket, *region;
	const char *endpoint;                                /* a URL without a slash at its end */
	const char *access_key, *secret_key, *session_token; /* the last may be NULL */
	const char *base_url;                                /* baseUrl, or NULL: the endpoint's */
	const char *root_path; /* rootPath, before all keys, without a slash at its end; or NULL */
	const char *acl;       /* params.ACL: "public-read"; NULL: none is sent */
	unsigned
	    signed_url_expires; /* params.signedUrlExpires: seconds that urls of a private bucket are good for. 900 */
	bool path_style;        /* forcePathStyle: the bucket stands in the path, not in the host */
	const char **headers;   /* actionOptions.uploadStream: "Cache-Control: …" */
	size_t header_count;
};

struct config_uploads {
	uint64_t most_bytes;  /* of the files of one request: strapi::body, formidable.maxFileSize. 200 MiB */
	uint64_t size_limit;  /* sizeLimit: bytes of a file as it is stored; 0: any. 1,000,000,000 */
	const char *provider; /* provider: "local" */
	struct config_s3 *s3; /* where the provider is the one for S3, and it is set whole; else NULL */
	bool private_bucket;  /* the provider is the one for S3, and params.ACL "private": urls are signed */
	bool by_code;         /* the provider is neither of these two: the project's own package */
	struct config_breakpoint {
		const char *key;
		uint32_t size; /* of both sides, in pixels */
	} * breakpoints;       /* breakpoints: formats beside the thumbnail; large, medium, small */
	size_t breakpoint_count;
	uint64_t most_pixels; /* pictures.maxPixels: of a picture that is decoded. 268,402,689 */
	const char **allowed_types,
	    **denied_types; /* security.allowedTypes, security.deniedTypes: "image/png", or "image/" and a star */
	size_t allowed_type_count, denied_type_count;
	unsigned max_age;          /* providerOptions.localServer.maxage, seconds. 0 */
	const char **inline_types; /* security.inlineTypes: served to be shown, whatever scripts they may have */
	size_t inline_type_count;
	bool sign_in_panel_only; /* signAdminURLsOnly: of private files. false */
};

/* A lifetime of tokens with which none can be made. What is 0 or less, of code, makes tokens that have expired. */
#define CONFIG_NO_LIFETIME INT64_MIN

/* admin.json: the administration and Strapi's admin panel */
struct config_admin {
	bool enabled;          /* enabled: there is an administration. true */
	bool panel;            /* serveAdminPanel: the panel's files are served. true */
	const char *path;      /* url: where the panel is: "/admin"; "" is the root. Without a slash at its end */
	const char *directory; /* buildFolder: of the panel's files. DIR/dist/build where that is, else DIR/build */
	int64_t jwt_lifetime;  /* auth.options.expiresIn: seconds; 30 days. Or CONFIG_NO_LIFETIME */
	struct config_rate_limit rate_limit; /* rateLimit: 5 within 5 minutes */
	const char *mail_from, *mail_reply_to, *mail_subject, *mail_text, *mail_html; /* forgotPassword; or NULL */
	const char *uuid;                 /* package.json strapi.uuid; or NULL */
	struct json_object *dependencies; /* package.json dependencies; or NULL. Released with the arena */
	const char *strapi_version;       /* that of @strapi/strapi among them; "4.26.2" */
};

/* server.json: webhooks */
struct config_webhooks {
	struct json_object *default_headers; /* defaultHeaders: an object; or NULL. Released with the arena */
	bool populate_relations;             /* populateRelations: true */
	bool allow_private;  /* allowPrivate, LECTERN_WEBHOOKS_ALLOW_PRIVATE: addresses of the own network may be called
	                      */
	int64_t timeout;     /* of a call, in milliseconds; 10000 */
	int64_t retry_after; /* the first time; milliseconds, doubled each time; 1000 */
	int64_t give_up_after; /* hours; 72 */
	int64_t most_waiting;  /* deliveries of one webhook; 100000 */
	int64_t most_kept;     /* deliveries in the log; 10000 */
};

/* server.json, cache.contentTypes and cache.keyHeader: what answers to those who say nothing about themselves tell the
 * caches between the server and its clients. */
struct config_sharing {
	struct config_shared_type {
		const char *uid;                                                /* "*": all types that are not named */
		int64_t max_age;                                                /* seconds, as the others; 0 */
		int64_t shared_max_age, stale_while_revalidate, stale_if_error; /* -1: not said */
	} * types;
	size_t type_count;      /* 0: answers tell nothing */
	const char *key_header; /* "Surrogate-Key"; "": no keys */
};

struct config {
	const char *directory;   /* the project's folder */
	const char *environment; /* --env, NODE_ENV; "development" */
	const char *env_path;    /* the file of variables: .env, or what ENV_PATH names; it may not be there */
	bool no_languages;       /* package.json names Strapi, and not its plugin i18n */
	bool is_project;         /* the folder has models, or a package.json that names Strapi */
	/* server.json: host, port, requestTimeout and so on; HOST, PORT */
	const char *host;                       /* "127.0.0.1" */
	uint16_t port;                          /* 1337 */
	unsigned threads;                       /* server.threads, LECTERN_THREADS; default: the number of processors */
	unsigned request_timeout, idle_timeout; /* seconds */
	unsigned request_time;                  /* maxRequestTime: milliseconds; 2000 */
	unsigned max_connections;               /* 4096 */
	unsigned max_per_address; /* connections of one client's address; 0: half of them all, or any number behind a
	                             trusted proxy */
	size_t max_body;          /* bytes */
	size_t cache_bytes; /* cache.maxSize, LECTERN_CACHE: of answers that are remembered; 0: none are. 32 MiB */
	bool cache_exact;   /* cache.exact, LECTERN_CACHE_EXACT: also after what other servers have answered */
	struct config_sharing sharing;
	bool log_requests, trust_proxy;
	const char **cors_origins;
	size_t cors_origin_count;
	/* middlewares, in code: options of strapi::cors, strapi::security, strapi::poweredBy, strapi::body */
	const char *cors_methods, *cors_headers; /* lists with commas; NULL: the usual ones */
	const char *cors_exposed, *cors_max_age; /* the same; NULL: none, the usual one */
	bool cors_without_credentials;
	bool cors_by_code; /* strapi::cors has a function among its options: the project's code says what origins may */
	/* strapi::query: parameters, levels of brackets, items of a list; 0: the usual number */
	size_t query_most, query_deepest, query_longest;
	bool query_by_code;                        /* it has options that only the project's code can follow */
	const char *security_headers;              /* lines "Name: value\r\n"; NULL: the usual ones */
	const char *powered_by;                    /* NULL: lectern */
	size_t json_limit, form_limit, text_limit; /* bytes of bodies of that kind, max_body at most; 0: max_body */
	bool middlewares_known;                    /* the list was evaluated: */
	const char **own_middlewares;              /* the names of those that are the project's own */
	size_t own_middleware_count;
	/* api.json: rest.defaultLimit, rest.maxLimit, rest.withCount, rest.prefix, rest.maxPopulateDepth */
	int64_t default_limit;           /* 25 */
	int64_t max_limit;               /* 0: none */
	bool with_count;                 /* true */
	const char *prefix;              /* "/api" */
	unsigned max_populate_depth;     /* 10 */
	const char **private_attributes; /* responses.privateAttributes: of all types; see model_make_private */
	size_t private_attribute_count;
	/* database.json: connection.client, connection.connection…, pool; DATABASE_URL; --database */
	enum database_client client;
	bool database_is_default;     /* SQLite: the file is .tmp/data.db in the project's folder */
	const char *database_in_code; /* the file of code that says which database it is; NULL when that is known */
	const char *other_database;   /* a file that names another database than the one in use; or NULL */
	const char *sqlite_path;      /* absolute, or relative to the working folder; ":memory:" is refused */
	const char *postgres_url; /* a libpq connection string or URL, made of the parts when they were given apart */
	const char *postgres_schema; /* "public" */
	unsigned pool_min, pool_max; /* connections */
	unsigned statement_timeout;  /* milliseconds; 30000 */
	const char **replica_urls;   /* read replicas, or none */
	size_t replica_count;
	bool run_migrations;      /* settings.runMigrations: Strapi runs the files in database/migrations. true */
	bool prepared_statements; /* PostgreSQL: false behind poolers that can't carry them. true */
	struct config_graphql graphql;
	struct config_public files;
	struct config_uploads uploads;
	struct config_admin admin;
	struct config_webhooks webhooks;
	/* secrets */
	const char *jwt_secret;          /* plugins.users-permissions.config.jwtSecret, JWT_SECRET; NULL when not set */
	const char *api_token_salt;      /* admin.apiToken.salt, API_TOKEN_SALT; NULL when not set */
	const char *transfer_token_salt; /* admin.transfer.token.salt, TRANSFER_TOKEN_SALT */
	const char *admin_jwt_secret;    /* admin.auth.secret, ADMIN_JWT_SECRET */
	/* extensions.json: enabled, disabled, onFailure, config */
	bool no_extensions;               /* enabled: false */
	const char **disabled_extensions; /* by name */
	size_t disabled_extension_count;
	/* custom-fields.json: types, the base types of custom fields that lectern does not know by name */
	const struct model_custom_field *custom_fields;
	size_t custom_field_count;
	bool leave_out_extensions; /* onFailure "leaveOut": the server starts without those that can't be loaded; else
	                              it does not start */
	struct json_object
	    *extensions_config; /* an object: the settings of each extension; or NULL. Released with the arena */
	/* accounts: plugins.json, users-permissions and email */
	int64_t jwt_lifetime;      /* seconds; 30 days. Or CONFIG_NO_LIFETIME */
	const char *jwt_algorithm; /* HS256, HS384 or HS512; NULL: HS256 */
	const char *jwt_claims;    /* iss, aud and sub that tokens have, as jwt_form has them; or NULL */
	struct config_rate_limit rate_limit;
	bool has_register_fields; /* users may set only these when they register, beside name, address and password */
	const char **register_fields;
	size_t register_field_count;
	struct config_mail mail;
	bool has_tasks;           /* server.cron: the project's code runs some */
	bool validates_callbacks; /* users-permissions.callback.validate is code */
	bool url_is_path;         /* server.url is a path: that of the panel is behind it */
	const char *public_url,
	    *admin_url; /* server.url, admin.url, or made of host and port: absolute, without a slash at the end */
};

/* The options of the command line; NULL or 0: not set. */
struct config_overrides {
	const char *environment;
	const char *host;
	uint16_t port;
	const char *database; /* sqlite:PATH or postgres://… */
	bool log_requests;
	bool without_code; /* configuration in code is not evaluated */
};

/* The evaluated configuration in code; a later room evaluates it. */
struct config_code {
	struct json_object *files; /* by name, "server": {"file": "config/server.js", "value", "ownFile", "own",
	                              "functions"}; as readConfig of web/runtime/config.mjs gives them. NULL: none */
	const char *unread;        /* why code is not evaluated: "there is no Node.js here"; NULL: it is */
};

/* The environment that the project in `directory` is opened for: --env, NODE_ENV, "development"; and the file of
 * variables. Mistakes in them are told by config_load. In `arena`. */
const char *config_environment(struct arena *arena, const char *directory, const struct config_overrides *overrides,
                               const char **env_path);

/* Whether there is a file of code in config, or in config/env/ENVIRONMENT, which Strapi would read, or a list of
 * middlewares with more than names of Strapi's own. */
bool config_has_code(struct arena *arena, const char *directory, const char *environment);

/* Reads the configuration of the project in `directory`. NULL when it has mistakes; they all are added to `findings`.
 * Everything lives in `arena`. A missing config file means its defaults. `code` may be NULL: no code is evaluated. */
struct config *config_load(struct arena *arena, const char *directory, const struct config_overrides *overrides,
                           const struct config_code *code, struct findings *findings);

/* The value of variable `name` in the text of a .env file, in `arena`; NULL when it is not there or empty. */
const char *config_variable_in(struct arena *arena, struct slice text, const char *name);

#include "file.h"

#endif
