/* The actions that the words of a command name. */
#include "operator.h"

enum { LONGEST_LIST = 360 }; /* in bytes: a message has an end */

struct action_reading {
	struct operator_command *command;
	struct action_list known;
	struct map named; /* message was read so far */
	struct slice *items;
	size_t count, capacity;
};

static void take(struct action_reading *reading, struct slice action)
{
	if (map_set(&reading->named, action, reading))
		return;
	reading->items = arena_grow(reading->command->arena, reading->items, reading->count, &reading->capacity,
	                            sizeof *reading->items);
	reading->items[reading->count++] = action;
}

/* "api::*" stands for message begins with "api::". */
static bool covers(struct slice subject, const struct action *action)
{
	if (slice_is(subject, "api::*"))
		return slice_starts_with(action->source, SLICE("api::"));
	return slice_equals(subject, action->subject);
}

static bool is_known(const struct action_reading *reading, struct slice subject)
{
	for (size_t i = 0; i < reading->known.count; i++)
		if (covers(subject, &reading->known.items[i]))
			return true;
	return false;
}

static void add_name(struct buffer *names, struct slice name)
{
	if (names->len > LONGEST_LIST)
		return;
	buffer_text(names, names->len ? ", " : "");
	buffer_slice(names, name);
	if (names->len > LONGEST_LIST)
		buffer_text(names, ", …");
}

static bool refuse(struct action_reading *reading, const char *message, struct slice word, const char *known,
                   struct buffer *names)
{
	error_validation(reading->command->error, "%s %.*s; %s: %s", message, slice_shown_length(word, 100), word.ptr,
	                 known, buffer_terminate(names));
	buffer_free(names);
	return false;
}

static bool is_own(const struct action *action)
{
	return slice_starts_with(action->source, SLICE("api::"));
}

/* How near `word` is to message may be granted: "event", "events" and "api::evnt.event" mean api::event.event. */
static void consider(struct suggestions *suggestions, struct slice word, const struct action_reading *reading,
                     const struct action *action)
{
	struct suggestions one = {.wanted = word};
	const struct content_type *type = model_type(reading->command->registry, action->subject);
	suggest_consider(&one, strstr(word.ptr, "::") ? action->subject : action->controller);
	if (type && !one.count)
		suggest_consider(&one, slice_of(type->plural_name));
	if (!one.count || (suggestions->count && suggestions->distances[0] <= one.distances[0]))
		return;
	suggestions->names[0] = action->subject;
	suggestions->distances[0] = one.distances[0];
	suggestions->count = 1;
}

/* Proposes message is near, then lists the project's own types, then the others. `word` is terminated. */
static bool refuse_subject(struct action_reading *reading, struct slice word)
{
	struct buffer names = {0}, near = {0};
	struct map listed;
	struct suggestions suggestions = {.count = 0};
	map_init(&listed, reading->command->arena);
	for (int own = 1; own >= 0; own--) {
		for (size_t i = 0; i < reading->known.count; i++) {
			const struct action *action = &reading->known.items[i];
			if (is_own(action) != own || map_set(&listed, action->subject, reading))
				continue;
			add_name(&names, action->subject);
			consider(&suggestions, word, reading, action);
		}
	}
	suggest_print(&near, NULL, suggestions.names, suggestions.count);
	const char *there = "there are";
	if (near.len)
		there = arena_format(reading->command->arena, "%s There are", buffer_terminate(&near) + 1);
	buffer_free(&near);
	return refuse(reading, "There is nothing named", word, there, &names);
}

/* A word that nothing stands before: the name of an action, or something that is to be a type. */
static bool refuse_first(struct action_reading *reading, struct slice word)
{
	const struct action *known = reading->known.items;
	for (size_t i = 0; i < reading->known.count; i++)
		if (slice_equals(known[i].name, word))
			return error_validation(reading->command->error, "Expected a content-type before %.*s: %.*s",
			                        (int)word.len, word.ptr, (int)known[0].subject.len,
			                        known[0].subject.ptr);
	return refuse_subject(reading, word);
}

static bool refuse_name(struct action_reading *reading, struct slice subject, struct slice name)
{
	struct buffer names = {0};
	struct map listed;
	map_init(&listed, reading->command->arena);
	for (size_t i = 0; i < reading->known.count; i++) {
		const struct action *action = &reading->known.items[i];
		if (covers(subject, action) && !map_set(&listed, action->name, reading))
			add_name(&names, action->name);
	}
	const char *message =
	    arena_format(reading->command->arena, "%.*s has no action", (int)subject.len, subject.ptr);
	return refuse(reading, message, name, "it has", &names);
}

static bool take_names(struct action_reading *reading, struct slice subject, struct slice name)
{
	bool found = false;
	for (size_t i = 0; i < reading->known.count; i++) {
		const struct action *action = &reading->known.items[i];
		if (!covers(subject, action) || !slice_equals(action->name, name))
			continue;
		take(reading, action->text);
		found = true;
	}
	return found || refuse_name(reading, subject, name);
}

/* A whole action is behind its subject one point more. */
static bool take_action(struct action_reading *reading, struct slice word, bool *is_action)
{
	size_t point = word.len;
	while (point && word.ptr[point - 1] != '.')
		point--;
	*is_action = point && is_known(reading, (struct slice){word.ptr, point - 1});
	return !*is_action || take_names(reading, (struct slice){word.ptr, point - 1},
	                                 (struct slice){word.ptr + point, word.len - point});
}

bool operator_read_actions(struct operator_command *command, char *const *words, size_t count, struct json_object *more,
                           const struct slice **actions, size_t *action_count)
{
	struct action_reading reading = {.command = command};
	struct slice subject = {NULL, 0};
	bool used = true, is_action;
	actions_list(&reading.known, command->arena, command->registry);
	for (size_t i = 0; more && i < json_object_array_length(more); i++)
		actions_add(&reading.known, slice_of(json_object_get_string(json_object_array_get_idx(more, i))));
	map_init(&reading.named, command->arena);
	for (size_t i = 0; i < count; i++) {
		struct slice word = slice_of(words[i]);
		if (!strstr(words[i], "::")) {
			if (!subject.ptr)
				return refuse_first(&reading, word);
			if (!take_names(&reading, subject, word))
				return false;
			used = true;
			continue;
		}
		if (!used)
			return error_validation(command->error, "Expected actions behind %.*s", (int)subject.len,
			                        subject.ptr);
		if (!take_action(&reading, word, &is_action))
			return false;
		if (is_action)
			continue;
		if (!is_known(&reading, word))
			return refuse_subject(&reading, word);
		subject = word;
		used = false;
	}
	if (!used)
		return refuse_name(&reading, subject, SLICE("(none named)"));
	*actions = reading.items;
	*action_count = reading.count;
	return true;
}
