#include "serve.h"

#include "api/admin/api_admin.h"
#include "api/graphql/api_graphql.h"
#include "base/base.h"
#include "command/project/database.h"
#include "command/project/project.h"
#include "command/project/secrets.h"
#include "start_page.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>

enum {
	OTHER_FILES = 64, /* files that are no connections: databases, libraries, logs */
	FILES_A_THREAD = 8,
	RESERVE = 32 << 20, /* bytes for the requests under way when memory runs out */
};

struct serving {
	struct config *config;
	const struct registry *registry;
	struct store *store;
	struct access *access;
	struct requests *requests;
	struct content *content;
	struct accounts *accounts;
	struct media *media;
	struct rest *rest;
	struct api_graphql *graphql; /* NULL: there is no GraphQL */
	struct api_admin *admin;     /* NULL: there is no administration */
	struct extensions *extensions;
	struct survey *survey;
	struct host *host;         /* runs the project's code; NULL: nothing does */
	struct services *services; /* what it may ask for */
	bool without_code;
	struct http_server *server;
};

/* As many connections as are wanted, or fewer where no more files may be open. */
static unsigned connections_possible(unsigned threads, unsigned wanted)
{
	struct rlimit files;
	const rlim_t others = OTHER_FILES + FILES_A_THREAD * (rlim_t)threads;
	if (getrlimit(RLIMIT_NOFILE, &files) != 0)
		return wanted;
	files.rlim_cur = files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files);
	if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= wanted + others)
		return wanted;
	return files.rlim_cur > 2 * others ? (unsigned)(files.rlim_cur - others) : OTHER_FILES;
}

/* One client must not keep all others out; but behind a proxy that is trusted they all have one address. */
static unsigned most_per_address(const struct config *config, unsigned connections)
{
	if (config->max_per_address)
		return config->max_per_address;
	return config->trust_proxy ? 0 : (connections + 1) / 2;
}

static void handle(void *context, struct http_request *request, struct http_response *response)
{
	const struct serving *service = context;
	if (service->graphql && !rest_asks_for_all(service->rest) && api_graphql_serves(service->graphql, request))
		api_graphql_handle(service->graphql, request, response);
	else if (api_admin_serves(service->admin, request))
		api_admin_handle(service->admin, request, response);
	else
		rest_handle(service->rest, request, response);
}

/* Forms may have files, of any size. */
static bool streams_body(void *context, const struct http_request *request)
{
	const struct serving *service = context;
	static const struct slice multipart = {"multipart/", 10};
	const struct slice type = request->content_type;
	if ((request->method != HTTP_POST && request->method != HTTP_PUT && request->method != HTTP_PATCH) ||
	    type.len <= multipart.len ||
	    !slice_equals_ignoring_case((struct slice){type.ptr, multipart.len}, multipart))
		return false;
	if (service->graphql && api_graphql_serves(service->graphql, request))
		return api_graphql_takes_form(request);
	return !api_admin_serves(service->admin, request) || api_admin_takes_form(service->admin, request);
}

static void rest(void *context, size_t thread)
{
	const struct serving *service = context;
	store_rest(service->store, thread);
}

static void set_http_options(struct http_options *options, const struct serving *service)
{
	const struct config *config = service->config;
	http_options_init(options);
	options->host = config->host;
	options->port = config->port;
	options->threads = config->threads;
	options->max_body = config->max_body;
	options->max_connections = connections_possible(config->threads, config->max_connections);
	options->max_per_address = most_per_address(config, options->max_connections);
	options->request_timeout = config->request_timeout;
	options->idle_timeout = config->idle_timeout;
	options->cors_origins = config->cors_origins;
	options->cors_origin_count = config->cors_origin_count;
	options->cors_methods = config->cors_methods;
	options->cors_headers = config->cors_headers;
	options->cors_exposed = config->cors_exposed;
	options->cors_max_age = config->cors_max_age;
	options->cors_without_credentials = config->cors_without_credentials;
	options->security_headers = config->security_headers;
	options->json_limit = config->json_limit;
	options->form_limit = config->form_limit;
	options->text_limit = config->text_limit;
	if (config->powered_by)
		options->powered_by = config->powered_by;
	options->log_requests = config->log_requests;
	options->trust_proxy = config->trust_proxy;
	options->handler = handle;
	options->streams_body = streams_body;
	options->rest = rest;
	options->context = (void *)(uintptr_t)service;
}

static bool load(struct serving *service, struct arena *arena, const struct command_options *options)
{
	struct project project;
	struct error error;
	bool right = project_read(&project, arena, options->directory, &options->overrides);
	if (!host_is_loaded(project.survey))
		project_end_code(&project);
	service->host = project.host;
	if (!report_permits(&project.findings, "serve", options->without_code) || !right)
		return false;
	if (!database_permit(project.config, options->create, &error) ||
	    !secrets_need_jwt(project.config, arena, &error)) {
		fprintf(stderr, "lectern: %s\n", error.message);
		return false;
	}
	struct registry *registry = project.registry;
	service->registry = registry;
	service->survey = project.survey;
	service->without_code = options->without_code;
	service->config = project.config;
	model_make_private(registry, service->config->private_attributes, service->config->private_attribute_count);
	service->extensions = extend_load(service->config, registry, &error);
	if (!service->extensions)
		fprintf(stderr, "lectern: %s\n", error.message);
	return service->extensions != NULL;
}

static bool start_graphql(struct serving *service, struct arena *arena, struct error *error)
{
	const struct config *config = service->config;
	struct host_graphql *code =
	    host_graphql_create(arena, service->host, host_graphql_told(service->survey), service->extensions);
	struct api_graphql_switches *switches = extend_switches(service->extensions);
	if (!config->graphql.enabled ||
	    (!config->graphql.shadow_crud && !extend_has_schema(service->extensions) && !code))
		return true;
	if (code)
		host_graphql_switch(code, switches);
	struct api_graphql_schema *schema =
	    api_graphql_build(arena, config, service->registry, switches, code ? host_graphql_extend : extend_schema,
	                      code ? (void *)code : service->extensions, error);
	if (!schema)
		return false;
	service->graphql =
	    api_graphql_create(config, service->requests, service->content, service->accounts, service->media, schema);
	return true;
}

/* Tokens that are in the database need the salt that they were made with. */
static bool need_salt(struct serving *service, struct arena *arena, struct error *error)
{
	struct store_session *session;
	int64_t count;
	if (service->config->api_token_salt)
		return true;
	if (!store_begin(service->store, 0, arena, &session, error))
		return false;
	bool counted = store_count(session, query_create(arena, service->registry->api_token), &count, error);
	store_end(session);
	return counted && (!count || secrets_need_salt(service->config, arena, error));
}

struct sync {
	const struct survey *survey;
	struct action_list actions;
};

static bool action_exists(void *context, struct slice action)
{
	const struct sync *sync = context;
	return actions_find(&sync->actions, action) || host_has_action(sync->survey, action);
}

/* Where code that is not run may have any actions all permissions stay. */
static bool sync_permissions(const struct serving *service, struct arena *arena, struct error *error)
{
	struct sync sync = {.survey = service->survey};
	if (service->without_code || !host_knows_actions(service->survey))
		return true;
	actions_list(&sync.actions, arena, service->registry);
	return accounts_sync_permissions(service->accounts, action_exists, &sync, error);
}

/* The process that has the project's code loaded answers what is the code's; where there is none that stays closed. */
static bool start_code(struct serving *service, struct arena *arena, size_t first_thread, struct error *error)
{
	struct host_code_options options = {
	    .arena = arena,
	    .config = service->config,
	    .survey = service->survey,
	    .rest = service->rest,
	    .graphql = service->graphql,
	    .accounts = service->accounts,
	};
	if (!service->host || !host_is_loaded(service->survey))
		return true;
	service->services = services_open(service->host, service->config, service->registry, service->store,
	                                  service->content, first_thread, error);
	options.services = service->services;
	if (!service->services || !host_run(service->host, error))
		return false;
	host_run_code(service->host, &options);
	host_listen(service->host, service->services, arena, service->survey, service->store, service->content);
	return true;
}

/* What the page tells is there for everybody. */
static void set_start_page(const struct serving *service, struct arena *arena)
{
	const struct config *config = service->config;
	const bool console =
	    service->graphql && (config->graphql.playground_always || strcmp(config->environment, "production") != 0);
	const struct start_page_links links = {
	    .panel = api_admin_panel_path(service->admin),
	    .console = console ? config->graphql.endpoint : NULL,
	};
	rest_set_start_page(service->rest, start_page_write(arena, &links));
}

static bool start(struct serving *service, struct arena *arena, struct error *error)
{
	struct http_options options;
	const struct config *config = service->config;
	/* Threads are numbered: those that serve, then those in the background. */
	const size_t before_code = config->threads + requests_thread_count(config);
	size_t waiting;
	if (!store_open(config, service->registry, before_code + SERVICES_THREADS, &service->store, error) ||
	    !need_salt(service, arena, error))
		return false;
	service->access = access_create(config, service->registry, before_code);
	service->content = content_open(service->registry, store_thread_count(service->store));
	if (!account_prepare_admins(service->content, service->registry, service->store, error))
		return false;
	service->requests = requests_create(config, service->registry, service->store, service->access,
	                                    service->content, config->threads, error);
	if (!service->requests)
		return false;
	struct background *background = requests_waiting_threads(service->requests, &waiting);
	if (!accounts_open(config, service->registry, service->store, service->access, service->content, background,
	                   waiting, &service->accounts, error) ||
	    !sync_permissions(service, arena, error))
		return false;
	service->media = media_open(config, service->registry, service->store, 0, error);
	if (!service->media)
		return false;
	if (media_lacks_pictures(service->media))
		log_message(LOG_WARNING, "pictures get no formats, and their sizes are not told: %s",
		            media_lacks_pictures(service->media));
	service->rest = rest_create(config, service->registry, service->requests, service->content, service->accounts,
	                            service->media);
	if (!api_admin_open(config, service->registry, service->store, service->requests, service->access,
	                    service->accounts, service->rest, service->media, &service->admin, error))
		return false;
	extend_install_hooks(service->extensions, service->content);
	/* Extensions may ask for permissions while they change something. */
	if (extend_count(service->extensions))
		requests_keep_permissions(service->requests);
	if (!extend_install_rest(service->extensions, service->rest, error))
		return false;
	if (!start_graphql(service, arena, error))
		return false;
	set_start_page(service, arena);
	if (service->host)
		host_run_hooks(service->survey);
	host_close_rest(service->survey, service->rest);
	if (!start_code(service, arena, before_code, error))
		return false;
	if (service->graphql)
		host_close_graphql(service->survey, service->graphql);
	else if (config->graphql.enabled)
		host_close_endpoint(service->survey, service->rest, config->graphql.endpoint);
	host_wait_for_bootstrap(service->host, service->survey);
	set_http_options(&options, service);
	service->server = http_start(&options, error);
	return service->server != NULL;
}

static void stop(struct serving *service)
{
	accounts_hurry(service->accounts);
	requests_hurry(service->requests);
	host_end_code(service->host);
	services_hurry(service->services);
	host_stop(service->host);
	http_stop(service->server);
	host_close(service->host);
	services_close(service->services);
	api_graphql_destroy(service->graphql);
	api_admin_close(service->admin);
	if (service->rest)
		rest_destroy(service->rest);
	requests_destroy(service->requests);
	media_close(service->media);
	accounts_close(service->accounts);
	if (service->content)
		content_close(service->content);
	if (service->access)
		access_destroy(service->access);
	if (service->store)
		store_close(service->store);
	extend_close(service->extensions);
}

static void announce(const struct serving *service)
{
	const char *host = service->config->host;
	bool ipv6 = strchr(host, ':') != NULL;
	const char *panel = api_admin_panel_path(service->admin), *open = ipv6 ? "[" : "", *close = ipv6 ? "]" : "";
	const unsigned port = http_port(service->server);
	printf("lectern %s listening on http://%s%s%s:%u\n", LECTERN_VERSION, open, host, close, port);
	if (panel)
		printf("editors sign in at http://%s%s%s:%u%s\n", open, host, close, port, panel);
	fflush(stdout);
}

/* From here on these signals wait for sigwait, in all threads made later too. */
static void hold_signals(sigset_t *signals)
{
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	sigemptyset(signals);
	sigaddset(signals, SIGTERM);
	sigaddset(signals, SIGINT);
	sigaddset(signals, SIGHUP);
	pthread_sigmask(SIG_BLOCK, signals, NULL);
}

/* SIGHUP: reads again what can change while the server runs. With a mistake all stays as it is. */
static void reload(struct serving *service, const struct command_options *options)
{
	struct arena *arena = arena_create();
	struct findings findings;
	findings_init(&findings, arena);
	const struct config *config = project_read_config(arena, options->directory, &options->overrides, &findings);
	if (config) {
		http_log_requests(service->server, config->log_requests);
		log_message(LOG_INFO,
		            "SIGHUP: the configuration was read again: requests are %slogged. All else stays as it was "
		            "at the start",
		            config->log_requests ? "" : "not ");
	} else {
		report_log_mistakes(&findings);
		log_message(LOG_ERROR, "SIGHUP: the configuration has mistakes, and all stays as it was");
	}
	arena_destroy(arena);
}

/* Until SIGTERM or SIGINT. */
static void wait_for_end(struct serving *service, const struct command_options *options, const sigset_t *signals)
{
	int which;
	while (sigwait(signals, &which) == 0 && which == SIGHUP)
		reload(service, options);
	log_message(LOG_INFO, "%s: stopping; what was begun is answered first", which == SIGINT ? "SIGINT" : "SIGTERM");
}

int command_serve(const struct command_options *options)
{
	struct serving service = {0};
	struct error error;
	sigset_t signals;
	int status = 1;
	struct arena *arena = arena_create();
	hold_signals(&signals);
	memory_hold_back(RESERVE);
	if (load(&service, arena, options)) {
		if (start(&service, arena, &error)) {
			announce(&service);
			wait_for_end(&service, options, &signals);
			status = 0;
		} else {
			fprintf(stderr, "lectern: %s\n", error.message);
		}
		stop(&service);
		if (status == 0)
			log_message(LOG_INFO, "stopped");
	}
	arena_destroy(arena);
	return status;
}
