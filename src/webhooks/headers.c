#include "headers.h"

#include <json-c/json.h>
#include <strings.h>

/* What Strapi's client calls itself when nobody says otherwise. */
#define USER_AGENT "node-fetch/1.0 (+https://github.com/bitinn/node-fetch)"

struct made {
	struct arena *arena;
	struct header *headers;
	size_t count, bytes;
	const char *problem;
};

static bool is_token(const char *name)
{
	static const char others[] = "!#$%&'*+-.^_`|~";
	const char *at = name;
	for (; *at; at++)
		if (!((*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || (*at >= '0' && *at <= '9') ||
		      strchr(others, *at)))
			return false;
	return at > name;
}

static bool is_value(struct slice value)
{
	for (size_t i = 0; i < value.len; i++)
		if (((unsigned char)value.ptr[i] < ' ' && value.ptr[i] != '\t') || value.ptr[i] == 0x7f)
			return false;
	return true;
}

/* Those that say how the message is sent are HTTP's own. */
static bool is_reserved(const char *name)
{
	static const char *const reserved[] = {"Content-Length", "Transfer-Encoding", "Connection", "Expect",
	                                       "Trailer",        "Upgrade",           "Keep-Alive"};
	for (size_t i = 0; i < COUNT_OF(reserved); i++)
		if (strcasecmp(name, reserved[i]) == 0)
			return true;
	return false;
}

static bool refuse(struct made *made, const char *format, const char *name)
{
	made->problem = arena_format(made->arena, format, is_token(name) ? name : "?");
	return false;
}

static bool set(struct made *made, const char *name, struct slice value)
{
	size_t i = 0;
	value = slice_trim(value);
	if (!is_token(name))
		return refuse(made, "a header's name is no token", name);
	if (!is_value(value))
		return refuse(made, "the header %.100s has control characters", name);
	if (is_reserved(name))
		return true;
	while (i < made->count && strcasecmp(made->headers[i].name, name) != 0)
		i++;
	made->bytes += strlen(name) + value.len;
	if (i == HEADERS_MOST || made->bytes > HEADERS_MOST_BYTES)
		return refuse(made, "the headers are too many or too long", name);
	if (i == made->count)
		made->headers[made->count++].name = arena_copy(made->arena, slice_of(name));
	made->headers[i].value = arena_copy(made->arena, value);
	return true;
}

/* As JavaScript makes a text of it. */
static struct slice text_of(struct made *made, struct json_object *value)
{
	return value ? json_text(made->arena, value) : SLICE("null");
}

static bool set_all(struct made *made, struct json_object *object)
{
	if (!json_object_is_type(object, json_type_object))
		return true;
	json_object_object_foreach(object, name, value)
	{
		if (!set(made, name, text_of(made, value)))
			return false;
	}
	return true;
}

static bool has(const struct made *made, const char *name)
{
	for (size_t i = 0; i < made->count; i++)
		if (strcasecmp(made->headers[i].name, name) == 0)
			return true;
	return false;
}

bool headers_make(struct arena *arena, struct json_object *defaults, struct slice own, struct slice event,
                  struct header **headers, size_t *count, const char **problem)
{
	struct made made = {.arena = arena, .headers = arena_array(arena, HEADERS_MOST, sizeof *made.headers)};
	struct json_object *json = json_parse_stored(own);
	bool done = set_all(&made, defaults) && set_all(&made, json) && set(&made, "X-Strapi-Event", event) &&
	            set(&made, "Content-Type", SLICE("application/json")) &&
	            (has(&made, "Accept") || set(&made, "Accept", SLICE("*/*"))) &&
	            (has(&made, "User-Agent") || set(&made, "User-Agent", SLICE(USER_AGENT))) &&
	            (has(&made, "Accept-Encoding") || set(&made, "Accept-Encoding", SLICE("gzip,deflate")));
	json_object_put(json);
	*headers = made.headers;
	*count = made.count;
	*problem = made.problem;
	return done;
}
