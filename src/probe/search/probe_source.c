/* Opens what a target means: which file runs, which has its debug information, and where the kernel's are.
 *
 *     program     runtime: the file itself; debug information: its own, or what its build-id or debug link leads to
 *     module      by path: the file; by name: what the running kernel's build-id of it leads to
 *     kernel      -k FILE, else what the running kernel's build-id leads to
 *
 * Then answers that several of the searches need: units, line rows (read once for each unit), call frame information,
 * and which functions and lines are at an address. A search uses a source from one thread, but for function_search,
 * whose workers ask for units. */
#include "probe/search/probe_source.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include "base/strbuf.h"
#include "symbol/dwarf/debug_lines.h"
#include "symbol/file/build_id.h"
#include "symbol/image_symbols.h"
#include "symbol/dwarf/debug_tree.h"
#include "symbol/dwarf/debug_variable.h"
#include "symbol/object_files.h"

void probe_source_say(const struct probe_source *source, int level, const char *format, ...)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	va_list args;
	if (!source->target->say) return;
	va_start(args, format);
	strbuf_vprintf(&text, format, args);
	va_end(args);
	source->target->say(source->target->say_ctx, level, strbuf_text(&text));
}

/* Case counts. */
static bool has_suffix(const char *text, const char *suffix)
{
	size_t size = strlen(text), suffix_size = strlen(suffix);
	return size >= suffix_size && strcmp(text + size - suffix_size, suffix) == 0;
}

/* "/lib/modules/.../nf_conntrack.ko.xz" -> "nf_conntrack" The kernel writes module names with "_" where files may have
 * "-". */
static char *module_name(const char *path)
{
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
	char *name = xstrndup(base, strcspn(base, "."));
	for (char *c = name; *c; c++)
		if (*c == '-') *c = '_';
	return name;
}

/* A file the user named: it is taken whatever its build-id. */
static int open_named(const char *path, struct symbol_file *ret)
{
	char *copy = xstrdup(path);
	int r = symbol_file_open(&copy, ret);
	free(copy);
	return r;
}

/* Takes the open file over, as source->file if it has debug information. The budgets of debug_file are laid out for
 * profiles, which ask less of each unit. */
static void take_debug_file(struct probe_source *source, struct symbol_file *file)
{
	struct debug_file *debug = debug_file_new(DEBUG_FILE_MAIN, file, &source->files, &source->names);
	/* more is asked of a few functions than a profile would: each block's ranges for each place */
	atomic_fetch_add(&debug->range_budget, 32 << 20);
	atomic_fetch_add(&debug->line_budget, atomic_load(&debug->line_budget));
	if (debug_file_has_info(debug)) source->file = debug;
	else debug_file_free(debug);
}

/* -x: the file must exist and be ELF; debug information may be missing.
 * With namespace_pid the file is read through /proc/PID/root, while events name it by the path that the process sees.
 */
static int open_program(struct probe_source *source, struct err *err)
{
	const struct probe_target *target = source->target;
	struct symbol_options options = { .symfs = target->symfs };
	struct object_identity identity = { .kind = OBJECT_USER, .path = target->exec, .pid = -1 };
	uint8_t build_id[20];
	struct symbol_file debug = { .image = IMAGE_INIT };
	source->store = symbol_store_new(&options);
	if (target->namespace_pid) {
		source->own_path = xasprintf("/proc/%d/root%s", target->namespace_pid, target->exec);
		identity.path = source->own_path;
	}
	_free_ char *path = target_file_path(&source->files, identity.path);
	int id_size = build_id_of_file(path, build_id);
	if (id_size > 0) {
		identity.build_id = build_id;
		identity.build_id_size = (size_t)id_size;
	}
	int r = open_named(path, &source->runtime);
	if (r < 0) {
		r = err_set(err, -ENOENT, "Failed to load symbols from %s", target->exec);
		err_hint(err, "Please ensure the file is not stripped.");
		return r;
	}
	source->object = symbol_store_object(source->store, &identity);
	if (object_open_debug_info(source->object, &debug) < 0) return 0;
	take_debug_file(source, &debug);
	if (source->file) source->file->object_path = xstrdup(path);
	return 0;
}

/* The kernel or a module. Without any file it still opens: symbols of the running kernel serve then. Four ways: a
 * module's file, a loaded module by name, -k FILE, the running kernel. Build-ids of a loaded module and of the running
 * kernel come from sysfs (/sys/module/NAME/notes, /sys/kernel/notes) and decide which file is taken. */
static int open_kernel(struct probe_source *source, struct err *err)
{
	const struct probe_target *target = source->target;
	struct symbol_options options = { .symfs = target->symfs,
					  .vmlinux = target->vmlinux,
					  .use_running_kernel = true };
	struct symbol_file debug = { .image = IMAGE_INIT };
	uint8_t build_id[20];
	bool is_path = target->module && strchr(target->module, '/');
	source->is_kernel = true;
	source->is_module = target->module;
	if (target->module) source->module_name = is_path ? module_name(target->module) : xstrdup(target->module);
	source->store = symbol_store_new(&options);
	struct object_identity identity = { .kind = OBJECT_KERNEL, .path = "[kernel.kallsyms]", .pid = -1 };
	if (is_path) {
		int r = open_named(target->module, &source->runtime);
		if (r < 0) return err_set(err, r == -ENOENT ? -ENOENT : -EINVAL, "Failed to open %s", target->module);
		r = open_named(target->module, &debug);
		if (r == 0 && image_has_debug_info(&debug.image)) {
			take_debug_file(source, &debug);
			return 0;
		}
		if (r == 0) symbol_file_close(&debug);
		identity = (struct object_identity){ .kind = OBJECT_MODULE, .path = target->module, .pid = -1 };
		int size = build_id_of_file(target->module, build_id);
		identity.build_id = build_id;
		identity.build_id_size = size > 0 ? (size_t)size : 0;
	} else if (target->module) {
		_free_ char *name = xasprintf("[%s]", target->module);
		_free_ char *notes = xasprintf("/sys/module/%s/notes/.note.gnu.build-id", target->module);
		int size = build_id_of_file(notes, build_id);
		identity = (struct object_identity){ .kind = OBJECT_MODULE,
						     .path = name,
						     .pid = -1,
						     .build_id = build_id,
						     .build_id_size = size > 0 ? (size_t)size : 0 };
		source->object = symbol_store_object(source->store, &identity);
	} else if (target->vmlinux) {
		int r = open_named(target->vmlinux, &debug);
		if (r < 0) return err_set(err, -EINVAL, "Invalid file: %s", target->vmlinux);
		(void)!open_named(target->vmlinux, &source->runtime);
		if (image_has_debug_info(&debug.image)) take_debug_file(source, &debug);
		else symbol_file_close(&debug);
		return 0;
	} else {
		int size = build_id_of_file("/sys/kernel/notes", build_id);
		identity.build_id = build_id;
		identity.build_id_size = size > 0 ? (size_t)size : 0;
	}
	if (!source->object) source->object = symbol_store_object(source->store, &identity);
	if (object_open_debug_info(source->object, &debug) == 0) {
		if (!source->runtime.path) (void)!open_named(debug.path, &source->runtime);
		take_debug_file(source, &debug);
	}
	return 0;
}

/* On failure everything is closed again, and *ret is left alone. */
int probe_source_open(const struct probe_target *target, struct probe_source **ret, struct err *err)
{
	struct probe_source *source = xcalloc(1, sizeof(*source));
	source->target = target;
	source->runtime = (struct symbol_file){ .image = IMAGE_INIT };
	target_files_init(&source->files, target->symfs, NULL);
	debug_names_init(&source->names);
	int r = target->exec ? open_program(source, err) : open_kernel(source, err);
	if (r < 0) {
		probe_source_close(source);
		return r;
	}
	*ret = source;
	return 0;
}

/* Units belong to the debug file, so that what points at them (rows) goes first. */
void probe_source_close(struct probe_source *source)
{
	if (!source) return;
	size_t at = 0;
	uint64_t unit, value;
	while (u64map_next(&source->rows, &at, &unit, &value)) {
		struct debug_rows *rows = (struct debug_rows *)(uintptr_t)value;
		debug_rows_done(rows);
		free(rows);
	}
	u64map_done(&source->rows);
	image_functions_free(source->functions);
	debug_file_free(source->file);
	for (int i = 0; i < 2; i++) cfi_free(source->cfi[i]);
	if (source->runtime.path) symbol_file_close(&source->runtime);
	symbol_store_free(source->store);
	debug_names_done(&source->names);
	target_files_done(&source->files);
	free(source->module_name);
	free(source->own_path);
	free(source);
}

int probe_source_need_debug_info(struct probe_source *source, struct err *err)
{
	if (source->file) {
		debug_file_need_units(source->file);
		return 0;
	}
	const struct probe_target *target = source->target;
	if (target->exec) err_set(err, -ENODATA, "The %s file has no debug information.", target->exec);
	else if (target->module)
		err_set(err, -ENODATA,
			"Failed to find the path for the kernel module %s: no file with debug information is at hand.",
			target->module);
	else err_set(err, -ENODATA, "Failed to find the path for the kernel: No such file or directory");
	if (target->exec) err_hint(err, "Rebuild with -g, or install an appropriate debuginfo package.");
	else err_hint(err, "Install the kernel's debug package, or name a vmlinux with debug information by -k.");
	return -ENODATA;
}

int probe_source_no_function(const struct probe_source *source, const char *function, struct err *err)
{
	uint64_t vaddr;
	if (!image_symbol_value(&source->file->file.image, function, &vaddr) &&
	    !(source->runtime.path && image_symbol_value(&source->runtime.image, function, &vaddr)))
		return 0;
	return err_set(err, -EINVAL, "No debug information tells of %s: it was compiled without -g, or is assembly.",
		       function);
}

/* Thread safe, as function_search asks from several threads. */
struct debug_unit *probe_source_unit(struct probe_source *source, size_t i)
{
	struct debug_unit *unit = source->file->units.items[i];
	if (unit->type != DW_UT_compile && unit->type != DW_UT_skeleton) return NULL;
	debug_unit_need_root(unit);
	struct debug_unit *full = debug_unit_full(unit);
	debug_unit_need_root(full);
	return full;
}

/* The map has 0 for a unit that was not read yet; units are never freed before the source. */
const struct debug_rows *probe_source_rows(struct probe_source *source, struct debug_unit *unit)
{
	struct debug_unit *owner = probe_source_line_unit(unit);
	uint64_t *value = u64map_put(&source->rows, (uintptr_t)owner, NULL);
	if (!*value) {
		struct debug_rows *rows = xcalloc(1, sizeof(*rows));
		debug_rows_read(owner, rows);
		*value = (uintptr_t)rows;
	}
	return (const struct debug_rows *)(uintptr_t)*value;
}

/* The debug file's symbol table is preferred, as that of the running file may be stripped. */
const struct image_functions *probe_source_functions(struct probe_source *source)
{
	bool in_debug_file = source->file && image_has_symbols(&source->file->file.image, SHT_SYMTAB);
	if (source->functions) return source->functions;
	if (in_debug_file)
		source->functions = image_functions_new(&source->file->file.image, source->file->section_vaddrs);
	else source->functions = image_functions_new(&source->runtime.image, NULL);
	return source->functions;
}

/* .eh_frame of the file that runs, .debug_frame of the debug file (else of the one that runs). Modules' sections are
 * relocated first. */
static void load_cfi(struct probe_source *source)
{
	static const char *const names[] = { ".eh_frame", ".debug_frame" };
	const struct image *images[] = { &source->runtime.image,
					 source->file ? &source->file->file.image : &source->runtime.image };
	source->cfi_tried = true;
	for (int i = 0; i < 2; i++) {
		const struct image *image = images[i];
		const struct image_section *section = image_section(image, names[i]),
					   *text = image_section(image, ".text"), *got = image_section(image, ".got");
		_bytes_done_ struct bytes bytes = BYTES_INIT;
		if (!section && i == 1) section = image_section(image = images[0], names[i]);
		if (!section || image_section_data(image, section, &bytes) < 0) continue;
		if (source->file && source->file->section_vaddrs && image == &source->file->file.image)
			debug_reloc_apply(source->file, (size_t)(section - image->sections), &bytes);
		struct cfi_input input = {
			.data = bytes.data,
			.size = bytes.size,
			.vaddr = section->vaddr,
			.text_vaddr = text ? text->vaddr : 0,
			.data_vaddr = got ? got->vaddr : 0,
			.debug_frame = i == 1,
			.is64 = image->is64,
			.swap = image->swap,
			.machine = image->machine,
		};
		(void)!cfi_new(&input, &source->cfi[i]); /* without segments, addresses stay what they are */
	}
}

const struct cfi_rule *probe_source_cfi(struct probe_source *source, uint64_t vaddr, const struct cfi **ret_cfi)
{
	if (!source->cfi_tried) load_cfi(source);
	for (int i = 0; i < 2; i++) {
		const struct cfi_rule *rule = source->cfi[i] ? cfi_find(source->cfi[i], vaddr) : NULL;
		if (!rule) continue;
		*ret_cfi = source->cfi[i];
		return rule;
	}
	return NULL;
}

/* The tree of functions by address has copies below what they are inlined into: the outermost is the function. */
bool probe_source_scope(struct debug_unit *unit, uint64_t vaddr, struct debug_entry *ret_function,
			struct debug_entry *ret_innermost)
{
	struct debug_tree *tree = debug_unit_tree(probe_source_line_unit(unit));
	uint32_t innermost = debug_tree_find(tree, vaddr), function = innermost;
	if (innermost == DEBUG_NO_NODE) return false;
	while (tree->nodes.items[function].is_inlined && tree->nodes.items[function].parent != DEBUG_NO_NODE)
		function = tree->nodes.items[function].parent;
	return debug_entry_at(tree->unit, tree->unit->info_off + tree->nodes.items[function].entry, ret_function) &&
	       debug_entry_at(tree->unit, tree->unit->info_off + tree->nodes.items[innermost].entry, ret_innermost);
}

/* The line of the call, where a copy of a function begins at vaddr. */
static bool is_copy_at(struct debug_unit *unit, uint64_t vaddr, const char **ret_file, uint32_t *ret_line)
{
	struct debug_entry scopes[16];
	unsigned nr = debug_scopes_at(unit, vaddr, scopes, ARRAY_SIZE(scopes));
	uint64_t entry_pc, line;
	/* of copies in copies, the outermost that begins there */
	for (unsigned i = nr; i-- > 0;) {
		if (debug_entry_tag(&scopes[i]) != DW_TAG_inlined_subroutine ||
		    !debug_entry_entry_pc(&scopes[i], &entry_pc) || entry_pc != vaddr)
			continue;
		const char *file = debug_entry_file(&scopes[i], DW_AT_call_file);
		if (!file || !debug_entry_number(&scopes[i], DW_AT_call_line, &line)) continue;
		*ret_file = file;
		*ret_line = (uint32_t)line;
		return true;
	}
	return false;
}

/* Three cases, in this order: the function begins here; a copy begins here and no statement does; a row of the line
 * table. */
bool probe_source_line_at(struct probe_source *source, struct debug_unit *unit, uint64_t vaddr, const char **ret_file,
			  uint32_t *ret_line)
{
	struct debug_entry function, innermost;
	uint64_t entry_pc, line;
	if (probe_source_scope(unit, vaddr, &function, &innermost) && debug_entry_entry_pc(&function, &entry_pc) &&
	    entry_pc == vaddr && debug_entry_number(&function, DW_AT_decl_line, &line)) {
		const char *file = debug_entry_file(&function, DW_AT_decl_file);
		if (file) {
			*ret_file = file;
			*ret_line = (uint32_t)line;
			return true;
		}
	}
	const struct debug_rows *rows = probe_source_rows(source, unit);
	size_t at = debug_rows_last_at(rows, vaddr);
	if (at == SIZE_MAX) return false;
	/* of the rows with its address the first that begins a statement */
	size_t first = debug_rows_first_at(rows, rows->items.items[at].vaddr), begin = first == SIZE_MAX ? at : first;
	while (begin < at && !rows->items.items[begin].is_stmt) begin++;
	if (!rows->items.items[begin].is_stmt || first == SIZE_MAX) {
		/* none begins here: where a copy of a function does, that is the line it is called at */
		if (is_copy_at(unit, vaddr, ret_file, ret_line)) return true;
		if (first != SIZE_MAX) begin = first;
	}
	const struct debug_row *row = &rows->items.items[begin];
	const char *file = debug_lines_path(debug_unit_lines(probe_source_line_unit(unit)), row->file);
	if (!file) return false;
	*ret_file = file;
	*ret_line = row->line;
	return true;
}

/* All rows of just this address are looked at. */
bool probe_source_continues_at(struct probe_source *source, struct debug_unit *unit, uint64_t vaddr, const char *path,
			       uint32_t line)
{
	const struct debug_rows *rows = probe_source_rows(source, unit);
	struct debug_lines *lines = debug_unit_lines(probe_source_line_unit(unit));
	bool found = false;
	for (size_t i = debug_rows_first_at(rows, vaddr); i < rows->items.count && rows->items.items[i].vaddr == vaddr;
	     i++) {
		if (rows->items.items[i].is_stmt) return false;
		found |= rows->items.items[i].line == line &&
			 debug_lines_path(lines, rows->items.items[i].file) == path;
	}
	return found;
}

bool probe_path_ends(const char *path, const char *end) { return has_suffix(path, end); }
