/* How the values of `perf record`'s options are read, each into record_setup. All are option callbacks (cli/options.h).
 */
#ifndef COMMANDS_RECORD_VALUE_H
#define COMMANDS_RECORD_VALUE_H

#include "cli/options.h"
#include "event/pmu/catalogue.h"

int record_value_event(const struct option *option, const char *arg, bool unset);
int record_value_filter(const struct option *option, const char *arg, bool unset);
int record_value_exclude_perf(const struct option *option, const char *arg, bool unset);
int record_value_cgroup(const struct option *option, const char *arg,
			bool unset); /* "a,b,,c": of the events before, in order */
int record_value_data_pages(const struct option *option, const char *arg,
			    bool unset); /* a number of pages, or bytes with a unit */
int record_value_mmap_pages(const struct option *option, const char *arg,
			    bool unset); /* "DATA", "DATA,AUX" or ",AUX": each as above */
int record_value_call_graph(const struct option *option, const char *arg, bool unset);
int record_value_g(const struct option *option, const char *arg, bool unset);
int record_value_clockid(const struct option *option, const char *arg, bool unset);
int record_value_intr_regs(const struct option *option, const char *arg, bool unset);
int record_value_user_regs(const struct option *option, const char *arg, bool unset);
int record_value_branch_filter(const struct option *option, const char *arg, bool unset);
int record_value_branch_any(const struct option *option, const char *arg, bool unset);
int record_value_synth(const struct option *option, const char *arg, bool unset);
int record_value_bytes(const struct option *option, const char *arg,
		       bool unset); /* into the uint64_t at option->value */
int record_value_level(const struct option *option, const char *arg, bool unset);
int record_value_delay(const struct option *option, const char *arg, bool unset); /* "100", "-1", "10-20,30-40" */

/* "fp", "dwarf,4096", "dwarf,live", ... into record_setup: 0, -EINVAL, -ERANGE (said on stderr). */
int record_value_mode(const char *arg);
/* The machine's events; made on first use. */
const struct event_catalogue *record_value_catalogue(void);

/* What their values are made of. */
extern const struct option_set record_value_mode_set, record_value_clock_set, record_value_reg_set,
	record_value_branch_set, record_value_synth_set;

#endif
