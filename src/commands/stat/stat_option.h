/* The options of `perf stat`: the table, and what is made of it. */
#ifndef COMMANDS_STAT_STAT_OPTION_H
#define COMMANDS_STAT_STAT_OPTION_H

#include "cli/options.h"
#include "commands/option/process_option.h"
#include "count/counting.h"
#include "event/pmu/catalogue.h"
#include "kernel/pmus.h"
#include "result/stat_result.h"

struct stat_options {
	struct pmus *pmus; /* made when the first event is parsed */
	struct event_catalogue catalogue;
	struct event_list events;
	size_t nr_cgroups;  /* -G names so far; the n-th is for the n-th event */
	size_t last_events; /* where the events of the last -e begin: --filter is for them */
	struct counting_options counting;
	struct control control;
	struct process_option_values processes;
	/* how it is shown */
	enum stat_aggr aggr;
	int32_t cache_level; /* --per-cache=L2; 0: the last */
	bool per_thread, no_merge, hybrid_merge, percore_show_thread;
	bool big_numbers, json, metric_only, metric_only_set, table, interval_clear, no_csv_summary, summary, quiet,
		scale;
	const char *separator; /* -x; NULL: text */
	const char *output;
	int log_fd;
	bool append;
	/* what is counted */
	bool null_run, transaction, topdown, smi_cost, record_tpebs;
	int detail; /* -d */
	unsigned topdown_level;
	char *metrics, *cputype; /* owned */
	const char *iostat, *for_each_cgroup;
	VEC(uint32_t) bpf_programs;
	const char *bpf_program_text;
	bool metric_no_group, metric_no_merge, metric_no_threshold;
	/* as typed */
	int runs;
	bool runs_set;
	unsigned interval_ms, timeout_ms;
	int interval_count;
	bool interval_count_set, timeout_set;
	const char *control_text;
	const char *input; /* of perf stat report */
};

extern const struct option_table stat_option_table, stat_option_record_table; /* perf stat, perf stat record */

/* Values before the options are parsed: the usual ones, and those of the configuration. */
void stat_option_init(struct stat_options *options);
/* After the options are parsed; is_record: of perf stat record. 0, or the exit status when they make no sense together
 * (the reason was printed). */
int stat_option_finish(struct stat_options *options, bool has_command, bool is_record);
/* Parses text as -e would; the machine's catalogue is made on first use. */
int stat_option_add_events(struct stat_options *options, const char *text, struct err *err);
void stat_option_done(struct stat_options *options);

/* What -x says, as typed but for "\t"; NULL: nothing. */
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
