/* tar(1) as a child process, and the directories that archives are packed and unpacked in. */
#include "commands/archive/archive_tar.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "cli/console.h"

char *archive_tar_file(const char *path) { return *path == '/' ? xstrdup(path) : xasprintf("./%s", path); }

/* No shell is between: names are words, whatever characters they have. tar's own messages go to this process'
 * stderr. 127 is the status that a shell gives a program it cannot find; the reason is printed by the child, which
 * knows errno. */
int archive_tar(const char *const *words, struct err *err)
{
	int status;
	pid_t pid = fork();
	if (pid < 0) return err_set_errno(err, -errno, "fork");
	if (pid == 0) {
		execvp("tar", (char *const *)(uintptr_t)words);
		fprintf(stderr, "tar: %s\n", strerror(errno));
		_exit(127);
	}
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR) return err_set_errno(err, -errno, "waiting for tar");
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : err_set(err, -EIO, "tar failed");
}

char *archive_stage_new(const char *directory)
{
	_free_ char *stage = xasprintf("%s/.perf-archive-XXXXXX", directory);
	return mkdtemp(stage) ? take(stage) : NULL;
}

/* For nftw, contents before their directory. */
static int remove_one(const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st;
	(void)type;
	(void)at;
	return remove(path) < 0 && errno != ENOENT ? -1 : 0;
}

void archive_stage_free(char *stage)
{
	if (!stage) return;
	if (nftw(stage, remove_one, 16, FTW_PHYS | FTW_DEPTH) < 0)
		console_warning("%s could not be removed: %s", stage, strerror(errno));
	free(stage);
}
