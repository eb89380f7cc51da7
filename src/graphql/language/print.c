#include <stdlib.h>

#include "print.h"

static void print_object(struct buffer *buffer, const struct graphql_node *node)
{
	buffer_byte(buffer, '{');
	for (size_t i = 0; i < node->count; i++) {
		if (i)
			buffer_text(buffer, ", ");
		buffer_slice(buffer, node->names[i].text);
		buffer_text(buffer, ": ");
		graphql_print_node(buffer, &node->items[i]);
	}
	buffer_byte(buffer, '}');
}

void graphql_print_node(struct buffer *buffer, const struct graphql_node *node)
{
	switch (node->kind) {
	case GRAPHQL_NODE_VARIABLE:
		buffer_byte(buffer, '$');
		buffer_slice(buffer, node->text);
		return;
	case GRAPHQL_NODE_INT:
	case GRAPHQL_NODE_FLOAT:
	case GRAPHQL_NODE_ENUM:
		buffer_slice(buffer, node->text);
		return;
	case GRAPHQL_NODE_STRING:
		graphql_print_string(buffer, node->text, node->block, 0);
		return;
	case GRAPHQL_NODE_BOOLEAN:
		buffer_text(buffer, node->boolean ? "true" : "false");
		return;
	case GRAPHQL_NODE_NULL:
		buffer_text(buffer, "null");
		return;
	case GRAPHQL_NODE_LIST:
		buffer_byte(buffer, '[');
		for (size_t i = 0; i < node->count; i++) {
			if (i)
				buffer_text(buffer, ", ");
			graphql_print_node(buffer, &node->items[i]);
		}
		buffer_byte(buffer, ']');
		return;
	case GRAPHQL_NODE_OBJECT:
		print_object(buffer, node);
		return;
	}
	abort();
}

void graphql_print_type_node(struct buffer *buffer, const struct graphql_type_node *type)
{
	if (type->wrap == GRAPHQL_NAMED) {
		buffer_slice(buffer, type->name);
		return;
	}
	if (type->wrap == GRAPHQL_LIST)
		buffer_byte(buffer, '[');
	graphql_print_type_node(buffer, type->of);
	buffer_byte(buffer, type->wrap == GRAPHQL_LIST ? ']' : '!');
}

/* The control character that *at points to, as an escape; *at moves to its last byte. False when it is none. */
static bool print_control(struct buffer *buffer, struct slice text, size_t *at)
{
	static const char letters[] = "btn\vfr";
	unsigned char byte = (unsigned char)text.ptr[*at];

	if (byte == '"' || byte == '\\') {
		buffer_byte(buffer, '\\');
		buffer_byte(buffer, (char)byte);
		return true;
	}
	if (byte >= '\b' && byte <= '\r' && byte != '\v') {
		buffer_byte(buffer, '\\');
		buffer_byte(buffer, letters[byte - '\b']);
		return true;
	}
	/* U+0080 to U+009F */
	if (byte == 0xC2 && *at + 1 < text.len && (unsigned char)text.ptr[*at + 1] < 0xA0)
		byte = (unsigned char)text.ptr[++*at];
	else if (byte >= 0x20 && byte != 0x7F)
		return false;
	buffer_format(buffer, "\\u%04X", byte);
	return true;
}

static void print_quoted(struct buffer *buffer, struct slice text)
{
	buffer_byte(buffer, '"');
	for (size_t i = 0; i < text.len; i++)
		if (!print_control(buffer, text, &i))
			buffer_byte(buffer, text.ptr[i]);
	buffer_byte(buffer, '"');
}

static bool is_white(char byte)
{
	return byte == ' ' || byte == '\t';
}

static size_t count_trailing_quotes(struct slice text)
{
	size_t count = 0;

	while (count < text.len && text.ptr[text.len - count - 1] == '"')
		count++;
	return count;
}

/* How a block string is laid out. */
struct layout {
	bool begin, end; /* a new line behind the opening, before the closing quotes */
};

static struct layout lay_out(struct slice text)
{
	bool single = true, indented = true;
	size_t units = 0;

	for (size_t i = 0; i < text.len; i++) {
		unsigned char byte = (unsigned char)text.ptr[i];
		units += byte >= 0xF0 ? 2 : (byte & 0xC0) != 0x80;
		if (byte != '\n' && byte != '\r')
			continue;
		if (byte == '\r' && i + 1 < text.len && text.ptr[i + 1] == '\n') {
			i++;
			units++;
		}
		single = false;
		char next = i + 1 < text.len ? text.ptr[i + 1] : '\n';
		if (!is_white(next) && next != '\n' && next != '\r')
			indented = false;
	}
	/* Without a first line of its own the indentation of the others would be taken off. */
	bool force_begin = !single && indented;
	size_t quotes = count_trailing_quotes(text);
	bool triple = quotes && quotes % 3 == 0;
	bool force_end = quotes % 3 || (text.len && text.ptr[text.len - 1] == '\\');
	bool several = !single || units > 70 || force_end || force_begin || triple;
	bool keep = single && text.len && is_white(text.ptr[0]);
	return (struct layout){(several && !keep) || force_begin, several || force_end};
}

static void break_line(struct buffer *buffer, unsigned indent)
{
	buffer_byte(buffer, '\n');
	for (unsigned i = 0; i < indent; i++)
		buffer_byte(buffer, ' ');
}

static void print_block(struct buffer *buffer, struct slice text, unsigned indent)
{
	struct layout layout = lay_out(text);

	buffer_text(buffer, "\"\"\"");
	if (layout.begin)
		break_line(buffer, indent);
	for (size_t i = 0; i < text.len; i++) {
		struct slice rest = {text.ptr + i, text.len - i};
		if (text.ptr[i] == '\n') {
			break_line(buffer, indent);
		} else if (slice_starts_with(rest, SLICE("\"\"\""))) {
			buffer_text(buffer, "\\\"\"\"");
			i += 2;
		} else {
			buffer_byte(buffer, text.ptr[i]);
		}
	}
	if (layout.end)
		break_line(buffer, indent);
	buffer_text(buffer, "\"\"\"");
}

void graphql_print_string(struct buffer *buffer, struct slice text, bool block, unsigned indent)
{
	if (block)
		print_block(buffer, text, indent);
	else
		print_quoted(buffer, text);
}

bool graphql_fits_block_string(struct slice text)
{
	bool empty_line = true, indented = false, common_indent = true, lines = false;

	if (!text.len)
		return true;
	for (size_t i = 0; i < text.len; i++) {
		unsigned char byte = (unsigned char)text.ptr[i];
		if (byte < 0x10 && byte != '\t' && byte != '\n')
			return false;
		if (byte == '\n') {
			if (empty_line && !lines)
				return false;
			lines = true;
			empty_line = true;
			indented = false;
		} else if (is_white((char)byte)) {
			indented = indented || empty_line;
		} else {
			common_indent = common_indent && indented;
			empty_line = false;
		}
	}
	return !empty_line && !(common_indent && lines);
}
