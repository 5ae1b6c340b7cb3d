/* perf inject --trace: where and how long threads were in system calls. The beginning and the end of a call become one
 * sample: the beginning, with its call chain and arguments, whose period is the time until the end.
 *
 *     10.0 raw_syscalls:sys_enter  tid 7  NR 202 (...)    stays, period 2.5 ms
 *     12.5 raw_syscalls:sys_exit   tid 7  NR 202 = 0      taken out
 *
 * Events of one call (syscalls:sys_enter_futex, sys_exit_futex) are joined likewise. A call of which only one end was
 * recorded has no time: it is taken out, and counted. */
#ifndef COMMANDS_INJECT_INJECT_CALLS_H
#define COMMANDS_INJECT_INJECT_CALLS_H

#include "perfdata/rewriter.h"

/* What becomes of the samples of system calls. */
struct inject_calls;

/* Reads all records, and rewinds the recording. 0 with *ret, which inject_calls_free frees; -ENODATA with err set when
 * the events are missing; or another -errno with err set. */
int inject_calls_new(struct inject_calls **ret, struct perfdata *pd, struct err *err) _warn_unused_;
void inject_calls_free(struct inject_calls *calls); /* NULL is fine */
/* What becomes of the next sample, in the order of the recording. */
enum rewrite inject_calls_sample(struct inject_calls *calls, const struct record *r, struct outbuf *out);
/* How many calls were joined, and how many samples of calls had no other end. */
uint64_t inject_calls_count(const struct inject_calls *calls);
uint64_t inject_calls_nr_single(const struct inject_calls *calls);

#endif
