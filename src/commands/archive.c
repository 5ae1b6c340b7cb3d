/* perf archive: what a recording's report needs of this machine, as an archive for another one: the objects that the
 * recording names, out of the build-id cache, and with --all the recording itself.
 *
 * list_objects writes the names of the members into a list, tar packs them relative to the cache's directory:
 *
 *     usr/bin/sleep/BUILD-ID      a directory of the cache: the copy and what belongs to it (record/build_id)
 *     .build-id/XX/YYYY           the link to it, by which a report finds it
 *
 * Both archives have upstream's form. Unpacking is commands/archive/archive_unpack.c. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "base/hash.h"
#include "base/host.h"
#include "base/printable.h"
#include "base/strbuf.h"
#include "base/u64map.h"
#include "cli/command.h"
#include "cli/console.h"
#include "commands/archive/archive_tar.h"
#include "commands/archive/archive_unpack.h"
#include "commands/option/build_id_dir.h"
#include "commands/option/portable_file.h"
#include "kernel/elf_content.h"
#include "kernel/elf_note.h"
#include "record/build_id/build_id_place.h"
#include "session/session.h"

/* --all, --unpack and --portable, which exclude each other. */
struct archive_values {
	bool with_recording, unpack;
	const char *portable;
};

static const char *const usage[] = { "perf archive [<options>] [<file>]", "perf archive --unpack [<archive>]",
				     "perf archive --portable=<file> [<file>]", NULL };
static const struct option options[] = {
	OPTION_BOOL(0, "all", struct archive_values, with_recording, "put the recording itself into the archive, too"),
	OPTION_STRING(0, "portable", struct archive_values, portable, "file",
		      "write a recording that carries objects and sources, so that it can be read on any machine"),
	OPTION_BOOL(0, "unpack", struct archive_values, unpack, "unpack an archive here and into the build-id cache"),
	OPTION_END
};
static const struct option_table table = { .rows = options, .usage = usage };

/* What of a cache goes into the archive, as tar is to be told. */
struct packing {
	/* The build-id cache's directory. */
	int top_fd;
	/* Names of members, each with a NUL behind it: paths may have any other character in them. */
	FILE *list;
	/* Hashes of what is in the list, so that nothing is packed twice. */
	struct u64map listed;
	unsigned nr_objects, nr_missing, nr_overwritten;
};

/* Writes a member's name into the list unless it is there. Whether it was new. */
static bool list_once(struct packing *packing, const char *member)
{
	bool is_new;
	u64map_put(&packing->listed, hash_bytes(member, strlen(member)), &is_new);
	if (is_new) fwrite(member, strlen(member) + 1, 1, packing->list);
	return is_new;
}

/* Whether the cached file is not what its place says. Caches of earlier versions have hard links, which change when
 * the file is overwritten in place. kind: "elf" or "debug"; a file that is not there, or no ELF, cannot be judged
 * and is taken. */
static bool is_overwritten(int place_fd, const char *kind, const struct build_id *id)
{
	struct build_id own;
	_close_ int fd = build_id_place_file(place_fd, kind);
	if (fd < 0 || !elf_fd_content(fd).is_elf) return false;
	return !elf_fd_build_id(fd, &own) || own.size != id->size || memcmp(own.bytes, id->bytes, id->size) != 0;
}

/* Lists the directory with the copies of a file of that name, once. False: the cache has none, or one that is not
 * what was recorded. */
static bool list_place(struct packing *packing, const char *filename, const struct build_id *id)
{
	struct build_id_hex hex = build_id_hex_of(id);
	_close_ int place_fd = build_id_place_open(packing->top_fd, filename, &hex, false);
	if (place_fd < 0) return false;
	_free_ char *member = xasprintf("%s/%s", filename + strspn(filename, "/"), hex.text);
	if (is_overwritten(place_fd, "elf", id) || is_overwritten(place_fd, "debug", id)) {
		bool is_new;
		u64map_put(&packing->listed, hash_bytes(member, strlen(member)), &is_new);
		if (is_new) packing->nr_overwritten++;
		return false;
	}
	(void)list_once(packing, member);
	return true;
}

/* Lists what the build-id leads to, the link, and what the cache has under the recorded name, where that is another
 * place. Objects with a build-id below two bytes have no link, and are passed over. */
static void list_object(struct packing *packing, const char *filename, const struct build_id *id)
{
	bool is_new;
	if (id->size < 2) return;
	struct build_id_hex hex = build_id_hex_of(id);
	u64map_put(&packing->listed, hash_pair(hash_bytes(filename, strlen(filename)), hash_bytes(id->bytes, id->size)),
		   &is_new);
	if (!is_new) return;
	_free_ char *linked = build_id_link_read(packing->top_fd, &hex),
		    *link = xasprintf(".build-id/%.2s/%s", hex.text, hex.text + 2);
	bool has_linked = linked && list_place(packing, linked, id);
	if (has_linked) (void)list_once(packing, link);
	bool has_own = linked && strcmp(linked, filename) == 0 ? has_linked : list_place(packing, filename, id);
	if (has_linked || has_own) packing->nr_objects++;
	else packing->nr_missing++;
}

/* Fills the list from the recording's build-ids, and says what of them cannot be packed. Nothing to pack is an
 * error. */
static int list_objects(struct packing *packing, const char *path, struct err *err)
{
	struct session *session = NULL;
	struct warnings *warnings = warnings_new();
	struct session_options how = {
		.input = path, .force = true, .warnings = warnings, .symbols = { .build_id_dir = build_id_dir() }
	};
	int r = session_open(&how, &session, err);
	if (r >= 0) {
		const struct perf_header *h = session_header(session);
		const struct model *model = session_model(session);
		for (uint32_t i = 0; i < h->nr_build_ids; i++)
			list_object(packing, h->build_ids[i].filename, &h->build_ids[i].id);
		/* what was mapped tells, where the recorder kept no list */
		for (uint32_t i = 0; !h->nr_build_ids && i < model_nr_dsos(model); i++)
			list_object(packing, model_dso(model, i)->long_name, &model_dso(model, i)->build_id);
	}
	session_close(session);
	console_warnings(warnings);
	warnings_free(warnings);
	if (r >= 0 && packing->nr_overwritten)
		console_warning("%u objects are left out: %s does not have what was recorded any more, but hard links "
				"of files that were overwritten.",
				packing->nr_overwritten, build_id_dir());
	if (r >= 0 && packing->nr_missing)
		console_warning("%u objects of %s are not in %s, and not in the archive: \"perf buildid-cache "
				"--missing %s\" lists them, --add puts them there.",
				packing->nr_missing, path, build_id_dir(), path);
	if (r >= 0 && !packing->nr_objects) r = err_set(err, -ENOENT, "perf archive: no build-ids found");
	return r;
}

/* Makes the archive of objects. path: the recording; stage: a directory for the list of members, absolute because
 * tar changes its directory; *ret_objects: how many objects are in it. 0, or -errno with err set. */
static int pack_objects(const char *path, const char *archive, const char *stage, unsigned *ret_objects,
			struct err *err)
{
	struct packing packing = { .listed = U64MAP_INIT };
	_close_ int top_fd = build_id_place_top(build_id_dir(), false);
	_free_ char *list = xasprintf("%s/list", stage), *file = archive_tar_file(archive);
	packing.top_fd = top_fd;
	packing.list = fopen(list, "we");
	if (!packing.list) return err_set_errno(err, -errno, "%s", list);
	int r = list_objects(&packing, path, err);
	u64map_done(&packing.listed);
	if (fclose(packing.list) != 0 && r >= 0) r = err_set_errno(err, -errno, "%s", list);
	const char *const words[] = { "tar",          "--create", "--bzip2",      "--file", file, "--directory",
				      build_id_dir(), "--null",   "--files-from", list,     NULL };
	if (r >= 0) r = archive_tar(words, err);
	*ret_objects = packing.nr_objects;
	return r;
}

/* perf.all-HOST-YYYYMMDD-HHMMSS.tar.bz2, in local time. The caller frees it. */
static char *name_for_all(void)
{
	const struct host host = host_read();
	char when[32];
	time_t now = time(NULL);
	struct tm tm;
	localtime_r(&now, &tm);
	strftime(when, sizeof(when), "%Y%m%d-%H%M%S", &tm);
	return xasprintf("perf.all-%s-%s.tar.bz2", *host.name ? host.name : "host", when);
}

/* The objects' archive and the recording in one, each without a directory in its name. */
static int pack_all(const char *path, const char *archive, const char *stage, unsigned *ret_objects, struct err *err)
{
	const char *slash = strrchr(path, '/');
	_free_ char *where = slash ? xstrndup(path, (size_t)(slash - path) + 1) : xstrdup(".");
	_free_ char *symbols = xasprintf("%s/" ARCHIVE_SYMBOLS, stage), *file = archive_tar_file(archive),
		    *below = realpath(where, NULL);
	_free_ char *recording = archive_tar_file(slash ? slash + 1 : path);
	if (!below) return err_set_errno(err, -errno, "%s", where);
	int r = pack_objects(path, symbols, stage, ret_objects, err);
	const char *const words[] = {
		"tar",         "--create", "--bzip2",       "--file",      file,  "--transform", "flags=r;s,^\\./,,",
		"--directory", stage,      ARCHIVE_SYMBOLS, "--directory", below, recording,     NULL
	};
	return r < 0 ? r : archive_tar(words, err);
}

/* Everything is made in a directory of its own and only the archive is left; path is the recording. The last lines
 * are upstream's, which tell people how to go on. */
static int pack(const char *path, bool with_recording, struct err *err)
{
	unsigned nr_objects;
	struct stat st;
	const char *tmp = getenv("TMPDIR");
	_free_ char *archive = with_recording ? name_for_all() : xasprintf("%s.tar.bz2", path);
	char *stage = archive_stage_new(tmp && *tmp ? tmp : "/tmp");
	if (!stage) return err_set_errno(err, -errno, "a directory for temporary files");
	_free_ char *full_stage = realpath(stage, NULL);
	int r = with_recording ? pack_all(path, archive, full_stage, &nr_objects, err)
			       : pack_objects(path, archive, full_stage, &nr_objects, err);
	archive_stage_free(stage);
	if (r < 0) return r;
	double mb = stat(archive, &st) == 0 ? (double)st.st_size / 1024 / 1024 : 0;
	_strbuf_done_ struct strbuf scratch = STRBUF_INIT;
	fprintf(stderr, "[ perf archive: Wrote %.3f MB %s (%s%u objects) ]\n", mb, printable(archive, &scratch),
		with_recording ? "the recording and " : "", nr_objects);
	printf("Now please run:\n\n$ perf archive --unpack\n\nor unpack the tar manually wherever you need to run "
	       "'perf report' on.\n");
	return 0;
}

static int run(int argc, const char **argv)
{
	_err_done_ struct err err = ERR_INIT;
	struct archive_values values = { 0 };
	int status;
	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (argc > 1) return option_table_unexpected(&table, argv[1]);
	if (values.unpack + values.with_recording + !!values.portable > 1) return option_table_usage(&table);
	int r;
	if (values.portable) r = portable_file_copy("archive", argc ? argv[0] : "perf.data", values.portable, &err);
	else if (!build_id_dir())
		r = err_set(&err, -ENOENT,
			    "no directory for the build-id cache: HOME is not set, and neither is buildid.dir");
	else if (values.unpack) r = archive_unpack(argc ? argv[0] : NULL, &err);
	else r = pack(argc ? argv[0] : "perf.data", values.with_recording, &err);
	if (r < 0 && err.message) console_err(&err);
	return r < 0 ? 1 : 0;
}

const struct command command_archive = {
	.name = "archive",
	.summary = "Create archive with object files with build-ids found in perf.data file",
	.run = run,
};
