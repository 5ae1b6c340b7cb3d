/* Unpacking what perf archive has made, maybe elsewhere: nothing in an archive is trusted. It is unpacked into a
 * directory of its own (the stage), and only what is found there to be an object or a recording is taken over,
 * without following links and without overwriting anything.
 *
 *     perf.data.tar.bz2           objects only, as they stand in a build-id cache
 *     perf.all-HOST-TIME.tar.bz2  a recording, and perf.symbols.tar.bz2 with the objects
 *
 *     archive -> extract into the stage -> recordings: take_recordings, into the current directory
 *                                       -> objects: take_objects, into the build-id cache
 *
 * The stage is removed at the end, with all that nobody took. */
#include "commands/archive/archive_unpack.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "base/printable.h"
#include "base/regular_file.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "cli/console.h"
#include "cli/textout.h"
#include "commands/archive/archive_tar.h"
#include "commands/option/build_id_dir.h"
#include "record/build_id/build_id_import.h"

/* By the names that perf archive gives: a file of another name has to be named by the user. */
static bool is_archive(const char *name)
{
	size_t size = strlen(name), suffix = strlen(".tar.bz2");
	if (size < suffix || strcmp(name + size - suffix, ".tar.bz2") != 0) return false;
	return strncmp(name, "perf.all-", 9) == 0 || strcmp(name, ARCHIVE_SYMBOLS) == 0 ||
	       strcmp(name, "perf.data.tar.bz2") == 0;
}

/* The one archive that is here; NULL, as was said, when there is none or there are several. The caller frees. */
static char *find_archive(void)
{
	_strbuf_done_ struct strbuf names = STRBUF_INIT;
	_free_ char *found = NULL;
	unsigned count = 0;
	DIR *here = opendir(".");
	for (const struct dirent *e; here && (e = readdir(here));) {
		if (!is_archive(e->d_name)) continue;
		count++;
		strbuf_str(&names, "./");
		strbuf_name(&names, e->d_name);
		strbuf_char(&names, '\n');
		free(found);
		found = xstrdup(e->d_name);
	}
	if (here) closedir(here);
	if (count == 1) return take(found);
	printf("Error: %u files found for unpacking:\n%s\nProvide the requested file as an argument\n", count,
	       strbuf_text(&names));
	return NULL;
}

/* --no-same-owner: root must not make files that belong to strangers. */
static int extract(const char *archive, const char *stage, struct err *err)
{
	_free_ char *file = archive_tar_file(archive);
	const char *const words[] = {
		"tar", "--extract", "--no-same-owner", "--file", file, "--directory", stage, NULL
	};
	return archive_tar(words, err);
}

/* -- recordings -- */

/* Names in the stage, owned, and how many other files are there. */
struct found_recordings {
	VEC(char *) names;
	unsigned nr_others;
};

/* By its first eight bytes, in either byte order (docs/perfdata.md). */
static bool begins_as_recording(int dir_fd, const char *name)
{
	struct stat st;
	char magic[8];
	if (fstatat(dir_fd, name, &st, AT_SYMLINK_NOFOLLOW) < 0 || !S_ISREG(st.st_mode)) return false;
	_close_ int fd = regular_file_open_at(dir_fd, name);
	return fd >= 0 && read(fd, magic, sizeof(magic)) == sizeof(magic) &&
	       (memcmp(magic, "PERFILE2", 8) == 0 || memcmp(magic, "2ELIFREP", 8) == 0);
}

/* A file, or a directory with one called "data". */
static bool is_recording(int dir_fd, const char *name)
{
	_close_ int below_fd = openat(dir_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	return below_fd >= 0 ? begins_as_recording(below_fd, "data") : begins_as_recording(dir_fd, name);
}

/* Looks at the top of the stage only: perf archive puts nothing deeper. */
static void find_recordings(int stage_fd, struct found_recordings *ret)
{
	int fd = openat(stage_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *stage = fd < 0 ? NULL : fdopendir(fd);
	*ret = (struct found_recordings){ VEC_INIT };
	for (const struct dirent *e; stage && (e = readdir(stage));) {
		if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 ||
		    strcmp(e->d_name, ARCHIVE_SYMBOLS) == 0)
			continue;
		if (is_recording(stage_fd, e->d_name)) vec_push(&ret->names, xstrdup(e->d_name));
		else ret->nr_others++;
	}
	if (stage) closedir(stage);
}

static void found_recordings_done(struct found_recordings *found)
{
	for (size_t i = 0; i < found->names.count; i++) free(found->names.items[i]);
	vec_done(&found->names);
}

static int already_here(const char *name, struct err *err)
{
	err_set(err, -EEXIST, "%s is here already and is not overwritten", name);
	err_hint(err, "Move it away, or unpack in another directory.");
	return -EEXIST;
}

/* For file systems that cannot rename without replacing: somebody may make the file in between. */
static int rename_where_is_none(int stage_fd, const char *name)
{
	struct stat st;
	if (lstat(name, &st) == 0) return -EEXIST;
	return renameat(stage_fd, name, AT_FDCWD, name) < 0 ? -errno : 0;
}

/* Looks for all names before it moves the first one. RENAME_NOREPLACE closes the gap between looking and moving,
 * where the file system knows it. */
static int take_recordings(int stage_fd, const struct found_recordings *found, struct err *err)
{
	struct stat st;
	_strbuf_done_ struct strbuf scratch = STRBUF_INIT;
	for (size_t i = 0; i < found->names.count; i++) {
		const char *name = found->names.items[i];
		if (lstat(name, &st) == 0) return already_here(name, err);
	}
	for (size_t i = 0; i < found->names.count; i++) {
		const char *name = found->names.items[i];
		int r = renameat2(stage_fd, name, AT_FDCWD, name, RENAME_NOREPLACE) < 0 ? -errno : 0;
		if (r == -EINVAL || r == -ENOSYS) r = rename_where_is_none(stage_fd, name);
		if (r == -EEXIST) return already_here(name, err);
		if (r < 0) return err_set_errno(err, r, "%s", name);
		printf("%s\n", printable(name, &scratch));
	}
	return 0;
}

/* -- objects -- */

/* build_id_import checks that each file has the build-id that its place says. */
static int take_objects(const char *stage, const char *archive, struct err *err)
{
	struct build_id_imported imported;
	build_id_import(build_id_dir(), stage, &imported);
	if (imported.nr_refused)
		console_warning("%u files of %s are left out: they are not of the build-id that they have in it, or of "
				"one that %s has for another file.",
				imported.nr_refused, archive, build_id_dir());
	if (imported.code) return err_set_errno(err, imported.code, "%s", build_id_dir());
	if (!imported.nr_objects)
		return err_set(err, -ENODATA, "%s: no archive of perf archive: there are no objects in it", archive);
	fprintf(stderr, "[ perf archive: %u objects are in %s ]\n", imported.nr_objects, build_id_dir());
	return 0;
}

/* An archive that has one of objects within it. Recordings are taken first: when one is in the way, nothing has been
 * changed. */
static int take_all(const char *stage, const char *archive, struct err *err)
{
	struct found_recordings found;
	_close_ int stage_fd = open(stage, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	_free_ char *symbols = xasprintf("%s/" ARCHIVE_SYMBOLS, stage);
	_free_ char *inner = archive_stage_new(stage); /* goes with the stage */
	if (stage_fd < 0 || !inner) return err_set_errno(err, -errno, "%s", stage);
	int r = extract(symbols, inner, err);
	find_recordings(stage_fd, &found);
	if (found.nr_others) found.nr_others--; /* the one just made */
	if (found.nr_others)
		console_warning("%u files of %s are left out: they are no recordings.", found.nr_others, archive);
	if (r >= 0) r = take_recordings(stage_fd, &found, err);
	if (r >= 0) r = take_objects(inner, archive, err);
	found_recordings_done(&found);
	return r;
}

/* Which of the two kinds it is shows after unpacking: only perf.all-... has an archive of objects in it. */
static int take_archive(const char *stage, const char *archive, struct err *err)
{
	struct stat st;
	_free_ char *symbols = xasprintf("%s/" ARCHIVE_SYMBOLS, stage);
	int r = extract(archive, stage, err);
	if (r < 0) return r;
	return lstat(symbols, &st) == 0 && S_ISREG(st.st_mode) ? take_all(stage, archive, err)
							       : take_objects(stage, archive, err);
}

/* The stage is made beside the result where that is possible, else in /tmp. The output so far is flushed first,
 * because tar's messages go to the same terminal by another way. */
int archive_unpack(const char *path, struct err *err)
{
	_free_ char *found = path ? xstrdup(path) : find_archive();
	if (!found) return -ENOENT;
	_strbuf_done_ struct strbuf scratch = STRBUF_INIT;
	if (!path) printf("Found target file for unpacking: ./%s\n", printable(found, &scratch));
	textout_flush();
	if (access(found, R_OK) < 0) return err_set_errno(err, -errno, "%s", found);
	/* here, so that a recording only has to be renamed */
	char *stage = archive_stage_new(".");
	if (!stage) stage = archive_stage_new("/tmp");
	if (!stage) return err_set_errno(err, -errno, "a directory to unpack in");
	int r = take_archive(stage, found, err);
	archive_stage_free(stage);
	return r;
}
