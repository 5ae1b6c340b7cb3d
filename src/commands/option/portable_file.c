#include "commands/option/portable_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "base/printable.h"
#include "base/regular_file.h"
#include "base/strbuf.h"
#include "cli/console.h"
#include "commands/option/build_id_dir.h"
#include "session/portable.h"
#include "symbol/file/bundle.h"

/* Of the form that can carry something, and not portable already. */
static int check(const struct session *session, const char *path, struct err *err)
{
	struct bundle *bundle = NULL;
	if (perfdata_form(session_perfdata(session)) != PERFDATA_FILE)
		return err_set(err, -EINVAL,
			       "%s is a directory or has the form of a pipe: only a file can be made portable\n"
			       "Hint: perf inject -i %s -o FILE makes one of it",
			       path, path);
	int r = bundle_open(path, &bundle);
	if (r < 0 && r != -EBADMSG) return err_set_errno(err, r, "%s", path);
	bool is_portable = bundle;
	bundle_free(bundle);
	return is_portable ? err_set(err, -EEXIST, "%s is portable already", path) : 0;
}

static void tell(const char *command, const char *path, const struct portable_result *result)
{
	_strbuf_done_ struct strbuf scratch = STRBUF_INIT;
	if (!console.quiet)
		fprintf(stderr, "[ perf %s: %s carries %u objects and %u source files, %.3f MB (unpacked %.3f MB) ]\n",
			command, printable(path, &scratch), result->nr_objects, result->nr_sources,
			(double)result->packed_bytes / 1024 / 1024, (double)result->content_bytes / 1024 / 1024);
	if (result->nr_missing)
		console_warning(
			"%u objects that were met are not here, or not what was recorded: their symbols will be "
			"missing elsewhere, too (perf buildid-list -i %s, perf report -v).",
			result->nr_missing, path);
	if (result->nr_failed)
		console_warning("%u files could not be read, or are larger than 1 GiB: they are left out.",
				result->nr_failed);
}

/* session: of the recording at `path`, which fd is a copy of, or that file itself. */
static int pack(const char *command, const char *from, int fd, const char *to, struct err *err)
{
	struct session *session = NULL;
	struct warnings *warnings = warnings_new();
	struct portable_result result = { 0 };
	struct stat st;
	const struct session_options how = { .input = from,
					     .force = true,
					     .warnings = warnings,
					     .symbols = { .build_id_dir = build_id_dir(), .warnings = warnings } };
	int r = session_open(&how, &session, err);
	if (r >= 0) r = check(session, from, err);
	if (r >= 0 && fstat(fd, &st) < 0) r = err_set_errno(err, -errno, "%s", to);
	if (r >= 0) r = session_pack(session, fd, (uint64_t)st.st_size, &result, err);
	session_close(session);
	if (r >= 0) tell(command, to, &result);
	if (console.verbosity > 0) console_warnings(warnings);
	warnings_free(warnings);
	return r;
}

int portable_file_make(const char *command, const char *path, struct err *err)
{
	_close_ int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (fd < 0) return err_set_errno(err, -errno, "%s", path);
	return pack(command, path, fd, path, err);
}

static int copy_content(int from_fd, int to_fd)
{
	for (;;) {
		ssize_t n = sendfile(to_fd, from_fd, NULL, (size_t)1 << 30);
		if (n < 0 && errno == EINTR) continue;
		if (n <= 0) return n < 0 ? -errno : 0;
	}
}

int portable_file_copy(const char *command, const char *from, const char *to, struct err *err)
{
	_free_ char *part = xasprintf("%s.XXXXXX", to);
	struct stat a, b;
	_close_ int from_fd = regular_file_open(from);
	if (from_fd == -EISDIR)
		return err_set(err, -EINVAL,
			       "%s is a directory: only a file can be made portable\n"
			       "Hint: perf inject -i %s -o FILE makes one of it",
			       from, from);
	if (from_fd < 0) return err_set_errno(err, from_fd, "%s", from);
	if (fstat(from_fd, &a) == 0 && stat(to, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino)
		return err_set(err, -EINVAL, "%s cannot be written over itself\nHint: name another file", from);
	_close_ int fd = mkostemp(part, O_CLOEXEC); /* for its owner alone */
	if (fd < 0) return err_set_errno(err, -errno, "%s", part);
	int r = copy_content(from_fd, fd);
	if (r < 0) (void)err_set_errno(err, r, "failed to copy %s", from);
	else r = pack(command, from, fd, to, err);
	if (r >= 0 && rename(part, to) < 0) r = err_set_errno(err, -errno, "%s", to);
	if (r < 0) unlink(part);
	return r;
}
