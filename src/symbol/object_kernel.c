/* Symbols of the kernel and its modules. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
#include "base/strbuf.h"
#include "symbol/image_symbols.h"
#include "symbol/kallsyms.h"
#include "symbol/object_private.h"

#define READ_BYTES (256u << 10)

/* Reads a kallsyms text of any kind of file (procfs says size 0), in pieces. -EPERM when all its addresses are hidden. */
static int kallsyms_load(const char *path, const char *module, bool no_modules, struct symbol_list *list)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0) return -errno;
	struct kallsyms_parser parser = { .list = list, .module = module, .no_modules = no_modules };
	_free_ char *piece = xmalloc(READ_BYTES);
	ssize_t n;
	while ((n = read(fd, piece, READ_BYTES)) > 0 || (n < 0 && errno == EINTR))
		if (n > 0) kallsyms_parse(&parser, piece, (size_t)n);
	int code = n < 0 ? -errno : 0;
	close(fd);
	kallsyms_parse(&parser, "", 0);
	if (code == 0 && !parser.nr_symbols) code = -ENODATA;
	if (code == 0 && parser.nr_zero == parser.nr_symbols) code = -EPERM;
	return code;
}

/* Moves symbols by the difference between where the kernel ran and where the list has it (address space randomisation).
   Returns whether it is known where it ran. */
static bool relocate(struct symbol_list *list, const struct object_identity *identity)
{
	if (!identity->ref_name || !identity->ref_vaddr) return false;
	for (size_t i = 0; i < list->symbols.count; i++) {
		if (strcmp(list->symbols.items[i].name, identity->ref_name) != 0) continue;
		uint64_t delta = identity->ref_vaddr - list->symbols.items[i].start;
		for (size_t j = 0; delta && j < list->symbols.count; j++) {
			list->symbols.items[j].start += delta;
			list->symbols.items[j].end += delta;
		}
		return true;
	}
	return false;
}

/* other_boot: the list may be of another boot than the recording, so it is of no use when it cannot be relocated. */
static int use_kallsyms(const struct object *object, const char *path, bool other_boot, struct object_symbols *ret)
{
	int code = kallsyms_load(path, NULL, true, &ret->list);
	if (code < 0) {
		symbol_list_done(&ret->list);
		return code;
	}
	if (!relocate(&ret->list, &object->identity) && other_boot) {
		symbol_list_done(&ret->list);
		return -ESTALE;
	}
	ret->ends = SYMBOL_ENDS_KALLSYMS;
	ret->source_path = xstrdup(path);
	ret->source_name = "kallsyms";
	ret->origin_letter = object->identity.guest ? 'g' : 'k';
	return 0;
}

static bool other_build_id(const struct object *object, const struct image *image)
{
	uint8_t id[20];
	int size = object->identity.build_id_size ? image_build_id(image, id) : -ENODATA;
	return size > 0 && ((size_t)size != object->identity.build_id_size || memcmp(id, object->build_id, (size_t)size) != 0);
}

static int use_vmlinux(const struct object *object, const char *path, struct object_symbols *ret)
{
	struct symbol_file file = { .image = IMAGE_INIT };
	_free_ char *opened = xstrdup(path);
	int code = symbol_file_open(&opened, &file);

	if (code < 0) return code;
	if (other_build_id(object, &file.image)) code = -ESTALE;
	struct image_symbols_options options = { .addresses = IMAGE_VADDRS };
	uint64_t linked_vaddr;
	if (code >= 0 && object->identity.ref_name && object->identity.ref_vaddr &&
	    image_symbol_value(&file.image, object->identity.ref_name, &linked_vaddr))
		options.offset = object->identity.ref_vaddr - linked_vaddr;
	if (code >= 0) code = image_symbols_add(&file.image, SHT_SYMTAB, &options, &ret->list);
	if (code > 0) {
		ret->source_path = xstrdup(path);
		ret->source_name = "vmlinux";
		ret->origin_letter = object->identity.guest ? 'V' : 'v';
	}
	symbol_file_close(&file);
	return code == 0 ? -ENODATA : code;
}

/* Where distributions and kernel developers keep the uncompressed image; %s is the kernel's release. */
static const char *const vmlinux_paths[] = {
	"vmlinux", "/boot/vmlinux", "/boot/vmlinux-%s", "/usr/lib/debug/boot/vmlinux-%s", "/lib/modules/%s/build/vmlinux",
	"/usr/lib/debug/lib/modules/%s/vmlinux", "/usr/lib/debug/boot/vmlinux-%s.debug",
};

static int search_vmlinux(const struct object *object, struct object_symbols *ret)
{
	struct utsname uts;
	const char *release = object->store->options.kernel_release;

	if (!release && uname(&uts) == 0) release = uts.release;
	if (!release) return -ENOENT;
	for (size_t i = 0; i < ARRAY_SIZE(vmlinux_paths); i++) {
		_strbuf_done_ struct strbuf path = STRBUF_INIT;
		const char *mark = strstr(vmlinux_paths[i], "%s");
		if (mark) {
			strbuf_add(&path, vmlinux_paths[i], (size_t)(mark - vmlinux_paths[i]));
			strbuf_str(&path, release);
			strbuf_str(&path, mark + 2);
		} else {
			strbuf_str(&path, vmlinux_paths[i]);
		}
		_free_ char *host_path = *strbuf_text(&path) == '/' ? target_file_path(&object->store->files, strbuf_text(&path)) :
								     strbuf_take(&path);
		if (use_vmlinux(object, host_path, ret) >= 0) return 0;
	}
	return -ENOENT;
}

static bool is_running_kernel(const struct object *object)
{
	uint8_t id[20];

	if (!object->identity.build_id_size) return object->store->options.use_running_kernel;
	int size = build_id_of_file("/sys/kernel/notes", id);
	return size > 0 && (size_t)size == object->identity.build_id_size && memcmp(id, object->build_id, (size_t)size) == 0;
}

/* Without being told where: a vmlinux of that build-id, a copy of kallsyms, the running kernel's. */
static int search_kernel(const struct object *object, struct object_symbols *ret)
{
	const struct symbol_options *o = &object->store->options;
	const struct object_identity *identity = &object->identity;
	const struct target_files *files = &object->store->files;
	_free_ char *cached_elf = target_file_cached(files, object->build_id, identity->build_id_size, "elf");
	_free_ char *cached = target_file_cached(files, object->build_id, identity->build_id_size, "kallsyms");
	bool hidden = false;

	if (cached_elf && !o->ignore_vmlinux && use_vmlinux(object, cached_elf, ret) >= 0) return 0;
	if (!o->ignore_vmlinux && search_vmlinux(object, ret) >= 0) return 0;
	/* the cache first, even for the running kernel: it takes that 50 ms to write its list */
	if (cached && use_kallsyms(object, cached, true, ret) >= 0) return 0;
	if (is_running_kernel(object)) {
		int code = use_kallsyms(object, "/proc/kallsyms", false, ret);
		if (code >= 0) return 0;
		hidden = code == -EPERM;
	}
	if (cached && use_kallsyms(object, cached, false, ret) >= 0) return 0;
	if (hidden)
		warnings_add(o->warnings, "no kernel symbols", "/proc/kallsyms hides its addresses: no kernel symbols (see /proc/sys/kernel/kptr_restrict)");
	else
		warnings_add(o->warnings, "no kernel symbols", "no symbols for the recorded kernel: it is not the running one, and neither a vmlinux nor "
			     "%s/.build-id has it (--kallsyms and --vmlinux name a file)", files->build_id_dir);
	return -ENOENT;
}

int object_load_kernel(const struct object *object, struct object_symbols *ret)
{
	const struct symbol_options *o = &object->store->options;
	bool guest = object->identity.guest;
	const char *kallsyms = guest ? o->guest_kallsyms : o->kallsyms, *vmlinux = guest ? o->guest_vmlinux : o->vmlinux;
	int code;

	if (kallsyms) {
		code = use_kallsyms(object, kallsyms, false, ret);
		if (code < 0)
			warnings_add(o->warnings, "no kernel symbols", "%s: %s", kallsyms, code == -EPERM ? "all addresses are 0" : strerror(-code));
		return code;
	}
	if (vmlinux && !o->ignore_vmlinux) {
		code = use_vmlinux(object, vmlinux, ret);
		if (code >= 0) return code;
		warnings_add(o->warnings, "no kernel symbols", "%s: %s", vmlinux,
			     code == -ESTALE ? "its build-id is not the recorded kernel's" : strerror(-code));
	}
	return guest ? -ENOENT : search_kernel(object, ret);
}

/* "e1000" of "[e1000]" or "/lib/modules/x/kernel/net/e1000.ko.xz"; kallsyms has '_' where files have '-'. */
static char *module_name(const char *path)
{
	const char *slash = strrchr(path, '/'), *from = slash ? slash + 1 : path;
	if (*from == '[') from++;
	char *name = xstrndup(from, strcspn(from, *from ? ".]" : ""));
	for (char *c = name; *c; c++)
		if (*c == '-') *c = '_';
	return name;
}

int object_load_module(const struct object *object, struct object_symbols *ret)
{
	const struct object_identity *identity = &object->identity;
	const struct symbol_options *o = &object->store->options;
	_free_ char *name = module_name(identity->path);
	struct source_query query = {
		.files = &object->store->files, .kind = OBJECT_MODULE, .path = identity->path, .build_id = object->build_id,
		.build_id_size = identity->build_id_size,
	};

	for (size_t i = 0; symbol_sources[i] && !o->kallsyms; i++) {
		struct symbol_file file = { .image = IMAGE_INIT };
		if (!(symbol_sources[i]->kinds >> OBJECT_MODULE & 1) || symbol_sources[i]->open(&query, 0, &file) < 0) continue;
		struct image_symbols_options options = { .addresses = IMAGE_TEXT_OFFS };
		int code = other_build_id(object, &file.image) ? -ESTALE : image_symbols_add(&file.image, SHT_SYMTAB, &options, &ret->list);
		if (code > 0) {
			ret->source_path = xstrdup(file.path);
			ret->source_name = symbol_sources[i]->name;
			ret->origin_letter = symbol_sources[i]->letter == 'd' ? 'K' : symbol_sources[i]->letter;
		}
		symbol_file_close(&file);
		if (code > 0) return 0;
	}
	const char *kallsyms = o->kallsyms ? o->kallsyms : o->use_running_kernel ? "/proc/kallsyms" : NULL;
	if (!kallsyms || !identity->ref_vaddr) return -ENOENT;
	int code = kallsyms_load(kallsyms, name, false, &ret->list);
	if (code < 0) {
		symbol_list_done(&ret->list);
		return code;
	}
	for (size_t i = 0; i < ret->list.symbols.count; i++) {
		ret->list.symbols.items[i].start -= identity->ref_vaddr;
		ret->list.symbols.items[i].end -= identity->ref_vaddr;
	}
	ret->ends = SYMBOL_ENDS_KALLSYMS;
	ret->source_path = xstrdup(kallsyms);
	ret->source_name = "kallsyms";
	ret->origin_letter = 'k';
	return 0;
}
