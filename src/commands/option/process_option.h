/* -p of the commands that look at running processes: ids, and names of processes of which there is one. */
#ifndef COMMANDS_OPTION_PROCESS_OPTION_H
#define COMMANDS_OPTION_PROCESS_OPTION_H

#include "base/strbuf.h"
#include "cli/option_form.h"

/* Names of what runs now. */
extern const struct option_set process_option_set;

/* What -p makes: zeroed before options are parsed, ended with process_values_done. */
struct process_option_values {
	/* What -p comes to: a list of ids; NULL: not given. Points into text, or at the empty argument. */
	const char *ids;
	/* What ids are in. */
	struct strbuf text;
	/* A name was given: it was looked up among what runs now, which is wrong for a recording. */
	bool by_name;
};
/* Frees the text; ids are gone with it. Also for values that were never filled. */
void process_values_done(struct process_option_values *values);
/* Callback of the row below. Each name becomes the id of the one process that has it, which is told on stderr unless
 * -q was given; numbers are not checked here. Returns 0; -1 after saying which processes have the name, or that none
 * has. A later -p replaces an earlier one. */
int process_option_store(const struct option *option, const char *arg, bool unset, void *values);
/* T is the command's struct of values, m its member of struct process_option_values. */
#define PROCESS_ROW(T, m, h)                                                                                    \
	{                                                                                                       \
		OPTION_ROW(OPTION_KIND_CALLBACK, 'p', "pid", h),                                                \
			.arg_name = "pid", .store = process_option_store,                                       \
			.member = OPTION_MEMBER(struct process_option_values, T, m), .set = &process_option_set \
	}

#endif
