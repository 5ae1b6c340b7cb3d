/* Records that the recorder makes itself: of a machine of the test's own, decoded again. */
#include "record/file/sideband.h"

#include <fcntl.h>
#include <stdarg.h>
#include <sys/mman.h>
#include "base/strbuf.h"
#include "perfdata/perfdata.h"
#include "tests/unit/fixture_tree.h"

static struct kernelfs fs;
static struct sideband sb;

__attribute__((constructor)) static void begin_machine(void)
{
	fs.root = fixture_begin();
	fixture_file("proc/self/status", "");
	fixture_file("proc/7/status", "Name:\tapp\nTgid:\t7\nPPid:\t1\nVmPeak:\t1 kB\nThreads:\t2\n");
	fixture_file("proc/8/status", "Name:\tworker\nTgid:\t7\nPPid:\t1\nVmPeak:\t1 kB\nThreads:\t2\n");
	fixture_file("proc/2/status", "Name:\tkthreadd\nTgid:\t2\nPPid:\t0\nThreads:\t1\n");
	fixture_file("proc/7/task/7/comm", "app\n");
	fixture_file("proc/7/task/8/comm", "worker\n");
	fixture_file("proc/2/task/2/comm", "kthreadd\n");
	fixture_file("proc/7/maps", "400000-402000 r-xp 00001000 fe:02 77 /app\n"
				    "402000-403000 rw-p 00000000 fe:02 77 /app\n"
				    "500000-501000 rwxp 00000000 00:00 0 \n");
	fixture_file("proc/2/maps", "400000-402000 r-xp 00001000 fe:02 77 /never\n");
}

static void begin(uint64_t attr_flags)
{
	const struct event_attr attr = { .sample_type = SAMPLE_TID | SAMPLE_TIME,
					 .flags = ATTR_SAMPLE_ID_ALL | attr_flags };
	sideband_init(&sb, &fs, &attr);
}

/* A line a record. */
static const char *shown(void)
{
	static char text[2048];
	_strbuf_done_ struct strbuf out = STRBUF_INIT;
	const struct record_run run = { .data = (const uint8_t *)sb.out.data, .size_bytes = sb.out.size };
	struct record r;
	size_t pos = 0;
	while (record_run_next(&run, false, &pos, &r)) {
		struct record_mmap map;
		struct record_comm comm;
		struct record_task task;
		struct record_cgroup cgroup;
		if ((r.type == RECORD_MMAP || r.type == RECORD_MMAP2) && record_decode_mmap(&r, &map) == 0)
			strbuf_printf(&out, "map%s %d %#" PRIx64 "+%#" PRIx64 "@%#" PRIx64 " %s%s\n",
				      r.type == RECORD_MMAP2 ? "2" : "", (int32_t)map.pid, map.start, map.len,
				      map.pgoff, map.filename, r.misc & MISC_MMAP_DATA ? " data" : "");
		else if (r.type == RECORD_COMM && record_decode_comm(&r, &comm) == 0)
			strbuf_printf(&out, "comm %u/%u %s\n", comm.pid, comm.tid, comm.comm);
		else if (r.type == RECORD_FORK && record_decode_task(&r, &task) == 0)
			strbuf_printf(&out, "fork %u/%u of %u\n", task.pid, task.tid, task.ppid);
		else if (r.type == RECORD_CGROUP && record_decode_cgroup(&r, &cgroup) == 0)
			strbuf_printf(&out, "cgroup %s%s\n", cgroup.path, cgroup.id ? "" : " without an id");
		else strbuf_printf(&out, "%u, %u bytes\n", r.type, r.size);
	}
	CHECK_INT(pos, sb.out.size); /* whole records, and nothing else */
	snprintf(text, sizeof(text), "%s", strbuf_text(&out));
	sideband_done(&sb);
	return text;
}

TEST(a_process)
{
	begin(0);
	sideband_process(&sb, 7);
	CHECK_STR(shown(), "comm 7/7 app\nmap2 7 0x400000+0x2000@0x1000 /app\nmap2 7 0x500000+0x1000@0 //anon\n"
			   "comm 7/8 worker\n");
	begin(ATTR_MMAP_DATA);
	sideband_process(&sb, 7);
	CHECK_STR(shown(), "comm 7/7 app\nmap2 7 0x400000+0x2000@0x1000 /app\n"
			   "map2 7 0x402000+0x1000@0 /app data\nmap2 7 0x500000+0x1000@0 //anon\ncomm 7/8 worker\n");
	begin(0);
	sb.maps = false;
	sideband_process(&sb, 7);
	CHECK_STR(shown(), "comm 7/7 app\ncomm 7/8 worker\n");
	begin(0);
	sb.tasks = false;
	sideband_process(&sb, 7);
	CHECK_STR(shown(), "");
	begin(0);
	sideband_process(&sb, 4444);
	CHECK_STR(shown(), "");
}

/* With their parents; the same whatever the number of threads that read them. Kernel threads have no maps. */
TEST(all_processes)
{
	for (unsigned threads = 0; threads < 5; threads++) {
		begin(0);
		sideband_all_processes(&sb, threads);
		CHECK_STR(shown(), "fork 2/2 of 0\ncomm 2/2 kthreadd\nfork 7/7 of 1\ncomm 7/7 app\n"
				   "map2 7 0x400000+0x2000@0x1000 /app\nmap2 7 0x500000+0x1000@0 //anon\n"
				   "fork 7/8 of 7\ncomm 7/8 worker\n");
	}
}

TEST(the_kernel)
{
	struct kernel_text text = { .start = 0xffffffff81000000, .end = 0xffffffff81200000, .symbol = "_text" };
	struct kernel_modules modules = { VEC_INIT };
	begin(0);
	sideband_kernel(&sb, &text);
	sideband_modules(&sb, &modules);
	CHECK_STR(shown(), "map -1 0xffffffff81000000+0x200000@0xffffffff81000000 [kernel.kallsyms]_text\n");
	text.end = 0; /* not known */
	begin(0);
	sideband_kernel(&sb, &text);
	CHECK_STR(shown(), "map -1 0xffffffff81000000+0x7effffff@0xffffffff81000000 [kernel.kallsyms]_text\n");
}

/* As many as a record holds in each. */
TEST(an_index_of_ids)
{
	enum { COUNT = 5000, A_RECORD = (UINT16_MAX - 16) / 32 };
	struct id_index_entry *entries = calloc(COUNT, sizeof(*entries));
	unsigned nr_records = 0, nr_entries = 0;
	for (unsigned i = 0; i < COUNT; i++) entries[i].id = i + 1;
	begin(0);
	sideband_id_index(&sb, entries, COUNT);
	const struct record_run run = { .data = (const uint8_t *)sb.out.data, .size_bytes = sb.out.size };
	struct record r;
	for (size_t pos = 0; record_run_next(&run, false, &pos, &r); nr_records++) {
		struct record_id_index index;
		CHECK_INT(record_decode_id_index(&r, &index), 0);
		for (uint64_t i = 0; i < index.count; i++) {
			CHECK_INT(cursor_u64(&index.entries), ++nr_entries);
			cursor_skip(&index.entries, 24);
		}
	}
	CHECK_INT(nr_entries, COUNT);
	CHECK_INT(nr_records, (COUNT + A_RECORD - 1) / A_RECORD);
	sideband_done(&sb);
	free(entries);
}

/* A range where CPUs follow each other, else their numbers; -1: any. */
static unsigned cpu_map_size(const int32_t *cpus, size_t count, unsigned *ret_kind)
{
	begin(0);
	sideband_cpu_map(&sb, cpus, count);
	const struct record r = { .type = RECORD_CPU_MAP,
				  .size = (uint16_t)sb.out.size,
				  .data = (const uint8_t *)sb.out.data };
	unsigned size = r.size;
	*ret_kind = r.data[8];
	sideband_done(&sb);
	return size;
}

TEST(maps_of_cpus)
{
	unsigned kind;
	CHECK_INT(cpu_map_size((const int32_t[]){ 0, 1, 2, 3 }, 4, &kind), 16);
	CHECK_INT(kind, 2);
	CHECK_INT(cpu_map_size((const int32_t[]){ 0, 2, 3 }, 3, &kind), 24);
	CHECK_INT(kind, 0);
	CHECK_INT(cpu_map_size((const int32_t[]){ -1 }, 1, &kind), 16);
	CHECK_INT(kind, 0);
}

TEST(notes)
{
	struct perf_events described;
	const uint64_t id = 42;
	const struct event_attr attr = { .sample_type = SAMPLE_TID };
	events_init(&described);
	struct perf_event *event = events_add(&described, &attr, "a");
	events_add_ids(&described, event, &id, 1);
	begin(0);
	sideband_comm(&sb, 5, 6, "perf-exec");
	sideband_lost_samples(&sb, event, 99, false);
	sideband_bare(&sb, RECORD_FINISHED_INIT);
	const char *text = shown();
	CHECK(strncmp(text, "comm 5/6 perf-exec\n", 19) == 0);
	CHECK(strstr(text, "82, 8 bytes\n"));
	events_done(&described);
}

/* Directories stand for groups where the file system has handles of 8 bytes, as the kernel's has. */
static bool has_short_handles(const char *path)
{
	struct {
		struct file_handle head;
		uint64_t id;
	} handle = { .head.handle_bytes = sizeof(uint64_t) };
	int mount_id;
	return name_to_handle_at(AT_FDCWD, path, &handle.head, &mount_id, 0) == 0 &&
	       handle.head.handle_bytes == sizeof(uint64_t);
}

TEST(control_groups)
{
	if (!has_short_handles(fs.root)) SKIP("the file system of /tmp has other handles than cgroup2");
	fixture_file("proc/mounts", "");
	begin(0);
	sideband_cgroups(&sb);
	CHECK_STR(shown(), ""); /* not mounted */
	fixture_file("proc/mounts", "cgroup2 /sys/fs/cgroup cgroup2 rw 0 0\n");
	fixture_file("sys/fs/cgroup/cgroup.procs", "");
	fixture_file("sys/fs/cgroup/user/cgroup.procs", "");
	fixture_file("sys/fs/cgroup/user/one/cgroup.procs", "");
	fixture_file("sys/fs/cgroup/system/cgroup.procs", "");
	fixture_file("sys/fs/cgroup/nothing/other", ""); /* is no group */
	begin(0);
	sideband_cgroups(&sb);
	CHECK_STR(shown(), "cgroup /\ncgroup /system\ncgroup /user\ncgroup /user/one\n");
}

TEST_MAIN
