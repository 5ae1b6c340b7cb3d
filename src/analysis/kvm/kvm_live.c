/* Order is that of session/live. Neither maps nor symbols are needed. */
#include "analysis/kvm/kvm_live.h"

#include <stdlib.h>
#include "session/live/live.h"

/* After so many exits of threads what the model knows of them is dropped. */
enum { MOST_EXITS = 4096 };

struct kvm_live {
	const struct kvm_options *options;
	struct live *live;
	struct kvm_maker *maker;
	struct kvm *kvm;
};

struct kvm_live *kvm_live_new(const struct kvm_options *options, struct warnings *warnings)
{
	struct kvm_live *live = xcalloc(1, sizeof(*live));
	const struct live_options live_options = { .symbols = { .warnings = warnings },
						   .threads = 1,
						   .ordered = true,
						   .skip_maps = true,
						   .most_exits = MOST_EXITS };
	live->options = options;
	live->live = live_new(&live_options);
	live->kvm = kvm_new(options);
	return live;
}

void kvm_live_free(struct kvm_live *live)
{
	if (!live) return;
	kvm_maker_free(live->maker);
	kvm_free(live->kvm);
	live_free(live->live);
	free(live);
}

void kvm_live_begin(struct kvm_live *live, const struct perf_events *events, const struct perf_header *header)
{
	live->maker = kvm_maker_new(live->options->what, live->options->pids, events, header);
	live_begin(live->live, events);
}

void kvm_live_round(struct kvm_live *live, const void *records, size_t size_bytes)
{
	live_round(live->live, records, size_bytes);
}

static void kvm_live_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	struct kvm_live *live = ctx;
	struct kvm_event event;
	(void)worker;
	if (kvm_maker_make(live->maker, sample, &event)) kvm_event(live->kvm, &event);
}

void kvm_live_due(struct kvm_live *live)
{
	const struct sample_visitor visitor = { .ctx = live, .sample = kvm_live_sample };
	(void)live_samples_ordered(live->live, &visitor);
}

struct kvm *kvm_live_kvm(struct kvm_live *live) { return live->kvm; }
