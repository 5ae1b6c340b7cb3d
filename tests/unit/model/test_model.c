/* The history of a machine, out of side-band records. The expectations were observed on upstream 6.12. */
#include "model/model.h"
#include "tests/unit/model/record_builder.h"
#include "tests/unit/test.h"

enum { X = 5, W = 3 };

static void apply_mmap(struct model *m, uint64_t t, uint32_t pid, uint32_t tid, uint64_t start, uint64_t len,
		       uint32_t prot, const char *name)
{
	struct built b;
	struct record r = build_mmap2(&b, CPUMODE_USER, pid, tid, start, len, 0, prot, name);
	CHECK_INT(model_apply(m, &r, t), 0);
}
static void apply_comm(struct model *m, uint64_t t, uint32_t pid, uint32_t tid, const char *name)
{
	struct built b;
	struct record r = build_comm(&b, 0, pid, tid, name);
	CHECK_INT(model_apply(m, &r, t), 0);
}
static void apply_fork(struct model *m, uint64_t t, uint32_t pid, uint32_t ppid, uint32_t tid, uint32_t ptid,
		       uint16_t misc)
{
	struct built b;
	struct record r = build_task(&b, RECORD_FORK, misc, pid, ppid, tid, ptid, t);
	CHECK_INT(model_apply(m, &r, t), 0);
}
static void apply_exit(struct model *m, uint64_t t, uint32_t pid, uint32_t tid)
{
	struct built b;
	struct record r = build_task(&b, RECORD_EXIT, 0, pid, 1, tid, 1, t);
	CHECK_INT(model_apply(m, &r, t), 0);
}

/* "comm object" of an address in a thread at a time, as a script line would show them */
static const char *who(const struct model *m, uint32_t pid, uint32_t tid, uint64_t t, uint64_t vaddr)
{
	static char text[4][128];
	static unsigned turn;
	char *out = text[turn++ % 4];
	const struct task *task = model_task(m, tid, t, NULL);
	const struct space_version *space = task ? task_space(task, t, NULL)
						 : machine_process_space(model_host(m), pid, t, NULL);
	const struct map *map = space_find(space, vaddr);
	char unknown[16];
	snprintf(unknown, sizeof(unknown), ":%u", tid);
	snprintf(out, sizeof(text[0]), "%s %s", task ? task_comm(task, t, NULL) : unknown, map ? map->dso->name : "-");
	return out;
}

TEST(fork_exec_exit)
{
	struct model *m = model_new(NULL);
	apply_comm(m, 0, 100, 100, "par");
	apply_mmap(m, 0, 100, 100, 0x400000, 0x10000, X, "/bin/a");
	apply_fork(m, 2000, 101, 100, 101, 100, 0);
	apply_comm(m, 2200, 101, 101, "kid");
	apply_mmap(m, 2400, 101, 101, 0x500000, 0x1000, X, "/bin/b");
	apply_exit(m, 3000, 101, 101);
	apply_exit(m, 3200, 100, 100);
	apply_fork(m, 3500, 1000, 999, 1000, 999, 0);
	CHECK_STR(who(m, 100, 100, 1000, 0x400100), "par /bin/a");
	CHECK_STR(who(m, 101, 101, 1999, 0x400100), ":101 -");
	CHECK_STR(who(m, 101, 101, 2100, 0x400100), "par /bin/a");
	CHECK_STR(who(m, 101, 101, 2300, 0x400100), "kid /bin/a");
	CHECK_STR(who(m, 101, 101, 2300, 0x500100), "kid -");
	CHECK_STR(who(m, 101, 101, 2500, 0x500100), "kid /bin/b");
	CHECK_STR(who(m, 100, 100, 2500, 0x500100), "par -");
	CHECK_STR(who(m, 101, 101, 3100, 0x500100), ":101 -");
	CHECK_STR(who(m, 100, 100, 3300, 0x400100), ":100 -");
	CHECK_STR(who(m, 1000, 1000, 3600, 0x400100), ":1000 -");
	CHECK_STR(who(m, 0, 0, 5, 0), "swapper -");
	model_free(m);
}

TEST(maps_before_an_exec_are_gone)
{
	struct model *m = model_new(NULL);
	struct built b;
	apply_comm(m, 0, 100, 100, "same");
	apply_mmap(m, 10, 100, 100, 0x400000, 0x10000, X, "/bin/a");
	CHECK(!task_exec_space(model_task(m, 100, 20, NULL), 20));
	for (uint64_t t = 100; t <= 300; t += 200) {
		/* also when the name stays the same, and when it changes later */
		struct record r = build_comm(&b, MISC_COMM_EXEC, 100, 100, "same");
		CHECK_INT(model_apply(m, &r, t), 0);
		const struct task *task = model_task(m, 100, t + 5, NULL);
		const struct space_version *before = task_exec_space(task, t + 5);
		CHECK(before && before == task_space(task, t + 5, NULL));
		apply_mmap(m, t + 10, 100, 100, 0x500000, 0x1000, X, "/bin/b");
		apply_comm(m, t + 20, 100, 100, "renamed");
		CHECK(task_exec_space(task, t + 30) == before);
		CHECK(space_find(before, 0x400000) == space_find(task_space(task, t + 30, NULL), 0x400000));
		CHECK(space_find(before, 0x500000) != space_find(task_space(task, t + 30, NULL), 0x500000));
	}
	model_free(m);
}

TEST(only_the_present)
{
	struct model *m = model_new(NULL);
	struct built b;
	apply_comm(m, 0, 100, 100, "par");
	apply_mmap(m, 0, 100, 100, 0x400000, 0x10000, X, "/bin/a");
	apply_mmap(m, 5, 100, 100, 0x404000, 0x1000, X, "/lib/inside");
	apply_fork(m, 1000, 100, 100, 106, 100, 0);
	apply_fork(m, 2000, 101, 100, 101, 100, 0);
	struct record r = build_comm(&b, MISC_COMM_EXEC, 101, 101, "kid");
	CHECK_INT(model_apply(m, &r, 2200), 0);
	apply_mmap(m, 2400, 101, 101, 0x500000, 0x1000, X, "/bin/b");
	apply_fork(m, 2500, 102, 100, 102, 100, 0);
	apply_exit(m, 2600, 102, 102);
	apply_mmap(m, 3000, 100, 106, 0x600000, 0x1000, X, "/lib/late");
	apply_fork(m, 3100, 103, 100, 103, 100, 0);
	struct model *now = model_present(m, 2700);
	model_free(m);
	CHECK_STR(who(now, 100, 100, 2700, 0x403fff), "par /bin/a");
	CHECK_STR(who(now, 100, 100, 2700, 0x404000), "par /lib/inside");
	CHECK_STR(who(now, 100, 106, 2700, 0x405000), "par /bin/a");
	CHECK_STR(who(now, 101, 101, 2700, 0x500100), "kid /bin/b");
	CHECK_STR(who(now, 101, 101, 2700, 0x400100), "kid -"); /* gone with the exec */
	CHECK_STR(who(now, 102, 102, 2700, 0x400100), ":102 -");
	CHECK_STR(who(now, 103, 103, 4000, 0x400100), ":103 -");
	CHECK_STR(who(now, 100, 100, 4000, 0x600100), "par -");
	CHECK_STR(who(now, 0, 0, 2700, 0), "swapper -");
	/* it goes on */
	apply_mmap(now, 3000, 100, 106, 0x600000, 0x1000, X, "/lib/late");
	apply_fork(now, 3100, 103, 100, 103, 100, 0);
	CHECK_STR(who(now, 103, 103, 3200, 0x600100), "par /lib/late");
	CHECK_STR(who(now, 100, 100, 2900, 0x600100), "par -");
	CHECK_INT(model_dso(now, 0)->id, 0);
	model_free(now);
}

/* top shows names of cgroups long after their record came, and opens files as their namespaces see them. */
TEST(cgroups_and_namespaces_are_in_the_present)
{
	struct model *m = model_new(NULL);
	struct built b;
	const union record_fields cgroup = { .as_cgroup = { .id = 4711, .path = "/system.slice/x" } };
	struct record r = built_record(&b, (struct record_envelope){ .type = RECORD_CGROUP }, &cgroup);
	CHECK_INT(model_apply(m, &r, 5), 0);
	apply_comm(m, 10, 100, 100, "x");
	for (uint64_t inode = 1; inode <= 3; inode++) {
		const union record_fields fields = { .as_namespaces = { .pid = 100,
									.tid = 100,
									.count = 1,
									.link = { { .dev = 8, .inode = inode } } } };
		r = built_record(&b, (struct record_envelope){ .type = RECORD_NAMESPACES }, &fields);
		CHECK_INT(model_apply(m, &r, 10 * inode), 0);
	}
	struct model *now = model_present(m, 25);
	model_free(m);
	CHECK_STR(model_cgroup(now, 4711), "/system.slice/x");
	CHECK(!model_cgroup(now, 4712));
	const struct record_namespaces *namespaces = task_namespaces(model_task(now, 100, 25, NULL), 25);
	CHECK(namespaces && namespaces->count == 1 && namespaces->link[0].inode == 2);
	model_free(now);
}

TEST(sealed_versions_do_not_change)
{
	struct model *m = model_new(NULL);
	apply_mmap(m, 7, 100, 100, 0x400000, 0x1000, X, "/bin/a");
	const struct space_version *before = task_space(model_task(m, 100, 7, NULL), 7, NULL);
	apply_mmap(m, 7, 100, 100, 0x500000, 0x1000, X, "/bin/b");
	CHECK(task_space(model_task(m, 100, 7, NULL), 7, NULL) == before); /* of one moment: one version */
	model_seal(m);
	apply_mmap(m, 7, 100, 100, 0x600000, 0x1000, X, "/bin/c");
	CHECK(!space_find(before, 0x600000));
	CHECK(space_find(task_space(model_task(m, 100, 7, NULL), 7, NULL), 0x600000));
	model_free(m);
}

TEST(threads_share_their_leaders_maps)
{
	struct model *m = model_new(NULL);
	apply_comm(m, 0, 100, 100, "par");
	apply_mmap(m, 0, 100, 100, 0x400000, 0x10000, X, "/bin/a");
	apply_fork(m, 1100, 100, 100, 106, 100, 0);
	apply_mmap(m, 1300, 100, 106, 0x500000, 0x1000, X, "/bin/b");
	apply_comm(m, 1500, 100, 106, "thr");
	apply_fork(m, 1700, 107, 100, 107, 106, 0);
	apply_fork(m, 2100, 300, 200, 300, 106, 0); /* whose parent is not the 106 we know */
	CHECK_STR(who(m, 100, 105, 1000, 0x400100), ":105 /bin/a");
	CHECK_STR(who(m, 100, 106, 1200, 0x400100), "par /bin/a");
	CHECK_STR(who(m, 100, 100, 1400, 0x500100), "par /bin/b");
	CHECK_STR(who(m, 100, 100, 1299, 0x500100), "par -");
	CHECK_STR(who(m, 100, 106, 1600, 0x500100), "thr /bin/b");
	CHECK_STR(who(m, 107, 107, 1800, 0x500100), "thr /bin/b");
	CHECK_STR(who(m, 300, 300, 2200, 0x500100), ":300 -");
	CHECK_STR(who(m, 200, 106, 2200, 0x500100), ":106 -");
	model_free(m);
}

TEST(leader_exits_before_its_threads)
{
	struct model *m = model_new(NULL);
	apply_comm(m, 0, 100, 100, "par");
	apply_mmap(m, 0, 100, 100, 0x400000, 0x10000, X, "/bin/a");
	apply_fork(m, 1100, 100, 100, 106, 100, 0);
	apply_exit(m, 3200, 100, 100);
	apply_comm(m, 3400, 100, 100, "again");
	apply_mmap(m, 3600, 100, 100, 0x500000, 0x10000, X, "/bin/c");
	CHECK_STR(who(m, 100, 106, 3300, 0x400100), "par /bin/a");
	CHECK_STR(who(m, 100, 100, 3300, 0x400100), ":100 -");
	CHECK_STR(who(m, 100, 100, 3500, 0x400100), "again -");
	CHECK_STR(who(m, 100, 106, 3700, 0x500100), "par -");
	CHECK_STR(who(m, 100, 100, 3700, 0x500100), "again /bin/c");
	CHECK_STR(who(m, 100, 107, 3800, 0x400100), ":107 -");
	CHECK_STR(who(m, 100, 107, 3800, 0x500100), ":107 /bin/c");
	model_free(m);
}

TEST(synthesised_forks_do_not_copy_maps)
{
	struct model *m = model_new(NULL);
	apply_comm(m, 0, 100, 100, "par");
	apply_mmap(m, 0, 100, 100, 0x400000, 0x10000, X, "/bin/a");
	apply_fork(m, 0, 102, 100, 102, 100, MISC_FORK_EXEC);
	apply_fork(m, 0, 103, 100, 103, 100, 0);
	CHECK_STR(who(m, 102, 102, 1000, 0x400100), "par -");
	CHECK_STR(who(m, 103, 103, 1000, 0x400100), "par /bin/a");
	model_free(m);
}

TEST(reused_thread_ids)
{
	struct model *m = model_new(NULL);
	apply_comm(m, 0, 1, 1, "init");
	for (uint32_t life = 0; life < 50; life++) {
		char name[16];
		snprintf(name, sizeof(name), "life%u", life);
		apply_fork(m, 1000 + life * 10, 77, 1, 77, 1, 0);
		apply_comm(m, 1001 + life * 10, 77, 77, name);
		if (life % 3) apply_exit(m, 1005 + life * 10, 77, 77); /* some exits are lost */
	}
	for (uint32_t life = 0; life < 50; life++) {
		char want[32];
		snprintf(want, sizeof(want), "life%u -", life);
		CHECK_STR(who(m, 77, 77, 1000 + life * 10, 0), "init -");
		CHECK_STR(who(m, 77, 77, 1003 + life * 10, 0), want);
		CHECK_STR(who(m, 77, 77, 1008 + life * 10, 0), life % 3 ? ":77 -" : want);
	}
	uint64_t until;
	const struct task *task = model_task(m, 77, 1003, &until);
	CHECK_INT(until, 1010);
	CHECK_INT(task_ppid(task), 1);
	task_comm(task, 1000, &until);
	CHECK_INT(until, 1001);
	CHECK(model_task(m, 77, 0, &until) == NULL);
	CHECK_INT(until, 1000);
	model_free(m);
}

TEST(names_of_objects)
{
	static const struct {
		const char *file;
		uint32_t prot;
		const char *name, *short_name;
		enum dso_kind kind;
		bool identity;
	} rows[] = {
		{ "/usr/bin/x", X, "/usr/bin/x", "x", DSO_USER, false },
		{ "//anon", X, "/tmp/perf-100.map", "[JIT] tid 100", DSO_ANON, true },
		{ "//anon", W, "//anon", "anon", DSO_ANON, true },
		{ "[heap]", W, "[heap]", "[heap]", DSO_ANON, true },
		{ "[heap]", X, "/tmp/perf-100.map", "[JIT] tid 100", DSO_ANON, true },
		{ "[stack]", X, "/tmp/perf-100.map", "[JIT] tid 100", DSO_ANON, true },
		{ "/memfd:foo (deleted)", X, "/memfd:foo (deleted)", "memfd:foo (deleted)", DSO_USER, false },
		{ "/dev/zero (deleted)", X, "/tmp/perf-100.map", "[JIT] tid 100", DSO_ANON, true },
		{ "/anon_hugepage (deleted)", X, "/tmp/perf-100.map", "[JIT] tid 100", DSO_ANON, true },
		{ "/SYSV00000000 (deleted)", X, "/tmp/perf-100.map", "[JIT] tid 100", DSO_ANON, true },
		{ "[vdso]", X, "[vdso]", "[vdso]", DSO_VDSO, false },
		{ "[vsyscall]", X, "[vsyscall]", "[vsyscall]", DSO_USER, false },
		{ "/tmp/perf-77.map", X, "/tmp/perf-77.map", "[JIT] tid 77", DSO_USER, false },
		{ "/x/foo.ko", X, "/x/foo.ko", "foo.ko", DSO_USER, false },
		{ "", X, "", ".", DSO_USER, false },
	};
	struct model *m = model_new(NULL);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		uint64_t start = 0x500000 + i * 0x10000;
		apply_mmap(m, 0, 100, 100, start, 0x1000, rows[i].prot, rows[i].file);
		const struct map *map = space_find(task_space(model_task(m, 100, 0, NULL), 0, NULL), start + 0x100);
		CHECK_STR(map->dso->name, rows[i].name);
		CHECK_STR(map->dso->short_name, rows[i].short_name);
		CHECK_INT(map->dso->kind, rows[i].kind);
		CHECK_INT(map_to_object(map, start + 0x100), rows[i].identity ? start + 0x100 : 0x100);
	}
	size_t nr = model_nr_dsos(m);
	apply_mmap(m, 0, 200, 200, 0x1000, 0x1000, X, "/usr/bin/x");
	CHECK_INT(model_nr_dsos(m), nr);
	for (size_t i = 0; i < nr; i++) CHECK_INT(model_dso(m, (uint32_t)i)->id, i);
	model_free(m);
}

static const char *kernel_name(const struct model *m, uint64_t t, uint64_t vaddr)
{
	const struct map *map = space_find(machine_kernel_space(model_host(m), t, NULL), vaddr);
	return map ? map->dso->name : "-";
}

TEST(kernel_modules_and_bpf)
{
	struct model *m = model_new(NULL);
	struct built b;
	struct build_id id = { 20, { 1, 2, 3 } };
	model_add_build_id(m, CPUMODE_KERNEL, -1, "[kernel.kallsyms]", &id);
	struct record r = build_mmap(&b, CPUMODE_KERNEL, (uint32_t)-1, 0, 0xffffffff81000000, 0x1000000,
				     0xffffffff81000040, "[kernel.kallsyms]_text");
	CHECK_INT(model_apply(m, &r, 0), 0);
	r = build_mmap(&b, CPUMODE_KERNEL, (uint32_t)-1, 0, 0xffffffffc0000000, 0x10000, 0,
		       "/lib/modules/6.1.0/kernel/drivers/net/foo-bar.ko.xz");
	CHECK_INT(model_apply(m, &r, 0), 0);
	r = build_mmap(&b, CPUMODE_KERNEL, (uint32_t)-1, 0, 0xffffffffc0010000, 0x10000, 0, "[e1000]");
	CHECK_INT(model_apply(m, &r, 0), 0);
	r = build_ksymbol(&b, 0xffffffffc0100000, 0x1000, 1, 0, "bpf_prog_1_x");
	CHECK_INT(model_apply(m, &r, 10), 0);
	r = build_ksymbol(&b, 0xffffffffc0100000, 0x1000, 1, 1, "bpf_prog_1_x");
	CHECK_INT(model_apply(m, &r, 20), 0);
	CHECK_STR(kernel_name(m, 5, 0xffffffff81000100), "[kernel.kallsyms]");
	CHECK_STR(kernel_name(m, 5, 0xffffffffc0000100), "[foo_bar]");
	CHECK_STR(kernel_name(m, 5, 0xffffffffc0010100), "[e1000]");
	CHECK_STR(kernel_name(m, 5, 0xffffffffc0100100), "-");
	CHECK_STR(kernel_name(m, 15, 0xffffffffc0100100), "bpf_prog_1_x");
	CHECK_STR(kernel_name(m, 25, 0xffffffffc0100100), "-");
	struct model_kernel kernel;
	machine_kernel(model_host(m), &kernel);
	CHECK_STR(kernel.ref_name, "_text");
	CHECK_INT(kernel.ref_vaddr, 0xffffffff81000040);
	CHECK_STR(kernel.module_release, "6.1.0");
	CHECK_INT(kernel.build_id.size, 20);
	CHECK_INT(model_dso(m, 0)->build_id.size, 20);
	const struct map *map = space_find(machine_kernel_space(model_host(m), 0, NULL), 0xffffffffc0000100);
	CHECK_INT(map_to_object(map, 0xffffffffc0000100), 0x100);
	CHECK_STR(map->dso->long_name, "/lib/modules/6.1.0/kernel/drivers/net/foo-bar.ko.xz");
	CHECK_INT(map->dso->text_vaddr, 0xffffffffc0000000);
	model_free(m);
}

/* Old recorders wrote as the end of the kernel where the first module begins, or the byte before: that is no end. */
TEST(the_end_of_the_kernels_text)
{
	const struct {
		uint64_t module, end;
	} rows[] = { { 0xffffffff82000000, 0 },
		     { 0xffffffff82000001, 0 },
		     { 0xffffffff82000002, 0xffffffff82000000 },
		     { 0xffffffff81ffffff, 0xffffffff82000000 } };
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct model *m = model_new(NULL);
		struct built b;
		struct model_kernel kernel;
		struct record r = build_mmap(&b, CPUMODE_KERNEL, (uint32_t)-1, 0, 0xffffffff81000000, 0x1000000,
					     0xffffffff81000000, "[kernel.kallsyms]_text");
		CHECK_INT(model_apply(m, &r, 0), 0);
		r = build_mmap(&b, CPUMODE_KERNEL, (uint32_t)-1, 0, rows[i].module, 0x1000, 0, "[first]");
		CHECK_INT(model_apply(m, &r, 0), 0);
		/* a guest's modules say nothing of the host's kernel, nor the program at that place */
		r = build_mmap(&b, CPUMODE_GUEST_KERNEL, 1000, 0, 0xffffffff82000000, 0x1000, 0, "[first]");
		CHECK_INT(model_apply(m, &r, 0), 0);
		apply_mmap(m, 0, 100, 100, 0xffffffff82000000, 0x1000, X, "/bin/a");
		machine_kernel(model_host(m), &kernel);
		CHECK_INT(kernel.text_end_vaddr, rows[i].end);
		model_free(m);
	}
}

TEST(damaged_records_are_refused)
{
	struct model *m = model_new(NULL);
	struct built b;
	struct record r = build_mmap2(&b, CPUMODE_USER, 1, 1, 0, 0x1000, 0, X, "/bin/a");
	for (uint16_t size = 8; size < r.size; size++) {
		struct record cut = r;
		cut.size = size;
		(void)!model_apply(m, &cut, 0);
	}
	r.size = 8;
	CHECK(model_apply(m, &r, 0) < 0);
	r = build_mmap2(&b, CPUMODE_USER, 1, 1, UINT64_MAX - 10, 0x1000, 0, X, "/bin/wraps");
	CHECK_INT(model_apply(m, &r, 0), 0);
	model_free(m);
}

TEST_MAIN
