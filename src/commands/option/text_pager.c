/* Two processes: the child is the command, with pipes for its output; the parent has the terminal. No window is opened
 * before there is something to show, so that a command which fails at once says so as always. */
#include "commands/option/text_pager.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/unlinked_file.h"
#include "commands/option/numbered_file.h"
#include "commands/option/tui_option.h"
#include "tui/view/text_view.h"

/* The child's standard output and error; the latter is a file, since nobody reads it meanwhile. */
struct child {
	pid_t pid;
	int out_fd, err_fd;
};

/* 0 in the child. */
static int start_child(struct child *child, struct err *err)
{
	int fds[2], err_fd = unlinked_file_open("perf-messages");
	if (err_fd < 0 || pipe2(fds, O_CLOEXEC) < 0) {
		if (err_fd >= 0) close(err_fd);
		return err_set_errno(err, -errno, "Cannot start the pager");
	}
	fflush(stdout);
	fflush(stderr);
	child->pid = fork();
	if (child->pid == 0) {
		dup2(fds[1], STDOUT_FILENO);
		dup2(err_fd, STDERR_FILENO);
		/* whoever leaves the pager ends the command, which is no failure of it */
		signal(SIGPIPE, SIG_DFL);
	}
	close(fds[1]);
	if (child->pid <= 0) {
		int r = child->pid < 0 ? -errno : 0;
		close(fds[0]);
		close(err_fd);
		return r < 0 ? err_set_errno(err, r, "Cannot start the pager") : 0;
	}
	child->out_fd = fds[0];
	child->err_fd = err_fd;
	return 1;
}

/* Whether the command prints anything at all. */
static bool has_output(const struct child *child)
{
	struct pollfd fd = { .fd = child->out_fd, .events = POLLIN };
	while (poll(&fd, 1, -1) < 0 && errno == EINTR) continue;
	return fd.revents & POLLIN;
}

static void tell_messages(const struct child *child)
{
	char bytes[4096];
	off_t offset = 0;
	for (ssize_t n; (n = pread(child->err_fd, bytes, sizeof(bytes), offset)) > 0; offset += n)
		fwrite(bytes, 1, (size_t)n, stderr);
	close(child->err_fd);
}

/* The exit status: of a child that ended by itself its own. */
static int end_child(const struct child *child)
{
	int status = 0;
	while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR) continue;
	if (WIFEXITED(status)) return WEXITSTATUS(status);
	bool was_left = WTERMSIG(status) == SIGPIPE || WTERMSIG(status) == SIGTERM;
	return was_left ? 0 : 128 + WTERMSIG(status);
}

/* Shows the text until the user leaves. Takes child->out_fd over. */
static int show(const struct child *child, const struct text_pager_options *options, struct err *err)
{
	const struct text_view_options view = { .title = options->title,
						.nr_titles = options->nr_titles,
						.host = { .create = numbered_file_create,
							  .close = numbered_file_close } };
	struct text_lines *lines;
	struct screen *screen;
	int r = tui_option_open(&screen, err);
	if (r < 0) {
		close(child->out_fd);
		return r;
	}
	r = text_lines_new(child->out_fd, screen, &lines, err);
	if (r == 0) {
		struct ui *ui = ui_new(screen);
		ui_push(ui, text_view_new(lines, &view));
		ui_run(ui);
		ui_free(ui);
	}
	screen_close(screen);
	return r;
}

enum text_pager text_pager_start(const struct text_pager_options *options, int *ret_status, struct err *err)
{
	struct child child;
	if (tui_option_check(err) < 0) return TEXT_PAGER_FAILED;
	int r = start_child(&child, err);
	if (r <= 0) return r < 0 ? TEXT_PAGER_FAILED : TEXT_PAGER_COMMAND;
	if (has_output(&child)) r = show(&child, options, err);
	else close(child.out_fd);
	/* it may be far from its next line */
	kill(child.pid, SIGTERM);
	*ret_status = end_child(&child);
	tell_messages(&child);
	return r < 0 ? TEXT_PAGER_FAILED : TEXT_PAGER_SHOWN;
}
