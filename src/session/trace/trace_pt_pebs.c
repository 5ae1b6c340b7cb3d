/* PEBS records in an Intel PT trace as samples of the events that wrote them (letter o of --itrace). */
#include "session/trace/trace_pt_sampler.h"

#include "perfdata/record/data_src.h"

enum { REGISTERS_64_BIT = 2, FIRST_XMM = 32 };

/* A word of last branches: bit 63 mispredicted, 62 in a transaction, 61 aborted, cycles from bit 0. */
static uint64_t branch_flags(uint64_t info)
{
	enum { CYCLES_AT = 4, MOST_CYCLES = 0xffff };
	uint64_t mispredicted = info >> 63;
	uint64_t flags = mispredicted | !mispredicted << 1 | (info >> 62 & 1) << 2 | (info >> 61 & 1) << 3;
	return flags | (info & MOST_CYCLES) << CYCLES_AT;
}

/* In the order of the blocks: the newest is first. False: the record has none. */
static bool add_branches(const struct sampler *s, struct sample *sample)
{
	const struct pt_pebs *pebs = &s->pebs;
	struct branch_entry *entries = NULL;
	size_t count = 0;
	for (unsigned i = 0; i < PT_PEBS_BRANCH_BLOCKS * PT_PEBS_BRANCHES; i++) {
		enum pt_pebs_group group = PT_PEBS_GROUP_BRANCHES + i / PT_PEBS_BRANCHES;
		unsigned item = i % PT_PEBS_BRANCHES * 3;
		if (!(pebs->told[group] >> item & 7)) continue;
		if (!entries)
			entries = arena_alloc(s->sink->arena,
					      PT_PEBS_BRANCH_BLOCKS * PT_PEBS_BRANCHES * sizeof(*entries));
		entries[count++] = (struct branch_entry){ .from = pt_pebs_item(pebs, group, item),
							  .to = pt_pebs_item(pebs, group, item + 1),
							  .flags = branch_flags(pt_pebs_item(pebs, group, item + 2)) };
	}
	if (!entries) return false;
	sample->branches = entries;
	sample->nr_branches = count;
	sample->branch_hw_idx = UINT64_MAX;
	return true;
}

/* Of the registers that the event wants those that the record has. */
static void add_registers(const struct sampler *s, struct sample *sample)
{
	const struct pt_pebs *pebs = &s->pebs;
	uint64_t values[64], mask = 0, wanted = sample->event->attr.sample_regs_intr;
	size_t count = 0;
	for (; wanted; wanted &= wanted - 1) {
		unsigned number = (unsigned)__builtin_ctzll(wanted);
		bool is_xmm = number >= FIRST_XMM;
		enum pt_pebs_group group = is_xmm ? PT_PEBS_GROUP_XMM : PT_PEBS_GROUP_REGISTERS;
		int item = is_xmm ? (int)(number - FIRST_XMM) : pt_pebs_register(number);
		if (item < 0 || !pt_pebs_has(pebs, group, (unsigned)item)) continue;
		mask |= 1ULL << number;
		values[count++] = pebs->items[group][item];
	}
	if (!count) return;
	sample->intr_regs = (struct sample_regs){ .abi = REGISTERS_64_BIT,
						  .mask = mask,
						  .values = arena_memdup(s->sink->arena, values,
									 count * sizeof(*values)) };
}

/* What a transaction was, and why it was aborted: as PERF_SAMPLE_TRANSACTION has it. */
static uint64_t transaction_of(uint64_t told, uint64_t rax)
{
	enum { IN_TRANSACTION = 2, BY_CODE = 1, CODE_AT = 32 };
	uint64_t flags = told >> 32 & 0xff;
	if (flags & IN_TRANSACTION && rax & BY_CODE) flags |= (rax >> 24 & 0xff) << CODE_AT;
	return flags;
}

static void add_memory(const struct sampler *s, struct sample *sample)
{
	const struct pt_pebs *pebs = &s->pebs;
	const enum pt_pebs_group group = PT_PEBS_GROUP_MEMORY;
	uint64_t latency = pt_pebs_item(pebs, group, PT_PEBS_LATENCY),
		 transaction = pt_pebs_item(pebs, group, PT_PEBS_TRANSACTION);
	sample->data_src = DATA_SRC_NONE;
	sample->addr = pt_pebs_item(pebs, group, PT_PEBS_ADDRESS);
	sample->weight = latency >> 32;
	if (sample->weight) sample->ins_lat = latency & 0xffff;
	else sample->weight = latency ? latency : (uint32_t)transaction;
	if (transaction)
		sample->transaction = transaction_of(transaction,
						     pt_pebs_item(pebs, PT_PEBS_GROUP_REGISTERS, PT_PEBS_RAX));
}

/* Where: as the record says, else as its registers do, else where the processor was. */
static uint64_t ip_of(const struct pt_pebs *pebs, const struct pt_event *event)
{
	if (pt_pebs_has(pebs, PT_PEBS_GROUP_BASIC, PT_PEBS_IP))
		return pt_pebs_item(pebs, PT_PEBS_GROUP_BASIC, PT_PEBS_IP);
	if (pt_pebs_has(pebs, PT_PEBS_GROUP_REGISTERS, PT_PEBS_RIP))
		return pt_pebs_item(pebs, PT_PEBS_GROUP_REGISTERS, PT_PEBS_RIP);
	return event->ip;
}

static void give_sample(struct sampler *s, const struct perf_event *of, const struct pt_event *event, uint64_t time_ns)
{
	bool has_period = !(of->attr.flags & ATTR_FREQ);
	struct sample sample = { .event = of,
				 .ip = ip_of(&s->pebs, event),
				 .time_ns = time_ns,
				 .period = has_period ? of->attr.sample_period : 0,
				 .misc = MISC_EXACT_IP };
	uint64_t fields = of->attr.sample_type;
	if (fields & SAMPLE_REGS_INTR) add_registers(s, &sample);
	add_memory(s, &sample);
	pt_sampler_place(s, &sample);
	if (s->trace->wants.chains && fields & SAMPLE_CALLCHAIN) pt_sampler_add_chain(s, &sample);
	else sample.present &= ~SAMPLE_CALLCHAIN;
	if (fields & SAMPLE_BRANCH_STACK && !add_branches(s, &sample) && s->trace->wants.last_branches)
		pt_sampler_add_last_branches(s, &sample);
	pt_sampler_hand_on(s, &sample);
}

/* Of which counters the record is: a bit each. */
static uint64_t counters_of(const struct pt_pebs *pebs)
{
	return pt_pebs_item(pebs, PT_PEBS_GROUP_BASIC, PT_PEBS_COUNTERS);
}

static void warn_unmatched(const struct sampler *s, int counter)
{
	struct warnings *warnings = s->trace->session->warnings;
	const char *name = s->trace->pebs_event->name;
	if (counter < 0)
		warnings_add(warnings, "PEBS-via-PT record with no applicable_counters", "taken for one of %s", name);
	else
		warnings_add(warnings, "PEBS-via-PT record with no matching event", "hw_id %d: taken for %s", counter,
			     name);
}

/* A sample for each counter of the record; the first of which nothing is known ends them, as the record may be that
 * event's once. Returns how many; sink NULL: they are only counted. */
static unsigned give_each(struct sampler *s, const struct pt_event *event, uint64_t counters, uint64_t time_ns)
{
	unsigned count = 0;
	bool is_known = true;
	if (!counters && s->sink) warn_unmatched(s, -1);
	do {
		unsigned counter = counters ? (unsigned)__builtin_ctzll(counters) : 0;
		const struct perf_event *of =
			counters ? trace_input_counter(&s->trace->input, s->where.queue, counter, time_ns) : NULL;
		is_known = of;
		if (!is_known && counters && s->sink) warn_unmatched(s, (int)counter);
		if (s->sink) give_sample(s, is_known ? of : s->trace->pebs_event, event, time_ns);
		counters &= counters - 1;
		count++;
	} while (counters && is_known);
	return count;
}

/* The record is complete. */
static void give_record(struct sampler *s, const struct pt_event *event, const struct pt_when *when)
{
	const struct pt_trace *trace = s->trace;
	uint64_t time_ns = pt_sampler_time(s, when);
	if (trace->has_time && pt_pebs_has(&s->pebs, PT_PEBS_GROUP_BASIC, PT_PEBS_TSC))
		time_ns = trace_clock_ns(&trace->clock, pt_pebs_item(&s->pebs, PT_PEBS_GROUP_BASIC, PT_PEBS_TSC));
	if (trace->nr_pebs_events > 1 || trace->input.counters.count) {
		s->found.nr_others += give_each(s, event, counters_of(&s->pebs), time_ns);
		return;
	}
	s->found.nr_others++;
	if (s->sink) give_sample(s, trace->pebs_event, event, time_ns);
}

void trace_pt_pebs(struct sampler *s, const struct pt_event *event, const struct pt_when *when)
{
	if (!s->trace->pebs_event) return;
	if (event->packet.type != PT_BEP) {
		pt_pebs_take(&s->pebs, &event->packet);
		return;
	}
	give_record(s, event, when);
	pt_pebs_reset(&s->pebs);
}
