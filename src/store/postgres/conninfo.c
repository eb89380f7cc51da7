#include "conninfo.h"

#include "libpq/libpq.h"

const char *conninfo_search_path(struct arena *arena, const char *schema)
{
	struct buffer quoted = {0};
	buffer_byte(&quoted, '"');
	for (; *schema; schema++) {
		if (*schema == '"')
			buffer_byte(&quoted, '"');
		buffer_byte(&quoted, *schema);
	}
	buffer_byte(&quoted, '"');
	const char *copy = arena_copy(arena, buffer_as_slice(&quoted));
	buffer_free(&quoted);
	return copy;
}

/* One " -c name=value"; the server splits options at white space that has no backslash before it. */
static void add_option(struct buffer *options, const char *name, const char *value)
{
	buffer_text(options, options->len ? " -c " : "-c ");
	buffer_text(options, name);
	buffer_byte(options, '=');
	for (; *value; value++) {
		if (strchr(" \t\n\r\v\f\\", *value))
			buffer_byte(options, '\\');
		buffer_byte(options, *value);
	}
}

static const char *make_options(struct arena *arena, const char *own, const struct conninfo_settings *settings)
{
	struct buffer options = {0};
	if (own)
		buffer_text(&options, own);
	add_option(&options, "search_path", conninfo_search_path(arena, settings->schema));
	add_option(&options, "statement_timeout", arena_format(arena, "%u", settings->statement_timeout));
	/* A session's statements are one transaction, which sees one moment. */
	add_option(&options, "default_transaction_isolation", "repeatable read");
	add_option(&options, "default_transaction_read_only", "on");
	add_option(&options, "DateStyle", "ISO");
	add_option(&options, "TimeZone", "UTC");
	/* Compiling a plan takes longer than any of our statements. */
	add_option(&options, "jit", "off");
	/* A plan for all values: planning anew would take longer than running. */
	if (settings->prepared_statements)
		add_option(&options, "plan_cache_mode", "force_generic_plan");
	const char *copy = arena_copy(arena, buffer_as_slice(&options));
	buffer_free(&options);
	return copy;
}

void conninfo_set(struct conninfo *conninfo, const char *keyword, const char *value)
{
	for (size_t i = 0; i < conninfo->count; i++) {
		if (strcmp(conninfo->keywords[i], keyword) == 0) {
			conninfo->values[i] = value;
			return;
		}
	}
	if (conninfo->count == CONNINFO_LARGEST)
		return;
	conninfo->keywords[conninfo->count] = keyword;
	conninfo->values[conninfo->count++] = value;
}

static const char *value_of(const struct conninfo *conninfo, const char *keyword, const char *otherwise)
{
	for (size_t i = 0; i < conninfo->count; i++)
		if (strcmp(conninfo->keywords[i], keyword) == 0)
			return conninfo->values[i];
	return otherwise;
}

/* Our connections are read only by their own settings, which says nothing of the server. */
static const char *server_attributes(const char *wanted)
{
	if (strcmp(wanted, "read-write") == 0)
		return "primary";
	return strcmp(wanted, "read-only") == 0 ? "standby" : wanted;
}

bool conninfo_read(struct arena *arena, const char *text, const struct conninfo_settings *settings,
                   struct conninfo *conninfo, struct error *error)
{
	char *message = NULL;
	*conninfo = (struct conninfo){.label = ""};
	if (!libpq_load(error))
		return false;
	PQconninfoOption *options = libpq.PQconninfoParse(text, &message);
	if (!options) {
		error_set(error, 500, "ConfigurationError", "The connection string of the database is wrong: %s",
		          message ? message : "out of memory");
		libpq.PQfreemem(message);
		return false;
	}
	conninfo_set(conninfo, "fallback_application_name", "lectern");
	/* Of several hosts each has its time: one that is silent does not keep us from the next. */
	conninfo_set(conninfo, "connect_timeout", "5");
	for (const PQconninfoOption *option = options; option->keyword; option++)
		if (option->val && *option->val)
			conninfo_set(conninfo, arena_copy(arena, slice_of(option->keyword)),
			             arena_copy(arena, slice_of(option->val)));
	libpq.PQconninfoFree(options);
	conninfo_set(conninfo, "client_encoding", "UTF8");
	if (settings)
		conninfo_set(conninfo, "options", make_options(arena, value_of(conninfo, "options", NULL), settings));
	const char *wanted = settings ? value_of(conninfo, "target_session_attrs", NULL) : NULL;
	if (wanted)
		conninfo_set(conninfo, "target_session_attrs", server_attributes(wanted));
	conninfo->label = arena_format(arena, "%s:%s/%s", value_of(conninfo, "host", "localhost"),
	                               value_of(conninfo, "port", "5432"), value_of(conninfo, "dbname", ""));
	return true;
}
