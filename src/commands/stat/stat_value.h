/* How the values of `perf stat`'s options are read, each into the struct stat_options that is handed in. All are
 * option callbacks (cli/options.h): 0, or -1 after the reason was printed. unset is --no-NAME, which puts back what
 * holds without the option. */
#ifndef COMMANDS_STAT_STAT_VALUE_H
#define COMMANDS_STAT_STAT_VALUE_H

#include "cli/options.h"
#include "event/pmu/catalogue.h"

struct stat_options;

/* -e and --filter: see commands/option/event_value.h. With --cputype, events of other kinds of cores are dropped. */
int stat_value_event(const struct option *option, const char *arg, bool unset, void *options);
int stat_value_filter(const struct option *option, const char *arg, bool unset, void *options);
/* -G "a,b,,c": the groups of the events before, in order. */
int stat_value_cgroup(const struct option *option, const char *arg, bool unset, void *options);
/* -M: names of metrics and groups with commas; several add up. They are looked up when all options are known. */
int stat_value_metrics(const struct option *option, const char *arg, bool unset, void *options);
/* --per-cache: "L3", "l2", or nothing. */
int stat_value_cache(const struct option *option, const char *arg, bool unset, void *options);
/* -D in ms; below 0: events stay off until they are switched on. */
int stat_value_delay(const struct option *option, const char *arg, bool unset, void *options);
/* --pmu-filter "hisi_sicl2_cpa0": the one PMU that counts; in front of -e. */
int stat_value_pmu_filter(const struct option *option, const char *arg, bool unset, void *options);
/* --cputype "core", "atom": the kind of cores whose PMU counts; in front of -e. */
int stat_value_cputype(const struct option *option, const char *arg, bool unset, void *options);
/* -b "17,42": ids of BPF programs. */
int stat_value_bpf(const struct option *option, const char *arg, bool unset, void *options);

/* When all events are there, also those nobody asked for: copies of them for each control group of
 * --for-each-cgroup. 0, or a negative errno that has been printed. */
int stat_value_finish_events(struct stat_options *options);
/* The machine's events; made on first use, belongs to options. */
const struct event_catalogue *stat_value_catalogue(struct stat_options *options);

#endif
