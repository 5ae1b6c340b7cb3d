/* The pager: started when a command has something to show and stdout is a terminal. stdout, and a stderr that is the
 * same terminal, become its input; the end of the program, orderly (atexit) or by a signal, waits for it.
 *
 *     perf --write--> pipe --stdin--> sh -c $PAGER --> terminal */
#include "cli/pager.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/compiler.h"
#include "cli/config.h"
#include "cli/textout.h"

enum { COLUMNS_MAX = 10000 };

/* One pager a program: process-wide, because the signal handler and the exit handler need it. */
static struct pager {
	enum pager_use use;
	/* What pager.COMMAND of the configuration names; NULL: nothing. The configuration owns it. */
	const char *command;
	/* 0: none runs. */
	pid_t pid;
	/* The terminal's width before stdout became a pipe; 0: unknown. */
	unsigned columns;
	/* 0: stderr was not touched. */
	int terminal_fd;
} pager;

/* A value of pager.COMMAND that is no boolean is the pager to run. */
void pager_choose(enum pager_use use, const char *command_name)
{
	_free_ char *key = NULL;
	const char *value;
	bool wanted;

	pager.use = use;
	if (use == PAGER_NEVER || !isatty(STDOUT_FILENO)) return;
	key = xasprintf("pager.%s", command_name);
	value = config_find(config_get(), key);
	if (!value) return;
	if (config_parse_bool(value, &wanted) < 0) pager.command = value;
	else if (!wanted && use == PAGER_CONFIGURED) pager.use = PAGER_NEVER;
}

static unsigned terminal_columns(int fd)
{
	struct winsize size;
	return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/* In the order of pager.h; NULL: none is wanted or there. */
static const char *choose_command(void)
{
	static const char *const installed[] = { "/usr/bin/pager", "/usr/bin/less", "/usr/bin/more" };
	const char *command = getenv("PERF_PAGER");

	if (!command) command = pager.command;
	if (!command) command = getenv("PAGER");
	for (size_t i = 0; !command && i < ARRAY_SIZE(installed); i++)
		if (access(installed[i], X_OK) == 0) command = installed[i];
	return command && command[0] && strcmp(command, "cat") != 0 ? command : NULL;
}

/* Only async-signal-safe calls: the signal handler uses it, too. */
static void wait_for_pager(void)
{
	while (waitpid(pager.pid, NULL, 0) < 0 && errno == EINTR) continue;
	pager.pid = 0;
}

/* At exit. The pager sees the end of its input only when both descriptors of the pipe are closed. */
static void finish(void)
{
	if (!pager.pid) return;
	textout_flush();
	fflush(stderr);
	close(STDOUT_FILENO);
	close(STDERR_FILENO);
	wait_for_pager();
}

/* The pager, not this program, owns the terminal: the program must not end and leave it alone there. The pager is
 * waited for, then the signal ends the program as it would have without the handler. What stdio still holds is
 * lost. */
static void on_signal(int signal_number)
{
	close(STDOUT_FILENO);
	close(STDERR_FILENO);
	if (pager.pid) wait_for_pager();
	if (signal_number == SIGPIPE) _exit(0); /* the user has seen enough */
	signal(signal_number, SIG_DFL);
	raise(signal_number);
}

/* In the child. LESS is set unless the user has: quit if one screen is enough, keep colours, cut long lines, leave the
 * text on the screen. */
static _noreturn_ void run_pager(const char *command, int read_fd)
{
	fd_set input;

	dup2(read_fd, STDIN_FILENO);
	close(read_fd);
	/* less clears what it draws over: start it only when there is something to show */
	FD_ZERO(&input);
	FD_SET(STDIN_FILENO, &input);
	select(STDIN_FILENO + 1, &input, NULL, NULL, NULL);
	setenv("LESS", "FRSX", 0);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

void pager_start(void)
{
	static const int ending[] = { SIGINT, SIGHUP, SIGTERM, SIGQUIT, SIGPIPE };
	const char *command;
	int fds[2];

	if (pager.pid || pager.use == PAGER_NEVER || !isatty(STDOUT_FILENO) || !(command = choose_command())) return;
	pager.columns = terminal_columns(STDOUT_FILENO);
	if (pipe(fds) < 0) return;
	textout_flush();
	/* stdio's buffers would be written twice, by this process and by its copy. */
	fflush(stderr);
	pid_t pid = fork();
	if (pid == 0) {
		close(fds[1]);
		run_pager(command, fds[0]);
	}
	close(fds[0]);
	if (pid > 0) {
		pager.pid = pid;
		dup2(fds[1], STDOUT_FILENO);
		if (isatty(STDERR_FILENO)) {
			int saved = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
			pager.terminal_fd = saved > 0 ? saved : 0;
			dup2(fds[1], STDERR_FILENO);
		}
		/* These signals would end this process and leave the pager behind. */
		for (size_t i = 0; i < ARRAY_SIZE(ending); i++) signal(ending[i], on_signal);
		atexit(finish);
	}
	close(fds[1]);
}

bool pager_is_running(void) { return pager.pid != 0; }

bool pager_stdout_is_terminal(void) { return pager.pid || isatty(STDOUT_FILENO); }

int pager_terminal_fd(void) { return pager.terminal_fd ? pager.terminal_fd : STDERR_FILENO; }

/* COLUMNS of the environment wins: tests and scripts set it. */
unsigned pager_columns(void)
{
	const char *given = getenv("COLUMNS");
	unsigned columns = given ? (unsigned)strtoul(given, NULL, 10) : 0;
	if (columns && columns < COLUMNS_MAX) return columns;
	columns = pager.columns ? pager.columns : terminal_columns(STDOUT_FILENO);
	return columns ? columns : 80;
}
