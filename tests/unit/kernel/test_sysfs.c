/* PMUs, tracepoints, kernel maps and header facts, from a machine made of files. */
#include "kernel/cpu_list.h"
#include "kernel/facts.h"
#include "kernel/kernel_text.h"
#include "kernel/pmus.h"
#include "kernel/tracefs.h"

#include <errno.h>
#include "event/spec/event_parse.h"
#include "tests/unit/fixture_tree.h"

static struct kernelfs fs;
__attribute__((constructor)) static void begin(void)
{
	fs.root = fixture_begin();
#define PMU "sys/bus/event_source/devices/"
	fixture_file(PMU "cpu/type", "4\n");
	fixture_file(PMU "cpu/format/event", "config:0-7,32-35\n");
	fixture_file(PMU "cpu/format/odd", "nonsense\n");
	fixture_file(PMU "cpu/events/mem-loads", "event=0xcd\n");
	fixture_file(PMU "cpu/events/mem-loads.unit", "KiB\n");
	fixture_file(PMU "cpu/caps/branches", "32\n");
	fixture_file(PMU "uncore_imc_0/type", "17\n");
	fixture_file(PMU "uncore_imc_0/cpumask", "0,4\n");
	fixture_file("sys/kernel/tracing/events/sched/sched_switch/id", "317\n");
	fixture_file("sys/kernel/tracing/events/sched/sched_switch/format", "name: sched_switch\n");
	fixture_file("sys/kernel/tracing/events/sched/enable", "0\n");
	fixture_file("sys/kernel/tracing/events/header_page", "page");
	fixture_file("sys/kernel/tracing/events/header_event", "event");
	fixture_file("sys/kernel/tracing/printk_formats", "0x1 : \"a\"\n");
	fixture_file("proc/kallsyms", "ffffffff81000000 T startup\nffffffff81000000 T _stext\nffffffff81000000 T "
				      "_text\nffffffff82000000 T _etext\n");
	fixture_file("proc/modules", "ext4 4096 1 - Live 0xffffffffc0002000\nnf_nat 8192 0 - Live 0xffffffffc0000000 "
				     "(E)\nhidden 1 0 - Live 0x0000000000000000\n");
	fixture_file("lib/modules/6.0/modules.dep",
		     "kernel/fs/ext4/ext4.ko.xz: kernel/lib/crc16.ko\nkernel/net/nf-nat.ko:\n");
	fixture_bytes("sys/kernel/notes", "\4\0\0\0\4\0\0\0\3\0\0\0GNU\0\xde\xad\xbe\xef", 20);
	fixture_file("sys/devices/system/cpu/present", "0-1\n");
	fixture_file("sys/devices/system/cpu/online", "0-1\n");
	fixture_file("sys/devices/system/cpu/cpu0/topology/core_cpus_list", "0-1\n");
	fixture_file("sys/devices/system/cpu/cpu1/topology/core_cpus_list", "0-1\n");
	fixture_file("sys/devices/system/cpu/cpu0/topology/package_cpus_list", "0-1\n");
	fixture_file("sys/devices/system/cpu/cpu0/topology/core_id", "3\n");
	fixture_file("sys/devices/system/node/node0/meminfo", "Node 0 MemTotal:  100 kB\nNode 0 MemFree:  40 kB\n");
	fixture_file("sys/devices/system/node/node0/cpulist", "0-1\n");
	fixture_file("sys/devices/system/node/node0/memory0/x", "");
	fixture_file("sys/devices/system/node/node0/memory3/x", "");
	fixture_file("sys/devices/system/memory/block_size_bytes", "8000000\n");
	fixture_file("proc/cpuinfo", "processor\t: 0\nmodel name\t: Some  CPU   X\n");
	fixture_file("proc/meminfo", "MemTotal:    123 kB\n");
}

TEST(pmus)
{
	struct pmus *pmus = pmus_new(&fs, NULL);
	struct event_catalogue catalogue = pmus_catalogue(pmus);
	const struct event_pmu *cpu = catalogue.find_pmu(catalogue.ctx, "cpu");
	CHECK(cpu && cpu->type == 4 && cpu->formats.count == 1 && cpu->aliases.count == 1);
	if (cpu && cpu->aliases.count) CHECK_STR(cpu->aliases.items[0].unit, "KiB");
	const struct event_pmu *imc = catalogue.find_pmu(catalogue.ctx, "uncore_imc_0");
	CHECK(imc && imc->is_uncore);
	CHECK(!catalogue.find_pmu(catalogue.ctx, "../cpu"));
	CHECK(!catalogue.find_pmu(catalogue.ctx, "none"));
	struct event_list list = EVENT_LIST_INIT;
	_err_done_ struct err err = ERR_INIT;
	CHECK_INT(event_parse(&list, "imc//,sched:sched_*,cpu/event=0x1cd/", &catalogue, EVENT_USE_RECORD, &err), 0);
	CHECK_INT(event_list_count(&list), 3);
	if (event_list_count(&list) == 3) {
		CHECK_INT(event_list_get(&list, 1)->attr.config, 317);
		CHECK_INT(event_list_get(&list, 2)->attr.config, 0x1000000cd);
	}
	CHECK_INT(event_parse(&list, "sched:none", &catalogue, EVENT_USE_RECORD, &err), -ENOENT);
	event_list_done(&list);
	pmus_free(pmus);
}

TEST(tracing_data)
{
	static const char expected[] = "\x17\x08"
				       "Dtracing\0"
				       "0.6\0"
				       "\0\x08\0\x10\0\0"
				       "header_page\0"
				       "\4\0\0\0\0\0\0\0"
				       "page"
				       "header_event\0"
				       "\5\0\0\0\0\0\0\0"
				       "event"
				       "\0\0\0\0"
				       "\1\0\0\0"
				       "sched\0"
				       "\1\0\0\0"
				       "\x13\0\0\0\0\0\0\0"
				       "name: sched_switch\n"
				       "\0\0\0\0"
				       "\x0a\0\0\0"
				       "0x1 : \"a\"\n"
				       "\0\0\0\0\0\0\0\0";
	struct tracefs_event event = { "sched", "sched_switch" };
	_strbuf_done_ struct strbuf out = STRBUF_INIT;
	_err_done_ struct err err = ERR_INIT;
	CHECK_INT(tracefs_tracing_data(&fs, "sys/kernel/tracing", &event, 1, &out, &err), 0);
	if (sizeof(long) != 8 || sysconf(_SC_PAGESIZE) != 4096 || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__)
		SKIP("another machine's word and page size");
	/* "tracing" has no NUL of its own in the format */
	size_t n = 0;
	char want[sizeof(expected)];
	for (size_t i = 0; i < sizeof(expected) - 1; i++)
		if (i != 10) want[n++] = expected[i];
	CHECK_INT(out.size, n);
	CHECK(out.size == n && memcmp(out.text, want, n) == 0);
}

TEST(kernel_map_and_modules)
{
	struct kernel_text text;
	CHECK(kernel_text_find(&fs, &text));
	CHECK_STR(text.symbol, "_text");
	CHECK_INT(text.end - text.start, 0x1000000);
	struct kernel_modules modules;
	CHECK_INT(kernel_modules_read(&fs, "6.0", &modules), 0);
	CHECK_INT(modules.modules.count, 2);
	if (modules.modules.count == 2) {
		CHECK_STR(modules.modules.items[0].path, "/lib/modules/6.0/kernel/net/nf-nat.ko");
		CHECK_STR(modules.modules.items[1].path, "/lib/modules/6.0/kernel/fs/ext4/ext4.ko.xz");
	}
	kernel_modules_done(&modules);
	struct build_id id;
	CHECK(kernel_build_id(&fs, &id));
	CHECK(id.size == 4 && id.bytes[0] == 0xde && id.bytes[3] == 0xef);
	/* hidden addresses are all zero */
	fixture_file("hidden/proc/kallsyms",
		     "0000000000000000 T _stext\n0000000000000000 T _text\n0000000000000000 T _etext\n");
	char root[256];
	snprintf(root, sizeof(root), "%s/hidden", fs.root);
	struct kernelfs hidden = { root };
	CHECK(!kernel_text_find(&hidden, &text));
}

TEST(facts)
{
	struct perf_events events;
	struct perf_header header;
	events_init(&events);
	header_init(&header, &events);
	facts_all(&fs, &header);
	CHECK_INT(header.nrcpus_online, 2);
	CHECK_INT(header.total_mem_kib, 123);
	CHECK_STR(header.cpudesc, "Some CPU X");
	CHECK_INT(header.nr_thread_siblings, 1);
	CHECK_INT(header.nr_cores, 2);
	CHECK_INT(header.cores[0].core, 3);
	CHECK_INT(header.nr_nodes, 1);
	CHECK_INT(header.nodes[0].free_kib, 40);
	CHECK_INT(header.nr_mem_nodes, 1);
	CHECK_INT(header.mem_nodes[0].bitmap[0], 9);
	CHECK_INT(header.nr_pmus, 2);
	CHECK_INT(header.nr_cpu_pmu_caps, 1);
	CHECK(!header_has(&header, FEATURE_CACHE));
	header_done(&header);
	events_done(&events);
}

/* Blocks of memory are links "memoryN" among other files; a number that no machine has is left out. */
TEST(blocks_of_memory)
{
	_free_ char *root = xasprintf("%s/blocks", fs.root);
	static const char *const names[] = { "node0/memory1/x",        "node0/memory70/x",  "node0/memory16777216/x",
					     "node0/memory3x/x",       "node0/memory4_5/x", "node0/meminfo",
					     "node0/memory_failure/x", "node0/cpu2/x",      "node2/cpulist",
					     "node2/memory6y/x" };
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		_free_ char *path = xasprintf("blocks/sys/devices/system/node/%s", names[i]);
		fixture_file(path, "");
	}
	fixture_file("blocks/sys/devices/system/memory/block_size_bytes", "8000000\n");
	struct perf_header header;
	struct perf_events events;
	events_init(&events);
	header_init(&header, &events);
	facts_memory(&(struct kernelfs){ root }, &header);
	CHECK(header_has(&header, FEATURE_MEM_TOPOLOGY));
	CHECK_INT(header.nr_mem_nodes, 2);
	if (header.nr_mem_nodes == 2) {
		CHECK_INT(header.mem_nodes[0].size, 71);
		CHECK_INT(header.mem_nodes[0].bitmap[0], 1 << 1);
		CHECK_INT(header.mem_nodes[0].bitmap[1], 1 << 6);
		CHECK(header.mem_nodes[1].node == 2 && header.mem_nodes[1].size == 0);
	}
	header_done(&header);
	events_done(&events);
}

TEST(cpu_lists)
{
	struct cpu_list list;
	CHECK(cpu_list_parse("0-2,8", &list));
	CHECK_INT(list.cpus.count, 4);
	CHECK_INT(list.cpus.items[3], 8);
	vec_done(&list.cpus);
	const char *const wrong[] = { "", "a", "1-", "3-1", "1;2", "-1", "0-99999999" };
	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) CHECK(!cpu_list_parse(wrong[i], &list));
}

static void check_online(const struct kernelfs *machine, size_t count, int32_t last)
{
	struct cpu_list list;
	cpu_list_online(machine, &list);
	CHECK_INT(list.cpus.count, count);
	CHECK_INT(*vec_last(&list.cpus), last);
	vec_done(&list.cpus);
}

TEST(cpus_without_sys)
{
	_free_ char *by_stat = xasprintf("%s/by-stat", fs.root), *by_cpuinfo = xasprintf("%s/by-cpuinfo", fs.root),
		    *s390 = xasprintf("%s/s390", fs.root);
	_free_ char *none = xasprintf("%s/none", fs.root);
	fixture_file("by-stat/proc/stat", "cpu  8 0 8\ncpu0 4 0 4\ncpu2 4 0 4\nintr 3\n");
	fixture_file("by-stat/proc/cpuinfo", "processor\t: 0\n\nprocessor\t: 7\n");
	fixture_file("by-cpuinfo/proc/cpuinfo", "processor\t: 0\nmodel\t: 9\n\nprocessor\t: 5\n");
	fixture_file("s390/proc/cpuinfo",
		     "vendor_id : IBM/S390\n# processors : 2\nprocessor 0: version = FF\nprocessor 1: version = FF\n");
	check_online(&(struct kernelfs){ by_stat }, 2, 2);
	check_online(&(struct kernelfs){ by_cpuinfo }, 2, 5);
	check_online(&(struct kernelfs){ s390 }, 2, 1);
	check_online(&(struct kernelfs){ none }, 1, 0);
	CHECK_INT(cpu_list_possible(&(struct kernelfs){ by_stat }), 3);
	struct perf_header header;
	struct perf_events events;
	events_init(&events);
	header_init(&header, &events);
	facts_system(&(struct kernelfs){ by_stat }, &header);
	CHECK_INT(header.nrcpus_online, 2);
	header_done(&header);
	events_done(&events);
}

TEST_MAIN
