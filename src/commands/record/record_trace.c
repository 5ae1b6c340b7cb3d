/* Three ways of recording a trace, one at a time: all of it, snapshots (-S), or its end in each sample of other events
 * (--aux-sample, the term aux-sample-size). */
#include "commands/record/record_trace.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include "cli/console.h"
#include "kernel/machine_root.h"
#include "record/aux/aux_sample.h"

/* -EINVAL as an exit status, as upstream. */
enum { REFUSED = 234 };

/* Whether an event is a hardware trace (AUX area). */
static bool has_trace(const struct event_list *events)
{
	for (size_t i = 0; i < event_list_count(events); i++)
		if (event_list_get(events, i)->is_trace) return true;
	return false;
}

/* The name of its PMU; there is one. */
static const char *trace_pmu(const struct event_list *events)
{
	size_t i = 0;
	while (!event_list_get(events, i)->is_trace) i++;
	return event_list_get(events, i)->pmu_name;
}

/* One that is made by stepping the program. */
static bool is_stepped(const struct event_list *events)
{
	for (size_t i = 0; i < event_list_count(events); i++)
		if (event_list_get(events, i)->is_stepped) return true;
	return false;
}

static bool has_sample_size(const struct event_list *events)
{
	for (size_t i = 0; i < event_list_count(events); i++)
		if (event_list_get(events, i)->aux_sample_size) return true;
	return false;
}

/* -S[e][SIZE]. Without -m,N an area is as large as the snapshot. */
static bool take_snapshot_value(struct recording_options *rec, const char *text)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), most = (size_t)1 << 40;
	rec->aux.snapshots = true;
	rec->aux.at_end = *text == 'e';
	text += rec->aux.at_end;
	if (!*text) return true;
	char *end;
	errno = 0;
	unsigned long long bytes = strtoull(text, &end, 0);
	if (*end || errno || !isdigit((unsigned char)*text) || !bytes || bytes > most) return false;
	rec->aux.snapshot_bytes = (size_t)bytes;
	if (!rec->aux.pages)
		for (rec->aux.pages = 1; rec->aux.pages * page < bytes;) rec->aux.pages *= 2;
	return true;
}

/* --aux-sample[=SIZE]: bytes; 0: it was not given, or is 0. */
static bool take_sample_size(const char *text, uint32_t *ret_bytes)
{
	*ret_bytes = text ? AUX_SAMPLE_USUAL_BYTES : 0;
	if (!text || !*text) return true;
	char *end;
	errno = 0;
	unsigned long long bytes = strtoull(text, &end, 0);
	if (*end || errno || !isdigit((unsigned char)*text)) return false;
	*ret_bytes = bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
	return true;
}

/* bytes: of samples that have no size of their own; 0: these carry nothing. */
static int sample_trace(struct record_setup *setup, uint32_t bytes)
{
	_err_done_ struct err err = ERR_INIT;
	struct aux_sample_psb psb;
	int r = aux_sample_prepare(&setup->events, machine_root(), bytes, &psb, &err);
	if (r < 0) {
		fprintf(stderr, "%s\n", err.message);
		return REFUSED;
	}
	if (psb.bytes && psb.sample_bytes <= psb.bytes + AUX_SAMPLE_SYNC_BYTES)
		console_warning("Intel PT sample size (%zu) may be too small for PSB period (%zu)", psb.sample_bytes,
				psb.bytes);
	setup->recording.aux.in_samples = true;
	return 0;
}

/* What decoding needs beside a trace: where and when, who ran, and the code of all that was mapped, as nobody knows
 * yet what of it was executed. */
static void record_sideband(struct recording_options *rec)
{
	rec->sampling.sample_cpu = rec->sampling.time_set = rec->sampling.switch_events = true;
	/* records of several kinds of events: readers find the event by what comes first */
	rec->sampling.sample_identifier = true;
	rec->build_id_all = true;
}

/* The trace has the time of a clock that programs can read, so all records have. */
static int prepare_stepping(struct record_setup *setup, bool samples)
{
	struct sampling_options *sampling = &setup->recording.sampling;
	if (samples) {
		fprintf(stderr,
			"Samples of a trace (--aux-sample, aux-sample-size) need a trace by hardware: single_step "
			"can be recorded as a whole, or in snapshots (-S).\n");
		return REFUSED;
	}
	if (sampling->use_clockid) return 0;
	sampling->use_clockid = true;
	sampling->clockid = CLOCK_MONOTONIC;
	return 0;
}

static int prepare(struct record_setup *setup)
{
	struct recording_options *rec = &setup->recording;
	uint32_t sample_bytes;
	if (!take_sample_size(setup->aux_sample, &sample_bytes)) {
		fprintf(stderr, "--aux-sample takes a size in bytes, e.g. --aux-sample=8192, not '%s'\n",
			setup->aux_sample);
		return REFUSED;
	}
	bool samples = sample_bytes || has_sample_size(&setup->events);
	if (rec->threads) {
		fprintf(stderr, "Parallel trace streaming is not available in AUX area tracing mode.\n"
				"Hint: leave out --threads\n");
		return REFUSED;
	}
	rec->aux.pages = setup->aux_pages;
	rec->tells_snapshots = console.verbosity > 0;
	if (setup->snapshot && samples) {
		fprintf(stderr,
			"Snapshot mode (%s PMU) and sample trace cannot be used together\n"
			"Hint: leave out -S, or --aux-sample and aux-sample-size\n",
			trace_pmu(&setup->events));
		return REFUSED;
	}
	if (setup->snapshot && !take_snapshot_value(rec, setup->snapshot)) {
		fprintf(stderr,
			"-S takes e (a snapshot at the end, too) and a size in bytes, e.g. -Se0x100000, not '%s'\n",
			setup->snapshot);
		return REFUSED;
	}
	bool stepped = is_stepped(&setup->events);
	int status = 0;
	if (stepped) status = prepare_stepping(setup, samples);
	else if (samples) status = sample_trace(setup, sample_bytes);
	if (!status) record_sideband(rec);
	if (stepped) rec->sampling.switch_events = false; /* each step is two */
	return status;
}

int record_trace_prepare(struct record_setup *setup)
{
	if (has_trace(&setup->events)) return prepare(setup);
	if (setup->snapshot || setup->aux_sample || has_sample_size(&setup->events)) {
		fprintf(stderr, "%s\n",
			setup->snapshot ? "No AUX area tracing to snapshot" : "No AUX area event to sample");
		return REFUSED;
	}
	if (setup->aux_pages)
		console_warning("-m: the size behind the comma is that of AUX areas (hardware traces), of which none "
				"is recorded: it has no effect.");
	return 0;
}
