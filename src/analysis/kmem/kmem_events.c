/* Rows of the tracepoints, whose fields differ from kernel to kernel ("pfn|page"), and what rows cannot say of
 * pages: who asked for them, and what the kernel calls their flags. */
#include "analysis/kmem/kmem_events.h"

#include <string.h>
#include "base/u64map.h"

/* Damaged payloads have any flags. */
enum { MAX_GFPS = 4096 };

#define NUMBER(member, ...) FIELD(struct kmem_event, member, __VA_ARGS__)
/* Fields that are asked for: by name, or by several that kernels gave it. is_key: the row is for formats that have the
 * field. */
static const struct tracepoint_field_row alloc_fields[] = { NUMBER(call_site, "call_site"),
							    NUMBER(ptr, "ptr", .is_key = true),
							    NUMBER(requested_bytes, "bytes_req"),
							    NUMBER(allocated_bytes, "bytes_alloc", .is_whole = true),
							    NUMBER(gfp, "gfp_flags", .is_whole = true),
							    NUMBER(node, "node", .otherwise = -1),
							    { NULL } };
static const struct tracepoint_field_row free_fields[] = { NUMBER(call_site, "call_site"),
							   NUMBER(ptr, "ptr", .is_key = true),
							   { NULL } };
static const struct tracepoint_field_row page_fields[] = { NUMBER(ptr, "pfn|page", .is_key = true),
							   NUMBER(order, "order", .is_whole = true),
							   NUMBER(gfp, "gfp_flags", .is_whole = true),
							   NUMBER(migrate_type, "migratetype"),
							   { NULL } };
/* The *_node tracepoints are of kernels before 6.1. */
static const struct tracepoint_row rows[] = {
	{ "kmem:kmalloc", KMEM_ALLOC, alloc_fields },
	{ "kmem:kmem_cache_alloc", KMEM_ALLOC, alloc_fields },
	{ "kmem:kmalloc_node", KMEM_ALLOC, alloc_fields },
	{ "kmem:kmem_cache_alloc_node", KMEM_ALLOC, alloc_fields },
	{ "kmem:kfree", KMEM_FREE, free_fields },
	{ "kmem:kmem_cache_free", KMEM_FREE, free_fields },
	{ "kmem:mm_page_alloc", KMEM_PAGE_ALLOC, page_fields },
	{ "kmem:mm_page_free", KMEM_PAGE_FREE, page_fields },
};
static const struct tracepoint_table table = { rows, ARRAY_SIZE(rows) };
#define SLAB_KINDS (1u << KMEM_ALLOC | 1u << KMEM_FREE)
#define PAGE_KINDS (1u << KMEM_PAGE_ALLOC | 1u << KMEM_PAGE_FREE)

/* Shared by all workers; each uses its own map. */
struct visit {
	struct u64map *told; /* by worker index: flags whose names it has told */
};

/* Names from many kernels. "folio_alloc" alone is whole, since folio_alloc_* are many, not all of them allocators. */
bool kmem_is_page_allocator(const char *function)
{
	static const char *const beginnings[] = { "alloc_pages",           "alloc_page",      "alloc_frozen_pages",
						  "get_free_pages",        "get_zeroed_page", "folio_alloc_noprof",
						  "folio_alloc_mpol",      "vma_alloc_folio", "filemap_alloc_folio",
						  "alloc_migration_target" };
	for (int i = 0; i < 2 && *function == '_'; i++) function++;
	for (size_t i = 0; i < ARRAY_SIZE(beginnings); i++) {
		size_t size = strlen(beginnings[i]);
		if (strncmp(function, beginnings[i], size) == 0 &&
		    (!function[size] || function[size] == '_' || function[size] == '.'))
			return true;
	}
	return strcmp(function, "folio_alloc") == 0;
}

/* Old kernels tell of pages by address, not by number ("page", not "pfn"). */
struct kmem_presence kmem_events_presence(struct session *session)
{
	const struct perf_events *events = session_events(session);
	const struct tracepoint_table *const tables[] = { &table, NULL };
	struct tracepoint_readers readers;
	tracepoint_readers_init(&readers, tables, PAGE_KINDS, sizeof(struct kmem_event), events,
				session_header(session));
	struct kmem_presence presence = { .slab = readers.kinds_found & 1u << KMEM_ALLOC,
					  .page = readers.kinds_found & 1u << KMEM_PAGE_ALLOC };
	for (size_t i = 0; i < events->count; i++) {
		const struct tracepoint *tp = readers.by_event[i].tp;
		presence.pages_by_address |= tp && !tracepoint_field(tp, "pfn");
	}
	tracepoint_readers_done(&readers);
	return presence;
}

/* The first address of the chain that is not in the allocator itself; the sample's own where the chain has none. */
static uint64_t caller_of(struct resolver *resolver, const struct sample *sample)
{
	struct sample_task task;
	enum cpumode mode = CPUMODE_KERNEL;
	resolver_task(resolver, sample, &task);
	/* context markers are between the addresses, and say of which kind those behind them are */
	for (uint64_t i = 0; i < sample->nr_callchain; i++) {
		uint64_t ip = sample->callchain[i];
		if (ip >= CONTEXT_MAX) {
			mode = ip == CONTEXT_KERNEL ? CPUMODE_KERNEL : CPUMODE_USER;
			continue;
		}
		const struct frame *frame = resolver_ip(resolver, &task, mode, ip);
		if (mode != CPUMODE_KERNEL || !frame->symbol || !kmem_is_page_allocator(frame->symbol->name)) return ip;
	}
	return sample->ip;
}

/* The names of flags, taken from the payload as the kernel's own format prints it: " ...
 * gfp_flags=GFP_KERNEL|__GFP_ZERO". Once for each value and worker, since printing is slow. NULL: told before, or
 * not in the format. */
static const char *gfp_text(struct u64map *told, struct tracepoint_worker *worker, const struct sample *sample,
			    uint64_t gfp)
{
	static const char before[] = "gfp_flags=";
	struct outbuf *text = &worker->text;
	bool is_new;
	if (told->count >= MAX_GFPS) return NULL;
	u64map_put(told, gfp, &is_new);
	if (!is_new) return NULL;
	text->size = 0;
	tracepoint_print(worker->reader->tp, sample->raw, sample->raw_size, NULL, text);
	out_char(text, '\0');
	const char *found = strstr(text->data, before);
	if (!found) return NULL;
	found += sizeof(before) - 1;
	return arena_strndup(worker->memory, found, strcspn(found, " "));
}

/* Who asked for a page, and what for. */
static bool kmem_events_more(void *ctx, struct tracepoint_worker *worker, const struct sample *sample, void *item)
{
	const struct visit *visit = ctx;
	struct kmem_event *event = item;
	if (event->kind != KMEM_PAGE_ALLOC) return true;
	event->call_site = caller_of(worker->session->resolver, sample);
	event->gfp_text = gfp_text(&visit->told[worker->session->index], worker, sample, event->gfp);
	return true;
}

/* Addresses are resolved only where call sites of pages are wanted; slabs say theirs in the payload. */
int kmem_events_visit(struct session *session, struct kmem_visitor *visitor, struct err *err)
{
	unsigned nr_workers = session_threads(session);
	struct visit visit = { .told = xcalloc(nr_workers, sizeof(*visit.told)) };
	uint32_t kinds = 0;
	if (visitor->slab) kinds |= SLAB_KINDS;
	if (visitor->page) kinds |= PAGE_KINDS;
	struct tracepoint_pass pass = {
		.ctx = visitor->ctx,
		.worker_ctx = &visit,
		.event_size_bytes = sizeof(struct kmem_event),
		.event = visitor->event,
		.tables = { &table },
		.kinds = kinds,
		.more = visitor->callers ? kmem_events_more : NULL,
		.filter = visitor->filter,
		.skip_resolver = !visitor->callers,
	};
	int r = tracepoint_pass_run(&pass, session, err);
	visitor->nr_damaged = pass.nr_damaged;
	for (unsigned i = 0; i < nr_workers; i++) u64map_done(&visit.told[i]);
	free(visit.told);
	return r;
}
