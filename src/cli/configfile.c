/* Where configuration is kept: which files there are (config.h names them), reading one, and replacing one.
 *
 * Reading trusts nothing: only regular files of at most 1 MB are read, and only those of the user or of root, unless
 * PERF_CONFIG names the file. Writing makes a new file beside the old and renames it: after a crash or on a full disk
 * one of both is there, whole. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cli/config.h"
#include "cli/configtext.h"

#define SYSTEM_PATH "/etc/perfconfig"
#define FILE_SIZE_MAX (1 << 20)

/* A variable whose text is no boolean counts as true: it was set. */
static bool environment_bool(const char *name)
{
	const char *text = getenv(name);
	bool value;

	return text && (config_parse_bool(text, &value) < 0 || value);
}

/* Where the user's file is, or would be made; NULL: neither HOME nor XDG_CONFIG_HOME is set. */
static char *user_path(void)
{
	const char *home = getenv("HOME"), *xdg = getenv("XDG_CONFIG_HOME");
	char *path = home && home[0] ? xasprintf("%s/.perfconfig", home) : NULL;

	if (xdg && xdg[0] && (!path || access(path, F_OK) < 0)) {
		char *other = xasprintf("%s/perfconfig", xdg);

		if (!path || access(other, F_OK) == 0) {
			free(path);
			return other;
		}
		free(other);
	}
	return path;
}

char *config_path(enum config_scope scope)
{
	const char *only = getenv("PERF_CONFIG");

	if (scope == CONFIG_SYSTEM) return xstrdup(SYSTEM_PATH);
	return only ? xstrdup(only) : user_path();
}

/* The whole file: 0 with *ret_text the caller's; -ENOENT, also for a character device (PERF_CONFIG=/dev/null means no
 * configuration); or another -errno. O_NONBLOCK: opening a FIFO must not wait for a writer. */
static int read_file(const char *path, char **ret_text, size_t *ret_size, struct stat *ret_stat)
{
	_free_ char *text = NULL;
	size_t size = 0;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), result = 0;

	if (fd < 0) return -errno;
	if (fstat(fd, ret_stat) < 0) result = -errno;
	else if (!S_ISREG(ret_stat->st_mode))
		result = S_ISCHR(ret_stat->st_mode) ? -ENOENT : -EINVAL; /* PERF_CONFIG=/dev/null */
	else if (ret_stat->st_size > FILE_SIZE_MAX) result = -EFBIG;
	if (result == 0) {
		text = xmalloc((size_t)ret_stat->st_size + 1);
		while (size < (size_t)ret_stat->st_size) {
			ssize_t n = read(fd, text + size, (size_t)ret_stat->st_size - size);
			if (n < 0 && errno == EINTR) continue;
			if (n < 0) result = -errno;
			if (n <= 0) break;
			size += (size_t)n;
		}
	}
	close(fd);
	if (result < 0) return result;
	*ret_size = size;
	*ret_text = take(text);
	return 0;
}

/* must_be_owned: a file that somebody else has put there is not read, since it can name programs to run. */
static void load_file(struct config *config, const char *path, bool must_be_owned, struct warnings *warnings)
{
	_free_ char *text = NULL;
	size_t size = 0;
	struct stat st;
	int result = read_file(path, &text, &size, &st);

	/* A file that is not there or not ours to read is no mistake of the user. */
	if (result == -ENOENT || result == -ENOTDIR || result == -EACCES) return;
	if (result < 0) warnings_add(warnings, "config", "failed to read %s: %s", path, strerror(-result));
	else if (must_be_owned && st.st_uid != 0 && st.st_uid != geteuid())
		warnings_add(warnings, "config", "File %s not owned by current user or root, ignoring it.", path);
	else config_parse(config, text, size, path, warnings);
}

int config_load_file(struct config *config, const char *path, struct warnings *warnings)
{
	_free_ char *text = NULL;
	size_t size = 0;
	struct stat st;
	int result = read_file(path, &text, &size, &st);

	if (result == 0) config_parse(config, text, size, path, warnings);
	return result;
}

/* PERF_CONFIG stands for all files, but not for the system's when that was asked for alone. */
void config_load(struct config *config, enum config_scope scope, struct warnings *warnings)
{
	_free_ char *user = NULL;
	const char *only = getenv("PERF_CONFIG");

	if (scope == CONFIG_ALL && only) {
		load_file(config, only, false, warnings);
		return;
	}
	if (scope == CONFIG_SYSTEM || (scope == CONFIG_ALL && !environment_bool("PERF_CONFIG_NOSYSTEM")))
		load_file(config, SYSTEM_PATH, true, warnings);
	if (scope == CONFIG_USER || (scope == CONFIG_ALL && !environment_bool("PERF_CONFIG_NOGLOBAL"))) {
		user = only ? xstrdup(only) : user_path();
		if (user) load_file(config, user, !only, warnings);
	}
}

/* EINVAL of fsync: the file system has no such thing. */
static int write_all(int fd, const char *text, size_t size)
{
	while (size) {
		ssize_t n = write(fd, text, size);
		if (n < 0 && errno == EINTR) continue;
		if (n < 0) return -errno;
		text += n;
		size -= (size_t)n;
	}
	return fsync(fd) < 0 && errno != EINVAL ? -errno : 0;
}

/* A link to the file stays a link: what it points to is replaced. */
static int replace_file(const char *path, const char *text, mode_t mode, struct err *err)
{
	_free_ char *real = realpath(path, NULL);
	_free_ char *temporary = xasprintf("%s.XXXXXX", real ? real : path);
	int fd = mkostemp(temporary, O_CLOEXEC);

	if (fd < 0) return err_set_errno(err, -errno, "failed to write beside %s", path);
	int result = write_all(fd, text, strlen(text));
	if (result == 0 && fchmod(fd, mode) < 0) result = -errno;
	if (close(fd) < 0 && result == 0) result = -errno;
	if (result == 0 && rename(temporary, real ? real : path) < 0) result = -errno;
	if (result < 0) unlink(temporary);
	return result < 0 ? err_set_errno(err, result, "failed to write %s", path) : 0;
}

/* Reads the file, changes its text in memory, and replaces it: comments and order stay. */
int config_store(enum config_scope scope, const struct config_variable *variables, size_t count, struct err *err)
{
	_free_ char *path = config_path(scope), *text = NULL;
	size_t size = 0;
	struct stat st = { .st_mode = 0644 };

	if (!path) return err_set(err, -ENOENT, "HOME is not set: no file to write");
	/* PERF_CONFIG=/dev/null: root could replace the device */
	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
		return err_set(err, -EINVAL, "%s is no regular file: nothing is written there", path);
	st.st_mode = 0644;
	int result = read_file(path, &text, &size, &st);
	if (result < 0 && result != -ENOENT) return err_set_errno(err, result, "failed to read %s", path);
	if (!text) text = xstrdup("");
	for (size_t i = 0; i < count; i++) {
		char *changed;

		if (configtext_set(text, size, variables[i].section, variables[i].name, variables[i].value, &changed) <
		    0)
			return err_set(err, -EINVAL, "invalid config variable: %s.%s", variables[i].section,
				       variables[i].name);
		free(text);
		text = changed;
		size = strlen(text);
	}
	return replace_file(path, text, st.st_mode & 0777, err);
}
