/* The options of `perf stat`: the table, and what is made of it.
 *
 *     stat_option_init -> option_table_parse -> stat_option_finish -> stat_metrics, default events -> counting_run
 *
 * `perf stat record` and `perf stat report` fill the same struct with tables of their own, over what stood in front
 * of their name. */
#ifndef COMMANDS_STAT_STAT_OPTION_H
#define COMMANDS_STAT_STAT_OPTION_H

#include "cli/options.h"
#include "commands/option/process_option.h"
#include "count/counting.h"
#include "event/pmu/catalogue.h"
#include "kernel/io_ports.h"
#include "kernel/pmus.h"
#include "result/stat_result.h"

/* What was given, option by option; stat_option_finish makes the counting options out of it. Texts are the command
 * line's or the configuration's unless they say otherwise; NULL: not given. Ended by stat_option_done. Must not be
 * moved after stat_option_finish: counting points to control. */
struct stat_options {
	/* Made when the first event is parsed (stat_value_catalogue); owned. */
	struct pmus *pmus;
	struct event_catalogue catalogue;
	/* -e, then the events of metrics and the default ones; owned. */
	struct event_list events;
	/* How many events -G has named groups for so far; the n-th name is for the n-th event. */
	size_t nr_cgroups;
	/* Index of the first event of the last -e: --filter is for the events from there on. */
	size_t last_events;
	/* What the counter gets (count/counting.h); many rows of the table write here. */
	struct counting_options counting;
	/* --control: open after stat_option_finish; CONTROL_NONE before. */
	struct control control;
	struct process_option_values processes;
	/* How it is shown. aggr: by what counts are added up. */
	enum stat_aggr aggr;
	/* --per-cache=L2 is 2; 0: the last level. */
	int32_t cache_level;
	bool per_thread, no_merge, hybrid_merge, percore_show_thread;
	bool big_numbers, json, metric_only, metric_only_set, table, interval_clear, no_csv_summary, summary, quiet,
		scale;
	/* -x; NULL: text. stat_option_separator knows its escapes. */
	const char *separator;
	/* -o: the text's file; of perf stat record the recording's. */
	const char *output;
	/* --log-fd; -1: not given. */
	int log_fd;
	bool append;
	/* what is counted */
	bool null_run, transaction, topdown, smi_cost, record_tpebs;
	/* How often -d was given. */
	int detail;
	unsigned topdown_level;
	/* -M, all of them with commas between; --cputype. Both owned. */
	char *metrics, *cputype;
	/* --pmu-filter, --tpebs-mode; NULL: not given */
	const char *pmu_filter, *tpebs_mode;
	bool affinity; /* --affinity, has no effect: reading moves to no CPU */
	/* --iostat; the ports are owned. */
	enum stat_iostat { STAT_IOSTAT_OFF, STAT_IOSTAT_LIST, STAT_IOSTAT_COUNT } iostat;
	struct io_ports io_ports;
	const char *for_each_cgroup;
	/* -b: ids of BPF programs, owned, and the text they were given as, for the title. */
	VEC(uint32_t) bpf_programs;
	const char *bpf_program_text;
	bool metric_no_group, metric_no_merge, metric_no_threshold;
	/* As typed. runs: -r; 0: for ever. */
	int runs;
	bool runs_set;
	/* -I and --timeout; 0: not given. */
	unsigned interval_ms, timeout_ms;
	int interval_count;
	bool interval_count_set, timeout_set;
	const char *control_text;
	/* -i of perf stat report. */
	const char *input;
};

/* Of perf stat, and of perf stat record, which takes the same options. */
extern const struct option_table stat_option_table, stat_option_record_table;

/* Values before the options are parsed: the usual ones, and those of the configuration. */
void stat_option_init(struct stat_options *options);
/* After the options are parsed; has_command: words are left, a workload; is_record: of perf stat record. Resolves
 * the target, opens --control and fills options->counting. 0, or the exit status when they make no sense together
 * (the reason was printed). */
int stat_option_finish(struct stat_options *options, bool has_command, bool is_record);
/* Appends the events of text, as -e would, but for --filter, which they do not take; the machine's catalogue is made
 * on first use. 0 or more, or -errno with err set. Defined in stat_value.c. */
int stat_option_add_events(struct stat_options *options, const char *text, struct err *err);
/* Frees all that options own, also after a command line that was refused half way. */
void stat_option_done(struct stat_options *options);

/* What -x says, as typed but for "\t", which is a tab; NULL: nothing. Borrowed. */
const char *stat_option_separator(const struct stat_options *options);

/* How counts are added up: rows that perf stat and perf stat report both have, of struct stat_options. The callback is
 * of stat_value.h. */
#define STAT_ROWS_AGGREGATION                                                                                     \
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 0, "per-cache", "aggregate count at this cache level (Default: LLC)"), \
	  .arg_name = "cache level", .flags = OPTION_OPTARG, .store = stat_value_cache },                         \
		OPTION_SET(0, "per-cluster", struct stat_options, aggr, STAT_AGGR_CLUSTER,                        \
			   "aggregate counts per processor cluster"),                                             \
		OPTION_SET(0, "per-core", struct stat_options, aggr, STAT_AGGR_CORE,                              \
			   "aggregate counts per physical processor core"),                                       \
		OPTION_SET(0, "per-die", struct stat_options, aggr, STAT_AGGR_DIE,                                \
			   "aggregate counts per processor die"),                                                 \
		OPTION_SET(0, "per-node", struct stat_options, aggr, STAT_AGGR_NODE,                              \
			   "aggregate counts per numa node"),                                                     \
		OPTION_SET(0, "per-socket", struct stat_options, aggr, STAT_AGGR_SOCKET,                          \
			   "aggregate counts per processor socket"),                                              \
		OPTION_SET(0, "per-thread", struct stat_options, aggr, STAT_AGGR_THREAD,                          \
			   "aggregate counts per thread")

#endif
