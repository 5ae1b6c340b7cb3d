/* The header of a recording, feature by feature: facts of the machine (kernel/facts.h), what the command line says,
 * and what the events need. */
#include "record/recorded_header.h"

#include <time.h>
#include "kernel/facts.h"
#include "kernel/tracefs.h"

static void copy_strings(struct perf_header *h, const struct recording_options *options)
{
	h->version = arena_strdup(&h->arena, options->version);
	header_set(h, FEATURE_VERSION);
	h->cmdline = arena_zalloc(&h->arena, (options->nr_cmdline + 1) * sizeof(char *));
	for (uint32_t i = 0; i < options->nr_cmdline; i++) h->cmdline[i] = arena_strdup(&h->arena, options->cmdline[i]);
	h->nr_cmdline = options->nr_cmdline;
	header_set(h, FEATURE_CMDLINE);
}

static uint64_t to_ns(const struct timespec *ts) { return (uint64_t)ts->tv_sec * 1000000000 + (uint64_t)ts->tv_nsec; }

/* CLOCKID and CLOCK_DATA, for recordings with -k: the clock is read next to the wall clock, so that readers can
 * convert. */
static void clocks(struct perf_header *h, const struct sampling_options *sampling)
{
	struct timespec resolution, wall, clock;
	if (!sampling->use_clockid) return;
	if (clock_getres(sampling->clockid, &resolution) == 0) {
		h->clockid_resolution_ns = to_ns(&resolution);
		header_set(h, FEATURE_CLOCKID);
	}
	if (clock_gettime(sampling->clockid, &clock) == 0 && clock_gettime(CLOCK_REALTIME, &wall) == 0) {
		h->clock_data_clockid = (uint32_t)sampling->clockid;
		h->clock_ns = to_ns(&clock);
		h->clock_wall_ns = to_ns(&wall);
		header_set(h, FEATURE_CLOCK_DATA);
	}
}

/* The formats of all tracepoints among the events, as one TRACING_DATA section (kernel/tracefs.h). */
static int tracepoint_formats(struct perf_header *h, const struct recording_options *options,
			      const struct event_list *events, struct strbuf *tracing_data, struct err *err)
{
	VEC(struct tracefs_event) tracepoints = VEC_INIT;
	for (size_t i = 0; i < event_list_count(events); i++) {
		const struct event_spec *spec = event_list_get(events, i);
		if (spec->tracepoint_system)
			vec_push(&tracepoints,
				 ((struct tracefs_event){ spec->tracepoint_system, spec->tracepoint_name }));
	}
	int r = 0;
	if (tracepoints.count) {
		r = tracefs_tracing_data(options->fs, options->tracefs, tracepoints.items, tracepoints.count,
					 tracing_data, err);
		h->tracing_data = (const uint8_t *)strbuf_text(tracing_data);
		h->tracing_data_size = tracing_data->size;
		header_set(h, FEATURE_TRACING_DATA);
	}
	vec_done(&tracepoints);
	return r;
}

int recorded_header(struct perf_header *h, const struct recording_options *options,
		    const struct sampling_options *sampling, const struct event_list *events,
		    struct strbuf *tracing_data, struct err *err)
{
	if (options->output.none) return tracepoint_formats(h, options, events, tracing_data, err);
	facts_all(options->fs, h);
	copy_strings(h, options);
	clocks(h, sampling);
	header_set(h, FEATURE_EVENT_DESC);
	for (size_t i = 0; i < event_list_count(events); i++) {
		const struct event_spec *spec = event_list_get(events, i);
		/* branches for their own sake, not as a call graph: reports go by that */
		bool asked = sampling->branch_sample_type || spec->branch_sample_type;
		if (asked && spec->attr.sample_type & SAMPLE_BRANCH_STACK) header_set(h, FEATURE_BRANCH_STACK);
		if (spec->nr_members > 1) header_set(h, FEATURE_GROUP_DESC);
	}
	if (options->output.directory) {
		h->dir_version = 1;
		header_set(h, FEATURE_DIR_FORMAT);
	}
	header_set(h, FEATURE_BPF_PROG_INFO); /* none, as long as recorded_header_bpf does not know of any */
	header_set(h, FEATURE_BPF_BTF);
	return tracepoint_formats(h, options, events, tracing_data, err);
}

void recorded_header_compressed(struct perf_header *h, int level, size_t ring_bytes)
{
	h->comp_type = 1; /* zstd */
	h->comp_level = (uint32_t)level;
	h->comp_mmap_len = (uint32_t)ring_bytes;
	header_set(h, FEATURE_COMPRESSED);
}

static struct header_blob *take_blobs(struct perf_header *h, const struct bpf_blobs *blobs)
{
	struct header_blob *taken = arena_zalloc(&h->arena, (blobs->list.count + 1) * sizeof(*taken));
	for (size_t i = 0; i < blobs->list.count; i++) {
		const struct bpf_blob *blob = &blobs->list.items[i];
		taken[i] = (struct header_blob){ blob->id, blob->data, blob->size_bytes };
	}
	return taken;
}

void recorded_header_bpf(struct perf_header *h, const struct bpf_infos *infos)
{
	h->bpf_progs = take_blobs(h, &infos->programs);
	h->nr_bpf_progs = (uint32_t)infos->programs.list.count;
	h->btfs = take_blobs(h, &infos->btfs);
	h->nr_btfs = (uint32_t)infos->btfs.list.count;
}
