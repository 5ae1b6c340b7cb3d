/* Text of the function_graph tracer (Documentation/trace/ftrace, function_graph), line by line. A call that called
 * nothing is one line; another has two, the second of which says how long it took, and with the option funcgraph-tail
 * which function it was:
 *
 *      0)   1.723 us    |      irq_enter_rcu();
 *      0)               |      __sysvec_irq_work() {
 *      0) + 32.228 us   |      } /~ __sysvec_irq_work ~/   (~ stands for *)
 *
 * In front of the duration there may be a time, the command and flags, each with a bar behind it. */
#ifndef ANALYSIS_FTRACE_GRAPH_LINE_H
#define ANALYSIS_FTRACE_GRAPH_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/strbuf.h"

/* A call that has ended. */
struct graph_call {
	uint64_t duration_ns;
	const char *name; /* not NUL-terminated: in the line, "vfs_read" or "dummy_xmit [dummy]" */
	size_t name_size; /* 0: the line does not name it */
};

/* Whether the line, which needs no newline, ends a call; *ret is set then alone. */
bool graph_line_parse(const char *line, size_t size, struct graph_call *ret);

/* Lines out of pieces of text. */
struct graph_text {
	struct strbuf line; /* the one that has no end yet */
	bool too_long;      /* it is longer than lines are: skipped */
	void (*call)(void *ctx, const struct graph_call *call);
	void *ctx;
	uint64_t nr_lost; /* events that the kernel says it lost */
};
/* Calls text->call for each call of the lines that the piece ends. */
void graph_text_add(struct graph_text *text, const char *piece, size_t size);
/* The last line, where it has no newline, and frees what is kept. */
void graph_text_end(struct graph_text *text);

#endif
