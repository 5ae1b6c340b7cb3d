/* Symbols of the kernel and its modules.
 *
 * For the kernel, in this order (load, search_kernel): the kallsyms list that was named (--kallsyms, or a guest's);
 * the vmlinux that was named (-k); a vmlinux by build-id or release (kernel_image.c); a kallsyms list in the
 * build-id cache; /proc/kallsyms, only when the running kernel is shown to be the recorded one (running_kernel.h).
 * Lists and images are moved to where the kernel ran, by the reference symbol (_text or _stext) whose address was
 * recorded: address space randomisation.
 *
 * For a module: its own file or debug file, as for programs; else its lines of kallsyms. With --kallsyms
 * only those. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/strbuf.h"
#include "base/regular_file.h"
#include "symbol/file/bundle.h"
#include "symbol/image_symbols.h"
#include "symbol/kallsyms.h"
#include "symbol/object_files.h"
#include "symbol/object_kept.h"
#include "symbol/object_private.h"
#include "symbol/symbol_table_flat.h"

#define READ_BYTES (256u << 10)

/* The next piece. By its place, as others may read the same open file; a pipe has no places. */
static ssize_t read_piece(int fd, char *piece, off_t at)
{
	ssize_t n = pread(fd, piece, READ_BYTES, at);
	return n < 0 && errno == ESPIPE ? read(fd, piece, READ_BYTES) : n;
}

/* Reads a kallsyms text of any kind of file (procfs says size 0), in pieces. -EPERM when all its addresses are hidden.
 */
static int kallsyms_load(const char *path, const char *module, bool no_modules, struct symbol_list *list)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0 && errno == ENOENT) fd = regular_file_open(path); /* carried by the recording, without /proc */
	else if (fd < 0) fd = -errno;
	if (fd < 0) return fd;
	struct kallsyms_parser parser = { .list = list, .module = module, .no_modules = no_modules };
	_free_ char *piece = xmalloc(READ_BYTES);
	ssize_t n;
	off_t at = 0;
	while ((n = read_piece(fd, piece, at)) > 0 || (n < 0 && errno == EINTR)) {
		if (n < 0) continue;
		kallsyms_parse(&parser, piece, (size_t)n);
		at += n;
	}
	int code = n < 0 ? -errno : 0;
	close(fd);
	kallsyms_parse(&parser, "", 0);
	if (code == 0 && !parser.nr_symbols) code = -ENODATA;
	if (code == 0 && parser.nr_zero == parser.nr_symbols) code = -EPERM;
	return code;
}

/* Moves symbols by the difference between where the kernel ran and where the list has it (address space randomisation).
 * Returns whether it is known where it ran. */
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

/* /proc/kallsyms, as far as the kernel itself goes, is the same for one boot of a kernel and those who are shown its
 * addresses: its first lines tell whether they are. */
static void running_kernel_identity(struct file_identity *ret)
{
	static const char *const paths[] = { "/proc/sys/kernel/random/boot_id", "/sys/kernel/notes", "/proc/kallsyms" };
	char text[4096];

	*ret = (struct file_identity){ 0 };
	for (size_t i = 0; i < ARRAY_SIZE(paths); i++) {
		int fd = open(paths[i], O_RDONLY | O_CLOEXEC);
		ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof(text));
		if (fd >= 0) close(fd);
		if (n <= 0) return;
		ret->size_bytes = cache_key_add(ret->size_bytes, text, (size_t)n);
	}
	ret->inode = 1;
}

/* Of what the kernel's symbols in that list or image depend on. */
static uint64_t key_of(const struct object *object, const struct file_identity *identity, bool other_boot)
{
	const struct object_identity *o = &object->identity;
	uint64_t key = object_kept_form(object->store, SYMBOL_TABLE_FLAT_VERSION);
	key = object_kept_add(key, object->demangle);
	key = object_kept_add(key, other_boot);
	key = object_kept_add(key, o->ref_vaddr);
	if (key && o->ref_name) key = cache_key_add(key, o->ref_name, strlen(o->ref_name));
	return object_kept_add_file(key, identity);
}

/* Key of a kallsyms list; 0: not to be kept. procfs has no modification times, so /proc/kallsyms has an identity of
 * its own. */
static uint64_t list_key(const struct object *object, const char *path, bool other_boot)
{
	struct file_identity identity = { 0 };

	if (!object->store->cache) return 0;
	if (strcmp(path, "/proc/kallsyms") == 0) {
		running_kernel_identity(&identity);
	} else {
		int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
		if (fd < 0) return 0;
		target_file_identity(fd, &identity);
		close(fd);
	}
	return key_of(object, &identity, other_boot);
}

/* other_boot: the list may be of another boot than the recording, so it is of no use when it cannot be relocated. */
static int use_kallsyms(const struct object *object, const char *path, bool other_boot, struct object_symbols *ret)
{
	ret->key = list_key(object, path, other_boot);
	bool is_kept = object_symbols_find_kept(object, ret);
	int code = is_kept ? 0 : kallsyms_load(path, NULL, true, &ret->list);
	if (code < 0) {
		symbol_list_done(&ret->list);
		return code;
	}
	if (!is_kept && !relocate(&ret->list, &object->identity) && other_boot) {
		symbol_list_done(&ret->list);
		return -ESTALE;
	}
	ret->ends = SYMBOL_ENDS_KALLSYMS;
	ret->source_path = xstrdup(path);
	ret->source_name = "kallsyms";
	ret->origin_letter = object->identity.guest ? 'g' : 'k';
	return 0;
}

static bool has_symtab(const struct image *image) { return image_has_symbols(image, SHT_SYMTAB); }

/* 0 or more: found; ret->source_path is set then. Negative: as kernel_image_open, or -ENODATA without symbols. */
static int use_vmlinux(const struct object *object, struct object_symbols *ret, struct strbuf *tried)
{
	struct symbol_file file = { .image = IMAGE_INIT };
	int code = kernel_image_open(object, has_symtab, &file, tried);

	if (code < 0) return code;
	struct image_symbols_options options = { .addresses = IMAGE_VADDRS };
	uint64_t linked_vaddr;
	ret->key = key_of(object, &file.identity, false);
	if (object_symbols_find_kept(object, ret)) {
		code = 1;
	} else {
		if (object->identity.ref_name && object->identity.ref_vaddr &&
		    image_symbol_value(&file.image, object->identity.ref_name, &linked_vaddr))
			options.offset = object->identity.ref_vaddr - linked_vaddr;
		code = image_symbols_add(&file.image, SHT_SYMTAB, &options, &ret->list);
	}
	if (code > 0) {
		ret->source_path = xstrdup(file.path);
		ret->source_name = "vmlinux";
		ret->origin_letter = object->identity.guest ? 'V' : 'v';
	}
	symbol_file_close(&file);
	return code == 0 ? -ENODATA : code;
}

/* Is the running kernel this object's? An object's own build-id is worth more than what the store knows. */
static enum kernel_match kernel_match(const struct object *object, bool *ret_hidden)
{
	if (!object->identity.build_id_size) return symbol_store_kernel_match(object->store, ret_hidden);
	struct recorded_kernel kernel = object->store->kernel;
	kernel.build_id = object->build_id;
	kernel.build_id_size = object->identity.build_id_size;
	return running_kernel_match(&kernel, object->store->options.running_root, ret_hidden);
}

/* A file of the running kernel; the caller frees. */
static char *running_path(const struct object *object, const char *path)
{
	return xasprintf("%s%s", object->store->options.running_root, path);
}

char *object_running_file(const struct object *object, const char *path)
{
	bool hidden;
	if (object->identity.guest || kernel_match(object, &hidden) != KERNEL_SAME) return NULL;
	return running_path(object, path);
}

/* use_kallsyms, and word of it. */
static int try_kallsyms(const struct object *object, const char *path, bool other_boot, struct object_symbols *ret,
			struct strbuf *tried)
{
	int code = use_kallsyms(object, path, other_boot, ret);
	const char *why = code == -ESTALE ? "of another boot" : strerror(-code);
	if (code == -EPERM) why = "all addresses are hidden";
	if (tried && code < 0) strbuf_printf(tried, "%s%s: %s", tried->size ? "; " : "", path, why);
	return code;
}

/* What kallsyms_show_value() of the kernel asks for; see kptr_restrict in Documentation/admin-guide/sysctl/kernel.rst.
 */
static void warn_hidden(const struct object *object)
{
	warnings_add(object->store->options.warnings, "no kernel symbols",
		     "/proc/kallsyms hides its addresses. \"sudo sysctl kernel.kptr_restrict=0\" shows them to root, "
		     "\"sudo sysctl kernel.kptr_restrict=0 kernel.perf_event_paranoid=1\" to everybody");
}

/* Says which kernel was recorded, as exactly as it is known: build-id, release, or neither. */
static void warn_missing(const struct object *object, enum kernel_match match)
{
	const struct symbol_options *o = &object->store->options;
	const struct recorded_kernel *kernel = &object->store->kernel;
	const char *release = kernel->release ? kernel->release : kernel->module_release;
	char hex[41] = "";
	for (size_t i = 0; i < object->identity.build_id_size; i++)
		snprintf(hex + 2 * i, 3, "%02x", object->build_id[i]);
	if (*hex)
		warnings_add(
			o->warnings, "no kernel symbols",
			"no symbols for the recorded kernel %s: it is not the running one, and neither a vmlinux nor "
			"%s/.build-id has it (--kallsyms and --vmlinux name a file)",
			hex, object->files->build_id_dir);
	else if (release && match == KERNEL_OTHER)
		warnings_add(o->warnings, "no kernel symbols",
			     "no symbols for the recorded kernel %s: it is not the running one (--kallsyms and "
			     "--vmlinux name a file)",
			     release);
	else
		warnings_add(o->warnings, "no kernel symbols",
			     "no symbols for the recorded kernel: nothing in the recording shows that it is the "
			     "running one. If it is, "
			     "--kallsyms=/proc/kallsyms names its functions; else --kallsyms or --vmlinux name a file "
			     "of that kernel");
}

/* Without being told where: a vmlinux of that build-id, a copy of kallsyms, the running kernel's. */
static int search_kernel(const struct object *object, struct object_symbols *ret, struct strbuf *tried)
{
	const struct target_files *files = object->files;
	_free_ char *cached = target_file_cached(files, object->build_id, object->identity.build_id_size, "kallsyms");
	bool hidden = false;

	if (use_vmlinux(object, ret, tried) >= 0) return 0;
	if (tried && !object->store->options.ignore_vmlinux)
		strbuf_printf(tried, "%sno vmlinux in the build-id cache, /boot, /lib/modules, /usr/lib/debug",
			      tried->size ? "; " : "");
	/* the cache first, even for the running kernel: it takes that 50 ms to write its list */
	if (cached && try_kallsyms(object, cached, true, ret, tried) >= 0) return 0;
	enum kernel_match match = kernel_match(object, &hidden);
	if (match < KERNEL_SAME_RELEASE) hidden = false; /* seeing its addresses would not help */
	if (match == KERNEL_SAME) {
		_free_ char *kallsyms = running_path(object, "/proc/kallsyms");
		int code = try_kallsyms(object, kallsyms, false, ret, tried);
		if (code >= 0) return 0;
		hidden = code == -EPERM;
	} else if (tried) {
		strbuf_printf(tried, "%s/proc/kallsyms: %s", tried->size ? "; " : "",
			      match == KERNEL_OTHER ? "of another kernel" : "not shown to be of the recorded kernel");
	}
	if (cached && try_kallsyms(object, cached, false, ret, tried) >= 0) return 0;
	if (hidden) warn_hidden(object);
	else warn_missing(object, match);
	return -ENOENT;
}

/* Of a guest, what is kept by build-id. The running kernel is not looked at: it is the host's. */
static int search_guest_kernel(const struct object *object, struct object_symbols *ret, struct strbuf *tried)
{
	const struct object_identity *identity = &object->identity;
	_free_ char *cached = target_file_cached(object->files, object->build_id, identity->build_id_size, "kallsyms");
	if (use_vmlinux(object, ret, tried) >= 0) return 0;
	if (cached && try_kallsyms(object, cached, true, ret, tried) >= 0) return 0;
	if (cached && try_kallsyms(object, cached, false, ret, tried) >= 0) return 0;
	_free_ char *guest = identity->guest_pid > 0 ? xasprintf("guest %d", identity->guest_pid) : xstrdup("a guest");
	warnings_add(object->store->options.warnings, "no guest kernel symbols",
		     "no symbols for the kernel of %s: a copy of its /proc/kallsyms names its functions "
		     "(--guestkallsyms=FILE, or --guestmount=DIR with the guest's files in DIR/PID)",
		     guest);
	return -ENOENT;
}

/* The list of symbols that the user has for the object's kernel; NULL: none. The caller frees. */
static char *given_kallsyms(const struct object *object)
{
	const struct symbol_options *o = &object->store->options;
	const char *given = o->kallsyms;
	if (object->identity.guest) {
		_free_ char *mounted = target_file_path(object->files, "/proc/kallsyms");
		if (access(mounted, R_OK) == 0) return take(mounted);
		given = o->guest_kallsyms;
	}
	return given ? xstrdup(given) : NULL;
}

/* One list for the kernels of several guests, which may be different ones. */
static void warn_shared_list(const struct object *object, const char *path)
{
	struct symbol_store *store = object->store;
	int32_t first = 0, pid = object->identity.guest_pid;
	const char *shared = store->options.guest_kallsyms;
	if (!object->identity.guest || !shared || strcmp(path, shared) != 0) return;
	if (atomic_compare_exchange_strong(&store->listed_guest, &first, pid) || first == pid) return;
	warnings_add(store->options.warnings, "guest kernel symbols",
		     "%s names the functions of several guests: wrongly, where they run different kernels "
		     "(--guestmount=DIR takes each guest's own, DIR/PID/proc/kallsyms)",
		     path);
}

/* What the user named is used or complained about; the search begins only without it, or when a named vmlinux
 * failed. */
static int load(const struct object *object, struct object_symbols *ret, struct strbuf *tried)
{
	const struct symbol_options *o = &object->store->options;
	bool guest = object->identity.guest;
	const char *vmlinux = guest ? o->guest_vmlinux : o->vmlinux;
	_free_ char *kallsyms = given_kallsyms(object);
	int code;

	if (kallsyms) {
		warn_shared_list(object, kallsyms);
		code = try_kallsyms(object, kallsyms, false, ret, tried);
		if (code < 0)
			warnings_add(o->warnings, "no kernel symbols", "%s: %s", kallsyms,
				     code == -EPERM
					     ? "all addresses are 0: it was copied while kernel.kptr_restrict hid them"
					     : strerror(-code));
		return code;
	}
	if (vmlinux && !o->ignore_vmlinux) {
		code = use_vmlinux(object, ret, tried);
		if (code >= 0) return code;
		const char *why = code == -ENODATA ? "no symbol table" : strerror(-code);
		if (code == -ESTALE) why = "its build-id is not the recorded kernel's";
		warnings_add(o->warnings, "no kernel symbols", "%s: %s", vmlinux, why);
		/* the others are still worth a look, all but images */
	}
	return guest ? search_guest_kernel(object, ret, tried) : search_kernel(object, ret, tried);
}

int object_load_kernel(const struct object *object, struct object_symbols *ret)
{
	_strbuf_done_ struct strbuf tried = STRBUF_INIT;
	int code = load(object, ret, object_tells(object) ? &tried : NULL);
	object_tell(object, ret, strbuf_text(&tried));
	return code;
}

char *object_module_name(const char *path)
{
	const char *slash = strrchr(path, '/'), *from = slash ? slash + 1 : path;
	if (*from == '[') from++;
	char *name = xstrndup(from, strcspn(from, *from ? ".]" : ""));
	for (char *c = name; *c; c++)
		if (*c == '-') *c = '_';
	return name;
}

/* The module's own file, or the debug file of it. */
static int use_module_file(const struct object *object, struct object_symbols *ret, struct strbuf *tried)
{
	struct object_files found;
	struct image_symbols_options options = { .addresses = IMAGE_TEXT_OFFS };
	int code = -ENOENT;

	object_files_find(object, &found, tried);
	if (found.symbols.path) code = image_symbols_add(&found.symbols.image, SHT_SYMTAB, &options, &ret->list);
	if (code > 0) {
		char letter = found.symbols_source->letter;
		ret->source_path = xstrdup(found.symbols.path);
		ret->source_name = found.symbols_source->name;
		ret->origin_letter = letter == 'd' ? 'K' : letter;
	}
	object_files_done(&found);
	return code == 0 ? -ENODATA : code;
}

/* Has the kernel that was recorded, and still runs, that module, and where? Both have to be shown: that the kernel
 * is the recorded one, and that the module, which may have been loaded anew, is too. */
static bool running_module(const struct object *object, const char *name, uint64_t *ret_start)
{
	const char *root = object->store->options.running_root;
	uint8_t id[20];
	bool hidden;

	if (symbol_store_kernel_match(object->store, &hidden) != KERNEL_SAME) return false;
	int size = object->identity.build_id_size ? running_kernel_module_build_id(root, name, id) : 0;
	if (size > 0 &&
	    ((size_t)size != object->identity.build_id_size || memcmp(id, object->build_id, (size_t)size) != 0))
		return false;
	return running_kernel_module(root, name, ret_start);
}

/* The lines that are of the module, of the list that was given, or of the running kernel's. Addresses become offsets
 * from where the module was loaded: recorded for a list that was given, else of the running module. */
static int use_module_lines(const struct object *object, struct object_symbols *ret)
{
	const struct object_identity *identity = &object->identity;
	_free_ char *name = object_module_name(identity->path), *running = running_path(object, "/proc/kallsyms");
	_free_ char *given = given_kallsyms(object);
	const struct symbol_store *store = object->store;
	if (!given && !identity->guest) /* what the recording carries has the addresses of its boot */
		given = bundle_cached(store->files.bundle, store->kernel_build_id, store->kernel.build_id_size,
				      "kallsyms");
	const char *kallsyms = given ? given : running;
	uint64_t start = identity->ref_vaddr;

	if (!given && identity->guest) return -ENOENT;
	if (!given && !running_module(object, name, &start)) return -ENOENT;
	int code = kallsyms_load(kallsyms, name, false, &ret->list);

	if (code < 0) {
		symbol_list_done(&ret->list);
		return code;
	}
	for (size_t i = 0; i < ret->list.symbols.count; i++) {
		ret->list.symbols.items[i].start -= start;
		ret->list.symbols.items[i].end -= start;
	}
	ret->ends = SYMBOL_ENDS_KALLSYMS;
	ret->source_path = xstrdup(kallsyms);
	ret->source_name = "kallsyms";
	ret->origin_letter = 'k';
	return 0;
}

/* A negative code, or 0: the number of symbols is of no interest to the caller. */
int object_load_module(const struct object *object, struct object_symbols *ret)
{
	bool has_list = object->store->options.kallsyms && !object->identity.guest;
	_strbuf_done_ struct strbuf tried = STRBUF_INIT;
	int code = has_list ? -ENOENT : use_module_file(object, ret, object_tells(object) ? &tried : NULL);

	if (code <= 0 && object->identity.ref_vaddr) code = use_module_lines(object, ret);
	object_tell(object, ret, strbuf_text(&tried));
	return MIN(code, 0);
}
