#include "start_page.h"

/* As text of HTML, in double quotes too. */
static void write_escaped(struct buffer *page, const char *text)
{
	for (; *text; text++) {
		switch (*text) {
		case '&':
			buffer_text(page, "&amp;");
			break;
		case '<':
			buffer_text(page, "&lt;");
			break;
		case '>':
			buffer_text(page, "&gt;");
			break;
		case '"':
			buffer_text(page, "&quot;");
			break;
		default:
			buffer_byte(page, *text);
		}
	}
}

static void write_link(struct buffer *page, const char *path, const char *name, const char *text)
{
	buffer_text(page, "<li><a href=\"");
	write_escaped(page, path);
	buffer_format(page, "\">%s</a>: %s</li>\n", name, text);
}

const char *start_page_write(struct arena *arena, const struct start_page_links *links)
{
	struct buffer page = {0};
	buffer_text(&page,
	            "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>lectern</title></head>\n"
	            "<body>\n<h1>lectern</h1>\n<p>The server runs: a content API, over REST and GraphQL.</p>\n<ul>\n");
	if (links->panel)
		write_link(&page, links->panel, "Administration", "where editors sign in");
	if (links->console)
		write_link(&page, links->console, "GraphQL console", "the schema, and queries to try");
	buffer_text(&page, "</ul>\n<p>How to ask for content stands in the documentation of lectern, in the folder "
	                   "<code>docs</code> of its sources. Put an <code>index.html</code> into the folder "
	                   "<code>public</code> of the project to have another page here.</p>\n</body>\n</html>\n");
	const char *text = arena_copy(arena, buffer_as_slice(&page));
	buffer_free(&page);
	return text;
}
