#include "template.h"

enum { LONGEST_PLACE = 200 };

static void write_escaped(struct buffer *buffer, struct slice text)
{
	for (size_t i = 0; i < text.len; i++)
		switch (text.ptr[i]) {
		case '&':
			buffer_text(buffer, "&amp;");
			break;
		case '<':
			buffer_text(buffer, "&lt;");
			break;
		case '>':
			buffer_text(buffer, "&gt;");
			break;
		case '"':
			buffer_text(buffer, "&quot;");
			break;
		case '\'':
			buffer_text(buffer, "&#39;");
			break;
		default:
			buffer_byte(buffer, text.ptr[i]);
		}
}

static bool find_user_value(struct json_object *user, struct slice name, struct slice *value)
{
	json_object_object_foreach(user, key, member)
	{
		if (!slice_is(name, key))
			continue;
		*value = member ? slice_of(json_object_get_string(member)) : SLICE("");
		return true;
	}
	return false;
}

static bool find_value(const struct template_values *values, struct slice name, struct slice *value)
{
	const struct slice user = values->lower_case ? SLICE("user.") : SLICE("USER.");
	const struct {
		const char *name, *value;
	} known[] = {{values->lower_case ? "url" : "URL", values->url},
	             {"SERVER_URL", values->server_url},
	             {"ADMIN_URL", values->admin_url},
	             {"TOKEN", values->code},
	             {"CODE", values->code}};
	for (size_t i = 0; i < COUNT_OF(known); i++)
		if (known[i].value && slice_is(name, known[i].name)) {
			*value = slice_of(known[i].value);
			return true;
		}
	return values->user && slice_starts_with(name, user) &&
	       find_user_value(values->user, (struct slice){name.ptr + user.len, name.len - user.len}, value);
}

/* The length of "<%= NAME %>" at the beginning, with the value of NAME; 0: it is something else. */
static size_t read_place(struct slice text, const struct template_values *values, struct slice *value)
{
	static const struct slice open = {"<%=", 3};
	if (!slice_starts_with(text, open))
		return 0;
	for (size_t end = open.len; end + 1 < text.len && end < LONGEST_PLACE; end++)
		if (text.ptr[end] == '%' && text.ptr[end + 1] == '>') {
			struct slice name = slice_trim((struct slice){text.ptr + open.len, end - open.len});
			return find_value(values, name, value) ? end + 2 : 0;
		}
	return 0;
}

void template_write(struct buffer *buffer, struct slice text, const struct template_values *values, bool html)
{
	for (size_t at = 0; at < text.len;) {
		struct slice value;
		size_t length =
		    text.ptr[at] == '<' ? read_place((struct slice){text.ptr + at, text.len - at}, values, &value) : 0;
		if (!length)
			buffer_byte(buffer, text.ptr[at]);
		else if (html)
			write_escaped(buffer, value);
		else
			buffer_slice(buffer, value);
		at += length ? length : 1;
	}
}
