/* Rounds become samples in one of two ways: in pieces, on all cores, as they came; or, where samples of one event
 * switch others on and off, or stacks go on with those of samples before, in order of time on one. Where samples read
 * their groups, pieces are on one core, too: what a counter counted since it was read before is known in order only. */
#include "analysis/profile/live/live_profile_private.h"

static void count_sample(struct live_profile_counts *counts, const struct sample *sample)
{
	counts->nr_samples++;
	counts->nr_exact += (sample->misc & MISC_EXACT_IP) != 0;
	switch ((enum cpumode)sample->cpumode) {
	case CPUMODE_USER: counts->nr_user++; break;
	case CPUMODE_KERNEL: counts->nr_kernel++; break;
	case CPUMODE_GUEST_KERNEL: counts->nr_guest_kernel++; break;
	case CPUMODE_GUEST_USER: counts->nr_guest_user++; break;
	default: break;
	}
}

static void count_loss(struct live_profile_counts *counts, const struct record *r)
{
	struct record_lost lost;
	struct record_lost_samples samples;
	if (r->type == RECORD_LOST && record_decode_lost(r, &lost) >= 0) counts->nr_lost += lost.lost;
	if (r->type == RECORD_LOST_SAMPLES && record_decode_lost_samples(r, &samples) >= 0)
		counts->nr_lost += samples.lost;
}

static void add_one(struct live_profile *profile, struct session_worker *worker, const struct sample *sample)
{
	struct sample_task task;
	if (!hist_wants(profile->hist, sample)) return;
	resolver_task(worker->resolver, sample, &task);
	hist_add(hist_worker(profile->hist, worker->index, worker->resolver), sample, &task);
	if (profile->annotate)
		annotate_add(annotate_worker(profile->annotate, worker->index, worker->resolver), sample, &task);
}

/* Each counter of the sample's group that moved since the group was read before is a sample of its own, as in
 * session_split_group_reads. */
static void add_members(struct live_profile *profile, struct session_worker *worker, const struct sample *sample,
			const uint64_t *deltas)
{
	for (uint32_t i = 0; i < sample->nr_read; i++) {
		struct sample of_member = *sample;
		if (!deltas[i]) continue;
		of_member.event = events_by_id(profile->input.events, sample->read[i].id);
		of_member.id = sample->read[i].id;
		of_member.period = deltas[i];
		if (of_member.event) add_one(profile, worker, &of_member);
		else profile->counts[worker->index].nr_dropped++;
	}
}

static void add(struct live_profile *profile, struct session_worker *worker, const struct sample *sample)
{
	bool kernel = sample->cpumode == CPUMODE_KERNEL || sample->cpumode == CPUMODE_GUEST_KERNEL;
	const uint64_t *deltas = NULL;
	/* what is left out counts until then, so that it does not count with the next one */
	bool is_group = profile->reads && group_reads_step(profile->reads, sample, &deltas);
	if (profile->paused) return;
	count_sample(&profile->counts[worker->index], sample);
	if (kernel ? profile->hide_kernel : profile->hide_user) return;
	if (is_group) add_members(profile, worker, sample, deltas);
	else add_one(profile, worker, sample);
}

static void live_profile_piece(void *ctx, struct session_worker *worker, size_t index, const struct record_run *records)
{
	struct live_profile *profile = ctx;
	struct live_profile_counts *counts = &profile->counts[worker->index];
	struct record r;
	(void)index;
	for (size_t pos = 0; record_run_next(records, false, &pos, &r);) {
		count_loss(counts, &r);
		if (r.type != RECORD_SAMPLE) continue;
		const struct perf_event *event = events_of_record(profile->input.events, &r);
		struct sample *sample = &worker->sample;
		if (!event || sample_decode_again(event, &r, &worker->scratch, sample) < 0) {
			counts->nr_dropped++;
			continue;
		}
		resolver_set_now(worker->resolver, live_turn_ns(profile->live, sample->time_ns));
		add(profile, worker, sample);
	}
}

/* A sample in order of time, with what its stack of branch records goes on with. What the history takes is bounded:
 * beyond that it begins anew. */
static void add_stitched(struct live_profile *profile, struct session_worker *worker, const struct sample *sample)
{
	static const size_t most_bytes = (size_t)16 << 20;
	struct sample stitched = *sample;
	if (stitched_stacks_bytes(profile->stitched) > most_bytes) stitched_stacks_forget(profile->stitched);
	stitched.stitched = stitched_stacks_step(profile->stitched, sample);
	add(profile, worker, &stitched);
}

static void add_in_order(struct live_profile *profile, struct session_worker *worker, const struct sample *sample)
{
	if (profile->stitched) add_stitched(profile, worker, sample);
	else add(profile, worker, sample);
}

/* In order: a sample of a switching event changes what becomes of those behind it. */
static void live_profile_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	struct live_profile *profile = ctx;
	const struct live_profile_options *options = &profile->options;
	bool turns_on = sample->event == options->switch_on, turns_off = sample->event == options->switch_off;
	if (turns_on || turns_off) {
		profile->switched_on = turns_on && (!turns_off || !profile->switched_on);
		if (options->show_switches) add_in_order(profile, worker, sample);
		return;
	}
	if (profile->switched_on) add_in_order(profile, worker, sample);
}

static void live_profile_other(void *ctx, struct session_worker *worker, const struct record *r,
			       const struct sample_id *id, uint64_t time_ns)
{
	struct live_profile *profile = ctx;
	(void)id, (void)time_ns;
	count_loss(&profile->counts[worker->index], r);
}

void live_profile_due(struct live_profile *profile, const void *records, size_t size_bytes)
{
	const struct sample_visitor visitor = {
		.ctx = profile, .sample = live_profile_sample, .other = live_profile_other, .sequential = true
	};
	const struct live_piece_visitor pieces = { .ctx = profile, .piece = live_profile_piece };
	hist_restore(profile->hist);
	if (profile->is_ordered) (void)live_samples_ordered(profile->live, &visitor);
	else live_pieces(profile->live, records, size_bytes, &pieces);
}
