/* How the values of `perf record`'s options are read, each into the struct record_setup that is handed in. All are
 * option callbacks (cli/options.h): 0, or -1 after the reason was printed. unset is --no-NAME, which puts back what
 * holds without the option; arg is NULL then. `perf trace` has rows with some of them. */
#ifndef COMMANDS_RECORD_RECORD_VALUE_H
#define COMMANDS_RECORD_RECORD_VALUE_H

#include "cli/options.h"
#include "event/pmu/catalogue.h"

struct record_setup;

/* -e, --filter, --exclude-perf: see commands/option/event_value.h. */
int record_value_event(const struct option *option, const char *arg, bool unset, void *setup);
int record_value_filter(const struct option *option, const char *arg, bool unset, void *setup);
int record_value_exclude_perf(const struct option *option, const char *arg, bool unset, void *setup);
/* -G "a,b,,c": the groups of the events before, in order. */
int record_value_cgroup(const struct option *option, const char *arg, bool unset, void *setup);
/* -m: the size of each data ring buffer, a number of pages, or bytes with a unit (B, K, M, G, powers of 1024).
 * Rounded up to a power of two pages, as perf_event_open(2) wants of a mapping; of a number of pages that is told. */
int record_value_data_pages(const struct option *option, const char *arg, bool unset, void *setup);
/* -m of perf record: "DATA", "DATA,AUX" or ",AUX", each as above. */
int record_value_mmap_pages(const struct option *option, const char *arg, bool unset, void *setup);
/* --call-graph with a mode, and -g, which takes the configured mode unless --call-graph has chosen one. */
int record_value_call_graph(const struct option *option, const char *arg, bool unset, void *setup);
int record_value_g(const struct option *option, const char *arg, bool unset, void *setup);
/* -k: a clock's name, with or without CLOCK_, or its number (clock_gettime(2)). */
int record_value_clockid(const struct option *option, const char *arg, bool unset, void *setup);
/* -I and --user-regs: names of registers; "?" lists them and ends the command. */
int record_value_intr_regs(const struct option *option, const char *arg, bool unset, void *setup);
int record_value_user_regs(const struct option *option, const char *arg, bool unset, void *setup);
/* -j with names of branch filters; -b, which is -j any. */
int record_value_branch_filter(const struct option *option, const char *arg, bool unset, void *setup);
int record_value_branch_any(const struct option *option, const char *arg, bool unset, void *setup);
/* Which records of what runs already are made: "no", "all", "task", "mmap", "cgroup". Maps imply tasks. */
int record_value_machines(const struct option *option, const char *arg, bool unset, void *setup);
int record_value_synth(const struct option *option, const char *arg, bool unset, void *setup);
/* A size in bytes, into a uint64_t; 0 after --no-NAME. */
int record_value_bytes(const struct option *option, const char *arg, bool unset, void *bytes);
/* --keep: member is a struct output_options. */
int record_value_keep(const struct option *option, const char *arg, bool unset, void *output);
/* -z: a level of compression; 1 where none is given, 0 for none. */
int record_value_level(const struct option *option, const char *arg, bool unset, void *setup);
/* -D in ms: "100" waits, "-1" starts with events off until they are switched on, "10-20,30-40" are windows in which
 * they are on. */
int record_value_delay(const struct option *option, const char *arg, bool unset, void *setup);

/* A mode of call chains into setup: "fp", "fp,DEPTH", "fp,defer", "dwarf,BYTES" (of stack, up to 65528), "dwarf,live",
 * "lbr". 0, -EINVAL (nothing is said), -ERANGE (said on stderr). */
int record_value_mode(struct record_setup *setup, const char *arg);
/* For a command that shows samples as they come: takes back "fp,defer", whose chains are whole only later, and says
 * so. */
void record_value_no_deferral(struct record_setup *setup);
/* The machine's events; made on first use, belongs to the setup. */
const struct event_catalogue *record_value_catalogue(struct record_setup *setup);

/* What their values are made of. */
/* What the help of --call-graph says of how chains are recorded. */
#define RECORD_VALUE_MODE_HELP                                                                     \
	"\t\t\t\trecord_mode:\tcall graph recording mode (fp|dwarf|lbr)\n"                         \
	"\t\t\t\trecord_size:\tif record_mode is 'dwarf', max size of stack recording (<bytes>)\n" \
	"\t\t\t\t\t\tdefault: 8192 (bytes)\n"
extern const struct option_set record_value_mode_set, record_value_clock_set, record_value_reg_set,
	record_value_branch_set, record_value_synth_set;

#endif
