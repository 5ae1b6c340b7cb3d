/* Who allocates memory of the kernel: perf kmem stat. */
#ifndef ANALYSIS_KMEM_KMEM_H
#define ANALYSIS_KMEM_KMEM_H

#include "analysis/kmem/kmem_sort.h"
#include "analysis/pass/sample_filter.h"
#include "result/kmem_result.h"
#include "session/session.h"

struct kmem_options {
	bool slab, page;                    /* which allocators */
	bool callers, objects;              /* rows by who asked, by object or page */
	bool live;                          /* pages: only what was not freed */
	int64_t caller_lines, object_lines; /* at most so many rows; -1: all */
	bool no_symbols;
	struct kmem_sort slab_callers, slab_objects, page_callers, page_objects;
	const struct sample_filter *filter; /* times */
};

struct kmem;
/* The result belongs to the analysis, its texts to the session too. Returns 0, -ENODATA when the recording has no event
 * of an allocator that is asked for, or another -errno. */
int kmem_run(struct session *session, const struct kmem_options *options, struct kmem **ret,
	     const struct kmem_result **ret_result, struct err *err) _warn_unused_;
void kmem_free(struct kmem *kmem); /* NULL is fine */

#endif
