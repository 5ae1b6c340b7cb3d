/* Where recordings go. What is removed on the way (an old PATH.old, the oldest of several files) is removed only as
 * far as a recorder made it: a directory with other files in it stays.
 *
 *   perf.data            a file, or with output_options.directory a directory with "data" and further files in it
 *   perf.data.old        what was there before
 *   perf.data.2024010112000042    complete ones, when files follow each other (--switch-output, --timestamp-filename)
 */
#include "record/file/output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* False for files, terminals and /dev/null. */
static bool stdout_is_pipe(void)
{
	struct stat st;
	return fstat(STDOUT_FILENO, &st) == 0 && S_ISFIFO(st.st_mode);
}

void output_init(struct output *output, const struct output_options *options)
{
	*output = (struct output){ .options = options, .fd = -1 };
	if (options->none) return;
	output->pipe = options->path ? strcmp(options->path, "-") == 0 : stdout_is_pipe();
	if (!output->pipe) output->path = xstrdup(options->path ? options->path : "perf.data");
}

/* Only what recorders put there: a directory with anything else in it is not ours to remove. */
static bool is_recorded_name(const char *name, bool top)
{
	if (top) return strncmp(name, "data", 4) == 0 || strncmp(name, "kcore_dir", 9) == 0;
	return strcmp(name, "kcore") == 0 || strcmp(name, "kallsyms") == 0 || strcmp(name, "modules") == 0;
}

/* top: a recording; else a directory within one (kcore_dir). Failures are not reported: the rename or mkdir that
 * follows tells of what matters. Links are removed, not followed. */
static void remove_recording(const char *path, bool top)
{
	struct stat st;
	if (lstat(path, &st) < 0) return;
	if (!S_ISDIR(st.st_mode) && !S_ISREG(st.st_mode) && !S_ISLNK(st.st_mode))
		return; /* /dev/null, a pipe: not of our making */
	DIR *dir = S_ISDIR(st.st_mode) ? opendir(path) : NULL;
	if (!dir) {
		unlink(path);
		return;
	}
	for (struct dirent *entry; (entry = readdir(dir));) {
		if (!is_recorded_name(entry->d_name, top)) continue;
		_free_ char *inside = xasprintf("%s/%s", path, entry->d_name);
		if (top) remove_recording(inside, false);
		else unlink(inside);
	}
	closedir(dir);
	rmdir(path);
}

/* Renames what is there to PATH.old. An empty file is simply overwritten. */
static int rotate(const struct output *output, struct err *err)
{
	struct stat st;
	if (stat(output->path, &st) < 0 || !(S_ISDIR(st.st_mode) || (S_ISREG(st.st_mode) && st.st_size > 0))) return 0;
	_free_ char *old = xasprintf("%s.old", output->path);
	remove_recording(old, true);
	return rename(output->path, old) < 0 ? err_set_errno(err, -errno, "can't rename %s to %s", output->path, old)
					     : 0;
}

/* O_RDWR, as the recording is read back at the end (record/objects/hits.c). */
int output_open(struct output *output, struct err *err)
{
	if (output->options->none) return 0;
	if (output->pipe) {
		output->fd = dup(STDOUT_FILENO);
		return output->fd < 0 ? err_set_errno(err, -errno, "standard output") : 0;
	}
	int r = rotate(output, err);
	if (r < 0) return r;
	bool directory = output->options->directory;
	/* EEXIST: made meanwhile, or an empty file, for which the open below fails. */
	if (directory && mkdir(output->path, 0700) < 0 && errno != EEXIST)
		return err_set_errno(err, -errno, "failed to create %s", output->path);
	_free_ char *file = directory ? xasprintf("%s/data", output->path) : xstrdup(output->path);
	output->fd = open(file, O_CREAT | O_RDWR | O_TRUNC | O_CLOEXEC, 0600);
	return output->fd < 0 ? err_set_errno(err, -errno, "failed to open %s", file) : 0;
}

int output_open_beside(const struct output *output, const char *name, struct err *err)
{
	_free_ char *path = xasprintf("%s/%s", output->path, name);
	int fd = open(path, O_CREAT | O_RDWR | O_TRUNC | O_CLOEXEC, 0600);
	return fd < 0 ? err_set_errno(err, -errno, "failed to open %s", path) : fd;
}

/* With hundredths of a second: "perf.data.2024010112000042". The caller frees. */
static char *stamped_name(const char *path, const struct timespec *time)
{
	struct tm local;
	char date[32];
	localtime_r(&time->tv_sec, &local);
	strftime(date, sizeof(date), "%Y%m%d%H%M%S", &local);
	return xasprintf("%s.%s%02ld", path, date, time->tv_nsec / 10000000);
}

/* The clock may also go back between two files: the new name is later than the last one in any case. */
/* Of its data. */
static uint64_t recorded_bytes(const char *path)
{
	struct stat st;
	if (stat(path, &st) < 0) return 0;
	if (!S_ISDIR(st.st_mode)) return (uint64_t)st.st_size;
	_free_ char *inside = xasprintf("%s/data", path);
	return stat(inside, &st) < 0 ? 0 : (uint64_t)st.st_size;
}

static bool are_too_many(const struct output *output)
{
	const struct output_options *options = output->options;
	uint64_t bytes = 0;
	for (size_t i = 0; i < output->stamped_bytes.count; i++) bytes += output->stamped_bytes.items[i];
	if (output->stamped.count < 2) return false;
	return (options->max_files && output->stamped.count > options->max_files) ||
	       (options->max_total_bytes && bytes > options->max_total_bytes);
}

static void remove_oldest(struct output *output)
{
	size_t rest = --output->stamped.count;
	remove_recording(output->stamped.items[0], true);
	free(output->stamped.items[0]);
	memmove(output->stamped.items, output->stamped.items + 1, rest * sizeof(*output->stamped.items));
	output->stamped_bytes.count = rest;
	memmove(output->stamped_bytes.items, output->stamped_bytes.items + 1,
		rest * sizeof(*output->stamped_bytes.items));
}

int output_stamp(struct output *output, const char **ret_name, struct err *err)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	char *name = stamped_name(output->path, &now);
	/* two files in a hundredth of a second: the second one is called after the next */
	while (access(name, F_OK) == 0 || (output->stamped.count && strcmp(name, *vec_last(&output->stamped)) <= 0)) {
		now.tv_nsec += 10000000;
		now.tv_sec += now.tv_nsec / 1000000000;
		now.tv_nsec %= 1000000000;
		free(name);
		name = stamped_name(output->path, &now);
	}
	/* Nothing is written behind this point. */
	close(output->fd);
	output->fd = -1;
	if (rename(output->path, name) < 0) {
		int r = err_set_errno(err, -errno, "can't rename %s to %s", output->path, name);
		free(name);
		return r;
	}
	vec_push(&output->stamped, name);
	vec_push(&output->stamped_bytes, recorded_bytes(name));
	while (are_too_many(output)) remove_oldest(output);
	*ret_name = name;
	return 0;
}

void output_discard(struct output *output)
{
	if (output->path && output->fd >= 0) remove_recording(output->path, true);
}

void output_done(struct output *output)
{
	if (output->fd >= 0) close(output->fd);
	for (size_t i = 0; i < output->stamped.count; i++) free(output->stamped.items[i]);
	vec_done(&output->stamped);
	vec_done(&output->stamped_bytes);
	free(output->path);
	output->path = NULL;
	output->fd = -1;
}
