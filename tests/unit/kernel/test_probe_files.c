/* Lines into the files of dynamic events, of a tracefs made here. */
#include "kernel/probe_files.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/unit/fixture_tree.h"

static struct kernelfs fs;

static void begin(struct probe_files *files)
{
	if (!fs.root) fs.root = fixture_begin();
	fixture_file("tracing/kprobe_events", "p:a/b c\n");
	fixture_file("tracing/uprobe_events", "");
	*files = (struct probe_files){ .fs = &fs, .tracefs = strdup("tracing"), .fds = { -1, -1 } };
}

static void check_text(struct probe_files *files, enum probe_file file, const char *want)
{
	char *text = NULL;
	CHECK_INT(probe_files_read(files, file, &text, NULL), 0);
	CHECK_STR(text, want);
	free(text);
}

/* Commands are added to those that are there. */
TEST(lines)
{
	struct probe_files files;
	begin(&files);
	CHECK(probe_files_has(&files, PROBE_FILE_KERNEL) && probe_files_has(&files, PROBE_FILE_USER));
	CHECK_INT(probe_files_write(&files, PROBE_FILE_KERNEL, "p:x/y z"), 0);
	CHECK_INT(probe_files_write(&files, PROBE_FILE_KERNEL, "-:a/b"), 0);
	check_text(&files, PROBE_FILE_KERNEL, "p:a/b c\np:x/y z\n-:a/b\n");
	check_text(&files, PROBE_FILE_USER, "");
	probe_files_done(&files);
}

/* In the mount namespace of a process a child writes: its refusal is told, and it is gone when the answer is there. */
TEST(within_a_namespace)
{
	struct probe_files files;
	int status;
	begin(&files);
	files.namespace_pid = getpid();
	CHECK_INT(probe_files_write(&files, PROBE_FILE_KERNEL, "p:x/y z"), 0); /* the kernel has no paths of programs */
	int r = probe_files_write(&files, PROBE_FILE_USER, "p:x/y /bin/true:0");
	CHECK(waitpid(-1, &status, 0) < 0 && errno == ECHILD);
	bool may = r != -EPERM;
	if (may) {
		CHECK_INT(r, 0);
		check_text(&files, PROBE_FILE_USER, "p:x/y /bin/true:0\n");
		close(files.fds[PROBE_FILE_USER]);
		files.fds[PROBE_FILE_USER] = open("/dev/null", O_RDONLY | O_CLOEXEC);
		CHECK_INT(probe_files_write(&files, PROBE_FILE_USER, "-:x/y"), -EBADF);
	}
	files.namespace_pid = -1;
	CHECK_INT(probe_files_write(&files, PROBE_FILE_USER, "-:x/y"), -ENOENT);
	probe_files_done(&files);
	if (!may) SKIP("namespaces are root's to enter");
}

TEST(what_is_missing)
{
	struct probe_files files;
	_err_done_ struct err err = ERR_INIT;
	begin(&files);
	free(files.tracefs);
	files.tracefs = strdup("elsewhere");
	CHECK(!probe_files_has(&files, PROBE_FILE_USER));
	CHECK_INT(probe_files_need(&files, PROBE_FILE_USER, &err), -ENOENT);
	CHECK(err.message && strstr(err.message, "CONFIG_UPROBE_EVENTS"));
	free(files.tracefs);
	files.tracefs = NULL;
	CHECK_INT(probe_files_write(&files, PROBE_FILE_USER, "-:x/y"), -ENOENT);
	probe_files_done(&files);
}

TEST_MAIN
