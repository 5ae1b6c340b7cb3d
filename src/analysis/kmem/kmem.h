/* Who allocates memory of the kernel: perf kmem stat. */
#ifndef ANALYSIS_KMEM_KMEM_H
#define ANALYSIS_KMEM_KMEM_H

#include "analysis/kmem/kmem_sort.h"
#include "analysis/pass/sample_filter.h"
#include "result/kmem_result.h"
#include "session/session.h"

/* Borrowed for the run; options of `perf kmem stat`. */
struct kmem_options {
	bool slab, page;                    /* which allocators */
	bool callers, objects;              /* rows by who asked, by object or page */
	bool live;                          /* pages: only what was not freed */
	int64_t caller_lines, object_lines; /* at most so many rows; -1: all */
	/* Call sites are shown as addresses. */
	bool no_symbols;
	/* The order of each sort of rows. */
	struct kmem_sort slab_callers, slab_objects, page_callers, page_objects;
	/* Only its CPUs and times are looked at; NULL: all. */
	const struct sample_filter *filter;
};

struct kmem;
/* Goes over the recording. Returns 0, or -errno with err set: -ENODATA when the recording has no event of an
 * allocator that is asked for. *ret_result is borrowed from *ret, which kmem_free frees; its texts are the session's
 * too, which must outlive it. */
int kmem_run(struct session *session, const struct kmem_options *options, struct kmem **ret,
	     const struct kmem_result **ret_result, struct err *err) _warn_unused_;
void kmem_free(struct kmem *kmem); /* NULL is fine */

#endif
