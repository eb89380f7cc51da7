#include "rights.h"

#include <errno.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#define MEMORY ((rlim_t)4 << 30) /* bytes of addresses */

enum { PROCESSOR_TIME = 60 }; /* seconds a picture */

static bool allow(scmp_filter_ctx filter)
{
	static const char *const calls[] = {
	    "read",
	    "write",
	    "readv",
	    "writev",
	    "pread64",
	    "pwrite64",
	    "lseek",
	    "fstat",
	    "munmap",
	    "mremap",
	    "madvise",
	    "brk",
	    "futex",
	    "set_robust_list",
	    "rseq",
	    "rt_sigaction",
	    "rt_sigprocmask",
	    "rt_sigreturn",
	    "sigaltstack",
	    "exit",
	    "exit_group",
	    "gettid",
	    "getpid",
	    "tgkill",
	    "sched_yield",
	    "sched_getaffinity",
	    "clock_gettime",
	    "nanosleep",
	    "clock_nanosleep",
	    "getrandom",
	    "recvmsg",
	    "sendmsg",
	    "sendto",
	    "poll",
	    "ppoll",
	    "close",
	    "dup",
	    "fcntl",
	    "ftruncate",
	    "sysinfo",
	    "getrusage",
	    "gettimeofday",
	    "setrlimit",
	    "prlimit64",
	    "restart_syscall",
	    "membarrier",
	};
	bool done = true;
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		int number = seccomp_syscall_resolve_name(calls[i]);
		if (number >= 0)
			done = done && seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 0) == 0;
	}
	/* Threads, and no processes. clone3 has its arguments in memory: the library does without it. */
	done = done && seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
	                                SCMP_A0(SCMP_CMP_MASKED_EQ, 0x00010000, 0x00010000)) == 0;
	done = done && seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0;
	/* Memory, and none that can be run. */
	done = done && seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1,
	                                SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)) == 0;
	return done && seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1,
	                                SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)) == 0;
}

bool rights_give_up(void)
{
	const struct rlimit none = {0, 0}, memory = {MEMORY, MEMORY};
	if (setrlimit(RLIMIT_CORE, &none) != 0 || setrlimit(RLIMIT_AS, &memory) != 0 ||
	    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return false;
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
	bool done = filter && allow(filter) && seccomp_load(filter) == 0;
	seccomp_release(filter);
	return done;
}

void rights_limit_time(void)
{
	struct rusage used;
	getrusage(RUSAGE_SELF, &used);
	const rlim_t seconds = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + PROCESSOR_TIME + 1;
	struct rlimit limit;
	if (getrlimit(RLIMIT_CPU, &limit) != 0)
		return;
	limit.rlim_cur = seconds;
	setrlimit(RLIMIT_CPU, &limit);
}
