/* The kernel's tracepoints of memory, in order of time, as numbers. */
#ifndef ANALYSIS_KMEM_KMEM_EVENTS_H
#define ANALYSIS_KMEM_KMEM_EVENTS_H

#include "analysis/pass/tracepoint_pass.h"

enum kmem_kind { KMEM_ALLOC, KMEM_FREE, KMEM_PAGE_ALLOC, KMEM_PAGE_FREE };

struct kmem_event {
	TRACEPOINT_EVENT;   /* kind: enum kmem_kind */
	uint32_t order;     /* pages */
	uint64_t call_site; /* ALLOC, FREE: as the payload says; PAGE_ALLOC: the first caller that is no allocator, when
			       it is asked for */
	uint64_t ptr;       /* ALLOC, FREE; of pages their number, or address (kmem_presence.pages_by_address) */
	uint64_t requested_bytes, allocated_bytes; /* ALLOC */
	uint64_t gfp;                              /* ALLOC, PAGE_ALLOC */
	int32_t node;                              /* ALLOC: asked for; -1: any */
	int32_t migrate_type;                      /* PAGE_ALLOC */
	const char *gfp_text; /* PAGE_ALLOC: names of the flags; NULL: told before. Valid during the visit */
};

struct kmem_visitor {
	void *ctx;
	int (*event)(void *ctx, const void *event); /* struct kmem_event; nonzero stops */
	bool slab, page;                            /* which are wanted */
	bool callers;                               /* call sites and names of flags of pages too */
	const struct sample_filter *filter;
	uint64_t nr_damaged; /* set: events whose payload is too short */
};

struct kmem_presence {
	bool slab, page, pages_by_address;
};
struct kmem_presence kmem_events_presence(struct session *session);
/* Returns 0, what the visitor stopped with, or -errno with err set. */
int kmem_events_visit(struct session *session, struct kmem_visitor *visitor, struct err *err) _warn_unused_;

/* Whether a function of the kernel only hands on what its caller asks the page allocator for. */
bool kmem_is_page_allocator(const char *function);

#endif
