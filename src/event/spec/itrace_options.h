/* What is to be made of recorded instruction traces: the value of --itrace, as perf-script(1), perf-intel-pt(1) and
 * perf-arm-spe(1) describe it. Read here for every command and every decoder. */
#ifndef EVENT_SPEC_ITRACE_OPTIONS_H
#define EVENT_SPEC_ITRACE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include "base/err.h"

/* In which unit a period is given: ns, instructions, or ticks of the trace's own clock. */
enum itrace_period { ITRACE_PERIOD_NS, ITRACE_PERIOD_INSTRUCTIONS, ITRACE_PERIOD_TICKS };

/* What each letter asks for; comments name the letters. Which of them mean something depends on the kind of trace. Made
 * by itrace_options_parse; plain data. */
struct itrace_options {
	bool none;         /* --no-itrace: traces are passed over */
	bool defaults;     /* no letters given: each command and each kind of trace has its own */
	bool instructions; /* i */
	uint64_t period;   /* of i and y, in its unit; 0: as often as can be */
	enum itrace_period period_unit;
	bool period_given;                                     /* else 100 us */
	bool cycles;                                           /* y */
	bool branches, calls, returns;                         /* b, c, r */
	bool transactions, ptwrites, power, other, interrupts; /* x, w, p, o, I */
	bool errors;                                           /* e */
	uint64_t errors_with, errors_without;                  /* letters behind e as e+o, e-l; bit 0 is 'a' */
	bool log;                                              /* d */
	uint64_t log_with, log_without;
	uint64_t log_buffer_bytes;         /* of d+e: so much before an error; 0: 16384 */
	const char *log_dir;               /* of d: where raw bytes are written, by kinds that do so; NULL: here */
	bool llc, l1, tlb, remote, memory; /* f is first level, m last level cache, t TLB, a remote access, M memory */
	bool chains, add_chains;           /* g, G: to samples that are made, to those that were recorded */
	bool last_branches, add_last_branches; /* l, L */
	unsigned chain_size, last_branch_size;
	bool mispredicted;    /* all last branches of Intel PT, which does not say it, are marked so */
	uint64_t skip;        /* s: so many events at the beginning */
	unsigned quick;       /* q, qq: less is decoded, faster */
	bool approximate_ipc; /* A */
	bool timeless;        /* Z: times of the trace are not used */
	bool calls_known;     /* no letter: samples have the calls that they are in (script -F callindent) */
	bool timestamps;      /* T: those of the trace as they are */
};

/* Entries of a call chain or of last branches: without a number behind the letter, and at most. */
#define ITRACE_CHAIN_SIZE_DEFAULT 16
#define ITRACE_LAST_BRANCH_SIZE_DEFAULT 64
#define ITRACE_SIZE_MAX 1024

/* Reads the value of --itrace ("i100usg16l"). text NULL or empty: defaults is set, and it is for the decoder to say
 * what they are. none is not touched here but begins false. 0, or -EINVAL with a message that names the place and a
 * hint with what may stand there. */
int itrace_options_parse(const char *text, struct itrace_options *ret, struct err *err);
/* The same of one more --itrace: its letters are added to those of *options, unless these are defaults. */
int itrace_options_add(const char *text, struct itrace_options *options, struct err *err);

#endif
