#include "tests/unit/test.h"
#include "tests/unit/perfdata/bytes.h"
#include <errno.h>
#include "perfdata/record/record.h"

#define BOTH_ORDERS for (int swap = 0; swap < 2; swap++)

static struct record cut(const struct record *whole, size_t size)
{
	uint8_t *copy = malloc(size);
	struct record r = *whole;

	memcpy(copy, whole->data, size);
	r.data = copy;
	r.size = (uint16_t)size;
	return r;
}

/* Every record cut short must be refused or, where only the trailer is missing, still decode; never read beyond its end
 * (which is what the sanitizers of the fuzz build watch). */
#define CHECK_CUT(whole, needed, decode)                                    \
	do {                                                                \
		for (size_t size_ = 8; size_ <= (whole)->size; size_++) {   \
			uint64_t ret_[128];                                 \
			struct record cut_ = cut(whole, size_);             \
			int status_ = decode(&cut_, (void *)ret_);          \
			if (size_ < (needed)) CHECK_INT(status_, -EBADMSG); \
			free((void *)(uintptr_t)cut_.data);                 \
		}                                                           \
	} while (0)

TEST(mmap2_with_inode)
{
	BOTH_ORDERS
	{
		struct bytes b;
		bytes_init(&b, swap);
		size_t at = record_begin(&b.out, RECORD_MMAP2, CPUMODE_USER);
		put32(&b, 10);
		put32(&b, 11);
		put64(&b, 0x400000);
		put64(&b, 0x2000);
		put64(&b, 0x1000);
		put32(&b, 8);
		put32(&b, 1);
		put64(&b, 77);
		put64(&b, 3);
		put32(&b, 5);
		put32(&b, 2);
		put_text8(&b, "/bin/true");
		put64(&b, 0);
		(void)record_end(&b.out, at);
		struct record r = record_at(&b, at);
		struct record_mmap m;
		CHECK_INT(record_decode_mmap(&r, &m), 0);
		CHECK_INT(m.pid, 10);
		CHECK_INT(m.tid, 11);
		CHECK_INT(m.start, 0x400000);
		CHECK_INT(m.len, 0x2000);
		CHECK_INT(m.pgoff, 0x1000);
		CHECK(m.has_inode && !m.has_build_id);
		CHECK_INT(m.maj, 8);
		CHECK_INT(m.min, 1);
		CHECK_INT(m.ino, 77);
		CHECK_INT(m.ino_generation, 3);
		CHECK_INT(m.prot, 5);
		CHECK_INT(m.flags, 2);
		CHECK_STR(m.filename, "/bin/true");
		CHECK_CUT(&r, 72 + 10, record_decode_mmap);
		bytes_done(&b);
	}
}

/* As kernels write it for an event that asked for no build-ids while another one does. */
TEST(mmap2_with_inode_and_the_flag_of_a_build_id)
{
	static const struct {
		uint32_t maj, min;
		uint64_t ino;
	} files[] = { { 254, 0, 247728 }, { 8, 1, UINT64_MAX }, { 0, 0, 0 } };
	BOTH_ORDERS for (size_t i = 0; i < ARRAY_SIZE(files); i++)
	{
		struct bytes b;
		bytes_init(&b, swap);
		size_t at = record_begin(&b.out, RECORD_MMAP2, CPUMODE_USER | MISC_MMAP_BUILD_ID);
		put32(&b, 10);
		put32(&b, 11);
		put64(&b, 0x400000);
		put64(&b, 0x2000);
		put64(&b, 0);
		put32(&b, files[i].maj);
		put32(&b, files[i].min);
		put64(&b, files[i].ino);
		put64(&b, 0);
		put32(&b, 5);
		put32(&b, 2);
		put_text8(&b, "x");
		(void)record_end(&b.out, at);
		struct record r = record_at(&b, at);
		struct record_mmap m;
		CHECK_INT(record_decode_mmap(&r, &m), 0);
		CHECK(m.has_inode && !m.has_build_id);
		CHECK_INT(m.maj, files[i].maj);
		CHECK_INT(m.ino, files[i].ino);
		CHECK_INT(m.prot, 5);
		bytes_done(&b);
	}
}

TEST(mmap2_with_build_id)
{
	BOTH_ORDERS
	{
		struct bytes b;
		bytes_init(&b, swap);
		size_t at = record_begin(&b.out, RECORD_MMAP2, CPUMODE_USER | MISC_MMAP_BUILD_ID);
		put32(&b, 10);
		put32(&b, 11);
		put64(&b, 0x400000);
		put64(&b, 0x2000);
		put64(&b, 0);
		put8(&b, 20);
		put8(&b, 0);
		put16(&b, 0);
		for (unsigned i = 0; i < 20; i++) put8(&b, (uint8_t)(i + 1));
		put32(&b, 5);
		put32(&b, 2);
		put_text8(&b, "x");
		(void)record_end(&b.out, at);
		struct record r = record_at(&b, at);
		struct record_mmap m;
		CHECK_INT(record_decode_mmap(&r, &m), 0);
		CHECK(m.has_build_id && !m.has_inode);
		CHECK_INT(m.build_id.size, 20);
		CHECK_INT(m.build_id.bytes[0], 1);
		CHECK_INT(m.build_id.bytes[19], 20);
		CHECK_INT(m.prot, 5);
		CHECK_STR(m.filename, "x");
		bytes_done(&b);
	}
}

TEST(mmap_comm_task)
{
	BOTH_ORDERS
	{
		struct bytes b;
		bytes_init(&b, swap);
		size_t mmap = record_begin(&b.out, RECORD_MMAP, CPUMODE_KERNEL);
		put32(&b, 0xffffffff);
		put32(&b, 0);
		put64(&b, 1);
		put64(&b, 2);
		put64(&b, 3);
		put_text8(&b, "[kernel.kallsyms]_text");
		(void)record_end(&b.out, mmap);
		size_t comm = record_begin(&b.out, RECORD_COMM, MISC_COMM_EXEC);
		put32(&b, 1);
		put32(&b, 2);
		put_text8(&b, "name");
		(void)record_end(&b.out, comm);
		size_t fork = record_begin(&b.out, RECORD_FORK, 0);
		put32(&b, 1);
		put32(&b, 2);
		put32(&b, 3);
		put32(&b, 4);
		put64(&b, 5);
		(void)record_end(&b.out, fork);
		struct record r = record_at(&b, mmap);
		struct record_mmap m;
		struct record_comm c;
		struct record_task t;
		CHECK_INT(record_decode_mmap(&r, &m), 0);
		CHECK_INT(m.pid, 0xffffffff);
		CHECK(!m.has_inode && !m.has_build_id);
		CHECK_STR(m.filename, "[kernel.kallsyms]_text");
		r = record_at(&b, comm);
		CHECK_INT(record_decode_comm(&r, &c), 0);
		CHECK(c.exec);
		CHECK_INT(c.pid, 1);
		CHECK_INT(c.tid, 2);
		CHECK_STR(c.comm, "name");
		CHECK_CUT(&r, 8 + 8 + 5, record_decode_comm);
		r = record_at(&b, fork);
		CHECK_INT(record_decode_task(&r, &t), 0);
		CHECK_INT(t.pid, 1);
		CHECK_INT(t.ppid, 2);
		CHECK_INT(t.tid, 3);
		CHECK_INT(t.ptid, 4);
		CHECK_INT(t.time_ns, 5);
		CHECK_CUT(&r, 32, record_decode_task);
		bytes_done(&b);
	}
}

TEST(counts_and_switches)
{
	BOTH_ORDERS
	{
		struct bytes b;
		bytes_init(&b, swap);
		size_t lost = record_begin(&b.out, RECORD_LOST, 0);
		put64(&b, 7);
		put64(&b, 8);
		(void)record_end(&b.out, lost);
		size_t lost_samples = record_begin(&b.out, RECORD_LOST_SAMPLES, 0);
		put64(&b, 9);
		(void)record_end(&b.out, lost_samples);
		size_t throttle = record_begin(&b.out, RECORD_THROTTLE, 0);
		put64(&b, 1);
		put64(&b, 2);
		put64(&b, 3);
		(void)record_end(&b.out, throttle);
		size_t plain = record_begin(&b.out, RECORD_SWITCH, MISC_SWITCH_OUT);
		(void)record_end(&b.out, plain);
		size_t wide = record_begin(&b.out, RECORD_SWITCH_CPU_WIDE, MISC_SWITCH_OUT | MISC_SWITCH_OUT_PREEMPT);
		put32(&b, 5);
		put32(&b, 6);
		(void)record_end(&b.out, wide);
		size_t aux = record_begin(&b.out, RECORD_AUX, 0);
		put64(&b, 1);
		put64(&b, 2);
		put64(&b, 3);
		(void)record_end(&b.out, aux);
		struct record r = record_at(&b, lost);
		struct record_lost l;
		CHECK_INT(record_decode_lost(&r, &l), 0);
		CHECK_INT(l.id, 7);
		CHECK_INT(l.lost, 8);
		CHECK_CUT(&r, 24, record_decode_lost);
		r = record_at(&b, lost_samples);
		struct record_lost_samples ls;
		CHECK_INT(record_decode_lost_samples(&r, &ls), 0);
		CHECK_INT(ls.lost, 9);
		r = record_at(&b, throttle);
		struct record_throttle t;
		CHECK_INT(record_decode_throttle(&r, &t), 0);
		CHECK_INT(t.time_ns, 1);
		CHECK_INT(t.id, 2);
		CHECK_INT(t.stream_id, 3);
		r = record_at(&b, plain);
		struct record_switch s;
		CHECK_INT(record_decode_switch(&r, &s), 0);
		CHECK(s.out && !s.preempt);
		CHECK_INT(s.other_tid, (uint32_t)-1);
		r = record_at(&b, wide);
		CHECK_INT(record_decode_switch(&r, &s), 0);
		CHECK(s.out && s.preempt);
		CHECK_INT(s.other_pid, 5);
		CHECK_INT(s.other_tid, 6);
		CHECK_CUT(&r, 16, record_decode_switch);
		r = record_at(&b, aux);
		struct record_aux a;
		CHECK_INT(record_decode_aux(&r, &a), 0);
		CHECK_INT(a.aux_offset, 1);
		CHECK_INT(a.aux_size, 2);
		CHECK_INT(a.flags, 3);
		CHECK_CUT(&r, 32, record_decode_aux);
		bytes_done(&b);
	}
}

TEST(kernel_objects)
{
	BOTH_ORDERS
	{
		struct bytes b;
		bytes_init(&b, swap);
		size_t ns = record_begin(&b.out, RECORD_NAMESPACES, 0);
		put32(&b, 1);
		put32(&b, 2);
		put64(&b, 2);
		put64(&b, 3);
		put64(&b, 4);
		put64(&b, 5);
		put64(&b, 6);
		(void)record_end(&b.out, ns);
		size_t ks = record_begin(&b.out, RECORD_KSYMBOL, 0);
		put64(&b, 0xffffffffc0000000);
		put32(&b, 100);
		put16(&b, 1);
		put16(&b, 0);
		put_text8(&b, "bpf_prog_x");
		(void)record_end(&b.out, ks);
		size_t bpf = record_begin(&b.out, RECORD_BPF_EVENT, 0);
		put16(&b, 1);
		put16(&b, 0);
		put32(&b, 5);
		for (unsigned i = 0; i < 8; i++) put8(&b, (uint8_t)i);
		(void)record_end(&b.out, bpf);
		size_t cg = record_begin(&b.out, RECORD_CGROUP, 0);
		put64(&b, 55);
		put_text8(&b, "/a/b");
		(void)record_end(&b.out, cg);
		size_t poke = record_begin(&b.out, RECORD_TEXT_POKE, 0);
		put64(&b, 1);
		put16(&b, 2);
		put16(&b, 1);
		put8(&b, 0xaa);
		put8(&b, 0xbb);
		put8(&b, 0xcc);
		put8(&b, 0);
		(void)record_end(&b.out, poke);
		struct record r = record_at(&b, ns);
		struct record_namespaces n;
		CHECK_INT(record_decode_namespaces(&r, &n), 0);
		CHECK_INT(n.pid, 1);
		CHECK_INT(n.tid, 2);
		CHECK_INT(n.count, 2);
		CHECK_INT(n.link[1].dev, 5);
		CHECK_INT(n.link[1].inode, 6);
		CHECK_CUT(&r, 24 + 32, record_decode_namespaces);
		r = record_at(&b, ks);
		struct record_ksymbol k;
		CHECK_INT(record_decode_ksymbol(&r, &k), 0);
		CHECK_INT(k.addr, 0xffffffffc0000000);
		CHECK_INT(k.len, 100);
		CHECK_INT(k.ksym_type, 1);
		CHECK_STR(k.name, "bpf_prog_x");
		r = record_at(&b, bpf);
		struct record_bpf_event e;
		CHECK_INT(record_decode_bpf_event(&r, &e), 0);
		CHECK_INT(e.prog_id, 5);
		CHECK_INT(e.tag[7], 7);
		CHECK_CUT(&r, 24, record_decode_bpf_event);
		r = record_at(&b, cg);
		struct record_cgroup g;
		CHECK_INT(record_decode_cgroup(&r, &g), 0);
		CHECK_INT(g.id, 55);
		CHECK_STR(g.path, "/a/b");
		r = record_at(&b, poke);
		struct record_text_poke p;
		CHECK_INT(record_decode_text_poke(&r, &p), 0);
		CHECK_INT(p.old_len, 2);
		CHECK_INT(p.new_len, 1);
		CHECK_INT(p.bytes[2], 0xcc);
		CHECK_CUT(&r, 8 + 12 + 3, record_decode_text_poke);
		bytes_done(&b);
	}
}

static void add_cpu(void *ctx, int32_t cpu)
{
	char *text = ctx;
	sprintf(text + strlen(text), "%d ", cpu);
}

TEST(records_of_perf)
{
	BOTH_ORDERS
	{
		struct bytes b;
		bytes_init(&b, swap);
		size_t index = record_begin(&b.out, RECORD_ID_INDEX, 0);
		put64(&b, 1);
		put64(&b, 7);
		put64(&b, 1);
		put64(&b, UINT64_MAX);
		put64(&b, 9);
		put64(&b, 11);
		put64(&b, 12);
		(void)record_end(&b.out, index);
		size_t stat = record_begin(&b.out, RECORD_STAT, 0);
		put64(&b, 7);
		put32(&b, 1);
		put32(&b, 2);
		put64(&b, 3);
		put64(&b, 4);
		put64(&b, 5);
		(void)record_end(&b.out, stat);
		size_t conv = record_begin(&b.out, RECORD_TIME_CONV, 0);
		put64(&b, 1);
		put64(&b, 2);
		put64(&b, 3);
		(void)record_end(&b.out, conv);
		size_t error = record_begin(&b.out, RECORD_AUXTRACE_ERROR, 0);
		put32(&b, 1);
		put32(&b, 2);
		put32(&b, 3);
		put32(&b, 4);
		put32(&b, 5);
		put32(&b, 1);
		put64(&b, 6);
		put64(&b, 7);
		put_text8(&b, "what happened");
		for (unsigned i = 0; i < 6; i++) put64(&b, 0);
		(void)record_end(&b.out, error);
		size_t list = record_begin(&b.out, RECORD_CPU_MAP, 0);
		put16(&b, 0);
		put16(&b, 2);
		put16(&b, 3);
		put16(&b, 0xffff);
		(void)record_end(&b.out, list);
		size_t mask = record_begin(&b.out, RECORD_CPU_MAP, 0);
		put16(&b, 1);
		put16(&b, 1);
		put16(&b, 8);
		put32(&b, 0);
		put64(&b, 0x8000000000000005);
		for (unsigned i = 0; i < 6; i++) put8(&b, 0);
		(void)record_end(&b.out, mask);
		size_t range = record_begin(&b.out, RECORD_CPU_MAP, 0);
		put16(&b, 2);
		put8(&b, 0);
		put8(&b, 0);
		put16(&b, 2);
		put16(&b, 5);
		(void)record_end(&b.out, range);
		struct record r = record_at(&b, index);
		struct record_id_index ix;
		struct record_id_entry e;
		CHECK_INT(record_decode_id_index(&r, &ix), 0);
		CHECK(record_id_index_next(&ix, &e));
		CHECK_INT(e.id, 7);
		CHECK_INT(e.cpu, -1);
		CHECK_INT(e.tid, 9);
		CHECK(e.has_guest);
		CHECK_INT(e.vcpu, 12);
		CHECK(!record_id_index_next(&ix, &e));
		CHECK_CUT(&r, 48, record_decode_id_index);
		r = record_at(&b, stat);
		struct record_stat s;
		CHECK_INT(record_decode_stat(&r, &s), 0);
		CHECK_INT(s.thread, 2);
		CHECK_INT(s.running_ns, 5);
		r = record_at(&b, conv);
		struct record_time_conv c;
		CHECK_INT(record_decode_time_conv(&r, &c), 0);
		CHECK_INT(c.time_zero, 3);
		CHECK(!c.has_cycles);
		r = record_at(&b, error);
		struct record_auxtrace_error x;
		CHECK_INT(record_decode_auxtrace_error(&r, &x), 0);
		CHECK_INT(x.time_ns, 7);
		CHECK_STR(x.message, "what happened");
		CHECK_CUT(&r, 48 + 14, record_decode_auxtrace_error);
		char text[100] = "";
		r = record_at(&b, list);
		CHECK_INT(record_cpu_map_visit(record_cursor(&r), add_cpu, text), 0);
		r = record_at(&b, mask);
		CHECK_INT(record_cpu_map_visit(record_cursor(&r), add_cpu, text), 0);
		CHECK_STR(text, "3 -1 0 2 63 ");
		r = record_at(&b, range);
		char *formatted = record_cpu_map_format(record_cursor(&r));
		CHECK_STR(formatted, "2-5");
		free(formatted);
		bytes_done(&b);
	}
}

TEST(names)
{
	CHECK_STR(record_type_name(RECORD_MMAP2), "MMAP2");
	CHECK_STR(record_type_name(RECORD_HEADER_ATTR), "ATTR");
	CHECK_STR(record_type_name(12345), "UNKNOWN");
}

TEST_MAIN
