#include "panel.h"

#include "base/base.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* For a project without one: what the panel's own plugins need. */
static const char package[] = "{\"name\": \"panel\", \"private\": true, \"version\": \"0.1.0\", \"dependencies\": {"
			      "\"@strapi/strapi\": \"4.26.2\", \"@strapi/plugin-users-permissions\": \"4.26.2\", "
			      "\"@strapi/plugin-i18n\": \"4.26.2\", \"better-sqlite3\": \"8.6.0\"}, "
			      "\"overrides\": {\"sharp\": \"0.33.5\"}}";

/* $1: the project, $2: the folder that packages are installed into, $3: the package.json of a project without one.
 *
 * npm picks newer versions of three small packages today, whose exports name a file for bundlers that re-exports an
 * .mjs one: Strapi's bundler then stops. Without the key it takes index.js, which is right. */
static const char script[] =
    "set -eu\n"
    "command -v npm >/dev/null || { echo 'lectern: panel build: there is no npm here' >&2; exit 1; }\n"
    "project=$(cd \"$1\" && pwd)\n"
    "mkdir -p -m 700 \"$2\"\n"
    "cd \"$project\"\n"
    "tar cf - --exclude=./node_modules --exclude=./.git --exclude=./.tmp --exclude=./.cache --exclude=./build "
    "--exclude=./build.new --exclude=./dist --exclude=./public . | (cd \"$2\" && tar xf -)\n"
    "cd \"$2\"\n"
    "mkdir -p public/uploads\n"
    "scripts=\n"
    "if [ ! -f \"$project/package.json\" ]; then\n"
    "	printf '%s\\n' \"$3\" >package.json\n"
    "	scripts=--ignore-scripts\n" /* they compile a database driver, which the panel does not need */
    "fi\n"
    "if ! cmp -s package.json .installed.json; then\n"
    "	npm install --no-audit --no-fund --loglevel=error $scripts\n"
    "	cp package.json .installed.json\n"
    "fi\n"
    "for name in async-function async-generator-function generator-function; do\n"
    "	node -e 'const fs = require(\"fs\"), file = process.argv[1]; if (!fs.existsSync(file)) process.exit();"
    " const text = JSON.parse(fs.readFileSync(file)); if (!text.exports) process.exit(); delete text.exports;"
    " fs.writeFileSync(file, JSON.stringify(text, null, 2) + \"\\n\");' \"node_modules/$name/package.json\"\n"
    "done\n"
    "rm -rf build dist/build node_modules/.strapi\n"
    "NODE_ENV=production STRAPI_TELEMETRY_DISABLED=true STRAPI_DISABLE_UPDATE_NOTIFICATION=true npx strapi build\n"
    "made=build\n"
    "[ -d build ] || made=dist/build\n"
    "grep -q 'id=\"strapi\"' \"$made/index.html\"\n"
    "rm -rf \"$project/build.new\"\n"
    "cp -r \"$made\" \"$project/build.new\"\n"
    "rm -rf \"$project/build\"\n"
    "mv \"$project/build.new\" \"$project/build\"\n"
    "echo \"The panel is in $project/build\"\n";

/* Projects with the same packages may share a folder: LECTERN_PANEL_CACHE names it. */
static const char *cache_of(struct arena *arena, const char *project)
{
	const char *named = getenv("LECTERN_PANEL_CACHE"), *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	char *path = realpath(project, NULL), *name;
	if (named && *named) {
		free(path);
		return arena_copy(arena, slice_of(named));
	}
	name = arena_copy(arena, slice_of(path ? path : project));
	free(path);
	for (char *at = name; *at; at++)
		if (*at == '/')
			*at = '-';
	return cache && *cache ? arena_format(arena, "%s/lectern/panel%s", cache, name)
	                       : arena_format(arena, "%s/.cache/lectern/panel%s", home ? home : "/tmp", name);
}

static int run(const char *project, const char *cache)
{
	int status;
	const pid_t child = fork();
	if (child == 0) {
		execlp("sh", "sh", "-c", script, "lectern", project, cache, package, (char *)NULL);
		_exit(127);
	}
	if (child < 0 || waitpid(child, &status, 0) < 0) {
		fprintf(stderr, "lectern: panel build: %s\n", strerror(errno));
		return 1;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int command_panel(int count, char **arguments)
{
	struct arena *arena;
	if (count < 2 || count > 3 || strcmp(arguments[1], "build") != 0) {
		fputs("usage: lectern panel build [DIR]\n", stderr);
		return 2;
	}
	const char *project = count > 2 ? arguments[2] : ".";
	arena = arena_create();
	const int status = run(project, cache_of(arena, project));
	arena_destroy(arena);
	return status;
}
