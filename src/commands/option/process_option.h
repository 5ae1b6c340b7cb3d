/* -p of the commands that look at running processes: ids, and names of processes of which there is one. */
#ifndef COMMANDS_OPTION_PROCESS_OPTION_H
#define COMMANDS_OPTION_PROCESS_OPTION_H

#include "base/strbuf.h"
#include "cli/option_form.h"

extern const struct option_set process_option_set; /* names of what runs now */

/* What -p makes: done with process_values_done. */
struct process_option_values {
	const char *ids;    /* NULL: not given */
	struct strbuf text; /* what ids are in */
	bool by_name; /* a name was given: it was looked for among what runs now, which is wrong for a recording */
};
void process_values_done(struct process_option_values *values);
/* A name becomes the id of the one process that has it, and that is said; -1 after saying which processes have it, or
 * that none has. */
int process_option_store(const struct option *option, const char *arg, bool unset, void *values);
/* T is the command's struct of values, m its member of struct process_option_values. */
#define PROCESS_ROW(T, m, h)                                                                                    \
	{                                                                                                       \
		OPTION_ROW(OPTION_KIND_CALLBACK, 'p', "pid", h),                                                \
			.arg_name = "pid", .store = process_option_store,                                       \
			.member = OPTION_MEMBER(struct process_option_values, T, m), .set = &process_option_set \
	}

#endif
