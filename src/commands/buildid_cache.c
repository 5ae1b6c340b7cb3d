/* perf buildid-cache: what the build-id cache (~/.debug; record/build_id) holds, is given and loses.
 *
 * Each option is a function that is called for every file of its list (each). What could not be done with one file is
 * said, and the others follow; only what concerns the whole cache fails the command. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/printable.h"
#include "base/regular_file.h"
#include "cli/command.h"
#include "cli/config.h"
#include "cli/console.h"
#include "cli/pager.h"
#include "commands/option/build_id_dir.h"
#include "commands/option/session_option.h"
#include "kernel/elf_note.h"
#include "kernel/machine_root.h"
#include "probe/probe_store.h"
#include "record/build_id/build_id_cache.h"
#include "record/objects/roots.h"
#include "symbol/file/build_id.h"
#include "symbol/object.h"
#include "symbol/source/debuginfod.h"
#include "symbol/file/target_file.h"

/* Who asks for one file by its name waits for it: ten minutes. */
#define DOWNLOAD_MS 600000

/* Lists of files with commas; NULL: not given. */
struct buildid_cache_values {
	const char *add, *remove_files, *purge, *update, *missing, *kcore, *urls;
	bool force, purge_all, list;
	int target_ns;
};

static const char *const usage[] = { "perf buildid-cache [<options>]", NULL };
static const struct option options[] = {
	OPTION_STRING('a', "add", struct buildid_cache_values, add, "file list", "file(s) to add"),
	OPTION_STRING('k', "kcore", struct buildid_cache_values, kcore, "file", "kcore file to add"),
	OPTION_STRING('r', "remove", struct buildid_cache_values, remove_files, "file list", "file(s) to remove"),
	OPTION_STRING('p', "purge", struct buildid_cache_values, purge, "file list",
		      "file(s) to remove (remove old caches too)"),
	OPTION_BOOL('P', "purge-all", struct buildid_cache_values, purge_all, "purge all cached files"),
	OPTION_BOOL('l', "list", struct buildid_cache_values, list, "list all cached files"),
	OPTION_STRING('M', "missing", struct buildid_cache_values, missing, "file",
		      "to find missing build ids in the cache"),
	OPTION_BOOL('f', "force", struct buildid_cache_values, force, "don't complain, do it"),
	OPTION_STRING('u', "update", struct buildid_cache_values, update, "file list", "file(s) to update"),
	{ OPTION_ROW(OPTION_KIND_STRING, 0, "debuginfod",
		     "Enable debuginfod data retrieval from DEBUGINFOD_URLS or specified urls"),
	  .member = OPTION_MEMBER(const char *, struct buildid_cache_values, urls), .arg_name = "debuginfod urls",
	  .flags = OPTION_OPTARG, .fallback = (intptr_t) "" },
	OPTION_VERBOSE("be more verbose"),
	OPTION_INT(0, "target-ns", struct buildid_cache_values, target_ns, "target pid for namespace context"),
	OPTION_END
};
static const struct option_table table = { .rows = options, .usage = usage };

/* A file that was named: open, with its identity. */
struct named {
	const char *given;
	char path[PATH_MAX];
	int fd;
	struct build_id id;
	char hex[2 * BUILD_ID_MAX + 1];
};

static void build_id_hex(const struct build_id *id, char ret[2 * BUILD_ID_MAX + 1])
{
	ret[0] = 0;
	for (unsigned i = 0; i < id->size; i++) snprintf(ret + 2 * i, 3, "%02x", id->bytes[i]);
}

/* Opens a file and reads its build-id. --target-ns: in the mount namespace of that process, where only absolute
 * paths have a meaning. 0, and the caller closes ret->fd; or -errno with nothing open; -ENODATA: there is no
 * build-id in it. */
static int named_open(const struct buildid_cache_values *values, const char *given, struct named *ret)
{
	*ret = (struct named){ .given = given };
	if (values->target_ns > 0) {
		struct roots roots;
		/* A relative path would be in the working directory of that process, or in ours. */
		if (*given != '/') return -EINVAL;
		snprintf(ret->path, sizeof(ret->path), "%s", given);
		roots_init(&roots, machine_root());
		roots_see(&roots, values->target_ns);
		ret->fd = roots_open(&roots, values->target_ns, given, &(struct roots_wanted){ 0 });
		roots_done(&roots);
	} else {
		if (!realpath(given, ret->path)) return -errno;
		ret->fd = regular_file_open(ret->path);
	}
	if (ret->fd < 0) return ret->fd;
	if (elf_fd_build_id(ret->fd, &ret->id)) {
		build_id_hex(&ret->id, ret->hex);
		return 0;
	}
	close(ret->fd);
	return -ENODATA;
}

/* In words, for codes of named_open that mean something else than errno's text. */
static const char *why_not_opened(int code)
{
	if (code == -ENODATA) return "no build-id in it";
	return code == -EINVAL ? "with --target-ns, paths begin with /" : strerror(-code);
}

/* named_open with the reason told; `what` is the verb of the message ("add"). */
static bool opened(const struct buildid_cache_values *values, const char *given, struct named *ret, const char *what)
{
	int r = named_open(values, given, ret);
	if (r < 0) console_verbose(0, "Couldn't %s %s: %s", what, given, why_not_opened(r));
	return r >= 0;
}

/* Takes a copy of the descriptor: the image keeps and closes its own. */
static bool image_of(int fd, struct image *ret)
{
	struct blob blob;
	int copy_fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	return copy_fd >= 0 && blob_of_fd(copy_fd, &blob) >= 0 && image_open(&blob, ret) >= 0;
}

/* The markers of a file stand beside its copy, for perf probe and perf list. */
static void put_markers(const struct named *file)
{
	_probe_store_close_ struct probe_store store;
	probe_store_of(build_id_dir(), file->path, fcntl(file->fd, F_DUPFD_CLOEXEC, 0), &file->id, &store);
	(void)probe_store_add_markers(&store);
	int r = probe_store_write(&store, false);
	if (r < 0)
		console_warning("The markers of %s are not kept in %s: %s", file->given, build_id_dir(), strerror(-r));
}

/* Debug information from a server goes beside the file. Only when servers were asked for (choose_servers); what does
 * not come is told under -v and is no failure. */
static void put_downloaded(const struct named *file)
{
	_err_done_ struct err err = ERR_INIT;
	struct target_files files;
	struct debuginfod_wish wish = { .name = file->path,
					.build_id = file->id.bytes,
					.build_id_size = file->id.size };
	const struct debuginfod_options how = { .urls = getenv("DEBUGINFOD_URLS"),
						.budget_ms = DOWNLOAD_MS,
						.ignore_notes = true };
	if (!debuginfod_names_servers(how.urls)) return;
	console_verbose(1, "Downloading debug info with build id %s", file->hex);
	if (debuginfod_fetch(&wish, 1, &how, &err) < 0) return console_err(&err);
	if (wish.result < 0) return console_verbose(1, "  %s", strerror(-wish.result));
	target_files_init(&files, NULL, build_id_dir());
	_free_ char *path = target_file_fetched(&files, file->id.bytes, file->id.size, "debuginfo");
	target_files_done(&files);
	int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	if (fd < 0) return;
	int r = build_id_cache_put(build_id_dir(), file->path, fd, &file->id, "debug", BUILD_ID_DECIDED);
	if (r < 0)
		console_warning("The debug information of %s is not kept in %s: %s", file->given, build_id_dir(),
				strerror(-r));
	close(fd);
}

/* A file with debug information only has its code sections as NOBITS (ELF, section types): it goes beside the
 * program. */
static bool has_code(const struct image *image)
{
	for (size_t i = 0; i < image->nr_sections; i++)
		if (image->sections[i].flags & SHF_EXECINSTR) return image->sections[i].type != SHT_NOBITS;
	return true;
}

/* Puts one file into the cache: its copy, its debug information from servers, its markers. replace: the user has
 * said which file is right; else a file of the same build-id that is there already stays. A file that cannot be
 * opened is told and is no failure (0); -errno, told as well: it could not be put into the cache. */
static int put(const struct buildid_cache_values *values, const char *given, bool replace)
{
	struct named file;
	_image_close_ struct image image = IMAGE_INIT;
	if (!opened(values, given, &file, replace ? "update" : "add")) return 0;
	/* What has a build-id and cannot be opened as an image is kept as a program all the same. */
	bool is_elf = image_of(file.fd, &image);
	int r = build_id_cache_put(build_id_dir(), file.path, file.fd, &file.id,
				   is_elf && !has_code(&image) ? "debug" : "elf",
				   replace ? BUILD_ID_DECIDED : BUILD_ID_VOUCHED);
	if (r >= 0) {
		put_downloaded(&file);
		if (is_elf) put_markers(&file);
	}
	if (r < 0)
		console_verbose(0, "Couldn't %s %s: %s (%s)", replace ? "update" : "add", given, strerror(-r),
				build_id_dir());
	else console_verbose(1, "%s %s %s: Ok", replace ? "Updating" : "Adding", file.hex, given);
	close(file.fd);
	return r;
}

/* The functions of the options, for `each`. */
static int buildid_cache_add(const struct buildid_cache_values *values, const char *given)
{
	return put(values, given, false);
}

static int buildid_cache_update(const struct buildid_cache_values *values, const char *given)
{
	return put(values, given, true);
}

/* The file must still be the one that was added: its build-id says which entry goes. */
static int buildid_cache_remove(const struct buildid_cache_values *values, const char *given)
{
	struct named file;
	if (!opened(values, given, &file, "remove")) return 0;
	close(file.fd);
	int r = build_id_cache_remove(build_id_dir(), &file.id, file.path);
	const char *outcome = r < 0 ? strerror(-r) : "Ok";
	if (r == -ENOENT) outcome = "it is not in the cache";
	console_verbose(r < 0 ? 0 : 1, "Removing %s %s: %s", file.hex, given, outcome);
	return 0;
}

/* --purge: all versions of the file, those of its path, also when it is no more itself. */
static int buildid_cache_purge(const struct buildid_cache_values *values, const char *given)
{
	struct build_id_cached_list cached;
	char path[PATH_MAX];
	int r = 0;
	if (!realpath(given, path)) snprintf(path, sizeof(path), "%s", given);
	if (build_id_cache_list(build_id_dir(), &cached) < 0) return 0;
	for (size_t i = 0; i < cached.items.count; i++) {
		char hex[2 * BUILD_ID_MAX + 1];
		if (strcmp(cached.items.items[i].filename, path) != 0) continue;
		build_id_hex(&cached.items.items[i].id, hex);
		int removed = build_id_cache_remove(build_id_dir(), &cached.items.items[i].id, NULL);
		console_verbose(removed < 0 ? 0 : 1, "Removing %s %s: %s", hex, given,
				removed < 0 ? strerror(-removed) : "Ok");
		if (removed < 0) r = removed;
	}
	build_id_cached_list_done(&cached);
	console_verbose(r < 0 ? 0 : 1, "Purging %s: %s", given, r < 0 ? strerror(-r) : "Ok");
	return 0;
}

/* Calls fn for each of the files in a list with commas; the last failure is returned. */
static int each(const struct buildid_cache_values *values, const char *files,
		int (*fn)(const struct buildid_cache_values *values, const char *given))
{
	_free_ char *copy = xstrdup(files);
	int r = 0;
	for (char *rest = copy, *file; (file = strsep(&rest, ","));) {
		int one = *file ? fn(values, file) : 0;
		if (one < 0) r = one;
	}
	return r;
}

/* --purge-all: entries by their build-id links, then what no link leads to. */
static int purge_everything(void)
{
	struct build_id_cached_list cached;
	int r = build_id_cache_list(build_id_dir(), &cached);
	if (r < 0) return r == -ENOENT ? 0 : r;
	for (size_t i = 0; i < cached.items.count; i++) {
		char hex[2 * BUILD_ID_MAX + 1];
		build_id_hex(&cached.items.items[i].id, hex);
		int removed = build_id_cache_remove(build_id_dir(), &cached.items.items[i].id, NULL);
		console_verbose(removed < 0 ? 0 : 1, "Removing %s (%s): %s", cached.items.items[i].filename, hex,
				removed < 0 ? strerror(-removed) : "Ok");
		if (removed < 0) r = removed;
	}
	build_id_cached_list_done(&cached);
	build_id_cache_sweep(build_id_dir());
	console_verbose(1, "Purged all: %s", r < 0 ? strerror(-r) : "Ok");
	return r;
}

static bool is_kernel_name(const char *filename) { return strncmp(filename, "[kernel", 7) == 0; }

/* Programs and kernels, as upstream: not the vdso. */
static int list_all(void)
{
	struct build_id_cached_list cached;
	int r = build_id_cache_list(build_id_dir(), &cached);
	_strbuf_done_ struct strbuf scratch = STRBUF_INIT;
	if (r < 0) return r == -ENOENT ? 0 : r;
	pager_start();
	for (size_t i = 0; i < cached.items.count; i++) {
		char hex[2 * BUILD_ID_MAX + 1];
		if (!cached.items.items[i].is_program && !is_kernel_name(cached.items.items[i].filename)) continue;
		build_id_hex(&cached.items.items[i].id, hex);
		printf("%s %s\n", hex, printable(cached.items.items[i].filename, &scratch));
	}
	build_id_cached_list_done(&cached);
	return 0;
}

/* Whether the cached file still has the build-id of its place, or has none to compare. A hard link of a file that was
 * overwritten does not. */
static bool is_of(const char *path, const struct build_id *id)
{
	uint8_t own[BUILD_ID_MAX];
	int size = build_id_of_file(path, own);
	return size == -ENODATA || size == -ENOEXEC || (size == id->size && memcmp(own, id->bytes, id->size) == 0);
}

/* -M: objects that the recording's header names and the cache does not have, "BUILD-ID NAME" each. Of the kernel a
 * list of symbols will do, as of the vdso its image. */
static int list_missing(const struct buildid_cache_values *values, struct warnings *warnings, struct err *err)
{
	struct session *session = NULL;
	struct target_files files;
	struct session_options how = { .input = values->missing,
				       .force = values->force,
				       .header_only = true,
				       .warnings = warnings,
				       .symbols = { .build_id_dir = build_id_dir() } };
	int r = session_open(&how, &session, err);
	if (r < 0) return r;
	const struct perf_header *h = session_header(session);
	_strbuf_done_ struct strbuf scratch = STRBUF_INIT;
	target_files_init(&files, NULL, build_id_dir());
	for (uint32_t i = 0; i < h->nr_build_ids; i++) {
		const struct header_build_id *b = &h->build_ids[i];
		char hex[2 * BUILD_ID_MAX + 1];
		const char *kind = is_kernel_name(b->filename) ? "kallsyms" : "elf";
		if (strcmp(b->filename, "[vdso]") == 0) kind = "vdso";
		_free_ char *found = target_file_cached(&files, b->id.bytes, b->id.size, kind),
			    *elf = target_file_cached(&files, b->id.bytes, b->id.size, "elf");
		if (!elf) elf = target_file_cached_as(&files, b->filename, b->id.bytes, b->id.size, "elf");
		if ((found && strcmp(kind, "elf") != 0) || (elf && is_of(elf, &b->id))) continue;
		build_id_hex(&b->id, hex);
		printf("%s %s\n", hex, printable(b->filename, &scratch));
	}
	target_files_done(&files);
	session_close(session);
	return 0;
}

/* --kcore: a copy of /proc/kcore with the symbols and modules that belong to it. */
static void add_kcore(const char *kcore, bool force)
{
	_free_ char *place = NULL;
	bool is_same = false;
	int r = kcore_cache_add(build_id_dir(), kcore, force, &place, &is_same);
	if (r < 0)
		console_verbose(0, "Couldn't add %s: %s", kcore,
				r == -EINVAL ? "it is not called kcore" : strerror(-r));
	else if (is_same) console_verbose(1, "same kcore found in %s", place);
	else console_verbose(1, "kcore added to build-id cache directory %s", place);
}

/* --debuginfod[=URLS], else buildid-cache.debuginfod of the configuration. The environment alone does not count here:
 * downloads have to be asked for. */
static void choose_servers(const char *urls)
{
	const char *configured = NULL;
	if (urls && *urls) setenv("DEBUGINFOD_URLS", urls, 1);
	else if (!urls && config_string(config_get(), "buildid-cache.debuginfod", &configured) > 0 && configured &&
		 *configured)
		setenv("DEBUGINFOD_URLS", configured, 1);
	/* A variable that was set for other programs does not make this one download. */
	else if (!urls) unsetenv("DEBUGINFOD_URLS");
}

/* Whatever cannot be said together with -l. */
static bool has_changes(const struct buildid_cache_values *values)
{
	return values->add || values->kcore || values->remove_files || values->purge || values->purge_all ||
	       values->missing || values->update;
}

/* The parts run in upstream's order when several options are given: what is added first can be removed again. */
static int run(int argc, const char **argv)
{
	struct buildid_cache_values values = { 0 };
	int status;
	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (argc) return option_table_unexpected(&table, argv[0]);
	if (!values.list && !has_changes(&values)) return option_table_usage(&table);
	if (values.list && has_changes(&values)) {
		fprintf(stderr, "  Error: -l is exclusive.\n\n");
		return option_table_usage(&table);
	}
	_err_done_ struct err err = ERR_INIT;
	struct warnings *warnings = warnings_new();
	int r = 0, one;
	choose_servers(values.urls);
	if (!build_id_dir())
		r = err_set(&err, -ENOENT,
			    "no directory for the build-id cache: HOME is not set, and neither is buildid.dir");
	if (r >= 0 && values.list) r = list_all();
	if (r >= 0 && values.add && (one = each(&values, values.add, buildid_cache_add)) < 0) r = one;
	if (r >= 0 && values.remove_files) r = each(&values, values.remove_files, buildid_cache_remove);
	if (r >= 0 && values.purge) r = each(&values, values.purge, buildid_cache_purge);
	if (r >= 0 && values.purge_all) r = purge_everything();
	if (r >= 0 && values.missing) r = list_missing(&values, warnings, &err);
	if (r >= 0 && values.update && (one = each(&values, values.update, buildid_cache_update)) < 0) r = one;
	if (r >= 0 && values.kcore) add_kcore(values.kcore, values.force);
	if (r < 0 && err.message) console_err(&err);
	console_warnings(warnings);
	warnings_free(warnings);
	return r < 0 ? 255 : 0;
}

const struct command command_buildid_cache = {
	.name = "buildid-cache",
	.summary = "Manage build-id cache.",
	.run = run,
};
