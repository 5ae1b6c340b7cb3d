/* Options of every command that chooses among the samples of a recording: by thread, process, CPU, time, object,
 * symbol, or between two events. Their help differs a little from command to command.
 *
 * The texts are kept as they were typed, since some of them only mean something once the recording is open (percents
 * of its time, names of its events):
 *
 *     rows -> struct filter_option_values -> session_open -> filter_values_parse, filter_values_switch -> analysis/pass
 */
#ifndef COMMANDS_OPTION_FILTER_OPTION_H
#define COMMANDS_OPTION_FILTER_OPTION_H

#include "analysis/pass/event_switch.h"
#include "analysis/pass/sample_filter.h"
#include "cli/option_form.h"
#include "commands/option/machines_option.h"
#include "session/session.h"

/* What the options say, as text of argv. Zeroed: every sample is wanted. */
struct filter_option_values {
	/* Lists with commas; NULL: not given. */
	const char *comms, *cpus, *dsos, *symbols, *pids, *tids, *time;
	/* Names of events, as the recording has them. show_on_off: these samples themselves are shown, too. */
	const char *switch_on, *switch_off;
	bool show_on_off;
	/* "host", "guest" or both with a comma; NULL: both. */
	const char *machines;
};

/* T is the command's struct of values, m its member of struct filter_option_values. */
#define FILTER_ROW_COMMS(T, m, help) OPTION_STRING('c', "comms", T, m.comms, "comm[,comm...]", help)
#define FILTER_ROW_CPU(T, m) OPTION_NUMBERS('C', "cpu", T, m.cpus, "cpu", "list of cpus to profile")
#define FILTER_ROW_DSOS(T, m, letter, help) OPTION_STRING(letter, "dsos", T, m.dsos, "dso[,dso...]", help)
#define FILTER_ROW_SYMBOLS(T, m) \
	OPTION_STRING('S', "symbols", T, m.symbols, "symbol[,symbol...]", "only consider these symbols")
#define FILTER_ROW_PID(T, m) OPTION_STRING(0, "pid", T, m.pids, "pid[,pid...]", "only consider symbols in these pids")
#define FILTER_ROW_TID(T, m) OPTION_STRING(0, "tid", T, m.tids, "tid[,tid...]", "only consider symbols in these tids")
#define FILTER_ROW_TIME(T, m) OPTION_STRING(0, "time", T, m.time, "str", "Time span of interest (start,stop)")
#define FILTER_ROW_MACHINES(T, m)                                                                             \
	OPTION_WORDS(0, "machines", T, m.machines, "machine[,machine]", "only samples of these: host, guest", \
		     &machines_option_set)
#define FILTER_ROW_SWITCH_ON(T, m) \
	OPTION_STRING(0, "switch-on", T, m.switch_on, "event", "Consider events after the occurrence of this event")
#define FILTER_ROW_SWITCH_OFF(T, m)                              \
	OPTION_STRING(0, "switch-off", T, m.switch_off, "event", \
		      "Stop considering events after the occurrence of this event")
#define FILTER_ROW_SHOW_ON_OFF(T, m)                           \
	OPTION_BOOL(0, "show-on-off-events", T, m.show_on_off, \
		    "Show the on/off switch events, used with --switch-on and --switch-off")

/* Exit statuses that users' scripts know: -EINVAL and -ENOENT. */
enum { FILTER_OPTION_BAD_TIME = 256 - 22, FILTER_OPTION_NO_EVENT = 256 - 2 };

/* Fills filter (zeroed by the caller, done with sample_filter_done also on failure) from the values. Returns 0, or
 * -errno with err set and the command's exit status in *ret_status. */
int filter_values_parse(const struct filter_option_values *values, const struct session *session,
			struct sample_filter *filter, int *ret_status, struct err *err) _warn_unused_;
/* --switch-on, --switch-off: finds the moments. Returns 0, or -errno with err and *ret_status as above. */
int filter_values_switch(const struct filter_option_values *values, struct session *session,
			 struct event_switch *event_switch, int *ret_status, struct err *err) _warn_unused_;

#endif
