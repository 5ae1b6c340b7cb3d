/* The way that call chain and branch stack tell of, without repeated loops, and the sums at its places. Bits of
 * branch_entry.flags are those of struct perf_branch_entry (kernel UAPI): 0 mispredicted, 1 predicted, 2 in a
 * transaction, 3 aborted, 4 to 19 cycles. */
#include "analysis/branches/branch_history.h"

/* Loops of more branches than this are not recognised. */
enum { MAX_LOOP = 64 /* branches */ };

void branch_history_done(struct branch_history *history)
{
	vec_done(&history->steps);
	vec_done(&history->kept);
	vec_done(&history->iterations);
}

const struct frame *branch_end(struct resolver *resolver, const struct sample_task *task, uint64_t ip)
{
	if (ip >> 63) {
		const struct frame *frame = resolver_ip(resolver, task, CPUMODE_KERNEL, ip);
		if (frame->map) return frame;
	}
	const struct frame *frame = resolver_ip(resolver, task, CPUMODE_USER, ip);
	if (frame->map) return frame;
	const struct frame *kernel = resolver_ip(resolver, task, CPUMODE_KERNEL, ip);
	return kernel->map ? kernel : frame;
}

static bool same_branch(const struct branch_entry *a, const struct branch_entry *b)
{
	return a->from == b->from && a->to == b->to;
}

/* Whether the branches from `next` on (counted from the oldest) repeat the last kept ones: returns how many branches
 * the shortest such loop has; 0: they do not. */
static size_t loop_at(const struct branch_history *h, const struct sample *sample, size_t next)
{
	size_t most = MIN(MIN(h->kept.count, sample->nr_branches - next), MAX_LOOP);
	for (size_t length = 1; length <= most; length++) {
		size_t i = 0;
		while (i < length && same_branch(&sample->branches[h->kept.items[h->kept.count - length + i]],
						 &sample->branches[sample->nr_branches - 1 - next - i]))
			i++;
		if (i == length) return length;
	}
	return 0;
}

void branch_history_make(struct branch_history *h, struct resolver *resolver, const struct sample_task *task,
			 const struct sample *sample, const struct frame *const *frames, size_t nr_frames)
{
	vec_clear(&h->steps);
	vec_clear(&h->kept);
	vec_clear(&h->iterations);
	for (size_t i = 0; i < nr_frames; i++) vec_push(&h->steps, ((struct branch_step){ .frame = frames[i] }));
	for (size_t next = 0; next < sample->nr_branches;) {
		size_t length = loop_at(h, sample, next);
		if (length) {
			h->iterations.items[h->iterations.count - 1]++;
			next += length;
		} else {
			vec_push(&h->kept, (uint32_t)(sample->nr_branches - 1 - next++));
			vec_push(&h->iterations, 0);
		}
	}
	for (size_t i = 0; i < h->kept.count; i++) {
		const struct branch_entry *branch = &sample->branches[h->kept.items[i]];
		vec_push(&h->steps, ((struct branch_step){ .frame = branch_end(resolver, task, branch->from),
							   .branch = branch,
							   .iterations = h->iterations.items[i] }));
		vec_push(&h->steps, ((struct branch_step){ .frame = branch_end(resolver, task, branch->to),
							   .branch = branch,
							   .is_target = true }));
	}
}

void branch_sums_add(uint64_t sums[BRANCH_SUMS], const struct branch_step *step)
{
	const struct branch_entry *branch = step->branch;
	if (!branch) return;
	sums[BRANCH_SUM_TAKEN]++;
	if (!step->is_target) {
		sums[BRANCH_SUM_CYCLES] += branch->flags >> 4 & 0xffff;
		sums[BRANCH_SUM_ABORTED] += branch->flags >> 3 & 1;
		sums[BRANCH_SUM_ITERATIONS] += step->iterations;
	} else if (branch->flags & 3) {
		sums[BRANCH_SUM_JUDGED]++;
		sums[BRANCH_SUM_PREDICTED] += branch->flags >> 1 & 1;
	}
}

void way_sums_add(uint64_t sums[WAY_SUMS], const struct branch_history *history)
{
	for (size_t i = 0; i < history->steps.count; i++) {
		const struct branch_step *step = &history->steps.items[i];
		if (!step->branch || step->is_target) continue;
		const uint64_t flags = step->branch->flags;
		sums[WAY_BRANCHES]++;
		sums[WAY_JUDGED] += (flags & 3) != 0;
		sums[WAY_PREDICTED] += flags >> 1 & 1;
		sums[WAY_ABORTED] += flags >> 3 & 1;
		sums[WAY_CYCLES] += flags >> 4 & 0xffff;
	}
}

/* Appends "(what value", or " what value" behind something. */
static void put(const char *what, uint64_t value, bool *ret_any, struct outbuf *out)
{
	out_str(out, *ret_any ? " " : " (");
	out_str(out, what);
	out_dec(out, value, 0);
	*ret_any = true;
}

void branch_sums_format(const uint64_t sums[BRANCH_SUMS], struct outbuf *out)
{
	uint64_t taken = sums[BRANCH_SUM_TAKEN];
	bool any = false;
	if (!taken) {
		out_lit(out, " (calltrace)");
		return;
	}
	if (sums[BRANCH_SUM_PREDICTED] < sums[BRANCH_SUM_JUDGED]) {
		out_lit(out, " (predicted:");
		out_float(out, 100.0 * (double)sums[BRANCH_SUM_PREDICTED] / (double)sums[BRANCH_SUM_JUDGED], 0, 1);
		out_char(out, '%');
		any = true;
	}
	if (sums[BRANCH_SUM_ABORTED]) put("abort:", sums[BRANCH_SUM_ABORTED], &any, out);
	if (sums[BRANCH_SUM_CYCLES] / taken) put("cycles:", sums[BRANCH_SUM_CYCLES] / taken, &any, out);
	if (sums[BRANCH_SUM_ITERATIONS] / taken) put("iter:", sums[BRANCH_SUM_ITERATIONS] / taken, &any, out);
	if (any) out_char(out, ')');
}
