/* Files of uploads that the project's package puts somewhere: web/runtime/strapi/provider.mjs calls it. */
#include "files.h"
#include "tags.h"

/* Milliseconds: a large file may take its time on the way. */
enum { LONGEST_PUT = 600000, LONGEST_SIGNING = 15000 };

/* Errors of Strapi's classes are for the client, all others for the log, which has them. */
static bool take_error(struct json_object *thrown, struct error *error)
{
	static const struct {
		const char *name;
		int status;
	} known[] = {{"PayloadTooLargeError", 413},
	             {"ApplicationError", 400},
	             {"ValidationError", 400},
	             {"ForbiddenError", 403}};
	const struct slice name = json_string(json_member(thrown, "name"));
	const struct slice message = json_string(json_member(thrown, "message"));
	for (size_t i = 0; i < COUNT_OF(known); i++)
		if (slice_is(name, known[i].name))
			return error_set(error, known[i].status, known[i].name, "%.*s",
			                 slice_shown_length(message, 400), message.ptr ? message.ptr : "");
	return error_set(error, 500, "InternalServerError", "Internal Server Error");
}

/* *answer: what the runtime answered, to be released. */
static bool ask(struct host *host, struct slice head, unsigned milliseconds, struct json_object **answer,
                struct error *error)
{
	const struct host_ask wanted = {.head = head, .time_limit = milliseconds};
	struct host_answer reply;
	struct buffer body = {0};
	bool done = host_converse(host, &wanted, NULL, NULL, &reply, &body);
	struct json_object *thrown = json_member(reply.value, "error");
	buffer_free(&body);
	*answer = reply.value;
	if (done && !thrown)
		return true;
	if (done)
		return take_error(thrown, error);
	return reply.error.status == 503
	           ? error_set(error, 503, "ServiceUnavailableError", "The project's code does not run, try again")
	           : error_set(error, 500, "InternalServerError", "Internal Server Error");
}

static void write_file(struct buffer *head, struct json_object *file)
{
	struct buffer text = {0};
	json_write_value(&text, file);
	tags_escape(&text);
	json_write_name(head, SLICE("file"));
	buffer_slice(head, buffer_as_slice(&text));
	buffer_free(&text);
}

static bool put(void *context, struct json_object *file, const char *path, bool checked, struct json_object **changed,
                struct error *error)
{
	struct json_object *answer;
	struct buffer head = {0};
	buffer_format(&head, "{\"ask\":\"provider\",\"action\":\"put\",\"checked\":%s", checked ? "true" : "false");
	json_write_name(&head, SLICE("path"));
	json_write_string(&head, slice_of(path));
	write_file(&head, file);
	buffer_byte(&head, '}');
	bool done = ask(context, buffer_as_slice(&head), LONGEST_PUT, &answer, error);
	buffer_free(&head);
	*changed = done ? json_parse_stored(json_string(json_member(answer, "file"))) : NULL;
	json_object_put(answer);
	return done && (json_object_is_type(*changed, json_type_object) ||
	                error_set(error, 500, "InternalServerError", "Internal Server Error"));
}

static bool delete_file(void *context, struct json_object *file, struct error *error)
{
	struct json_object *answer;
	struct buffer head = {0};
	buffer_text(&head, "{\"ask\":\"provider\",\"action\":\"delete\"");
	write_file(&head, file);
	buffer_byte(&head, '}');
	bool done = ask(context, buffer_as_slice(&head), LONGEST_PUT, &answer, error);
	buffer_free(&head);
	json_object_put(answer);
	return done;
}

/* Takes the urls that the provider gave to a file; its formats come whole. */
static void take_urls(struct json_object *file, struct json_object *given)
{
	static const char *const names[] = {"url", "formats", "isUrlSigned"};
	struct json_object *value;
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (json_find(given, names[i], &value))
			json_object_object_add(file, names[i], json_object_get(value));
}

static bool sign(void *context, struct json_object *files, struct error *error)
{
	struct json_object *answer, *given = NULL;
	struct buffer head = {0}, text = {0};
	json_write_value(&text, files);
	tags_escape(&text);
	buffer_text(&head, "{\"ask\":\"provider\",\"action\":\"sign\"");
	json_write_name(&head, SLICE("files"));
	buffer_slice(&head, buffer_as_slice(&text));
	buffer_byte(&head, '}');
	bool done = ask(context, buffer_as_slice(&head), LONGEST_SIGNING, &answer, error);
	if (done)
		given = json_parse_stored(json_string(json_member(answer, "files")));
	if (done && (!json_object_is_type(given, json_type_array) || json_count(given) != json_count(files)))
		done = error_set(error, 500, "InternalServerError", "Internal Server Error");
	for (size_t i = 0; done && i < json_count(files); i++)
		take_urls(json_item(files, i), json_item(given, i));
	buffer_free(&head);
	buffer_free(&text);
	json_object_put(given);
	json_object_put(answer);
	return done;
}

bool host_file_signer(struct host *host, const struct config *config, const struct survey *survey,
                      struct content_signer *signer)
{
	if (!config->uploads.by_code || !survey->private_files)
		return false;
	*signer = (struct content_signer){.sign = sign, .context = host, .waits = true};
	return true;
}

void host_put_files(struct host *host, const struct config *config, const struct survey *survey, struct media *media)
{
	const struct media_provider provider = {.put = put, .remove = delete_file, .context = host};
	if (survey->uploads_refused && *survey->uploads_refused)
		media_refuse_uploads(media, survey->uploads_refused);
	if (config->uploads.by_code)
		media_set_provider(media, &provider);
}
