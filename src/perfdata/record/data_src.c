/* Fields of PERF_SAMPLE_DATA_SRC (kernel UAPI, union perf_mem_data_src) and their words. */
#include "perfdata/record/data_src.h"

/* From the lowest bit on: mem_op:5, mem_lvl:14, mem_snoop:5, mem_lock:2, mem_dtlb:7, mem_lvl_num:4, mem_remote:1,
 * mem_snoopx:2, mem_blk:3, mem_hops:3. A recorder of the other byte order numbers its bits from the other end, so
 * that the word as a number is the same. */
struct data_src data_src_split(uint64_t word)
{
	return (struct data_src){ .op = word & 0x1f,
				  .levels = word >> 5 & 0x3fff,
				  .snoop = word >> 19 & 0x1f,
				  .lock = word >> 24 & 3,
				  .tlb = word >> 26 & 0x7f,
				  .level = word >> 33 & 15,
				  .remote = word >> 37 & 1,
				  .snoop_x = word >> 38 & 3,
				  .blocked = word >> 40 & 7,
				  .hops = word >> 43 & 7 };
}

/* Appends the names of the bits that are set, with " or " between; false: there is none. NULL: the bit has no name. */
static bool put_set(unsigned bits, const char *const *names, size_t count, bool begun, struct outbuf *out)
{
	for (size_t i = 0; i < count; i++) {
		if (!(bits >> i & 1) || !names[i]) continue;
		if (begun) out_lit(out, " or ");
		out_str(out, names[i]);
		begun = true;
	}
	return begun;
}

/* The first of the bits that are set. */
void data_src_format_op(const struct data_src *source, struct outbuf *out)
{
	static const char *const names[] = { "N/A", "LOAD", "STORE", "PFETCH", "EXEC" };
	for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
		if (source->op >> i & 1) {
			out_str(out, names[i]);
			return;
		}
	out_lit(out, "No");
}

/* By mem_lvl_num; 15 is "not available", 7 has no meaning yet. */
static void put_level_number(const struct data_src *source, struct outbuf *out)
{
	static const char *const numbers[16] = {
		NULL,  "L1",        "L2",      "L3",  "L4",   "L2 MHB", "Memory-side Cache", NULL, "Uncached", "CXL",
		"I/O", "Any cache", "LFB/MAB", "RAM", "PMEM", NULL
	};
	static const char *const hops[8] = { "", "core, same node ", "node, same socket ", "socket, same board ",
					     "board " };
	if (source->remote) out_lit(out, "Remote ");
	if (hops[source->hops]) out_str(out, hops[source->hops]);
	if (numbers[source->level]) out_str(out, numbers[source->level]);
	else out_printf(out, "Unknown level %u", source->level);
}

void data_src_format_level(const struct data_src *source, struct outbuf *out)
{
	/* By bit of mem_lvl; the lowest three, N/A, hit and miss, are no levels. */
	static const char *const levels[] = { NULL,
					      NULL,
					      NULL,
					      "L1",
					      "LFB/MAB",
					      "L2",
					      "L3",
					      "Local RAM",
					      "Remote RAM (1 hop)",
					      "Remote RAM (2 hops)",
					      "Remote Cache (1 hop)",
					      "Remote Cache (2 hops)",
					      "I/O",
					      "Uncached" };
	if (source->level && source->level != DATA_LEVEL_NUMBER_NA) {
		put_level_number(source, out);
	} else if (!put_set(source->levels, levels, ARRAY_SIZE(levels), false, out)) {
		out_lit(out, "N/A");
		return;
	}
	out_char(out, ' '); /* as upstream, also where nothing follows */
	if (source->levels & DATA_LEVEL_HIT) out_lit(out, "hit");
	else if (source->levels & DATA_LEVEL_MISS) out_lit(out, "miss");
}

void data_src_format_snoop(const struct data_src *source, struct outbuf *out)
{
	static const char *const names[] = { "N/A", "None", "Hit", "Miss", "HitM" }, *const more[] = { "Fwd", "Peer" };
	bool any = put_set(source->snoop, names, ARRAY_SIZE(names), false, out);
	any = put_set(source->snoop_x, more, ARRAY_SIZE(more), any, out);
	if (!any) out_lit(out, "N/A");
}

void data_src_format_tlb(const struct data_src *source, struct outbuf *out)
{
	static const char *const names[] = { "N/A", NULL, NULL, "L1", "L2", "Walker", "Fault" };
	if (!put_set(source->tlb, names, ARRAY_SIZE(names), false, out)) out_lit(out, "N/A");
	if (source->tlb & DATA_TLB_HIT) out_lit(out, " hit");
	if (source->tlb & DATA_TLB_MISS) out_lit(out, " miss");
}

void data_src_format_lock(const struct data_src *source, struct outbuf *out)
{
	if (source->lock & DATA_LOCK_NA) out_lit(out, "N/A");
	else out_str(out, source->lock & DATA_LOCK_LOCKED ? "Yes" : "No");
}

void data_src_format_blocked(const struct data_src *source, struct outbuf *out)
{
	if (!source->blocked || source->blocked & DATA_BLOCKED_NA) {
		out_lit(out, " N/A");
		return;
	}
	if (source->blocked & DATA_BLOCKED_DATA) out_lit(out, " Data");
	if (source->blocked & DATA_BLOCKED_ADDRESS) out_lit(out, " Addr");
}
