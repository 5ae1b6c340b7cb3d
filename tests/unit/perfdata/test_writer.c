/* What the writer writes, the reader reads: file and pipe form, every feature. */
#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>
#include "perfdata/feature/header_feature.h"
#include "perfdata/header_text.h"
#include "perfdata/writer.h"
#include "tests/unit/perfdata/bytes.h"
#include "tests/unit/test.h"

static const uint64_t ids[] = { 100, 101, 102 };

static void fill_events(struct perf_events *events)
{
	struct event_attr attr = { .type = ATTR_TYPE_SOFTWARE,
				   .config = 1,
				   .size = 136,
				   .sample_type = SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_ID,
				   .flags = ATTR_SAMPLE_ID_ALL | ATTR_FREQ,
				   .sample_period = 4000 };
	events_init(events);
	struct perf_event *a = events_add(events, &attr, "task-clock:u");
	events_add_ids(events, a, ids, 2);
	attr.config = 2;
	attr.branch_sample_type = 8;
	struct perf_event *b = events_add(events, &attr, "page-faults");
	events_add_ids(events, b, ids + 2, 1);
	a->nr_members = 2;
	b->leader = a;
	a->group_name = xstrdup("grp");
}

static void fill_header(struct perf_header *h, struct perf_events *events)
{
	static char *lists[] = { (char *)"0-1", (char *)"2-3" };
	static char *args[] = { (char *)"perf", (char *)"record", (char *)"it's" };
	static struct header_core cores[] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 1 }, { 1, 1, 1 } };
	static struct header_node nodes[] = { { 0, 1000, 500, (char *)"0-3" } };
	static struct header_cache caches[] = { { 1, 64, 64, 8, (char *)"Data", (char *)"32K", (char *)"0" } };
	static uint64_t bitmap[] = { 0xf0, 1 };
	static struct header_mem_node mem[] = { { 0, 70, 70, bitmap } };
	static struct header_pmu pmus[] = { { 4, (char *)"cpu" }, { 1, (char *)"software" } };
	static struct header_cap caps[] = { { (char *)"branches", (char *)"32" },
					    { (char *)"max_precise", (char *)"3" } };
	static struct header_pmu_caps pmu_caps[] = { { (char *)"cpu_core", caps, 2 }, { (char *)"cpu_atom", NULL, 0 } };
	static struct header_hybrid hybrids[] = { { (char *)"cpu_core", (char *)"0-1" },
						  { (char *)"cpu_atom", (char *)"2-3" } };
	static struct header_build_id build_ids[] = {
		{ CPUMODE_USER, -1, { 20, { 1, 2, 3 } }, (char *)"/bin/true", 8, 17, 0x123456789abcdef },
		{ CPUMODE_KERNEL, -1, { 8, { 9 } }, (char *)"[kernel.kallsyms]" },
	};
	static struct header_auxtrace aux[] = { { 1000, 64 }, { 2000, 64 } };
	header_init(h, events);
	for (unsigned bit = 0; bit < FEATURE_BITS; bit++)
		if (feature_desc(bit) && bit != FEATURE_BPF_PROG_INFO && bit != FEATURE_BPF_BTF) header_set(h, bit);
	h->hostname = (char *)"host";
	h->osrelease = (char *)"6.12";
	h->version = (char *)"1.0";
	h->arch = (char *)"x86_64";
	h->cpudesc = (char *)"a CPU of sixty-four bytes, so that padding needs a block more...";
	h->cpuid = (char *)"id";
	h->nrcpus_available = 4;
	h->nrcpus_online = 3;
	h->total_mem_kib = 12345;
	h->cmdline = args;
	h->nr_cmdline = 3;
	h->core_siblings = lists;
	h->nr_core_siblings = 2;
	h->thread_siblings = lists;
	h->nr_thread_siblings = 1;
	h->die_siblings = lists;
	h->nr_die_siblings = 2;
	h->has_dies = true;
	h->cores = cores;
	h->nr_cores = 4;
	h->nodes = nodes;
	h->nr_nodes = 1;
	h->caches = caches;
	h->nr_caches = 1;
	h->pmus = pmus;
	h->nr_pmus = 2;
	h->mem_version = 2;
	h->mem_block_size = 1 << 27;
	h->mem_nodes = mem;
	h->nr_mem_nodes = 1;
	h->first_sample_ns = 1000000000;
	h->last_sample_ns = 3500000000;
	h->clockid_resolution_ns = 1;
	h->dir_version = 1;
	h->comp_version = 1;
	h->comp_type = 1;
	h->comp_level = 3;
	h->comp_ratio = 5;
	h->comp_mmap_len = 528384;
	h->cpu_pmu_caps = caps;
	h->nr_cpu_pmu_caps = 2;
	h->pmu_caps = pmu_caps;
	h->nr_pmu_caps = 2;
	h->hybrids = hybrids;
	h->nr_hybrids = 2;
	h->clock_data_clockid = 1;
	h->clock_wall_ns = 1700000000123456789;
	h->clock_ns = 99000000001;
	h->build_ids = build_ids;
	h->nr_build_ids = 2;
	h->auxtrace = aux;
	h->nr_auxtrace = 2;
	h->tracing_data = (const uint8_t *)"\27\10\104tracing0.6";
	h->tracing_data_size = 13;
}

static struct iovec comm_record(struct bytes *b)
{
	bytes_init(b, false);
	size_t at = record_begin(&b->out, RECORD_COMM, 0);
	put32(b, 1);
	put32(b, 2);
	put_text8(b, "name");
	put32(b, 1);
	put32(b, 2);
	put64(b, 5);
	put64(b, 100);
	(void)record_end(&b->out, at);
	return (struct iovec){ b->out.data, b->out.size };
}

static void check_events(const struct perf_events *events, uint32_t attr_size)
{
	CHECK_INT(events->count, 2);
	if (events->count != 2) return;
	CHECK_STR(events->items[0]->name, "task-clock:u");
	CHECK_STR(events->items[1]->name, "page-faults");
	CHECK_INT(events->items[0]->nr_ids, 2);
	CHECK(events_by_id(events, 102) == events->items[1]);
	CHECK_INT(events->items[0]->attr.size, attr_size);
	CHECK_INT(events->items[1]->attr.branch_sample_type, 8);
	CHECK(events->items[1]->leader == events->items[0]);
	CHECK_INT(events->items[0]->nr_members, 2);
	CHECK_STR(events->items[0]->group_name, "grp");
}

/* All that the header says in words, which names every field but a few. */
static char *header_words(const struct perfdata *pd)
{
	struct outbuf out;
	out_init(&out, -1);
	header_text_format(pd, true, &out);
	char *text = xstrndup(out.data, out.size);
	out_done(&out);
	return text;
}

static const char *const words[] = {
	"# hostname : host\n",
	"# os release : 6.12\n",
	"# perf version : 1.0\n",
	"# arch : x86_64\n",
	"# nrcpus online : 3\n",
	"# nrcpus avail : 4\n",
	"# cpudesc : a CPU of sixty-four bytes, so that padding needs a block more...\n",
	"# cpuid : id\n",
	"# total memory : 12345 kB\n",
	"# cmdline : perf record it\\'s \n",
	"# event : name = task-clock:u, , id = { 100, 101 }, type = 1 (software), size = 80",
	"# sibling sockets : 2-3\n# sibling dies    : 0-1\n",
	"# CPU 2: Core ID 0, Die ID 1, Socket ID 1\n",
	"# node0 meminfo  : total = 1000 kB, free = 500 kB\n",
	"# pmu mappings: cpu = 4, software = 1\n",
	"# group: grp{task-clock:u,page-faults}\n",
	"#  L1 Data                 32K [0]\n",
	"# time of first sample : 1.000000\n",
	"# sample duration :   2500.000 ms\n",
	"#    0 [640M]: 4-7,64\n",
	"# clockid frequency: 1000 MHz\n",
	"# directory data version : 1\n",
	"# compressed : Zstd, level = 3, ratio = 5\n",
	"# cpu pmu capabilities: branches=32, max_precise=3\n",
	"# clockid: monotonic (1)\n",
	"# hybrid cpu system:\n# cpu_core cpu list : 0-1\n",
	"# cpu_core pmu capabilities: branches=32, max_precise=3\n",
	"# contains samples with branch stack\n",
	"# contains stat data\n",
	"# contains AUX area data",
};

static void check_header(const struct perfdata *pd, bool file)
{
	const struct perf_header *h = perfdata_header(pd);
	char *text = header_words(pd);
	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (!strstr(text, words[i])) fprintf(stderr, "missing: %s", words[i]);
		CHECK(strstr(text, words[i]) != NULL);
	}
	free(text);
	CHECK_INT(h->mem_version, 2);
	CHECK_INT(h->comp_mmap_len, 528384);
	CHECK_INT(h->nr_auxtrace, 2);
	CHECK_INT(h->auxtrace[1].offset, 2000);
	CHECK(h->tracing_data_size >= 13 && memcmp(h->tracing_data, "\27\10\104tracing0.6", 13) == 0);
	if (!file) return; /* the pipe form has no list of build-ids */
	CHECK_INT(h->nr_build_ids, 2);
	CHECK_STR(h->build_ids[1].filename, "[kernel.kallsyms]");
	CHECK_INT(h->build_ids[1].id.size, 8);
	CHECK_INT(h->build_ids[1].misc & 7, CPUMODE_KERNEL);
	CHECK_INT(h->build_ids[0].id.bytes[2], 3);
	CHECK_INT(h->build_ids[0].maj, 8);
	CHECK_INT(h->build_ids[0].min, 17);
	CHECK_INT(h->build_ids[0].ino, 0x123456789abcdef);
	CHECK_INT(h->build_ids[1].maj, 0);
	CHECK_INT(h->build_ids[1].ino, 0);
}

static struct perfdata *read_back(int fd, void **ret_map, size_t *ret_size)
{
	off_t size = lseek(fd, 0, SEEK_END);
	void *map = mmap(NULL, (size_t)size, PROT_READ, MAP_SHARED, fd, 0);
	struct perfdata_options options = { 0 };
	struct perfdata *pd = NULL;
	CHECK_INT(perfdata_open_memory(map, (size_t)size, "written", &options, &pd, NULL), 0);
	*ret_map = map;
	*ret_size = (size_t)size;
	return pd;
}

TEST(file_form)
{
	struct perf_events events;
	struct perf_header header;
	struct perfdata_writer *writer;
	struct bytes comm;
	struct iovec part = comm_record(&comm);
	void *map;
	size_t size;
	int fd = memfd_create("test", 0);
	fill_events(&events);
	fill_header(&header, &events);
	CHECK_INT(perfdata_writer_new(fd, false, &events, &writer, NULL), 0);
	CHECK_INT(perfdata_writer_append(writer, &part, 1), 0);
	CHECK_INT(perfdata_writer_size(writer), comm.out.size);

	/* as a killed recorder leaves it */
	struct perfdata *pd = read_back(fd, &map, &size);
	struct record r;
	CHECK_INT(perfdata_next(pd, &r), 1);
	CHECK_INT(r.type, RECORD_COMM);
	CHECK_INT(perfdata_next(pd, &r), 0);
	perfdata_close(pd);
	munmap(map, size);

	CHECK_INT(perfdata_writer_finish(writer, &header, NULL), 0);
	perfdata_writer_free(writer);
	pd = read_back(fd, &map, &size);
	check_events(perfdata_events(pd), 80); /* the smallest that holds branch_sample_type */
	check_header(pd, true);
	CHECK_INT(perfdata_next(pd, &r), 1);
	CHECK_INT(events_record_time(perfdata_events(pd), &r), 5);
	CHECK_INT(perfdata_next(pd, &r), 0);
	perfdata_close(pd);
	munmap(map, size);
	close(fd);
	bytes_done(&comm);
	header_done(&header);
	events_done(&events);
}

TEST(pipe_form)
{
	struct perf_events events;
	struct perf_header header;
	struct perfdata_writer *writer;
	struct bytes comm;
	struct iovec part = comm_record(&comm);
	void *map;
	size_t size;
	int fd = memfd_create("test", 0);
	fill_events(&events);
	fill_header(&header, &events);
	CHECK_INT(perfdata_writer_new(fd, true, &events, &writer, NULL), 0);
	CHECK_INT(perfdata_writer_features(writer, &header, NULL), 0);
	CHECK_INT(perfdata_writer_append(writer, &part, 1), 0);
	CHECK_INT(perfdata_writer_finish(writer, &header, NULL), 0);
	perfdata_writer_free(writer);
	struct perfdata *pd = read_back(fd, &map, &size);
	struct record r;
	unsigned comms = 0;
	CHECK(perfdata_pipe_records(pd));
	while (perfdata_next(pd, &r) > 0) comms += r.type == RECORD_COMM;
	CHECK_INT(comms, 1);
	check_events(perfdata_events(pd), 144);
	check_header(pd, false);
	perfdata_close(pd);
	munmap(map, size);
	close(fd);
	bytes_done(&comm);
	header_done(&header);
	events_done(&events);
}

/* Sections cut short: refused or partly taken, never read beyond. */
TEST(features_cut_at_every_byte)
{
	struct perf_events events;
	struct perf_header header;
	fill_events(&events);
	fill_header(&header, &events);
	for (unsigned bit = 0; bit < FEATURE_BITS; bit++) {
		const struct feature_desc *desc = feature_desc(bit);
		if (!desc || !header_has(&header, bit) || !desc->encode) continue;
		struct outbuf section;
		out_init(&section, -1);
		desc->encode(&header, &section);
		for (size_t size = 0; size <= section.size; size++) {
			uint8_t *copy = malloc(size ? size : 1);
			if (size) memcpy(copy, section.data, size);
			struct perf_header back;
			struct perf_events none;
			struct outbuf text;
			events_init(&none);
			header_init(&back, &none);
			back.nrcpus_available = 4;
			out_init(&text, -1);
			int r = header_decode_feature(&back, bit, cursor_of(copy, size, false));
			CHECK(r == 0 || r == -EBADMSG);
			if (r == 0 && desc->print) desc->print(&back, &text);
			out_done(&text);
			header_done(&back);
			events_done(&none);
			free(copy);
		}
		out_done(&section);
	}
	header_done(&header);
	events_done(&events);
}

TEST_MAIN
