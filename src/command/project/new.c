#include "new.h"

#include "access/access.h"
#include "database.h"
#include "project.h"
#include "secrets.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SECRET_BYTES = 24, TOKEN_BYTES = 64 };

/* What anybody may do with the new project's content. The rest takes the token. */
static const char *const public_actions[] = {
    "api::article.article.find",      "api::article.article.findOne", "api::category.category.find",
    "api::category.category.findOne", "api::homepage.homepage.find",
};

static bool complain(const char *path, const char *problem)
{
	fprintf(stderr, "lectern: %s: %s\n", path, problem);
	return false;
}

/* ---- the folder ---- */

static bool is_empty(const char *path)
{
	const struct dirent *entry;
	unsigned count = 0;
	DIR *folder = opendir(path);
	if (!folder)
		return complain(path, strerror(errno));
	while ((entry = readdir(folder)))
		count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
	closedir(folder);
	return count == 0 || complain(path, "the folder is not empty; expected a new or an empty one");
}

/* Makes the folders above `path`. */
static bool make_folders(struct arena *arena, const char *path)
{
	for (const char *end = strchr(path + 1, '/'); end; end = strchr(end + 1, '/')) {
		const char *folder = arena_copy(arena, (struct slice){path, (size_t)(end - path)});
		if (mkdir(folder, 0777) != 0 && errno != EEXIST)
			return complain(folder, strerror(errno));
	}
	return true;
}

static bool write_file(struct arena *arena, const char *directory, const char *name, const char *text, mode_t mode)
{
	const char *path = arena_format(arena, "%s/%s", directory, name);
	if (!make_folders(arena, path))
		return false;
	int number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
	FILE *file = number >= 0 ? fdopen(number, "w") : NULL;
	if (!file)
		return complain(path, strerror(errno));
	bool written = fputs(text, file) >= 0;
	if (fclose(file) != 0 || !written)
		return complain(path, strerror(errno));
	return true;
}

/* ---- secrets ---- */

static const char *write_secrets(struct arena *arena, const char *token)
{
	return arena_format(arena,
	                    "# The secrets of this project. Keep them to yourself: .gitignore leaves this file out.\n"
	                    "JWT_SECRET=%s\n"
	                    "API_TOKEN_SALT=%s\n"
	                    "ADMIN_JWT_SECRET=%s\n"
	                    "\n"
	                    "# The API token that the README uses: it may do everything. Only clients need it; the\n"
	                    "# database has its hash.\n"
	                    "TOKEN=%s\n",
	                    secrets_random(arena, SECRET_BYTES), secrets_random(arena, SECRET_BYTES),
	                    secrets_random(arena, SECRET_BYTES), token);
}

/* ---- the database ---- */

static bool make_database(struct arena *arena, const struct config *config, const struct registry *registry,
                          const char *token)
{
	char hash[129];
	struct error error;
	struct access *access = access_create(config, registry, 1);
	access_hash_token(access, slice_of(token), hash);
	access_destroy(access);
	struct migrate_seed seed = {.public_actions = public_actions,
	                            .public_action_count = COUNT_OF(public_actions),
	                            .token_name = "First token",
	                            .token_hash = arena_copy(arena, slice_of(hash))};
	struct migrate_options options = {.seed = &seed};
	return (store_migrate(config, registry, &options, &error) &&
	        database_prepare_admins(config, registry, &error)) ||
	       complain(config->sqlite_path, error.message);
}

/* In the file that the project names, whatever the environment says. */
static bool fill_database(struct arena *arena, const char *directory, const char *token)
{
	struct project project;
	struct config_overrides here = {.database = arena_format(arena, "sqlite:%s/.tmp/data.db", directory)};
	bool right = project_read(&project, arena, directory, &here);
	project_end_code(&project);
	if (!right) {
		report_print_mistakes(stderr, &project.findings);
		return false;
	}
	return make_database(arena, project.config, project.registry, token);
}

static bool write_files(struct arena *arena, const char *directory, bool javascript)
{
	for (size_t i = 0; i < new_file_count; i++)
		if (!(javascript && strcmp(new_files[i].path, "config/server.json") == 0) &&
		    !write_file(arena, directory, new_files[i].path, new_files[i].text, 0666))
			return false;
	for (size_t i = 0; javascript && i < new_javascript_count; i++)
		if (!write_file(arena, directory, new_javascript[i].path, new_javascript[i].text, 0666))
			return false;
	return true;
}

static bool make_project(struct arena *arena, const char *directory, bool javascript)
{
	const char *token = secrets_random(arena, TOKEN_BYTES);
	if (!make_folders(arena, directory) || (mkdir(directory, 0777) != 0 && errno != EEXIST))
		return complain(directory, strerror(errno));
	if (!is_empty(directory) || !write_files(arena, directory, javascript))
		return false;
	return write_file(arena, directory, ".env", write_secrets(arena, token), 0600) &&
	       fill_database(arena, directory, token);
}

int command_new(const struct command_options *options)
{
	if (!options->directory_named || !*options->directory) {
		fputs("lectern: new: expected the folder to write the project into\n", stderr);
		return 2;
	}
	/* A salt or secret of the environment would go before those of the new .env. */
	static const char *const secrets[] = {"JWT_SECRET", "API_TOKEN_SALT", "ADMIN_JWT_SECRET"};
	for (size_t i = 0; i < COUNT_OF(secrets); i++)
		unsetenv(secrets[i]);
	struct arena *arena = arena_create();
	bool made = make_project(arena, options->directory, options->javascript);
	arena_destroy(arena);
	if (!made)
		return 1;
	printf("A project is in %s. Its README.md tells the first requests.\n"
	       "  lectern serve %s\n"
	       "  lectern serve %s --watch    while its models change\n"
	       "A type that you add is private until a role may use it:\n"
	       "  lectern role grant public api::event.event find findOne --project %s\n",
	       options->directory, options->directory, options->directory, options->directory);
	return 0;
}
