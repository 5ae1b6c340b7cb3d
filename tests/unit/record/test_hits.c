/* A look back over records: which objects the samples hit, in whose name, and what a profile will lack. The machine,
 * its files and the records are the test's own. */
#include "record/objects/hits.h"

#include <stdlib.h>
#include <sys/mman.h>
#include "kernel/elf_note.h"
#include "tests/unit/fixture_tree.h"

static struct kernelfs fs;
static struct perf_events events;
static struct outbuf out;
static struct build_id own_id;

static const struct event_attr attr = { .type = ATTR_TYPE_SOFTWARE,
					.sample_type = SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_CALLCHAIN };

/* Programs with this one's build-id, and one without any. */
__attribute__((constructor)) static void begin_machine(void)
{
	static char bytes[16 << 20];
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	ssize_t n = read(fd, bytes, sizeof(bytes));
	if (n <= 0 || (size_t)n == sizeof(bytes) || !elf_fd_build_id(fd, &own_id)) abort();
	close(fd);
	fs.root = fixture_begin();
	fixture_file("proc/self/status", "");
	fixture_bytes("app", bytes, (size_t)n);
	fixture_bytes("lib.so", bytes, (size_t)n);
	fixture_file("text", "no ELF file");
}

static void begin(void)
{
	const uint64_t id = 1;
	events_init(&events);
	events_add_ids(&events, events_add(&events, &attr, "cpu-clock"), &id, 1);
	out_init(&out, -1);
}

static void end(struct hits *hits)
{
	hits_done(hits);
	out_done(&out);
	events_done(&events);
}

static void map(int32_t pid, uint64_t start, uint64_t len, const char *name)
{
	const struct record_mmap record = { .pid = (uint32_t)pid,
					    .tid = (uint32_t)pid,
					    .start = start,
					    .len = len,
					    .prot = PROT_EXEC,
					    .filename = name };
	CHECK_INT(record_encode_mmap(&out, (struct record_envelope){ .type = RECORD_MMAP2, .misc = CPUMODE_USER },
				     &record),
		  0);
}

static void fork_of(int32_t parent, int32_t pid)
{
	const struct record_task record = {
		.pid = (uint32_t)pid, .ppid = (uint32_t)parent, .tid = (uint32_t)pid, .ptid = (uint32_t)parent
	};
	CHECK_INT(record_encode_task(&out, (struct record_envelope){ .type = RECORD_FORK }, &record), 0);
}

/* caller: of the program; 0: it has none */
static void sample(int32_t pid, uint64_t ip, uint64_t caller, uint16_t misc)
{
	const uint64_t chain[] = { misc == CPUMODE_KERNEL ? CONTEXT_KERNEL : CONTEXT_USER, ip, caller };
	out_u32(&out, RECORD_SAMPLE);
	out_u16(&out, misc);
	out_u16(&out, (uint16_t)(8 + 8 + 8 + 8 + 8 + (caller ? 24 : 16)));
	out_u64(&out, ip);
	out_u32(&out, (uint32_t)pid);
	out_u32(&out, (uint32_t)pid);
	out_u64(&out, 1000 + ip);
	out_u64(&out, caller ? 3 : 2);
	out_mem(&out, chain, caller ? 24 : 16);
}

static void look(struct hits *hits, bool all)
{
	struct roots roots;
	roots_init(&roots, &fs);
	const struct record_run run = { .data = (const uint8_t *)out.data, .size_bytes = out.size };
	const struct hits_source source = { .events = &events, .runs = &run, .nr_runs = 1 };
	const struct hits_options options = { .all = all, .build_ids = true, .fs = &fs, .roots = &roots };
	hits_collect(hits, &options, &source);
	roots_done(&roots);
}

/* Their names, in the order of the list. */
static const char *names(const struct hits *hits)
{
	static char text[256];
	text[0] = '\0';
	for (size_t i = 0; i < hits->build_ids.count; i++) {
		const struct header_build_id *b = &hits->build_ids.items[i];
		CHECK(b->id.size == own_id.size && !memcmp(b->id.bytes, own_id.bytes, own_id.size));
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s ", b->filename);
	}
	return text;
}

TEST(what_was_hit)
{
	struct hits hits = { 0 };
	begin();
	map(7, 0x400000, 0x2000, "/app");
	map(7, 0x700000, 0x1000, "/lib.so");
	map(7, 0x800000, 0x1000, "/text");
	sample(7, 0x401fff, 0x400010, CPUMODE_USER);
	sample(7, 0x402000, 0x400010, CPUMODE_USER); /* just behind it */
	look(&hits, false);
	CHECK_STR(names(&hits), "/app ");
	CHECK_INT(hits.nr_samples, 2);
	CHECK_INT(hits.nr_records, 5);
	CHECK_INT(hits.first_ns, 1000 + 0x401fff);
	CHECK_INT(hits.last_ns, 1000 + 0x402000);
	end(&hits);
}

/* Callers count as well, and objects that are mapped where nothing was sampled when all are asked for. */
TEST(callers_and_all)
{
	struct hits hits = { 0 };
	begin();
	map(7, 0x400000, 0x1000, "/app");
	map(7, 0x700000, 0x1000, "/lib.so");
	sample(7, 0x700000, 0x400000, CPUMODE_USER);
	look(&hits, false);
	CHECK_STR(names(&hits), "/app /lib.so ");
	end(&hits);
	hits = (struct hits){ 0 };
	begin();
	map(7, 0x400000, 0x1000, "/app");
	map(8, 0x400000, 0x1000, "/text");
	map(8, 0x600000, 0x1000, "//anon");
	look(&hits, true);
	CHECK_STR(names(&hits), "/app ");
	end(&hits);
}

/* Children have their parents' maps, as long as they have none of their own there. */
TEST(inherited)
{
	struct hits hits = { 0 };
	begin();
	map(7, 0x400000, 0x1000, "/app");
	fork_of(7, 8);
	fork_of(8, 9);
	fork_of(1, 10);
	sample(9, 0x400800, 0, CPUMODE_USER);
	sample(10, 0x400800, 0, CPUMODE_USER); /* of nobody who has it */
	look(&hits, false);
	CHECK_STR(names(&hits), "/app ");
	CHECK_INT(hits.gaps.nr_samples, 2);
	end(&hits);
	hits = (struct hits){ 0 };
	begin();
	map(7, 0x400000, 0x1000, "/app");
	map(8, 0x400000, 0x1000, "/lib.so");
	fork_of(7, 8);
	sample(8, 0x400800, 0, CPUMODE_USER);
	look(&hits, false);
	CHECK_STR(names(&hits), "/lib.so ");
	end(&hits);
	hits = (struct hits){ 0 };
	begin();
	fork_of(8, 7); /* a circle, as no kernel makes it */
	fork_of(7, 8);
	sample(8, 0x400800, 0, CPUMODE_USER);
	look(&hits, false);
	CHECK_STR(names(&hits), "");
	end(&hits);
}

/* Addresses of the kernel are not looked for in programs. */
TEST(kernel_samples)
{
	struct hits hits = { 0 };
	begin();
	map(7, 0x400000, 0x1000, "/app");
	sample(7, 0x400800, 0x400900, CPUMODE_KERNEL);
	look(&hits, false);
	CHECK_STR(names(&hits), "");
	CHECK_INT(hits.nr_samples, 1);
	end(&hits);
}

/* Chains of one frame, in programs. */
TEST(lone_frames)
{
	struct hits hits = { 0 };
	begin();
	map(7, 0x400000, 0x1000, "/app");
	sample(7, 0x400800, 0, CPUMODE_USER);
	sample(7, 0x400800, 0x400900, CPUMODE_USER);
	sample(7, 0x400800, 0, CPUMODE_USER);
	look(&hits, false);
	CHECK_INT(hits.gaps.nr_chains, 3);
	CHECK_INT(hits.gaps.nr_lone, 2);
	end(&hits);
}

/* Code that was made at run time, of whose there is most; none where its names are to be had. */
TEST(generated_code)
{
	struct hits hits = { 0 };
	begin();
	map(7, 0x400000, 0x1000, "/app");
	map(7, 0x900000, 0x2000, "//anon");
	map(8, 0x900000, 0x1000, "//anon");
	map(9, 0x900000, 0x1000, "//anon");
	map(9, 0xa00000, 0x1000, "/tmp/jit-9.dump");
	sample(7, 0x900800, 0, CPUMODE_USER);
	sample(7, 0x901800, 0, CPUMODE_USER);
	sample(8, 0x900800, 0, CPUMODE_USER);
	sample(9, 0x900800, 0, CPUMODE_USER);
	look(&hits, false);
	CHECK_INT(hits.gaps.nr_generated, 3);
	CHECK_INT(hits.gaps.generated_pid, 7);
	CHECK_STR(hits.gaps.generated_by, "/app");
	end(&hits);
}

/* Files that are gone: how many samples, and of which most. */
TEST(gone)
{
	struct hits hits = { 0 };
	begin();
	map(7, 0x400000, 0x1000, "/gone");
	map(7, 0x500000, 0x2000, "/gone too");
	map(7, 0x700000, 0x1000, "/app");
	sample(7, 0x400800, 0, CPUMODE_USER);
	sample(7, 0x500800, 0, CPUMODE_USER);
	sample(7, 0x501800, 0, CPUMODE_USER);
	sample(7, 0x700800, 0, CPUMODE_USER);
	look(&hits, false);
	CHECK_INT(hits.gaps.nr_gone, 3);
	CHECK_STR(hits.gaps.gone, "/gone too");
	CHECK_STR(names(&hits), "/app ");
	end(&hits);
}

/* What is compressed on the way is seen before, in parts as rings have it: a record may run from one into the next. */
TEST(seen_before)
{
	begin();
	map(7, 0x400000, 0x1000, "/app");
	for (unsigned i = 0; i < 3; i++) sample(7, 0x400100 + i, 0, CPUMODE_USER);
	for (size_t cut = 0; cut <= out.size; cut += 8) {
		struct hits hits = { 0 };
		struct hits_seen *seen = hits_seen_new(&events, true);
		const struct iovec parts[2] = { { out.data, cut }, { out.data + cut, out.size - cut } };
		struct roots roots;
		hits_see(seen, parts, 2);
		roots_init(&roots, &fs);
		const struct hits_options options = { .build_ids = true, .fs = &fs, .roots = &roots };
		const struct hits_source source = { .events = &events, .seen = &seen, .nr_seen = 1 };
		hits_collect(&hits, &options, &source);
		CHECK_INT(hits.nr_samples, 3);
		CHECK_INT(hits.nr_records, 4);
		CHECK_STR(names(&hits), "/app ");
		hits_done(&hits);
		hits_seen_free(seen);
		roots_done(&roots);
	}
	struct hits none = { 0 };
	end(&none);
}

TEST_MAIN
