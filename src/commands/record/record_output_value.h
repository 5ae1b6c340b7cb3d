/* How the values of `perf record`'s options about files, threads and orders are read, each into the struct record_setup
 * that is handed in. Option callbacks (cli/options.h). */
#ifndef COMMANDS_RECORD_RECORD_OUTPUT_VALUE_H
#define COMMANDS_RECORD_RECORD_OUTPUT_VALUE_H

#include "cli/options.h"
#include "record/recording.h"

int record_value_affinity(const struct option *option, const char *arg, bool unset, void *setup);
int record_value_control(const struct option *option, const char *arg, bool unset,
			 void *setup); /* "fd:3,4", "fifo:PATH,PATH" */
int record_value_switch_event(const struct option *option, const char *arg, bool unset, void *setup);
int record_value_off_cpu(const struct option *option, const char *arg, bool unset, void *setup);

/* "signal", "10M", "30s": when a new file begins. False when it is none of these. */
bool record_value_next_file(const char *text, struct recording_next_file *ret);

/* Whether record_value_next_file understands it. */
int record_value_switch_output(const struct option *option, const char *arg, bool unset);
extern const struct option_set record_value_affinity_set;

#endif
