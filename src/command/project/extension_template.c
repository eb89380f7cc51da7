/* What lectern extension new writes. */
#include "extension.h"

/* clang-format off */
const char extension_source[] =
	"/* NAME: an extension of this project. docs/extensions.md of lectern is the tutorial, lectern.h the reference. */\n"
	"#include \"lectern.h\"\n"
	"\n"
	"/* GET /api/NAME/hello?name=Ada */\n"
	"static bool hello(void *context, lectern_call *call)\n"
	"{\n"
	"\tlectern_value *query, *answer = lectern_new_object(call);\n"
	"\t(void)context;\n"
	"\tif (!lectern_request_query(call, &query))\n"
	"\t\treturn false;\n"
	"\tlectern_value *name = lectern_get(query, \"name\");\n"
	"\tif (lectern_kind_of(name) != LECTERN_STRING)\n"
	"\t\treturn lectern_fail_validation(call, \"Expected a name: ?name=Ada\");\n"
	"\tlectern_set(answer, \"hello\", name);\n"
	"\treturn lectern_respond(call, answer);\n"
	"}\n"
	"\n"
	"/* Called once, when the server starts. */\n"
	"bool lectern_register(lectern_app *app)\n"
	"{\n"
	"\treturn lectern_auth_none(lectern_add_route(app, \"GET\", \"/NAME/hello\", hello, NULL));\n"
	"}\n";

const char extension_makefile[] =
	"# Builds ../NAME.so, as `lectern extension build` has it done.\n"
	"CFLAGS ?= -O2 -g -Wall -Wextra\n"
	"\n"
	"../NAME.so: $(wildcard *.c *.h) ../lectern.h\n"
	"\t$(CC) -std=c17 -shared -fPIC $(CFLAGS) -I.. -o $@ $(wildcard *.c) $(LDFLAGS)\n";
