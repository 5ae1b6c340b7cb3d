/* Walking over code, from run to run. */
#include <errno.h>
#include "hwtrace/intel_pt/pt_private.h"

void pt_walk_error(struct pt_decoder *d, enum pt_error error, uint64_t ip)
{
	if (d->sink->error) d->sink->error(d->sink->ctx, error, ip, &d->when);
}

void pt_walk_end_value(struct pt_decoder *d)
{
	if (likely(!d->nr_value_bits)) return;
	d->nr_value_bits = 0;
	pt_walk_error(d, PT_ERROR_EMULATED_PTWRITE, d->emulated.ip);
}

/* The jump in front of the branches that tell a value. */
static void begin_value(struct pt_decoder *d, const struct pt_run *run)
{
	pt_walk_end_value(d);
	d->emulated_branch = (struct pt_branch){ .from = d->image.start + run->last,
						 .to = d->image.start + (uint64_t)run->target,
						 .flow = run->flow };
	d->emulated = (struct pt_event){ .packet = { .type = PT_PTW, .count = 8 }, .ip = d->emulated_branch.to };
	d->emulated_when = d->when;
	d->nr_value_bits = PT_EMULATED_PTWRITE_BITS;
}

/* A branch of it. */
static void add_value_bit(struct pt_decoder *d, bool taken)
{
	d->emulated.packet.payload = d->emulated.packet.payload << 1 | taken;
	if (--d->nr_value_bits || !d->sink->event) return;
	d->emulated.branch = &d->emulated_branch;
	d->sink->event(d->sink->ctx, &d->emulated, &d->emulated_when);
}

void pt_walk_lose(struct pt_decoder *d)
{
	pt_walk_end_value(d);
	d->run = NULL;
	d->have_ip = false;
	d->nr_returns = 0;
	d->nr_deferred = 0;
}

/* What does not fit is the last instruction of the run. */
bool pt_walk_fail(struct pt_decoder *d, enum pt_error error)
{
	uint64_t ip = pt_walk_ip(d);
	if (error == PT_ERROR_MISMATCH && d->run) {
		ip = d->image.start + d->run->last;
		d->when.insns_since_told += d->run->nr_insns;
	}
	pt_walk_error(d, error, ip);
	pt_walk_lose(d);
	d->lost = true;
	return false;
}

uint64_t pt_walk_ip(const struct pt_decoder *d)
{
	if (d->run) return d->image.start + d->run->start;
	return d->have_ip ? d->ip : 0;
}

static bool holds(const struct pt_image *image, uint64_t ip, uint64_t tsc)
{
	return ip >= image->start && ip < image->end && tsc <= image->valid_until_tsc;
}

/* The image of an address into d->image: the one of now, one of the last few, or what the source says. */
static bool find_image(struct pt_decoder *d, uint64_t ip)
{
	if (holds(&d->image, ip, d->when.tsc)) return true;
	for (unsigned i = 0; i < NR_IMAGES; i++) {
		if (!holds(&d->images[i], ip, d->when.tsc)) continue;
		d->image = d->images[i];
		return true;
	}
	struct pt_place place = {
		.ip = ip, .tsc = d->when.tsc, .cr3 = d->when.cr3, .guest = d->when.guest, .bits = d->bits
	};
	struct pt_image image = { 0 };
	if (d->source->find(d->source->ctx, &place, &image) || !holds(&image, ip, 0)) return false;
	d->image = d->images[d->next_image++ % NR_IMAGES] = image;
	return true;
}

bool pt_walk_set(struct pt_decoder *d, uint64_t ip)
{
	d->ip = ip;
	d->have_ip = true;
	d->run = NULL;
	if (d->config->quick) return true;
	if (!find_image(d, ip)) return true; /* said when code is needed there */
	d->run = pt_runs_get(d->runs, &d->image, ip, d->bits);
	return d->run || pt_walk_fail(d, PT_ERROR_MEMORY);
}

void pt_walk_change_machine(struct pt_decoder *d)
{
	if (likely(d->when.guest == d->told_guest)) return;
	d->ip = pt_walk_ip(d);
	d->run = NULL;
	d->when.guest = d->told_guest;
	for (unsigned i = 0; i < NR_IMAGES; i++) d->images[i] = (struct pt_image){ 0 };
	d->image = (struct pt_image){ 0 };
}

/* There is code to walk over. */
static bool has_code(struct pt_decoder *d)
{
	if (unlikely(!d->run)) return d->have_ip ? pt_walk_fail(d, PT_ERROR_NO_CODE) : false;
	if (unlikely(!d->run->nr_insns)) return pt_walk_fail(d, PT_ERROR_BAD_CODE);
	return true;
}

/* To an offset of the image, remembered in *link when it is inside. */
static inline bool go(struct pt_decoder *d, _Atomic(struct pt_run *) *link, int64_t offset)
{
	struct pt_run *to = atomic_load_explicit(link, memory_order_acquire);
	if (likely(to)) {
		d->run = to;
		return true;
	}
	uint64_t ip = d->image.start + (uint64_t)offset;
	if (d->bits == 32) ip &= 0xffffffff;
	uint64_t image_id = d->image.id;
	if (!pt_walk_set(d, ip)) return false;
	if (d->run && d->image.id == image_id) atomic_store_explicit(link, d->run, memory_order_release);
	return true;
}

void pt_walk_toggle(struct pt_decoder *d, const struct pt_branch *branch)
{
	if (likely(d->told_off == d->when.interrupts_off) || d->set_off_at_next) return;
	d->when.interrupts_toggle = true;
	const struct pt_event event = { .packet = { .type = PT_MODE_EXEC, .payload = d->told_off ? 0 : PT_EXEC_IF },
					.ip = branch->from,
					.branch = branch };
	if (d->sink->event) d->sink->event(d->sink->ctx, &event, &d->when);
}

/* Tells of so many instructions from the beginning of the run. */
static void tell_insns(struct pt_decoder *d, const struct pt_run *run, unsigned count)
{
	d->sink->insns(d->sink->ctx, d->image.start + run->start, d->image.bytes + run->start, run, count, &d->when);
}

/* The first instruction of the run sets or clears the interrupt flag. */
static void tell_toggling(struct pt_decoder *d, const struct pt_run *run, unsigned count)
{
	const struct insn_set set = { .machine = 62 /* EM_X86_64 */, .is64 = run->bits == 64 };
	unsigned length = insn_length(&set, d->image.bytes + run->start, run->end - run->start);
	d->set_off_at_next = false;
	d->when.interrupts_toggle = true;
	if (count < 2 || !length) {
		tell_insns(d, run, count);
		pt_walk_toggled(d);
		return;
	}
	const struct pt_run first = { .start = run->start,
				      .last = run->start,
				      .end = run->start + length,
				      .nr_insns = 1,
				      .flow = INSN_FLOW_NEXT,
				      .bits = run->bits };
	const struct pt_run rest = { .start = first.end,
				     .last = run->last,
				     .end = run->end,
				     .nr_insns = (uint16_t)(run->nr_insns - 1),
				     .flow = run->flow,
				     .bits = run->bits };
	tell_insns(d, &first, 1);
	pt_walk_toggled(d);
	d->when.insns++;
	tell_insns(d, &rest, count - 1);
	d->when.insns--;
}

/* So many of the instructions that come next nobody waits for. */
static inline uint64_t count_unwanted(const struct pt_decoder *d)
{
	const struct pt_due *due = d->sink->due;
	if (likely(!d->sink->insns)) return UINT64_MAX;
	if (!due) return 0;
	if (!due->by_ticks) return due->insns > d->when.insns ? due->insns - d->when.insns - 1 : 0;
	uint64_t next = d->when.told_tsc + d->when.insns_since_told + 1;
	return next >= due->from && next < due->to ? due->to - next : 0;
}

/* The first count instructions of the run were executed. */
static inline void complete(struct pt_decoder *d, const struct pt_run *run, unsigned count)
{
	if (unlikely(d->set_off_at_next) && count && d->sink->insns) tell_toggling(d, run, count);
	else if (unlikely(count > count_unwanted(d))) tell_insns(d, run, count);
	d->when.insns += count;
	d->when.insns_since_told += count;
}

/* The first count - 1 instructions lead to the last one, whose packet tells of a later time. */
static inline void complete_with_packet(struct pt_decoder *d, const struct pt_run *run)
{
	d->when.has_new_cycles = false;
	if (likely(d->when.tsc == d->time.tsc && !d->cycles_came) || !d->sink->insns ||
	    (run->nr_insns <= count_unwanted(d) && !d->set_off_at_next)) {
		complete(d, run, run->nr_insns);
	} else {
		if (run->nr_insns > 1) complete(d, run, run->nr_insns - 1U);
		d->when.tsc = d->time.tsc;
		d->when.cycles_past = d->when.cycles;
		d->when.has_new_cycles = d->cycles_came;
		struct pt_run last = { .start = run->last,
				       .last = run->last,
				       .end = run->end,
				       .nr_insns = 1,
				       .flow = run->flow,
				       .bits = run->bits };
		complete(d, &last, 1);
	}
	d->when.tsc = d->time.tsc;
	d->when.cycles_past = d->when.cycles;
	d->when.has_new_cycles = d->cycles_came;
	d->cycles_came = false;
}

static inline struct pt_branch branch_of(const struct pt_decoder *d, const struct pt_run *run, uint64_t to,
					 unsigned flags)
{
	return (struct pt_branch){ .from = d->image.start + run->last,
				   .to = to,
				   .flow = run->flow,
				   .flags = (uint8_t)flags,
				   .length = (uint8_t)(run->end - run->last),
				   .to_guest = d->when.guest,
				   .code = d->image.bytes + run->last };
}

static inline void branch(struct pt_decoder *d, const struct pt_run *run, uint64_t to, unsigned flags)
{
	pt_walk_count_branch(d);
	if (!d->sink->branch) return;
	struct pt_branch branch = branch_of(d, run, to, flags);
	d->sink->branch(d->sink->ctx, &branch, &d->when);
}

static inline void push_return(struct pt_decoder *d, struct pt_run *run)
{
	unsigned at = (d->first_return + d->nr_returns) % RETURN_STACK;
	d->returns[at] = d->image.start + run->end;
	d->callers[at] = run;
	if (d->nr_returns < RETURN_STACK) d->nr_returns++;
	else d->first_return = (d->first_return + 1) % RETURN_STACK;
}

/* The run has been executed to its end, which goes to `offset` of the image by the link. */
static inline bool take_direct(struct pt_decoder *d, struct pt_run *run, bool by_packet)
{
	if (by_packet) complete_with_packet(d, run);
	else complete(d, run, run->nr_insns);
	branch(d, run, d->image.start + (uint64_t)run->target, 0);
	return go(d, &run->taken, run->target);
}

static inline bool take_next(struct pt_decoder *d, struct pt_run *run, bool by_packet)
{
	if (by_packet) complete_with_packet(d, run);
	else complete(d, run, run->nr_insns);
	return go(d, &run->next, run->end);
}

static inline bool take_call(struct pt_decoder *d, struct pt_run *run)
{
	/* a call to what is behind it is how code learns its own address: no return comes */
	if (run->target != run->end) push_return(d, run);
	return take_direct(d, run, false);
}

/* Past a run that needs no packet; false with *ret_needs set when it needs one. */
static inline bool step(struct pt_decoder *d, bool *ret_needs)
{
	struct pt_run *run = d->run;
	*ret_needs = false;
	switch (run->flow) {
	case INSN_FLOW_NEXT: return take_next(d, run, false);
	case INSN_FLOW_JUMP:
		if (unlikely(run->tells_value)) begin_value(d, run);
		return take_direct(d, run, false);
	case INSN_FLOW_CALL: return take_call(d, run);
	default: *ret_needs = true; return false;
	}
}

/* To an address that an indirect branch or a return tells. *link: the run that it led to before, if any. */
static inline bool go_indirect(struct pt_decoder *d, _Atomic(struct pt_run *) *link, uint64_t image_id, uint64_t ip)
{
	struct pt_run *to = atomic_load_explicit(link, memory_order_acquire);
	unsigned bits = d->bits == 64 ? 64 : 32;
	if (likely(to && image_id == d->image.id && ip - d->image.start == to->start && to->bits == bits &&
		   d->when.tsc <= d->image.valid_until_tsc)) {
		d->run = to;
		return true;
	}
	if (!pt_walk_set(d, ip)) return false;
	/* only the first: branches that lead to many places would have threads write by turns */
	if (!to && d->run && d->image.id == image_id) atomic_store_explicit(link, d->run, memory_order_release);
	return true;
}

/* To the end of the first run that needs a packet; nr_walked runs were passed since the last one. */
static inline bool walk(struct pt_decoder *d, unsigned nr_walked)
{
	bool needs;
	for (unsigned i = nr_walked; i < d->config->max_loops; i++) {
		if (!has_code(d)) return false;
		if (!step(d, &needs)) return needs;
	}
	return pt_walk_fail(d, PT_ERROR_ENDLESS_LOOP);
}

/* A return whose address is the one behind its call. */
static bool take_compressed_return(struct pt_decoder *d, struct pt_run *run, bool taken)
{
	if (!taken || !d->config->return_compression || !d->nr_returns) return pt_walk_fail(d, PT_ERROR_MISMATCH);
	unsigned at = (d->first_return + --d->nr_returns) % RETURN_STACK;
	uint64_t to = d->returns[at];
	struct pt_run *caller = d->callers[at];
	complete_with_packet(d, run);
	branch(d, run, to, 0);
	return go_indirect(d, &caller->next, caller->image_id, to);
}

/* Keeps the branches until the TIP packet has come that the one in front of them needs. */
static bool defer(struct pt_decoder *d, uint64_t bits, unsigned count)
{
	if (d->nr_deferred + count > 64) return pt_walk_fail(d, PT_ERROR_MISMATCH);
	d->deferred = count < 64 ? d->deferred << count | (bits & ((1ULL << count) - 1)) : bits;
	d->nr_deferred += count;
	return true;
}

static bool needs_tip(const struct pt_run *run)
{
	return run->flow != INSN_FLOW_CONDITIONAL && run->flow != INSN_FLOW_RETURN && run->flow != INSN_FLOW_NEXT;
}

/* What pt_walk_tnt does over runs whose links are known, of whose instructions and branches nobody waits for any: the
 * state is in a few variables. Stops in front of all else. Returns how many branches are left, and in *ret_walked how
 * many runs were passed since the last of them. */
static unsigned walk_quickly(struct pt_decoder *d, uint64_t bits, unsigned count, unsigned *ret_walked)
{
	struct pt_run *run = d->run, *to;
	uint64_t insns = 0, unwanted = count_unwanted(d), nr_branches = 0;
	unsigned walked = 0, taken = 0;
	*ret_walked = 0;
	for (; run && count && walked < d->config->max_loops; walked++, insns += run->nr_insns, run = to) {
		if (unlikely(!run->nr_insns || insns + run->nr_insns > unwanted)) break;
		_Atomic(struct pt_run *) *link = &run->taken;
		bool by_packet = run->flow == INSN_FLOW_CONDITIONAL;
		if (by_packet) {
			taken = bits >> (count - 1) & 1;
			if (!taken) link = &run->next;
		} else if (run->flow == INSN_FLOW_NEXT) {
			link = &run->next;
		} else if ((run->flow != INSN_FLOW_JUMP && run->flow != INSN_FLOW_CALL) || run->tells_value) {
			break;
		}
		to = atomic_load_explicit(link, memory_order_acquire);
		if (unlikely(!to)) break;
		nr_branches += link == &run->taken;
		if (run->flow == INSN_FLOW_CALL && run->target != run->end) push_return(d, run);
		if (!by_packet) continue;
		count--;
		walked = UINT32_MAX; /* 0 behind this run */
		d->when.has_new_cycles = false;
	}
	d->run = run;
	d->when.insns += insns;
	d->when.insns_since_told += insns;
	d->when.nr_branches += nr_branches;
	*ret_walked = walked;
	return count;
}

/* Whether walk_quickly may go on: the time of the branches is told, as are their cycles, and one came before. */
static inline bool may_walk_quickly(const struct pt_decoder *d)
{
	return !d->sink->branch && d->when.tsc == d->time.tsc && !d->cycles_came && d->when.nr_branches &&
	       !d->set_off_at_next && !d->nr_value_bits;
}

bool pt_walk_tnt(struct pt_decoder *d, uint64_t bits, unsigned count)
{
	unsigned walked;
	if (unlikely(d->nr_deferred)) return defer(d, bits, count);
	while (count) {
		walked = 0;
		if (may_walk_quickly(d)) count = walk_quickly(d, bits, count, &walked);
		if (!count--) break;
		if (!walk(d, walked)) return false;
		bool taken = bits >> count & 1, ok;
		struct pt_run *run = d->run;
		if (unlikely(d->nr_value_bits)) add_value_bit(d, taken);
		if (likely(run->flow == INSN_FLOW_CONDITIONAL))
			ok = taken ? take_direct(d, run, true) : take_next(d, run, true);
		else if (run->flow == INSN_FLOW_RETURN) ok = take_compressed_return(d, run, taken);
		else if (needs_tip(run)) return defer(d, bits, count + 1);
		else ok = pt_walk_fail(d, PT_ERROR_MISMATCH);
		if (!ok) return false;
	}
	return true;
}

bool pt_walk_tip(struct pt_decoder *d, uint64_t ip)
{
	if (d->config->quick || unlikely(d->told_guest != d->when.guest && !d->run)) {
		pt_walk_change_machine(d);
		return pt_walk_set(d, ip);
	}
	if (!walk(d, 0)) return false;
	pt_walk_end_value(d);
	struct pt_run *run = d->run;
	if (run->flow == INSN_FLOW_CONDITIONAL) return pt_walk_fail(d, PT_ERROR_MISMATCH);
	_Atomic(struct pt_run *) *link = &run->taken;
	uint64_t image_id = d->image.id;
	if (run->flow == INSN_FLOW_CALL_INDIRECT) {
		push_return(d, run);
	} else if (run->flow == INSN_FLOW_RETURN && d->nr_returns) {
		struct pt_run *caller = d->callers[(d->first_return + --d->nr_returns) % RETURN_STACK];
		if (caller->image_id == image_id) link = &caller->next;
	}
	struct pt_branch taken = branch_of(d, run, ip, 0);
	taken.to_guest = d->told_guest;
	pt_walk_toggle(d, &taken);
	complete_with_packet(d, run);
	pt_walk_count_branch(d);
	pt_walk_count_crossing(d);
	if (d->sink->branch) d->sink->branch(d->sink->ctx, &taken, &d->when);
	pt_walk_toggled(d);
	pt_walk_change_machine(d);
	if (!go_indirect(d, link, image_id, ip)) return false;
	unsigned count = d->nr_deferred;
	d->nr_deferred = 0;
	return count ? pt_walk_tnt(d, d->deferred, count) : true;
}

/* Whether tracing ended with the last instruction of the run: where it goes is told and is this, or cannot be known. */
static bool ends_here(const struct pt_decoder *d, const struct pt_run *run, bool have_ip, uint64_t ip)
{
	switch (run->flow) {
	case INSN_FLOW_NEXT: return false;
	case INSN_FLOW_JUMP:
	case INSN_FLOW_CALL:
	case INSN_FLOW_CONDITIONAL: return have_ip && d->image.start + (uint64_t)run->target == ip;
	default: return true;
	}
}

bool pt_walk_end(struct pt_decoder *d, bool have_ip, uint64_t ip)
{
	bool needs;
	if (d->config->quick) return true;
	for (unsigned i = 0; i < d->config->max_loops; i++) {
		if (!has_code(d)) return false;
		struct pt_run *run = d->run;
		if (ends_here(d, run, have_ip, ip)) {
			d->when.ends = true;
			complete_with_packet(d, run);
			d->when.ends = false;
			d->last_from = d->image.start + run->last;
			branch(d, run, have_ip ? ip : 0, PT_BRANCH_END);
			pt_walk_lose(d);
			return true;
		}
		if (!step(d, &needs)) return needs ? pt_walk_fail(d, PT_ERROR_MISMATCH) : false;
	}
	return pt_walk_fail(d, PT_ERROR_ENDLESS_LOOP);
}

/* How many instructions of the run are in front of the one at offset, -1 when none begins there. */
static int count_before(const struct pt_decoder *d, const struct pt_run *run, uint64_t offset)
{
	const struct insn_set set = { .machine = 62 /* EM_X86_64 */, .is64 = run->bits == 64 };
	uint64_t at = run->start;
	int count = 0;
	for (; at < offset && at < run->end; count++) {
		unsigned length = insn_length(&set, d->image.bytes + at, run->end - at);
		if (!length) return -1;
		at += length;
	}
	return at == offset ? count : -1;
}

bool pt_walk_to(struct pt_decoder *d, uint64_t ip)
{
	bool needs;
	if (d->config->quick) return pt_walk_set(d, ip);
	for (unsigned i = 0; i < d->config->max_loops; i++) {
		if (pt_walk_ip(d) == ip && d->have_ip) return true;
		if (!has_code(d)) return false;
		struct pt_run *run = d->run;
		uint64_t offset = ip - d->image.start;
		if (ip > d->image.start && offset > run->start && offset <= run->last) {
			int count = count_before(d, run, offset);
			if (count < 0) return pt_walk_fail(d, PT_ERROR_MISMATCH);
			complete(d, run, (unsigned)count);
			return pt_walk_set(d, ip);
		}
		if (!step(d, &needs)) return needs ? pt_walk_fail(d, PT_ERROR_MISMATCH) : false;
	}
	return pt_walk_fail(d, PT_ERROR_ENDLESS_LOOP);
}
