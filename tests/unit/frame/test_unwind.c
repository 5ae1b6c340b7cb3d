/* Unwinding on every architecture, here: objects and stacks made by hand, in the byte order of the recorded machine.
 * Three functions: the innermost has just been called, the middle one has a frame, the outermost says that it is that.
 */
#include <elf.h>
#include <unistd.h>
#include "frame/callchain.h"
#include "frame/resolver.h"
#include "frame/unwind/unwind.h"
#include "tests/unit/model/record_builder.h"
#include "tests/unit/test.h"

#define PID 3999998
#define BASE 0x400000 /* where the object is mapped; its addresses in the file begin at 0 */
enum {
	INNER = 0x1000,
	MIDDLE = 0x2000,
	OUTER = 0x3000,
	FUNCTION_BYTES = 0x100,
	EH_FRAME = 0x4000,
	FILE_BYTES = 0x5000
};
#define STACK 0x7ff000

struct code {
	uint8_t bytes[16];
	uint8_t size;
};
#define CODE(...)                                                                          \
	{                                                                                  \
		.bytes = { __VA_ARGS__ }, .size = sizeof((const uint8_t[]){ __VA_ARGS__ }) \
	}

struct row {
	const char *arch;
	uint64_t abi;
	uint16_t machine;
	bool is64, big;
	uint8_t perf_ip, perf_sp, perf_return; /* perf_return: 255 when calls push it */
	struct code cie;                       /* code and data alignment, return column */
	struct code initial, middle;
	unsigned return_at, sp_at,
		frame_bytes; /* on the stack of the middle function; sp_at 0: its caller's is the CFA */
	uint64_t signature;  /* in the bits above an address */
};

static const struct row rows[] = {
	{ "x86_64", 2, EM_X86_64, true, false, 8, 7, 255, CODE(1, 0x78, 16), CODE(0x0c, 7, 8, 0x90, 1), CODE(0x0e, 32),
	  24 + 8, 0, 32 + 8, 0 },
	{ "x86_64", 1, EM_386, false, false, 8, 7, 255, CODE(1, 0x7c, 8), CODE(0x0c, 4, 4, 0x88, 1), CODE(0x0e, 16),
	  12 + 4, 0, 16 + 4, 0 },
	{ "i686", 1, EM_386, false, false, 8, 7, 255, CODE(1, 0x7c, 8), CODE(0x0c, 4, 4, 0x88, 1), CODE(0x0e, 16),
	  12 + 4, 0, 16 + 4, 0 },
	{ "aarch64", 2, EM_AARCH64, true, false, 32, 31, 30, CODE(4, 0x78, 30), CODE(0x0c, 31, 0),
	  CODE(0x2d, 0x0e, 32, 0x9e, 3), 8, 0, 32, (uint64_t)0x1234 << 48 },
	{ "aarch64_be", 2, EM_AARCH64, true, true, 32, 31, 30, CODE(4, 0x78, 30), CODE(0x0c, 31, 0),
	  CODE(0x0e, 32, 0x9e, 3), 8, 0, 32, 0 },
	{ "armv7l", 1, EM_ARM, false, false, 15, 13, 14, CODE(2, 0x7c, 14), CODE(0x0c, 13, 0), CODE(0x0e, 8, 0x8e, 1),
	  4, 0, 8, 0 },
	{ "riscv64", 2, EM_RISCV, true, false, 0, 2, 1, CODE(1, 0x7c, 1), CODE(0x0c, 2, 0), CODE(0x0e, 16, 0x81, 2), 8,
	  0, 16, 0 },
	{ "ppc64le", 2, EM_PPC64, true, false, 32, 1, 36, CODE(4, 0x78, 65), CODE(0x0c, 1, 0),
	  CODE(0x0e, 32, 0x11, 65, 0x7e), 48, 0, 32, 0 },
	{ "s390x", 2, EM_S390, true, true, 33, 15, 14, CODE(1, 0x78, 14), CODE(0x0c, 15, 0xa0, 1),
	  CODE(0x8e, 6, 0x8f, 5, 0x0e, 0xc0, 2), 272, 280, 160, 0 },
};

struct image_maker {
	uint8_t bytes[FILE_BYTES];
	size_t size;
	const struct row *row;
};

static void number(struct image_maker *m, uint64_t value, unsigned size)
{
	for (unsigned i = 0; i < size; i++)
		m->bytes[m->size++] = (uint8_t)(value >> 8 * (m->row->big ? size - 1 - i : i));
}
static void word(struct image_maker *m, uint64_t value) { number(m, value, m->row->is64 ? 8 : 4); }
static void code(struct image_maker *m, const struct code *code)
{
	memcpy(m->bytes + m->size, code->bytes, code->size);
	m->size += code->size;
}

static void patch_length(struct image_maker *m, size_t at)
{
	while (m->size % 8) m->bytes[m->size++] = 0;
	size_t end = m->size;
	m->size = at;
	number(m, end - at - 4, 4);
	m->size = end;
}

static size_t make_eh_frame(struct image_maker *m)
{
	static const struct code zr = CODE('z', 'R', 0), length = CODE(1, 0x1b), none = CODE(0);
	static const struct {
		unsigned start;
		int what;
	} functions[] = { { INNER, 0 }, { MIDDLE, 1 }, { OUTER, 2 } };
	const struct code outermost = CODE(0x07, m->row->cie.bytes[2]);
	m->size = EH_FRAME;
	number(m, 0, 4);
	number(m, 0, 4);
	number(m, 1, 1);
	code(m, &zr);
	code(m, &m->row->cie);
	code(m, &length);
	code(m, &m->row->initial);
	patch_length(m, EH_FRAME);
	for (size_t i = 0; i < 3; i++) {
		size_t at = m->size;
		number(m, 0, 4);
		number(m, m->size - EH_FRAME, 4);
		number(m, (uint32_t)(functions[i].start - m->size), 4);
		number(m, FUNCTION_BYTES, 4);
		number(m, 0, 1);
		code(m, functions[i].what == 0 ? &none : functions[i].what == 1 ? &m->row->middle : &outermost);
		patch_length(m, at);
	}
	return m->size - EH_FRAME;
}

/* An ELF file whose addresses are its offsets: one segment, .eh_frame, names. */
static void make_image(struct image_maker *m)
{
	static const uint8_t names[] = "\0.eh_frame\0.names";
	size_t eh_frame_size = make_eh_frame(m), names_at = m->size;
	memcpy(m->bytes + m->size, names, sizeof(names));
	m->size = (m->size + sizeof(names) + 7) & ~(size_t)7;
	size_t sections_at = m->size;
	struct {
		uint32_t name, type, flags;
		size_t at, size;
	} sections[] = { { 0 },
			 { 1, SHT_PROGBITS, SHF_ALLOC, EH_FRAME, eh_frame_size },
			 { 11, SHT_STRTAB, 0, names_at, sizeof(names) } };
	for (size_t i = 0; i < 3; i++) {
		number(m, sections[i].name, 4);
		number(m, sections[i].type, 4);
		word(m, sections[i].flags);
		word(m, sections[i].at);
		word(m, sections[i].at);
		word(m, sections[i].size);
		number(m, 0, 4);
		number(m, 0, 4);
		word(m, 1);
		word(m, 0);
	}
	size_t end = m->size;
	const uint8_t ident[16] = {
		0x7f, 'E', 'L', 'F', m->row->is64 ? ELFCLASS64 : ELFCLASS32, m->row->big ? ELFDATA2MSB : ELFDATA2LSB, 1
	};
	bool is64 = m->row->is64;
	memcpy(m->bytes, ident, sizeof(ident));
	m->size = sizeof(ident);
	number(m, ET_DYN, 2);
	number(m, m->row->machine, 2);
	number(m, 1, 4);
	word(m, 0);
	word(m, is64 ? 64 : 52);
	word(m, sections_at);
	number(m, 0, 4);
	number(m, is64 ? 64 : 52, 2);
	number(m, is64 ? 56 : 32, 2);
	number(m, 1, 2);
	number(m, is64 ? 64 : 40, 2);
	number(m, 3, 2);
	number(m, 2, 2);
	number(m, PT_LOAD, 4);
	if (is64) number(m, PF_R | PF_X, 4);
	for (int i = 0; i < 3; i++) word(m, 0);
	word(m, FILE_BYTES);
	word(m, FILE_BYTES);
	if (!is64) number(m, PF_R | PF_X, 4);
	word(m, 0x1000);
	m->size = end;
}

static void put_on_stack(const struct row *row, uint8_t *stack, size_t at, uint64_t value)
{
	unsigned size = row->is64 ? 8 : 4;
	for (unsigned i = 0; i < size; i++) stack[at + i] = (uint8_t)(value >> 8 * (row->big ? size - 1 - i : i));
}

struct result {
	uint64_t ips[16];
	size_t count;
	enum unwind_end end;
};

static struct result unwind_row(const struct row *row, uint64_t stack_size)
{
	static struct image_maker m;
	static const struct symbol_options options;
	char path[] = "/tmp/test-unwind-XXXXXX";
	memset(&m, 0, sizeof(m));
	m.row = row;
	make_image(&m);
	int fd = mkstemp(path);
	CHECK(fd >= 0 && write(fd, m.bytes, sizeof(m.bytes)) == (ssize_t)sizeof(m.bytes));
	close(fd);

	struct built b;
	struct model *model = model_new(NULL);
	struct record r = build_comm(&b, 0, PID, PID, "made");
	CHECK_INT(model_apply(model, &r, 0), 0);
	r = build_mmap2(&b, CPUMODE_USER, PID, PID, BASE, FILE_BYTES, 0, 5, path);
	CHECK_INT(model_apply(model, &r, 0), 0);
	struct symbol_store *symbols = symbol_store_new(&options);
	struct frame_space *frames = frame_space_new(model, symbols);
	bool swap = row->big == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
	frame_space_set_machine(frames, row->arch, swap);
	struct resolver *resolver = resolver_new(frames);

	uint8_t stack[512] = { 0 };
	uint64_t values[64] = { 0 }, mask = (uint64_t)1 << row->perf_ip | (uint64_t)1 << row->perf_sp,
		 into_middle = BASE + MIDDLE + 0x20;
	if (row->perf_return != 255) mask |= (uint64_t)1 << row->perf_return;
	else put_on_stack(row, stack, 0, into_middle);
	put_on_stack(row, stack, row->return_at, (BASE + OUTER + 0x30) | row->signature);
	if (row->sp_at) put_on_stack(row, stack, row->sp_at, STACK + row->frame_bytes);
	size_t nr = 0;
	for (unsigned i = 0; i < 64; i++) {
		if (!(mask >> i & 1)) continue;
		values[nr++] = i == row->perf_ip ? BASE + INNER : i == row->perf_sp ? STACK : into_middle;
	}
	struct sample sample = { .present = SAMPLE_REGS_USER | SAMPLE_STACK_USER,
				 .pid = PID,
				 .tid = PID,
				 .user_regs = { row->abi, mask, values },
				 .stack = stack,
				 .stack_size = stack_size,
				 .stack_dyn_size = stack_size };
	struct sample_task task;
	struct result result;
	resolver_task_at(resolver, PID, PID, 1, &task);
	result.end = unwinder_run(resolver_unwinder(resolver), &task, &sample, 16, result.ips, &result.count);
	if (result.end == UNWIND_OUTERMOST) {
		/* the same through call chains, behind what was recorded */
		const uint64_t recorded[] = { CONTEXT_KERNEL, 0xffffffff81000000 };
		struct chain chain = { 0 };
		sample.callchain = recorded;
		sample.nr_callchain = 2;
		CHECK_INT(callchain_resolve(resolver, &task, &sample, &(struct callchain_options){ .max_stack = 2 },
					    &chain),
			  0);
		CHECK_INT(chain.count, 3); /* the limit is of each part */
		CHECK(chain.count == 3 && chain.frames[0]->ip == recorded[1] && chain.frames[1]->ip == BASE + INNER &&
		      chain.frames[2]->ip == into_middle - 1);
		chain_done(&chain);
	}
	resolver_free(resolver);
	frame_space_free(frames);
	symbol_store_free(symbols);
	model_free(model);
	unlink(path);
	return result;
}

TEST(all_architectures)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct result result = unwind_row(&rows[i], 512);
		bool right = result.end == UNWIND_OUTERMOST && result.count == 3 && result.ips[0] == BASE + INNER &&
			     result.ips[1] == BASE + MIDDLE + 0x1f && result.ips[2] == BASE + OUTER + 0x2f;
		CHECK(right);
		if (!right)
			fprintf(stderr, "%s: %zu frames, %s\n", rows[i].arch, result.count,
				unwind_end_name(result.end));
	}
}

/* Memory that an expression reads is in the recorded machine's byte order. DWARF 5, 2.5.1.3 and 6.4.2.3: the caller is
 * what is at CFA - 24, or - 8. */
TEST(callers_by_expression)
{
	struct row big = rows[4], little = rows[0];
	big.middle = (struct code)CODE(0x0e, 32, 0x16, 30, 4, 0x09, 0xe8, 0x22, 0x06);
	little.middle = (struct code)CODE(0x0e, 32, 0x16, 16, 4, 0x09, 0xf8, 0x22, 0x06);
	const struct row *both[] = { &big, &little };
	for (size_t i = 0; i < 2; i++) {
		struct result result = unwind_row(both[i], 512);
		CHECK_INT(result.end, UNWIND_OUTERMOST);
		CHECK_INT(result.count, 3);
		CHECK_INT(result.ips[2], BASE + OUTER + 0x2f);
		CHECK_INT(unwind_row(both[i], 8).count, 2); /* it reads nothing that was not copied */
	}
}

/* An expression with a register that is lost (rbx: DW_OP_breg3) has no value. The stack pointer of the middle function
 * is 8 bytes above that of the sample: within the copy, or at its end. */
TEST(expressions_with_lost_registers)
{
	struct row lost = rows[0];
	lost.middle = (struct code)CODE(0x0e, 32, 0x16, 16, 2, 0x73, 0);
	for (unsigned size = 8; size <= 512; size += 504) {
		struct result result = unwind_row(&lost, size);
		CHECK_INT(result.end, UNWIND_BAD_MEMORY);
		CHECK_INT(result.count, 2);
	}
	/* register 100, DW_OP_bregx: beyond those that there are */
	lost.middle = (struct code)CODE(0x0e, 32, 0x16, 16, 4, 0x92, 0x80, 0x7f, 0);
	CHECK_INT(unwind_row(&lost, 512).end, UNWIND_BAD_MEMORY);
}

TEST(why_chains_end)
{
	struct result result = unwind_row(&rows[0], 16);
	CHECK_INT(result.end, UNWIND_STACK_SHORT);
	CHECK_INT(result.count, 2);
	result = unwind_row(&rows[0], 0);
	CHECK_INT(result.end, UNWIND_NO_REGISTERS);
	CHECK_INT(result.count, 0);
	struct row unknown = rows[0];
	unknown.arch = "vax";
	CHECK_INT(unwind_row(&unknown, 512).end, UNWIND_NO_REGISTERS);
	struct row lost = rows[0];
	lost.signature = (uint64_t)1 << 46; /* no longer an address of anything */
	result = unwind_row(&lost, 512);
	CHECK_INT(result.end, UNWIND_NO_OBJECT);
	CHECK_INT(result.count, 3);
	struct row recursive =
		rows[6]; /* RISC-V: a function that names no place for the return address, and moves nothing */
	recursive.middle = (struct code)CODE(0);
	CHECK_INT(unwind_row(&recursive, 512).end, UNWIND_NO_PROGRESS);
}

TEST_MAIN
