/* The values of perf inject's options. */
#ifndef COMMANDS_INJECT_INJECT_VALUES_H
#define COMMANDS_INJECT_INJECT_VALUES_H

#include "commands/option/session_option.h"

struct inject_values {
	struct session_option_values session; /* -i, -f, -k, --kallsyms, --ignore-vmlinux, --itrace */
	const char *output;                   /* -o; NULL: standard output */
	bool build_ids, buildid_all;          /* -b: of objects with samples; of all */
	bool mmap2, mmap2_all;                /* -B, --mmap2-buildid-all */
	bool itrace;                          /* --itrace was given: session.itrace */
	bool sched_stat, strip, jit;
	bool convert_callchain; /* copied stacks become call chains */
	bool trace;             /* the ends of system calls become one sample */
	const char *known_build_ids;
};

#endif
