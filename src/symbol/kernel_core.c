/* A core says nothing of where it comes from: the list of symbols (kallsyms) or of modules beside it does. The kernel
 * is elsewhere after each boot, so the right place of one symbol shows that it is this boot. */
#include "symbol/kernel_core.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "base/strbuf.h"
#include "symbol/object_private.h"

enum { LINE_BYTES = 1024, MOST_COPIES = 256 };

/* Lines of DIR/NAME that found takes; true when it took one. */
static bool any_line(const char *dir, const char *name, bool (*found)(const struct object *object, const char *line),
		     const struct object *object)
{
	_free_ char *path = xasprintf("%s/%s", dir, name);
	char line[LINE_BYTES];
	bool is_found = false;
	FILE *file = fopen(path, "re");
	while (file && !is_found && fgets(line, sizeof(line), file)) is_found = found(object, line);
	if (file) fclose(file);
	return is_found;
}

/* "ffffffff81000000 T _text" */
static bool is_reference(const struct object *object, const char *line)
{
	const struct object_identity *identity = &object->identity;
	char name[128];
	uint64_t vaddr;
	return sscanf(line, "%" SCNx64 " %*c %127s", &vaddr, name) == 2 && vaddr == identity->ref_vaddr &&
	       strcmp(name, identity->ref_name) == 0;
}

/* "ext4 1105920 1 - Live 0xffffffffc0a00000 (OE)" */
static bool is_module(const struct object *object, const char *line)
{
	char name[128];
	uint64_t start;
	if (sscanf(line, "%127s %*s %*s %*s %*s %" SCNx64, name, &start) != 2) return false;
	_free_ char *own = object_module_name(object->identity.path);
	return start == object->identity.ref_vaddr && strcmp(name, own) == 0;
}

static bool is_recorded_boot(const struct object *object, const char *dir)
{
	if (object->identity.kind == OBJECT_MODULE) return any_line(dir, "modules", is_module, object);
	return object->identity.ref_name && any_line(dir, "kallsyms", is_reference, object);
}

static int try(const struct object *object, const char *dir, struct symbol_file *ret)
{
	struct symbol_file file = { .image = IMAGE_INIT };
	char *path;
	uint64_t file_off;
	if (!is_recorded_boot(object, dir)) return -ENOENT;
	path = xasprintf("%s/kcore", dir);
	int code = symbol_file_open(&path, &file);
	free(path);
	if (code < 0) return -ENOENT;
	if (file.image.type == ET_CORE && image_file_off(&file.image, object->identity.ref_vaddr, &file_off)) {
		*ret = file;
		return 0;
	}
	symbol_file_close(&file);
	return -ENOENT;
}

static int by_time(const struct dirent **a, const struct dirent **b) { return strcmp((*b)->d_name, (*a)->d_name); }

/* Copies in the build-id cache: [kernel.kcore]/BUILD-ID/TIME, the newest first. */
static int try_copies(const struct object *object, struct symbol_file *ret)
{
	const struct recorded_kernel *kernel = &object->store->kernel;
	_strbuf_done_ struct strbuf dir = STRBUF_INIT;
	struct dirent **entries;
	int code = -ENOENT;

	if (!kernel->build_id_size) return -ENOENT;
	strbuf_printf(&dir, "%s/[kernel.kcore]/", object->files->build_id_dir);
	for (size_t i = 0; i < kernel->build_id_size; i++) strbuf_printf(&dir, "%02x", kernel->build_id[i]);
	int count = scandir(strbuf_text(&dir), &entries, NULL, by_time);
	for (int i = 0; i < count; i++) {
		_free_ char *copy = xasprintf("%s/%s", strbuf_text(&dir), entries[i]->d_name);
		if (code < 0 && i < MOST_COPIES && entries[i]->d_name[0] != '.') code = try(object, copy, ret);
		free(entries[i]);
	}
	if (count >= 0) free(entries);
	return code;
}

static int try_running(const struct object *object, struct symbol_file *ret)
{
	_free_ char *proc = xasprintf("%s/proc", object->store->options.running_root);
	bool hidden;
	if (symbol_store_kernel_match(object->store, &hidden) != KERNEL_SAME) return -ENOENT;
	return try(object, proc, ret);
}

int kernel_core_open(const struct object *object, enum kernel_core_place place, struct symbol_file *ret)
{
	const char *given = object->store->options.kallsyms;
	if (object->identity.guest || !object->identity.ref_vaddr) return -ENOENT;
	if (place == KERNEL_CORE_RECORDED) {
		const char *slash = given ? strrchr(given, '/') : NULL;
		_free_ char *dir = slash ? xstrndup(given, (size_t)(slash - given)) : xstrdup(".");
		return given ? try(object, dir, ret) : -ENOENT;
	}
	return try_copies(object, ret) == 0 ? 0 : try_running(object, ret);
}

uint64_t kernel_core_vaddr(const struct object *object, uint64_t addr)
{
	return object->identity.kind == OBJECT_MODULE ? object->identity.ref_vaddr + addr : addr;
}
