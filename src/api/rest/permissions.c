/* The object of all actions that permissions can be granted for. */
#include "permissions.h"

struct writing {
	struct buffer *buffer;
	struct action_list actions;
	bool *written;
	struct map granted;
};

static bool same_controller(const struct action *a, const struct action *b)
{
	return slice_equals(a->subject, b->subject);
}

static void write_controller(struct writing *writing, size_t first)
{
	struct buffer *buffer = writing->buffer;
	const struct action *head = &writing->actions.items[first];
	char before = '{';
	json_write_string(buffer, head->controller);
	buffer_byte(buffer, ':');
	for (size_t i = first; i < writing->actions.count; i++) {
		const struct action *action = &writing->actions.items[i];
		if (!same_controller(action, head))
			continue;
		writing->written[i] = true;
		buffer_byte(buffer, before);
		before = ',';
		json_write_string(buffer, action->name);
		buffer_text(buffer, map_get(&writing->granted, action->text) ? ":{\"enabled\":true,\"policy\":\"\"}"
		                                                             : ":{\"enabled\":false,\"policy\":\"\"}");
	}
	buffer_byte(buffer, '}');
}

static void write_source(struct writing *writing, size_t first)
{
	struct buffer *buffer = writing->buffer;
	const struct slice source = writing->actions.items[first].source;
	char before = '{';
	json_write_string(buffer, source);
	buffer_text(buffer, ":{\"controllers\":");
	for (size_t i = first; i < writing->actions.count; i++) {
		if (writing->written[i] || !slice_equals(writing->actions.items[i].source, source))
			continue;
		buffer_byte(buffer, before);
		before = ',';
		write_controller(writing, i);
	}
	buffer_text(buffer, "}}");
}

void permissions_write(struct buffer *buffer, const struct registry *registry, const struct slice *granted,
                       size_t count, struct arena *arena)
{
	struct writing writing = {.buffer = buffer};
	char before = '{';
	map_init(&writing.granted, arena);
	actions_list(&writing.actions, arena, registry);
	for (size_t i = 0; i < count; i++) {
		map_set(&writing.granted, granted[i], buffer);
		actions_add(&writing.actions, granted[i]);
	}
	writing.written = arena_array(arena, writing.actions.count, sizeof *writing.written);
	for (size_t i = 0; i < writing.actions.count; i++) {
		if (writing.written[i])
			continue;
		buffer_byte(buffer, before);
		before = ',';
		write_source(&writing, i);
	}
	buffer_byte(buffer, '}');
}

void rest_write_permissions(struct buffer *buffer, const struct registry *registry, const struct slice *granted,
                            size_t count, struct arena *arena)
{
	permissions_write(buffer, registry, granted, count, arena);
}
