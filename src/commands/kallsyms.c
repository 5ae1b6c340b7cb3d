/* perf kallsyms: where the running kernel has its symbols. Each is looked for in /proc/kallsyms, of the kernel first,
 * then of its modules, of which the addresses in their files are shown, too:
 *
 *     vfs_read: [kernel] [kernel.kallsyms] 0xffffffff816b8230-0xffffffff816b8590 (0xffffffff816b8230-...)
 *     e1000_up: [e1000] /lib/modules/.../e1000.ko 0xffffffffc0a01230-0xffffffffc0a01300 (0x1230-0x1300)
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "cli/command.h"
#include "cli/console.h"
#include "cli/textout.h"
#include "cli/option_form.h"
#include "kernel/kernel_text.h"
#include "kernel/machine_root.h"
#include "kernel/remedy.h"
#include "symbol/object.h"

#define KALLSYMS_BYTES_MAX ((size_t)256 << 20)
#define PAGE 4096ull

/* A symbol as the kernel tells it. module: "e1000", of the text; size 0: of the kernel itself. */
struct told {
	uint64_t start, end;
	const char *module;
	size_t module_size;
	bool found;
};
/* What the kernel says, and where its modules' files are; both are of the whole run. */
struct told_kernel {
	char *text;
	size_t size;
	struct kernel_modules modules;
	struct symbol_store *store;
};

/* A line "ffffffff81000000 T _stext" or "ffffffffc0a01230 t name\t[module]". */
struct told_line {
	uint64_t address;
	char type;
	const char *name, *module;
	size_t name_size, module_size;
};

/* The line at *at, which moves behind it. False: the text has ended. Lines that are none have no name. */
static bool next_line(const struct told_kernel *kernel, size_t *at, struct told_line *ret)
{
	if (*at >= kernel->size) return false;
	const char *line = kernel->text + *at, *end = memchr(line, '\n', kernel->size - *at);
	if (!end) end = kernel->text + kernel->size;
	*at = (size_t)(end - kernel->text) + 1;
	char *behind;
	*ret = (struct told_line){ .address = strtoull(line, &behind, 16) };
	if (behind + 3 > end || *behind != ' ' || behind[2] != ' ') return true;
	ret->type = behind[1];
	ret->name = behind + 3;
	while (ret->name + ret->name_size < end && !isspace((unsigned char)ret->name[ret->name_size])) ret->name_size++;
	const char *bracket = memchr(ret->name, '[', (size_t)(end - ret->name));
	const char *close = bracket ? memchr(bracket, ']', (size_t)(end - bracket)) : NULL;
	if (!close || bracket < ret->name + ret->name_size) return true;
	ret->module = bracket + 1;
	ret->module_size = (size_t)(close - ret->module);
	return true;
}

static bool same_module(const struct told *a, const struct told_line *b)
{
	return a->module_size == b->module_size &&
	       (!a->module_size || memcmp(a->module, b->module, a->module_size) == 0);
}

/* Functions and data, not constants of the linker. */
static bool is_symbol(char type) { return strchr("TWDB", toupper((unsigned char)type)) != NULL; }

/* One pass finds the symbol, another one what follows it. */
static struct told find_symbol(const struct told_kernel *kernel, const char *name)
{
	struct told told = { 0 };
	struct told_line line;
	size_t length = strlen(name);
	for (size_t at = 0; next_line(kernel, &at, &line);) {
		if (line.name_size != length || memcmp(line.name, name, length) != 0 || !is_symbol(line.type)) continue;
		if (told.found && (!told.module_size || line.module_size)) continue; /* the kernel's own comes first */
		told = (struct told){ line.address, UINT64_MAX, line.module, line.module_size, true };
	}
	if (!told.found) return told;
	for (size_t at = 0; next_line(kernel, &at, &line);)
		if (line.name && same_module(&told, &line) && line.address > told.start)
			told.end = MIN(told.end, line.address);
	if (told.end == UINT64_MAX) told.end = ((told.start + PAGE - 1) & ~(PAGE - 1)) + PAGE;
	return told;
}

/* /proc/modules has '_' where files may have '-', as kallsyms does. */
static const struct kernel_module *module_of(const struct told_kernel *kernel, const struct told *told)
{
	for (size_t i = 0; i < kernel->modules.modules.count; i++) {
		const struct kernel_module *module = &kernel->modules.modules.items[i];
		if (strlen(module->name) == told->module_size &&
		    memcmp(module->name, told->module, told->module_size) == 0)
			return module;
	}
	return NULL;
}

/* Where the module's file has it; as in memory where that cannot be read. */
static void find_in_file(const struct told_kernel *kernel, const struct kernel_module *module, const char *name,
			 struct told *told)
{
	const struct object_identity identity = { .kind = OBJECT_MODULE, .path = module->path, .pid = -1 };
	struct object *object = symbol_store_object(kernel->store, &identity);
	const struct symbol *symbol = object_find_name(object, name);
	if (!symbol) return;
	told->start = symbol->start;
	told->end = symbol->end;
}

static void show(const struct told_kernel *kernel, const char *name, struct outbuf *out)
{
	struct told told = find_symbol(kernel, name), filed = told;
	if (!told.found) {
		out_printf(out, "%s: not found\n", name);
		return;
	}
	if (!told.module_size) {
		out_printf(out, "%s: [kernel] [kernel.kallsyms] ", name);
	} else {
		const struct kernel_module *module = module_of(kernel, &told);
		_free_ char *short_name = xasprintf("[%.*s]", (int)told.module_size, told.module);
		if (module) find_in_file(kernel, module, name, &filed);
		out_printf(out, "%s: %s %s ", name, short_name, module ? module->path : short_name);
	}
	out_printf(out, "%#" PRIx64 "-%#" PRIx64 " (%#" PRIx64 "-%#" PRIx64 ")\n", told.start, told.end, filed.start,
		   filed.end);
}

/* 0, or -1 after the reason was printed. */
static int read_kernel(struct told_kernel *ret)
{
	struct kernel_text text;
	_free_ char *release = machine_release();
	ret->text = kernelfs_read_raw(machine_root(), "proc/kallsyms", KALLSYMS_BYTES_MAX, &ret->size);
	if (!ret->text || !ret->size) {
		console_error("This kernel has no /proc/kallsyms: it was built without CONFIG_KALLSYMS");
		return -1;
	}
	if (!kernel_text_find(machine_root(), &text)) {
		_free_ char *remedy = remedy_sysctl("kptr_restrict", 0);
		console_error("The kernel hides the addresses of its symbols\nHint: %s", remedy);
		return -1;
	}
	if (kernel_modules_read(machine_root(), release ? release : "", &ret->modules) < 0) return 0;
	console_verbose(1, "%zu bytes of symbols, %zu modules\n", ret->size, ret->modules.modules.count);
	const struct symbol_options options = { .use_running_kernel = true, .ignore_vmlinux = true };
	ret->store = symbol_store_new(&options);
	return 0;
}

static const char *const usage[] = { "perf kallsyms [<options>] symbol_name", NULL };
static const struct option options[] = {
	OPTION_VERBOSE("be more verbose (show counter open errors, etc)"),
	OPTION_END,
};
static const struct option_table table = { .rows = options, .usage = usage };

static int run(int argc, const char **argv)
{
	struct told_kernel kernel = { .text = NULL };
	struct outbuf out;
	int status;
	if (!option_table_parse(&table, &argc, argv, NULL, &status)) return status;
	if (argc < 1) return option_table_usage(&table);
	status = 255;
	if (read_kernel(&kernel) == 0) {
		textout_stdout(&out);
		for (int i = 0; i < argc; i++) show(&kernel, argv[i], &out);
		(void)textout_close(&out, NULL); /* has told of a full disk, and the exit status will */
		status = 0;
	}
	free(kernel.text);
	kernel_modules_done(&kernel.modules);
	if (kernel.store) symbol_store_free(kernel.store);
	return status;
}

const struct command command_kallsyms = {
	.name = "kallsyms",
	.summary = "Searches running kernel for symbols",
	.run = run,
};
