/* lectern files: uploaded files without an entry, and entries without their file. */
#include "media/media.h"
#include "operator.h"

enum { PAGE = 1000 };

struct files_check {
	struct operator_command *command;
	struct media_check *media;
	int64_t entries, lost; /* lost: those without their file */
	int64_t *ids;          /* of those */
	size_t capacity;
};

static void print_lost(struct files_check *check, struct json_object *file)
{
	struct operator_command *command = check->command;
	buffer_format(&command->printed, "no file: entry %lld, ", (long long)operator_id(file));
	operator_print(command, operator_text(file, "url"));
	buffer_byte(&command->printed, '\n');
	check->ids = arena_grow(command->arena, check->ids, (size_t)check->lost, &check->capacity, sizeof *check->ids);
	check->ids[check->lost++] = operator_id(file);
}

static void look_at(struct files_check *check, struct json_object *file)
{
	struct buffer *printed = &check->command->printed;
	const char *lacks;
	check->entries++;
	if (!media_check_entry(check->media, file, &lacks)) {
		print_lost(check, file);
	} else if (lacks) {
		buffer_format(printed, "no file of a format: entry %lld, ", (long long)operator_id(file));
		operator_print(check->command, lacks);
		buffer_byte(printed, '\n');
	}
}

/* Up to PAGE entries behind the id *last; *count: how many there were. */
static bool read_page(struct files_check *check, int64_t *last, size_t *count)
{
	struct operator_command *command = check->command;
	const struct content_type *type = command->registry->file;
	struct content_call call = {.content = command->content,
	                            .session = command->session,
	                            .arena = command->arena,
	                            .thread = store_thread(command->session)};
	struct query_root root = {.query = query_create(command->arena, type), .locale = LOCALE_ALL};
	struct content_result *result;
	int64_t total;
	root.query->limit = PAGE;
	query_add_condition(command->arena, root.query,
	                    query_compare(command->arena, &type->id, QUERY_GT, value_integer(*last)));
	if (!content_find(&call, &root, false, &result, &total, command->error))
		return false;
	*count = content_result_count(result);
	for (size_t i = 0; i < *count; i++) {
		struct json_object *file = content_entry_json(result, i);
		*last = content_result_id(result, i);
		look_at(check, file);
		json_object_put(file);
	}
	content_free(result);
	return true;
}

static bool read_entries(struct files_check *check)
{
	int64_t last = INT64_MIN;
	size_t count;
	do
		if (!read_page(check, &last, &count))
			return false;
	while (count == PAGE);
	return true;
}

/* The project's logos have no entries: the settings keep them. */
static bool look_at_logos(struct files_check *check)
{
	struct operator_command *command = check->command;
	struct json_object *logos[MEDIA_LOGOS];
	const char *lacks;
	if (!media_read_logos(command->session, logos, command->error))
		return false;
	for (size_t i = 0; i < MEDIA_LOGOS; i++) {
		if (logos[i] && !media_check_entry(check->media, logos[i], &lacks)) {
			buffer_text(&command->printed, "no file: a logo of the project, ");
			operator_print(command, operator_text(logos[i], "url"));
			buffer_byte(&command->printed, '\n');
		}
		json_object_put(logos[i]);
	}
	return true;
}

/* A folder that is not mounted must not cost all entries. */
static bool is_another_folder(const struct files_check *check)
{
	if (!check->lost || check->lost < check->entries)
		return false;
	error_validation(
	    check->command->error,
	    "None of the files of the %lld entries is in the folder of uploads. Is it the right one? Nothing "
	    "was changed",
	    (long long)check->entries);
	return true;
}

static bool repair(struct files_check *check, const char **orphans, size_t count)
{
	struct operator_command *command = check->command;
	if (is_another_folder(check))
		return false;
	for (size_t i = 0; i < count; i++)
		if (!media_check_remove(check->media, orphans[i], command->error))
			return false;
	for (int64_t i = 0; i < check->lost; i++)
		if (!operator_delete(command, command->registry->file, check->ids[i]))
			return false;
	return true;
}

static bool run(struct files_check *check)
{
	struct operator_command *command = check->command;
	size_t count;
	if (!read_entries(check) || !look_at_logos(check))
		return false;
	const char **orphans = media_check_orphans(check->media, &count);
	for (size_t i = 0; i < count; i++) {
		buffer_text(&command->printed, "no entry: ");
		operator_print(command, orphans[i]);
		buffer_byte(&command->printed, '\n');
	}
	if (command->options.repair && !repair(check, orphans, count))
		return false;
	buffer_format(&command->printed,
	              "%lld entries, %zu files: %lld entries without their file, %zu files without an entry%s\n",
	              (long long)check->entries, media_check_files(check->media), (long long)check->lost, count,
	              command->options.repair && (count || check->lost) ? ", deleted" : "");
	return true;
}

static bool check_files(struct operator_command *command)
{
	struct files_check check = {.command = command};
	check.media = media_check_begin(command->project.config, command->arena, command->error);
	bool done = check.media && run(&check);
	media_check_end(check.media);
	return done;
}

int command_files(int count, char **arguments)
{
	static const struct operator_verb verbs[] = {
	    {"check", " [--repair]", 0, 0, TAKES_REPAIR, true, check_files, false},
	};
	return operator_run(count, arguments, verbs, COUNT_OF(verbs));
}
