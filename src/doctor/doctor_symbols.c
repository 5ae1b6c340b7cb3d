/* What names addresses: the kernel's symbols, debug information, caches and servers. */
#include <errno.h>
#include <ftw.h>
#include <linux/capability.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "doctor/finding.h"
#include "kernel/kernel_text.h"
#include "kernel/remedy.h"
#include "symbol/file/build_id.h"
#include "symbol/object.h"
#include "symbol/object_files.h"
#include "symbol/source/debuginfod.h"

/* Whether the first lines of /proc/kallsyms have addresses; false, with errno 0, when they are zeros. */
static bool has_addresses(const struct kernelfs *fs)
{
	enum { FIRST_BYTES = 8192 };
	size_t size;
	_free_ char *text = kernelfs_read_raw(fs, "proc/kallsyms", FIRST_BYTES, &size);
	if (!text) return false;
	errno = 0;
	for (char *at = text, *line; (line = strsep(&at, "\n"));)
		if (strtoull(line, NULL, 16)) return true;
	errno = 0;
	return false;
}

/* The kernel shows them with kptr_restrict 0 to whoever may measure it, with 1 to CAP_SYSLOG, with 2 to nobody. */
void doctor_kernel_addresses(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	if (has_addresses(scene->fs)) {
		finding_saw(finding, "/proc/kallsyms", "has addresses");
		finding_set(finding, DOCTOR_OK, "this user sees the addresses of the kernel's symbols");
		return;
	}
	int code = errno;
	finding_saw(finding, "/proc/kallsyms", "%s", code ? strerror(code) : "has only zeros");
	finding_follows(finding, "functions of the kernel have no names, unless a vmlinux has them");
	if (code) {
		finding_set(finding, DOCTOR_MISSING, "/proc/kallsyms cannot be read: %s", strerror(code));
		return;
	}
	int paranoid = doctor_paranoid(scene, finding);
	long long restricted = doctor_read_number(scene, finding, "proc/sys/kernel/kptr_restrict", 0);
	bool by_paranoid = paranoid > 1 && !doctor_capable(scene->fs, CAP_SYSLOG);
	if (!restricted && !by_paranoid) {
		finding_set(finding, DOCTOR_MISSING,
			    "/proc/kallsyms hides the addresses, for another reason than kptr_restrict");
		return;
	}
	finding_set(finding, DOCTOR_LIMITED, "/proc/kallsyms hides the addresses: %s%s%s",
		    restricted ? "kptr_restrict" : "", restricted && by_paranoid ? " and " : "",
		    by_paranoid ? "perf_event_paranoid" : "");
	finding_remedy(finding, remedy_kernel_addresses_command(restricted, by_paranoid), true);
	finding->permanent = xasprintf("%s%s%s", restricted ? "kernel.kptr_restrict = 0" : "",
				       restricted && by_paranoid ? "\n" : "",
				       by_paranoid ? "kernel.perf_event_paranoid = 1" : "");
}

void doctor_kernel_build_id(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	struct build_id id;
	char hex[2 * BUILD_ID_MAX + 1] = "";
	if (!kernel_build_id(scene->fs, &id)) {
		finding_set(finding, DOCTOR_MISSING, "/sys/kernel/notes has none, or may not be read");
		finding_follows(finding, "nothing shows later that symbols are this kernel's");
		return;
	}
	for (size_t i = 0; i < id.size; i++) snprintf(hex + 2 * i, 3, "%02x", id.bytes[i]);
	finding_set(finding, DOCTOR_OK, "%s", hex);
}

static bool has_symbols(const struct image *image) { return image_section_of_type(image, SHT_SYMTAB); }

/* The release of the machine's kernel; the caller frees. */
static char *release_of(const struct doctor_scene *scene)
{
	char *release = kernelfs_read(scene->fs, "proc/sys/kernel/osrelease");
	return release ? release : xstrdup("");
}

void doctor_kernel_image(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	struct build_id id = { 0 };
	_free_ char *release = release_of(scene);
	bool has_id = kernel_build_id(scene->fs, &id);
	const struct symbol_options options = { .symfs = scene->fs->root,
						.build_id_dir = scene->build_id_dir,
						.running_root = scene->fs->root,
						.use_running_kernel = true };
	struct symbol_store *store = symbol_store_new(&options);
	symbol_store_set_kernel(store, &(struct recorded_kernel){ .release = release });
	const struct object_identity identity = { .kind = OBJECT_KERNEL,
						  .path = "[kernel.kallsyms]",
						  .build_id = id.bytes,
						  .build_id_size = has_id ? id.size : 0,
						  .pid = -1,
						  .guest_pid = -1 };
	struct object *object = symbol_store_object(store, &identity);
	struct symbol_file file = { .image = IMAGE_INIT };
	if (kernel_image_open(object, image_has_debug_info, &file, NULL) >= 0) {
		finding_set(finding, DOCTOR_OK, "debug information in %s", file.path);
	} else if (kernel_image_open(object, has_symbols, &file, NULL) >= 0) {
		finding_set(finding, DOCTOR_LIMITED, "symbols, but no debug information, in %s", file.path);
	} else {
		finding_set(finding, DOCTOR_MISSING, "no vmlinux of %s", *release ? release : "this kernel");
		finding_advise(finding,
			       "the package with the kernel's debug information: linux-image-%s-dbg, kernel-debuginfo",
			       *release ? release : "RELEASE");
	}
	if (finding->verdict != DOCTOR_OK)
		finding_follows(finding,
				"no lines of the kernel's source, no probes at lines; names come from kallsyms");
	symbol_file_close(&file);
	symbol_store_free(store);
}

void doctor_kernel_modules(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	struct kernel_modules modules = { VEC_INIT };
	size_t nr_without_file = 0;
	_free_ char *release = release_of(scene);
	if (!kernelfs_exists(scene->fs, "proc/modules")) {
		finding_set(finding, DOCTOR_OK, "the kernel has no modules");
		return;
	}
	(void)kernel_modules_read(scene->fs, release, &modules);
	for (size_t i = 0; i < modules.modules.count; i++)
		if (modules.modules.items[i].path[0] == '[') nr_without_file++;
	finding_saw(finding, "/proc/modules", "%zu with their addresses", modules.modules.count);
	_free_ char *text = kernelfs_read(scene->fs, "proc/modules");
	if (!modules.modules.count && text && *text) {
		finding_set(finding, DOCTOR_LIMITED, "addresses of modules are hidden (see kernel-addresses)");
	} else if (nr_without_file) {
		finding_set(finding, DOCTOR_LIMITED, "%zu of %zu modules have no file in /lib/modules/%s",
			    nr_without_file, modules.modules.count, release);
		finding_follows(finding, "their functions have names of kallsyms, and no lines");
	} else {
		finding_set(finding, DOCTOR_OK, "%zu loaded, all with their files", modules.modules.count);
	}
	kernel_modules_done(&modules);
}

/* nftw(3) has no argument for its callback; checks run one at a time. */
static uint64_t walked_bytes;
static unsigned walked_files;

static int add_size(const char *path, const struct stat *st, int type, struct FTW *where)
{
	enum { MOST_FILES = 200000 };
	(void)path;
	(void)where;
	if (type == FTW_F) walked_bytes += (uint64_t)st->st_blocks * 512;
	return ++walked_files > MOST_FILES;
}

/* The nearest directory that is there, at the path or above it, decides. */
static bool may_be_written(const char *path)
{
	_free_ char *at = xstrdup(path);
	while (access(at, F_OK) < 0) {
		char *slash = strrchr(at, '/');
		if (!slash || slash == at) return access("/", W_OK) == 0;
		*slash = '\0';
	}
	return access(at, W_OK) == 0;
}

void doctor_build_id_cache(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	const char *directory = scene->build_id_dir;
	if (scene->is_foreign) {
		finding_set(finding, DOCTOR_SKIPPED, "it is of the machine that perf runs on");
		return;
	}
	if (!directory || !may_be_written(directory)) {
		finding_set(finding, DOCTOR_LIMITED, "%s cannot be written",
			    directory ? directory : "no home directory: it");
		finding_follows(finding, "programs that were replaced since cannot be named any more");
		finding_advise(finding, "perf --buildid-dir=DIRECTORY, or buildid.dir of the configuration");
		return;
	}
	enum { OPEN_DIRECTORIES = 16 };
	walked_bytes = walked_files = 0;
	int cut = access(directory, F_OK) == 0 ? nftw(directory, add_size, OPEN_DIRECTORIES, FTW_PHYS) : 0;
	finding_set(finding, DOCTOR_OK, "%s takes %s%llu MiB", directory, cut ? "more than " : "",
		    (unsigned long long)(walked_bytes >> 20));
}

/* Asks for the debug information of this program: an answer, whatever it is, shows that servers can be reached. */
static void ask_servers(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	enum { BUDGET_MS = 5000 };
	uint8_t id[20];
	int size = build_id_of_file(scene->perf_path, id);
	struct debuginfod_wish wish = { .name = "perf", .build_id = id, .build_id_size = size > 0 ? (size_t)size : 0 };
	const struct debuginfod_options options = { .urls = scene->debuginfod_urls,
						    .budget_ms = BUDGET_MS,
						    .ignore_notes = true };
	if (size <= 0) {
		finding_set(finding, DOCTOR_SKIPPED, "this program has no build-id to ask for");
		return;
	}
	if (debuginfod_fetch(&wish, 1, &options, NULL) < 0) wish.result = -ENOTSUP;
	finding_saw(finding, "asking for the debug information of perf", "%s",
		    wish.result ? strerror(-wish.result) : "got it");
	if (wish.result == 0 || wish.result == -ENOENT) {
		finding_set(finding, DOCTOR_OK, "the servers answer: %s", scene->debuginfod_urls);
		return;
	}
	finding_set(finding, DOCTOR_LIMITED, "the servers do not answer: %s", strerror(-wish.result));
	finding_follows(finding,
			"what packages stripped has no lines; commands wait up to debuginfod.budget for nothing");
}

void doctor_debuginfod(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	bool is_named = debuginfod_names_servers(scene->debuginfod_urls);
	finding_saw(finding, "DEBUGINFOD_URLS", "%s", scene->debuginfod_urls ? scene->debuginfod_urls : "not set");
	if (!is_named) {
		finding_set(finding, DOCTOR_MISSING, "DEBUGINFOD_URLS names no server");
		finding_follows(finding, "debug information of packages is only found where it is installed");
		finding_advise(
			finding,
			"export DEBUGINFOD_URLS with the servers of your distribution (https://debuginfod.elfutils.org "
			"asks all)");
	} else if (!debuginfod_is_available()) {
		finding_set(finding, DOCTOR_MISSING, "libdebuginfod is not installed");
		finding_advise(finding, "install libdebuginfod1 (elfutils)");
	} else if (scene->ask_network) {
		ask_servers(scene, finding);
	} else {
		finding_set(finding, DOCTOR_OK, "configured: %s (not asked without --network)", scene->debuginfod_urls);
	}
}
