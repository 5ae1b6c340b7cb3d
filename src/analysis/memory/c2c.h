/* Cache lines that are shared: which accesses of which code meet on them.
 *
 *     c2c_run(session, &options, &c2c, &result, &err);
 *     ... c2c_text(result, ...) ...
 *     c2c_free(c2c);
 *
 * Workers resolve samples (c2c_gather.c); one thread adds them up in order of time (c2c_add.c), because a change of the
 * physical address is one against the access before; the rows that are shown are then ordered and named (c2c_rows.c).
 */
#ifndef ANALYSIS_MEMORY_C2C_H
#define ANALYSIS_MEMORY_C2C_H

#include "analysis/profile/rows/callgraph.h"
#include "result/c2c_result.h"
#include "session/session.h"

/* What is told apart and shown. Zeroed but for fields: the usual. */
struct c2c_options {
	enum c2c_display display;
	enum c2c_field fields[NR_C2C_FIELDS]; /* of -c */
	size_t nr_fields;
	bool double_lines; /* two neighbouring lines count as one */
	bool show_all;     /* lines with hardly any displayed accesses, too */
	bool with_sources; /* rows have source lines */
	bool full_source_path;
	bool verbose;    /* code has its origin, objects their whole names */
	bool lines_only; /* counts and lines, but no rows */
	/* Rows have call graphs, where the recording has chains; grown as graph says (total_period, totals and threads
	 * are filled in). */
	bool with_graphs;
	enum chain_key chain_key;
	bool caller_first;
	struct callgraph_options graph;
};

struct c2c;
/* Returns 0 with *ret, which owns the result, or -errno with err set: -ENODATA where no sample says what it met in
 * memory. */
int c2c_run(struct session *session, const struct c2c_options *options, struct c2c **ret,
	    const struct c2c_result **ret_result, struct err *err) _warn_unused_;
/* The code that the row (by its id) is of: any of it where -c does not tell code apart. Lives as long as the session.
 */
const struct frame *c2c_row_code(const struct c2c *c2c, uint32_t id);
void c2c_free(struct c2c *c2c); /* NULL is fine */

#endif
