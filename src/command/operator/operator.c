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
	if (json_object_object_get_ex(details, "errors", &errors) && json_object_array_length(errors) > 1) {
		for (size_t i = 0; i < json_object_array_length(errors); i++)
			fprintf(stderr, "lectern: %s\n",
			        operator_text(json_object_array_get_idx(errors, i), "message"));
	} else {
		fprintf(stderr, "lectern: %s\n", error->message);
	}
	json_object_put(details);
}

static bool run_reading(struct operator* this, const struct operator_verb *verb)
{
	if (!store_begin(this->project.store, 0, this->arena, &this->session, this->error))
		return false;
	bool done = verb->run(this);
	store_end(this->session);
	return done;
}

static bool run_writing(struct operator* this, const struct operator_verb *verb)
{
	if (!store_begin_write(this->project.store, 0, this->arena, &this->session, this->error))
		return false;
	if (verb->run(this))
		return store_commit(this->session, this->error);
	store_roll_back(this->session);
	return false;
}

static bool run(struct operator* this, const struct operator_verb *verb)
{
	const struct operator_options *options = &this->options;
	if ((verb->takes & TAKES_PASSWORD) && !password_read(this))
		return false;
	const struct project_opening how = {.extended = verb->writes};
	if (!project_open(&this->project, this->arena, options->directory, &options->overrides, &how, this->error))
		return false;
	if (verb->takes_salt && !secrets_need_salt(this->project.config, this->arena, this->error))
		return false;
	this->registry = this->project.registry;
	this->access = access_create(this->project.config, this->registry, 1);
	this->content = content_open(this->registry, store_thread_count(this->project.store));
	account_watch(this->content, this->registry);
	if (this->project.extensions)
		extend_install_hooks(this->project.extensions, this->content);
	return verb->writes ? run_writing(this, verb) : run_reading(this, verb);
}

static void close_all(struct operator* this)
{
	content_close(this->content);
	access_destroy(this->access);
	project_close(&this->project);
	buffer_free(&this->printed);
	arena_destroy(this->arena);
}

int operator_run(int count, char **arguments, const struct operator_verb *verbs, size_t verb_count)
{
	const char *name = count > 1 ? arguments[1] : "";
	const struct operator_verb *verb = find_verb(name, verbs, verb_count);
	struct error error = {.status = 0};
	struct operator this = {.error = &error};
	if (!verb)
		return refuse_verb(arguments[0], name, verbs, verb_count);
	if (!operator_options_read(count - 1, arguments + 1, verb->takes, &this.options))
		return 2;
	if (this.options.word_count < verb->least_words || this.options.word_count > verb->most_words) {
		fprintf(stderr, "lectern: too %s words\nusage: lectern %s %s%s\n",
		        this.options.word_count < verb->least_words ? "few" : "many", arguments[0], verb->name,
		        verb->usage);
		return 2;
	}
	this.arena = arena_create();
	bool done = run(&this, verb);
	if (done)
		done =
		    fwrite(this.printed.data, 1, this.printed.len, stdout) == this.printed.len && fflush(stdout) == 0;
	else
		complain(&error);
	close_all(&this);
	return done ? 0 : 1;
}
