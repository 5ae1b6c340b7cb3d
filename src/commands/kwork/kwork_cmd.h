/* The subcommands of perf kwork, and the options that all of them have.
 *
 *     ../kwork.c -> record, report, latency, timehist, top */
#ifndef COMMANDS_KWORK_KWORK_CMD_H
#define COMMANDS_KWORK_KWORK_CMD_H

#include "analysis/kwork/kwork.h"
#include "cli/option_form.h"
#include "commands/option/session_option.h"

/* What was given, in front of the subcommand or behind it. Texts are argv's. */
struct kwork_cmd_values {
	struct session_option_values session;
	const char *classes, *cpus, *name, *times, *sort; /* NULL: not given */
	bool dump, summary, chains;
	unsigned max_stack;
};

/* argv[0] is the subcommand's name. They return the exit status; what went wrong has been printed. */
int kwork_cmd_record(const struct kwork_cmd_values *before, int argc, const char **argv);
int kwork_cmd_report(const struct kwork_cmd_values *before, int argc, const char **argv);
int kwork_cmd_latency(const struct kwork_cmd_values *before, int argc, const char **argv);
int kwork_cmd_timehist(const struct kwork_cmd_values *before, int argc, const char **argv);
int kwork_cmd_top(const struct kwork_cmd_values *before, int argc, const char **argv);

/* -k: names of classes. What is shown without it: all but sched. */
extern const struct option_set kwork_cmd_class_set;
#define KWORK_CMD_HELP_CLASSES "list of kwork to profile (irq, softirq, workqueue, sched, etc)"
#define KWORK_CMD_ROW_CLASSES                                                                         \
	OPTION_WORDS('k', "kwork", struct kwork_cmd_values, classes, "kwork", KWORK_CMD_HELP_CLASSES, \
		     &kwork_cmd_class_set)
#define KWORK_CMD_ROWS                                                                                \
	OPTION_BOOL('D', "dump-raw-trace", struct kwork_cmd_values, dump, "dump raw trace in ASCII"), \
		SESSION_ROW_FORCE(struct kwork_cmd_values, session), SESSION_ROW_VERBOSE
/* Of those that read a recording. */
#define KWORK_CMD_ROWS_READING                                                                               \
	SESSION_ROW_INPUT(struct kwork_cmd_values, session),                                                 \
		OPTION_NUMBERS('C', "cpu", struct kwork_cmd_values, cpus, "cpu", "list of cpus to profile"), \
		OPTION_STRING('n', "name", struct kwork_cmd_values, name, "name", "event name to profile"),  \
		OPTION_STRING(0, "time", struct kwork_cmd_values, times, "str", "Time span for analysis (start,stop)")

/* The words of a list, separated by commas or blanks: the one at *at, which moves behind it. False: no more. */
bool kwork_cmd_word(const char **at, const char **ret_word, size_t *ret_size);
/* 1 << enum kwork_class of the names; NULL: `usual`. The names are those of the set. */
uint32_t kwork_cmd_classes(const char *names, uint32_t usual);
#define KWORK_CMD_USUAL (1u << KWORK_IRQ | 1u << KWORK_SOFTIRQ | 1u << KWORK_WORKQUEUE)
/* -C and --time as a filter, which sample_filter_done frees either way. 0, or -errno with err set. */
int kwork_cmd_filter(const struct kwork_cmd_values *values, const struct session *session, struct sample_filter *ret,
		     struct err *err) _warn_unused_;
/* Warns of events that the recording has not, and of payloads that are damaged. */
void kwork_cmd_tell(struct session *session, uint32_t classes, uint64_t nr_damaged);

#endif
