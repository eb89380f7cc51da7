/* Each kind of mistake, with the file and path it is reported at. */
#include "member.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define JSON(...) #__VA_ARGS__
#define API(name) "src/api/" name "/content-types/" name "/schema.json"
#define INFO(name)                                                                                         \
	"\"kind\": \"collectionType\", \"info\": {\"singularName\": \"" name "\", \"pluralName\": \"" name \
	"s\", \"displayName\": \"X\"}, \"collectionName\": \"" name "s\""
#define TYPE(name, ...) "{" INFO(name) ", \"attributes\": {" #__VA_ARGS__ "}}"

struct written {
	const char *file, *json;
};

struct project {
	struct arena *arena;
	char directory[64];
	struct registry *registry;
	struct findings findings;
};

static void make_folders(char *path)
{
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = 0;
		mkdir(path, 0700);
		*slash = '/';
	}
}

static void write_file(struct project *project, const struct written *written)
{
	char *path = arena_format(project->arena, "%s/%s", project->directory, written->file);
	make_folders(path);
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(written->json, file);
	fclose(file);
}

static struct project open_project(const struct written *files, size_t count)
{
	struct project project = {.arena = arena_create(), .directory = "/tmp/model-test-XXXXXX"};
	assert_non_null(mkdtemp(project.directory));
	for (size_t i = 0; i < count; i++)
		write_file(&project, &files[i]);
	findings_init(&project.findings, project.arena);
	project.registry = model_load(project.arena, project.directory, NULL, &project.findings);
	assert_true(!project.registry == (findings_of_kind(&project.findings, FINDING_MISTAKE) > 0));
	return project;
}

static void close_project(struct project *project)
{
	assert_int_equal(system(arena_format(project->arena, "rm -r %s", project->directory)), 0);
	arena_destroy(project->arena);
}

static void assert_found(const struct findings *findings, enum finding_kind kind, const char *file, const char *path,
                         const char *message)
{
	for (const struct finding *found = findings->first; found; found = found->next)
		if (found->kind == kind && strcmp(found->file, file) == 0 && strcmp(found->path, path) == 0 &&
		    strstr(found->message, message))
			return;
	fail_msg("nothing found in %s at %s with: %s", file, path, message);
}

static void assert_mistake(const struct findings *findings, const char *file, const char *path, const char *message)
{
	assert_found(findings, FINDING_MISTAKE, file, path, message);
}

static size_t count_mistakes(const struct findings *findings)
{
	return findings_of_kind(findings, FINDING_MISTAKE);
}

/* One mistake, and no other that follows from it. */
static void assert_one_mistake(const struct written *files, size_t count, const char *file, const char *path,
                               const char *message)
{
	struct project project = open_project(files, count);
	assert_mistake(&project.findings, file, path, message);
	assert_int_equal(count_mistakes(&project.findings), 1);
	close_project(&project);
}

static void assert_text_mistake(const char *file, const char *json, const char *path, const char *message)
{
	struct arena *arena = arena_create();
	struct findings findings;
	findings_init(&findings, arena);
	assert_false(model_check_text(arena, file, slice_of(json), &findings));
	assert_mistake(&findings, file, path, message);
	assert_int_equal(count_mistakes(&findings), 1);
	arena_destroy(arena);
}

static void test_no_project(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	struct findings findings;
	findings_init(&findings, arena);
	assert_null(model_load(arena, "/nowhere/at/all", NULL, &findings));
	assert_mistake(&findings, ".", "$", "there is no folder");
	arena_destroy(arena);

	struct project empty = open_project(NULL, 0);
	assert_non_null(empty.registry);
	assert_non_null(empty.registry->user);
	close_project(&empty);
}

static void test_attributes(void **state)
{
	static const struct {
		const char *json, *path, *message;
	} cases[] = {
	    {JSON("a"
	          : {"type" : "strng"}),
	     "$.attributes.a.type", "unknown type strng; expected one of string, text"},
	    {JSON("a"
	          : {}),
	     "$.attributes.a.type", "expected one of string"},
	    {JSON("a"
	          : {"type" : 3}),
	     "$.attributes.a.type", "expected a string"},
	    {JSON("a" : 3), "$.attributes.a", "expected an object"},
	    {JSON("a"
	          : null),
	     "$.attributes.a", "expected an object"},
	    {JSON("id"
	          : {"type" : "string"}),
	     "$.attributes.id", "reserved"},
	    {JSON("created_at"
	          : {"type" : "string"}),
	     "$.attributes.created_at", "reserved"},
	    {JSON("updated_by"
	          : {"type" : "relation", "relation" : "oneToOne", "target" : "admin::user", "useJoinTable" : false}),
	     "$.attributes.updated_by", "reserved, as its column is updated_by_id"},
	    {JSON("updated_by_id"
	          : {"type" : "string"}),
	     "$.attributes.updated_by_id", "reserved"},
	    {JSON("a[b"
	          : {"type" : "string"}),
	     "$.attributes.a[b", "expected a name of Latin letters"},
	    {JSON("a$b"
	          : {"type" : "string"}),
	     "$.attributes.a$b", "expected a name of Latin letters"},
	    {JSON("a`b"
	          : {"type" : "string"}),
	     "$.attributes.a`b", "expected a name of Latin letters"},
	    {JSON("__"
	          : {"type" : "string"}),
	     "$.attributes.__", "expected a name of Latin letters"},
	    {JSON("a"
	          : {"type" : "enumeration"}),
	     "$.attributes.a.enum", "expected an array of the allowed values"},
	    {JSON("a"
	          : {"type" : "enumeration", "enum" : "x"}),
	     "$.attributes.a.enum", "expected an array of strings"},
	    {JSON("a"
	          : {"type" : "enumeration", "enum" : [ "x", 2 ]}),
	     "$.attributes.a.enum[1]", "expected a string"},
	    {JSON("a"
	          : {"type" : "enumeration", "enum" : [ "x", "x" ]}),
	     "$.attributes.a.enum", "twice"},
	    {JSON("a"
	          : {"type" : "enumeration", "enum" : [ "x", "1y" ]}),
	     "$.attributes.a.enum", "no letter before"},
	    {JSON("a"
	          : {"type" : "component"}),
	     "$.attributes.a.component", "expected the name of a component"},
	    {JSON("a"
	          : {"type" : "relation", "target" : "api::t.t"}),
	     "$.attributes.a.relation", "expected one of oneToOne"},
	    {JSON("a"
	          : {"type" : "relation", "relation" : "oneToTwo", "target" : "api::t.t"}),
	     "$.attributes.a.relation", "unknown relation oneToTwo"},
	    {JSON("a"
	          : {"type" : "relation", "relation" : "oneToOne"}),
	     "$.attributes.a.target", "expected the uid"},
	    {JSON("a"
	          : {"type" : "relation", "relation" : "morphMany", "target" : "api::t.t"}),
	     "$.attributes.a.morphBy", "expected the name of a morphToOne"},
	    {JSON("a"
	          : {"type" : "relation", "relation" : "manyToOne", "target" : "api::t.t", "mappedBy" : "b"}),
	     "$.attributes.a.mappedBy", "expected inversedBy"},
	    {JSON("a"
	          : {"type" : "relation", "relation" : "oneToMany", "target" : "api::t.t", "inversedBy" : "b"}),
	     "$.attributes.a.inversedBy", "expected mappedBy"},
	};
	(void)state;
	char json[1024];
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		snprintf(json, sizeof json, "{" INFO("t") ", \"attributes\": {%s}}", cases[i].json);
		assert_text_mistake(API("t"), json, cases[i].path, cases[i].message);
	}
}

static void test_heads(void **state)
{
	static const struct {
		const char *json, *path, *message;
	} cases[] = {
	    {"[]", "$", "expected an object"},
	    {"{" INFO("t") "}", "$.attributes", "expected an object"},
	    {"{" INFO("t") ", \"attributes\": []}", "$.attributes", "expected an object"},
	    {JSON({"attributes" : {}}), "$.info", "expected an object with singularName"},
	    {JSON({
		     "attributes" : {},
		     "kind" : "single",
		     "info" : {"singularName" : "t", "pluralName" : "ts", "displayName" : "T"}
	     }),
	     "$.kind", "unknown kind single; expected collectionType or singleType"},
	    {JSON({"attributes" : {}, "info" : {"singularName" : "t", "pluralName" : "T s", "displayName" : "T"}}),
	     "$.info.pluralName", "not in kebab case"},
	    {JSON({"attributes" : {}, "info" : {"singularName" : "u", "pluralName" : "ts", "displayName" : "T"}}),
	     "$.info.singularName", "expected t, as the folder"},
	    {JSON({"attributes" : {}, "info" : {"singularName" : "t", "displayName" : "T"}}), "$.info.pluralName",
	     "kebab case"},
	    {JSON({"attributes" : {}, "info" : {"singularName" : "t", "pluralName" : "upload", "displayName" : "T"}}),
	     "$.info.pluralName", "reserved"},
	    {JSON({"attributes" : {}, "info" : {"singularName" : "t", "pluralName" : "ts"}}), "$.info.displayName",
	     "expected a string"},
	    {"{" INFO("t") ", \"attributes\": {\"Locale\": {\"type\": \"string\"}}, "
	                   "\"pluginOptions\": {\"i18n\": {\"localized\": true}}}",
	     "$.attributes.Locale", "reserved, as its column is locale"},
	    {JSON({
		     "attributes" : {},
		     "collectionName" : "a\"b",
		     "info" : {"singularName" : "t", "pluralName" : "ts", "displayName" : "T"}
	     }),
	     "$.collectionName", "expected a name of Latin letters"},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_text_mistake(API("t"), cases[i].json, cases[i].path, cases[i].message);
	assert_text_mistake("src/components/a/b.json", JSON({"attributes" : {}}), "$.collectionName",
	                    "component's table");
	assert_text_mistake("src/elsewhere.json", "{}", "$", "no place for a model");
}

static void test_syntax(void **state)
{
	(void)state;
	assert_text_mistake(API("t"), "{\n\"a\": 1,\n\"b\" 2}", "$", "in line 3");
	assert_text_mistake(API("t"), "{\n\n", "$", "but the text ends");
	assert_text_mistake(API("t"), "", "$", "but the text ends");
	assert_text_mistake(API("t"), "{} x", "$", "not JSON");
	assert_text_mistake(API("t"), "null", "$", "expected an object");
	assert_text_mistake(API("t"), "{\"a\": \"\xC3\x28\"}", "$", "not JSON");
}

static void test_limits(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	char nested[256];
	memset(nested, '[', 80);
	memset(nested + 80, ']', 80);
	nested[160] = 0;
	assert_text_mistake(API("t"), arena_format(arena, "{\"a\": %s}", nested), "$", "nested deeper than 64");

	char *large = arena_alloc(arena, MODEL_FILE_SIZE + 2);
	memset(large, ' ', MODEL_FILE_SIZE + 1);
	large[0] = '{';
	large[MODEL_FILE_SIZE] = '}';
	assert_text_mistake(API("t"), large, "$", "larger than 1048576 bytes");
	struct written file = {API("t"), large};
	assert_one_mistake(&file, 1, API("t"), "$", "larger than 1048576 bytes");

	/* as deep and as large as allowed */
	char *allowed = arena_format(arena, "{" INFO("t") ", \"attributes\": {}, \"config\": %.*s%.*s}", 63, nested, 63,
	                             nested + 80);
	struct findings findings;
	findings_init(&findings, arena);
	assert_true(model_check_text(arena, API("t"), slice_of(allowed), &findings));
	memset(large, ' ', MODEL_FILE_SIZE);
	memcpy(large, allowed, strlen(allowed));
	findings_init(&findings, arena);
	assert_true(model_check_text(arena, API("t"), (struct slice){large, MODEL_FILE_SIZE}, &findings));
	arena_destroy(arena);
}

/* A file of the greatest size is read at once, whatever it is full of. */
static void test_many_components(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	struct buffer text = {0};
	struct findings findings;
	buffer_text(&text, "{" INFO("t") ", \"attributes\": {\"a\": {\"type\": \"dynamiczone\", \"components\": [");
	for (unsigned i = 0; i < 100000; i++)
		buffer_format(&text, "%s\"%x\"", i ? "," : "", i);
	buffer_text(&text, "]}}}");
	clock_t begun = clock();
	assert_true(text.len < MODEL_FILE_SIZE);
	findings_init(&findings, arena);
	assert_true(model_check_text(arena, API("t"), buffer_as_slice(&text), &findings));
	assert_true(clock() - begun < 3 * CLOCKS_PER_SEC);
	buffer_free(&text);
	arena_destroy(arena);
}

static void test_files(void **state)
{
	(void)state;
	struct written broken[] = {
	    {API("t"), "{"},
	    {API("u"), TYPE("u", "a"
	                    : {"type" : "relation", "relation" : "oneToOne", "target" : "api::t.t"})}};
	assert_one_mistake(broken, 2, API("t"), "$", "but the text ends");
	struct written missing = {"src/api/t/content-types/t/notes.txt", ""};
	assert_one_mistake(&missing, 1, API("t"), "$", "cannot be read: No such file");
	struct written mark = {API("t"), "\xEF\xBB\xBF" TYPE("t", "a" : {"type" : "string"})};
	struct project project = open_project(&mark, 1);
	assert_non_null(project.registry);
	close_project(&project);
	/* Components are named by their paths in lower case. */
	struct written upper[] = {{API("t"), TYPE("t", "a"
	                                          : {"type" : "component", "component" : "shared.big-name"})},
	                          {"src/components/Shared/Big-Name.json",
	                           JSON({"collectionName" : "cs", "attributes" : {"a" : {"type" : "string"}}})}};
	project = open_project(upper, 2);
	assert_non_null(project.registry);
	close_project(&project);
}

/* Strapi starts with a dynamic zone that names none, or components that there are not. */
static void test_unknown_components_of_zones(void **state)
{
	(void)state;
	struct written files[] = {
	    {API("t"), TYPE("t", "a"
	                    : {"type" : "dynamiczone", "components" : [ "c.e", "c.c", "api::t.t" ]}, "b"
	                    : {"type" : "dynamiczone"})},
	    {"src/components/c/c.json", JSON({"collectionName" : "cs", "attributes" : {"a" : {"type" : "string"}}})}};
	struct project project = open_project(files, 2);
	assert_non_null(project.registry);
	const struct content_type *type = model_type(project.registry, SLICE("api::t.t"));
	assert_int_equal(model_attribute(type, SLICE("a"))->component_count, 1);
	assert_int_equal(model_attribute(type, SLICE("b"))->component_count, 0);
	assert_found(&project.findings, FINDING_NOTE, API("t"), "$.attributes.a.components", "unknown component c.e");
	assert_found(&project.findings, FINDING_NOTE, API("t"), "$.attributes.a.components",
	             "unknown component api::t.t");
	assert_found(&project.findings, FINDING_NOTE, API("t"), "$.attributes.b.components", "expected the names");
	close_project(&project);
}

static void test_mentions(void **state)
{
	static const struct {
		const char *json, *path, *message;
	} cases[] = {
	    {TYPE("t", "a"
	          : {"type" : "relation", "relation" : "oneToOne", "target" : "api::x.x"}),
	     "$.attributes.a.target", "unknown content-type api::x.x"},
	    {TYPE("t", "a"
	          : {"type" : "relation", "relation" : "oneToOne", "target" : "c.c"}),
	     "$.attributes.a.target", "c.c is a component"},
	    {TYPE("t", "a"
	          : {"type" : "component", "component" : "c.d"}),
	     "$.attributes.a.component", "unknown component c.d"},
	    {TYPE("t", "a"
	          : {"type" : "component", "component" : "api::u.u"}),
	     "$.attributes.a.component", "api::u.u is no component"},
	    {TYPE("t", "a"
	          : {"type" : "relation", "relation" : "manyToMany", "target" : "api::u.u", "inversedBy" : "none"}),
	     "$.attributes.a.inversedBy", "none is no attribute of api::u.u"},
	    {TYPE("t", "a"
	          : {"type" : "relation", "relation" : "manyToOne", "target" : "api::u.u", "inversedBy" : "text"}),
	     "$.attributes.a.inversedBy", "text of api::u.u is no relation"},
	    {TYPE("t", "subjects"
	          : {"type" : "relation", "relation" : "morphToMany"}, "a"
	          : {"type" : "relation", "relation" : "oneToOne", "target" : "api::t.t", "inversedBy" : "subjects"}),
	     "$.attributes.a.inversedBy", "subjects of api::t.t is no relation"},
	    {TYPE("t", "a"
	          : {"type" : "relation", "relation" : "morphMany", "target" : "api::u.u", "morphBy" : "none"}),
	     "$.attributes.a.morphBy", "none is no attribute"},
	    {TYPE("t", "a"
	          : {"type" : "relation", "relation" : "morphOne", "target" : "api::u.u", "morphBy" : "other"}),
	     "$.attributes.a.morphBy", "other of api::u.u is no morphToOne"},
	    {TYPE("t", "fooBar"
	          : {"type" : "string"}, "foo_bar"
	          : {"type" : "string"}),
	     "$.attributes.foo_bar", "its column foo_bar is the column of fooBar already"},
	    {TYPE("t", "a"
	          : {"type" : "relation", "relation" : "morphToOne"}, "targetId"
	          : {"type" : "integer"}),
	     "$.attributes.targetId", "its column target_id is the column of a already"},
	    {"{\"collectionName\": \"up_users\", \"attributes\": {}, "
	     "\"info\": {\"singularName\": \"t\", \"pluralName\": \"ts\", \"displayName\": \"T\"}}",
	     "$.collectionName", "the table up_users is used by plugin::users-permissions.user already"},
	    {"{\"collectionName\": \"strapi_webhooks\", \"attributes\": {}, "
	     "\"info\": {\"singularName\": \"t\", \"pluralName\": \"ts\", \"displayName\": \"T\"}}",
	     "$.collectionName", "used by the server itself"},
	    {"{\"collectionName\": \"lectern_ended_tokens\", \"attributes\": {}, "
	     "\"info\": {\"singularName\": \"t\", \"pluralName\": \"ts\", \"displayName\": \"T\"}}",
	     "$.collectionName", "used by the server itself"},
	    {"{\"collectionName\": \"sqlite_things\", \"attributes\": {}, "
	     "\"info\": {\"singularName\": \"t\", \"pluralName\": \"ts\", \"displayName\": \"T\"}}",
	     "$.collectionName", "used by the server itself"},
	    {TYPE("t", "T"
	          : {"type" : "relation", "relation" : "morphToMany"}),
	     "$.attributes.T", "its column t_id is that of the type itself"},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct written files[] = {
		    {API("t"), cases[i].json},
		    {API("u"), TYPE("u", "text"
		                    : {"type" : "string"}, "other"
		                    : {"type" : "relation", "relation" : "manyToOne", "target" : "api::u.u"}, "back"
		                    : {"type" : "relation", "relation" : "manyToOne", "target" : "api::t.t"})},
		    {"src/components/c/c.json", JSON({"collectionName" : "components_c_cs", "attributes" : {}})},
		};
		struct project project = open_project(files, COUNT_OF(files));
		assert_mistake(&project.findings, API("t"), cases[i].path, cases[i].message);
		close_project(&project);
	}
}

static void test_names_used_twice(void **state)
{
	(void)state;
	struct written names[] = {
	    {API("a"),
	     JSON({"attributes" : {}, "info" : {"singularName" : "a", "pluralName" : "t", "displayName" : "A"}})},
	    {API("t"),
	     JSON({"attributes" : {}, "info" : {"singularName" : "t", "pluralName" : "ts", "displayName" : "T"}})},
	};
	assert_one_mistake(names, 2, API("t"), "$.info.singularName", "the name t is used by api::a.a already");
	struct written folders[] = {
	    {"src/api/o-o/content-types/t/schema.json", TYPE("t", "a"
	                                                     : {"type" : "string"})},
	    {"src/api/o_o/content-types/t/schema.json", TYPE("t", "a"
	                                                     : {"type" : "string"})},
	};
	assert_one_mistake(folders, 2, folders[1].file, "$", "api::o-o.t is described by another file already");
}

static void test_cycles(void **state)
{
	(void)state;
	struct written files[] = {
	    {"src/components/c/a.json", JSON({
		     "collectionName" : "as",
		     "attributes" : {"b" : {"type" : "component", "component" : "c.b", "required" : true}}
	     })},
	    {"src/components/c/b.json", JSON({
		     "collectionName" : "bs",
		     "attributes" : {"a" : {"type" : "component", "component" : "c.a", "required" : true}}
	     })},
	};
	struct project project = open_project(files, 2);
	assert_mistake(&project.findings, "src/components/c/a.json", "$.attributes.b.required", "requires itself");
	assert_mistake(&project.findings, "src/components/c/b.json", "$.attributes.a.required", "requires itself");
	close_project(&project);

	files[1].json = JSON({
		"collectionName" : "bs",
		"attributes" :
		    {"a" : {"type" : "component", "component" : "c.a", "required" : true, "repeatable" : true}}
	});
	project = open_project(files, 2); /* a list may be empty */
	assert_non_null(project.registry);
	close_project(&project);
}

static void test_extensions(void **state)
{
	(void)state;
	struct written files[] = {
	    {"src/extensions/users-permissions/content-types/user/schema.json", JSON({
		     "attributes" : {
			     "username" : {"type" : "string", "private" : true},
			     "role" : {
				     "type" : "relation",
				     "relation" : "manyToOne",
				     "target" : "plugin::users-permissions.role",
				     "inversedBy" : "users"
			     },
			     "nickname" : {"type" : "string"}
		     }
	     })},
	    {"src/extensions/navigation/content-types/item/schema.json", "{}"}, /* of a plugin that is not there */
	};
	struct project project = open_project(files, 2);
	const struct content_type *user = project.registry->user;
	assert_string_equal(user->table, "up_users");
	assert_string_equal(user->file, files[0].file);
	assert_true(model_attribute(user, SLICE("username"))->is_private);
	assert_non_null(model_attribute(user, SLICE("nickname")));
	assert_null(model_attribute(user, SLICE("email")));
	assert_non_null(model_attribute(user, SLICE("createdAt")));
	close_project(&project);

	files[0].json = JSON({"attributes" : {"username" : {"type" : "strng"}}});
	project = open_project(files, 1);
	assert_mistake(&project.findings, files[0].file, "$.attributes.username.type", "unknown type strng");
	close_project(&project);

	files[0].json = JSON({"attributes" : {"username" : {"type" : "string"}}});
	assert_one_mistake(files, 1, files[0].file, "$.attributes", "the server needs the relation role");

	struct written locale = {"src/extensions/i18n/content-types/locale/schema.json",
	                         JSON({"attributes" : {"name" : {"type" : "string"}}})};
	assert_one_mistake(&locale, 1, locale.file, "$.attributes", "the server needs the attribute code");

	struct written slip = {"src/extensions/upload/content-types/files/schema.json", "{}"};
	project = open_project(&slip, 1);
	assert_non_null(project.registry);
	assert_found(&project.findings, FINDING_NOTE, slip.file, "$", "there is no type plugin::upload.files");
	close_project(&project);
}

/* What Strapi, its panel or a plugin reads and lectern does not need. */
static void test_silent_keys(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	struct findings findings;
	findings_init(&findings, arena);
	const char *json =
	    "{\"kind\": \"collectionType\", \"collectionName\": \"ts\", \"connection\": \"default\", \"globalId\": "
	    "\"T\", "
	    "\"info\": {\"singularName\": \"t\", \"pluralName\": \"ts\", \"displayName\": \"T\", \"name\": \"t\", "
	    "\"description\": \"\", \"icon\": \"cog\"}, "
	    "\"options\": {\"increments\": true, \"timestamps\": true, \"comment\": \"\", \"reviewWorkflows\": false}, "
	    "\"pluginOptions\": {\"i18n\": {\"localized\": false}, \"content-manager\": {\"visible\": false}, "
	    "\"content-type-builder\": {\"visible\": false}, \"import-export-entries\": {\"idField\": \"a\"}, "
	    "\"versions\": {\"versioned\": true}, \"preview-button\": {\"any\": [1]}}, "
	    "\"config\": {\"settings\": {}}, \"attributes\": {"
	    "\"a\": {\"type\": \"string\", \"column\": {\"unsigned\": true}, \"columnType\": \"string\", \"visible\": "
	    "false, "
	    "\"pluginOptions\": {\"translate\": {\"translate\": \"copy\"}}}, "
	    "\"b\": {\"type\": \"uid\", \"targetField\": \"a\", \"options\": {\"separator\": \"-\"}}, "
	    "\"c\": {\"type\": \"relation\", \"relation\": \"oneToOne\", \"target\": \"api::t.t\", \"autoPopulate\": "
	    "true, "
	    "\"via\": \"x\", \"dominant\": true}}}";
	assert_true(model_check_text(arena, API("t"), slice_of(json), &findings));
	assert_int_equal(findings.count, 0);
	arena_destroy(arena);
}

/* Relations that Strapi starts with, though they are not what was meant. */
static void test_lopsided_relations(void **state)
{
	(void)state;
	const char *u =
	    TYPE("u", "text"
	         : {"type" : "string"}, "pictures"
	         : {"type" : "media", "multiple" : true}, "subject"
	         : {"type" : "relation", "relation" : "morphToOne"}, "both"
	         : {"type" : "relation", "relation" : "manyToMany", "target" : "api::t.t", "inversedBy" : "both"}, "own"
	         : {"type" : "relation", "relation" : "manyToOne", "target" : "api::t.t", "inversedBy" : "owned"});
	struct written files[] = {
	    {API("t"),
	     TYPE("t", "pictured"
	          : {"type" : "relation", "relation" : "manyToOne", "target" : "api::u.u", "inversedBy" : "pictures"},
	            "subjected"
	          : {"type" : "relation", "relation" : "oneToOne", "target" : "api::u.u", "inversedBy" : "subject"},
	            "gone"
	          : {"type" : "relation", "relation" : "oneToMany", "target" : "api::u.u", "mappedBy" : "gone"},
	            "scalar"
	          : {"type" : "relation", "relation" : "oneToOne", "target" : "api::u.u", "mappedBy" : "text"}, "both"
	          : {"type" : "relation", "relation" : "manyToMany", "target" : "api::u.u", "inversedBy" : "both"},
	            "owned"
	          : {"type" : "relation", "relation" : "oneToMany", "target" : "api::u.u", "mappedBy" : "other"}, "lost"
	          : {"type" : "relation", "relation" : "oneToMany", "target" : "api::x.x", "mappedBy" : "text"})},
	    {API("u"), u},
	};
	struct project project = open_project(files, 2);
	assert_non_null(project.registry);
	const struct content_type *t = model_type(project.registry, SLICE("api::t.t"));
	const struct content_type *other = model_type(project.registry, SLICE("api::u.u"));
	const struct attribute *both = model_attribute(t, SLICE("both"));
	assert_int_equal(model_attribute(t, SLICE("gone"))->link.kind, LINK_NONE);
	assert_int_equal(model_attribute(t, SLICE("scalar"))->link.kind, LINK_NONE);
	assert_true(model_attribute(t, SLICE("lost"))->lost);
	assert_int_equal(model_attribute(t, SLICE("lost"))->link.kind, LINK_NONE);
	assert_found(&project.findings, FINDING_NOTE, files[0].file, "$.attributes.lost.target",
	             "unknown content-type api::x.x");
	/* the later one wins, and both tables are made */
	assert_string_equal(both->made->table, "ts_both_links");
	assert_string_equal(both->link.table, "us_both_links");
	assert_string_equal(both->link.owner_column, "t_id");
	assert_string_equal(both->link.order_column, "u_order");
	assert_null(both->inverse);
	assert_string_equal(model_attribute(other, SLICE("both"))->link.table, "us_both_links");
	/* inversedBy rules, whatever mappedBy says */
	assert_string_equal(model_attribute(t, SLICE("owned"))->link.table, "us_own_links");
	/* what is no relation to one type has links of its own */
	const struct attribute *pictured = model_attribute(t, SLICE("pictured"));
	assert_string_equal(pictured->link.table, "ts_pictured_links");
	assert_string_equal(pictured->link.inverse_order_column, "t_order");
	assert_int_equal(model_attribute(other, SLICE("pictures"))->link.kind, LINK_MORPH_TARGET);
	assert_int_equal(model_attribute(other, SLICE("subject"))->link.kind, LINK_COLUMN_OWNER);
	assert_found(&project.findings, FINDING_NOTE, files[0].file, "$.attributes.pictured.inversedBy",
	             "does not point back");
	assert_found(&project.findings, FINDING_NOTE, files[0].file, "$.attributes.gone.mappedBy", "keeps nothing");
	assert_found(&project.findings, FINDING_NOTE, files[0].file, "$.attributes.both.inversedBy", "ts_both_links");
	close_project(&project);
}

static void test_leniency(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	struct findings findings;
	const char *json = TYPE("t", "a"
	                        : {"type" : "string", "maxLength" : null, "default" : null}, "b"
	                        : {"type" : "string", "min" : 1}, "c"
	                        : {"type" : "biginteger", "max" : "9007199254740993"}, "d"
	                        : {"type" : "json", "default" : {"x" : [ 1, 2.50 ]}});
	findings_init(&findings, arena);
	assert_true(model_check_text(arena, API("t"), slice_of(json), &findings));
	/* Names that Strapi's panel alone refuses. */
	json = "{\"collectionName\": \"1 date\", \"info\": {\"singularName\": \"t\", \"pluralName\": \"date\", "
	       "\"displayName\": \"T\"}, "
	       "\"attributes\": {}}";
	assert_true(model_check_text(arena, API("t"), slice_of(json), &findings));
	assert_int_equal(findings.count, 0);
	/* An empty name is none: the table gets that of the type. */
	json = "{\"collectionName\": \"\", \"info\": {\"singularName\": \"t\", \"pluralName\": \"ts\", "
	       "\"displayName\": \"T\"}, "
	       "\"attributes\": {}}";
	assert_true(model_check_text(arena, API("t"), slice_of(json), &findings));
	assert_int_equal(findings.count, 0);
	assert_text_mistake("src/components/a/b.json", JSON({"collectionName" : "", "attributes" : {}}),
	                    "$.collectionName", "the component's table");
	arena_destroy(arena);

	struct written file = {API("t"), TYPE("t", "d"
	                                      : {"type" : "json", "default" : {"x" : [ 1, 2.50 ]}}, "c"
	                                      : {"type" : "biginteger", "max" : "9007199254740993"})};
	struct project project = open_project(&file, 1);
	const struct content_type *type = model_type(project.registry, SLICE("api::t.t"));
	assert_string_equal(model_attribute(type, SLICE("d"))->default_json, "{\"x\":[1,2.5]}");
	assert_string_equal(model_attribute(type, SLICE("c"))->max_text, "9007199254740993");
	close_project(&project);
}

static void test_private_attributes(void **state)
{
	(void)state;
	struct written file = {
	    API("t"), "{" INFO("t") ", \"options\": {\"privateAttributes\": [\"a\", \"createdAt\", \"id\"]}, "
				    "\"attributes\": {\"a\": {\"type\": \"string\"}, \"b\": {\"type\": \"string\"}}}"};
	struct project project = open_project(&file, 1);
	const struct content_type *type = model_type(project.registry, SLICE("api::t.t"));
	assert_true(model_attribute(type, SLICE("a"))->is_private);
	assert_false(model_attribute(type, SLICE("b"))->is_private);
	assert_true(type->created_at->is_private);
	assert_true(type->id.is_private);
	close_project(&project);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_no_project),
	    cmocka_unit_test(test_attributes),
	    cmocka_unit_test(test_heads),
	    cmocka_unit_test(test_syntax),
	    cmocka_unit_test(test_limits),
	    cmocka_unit_test(test_files),
	    cmocka_unit_test(test_mentions),
	    cmocka_unit_test(test_cycles),
	    cmocka_unit_test(test_many_components),
	    cmocka_unit_test(test_names_used_twice),
	    cmocka_unit_test(test_extensions),
	    cmocka_unit_test(test_silent_keys),
	    cmocka_unit_test(test_lopsided_relations),
	    cmocka_unit_test(test_unknown_components_of_zones),
	    cmocka_unit_test(test_leniency),
	    cmocka_unit_test(test_private_attributes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
