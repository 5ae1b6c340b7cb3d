/* The running kernel's symbols: all of /proc/kallsyms is parsed, and `schedule`, which every kernel has, is looked up
 * by its name and by its addresses. Without the right to see addresses (kptr_restrict) they are all 0, and there is
 * nothing to look up. A failure means that samples of the kernel would have wrong names. */
#include <errno.h>
#include <string.h>
#include "kernel/kernel_text.h"
#include "kernel/machine_root.h"
#include "symbol/kallsyms.h"
#include "symbol/object.h"
#include "selftest/selftest.h"

/* All of the file, through the parser that symbols of the kernel come from. */
static void parse(struct selftest_run *run)
{
	struct symbol_list list;
	struct kallsyms_parser parser = { .list = &list };
	size_t size = 0, schedules = 0;
	_free_ char *text = kernelfs_read_raw(machine_root(), "/proc/kallsyms", 256u << 20, &size);

	if (!text || !size) SELFTEST_SKIP(run, "no /proc/kallsyms");
	symbol_list_init(&list);
	/* in pieces that end within lines, as reading a file gives them */
	for (size_t at = 0; at < size; at += 4000) kallsyms_parse(&parser, text + at, MIN(size - at, (size_t)4000));
	kallsyms_parse(&parser, "", 0);
	SELFTEST_CHECK(run, parser.nr_symbols > 1000);
	for (size_t i = 0; i < list.symbols.count; i++)
		schedules += strcmp(list.symbols.items[i].name, "schedule") == 0;
	if (parser.nr_zero == parser.nr_symbols) run->skip = "addresses are hidden (kptr_restrict)";
	else SELFTEST_CHECK(run, schedules >= 1);
	symbol_list_done(&list);
}

/* The symbol's start and middle are found, the addresses before and behind it are not its own. */
static void look_up(struct selftest_run *run)
{
	struct symbol_options options = { .use_running_kernel = true, .ignore_vmlinux = true };
	struct object_identity identity = { .kind = OBJECT_KERNEL, .path = "[kernel.kallsyms]", .pid = -1 };
	struct kernel_text text;

	if (!kernel_text_find(machine_root(), &text)) SELFTEST_SKIP(run, "addresses are hidden (kptr_restrict)");
	identity.ref_name = text.symbol;
	identity.ref_vaddr = text.start;
	struct symbol_store *store = symbol_store_new(&options);
	struct object *kernel = symbol_store_object(store, &identity);
	const struct symbol *schedule = object_find_name(kernel, "schedule");
	if (!schedule) {
		run->skip = "no symbols of the kernel";
	} else {
		const struct symbol *middle = object_find(kernel,
							  schedule->start + (schedule->end - schedule->start) / 2);
		SELFTEST_CHECK(run, middle == schedule);
		SELFTEST_CHECK(run, object_find(kernel, schedule->end) != schedule);
		SELFTEST_CHECK(run, object_find(kernel, schedule->start - 1) != schedule);
	}
	symbol_store_free(store);
}

static const struct selftest_case cases[] = { { "Parse /proc/kallsyms", parse },
					      { "Look up addresses", look_up },
					      { NULL, NULL } };
const struct selftest selftest_check_kallsyms = { .name = "Kernel symbols", .cases = cases };
