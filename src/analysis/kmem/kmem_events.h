/* The kernel's tracepoints of memory (kmem:*), as typed events in order of time. Allocators of objects (slab:
 * kmalloc, kmem_cache_alloc) and of pages. */
#ifndef ANALYSIS_KMEM_KMEM_EVENTS_H
#define ANALYSIS_KMEM_KMEM_EVENTS_H

#include "analysis/pass/tracepoint_pass.h"

enum kmem_kind { KMEM_ALLOC, KMEM_FREE, KMEM_PAGE_ALLOC, KMEM_PAGE_FREE };

/* One event. Comments on members name the kinds for which they are set. */
struct kmem_event {
	TRACEPOINT_EVENT; /* kind: enum kmem_kind */
	/* Pages: 2^order of them. */
	uint32_t order;
	/* ALLOC, FREE: as the payload says. PAGE_ALLOC: the first caller that is no allocator, when visitor->callers
	 * asks for it. */
	uint64_t call_site;
	/* ALLOC, FREE: the object's address. Pages: their number (pfn), or address of struct page
	 * (kmem_presence.pages_by_address). */
	uint64_t ptr;
	uint64_t requested_bytes, allocated_bytes; /* ALLOC */
	uint64_t gfp;                              /* ALLOC, PAGE_ALLOC */
	/* ALLOC: the NUMA node that was asked for; -1: any. */
	int32_t node;
	int32_t migrate_type; /* PAGE_ALLOC */
	/* PAGE_ALLOC: names of the flags; NULL: told before, by this worker. Valid during the visit of this event. */
	const char *gfp_text;
};

/* What is wanted, and who gets it. */
struct kmem_visitor {
	void *ctx;
	int (*event)(void *ctx, const void *event); /* struct kmem_event; nonzero stops */
	bool slab, page;                            /* which are wanted */
	/* Call sites and names of flags of pages, too: needs call chains to be looked at. */
	bool callers;
	const struct sample_filter *filter;
	/* Set by kmem_events_visit: events whose payload is too short. */
	uint64_t nr_damaged;
};

/* Which allocators a recording has events of, with a format that can be read. */
struct kmem_presence {
	bool slab, page, pages_by_address;
};
struct kmem_presence kmem_events_presence(struct session *session);
/* Goes over the recording, events in order of time, one thread at a time. Returns 0, what the visitor stopped with,
 * or -errno with err set. */
int kmem_events_visit(struct session *session, struct kmem_visitor *visitor, struct err *err) _warn_unused_;

/* Whether a function of the kernel only hands on what its caller asks the page allocator for: leading "__", and
 * suffixes as "_noprof" or ".isra.0", are looked through. */
bool kmem_is_page_allocator(const char *function);

#endif
