#include "spawn.h"

#include "bundle.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	SOCKET_IN_NODE = 3, /* link.mjs counts on it */
	BUNDLE_IN_NODE = 4,
	LAST_OF_NODE = BUNDLE_IN_NODE,
};

/* The bundle is read from a file that has no name, so that nobody can put another in its place. Its first line tells
 * which packages its parts have, and how long they are (web/runtime/build.mjs): the first part is run at once, each
 * other when a package of it is required. */
static char loader[] =
    "const Module=module.constructor,fs=require('fs'),whole=fs.readFileSync(4,'latin1'),parts=new Map();"
    "fs.closeSync(4);"
    "let at=whole.indexOf('\\n')+1;"
    "const run=text=>{const m=new Module('lectern');m.filename='lectern';m.paths=[];"
    "m.require=name=>parts.has(name)?parts.get(name)()[name]():Module.prototype.require.call(m,name);"
    "m._compile(text,'lectern');return m.exports;};"
    "const all=JSON.parse(whole.slice(0,at)).map(([names,length])=>{"
    "const text=whole.slice(at,at+=length);let made;const part=()=>made=made||run(text);"
    "for(const name of names)parts.set(name,part);return part;});"
    "all[0]()";

static bool is_program(const char *path)
{
	return access(path, X_OK) == 0;
}

const char *spawn_find(struct arena *arena)
{
	const char *named = getenv("LECTERN_NODE"), *path = getenv("PATH");
	if (named && *named && strchr(named, '/'))
		return is_program(named) ? named : NULL;
	if (named && strcmp(named, "none") == 0)
		return NULL;
	const char *name = named && *named ? named : "node";
	struct slice rest = slice_of(path ? path : "/usr/local/bin:/usr/bin:/bin"), folder;
	while (slice_split(&rest, ':', &folder)) {
		const char *program = arena_format(arena, "%.*s/%s", (int)folder.len, folder.ptr, name);
		if (folder.len && is_program(program))
			return program;
	}
	return NULL;
}

static int make_bundle_file(void)
{
	int file = memfd_create("lectern-runtime", MFD_CLOEXEC);
	for (size_t written = 0; file >= 0 && written < bundle_length;) {
		ssize_t more = write(file, bundle_bytes + written, bundle_length - written);
		if (more < 0) {
			close(file);
			return -1;
		}
		written += (size_t)more;
	}
	if (file >= 0)
		lseek(file, 0, SEEK_SET);
	return file;
}

/* The variables of this process, with NODE_ENV and ENV_PATH as they count here. */
static char **make_environment(struct arena *arena, const struct spawn_options *options)
{
	size_t count = 0, to = 0;
	while (environ[count])
		count++;
	char **all = arena_array(arena, count + 3, sizeof *all);
	for (size_t i = 0; i < count; i++) {
		struct slice variable = slice_of(environ[i]);
		if (slice_starts_with(variable, SLICE("NODE_ENV=")) || slice_starts_with(variable, SLICE("ENV_PATH=")))
			continue;
		all[to++] = environ[i];
	}
	all[to++] = (char *)(uintptr_t)arena_format(arena, "NODE_ENV=%s", options->environment);
	if (options->env_path)
		all[to++] = (char *)(uintptr_t)arena_format(arena, "ENV_PATH=%s", options->env_path);
	return all;
}

struct spawn_setup {
	const char *node, *directory;
	char *const *arguments, *const *environment;
	int socket, output, bundle;
	pid_t parent;
};

/* In the new process, which may do nothing but what is safe in a signal handler: other threads held locks when it was
 * made. */
static void run_node(const struct spawn_setup *plan)
{
	static const struct rlimit no_core = {0, 0};
	sigset_t none;
	int descriptors[] = {plan->socket, plan->bundle, plan->output};
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != plan->parent)
		_exit(127);
	setrlimit(RLIMIT_CORE, &no_core);
	/* They may have each other's numbers: first out of the way, then to their places. */
	for (size_t i = 0; i < COUNT_OF(descriptors); i++)
		descriptors[i] = fcntl(descriptors[i], F_DUPFD, LAST_OF_NODE + 1);
	int nothing = open("/dev/null", O_RDONLY);
	if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(descriptors[2], STDOUT_FILENO) < 0 ||
	    dup2(descriptors[2], STDERR_FILENO) < 0 || dup2(descriptors[0], SOCKET_IN_NODE) < 0 ||
	    dup2(descriptors[1], BUNDLE_IN_NODE) < 0)
		_exit(127);
	/* Kernels before 5.9 do not know it: there all that lectern opens is closed by exec, as it is here. */
	close_range(LAST_OF_NODE + 1, ~0u, 0);
	if (chdir(plan->directory) == 0)
		execve(plan->node, plan->arguments, plan->environment);
	_exit(127);
}

static bool fork_node(struct spawn_setup *plan, pid_t *pid)
{
	plan->parent = getpid();
	*pid = fork();
	if (*pid == 0)
		run_node(plan);
	/* On both sides, so that the group is there whoever runs first. */
	if (*pid > 0)
		setpgid(*pid, *pid);
	return *pid > 0;
}

static void close_all(const int *descriptors, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (descriptors[i] >= 0)
			close(descriptors[i]);
}

bool spawn_node(const struct spawn_options *options, struct spawned *spawned, struct error *error)
{
	struct arena *arena = arena_create();
	int sockets[2] = {-1, -1}, output[2] = {-1, -1}, bundle = make_bundle_file();
	const char *memory = arena_format(arena, "--max-old-space-size=%u", options->memory);
	char *arguments[] = {
	    (char *)(uintptr_t)options->node, (char *)(uintptr_t)memory, "--no-deprecation", "-e", loader, NULL};
	bool started = bundle >= 0 && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) == 0 &&
	               pipe2(output, O_CLOEXEC) == 0;
	struct spawn_setup plan = {
	    .node = options->node,
	    .directory = options->directory,
	    .arguments = arguments,
	    .environment = make_environment(arena, options),
	    .socket = sockets[1],
	    .output = output[1],
	    .bundle = bundle,
	};
	started = started && fork_node(&plan, &spawned->pid);
	const int reason = errno;
	const int of_node[] = {sockets[1], output[1], bundle}, ours[] = {sockets[0], output[0]};
	close_all(of_node, COUNT_OF(of_node));
	arena_destroy(arena);
	if (!started) {
		close_all(ours, COUNT_OF(ours));
		return error_set(error, 503, "ServiceUnavailableError", "Node can't be started: %s", strerror(reason));
	}
	spawned->socket = sockets[0];
	spawned->output = output[0];
	fcntl(spawned->socket, F_SETFL, O_NONBLOCK);
	fcntl(spawned->output, F_SETFL, O_NONBLOCK);
	return true;
}

void spawn_kill(const struct spawned *spawned)
{
	int status;
	kill(-spawned->pid, SIGKILL);
	kill(spawned->pid, SIGKILL);
	while (waitpid(spawned->pid, &status, 0) < 0 && errno == EINTR)
		continue;
	close(spawned->socket);
	if (spawned->output >= 0)
		close(spawned->output);
}
