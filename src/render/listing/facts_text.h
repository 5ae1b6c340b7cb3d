/* What a recording holds, as perf report --stats, -T, --tasks and --mmaps write it. */
#ifndef RENDER_LISTING_FACTS_TEXT_H
#define RENDER_LISTING_FACTS_TEXT_H

#include <stdbool.h>
#include "base/outbuf.h"
#include "result/record_counts.h"
#include "result/task_tree.h"
#include "result/thread_counters.h"

/* --stats. skip_empty: no line for types, events and ends of stacks that do not occur. Here as below results are
 * borrowed and text is appended to out. */
void facts_text_record_counts(const struct record_counts *counts, bool skip_empty, struct outbuf *out);
/* -T. raw: a line for each thread and event, else a line for each thread. Flushes on the way; errors stay in
 * out->error. */
void facts_text_thread_counters(const struct thread_counters *counters, bool raw, struct outbuf *out);
/* --tasks: the tree; with maps (--mmaps): below each task what it had mapped. Flushes on the way. 0, or -errno when it
 * could not be written. */
int facts_text_tasks(const struct task_tree *tree, bool maps, struct outbuf *out) _warn_unused_;

#endif
