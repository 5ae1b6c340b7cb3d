/* perf archive: what a recording's report needs of this machine, as an archive for another one. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "base/printable.h"
#include "base/strbuf.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/textout.h"
#include "commands/build_id_dir.h"
#include "session/session.h"

static bool with_recording, unpack;

static const char *const usage[] = { "perf archive [<options>] [<file>]", "perf archive --unpack [<archive>]", NULL };
static const struct option options[] = {
	OPTION_BOOL(0, "all", &with_recording, "put the recording itself into the archive, too"),
	OPTION_BOOL(0, "unpack", &unpack, "unpack an archive here and into the build-id cache"),
	OPTION_END
};

#define SYMBOLS "perf.symbols.tar.bz2"

/* Runs tar and waits for it. 0, or -errno with err set. */
static int run_tar(const char *const *words, struct err *err)
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

/* The links of these objects that the cache has, and the directories that they lead to, as tar is to be told of them. Returns how many. */
static size_t list_object(FILE *to, const char *dir, const struct build_id *id)
{
	_strbuf_done_ struct strbuf link = STRBUF_INIT;
	char target[4096];
	if (id->size < 2) return 0;
	strbuf_printf(&link, "%s/.build-id/%02x/", dir, id->bytes[0]);
	for (unsigned i = 1; i < id->size; i++) strbuf_printf(&link, "%02x", id->bytes[i]);
	ssize_t n = readlink(strbuf_text(&link), target, sizeof(target) - 1);
	if (n < 0 || access(strbuf_text(&link), R_OK) < 0) return 0;
	target[n] = 0;
	if (strncmp(target, "../../", 6) != 0) return 0;
	fprintf(to, "%s\n%s\n", strbuf_text(&link) + strlen(dir) + 1, target + 6);
	return 1;
}

static int list_objects(FILE *to, const char *path, struct err *err)
{
	struct session *session = NULL;
	struct warnings *warnings = warnings_new();
	struct session_options how = { .input = path, .force = true, .warnings = warnings, .symbols = { .build_id_dir = build_id_dir() } };
	int r = session_open(&how, &session, err);
	size_t count = 0;
	if (r >= 0) {
		const struct perf_header *h = session_header(session);
		const struct model *model = session_model(session);
		for (uint32_t i = 0; i < h->nr_build_ids; i++) count += list_object(to, build_id_dir(), &h->build_ids[i].id);
		/* what was mapped tells, where the recorder kept no list */
		for (uint32_t i = 0; !h->nr_build_ids && i < model_nr_dsos(model); i++) count += list_object(to, build_id_dir(), &model_dso(model, i)->build_id);
	}
	session_close(session);
	console_warnings(warnings);
	warnings_free(warnings);
	if (r >= 0 && !count) r = err_set(err, -ENOENT, "perf archive: no build-ids found");
	return r;
}

static int pack_objects(const char *path, const char *archive, struct err *err)
{
	char list[] = "/tmp/perf-archive.XXXXXX";
	int fd = mkstemp(list);
	FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
	if (!file) return err_set_errno(err, -errno, "%s", list);
	int r = list_objects(file, path, err);
	if (fclose(file) != 0 && r >= 0) r = err_set_errno(err, -errno, "%s", list);
	const char *const words[] = { "tar", "--create", "--bzip2", "--file", archive, "--directory", build_id_dir(), "--verbatim-files-from", "--files-from", list, NULL };
	if (r >= 0) r = run_tar(words, err);
	unlink(list);
	return r;
}

static int pack_all(const char *path, struct err *err)
{
	struct utsname uts;
	char when[32];
	time_t now = time(NULL);
	struct tm tm;
	const char *slash = strrchr(path, '/');
	_free_ char *where = slash ? xstrndup(path, (size_t)(slash - path) + 1) : xstrdup(".");
	localtime_r(&now, &tm);
	strftime(when, sizeof(when), "%Y%m%d-%H%M%S", &tm);
	if (uname(&uts) < 0) return err_set_errno(err, -errno, "uname");
	_free_ char *archive = xasprintf("perf.all-%s-%s.tar.bz2", uts.nodename, when);
	int r = pack_objects(path, SYMBOLS, err);
	const char *const words[] = { "tar", "--create", "--bzip2", "--file", archive, SYMBOLS, "--directory", where, slash ? slash + 1 : path, NULL };
	if (r >= 0) r = run_tar(words, err);
	unlink(SYMBOLS);
	return r;
}

static int unpack_symbols(const char *archive, struct err *err)
{
	const char *dir = build_id_dir();
	if (mkdir(dir, 0755) < 0 && errno != EEXIST) return err_set_errno(err, -errno, "%s", dir);
	const char *const words[] = { "tar", "--extract", "--skip-old-files", "--file", archive, "--directory", dir, NULL };
	return run_tar(words, err);
}

static bool is_archive(const char *name)
{
	size_t size = strlen(name), suffix = strlen(".tar.bz2");
	if (size < suffix || strcmp(name + size - suffix, ".tar.bz2") != 0) return false;
	return strncmp(name, "perf.all-", 9) == 0 || strcmp(name, SYMBOLS) == 0 || strcmp(name, "perf.data.tar.bz2") == 0;
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
	printf("Error: %u files found for unpacking:\n%s\nProvide the requested file as an argument\n", count, strbuf_text(&names));
	return NULL;
}

static int unpack_archive(const char *given, struct err *err)
{
	_free_ char *found = given ? xstrdup(given) : find_archive();
	if (!found) return -ENOENT;
	_strbuf_done_ struct strbuf scratch = STRBUF_INIT;
	if (!given) printf("Found target file for unpacking: ./%s\n", printable(found, &scratch));
	textout_flush();
	const char *slash = strrchr(found, '/');
	if (strncmp(slash ? slash + 1 : found, "perf.all-", 9) != 0) return unpack_symbols(found, err);
	const char *const words[] = { "tar", "--extract", "--verbose", "--file", found, NULL };
	int r = run_tar(words, err);
	if (r >= 0) r = unpack_symbols(SYMBOLS, err);
	if (r >= 0) unlink(SYMBOLS);
	return r;
}

static int run(int argc, const char **argv)
{
	_err_done_ struct err err = ERR_INIT;
	argc = options_parse(argc, argv, options, usage, 0);
	if (argc > 1) options_unexpected(argv[1], usage, options);
	if ( (unpack && with_recording)) options_usage(usage, options);
	const char *path = argc ? argv[0] : "perf.data";
	int r;
	if (!build_id_dir()) {
		r = err_set(&err, -ENOENT, "no directory for the build-id cache: HOME is not set, and neither is buildid.dir");
	} else if (unpack) {
		r = unpack_archive(argc ? argv[0] : NULL, &err);
	} else if (with_recording) {
		r = pack_all(path, &err);
	} else {
		_free_ char *archive = xasprintf("%s.tar.bz2", path);
		r = pack_objects(path, archive, &err);
	}
	if (r < 0) console_err(&err);
	else if (!unpack)
		printf("Now please run:\n\n$ perf archive --unpack\n\nor unpack the tar manually wherever you need to run 'perf report' on.\n");
	return r < 0 ? 1 : 0;
}

const struct command command_archive = {
	.name = "archive", .summary = "Create archive with object files with build-ids found in perf.data file", .usage = usage, .options = options, .run = run,
};
