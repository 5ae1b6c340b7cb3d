/* The options of `perf record`: the table, and what is made of it.
 *
 *     record_setup_configure -> option_table_parse -> record_setup_finish -> recording_run (record/recording.h) */
#ifndef COMMANDS_RECORD_RECORD_SETUP_H
#define COMMANDS_RECORD_RECORD_SETUP_H

#include "cli/options.h"
#include "event/attr/event_spec.h"
#include "kernel/pmus.h"
#include "commands/option/live_option.h"
#include "commands/option/process_option.h"
#include "event/pmu/catalogue.h"
#include "record/recording.h"

/* Everything that a recording is made with: what options say goes right into the recorder's options where it can, the
 * rest stands here as it was typed until record_setup_finish. */
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
	/* What the recorder gets; borrows from the other members. */
	struct recording_options recording;
	struct control control;
	struct live_option live;
	/* --switch-output-event. */
	struct event_list switch_events;
	struct process_option_values processes;
	/* As typed, until record_setup_finish. count: -c, which count_set tells from its absence. */
	uint64_t count;
	const char *freq;
	const char *switch_output, *snapshot, *aux_sample, *debuginfod, *vmlinux, *setup_filter;
	/* -m DATA,AUX; 0: not given. */
	size_t aux_pages;
	/* The ..._set members are the .given of their options: said on the command line, in either form. */
	bool strict_freq, dry_run, aio;
	bool buildid_mmap_set, no_buildid, no_buildid_set, no_buildid_cache, no_buildid_cache_set, count_set, freq_set,
		no_inherit_set;
};

extern const struct option_table record_setup_table; /* of struct record_setup */

/* The usual values. */
#define RECORD_SETUP_INIT                                                                                 \
	{                                                                                                 \
		.fs = { "" }, .recording = {                                                              \
			.synth_tasks = true,                                                              \
			.synth_maps = true,                                                               \
			.synth_cgroups = true,                                                            \
			.maps_timeout_ms = 500,                                                           \
			.flush_bytes = 1,                                                                 \
			.sampling = { .stack_size_bytes = SAMPLING_STACK_DEFAULT, .build_id_mmap = true } \
		}                                                                                         \
	}
/* Values of the configuration, before the options are parsed. */
void record_setup_configure(struct record_setup *setup);
/* After the options are parsed: 0, or the exit status when they make no sense together (the reason was printed). */
int record_setup_finish(struct record_setup *setup);
/* Also when parsing or the recording has failed. */
void record_setup_done(struct record_setup *setup);

/* perf record itself; argv[0] is its name. Returns the exit status. */
int record_run(int argc, const char **argv);
/* The same for a caller that goes on afterwards. *ret_signal: the signal by which record_run would end this process;
 * 0: it would not. */
int record_run_within(int argc, const char **argv, int *ret_signal);

#endif
