#include "serving.h"
#include "base/base.h"
#include "command/project/database.h"
#include "command/project/migrations.h"
#include "command/project/secrets.h"
#include "serving_http.h"
#include "start_page.h"

#include <stdlib.h>

bool serving_load(struct serving *service, struct arena *arena, const struct command_options *options)
{
	struct project project;
	struct error error;
	bool right = project_read(&project, arena, options->directory, &options->overrides);
	service->host = project.host;
	if (!report_permits(&project.findings, "serve", options->without_code) || !right)
		return false;
	if (!database_permit(project.config, options->create, &error) ||
	    !secrets_need_jwt(project.config, arena, &error) || !migrations_run(&project, arena, &error)) {
		fprintf(stderr, "lectern: %s\n", error.message);
		return false;
	}
	if (!host_is_loaded(project.survey))
		project_end_code(&project);
	service->host = project.host;
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

/* `described`: what code has for it, or NULL. */
static bool start_graphql(struct serving *service, struct arena *arena, struct json_object *described,
                          struct error *error)
{
	const struct config *config = service->config;
	struct host_graphql *code = host_graphql_create(arena, service->host, described, service->extensions);
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

struct known_actions {
	const struct survey *survey;
	struct action_list actions;
};

static bool action_exists(void *context, struct slice action)
{
	const struct known_actions *known = context;
	return actions_find(&known->actions, action) || host_has_action(known->survey, action);
}

/* Where code that is not run may have any actions all permissions stay. */
static bool sync_permissions(const struct serving *service, struct arena *arena, struct error *error)
{
	struct known_actions known = {.survey = service->survey};
	if (service->without_code || !host_knows_actions(service->survey))
		return true;
	actions_list(&known.actions, arena, service->registry);
	return accounts_sync_permissions(service->accounts, action_exists, &known, error);
}

static void set_signer(struct serving *service)
{
	service->signer.panel_only = service->config->uploads.sign_in_panel_only;
	content_set_signer(service->content, &service->signer);
}

/* The process that has the project's code loaded answers what is the code's; where there is none that stays closed. */
static bool start_code(struct serving *service, struct arena *arena, size_t first_thread, struct error *error)
{
	struct host_code_options options = {
	    .arena = arena,
	    .config = service->config,
	    .access = service->access,
	    .survey = service->survey,
	    .rest = service->rest,
	    .graphql = service->graphql,
	    .admin = service->admin,
	    .accounts = service->accounts,
	    .webhooks = service->webhooks,
	};
	if (!service->host || !host_is_loaded(service->survey)) {
		if (service->config->uploads.by_code)
			log_message(LOG_WARNING, "uploads answer 501: the provider %s is a package, and no code runs",
			            service->config->uploads.provider);
		return true;
	}
	service->services = services_open(service->host, service->config, service->registry, service->store,
	                                  service->content, first_thread, error);
	options.services = service->services;
	if (!service->services || !host_run(service->host, error))
		return false;
	service->code = host_run_code(service->host, &options);
	host_put_files(service->host, service->config, service->survey, service->media);
	if (host_file_signer(service->host, service->config, service->survey, &service->signer))
		set_signer(service);
	api_admin_ask(service->admin, host_ask_conditions, service->host);
	host_subscribe(service->host, arena, service->survey, service->content);
	host_listen(service->host, service->services, arena, service->survey, service->store, service->content);
	return true;
}

/* Where code makes its part of the schema in its bootstrap, nothing is answered before that. */
static bool start_late_graphql(struct serving *service, struct arena *arena, struct error *error)
{
	if (!service->code || !host_graphql_is_late(service->survey))
		return true;
	struct json_object *described = host_graphql_ask(service->host, arena, error);
	if (!described || !start_graphql(service, arena, described, error))
		return false;
	host_code_set_graphql(service->code, service->graphql);
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

bool serving_start(struct serving *service, struct arena *arena, struct error *error)
{
	struct http_options options;
	const struct config *config = service->config;
	/* Threads are numbered: those that serve, then those in the background. */
	const size_t before_code = config->threads + requests_thread_count(config);
	size_t waiting;
	const size_t before_webhooks = before_code + SERVICES_THREADS;
	if (!store_open(config, service->registry, before_webhooks + WEBHOOKS_THREADS, &service->store, error) ||
	    !need_salt(service, arena, error))
		return false;
	store_keep_shapes(service->store, config->directory);
	service->access = access_create(config, service->registry, store_thread_count(service->store));
	service->content = content_open(service->registry, store_thread_count(service->store));
	if (!account_prepare_admins(service->content, service->registry, service->store, error) ||
	    !webhooks_open(config, service->registry, service->store, service->content, before_webhooks,
	                   &service->webhooks, error))
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
	service->signer = (struct content_signer){.sign = media_sign, .context = service->media};
	if (media_is_private(service->media))
		set_signer(service);
	if (media_lacks_pictures(service->media))
		log_message(LOG_WARNING, "pictures get no formats, and their sizes are not told: %s",
		            media_lacks_pictures(service->media));
	service->rest = rest_create(config, service->registry, service->requests, service->content, service->accounts,
	                            service->media);
	if (!api_admin_open(config, service->registry, service->store, service->requests, service->access,
	                    service->accounts, service->rest, service->media, service->webhooks, &service->admin,
	                    error))
		return false;
	api_admin_develop(service->admin, service->development);
	extend_install_hooks(service->extensions, service->content);
	/* Extensions may ask for permissions while they change something. */
	if (extend_count(service->extensions))
		requests_keep_permissions(service->requests);
	if (!extend_install_rest(service->extensions, service->rest, error))
		return false;
	if (!host_graphql_is_late(service->survey) &&
	    !start_graphql(service, arena, host_graphql_described(service->survey), error))
		return false;
	if (service->host)
		host_run_hooks(service->survey);
	host_close_rest(service->survey, service->rest);
	if (!start_code(service, arena, before_code, error) || !start_late_graphql(service, arena, error))
		return false;
	set_start_page(service, arena);
	if (service->graphql)
		host_close_graphql(service->survey, service->graphql);
	else if (config->graphql.enabled)
		host_close_endpoint(service->survey, service->rest, config->graphql.endpoint);
	if (!host_wait_for_bootstrap(service->host, service->survey, error))
		return false;
	params_set_limits(&(struct params_limits){
	    .keys = config->query_most, .levels = config->query_deepest, .list = config->query_longest});
	serving_set_http_options(&options, service);
	service->server = http_start(&options, error);
	service->socket = -1;
	return service->server != NULL;
}

void serving_stop(struct serving *service)
{
	accounts_begin_stop(service->accounts);
	requests_begin_stop(service->requests);
	host_end_code(service->host);
	services_begin_stop(service->services);
	webhooks_begin_stop(service->webhooks);
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
	webhooks_close(service->webhooks);
	if (service->content)
		content_close(service->content);
	if (service->access)
		access_destroy(service->access);
	if (service->store)
		store_close(service->store);
	extend_close(service->extensions);
}
