#include "operator.h"

#include "account/account.h"
#include "command/project/secrets.h"
#include "password.h"

static const struct operator_verb *find_verb(const char *name, const struct operator_verb *verbs, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(verbs[i].name, name) == 0)
			return &verbs[i];
	return NULL;
}

static int refuse_verb(const char *command, const char *name, const struct operator_verb *verbs, size_t count)
{
	if (*name)
		fprintf(stderr, "lectern: unknown command: %s %s\n", command, name);
	else
		fprintf(stderr, "lectern: %s: what is to be done?\n", command);
	for (size_t i = 0; i < count; i++)
		fprintf(stderr, "%s lectern %s %s%s\n", i ? "      " : "usage:", command, verbs[i].name,
		        verbs[i].usage);
	return 2;
}

/* A refusal of several values at once has them in its details. */
static void complain(const struct error *error)
{
	struct json_object *details = json_parse_stored(slice_of(error->details)), *errors = NULL;
	if (json_find(details, "errors", &errors) && json_object_array_length(errors) > 1) {
		for (size_t i = 0; i < json_object_array_length(errors); i++)
			fprintf(stderr, "lectern: %s\n",
			        operator_text(json_object_array_get_idx(errors, i), "message"));
	} else {
		fprintf(stderr, "lectern: %s\n", error->message);
	}
	json_object_put(details);
}

static bool run_reading(struct operator_command *command, const struct operator_verb *verb)
{
	if (!store_begin(command->project.store, 0, command->arena, &command->session, command->error))
		return false;
	bool done = verb->run(command);
	store_end(command->session);
	return done;
}

static bool run_writing(struct operator_command *command, const struct operator_verb *verb)
{
	if (!store_begin_write(command->project.store, 0, command->arena, &command->session, command->error))
		return false;
	if (verb->run(command))
		return store_commit(command->session, command->error);
	store_roll_back(command->session);
	return false;
}

static bool run(struct operator_command *command, const struct operator_verb *verb)
{
	const struct operator_options *options = &command->options;
	if ((verb->takes & TAKES_PASSWORD) && !password_read(command))
		return false;
	const struct project_opening how = {.extended = verb->writes};
	if (!project_open(&command->project, command->arena, options->directory, &options->overrides, &how,
	                  command->error))
		return false;
	if (verb->takes_salt && !secrets_need_salt(command->project.config, command->arena, command->error))
		return false;
	command->registry = command->project.registry;
	command->access = access_create(command->project.config, command->registry, 1);
	command->content = content_open(command->registry, store_thread_count(command->project.store));
	account_watch(command->content, command->registry);
	if (command->project.extensions)
		extend_install_hooks(command->project.extensions, command->content);
	return verb->writes ? run_writing(command, verb) : run_reading(command, verb);
}

static void close_all(struct operator_command *command)
{
	content_close(command->content);
	access_destroy(command->access);
	project_close(&command->project);
	buffer_free(&command->printed);
	arena_destroy(command->arena);
}

int operator_run(int count, char **arguments, const struct operator_verb *verbs, size_t verb_count)
{
	const char *name = count > 1 ? arguments[1] : "";
	const struct operator_verb *verb = find_verb(name, verbs, verb_count);
	struct error error = {.status = 0};
	struct operator_command command = {.error = &error};
	if (!verb)
		return refuse_verb(arguments[0], name, verbs, verb_count);
	if (!operator_options_read(count - 1, arguments + 1, verb->takes, &command.options))
		return 2;
	if (command.options.word_count < verb->least_words || command.options.word_count > verb->most_words) {
		fprintf(stderr, "lectern: too %s words\nusage: lectern %s %s%s\n",
		        command.options.word_count < verb->least_words ? "few" : "many", arguments[0], verb->name,
		        verb->usage);
		return 2;
	}
	command.arena = arena_create();
	bool done = run(&command, verb);
	if (done)
		done = fwrite(command.printed.data, 1, command.printed.len, stdout) == command.printed.len &&
		       fflush(stdout) == 0;
	else
		complain(&error);
	close_all(&command);
	return done ? 0 : 1;
}
