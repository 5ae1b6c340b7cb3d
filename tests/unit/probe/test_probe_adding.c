/* New events, given to files that stand for tracefs. */
#include "probe/probe_adding.h"

#include <errno.h>
#include <unistd.h>
#include "probe/search/kernel_functions.h"
#include "probe/search/probe_find.h"
#include "tests/unit/fixture_tree.h"

/* Each test has a machine of its own. */
static char machine_root[256];
static const char *machine_name;

static struct kernelfs machine(const char *name)
{
	static const char *root;
	if (!root) root = fixture_begin();
	machine_name = name;
	snprintf(machine_root, sizeof(machine_root), "%s/%s", root, name);
	return (struct kernelfs){ machine_root };
}

static void put(const char *path, const char *text)
{
	_free_ char *full = xasprintf("%s/%s", machine_name, path);
	fixture_file(full, text);
}

static struct probe_definition definition_of(const char *text)
{
	struct probe_definition definition = PROBE_DEFINITION_INIT;
	CHECK_INT(probe_definition_parse(text, &definition, NULL), 0);
	return definition;
}

static void add_place(struct probe_events *events, const char *function, uint64_t place)
{
	struct probe_event event = {
		.kind = PROBE_UPROBE, .target = xstrdup("/tmp/t"), .function = xstrdup(function), .place = place
	};
	vec_push(&events->items, event);
}

/* What adding two places of a definition says, and what is then in the file. */
static int add(const struct kernelfs *fs, const char *text, bool force, bool dry_run, struct err *err)
{
	_probe_files_done_ struct probe_files files;
	_probe_events_done_ struct probe_events events = PROBE_EVENTS_INIT;
	_probe_definition_done_ struct probe_definition definition = definition_of(text);
	struct probe_adding adding = { .files = &files, .force = force, .dry_run = dry_run };
	probe_files_init(&files, fs, NULL);
	add_place(&events, "foo", 0x1150);
	add_place(&events, "foo_bar", 0x1180);
	return probe_adding_write(&adding, &definition, &events, err);
}

static char *uprobe_events(const struct kernelfs *fs) { return kernelfs_read(fs, "sys/kernel/tracing/uprobe_events"); }

TEST(several_places)
{
	struct kernelfs fs = machine("several");
	_err_done_ struct err err = ERR_INIT;
	put("sys/kernel/tracing/events/header_page", "");
	put("sys/kernel/tracing/README",
	    "  dynamic_events\t\t- Create/append/remove/show the generic dynamic events\n");
	put("sys/kernel/tracing/uprobe_events", "p:probe_t/main /tmp/t:0x1000\n");
	CHECK_INT(add(&fs, "ev=foo*", false, false, &err), 0);
	_free_ char *first = uprobe_events(&fs);
	CHECK_STR(first, "p:probe_t/main /tmp/t:0x1000\np:probe_t/ev /tmp/t:0x1150\np:probe_t/ev /tmp/t:0x1180");
	CHECK_INT(add(&fs, "ev=foo*", false, false, &err), -EEXIST);
	CHECK_STR(err.message, "Error: event \"ev\" already exists.");
	CHECK_INT(add(&fs, "ev=foo*", true, true, NULL), 0); /* dry */
	CHECK_INT(add(&fs, "foo*", false, false, NULL), 0);
	_free_ char *second = uprobe_events(&fs);
	CHECK_STR(second ? second + strlen(first) : "",
		  "\np:probe_t/foo /tmp/t:0x1150\np:probe_t/foo_bar /tmp/t:0x1180");
}

/* Before Linux 5.4 each place needs a name of its own. */
TEST(kernels_without_shared_names)
{
	struct kernelfs fs = machine("old");
	put("sys/kernel/tracing/events/header_page", "");
	put("sys/kernel/tracing/uprobe_events", "");
	CHECK_INT(add(&fs, "ev=foo*", false, false, NULL), 0);
	_free_ char *lines = uprobe_events(&fs);
	CHECK_STR(lines, "p:probe_t/ev /tmp/t:0x1150\np:probe_t/ev_1 /tmp/t:0x1180");
}

TEST(what_is_lacking)
{
	struct kernelfs fs = machine("lacking");
	_err_done_ struct err err = ERR_INIT;
	CHECK_INT(add(&fs, "foo", false, false, &err), -ENOENT);
	CHECK_STR(err.message, "Tracefs or debugfs is not mounted.");
	put("sys/kernel/tracing/events/header_page", "");
	CHECK_INT(add(&fs, "foo", false, false, &err), -ENOENT);
	CHECK(err.message &&
	      strstr(err.message,
		     "uprobe_events does not exist: this kernel has no uprobe events (CONFIG_UPROBE_EVENTS)."));
}

TEST(reasons_of_the_kernel)
{
	struct kernelfs fs = machine("refusing");
	_probe_files_done_ struct probe_files files;
	int column = 0;
	put("sys/kernel/tracing/events/header_page", "");
	put("sys/kernel/tracing/error_log",
	    "[  1.2] trace_uprobe: error: Old reason\n  Command: p:a/b /t:0x1 %xx\n                         ^\n"
	    "[  1.3] trace_uprobe: error: Invalid register name\n  Command: p:a/b /t:0x1 %xx\n                        "
	    "^\n"
	    "[  1.4] trace_kprobe: error: Of somebody else\n  Command: p:a/c f\n           ^\n");
	probe_files_init(&files, &fs, NULL);
	_free_ char *reason = probe_files_refusal(&files, "p:a/b /t:0x1 %xx", &column);
	CHECK_STR(reason, "Invalid register name");
	CHECK_INT(column, 13);
	_free_ char *none = probe_files_refusal(&files, "p:a/d f", &column);
	CHECK(!none);
}

static struct strbuf said = STRBUF_INIT;
static void say(void *ctx, int level, const char *text) { strbuf_str(&said, text); }

static const char kallsyms[] = "ffffffff81000000 T _stext\nffffffff81000000 T _text\nffffffff81000100 T "
			       "vfs_read\nffffffff81000200 t vfs_read_some.part.0\n"
			       "ffffffff81000300 T do_int3\nffffffff81000400 T alias_one\nffffffff81000400 W "
			       "alias\nffffffff81001000 T _etext\nffffffff82000000 T late_init\n"
			       "ffffffff82000100 d vfs_data\nffffffffc0000040 t dummy_xmit\t[dummy]\n";

/* The lines of what a definition finds, with blanks between. */
static const char *kernel_lines(struct kernel_functions *functions, const char *module, const char *text)
{
	static struct strbuf out = STRBUF_INIT;
	if (!text) { /* the end */
		strbuf_done(&said);
		strbuf_done(&out);
		return "";
	}
	_err_done_ struct err err = ERR_INIT;
	_probe_events_done_ struct probe_events events = PROBE_EVENTS_INIT;
	_probe_definition_done_ struct probe_definition definition = definition_of(text);
	struct probe_target target = { .module = module, .say = say };
	strbuf_clear(&said);
	strbuf_clear(&out);
	int r = kernel_functions_find(functions, &target, module, &definition, &events, &err);
	if (r < 0 && err.message) strbuf_str(&out, err.message);
	for (size_t i = 0; i < events.items.count; i++) {
		if (i) strbuf_char(&out, ' ');
		probe_event_format(&events.items.items[i], &out);
	}
	return strbuf_text(&out);
}

TEST(functions_of_the_kernel)
{
	struct kernelfs fs = machine("functions");
	struct kernel_functions *functions = NULL;
	uint64_t start = 0;
	put("proc/kallsyms", kallsyms);
	put("sys/kernel/debug/kprobes/blacklist", "0xffffffff81000300-0xffffffff81000340\tdo_int3\n");
	CHECK_INT(kernel_functions_open(&fs, &functions, NULL), 0);
	if (!functions) return;
	CHECK_STR(kernel_lines(functions, NULL, "vfs_read+4 %di"), "p: _text+260 %di");
	CHECK_STR(kernel_lines(functions, NULL, "vfs_re*"), "p: _text+256 p: _text+512");
	CHECK_STR(kernel_lines(functions, NULL, "alias%return"), "r: _text+1024");
	CHECK_STR(kernel_lines(functions, NULL, "do_int3"), "");
	CHECK_STR(strbuf_text(&said), "do_int3 is blacklisted function, skip it.\n");
	CHECK_STR(kernel_lines(functions, NULL, "late_init"), "");
	CHECK_STR(strbuf_text(&said), "late_init is out of .text, skip it.\n");
	CHECK_STR(kernel_lines(functions, NULL, "vfs_data"), "Failed to find symbol vfs_data in kernel");
	CHECK_STR(kernel_lines(functions, NULL, "dummy_xmit"), "Failed to find symbol dummy_xmit in kernel");
	CHECK_STR(kernel_lines(functions, "dummy", "dummy_x*"), "p: dummy:dummy_xmit+0");
	CHECK_STR(kernel_lines(functions, "other", "dummy_xmit"), "Module other is not loaded.");
	CHECK_STR(kernel_functions_at(functions, 0xffffffff81000104, &start), "vfs_read");
	CHECK_INT(start - 0xffffffff81000000, 0x100);
	kernel_functions_close(functions);
	(void)kernel_lines(NULL, NULL, NULL);
}

TEST(hidden_addresses)
{
	struct kernelfs fs = machine("hidden");
	struct kernel_functions *functions = NULL;
	put("proc/kallsyms", "0000000000000000 T _text\n0000000000000000 T vfs_read\n");
	CHECK_INT(kernel_functions_open(&fs, &functions, NULL), -EPERM);
}

TEST_MAIN
