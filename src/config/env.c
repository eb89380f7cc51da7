#include "env.h"

#include "file.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

static bool is_name_byte(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '-';
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static void skip_blanks(struct slice *rest)
{
	while (rest->len && is_blank(rest->ptr[0]))
		*rest = (struct slice){rest->ptr + 1, rest->len - 1};
}

static struct slice skip(struct slice text, size_t count)
{
	return (struct slice){text.ptr + count, text.len - count};
}

/* "NAME =", with or without blanks; *rest moves behind the equals sign. The reader that Strapi 4.26 has (dotenv 14.2)
 * passes over a line with "export" before the name, and so do the project's own files. */
static bool take_name(struct slice *rest, struct slice *name)
{
	skip_blanks(rest);
	size_t len = 0;
	while (len < rest->len && is_name_byte(rest->ptr[len]))
		len++;
	*name = (struct slice){rest->ptr, len};
	*rest = skip(*rest, len);
	skip_blanks(rest);
	if (!len || !rest->len || rest->ptr[0] != '=')
		return false;
	*rest = skip(*rest, 1);
	skip_blanks(rest);
	return true;
}

static const char *with_line_breaks(struct arena *arena, struct slice text)
{
	char *copy = arena_copy(arena, text);
	size_t to = 0;
	for (size_t from = 0; from < text.len; from++) {
		bool escape = text.ptr[from] == '\\' && from + 1 < text.len && text.ptr[from + 1] == 'n';
		copy[to++] = escape ? '\n' : text.ptr[from];
		from += escape;
	}
	copy[to] = '\0';
	return copy;
}

/* The length of a quoted text at the start of `rest`, with its quotes, where nothing but a comment follows it; else 0.
 */
static size_t quoted_length(struct slice rest)
{
	if (!rest.len || (rest.ptr[0] != '"' && rest.ptr[0] != '\''))
		return 0;
	size_t end = slice_find(skip(rest, 1), rest.ptr[0]) + 2;
	if (end > rest.len)
		return 0;
	struct slice behind = slice_trim(skip(rest, end));
	return !behind.len || behind.ptr[0] == '#' ? end : 0;
}

/* Quotes around the whole go, whatever stands between them. */
static const char *take_value(struct arena *arena, struct slice rest)
{
	size_t quoted = quoted_length(rest);
	struct slice value = {rest.ptr, quoted ? quoted : slice_find(rest, '#')};
	char quote = value.len > 1 && value.ptr[0] == value.ptr[value.len - 1] ? value.ptr[0] : '\0';
	if (quote != '"' && quote != '\'')
		return arena_copy(arena, slice_trim(value));
	struct slice inside = {value.ptr + 1, value.len - 2};
	return quote == '"' ? with_line_breaks(arena, inside) : arena_copy(arena, inside);
}

/* Lines end with \n, \r or both. */
static struct slice take_line(struct slice *text)
{
	size_t length = 0;
	while (length < text->len && text->ptr[length] != '\n' && text->ptr[length] != '\r')
		length++;
	struct slice line = {text->ptr, length};
	*text = skip(*text, length < text->len ? length + 1 : length);
	return line;
}

void env_parse(struct arena *arena, struct slice text, struct map *variables)
{
	map_init(variables, arena);
	text = json_skip_mark(text);
	while (text.len) {
		struct slice line = take_line(&text), name;
		if (take_name(&line, &name)) {
			/* Keys must outlive the text. */
			name = arena_copy_slice(arena, name);
			map_set(variables, name, (void *)take_value(arena, line));
		}
	}
}

bool env_load(struct env *env, struct arena *arena, const char *directory)
{
	struct slice text;
	const char *named = getenv("ENV_PATH");
	bool elsewhere = named && *named;
	env->file_name = elsewhere ? arena_copy(arena, slice_of(named)) : ".env";
	env->path = elsewhere ? env->file_name : arena_format(arena, "%s/.env", directory);
	map_init(&env->file, arena);
	if (!config_read_file(arena, env->path, &text))
		return errno == ENOENT && !elsewhere;
	env_parse(arena, text, &env->file);
	return true;
}

const char *env_get(const struct env *env, const char *name, bool *from_file)
{
	const char *value = getenv(name);
	*from_file = false;
	if (value && *value)
		return value;
	*from_file = true;
	value = map_get(&env->file, slice_of(name));
	return value && *value ? value : NULL;
}

const char *config_variable_in(struct arena *arena, struct slice text, const char *name)
{
	struct map variables;
	env_parse(arena, text, &variables);
	const char *value = map_get(&variables, slice_of(name));
	return value && *value ? value : NULL;
}
