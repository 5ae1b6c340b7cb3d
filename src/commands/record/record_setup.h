/* The options of `perf record`: the table, and what is made of it. `perf trace` uses the same setup with a table of
 * its own.
 *
 *     record_setup_configure -> option_table_parse -> record_setup_finish -> recording_run (record/recording.h)
 *       perfconfig                rows and callbacks     what depends on several options
 *
 * One thread only: options, setup and recorder are the main thread's. */
#ifndef COMMANDS_RECORD_RECORD_SETUP_H
#define COMMANDS_RECORD_RECORD_SETUP_H

#include "cli/options.h"
#include "event/attr/event_spec.h"
#include "kernel/pmus.h"
#include "commands/option/live_option.h"
#include "commands/record/record_off_cpu.h"
#include "commands/option/process_option.h"
#include "event/pmu/catalogue.h"
#include "record/recording.h"

/* Everything that a recording is made with. What options say goes right into the recorder's options where it can,
 * the rest stands here as it was typed until record_setup_finish. Texts are argv's or the configuration's; what is
 * made of them is owned and freed by record_setup_done. Must not be moved once options have been parsed: members
 * point to each other. */
struct record_setup {
	/* The machine that is recorded. */
	struct kernelfs fs;
	/* Its events; made when the first event is parsed (record_value_catalogue). */
	struct pmus *pmus;
	struct event_catalogue catalogue;
	/* -e, and what is recorded when nobody says. */
	struct event_list events;
	/* How many events -G has named groups for so far; the n-th name is for the n-th event. */
	size_t nr_cgroups;
	/* Where the events of the last -e begin: --filter is for them. */
	size_t last_events;
	/* What the recorder gets; borrows from the other members. Most rows of the table write here. */
	struct recording_options recording;
	/* --control: open while recording.control points here. */
	struct control control;
	/* --call-graph dwarf,live: who unwinds. */
	struct live_option live;
	/* --switch-output-event: a new file begins when one of these happens. */
	struct event_list switch_events;
	/* -p, by id or name. */
	struct process_option_values processes;
	/* As typed, until record_setup_finish; NULL: not given. count: -c in events, which count_set tells from its
	 * absence. freq: -F in Hz, or "max". */
	uint64_t count;
	const char *freq;
	const char *switch_output, *snapshot, *aux_sample, *debuginfod, *vmlinux, *setup_filter, *portable;
	/* -m DATA,AUX; 0: not given. */
	size_t aux_pages;
	/* The ..._set members are the .given of their options: said on the command line, in either form. */
	bool strict_freq, dry_run, aio;
	struct record_off_cpu off_cpu; /* --off-cpu, --off-cpu-thresh, --wall */
	bool latency;                  /* --latency: context switches too */
	bool buildid_mmap_set, no_buildid, no_buildid_set, no_buildid_cache, no_buildid_cache_set, count_set, freq_set,
		no_inherit_set;
};

/* The rows of perf record, in upstream's order; values are a struct record_setup. */
extern const struct option_table record_setup_table;

/* The usual values. */
#define RECORD_SETUP_INIT                                                                                 \
	{                                                                                                 \
		.fs = { "" }, .off_cpu = { .thresh_ms = RECORD_OFF_CPU_THRESH_MS }, .recording = {        \
			.synth_tasks = true,                                                              \
			.synth_maps = true,                                                               \
			.synth_cgroups = true,                                                            \
			.maps_timeout_ms = 500,                                                           \
			.flush_bytes = 1,                                                                 \
			.sampling = { .stack_size_bytes = SAMPLING_STACK_DEFAULT, .build_id_mmap = true } \
		}                                                                                         \
	}
/* Takes over record.* and core.proc-map-timeout of the configuration, and where the build-id cache is; before the
 * options are parsed, which then win. What makes no sense there is warned of. */
void record_setup_configure(struct record_setup *setup);
/* After the options are parsed: resolves what depends on several of them, and fills what recording_run needs. 0, or
 * the exit status when they make no sense together (the reason was printed). Once for a setup. */
int record_setup_finish(struct record_setup *setup);
/* Frees all that the setup owns, also when parsing or the recording has failed. */
void record_setup_done(struct record_setup *setup);

/* perf record itself; argv[0] is its name. Returns the exit status. */
int record_run(int argc, const char **argv);
/* The same for a caller that goes on afterwards. *ret_signal: the signal by which record_run would end this process,
 * so that a shell sees it; 0: it would not. */
int record_run_within(int argc, const char **argv, int *ret_signal);

#endif
