/* How the values of `perf record`'s options about files, threads and orders are read, each into the struct record_setup
 * that is handed in. Option callbacks (cli/options.h). */
#ifndef COMMANDS_RECORD_RECORD_OUTPUT_VALUE_H
#define COMMANDS_RECORD_RECORD_OUTPUT_VALUE_H

#include "cli/options.h"
#include "record/recording.h"

/* "node", "cpu" or "sys": where the threads that empty the buffers run. */
int record_value_affinity(const struct option *option, const char *arg, bool unset, void *setup);
int record_value_control(const struct option *option, const char *arg, bool unset,
			 void *setup); /* "fd:3,4", "fifo:PATH,PATH" */
/* Events that make the recorder begin a new file; parsed like those of -e. */
int record_value_switch_event(const struct option *option, const char *arg, bool unset, void *setup);
/* Accepted with a warning that says how else to find it out. */
int record_value_off_cpu(const struct option *option, const char *arg, bool unset, void *setup);

/* "signal", "10M", "30s": when a new file begins, in bytes or ns. False when it is none of these. */
bool record_value_next_file(const char *text, struct recording_next_file *ret);

/* An option's .parse: whether record_value_next_file understands it; suggests the right case of the unit's letter. */
int record_value_switch_output(const struct option *option, const char *arg, bool unset);
extern const struct option_set record_value_affinity_set;

#endif
