/* JSON text that others wrote, as JSON.stringify would write it, and the strings in it. */
#include "order.h"

#include "escape.h"
#include "text.h"

#include <stdlib.h>

static void write_character(struct buffer *out, unsigned character)
{
	char utf8[4];
	if (character >= 0xD800 && character < 0xE000)
		buffer_format(out, "\\u%04x", character);
	else if (character < 0x80)
		json_write_inner(out, (struct slice){(char[]){(char)character}, 1});
	else
		buffer_add(out, utf8, json_encode_character(character, utf8));
}

/* A checked string. JSON.stringify writes characters themselves where it can, and a lone surrogate as an escape. */
static void compact_string(struct buffer *out, const struct json_token *token)
{
	const struct slice text = token->text;
	size_t copied = 0, at = 0;
	while ((at = json_find_escape(text, at)) < text.len) {
		const char escape = text.ptr[at + 1];
		/* The others are as they are to be written. */
		if (escape != 'u' && escape != '/') {
			at += 2;
			continue;
		}
		buffer_add(out, text.ptr + copied, at - copied);
		write_character(out, json_read_escape(text, &at));
		copied = at;
	}
	buffer_add(out, text.ptr + copied, text.len - copied);
}

static void compact_number(struct buffer *out, const struct json_token *token)
{
	enum { ALWAYS_EXACT = 15 };
	char text[64];
	if (token->is_integer && token->text.len <= ALWAYS_EXACT && !slice_is(token->text, "-0")) {
		buffer_slice(out, token->text);
		return;
	}
	/* PostgreSQL writes the numbers in a jsonb with all their digits: 1e300 has three hundred. */
	struct buffer large = {0};
	const char *number = text;
	if (token->text.len < sizeof text) {
		memcpy(text, token->text.ptr, token->text.len);
		text[token->text.len] = '\0';
	} else {
		buffer_slice(&large, token->text);
		number = buffer_terminate(&large);
	}
	json_write_double(out, strtod(number, NULL));
	buffer_free(&large);
}

static void compact_token(struct buffer *out, const struct json_token *token)
{
	if (token->follows)
		buffer_byte(out, ',');
	switch (token->kind) {
	case JSON_TOKEN_OBJECT:
		buffer_byte(out, '{');
		break;
	case JSON_TOKEN_OBJECT_END:
		buffer_byte(out, '}');
		break;
	case JSON_TOKEN_LIST:
		buffer_byte(out, '[');
		break;
	case JSON_TOKEN_LIST_END:
		buffer_byte(out, ']');
		break;
	case JSON_TOKEN_NUMBER:
		compact_number(out, token);
		break;
	default:
		if (token->escaped)
			compact_string(out, token);
		else
			buffer_slice(out, token->text);
		if (token->kind == JSON_TOKEN_KEY)
			buffer_byte(out, ':');
		break;
	}
}

bool json_write_compact(struct buffer *buffer, struct slice json)
{
	const size_t before = buffer->len;
	struct json_reader reader;
	struct json_token token;
	struct json_order order;
	bool ordered = true;
	json_reader_start(&reader, json, JSON_DEEPEST_COLUMN);
	while (json_reader_next(&reader, &token) > JSON_TOKEN_FAULT) {
		ordered = ordered && json_order_keeps(&order, &reader, &token);
		compact_token(buffer, &token);
	}
	if (token.kind != JSON_TOKEN_END)
		buffer->len = before;
	if (token.kind != JSON_TOKEN_END || ordered)
		return token.kind == JSON_TOKEN_END;
	/* A jsonb has an order of its own. */
	struct buffer again = {0};
	json_order_text(&again, (struct slice){buffer->data + before, buffer->len - before});
	buffer->len = before;
	buffer_slice(buffer, buffer_as_slice(&again));
	buffer_free(&again);
	return true;
}
