/* Dump of samples: the line of the record, then a block of lines for each field that its event asked for, in
 * upstream's words and order, which is not the order of the bytes. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "event/attr/name.h"
#include "perfdata/dump_private.h"

/* call_stack: the branch stack is a call stack (LBR), which takes the place of the chain's user part. */
static void add_chain(struct outbuf *out, const struct sample *s, bool call_stack)
{
	if (call_stack) {
		/* the kernel's part of the chain, then what the branch stack says of the user's */
		uint64_t kernel = 0;
		while (kernel < s->nr_callchain && s->callchain[kernel] != CONTEXT_USER) kernel++;
		if (kernel != s->nr_callchain && s->nr_branches) {
			uint64_t line = 0;
			out_printf(out, "... LBR call chain: nr:%" PRIu64 "\n", kernel + 1 + s->nr_branches + 1);
			for (; line <= kernel; line++)
				out_printf(out, "..... %2" PRIu64 ": %016" PRIx64 "\n", line, s->callchain[line]);
			out_printf(out, "..... %2" PRIu64 ": %016" PRIx64 "\n", line++, s->branches[0].to);
			for (uint64_t i = 0; i < s->nr_branches; i++)
				out_printf(out, "..... %2" PRIu64 ": %016" PRIx64 "\n", line++, s->branches[i].from);
		}
	}
	out_printf(out, "... FP chain: nr:%" PRIu64 "\n", s->nr_callchain);
	for (uint64_t i = 0; i < s->nr_callchain; i++) {
		out_lit(out, "..... ");
		out_dec(out, i, 2);
		out_lit(out, ": ");
		out_hex0(out, s->callchain[i], 16);
		out_char(out, '\n');
	}
}

/* The branch's type, bits 20 to 23 of the flags (struct branch_entry). The last value, 15, says that the type is in
 * bits 26 to 29. */
static const char *branch_type_name(uint64_t flags)
{
	static const char *const types[] = { "",    "COND",    "UNCOND", "IND",       "CALL",     "IND_CALL",
					     "RET", "SYSCALL", "SYSRET", "COND_CALL", "COND_RET", "ERET",
					     "IRQ", "SERROR",  "NO_TX",  NULL };
	static const char *const new_types[] = { "FAULT_ALGN", "FAULT_DATA", "FAULT_INST", "ARCH_1",
						 "ARCH_2",     "ARCH_3",     "ARCH_4",     "ARCH_5" };
	unsigned type = flags >> 20 & 15, new_type = flags >> 26 & 15;
	if (types[type]) return types[type];
	return new_type < ARRAY_SIZE(new_types) ? new_types[new_type] : "";
}

static void add_branches(struct outbuf *out, const struct sample *s, bool call_stack)
{
	static const char *const speculation[] = { "", "SPEC_WRONG_PATH", "NON_SPEC_CORRECT_PATH",
						   "SPEC_CORRECT_PATH" };
	if (call_stack) {
		out_printf(out, "... branch callstack: nr:%" PRIu64 "\n", s->nr_branches + 1);
		for (uint64_t i = 0; i < s->nr_branches; i++) {
			if (i == 0) out_printf(out, "..... %2d: %016" PRIx64 "\n", 0, s->branches[0].to);
			out_printf(out, "..... %2" PRIu64 ": %016" PRIx64 "\n", i + 1, s->branches[i].from);
		}
		return;
	}
	out_printf(out, "... branch stack: nr:%" PRIu64 "\n", s->nr_branches);
	for (uint64_t i = 0; i < s->nr_branches; i++) {
		const struct branch_entry *b = &s->branches[i];
		out_printf(out, "..... %2" PRIu64 ": %016" PRIx64 " -> %016" PRIx64 " %d cycles %s%s%s%s %x %s %s\n", i,
			   b->from, b->to, (int16_t)(b->flags >> 4 & 0xffff), b->flags & 1 ? "M" : " ",
			   b->flags & 2 ? "P" : " ", b->flags & 8 ? "A" : " ", b->flags & 4 ? "T" : " ",
			   (unsigned)(b->flags >> 33), branch_type_name(b->flags), speculation[b->flags >> 24 & 3]);
	}
}

/* A number that the recorder's core PMU told of itself, 0 when it did not. */
static unsigned capability(const struct perf_header *header, const char *name)
{
	for (uint32_t i = 0; i < header->nr_cpu_pmu_caps; i++)
		if (strcmp(header->cpu_pmu_caps[i].name, name) == 0)
			return (unsigned)strtoul(header->cpu_pmu_caps[i].value, NULL, 10);
	return 0;
}

static void add_branch_counters(struct dump *dump, const struct sample *s)
{
	const struct perf_header *header = perfdata_header(dump->pd);
	out_printf(dump->out, "... branch stack counters: nr:%" PRIu64 " (counter width: %u max counter nr:%u)\n",
		   s->nr_branches, capability(header, "branch_counter_width"), capability(header, "branch_counter_nr"));
	for (uint64_t i = 0; i < s->nr_branches; i++)
		out_printf(dump->out, "..... %2" PRIu64 ": %016" PRIx64 "\n", i, s->branch_counters[i]);
}

static void add_regs(struct dump *dump, const char *which, const struct sample_regs *regs)
{
	if (!regs->abi) return;
	const char *arch = perfdata_header(dump->pd)->arch;
	static const char *const abis[] = { "unknown", "32-bit", "64-bit" };
	const char *abi = abis[regs->abi < ARRAY_SIZE(abis) ? regs->abi : 0];
	out_printf(dump->out, "... %s regs: mask 0x%" PRIx64 " ABI %s\n", which, regs->mask, abi);
	unsigned k = 0;
	for (unsigned bit = 0; bit < 64; bit++)
		if (regs->mask >> bit & 1)
			out_printf(dump->out, ".... %-5s 0x%016" PRIx64 "\n", register_name(arch, bit),
				   regs->values[k++]);
}

/* In the largest unit that divides it: "4K". */
static void add_page_size(struct outbuf *out, const char *which, uint64_t size)
{
	unsigned unit = 0;
	while (unit < 4 && size && size % 1024 == 0) {
		size /= 1024;
		unit++;
	}
	out_printf(out, " .. %s page size: ", which);
	if (size) out_printf(out, "%" PRIu64 "%c\n", size, "BKMGT"[unit]);
	else out_lit(out, "N/A\n");
}

static void add_read(struct outbuf *out, const struct sample *s, uint64_t format)
{
	out_lit(out, "... sample_read:\n");
	if (format & READ_TOTAL_TIME_ENABLED)
		out_printf(out, "...... time enabled %016" PRIx64 "\n", s->read_enabled_ns);
	if (format & READ_TOTAL_TIME_RUNNING)
		out_printf(out, "...... time running %016" PRIx64 "\n", s->read_running_ns);
	if (format & READ_GROUP) out_printf(out, ".... group nr %u\n", s->nr_read);
	for (uint32_t i = 0; i < s->nr_read; i++) {
		out_printf(out, "..... id %016" PRIx64 ", value %016" PRIx64, s->read[i].id, s->read[i].value);
		if (format & READ_LOST) out_printf(out, ", lost %" PRIu64, s->read[i].lost);
		out_char(out, '\n');
	}
}

int dump_sample(struct dump *dump, const struct dump_item *item, struct record_sample *v)
{
	struct outbuf *out = dump->out;
	const struct sample *s = item->sample;
	if (!item->event) return 0;
	const struct event_attr *attr = &item->event->attr;
	uint64_t type = s->present;
	bool call_stack = attr->branch_sample_type & BRANCH_CALL_STACK && type & SAMPLE_BRANCH_STACK;
	out_printf(out, "(IP, 0x%x): %d/%d: %#" PRIx64 " period: %" PRIu64 " addr: %#" PRIx64 "\n", item->r->misc,
		   (int)s->pid, (int)s->tid, s->ip, s->period, s->addr);
	/* In the order of upstream's lines, which is not that of the bytes. */
	if (type & SAMPLE_CALLCHAIN) add_chain(out, s, call_stack);
	if (type & SAMPLE_BRANCH_STACK) add_branches(out, s, call_stack);
	if (type & SAMPLE_BRANCH_STACK && s->branch_counters) add_branch_counters(dump, s);
	if (type & SAMPLE_REGS_USER) add_regs(dump, "user", &s->user_regs);
	if (type & SAMPLE_REGS_INTR) add_regs(dump, "intr", &s->intr_regs);
	if (type & SAMPLE_STACK_USER) /* the offset is that of the size word before the bytes */
		out_printf(out, "... ustack: size %" PRIu64 ", offset 0x%x\n", s->stack_dyn_size,
			   s->stack ? (unsigned)(s->stack - item->r->data - 8) : 0);
	if (type & (SAMPLE_WEIGHT | SAMPLE_WEIGHT_STRUCT)) {
		out_printf(out, "... weight: %" PRIu64, s->weight);
		if (type & SAMPLE_WEIGHT_STRUCT) out_printf(out, ",0x%x,0x%x", s->ins_lat, s->p_stage_cyc);
		out_char(out, '\n');
	}
	if (type & SAMPLE_DATA_SRC) out_printf(out, " . data_src: 0x%" PRIx64 "\n", s->data_src);
	if (type & SAMPLE_PHYS_ADDR) out_printf(out, " .. phys_addr: 0x%" PRIx64 "\n", s->phys_addr);
	if (type & SAMPLE_DATA_PAGE_SIZE) add_page_size(out, "data", s->data_page_size);
	if (type & SAMPLE_CODE_PAGE_SIZE) add_page_size(out, "code", s->code_page_size);
	if (type & SAMPLE_TRANSACTION) out_printf(out, "... transaction: %" PRIx64 "\n", s->transaction);
	if (type & SAMPLE_READ) add_read(out, s, attr->read_format);
	return 0;
}
