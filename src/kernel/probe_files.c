/* Lines are written through one descriptor for each file, opened when it is first needed and kept: each write(2) is one
 * command, and the answer is its errno. Why a command was refused is read from error_log afterwards. */
#include "kernel/probe_files.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "kernel/tracefs.h"
#include "kernel/remedy.h"

/* Far above what a kernel has; available_filter_functions has some megabytes. */
enum { LINES_MAX_BYTES = 256 << 20, LOG_MAX_BYTES = 1 << 20 };

/* By enum probe_file: name of the file, words for messages, and the kernel's configuration option. */
static const struct {
	const char *name, *what, *option;
} names[NR_PROBE_FILES] = {
	{ "kprobe_events", "kprobe events", "CONFIG_KPROBE_EVENTS" },
	{ "uprobe_events", "uprobe events", "CONFIG_UPROBE_EVENTS" },
};

void probe_files_init(struct probe_files *files, const struct kernelfs *fs, const char *debugfs_dir)
{
	*files = (struct probe_files){ .fs = fs, .tracefs = tracefs_find(fs, debugfs_dir), .fds = { -1, -1 } };
}

void probe_files_done(struct probe_files *files)
{
	for (int i = 0; i < NR_PROBE_FILES; i++) descriptor_close(&files->fds[i]);
	free(files->tracefs);
	*files = (struct probe_files){ .fds = { -1, -1 } };
}

bool probe_files_has(const struct probe_files *files, enum probe_file file)
{
	return files->tracefs && kernelfs_exists(files->fs, "%s/%s", files->tracefs, names[file].name);
}

/* Sets err for a file that could not be opened, and returns code. */
static int explain(const struct probe_files *files, enum probe_file file, int code, bool writing, struct err *err)
{
	if (code == -EACCES || code == -EPERM) {
		err_set(err, code, "No permission to %s tracefs.", writing ? "write" : "read");
		_free_ char *remedy = remedy_tracefs_rights(files->fs, files->tracefs);
		if (writing) err_hint(err, "Please run this command again with sudo.");
		else err_hint(err, "%s", remedy);
		return code;
	}
	if (code != -ENOENT)
		return err_set_errno(err, code, "Failed to open %s/%s/%s", files->fs->root, files->tracefs,
				     names[file].name);
	return err_set(err, code, "%s/%s/%s does not exist: this kernel has no %s (%s).", files->fs->root,
		       files->tracefs, names[file].name, names[file].what, names[file].option);
}

static int no_tracefs(struct err *err)
{
	err_set(err, -ENOENT, "Tracefs or debugfs is not mounted.");
	_free_ char *remedy = remedy_tracefs_mount();
	err_hint(err, "%s", remedy);
	return -ENOENT;
}

int probe_files_read(const struct probe_files *files, enum probe_file file, char **ret_text, struct err *err)
{
	size_t size;
	if (!files->tracefs) return no_tracefs(err);
	_free_ char *path = xasprintf("%s/%s", files->tracefs, names[file].name);
	errno = 0;
	char *text = kernelfs_read_raw(files->fs, path, LINES_MAX_BYTES, &size);
	if (!text) return explain(files, file, errno ? -errno : -EIO, false, err);
	*ret_text = text;
	return 0;
}

int probe_files_need(struct probe_files *files, enum probe_file file, struct err *err)
{
	if (files->fds[file] >= 0) return 0;
	if (!files->tracefs) return no_tracefs(err);
	_free_ char *path = xasprintf("%s/%s/%s", files->fs->root, files->tracefs, names[file].name);
	/* without O_APPEND the kernel would remove all there are */
	int fd = open(path, O_RDWR | O_APPEND | O_CLOEXEC);
	if (fd < 0) return explain(files, file, -errno, true, err);
	files->fds[file] = fd;
	return 0;
}

/* A short write cannot be: the kernel takes a line whole or refuses it. */
static int write_line(int fd, const char *line)
{
	ssize_t n;
	do n = write(fd, line, strlen(line));
	while (n < 0 && errno == EINTR);
	return n < 0 ? -errno : 0;
}

/* Writes in the mount namespace of process pid, so that the kernel finds the program's path there. Done in a child,
 * because setns(2) refuses a mount namespace to a process with several threads. errno values fit an exit status. */
static int write_line_within(int32_t pid, int fd, const char *line)
{
	_free_ char *path = xasprintf("/proc/%d/ns/mnt", pid);
	int namespace = open(path, O_RDONLY | O_CLOEXEC), status;
	if (namespace < 0) return -errno;
	pid_t child = fork();
	if (child == 0) _exit(setns(namespace, CLONE_NEWNS) < 0 ? errno : -write_line(fd, line));
	int r = child < 0 ? -errno : 0;
	close(namespace);
	if (r < 0) return r;
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR) return -errno;
	return WIFEXITED(status) ? -WEXITSTATUS(status) : -EINTR;
}

int probe_files_write(struct probe_files *files, enum probe_file file, const char *command)
{
	/* Each write(2) is one command: the kernel takes whole lines. */
	int r = probe_files_need(files, file, NULL);
	if (r < 0) return r;
	_free_ char *line = xasprintf("%s\n", command);
	if (files->namespace_pid && file == PROBE_FILE_USER)
		return write_line_within(files->namespace_pid, files->fds[file], line);
	return write_line(files->fds[file], line);
}

/* error_log has three lines a refusal, oldest first; the last that matches is ours:
 *     [  120.5] trace_kprobe: error: Invalid fetch argument
 *       Command: p:probe/x vfs_read foo
 *                                   ^
 * Another process's refusal of the same command would be taken for ours; the words would be the same. */
char *probe_files_refusal(const struct probe_files *files, const char *command, int *ret_column)
{
	static const char MARK[] = ": error: ", COMMAND[] = "  Command: ";
	size_t size;
	if (!files->tracefs) return NULL;
	_free_ char *path = xasprintf("%s/error_log", files->tracefs),
		    *log = kernelfs_read_raw(files->fs, path, LOG_MAX_BYTES, &size);
	char *reason = NULL, *found = NULL;
	int column = -1;
	for (char *line = log, *next; line && *line; line = next) {
		char *end = strchr(line, '\n'), *mark;
		if (end) *end = '\0';
		next = end ? end + 1 : line + strlen(line);
		if ((mark = strstr(line, MARK))) reason = mark + strlen(MARK);
		else if (strncmp(line, COMMAND, strlen(COMMAND)) == 0 && reason &&
			 strcmp(line + strlen(COMMAND), command) == 0) {
			/* the next line has a ^ below what is wrong */
			size_t blanks = strspn(next, " ");
			found = reason;
			column = next[blanks] == '^' && blanks >= strlen(COMMAND) ? (int)(blanks - strlen(COMMAND))
										  : -1;
		}
	}
	if (!found) return NULL;
	*ret_column = column;
	return xstrdup(found);
}

char *probe_files_traced(const struct probe_files *files)
{
	size_t size;
	if (!files->tracefs) return NULL;
	_free_ char *path = xasprintf("%s/available_filter_functions", files->tracefs);
	return kernelfs_read_raw(files->fs, path, LINES_MAX_BYTES, &size);
}

bool probe_files_share_names(const struct probe_files *files)
{
	_free_ char *readme = files->tracefs ? kernelfs_read(files->fs, "%s/README", files->tracefs) : NULL;
	/* the README of kernels that append to an event of the same name says so */
	return readme && strstr(readme, "Create/append/remove/show");
}
