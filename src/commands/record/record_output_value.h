/* How the values of `perf record`'s options about files, threads and orders are read, each into the struct
 * record_setup that is handed in. Option callbacks (cli/options.h): 0, or -1 after the reason was printed. unset is
 * --no-NAME, which puts back what holds without the option. */
#ifndef COMMANDS_RECORD_RECORD_OUTPUT_VALUE_H
#define COMMANDS_RECORD_RECORD_OUTPUT_VALUE_H

#include "cli/options.h"
#include "record/recording.h"

/* --affinity "node", "cpu" or "sys": where the threads that empty the buffers run; "sys" is anywhere. */
int record_value_affinity(const struct option *option, const char *arg, bool unset, void *setup);
/* --control "fd:CTL[,ACK]" or "fifo:PATH[,PATH]": where commands come from and answers go. Opened at once; closed by
 * record_setup_done. */
int record_value_control(const struct option *option, const char *arg, bool unset, void *setup);
/* --switch-output-event: events that make the recorder begin a new file; parsed like those of -e. */
int record_value_switch_event(const struct option *option, const char *arg, bool unset, void *setup);

/* --switch-output: when a new file begins. "signal" (SIGUSR2), a size ("10M": B, K, M, G, powers of 1024) into
 * ret->bytes, or a time ("30s": s, m, h, d) into ret->ns. The letter's case tells M from m. False when it is none of
 * these; *ret is then untouched. */
bool record_value_next_file(const char *text, struct recording_next_file *ret);

/* An option's .parse: whether record_value_next_file understands it; suggests the right case of the unit's letter. */
int record_value_switch_output(const struct option *option, const char *arg, bool unset);
extern const struct option_set record_value_affinity_set;

#endif
