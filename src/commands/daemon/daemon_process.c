#include "commands/daemon/daemon_process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "base/text.h"

/* A FIFO of that name, ours alone; anything else that has its name goes. */
static int make_fifo(int dir_fd, const char *name, struct err *err)
{
	struct stat st;
	if (fstatat(dir_fd, name, &st, AT_SYMLINK_NOFOLLOW) == 0) {
		if (S_ISFIFO(st.st_mode) && st.st_uid == geteuid()) return 0;
		if (unlinkat(dir_fd, name, 0) < 0) return err_set_errno(err, -errno, "cannot remove the file %s", name);
	}
	return mkfifoat(dir_fd, name, 0600) < 0 ? err_set_errno(err, -errno, "cannot make the FIFO %s", name) : 0;
}

/* The file that perf record is to make, by its own options: those in front of "--", or of its command as far as one can
 * tell. NULL: it is not in the session's directory. */
static const char *recording_name(const struct daemon_words *words)
{
	const char *name = "perf.data";
	for (size_t i = 0; i < words->words.count; i++) {
		const char *word = words->words.items[i];
		bool last = i + 1 == words->words.count;
		if (strcmp(word, "--") == 0) break;
		if (text_starts_with(word, "--output=")) name = word + strlen("--output=");
		else if (!last && (strcmp(word, "-o") == 0 || strcmp(word, "--output") == 0))
			name = words->words.items[++i];
		else if (text_starts_with(word, "-o")) name = word + strlen("-o");
	}
	return !*name || strchr(name, '/') || strcmp(name, "-") == 0 ? NULL : name;
}

/* A file that is there already keeps its name; hundredths of a second make it likely that there is none. */
static void keep_recording(int dir_fd, const char *name)
{
	struct stat st;
	struct tm local;
	char when[32];
	if (!name || fstatat(dir_fd, name, &st, AT_SYMLINK_NOFOLLOW) < 0) return;
	if (!S_ISDIR(st.st_mode) && (!S_ISREG(st.st_mode) || !st.st_size)) return;
	localtime_r(&st.st_mtim.tv_sec, &local);
	strftime(when, sizeof(when), "%Y%m%d%H%M%S", &local);
	for (unsigned i = 0; i < 100; i++) {
		unsigned hundredth = (unsigned)(st.st_mtim.tv_nsec / 10000000 + i) % 100;
		_free_ char *kept = xasprintf("%s.%s%02u", name, when, hundredth);
		if (renameat2(dir_fd, name, dir_fd, kept, RENAME_NOREPLACE) == 0 || errno != EEXIST) return;
	}
}

int daemon_process_prepare(int dir_fd, const struct daemon_words *words, struct err *err)
{
	int r = make_fifo(dir_fd, "control", err);
	if (r >= 0) r = make_fifo(dir_fd, "ack", err);
	if (r >= 0) keep_recording(dir_fd, recording_name(words));
	return r;
}

/* What the child becomes. */
struct program {
	char path[PATH_MAX]; /* of this program, "" when it is not known */
	char **argv;
	pid_t daemon_pid;
};

/* In the child; never returns. SIGUSR2 stays blocked, so that one that comes before perf record listens, or behind its
 * last file, does not end it: the former is obeyed then. Commands that it records start with an empty mask. */
static _Noreturn void become_record(int dir_fd, int output_fd, const struct program *program)
{
	sigset_t mask;
	int null_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	bool fine = null_fd >= 0 && dup2(null_fd, STDIN_FILENO) >= 0 && dup2(output_fd, STDOUT_FILENO) >= 0 &&
		    dup2(output_fd, STDERR_FILENO) >= 0 && fchdir(dir_fd) == 0 && setpgid(0, 0) == 0 &&
		    prctl(PR_SET_PDEATHSIG, SIGTERM) == 0;
	/* the daemon may have died before prctl */
	if (fine && getppid() == program->daemon_pid) {
		signal(SIGPIPE, SIG_DFL);
		sigemptyset(&mask);
		sigaddset(&mask, SIGUSR2);
		sigprocmask(SIG_SETMASK, &mask, NULL);
		execv(program->path, program->argv); /* so that it is called perf, not exe */
		execv("/proc/self/exe", program->argv);
	}
	static const char text[] = "perf daemon: cannot start perf record\n";
	ssize_t n = write(STDERR_FILENO, text, sizeof(text) - 1);
	(void)n; /* the status says it, too */
	_exit(127);
}

int daemon_process_start(int dir_fd, int output_fd, const struct daemon_words *words, pid_t *ret, struct err *err)
{
	static const char *const first[] = { "perf", "record", "--control=fifo:control,ack" };
	size_t count = words->words.count;
	_free_ char **argv = xcalloc(ARRAY_SIZE(first) + count + 1, sizeof(*argv));
	struct program program = { .argv = argv, .daemon_pid = getpid() };
	for (size_t i = 0; i < ARRAY_SIZE(first); i++) argv[i] = (char *)(uintptr_t)first[i];
	if (count) memcpy(argv + ARRAY_SIZE(first), words->words.items, count * sizeof(*argv));
	/* what it was started from may have been removed since, which the link then says behind the name */
	ssize_t length = readlink("/proc/self/exe", program.path, sizeof(program.path) - 1);
	if (length > 0) program.path[length] = '\0';
	pid_t pid = fork();
	if (pid < 0) return err_set_errno(err, -errno, "cannot start a process");
	if (pid == 0) become_record(dir_fd, output_fd, &program);
	setpgid(pid, pid); /* the child does it, too: whoever comes first */
	*ret = pid;
	return 0;
}
