#include "analysis/kmem/kmem_events.h"

#include <string.h>
#include "analysis/pass/event_batch.h"
#include "analysis/pass/sample_payload.h"

static const struct {
	const char *name;
	uint8_t kind;
} kinds[] = {
	{ "kmalloc", KMEM_ALLOC },
	{ "kmem_cache_alloc", KMEM_ALLOC },
	{ "kmalloc_node", KMEM_ALLOC },
	{ "kmem_cache_alloc_node", KMEM_ALLOC },
	{ "kfree", KMEM_FREE },
	{ "kmem_cache_free", KMEM_FREE },
	{ "mm_page_alloc", KMEM_PAGE_ALLOC },
	{ "mm_page_free", KMEM_PAGE_FREE },
};

struct reader {
	const struct tracepoint *tp; /* NULL: another event, or one that is not wanted */
	const struct tracepoint_field *call_site, *ptr, *requested, *allocated, *gfp, *node, *order, *migrate_type;
	uint8_t kind;
};

struct item {
	struct kmem_event event;
	uint32_t gfp_text_off; /* UINT32_MAX: none */
};
enum { MAX_GFPS = 4096 };
struct worker {
	struct u64map gfps; /* that were told */
};

struct visit {
	struct event_batches batches; /* first */
	struct kmem_visitor *visitor;
	struct reader *readers;
	struct tracepoints *tracepoints;
	struct worker *workers;
	_Atomic uint64_t nr_damaged;
};

static int kind_of(const char *event_name)
{
	if (strncmp(event_name, "kmem:", 5) == 0)
		for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
			if (strcmp(event_name + 5, kinds[i].name) == 0) return kinds[i].kind;
	return -1;
}

static bool is_of_pages(uint8_t kind) { return kind == KMEM_PAGE_ALLOC || kind == KMEM_PAGE_FREE; }

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

static struct reader reader_of(const struct perf_event *event, struct tracepoints *tracepoints)
{
	struct reader reader = { 0 };
	int kind = event->attr.type == ATTR_TYPE_TRACEPOINT ? kind_of(event->name) : -1;
	const struct tracepoint *tp = kind >= 0 ? tracepoints_find(tracepoints, event->attr.config) : NULL;
	if (!tp) return reader;
	reader = (struct reader){
		.tp = tp,
		.kind = (uint8_t)kind,
		.call_site = tracepoint_field(tp, "call_site"),
		.ptr = tracepoint_field(tp, is_of_pages((uint8_t)kind) ? "pfn" : "ptr"),
		.requested = tracepoint_field(tp, "bytes_req"),
		.allocated = tracepoint_field(tp, "bytes_alloc"),
		.gfp = tracepoint_field(tp, "gfp_flags"),
		.node = tracepoint_field(tp, "node"),
		.order = tracepoint_field(tp, "order"),
		.migrate_type = tracepoint_field(tp, "migratetype"),
	};
	if (!reader.ptr && is_of_pages(reader.kind)) reader.ptr = tracepoint_field(tp, "page");
	if (!reader.ptr) reader.tp = NULL;
	return reader;
}

struct kmem_presence kmem_events_presence(struct session *session)
{
	const struct perf_events *events = session_events(session);
	const struct perf_header *header = session_header(session);
	struct kmem_presence presence = { 0 };
	struct tracepoints *tracepoints = tracepoints_new(header->tracing_data, header->tracing_data_size, NULL);
	for (size_t i = 0; i < events->count; i++) {
		struct reader reader = reader_of(events->items[i], tracepoints);
		if (!reader.tp) continue;
		presence.slab |= reader.kind == KMEM_ALLOC;
		presence.page |= reader.kind == KMEM_PAGE_ALLOC;
		presence.pages_by_address |= is_of_pages(reader.kind) && strcmp(reader.ptr->name, "page") == 0;
	}
	tracepoints_free(tracepoints);
	return presence;
}

/* The first address of the chain's kernel part that is not in the allocator itself. */
static uint64_t caller_of(struct session_worker *worker, const struct sample *sample)
{
	struct sample_task task;
	enum cpumode mode = CPUMODE_KERNEL;
	resolver_task(worker->resolver, sample, &task);
	for (uint64_t i = 0; i < sample->nr_callchain; i++) {
		uint64_t ip = sample->callchain[i];
		if (ip >= CONTEXT_MAX) {
			mode = ip == CONTEXT_KERNEL ? CPUMODE_KERNEL : CPUMODE_USER;
			continue;
		}
		const struct frame *frame = resolver_ip(worker->resolver, &task, mode, ip);
		if (mode != CPUMODE_KERNEL || !frame->symbol || !kmem_is_page_allocator(frame->symbol->name)) return ip;
	}
	return sample->ip;
}

/* " ... gfp_flags=GFP_KERNEL|__GFP_ZERO": the names as the kernel's own format has them. */
static uint32_t add_gfp_text(struct worker *worker, struct outbuf *texts, const struct reader *reader,
			     const struct sample *sample, uint64_t gfp)
{
	bool is_new;
	if (worker->gfps.count >= MAX_GFPS) return UINT32_MAX;
	u64map_put(&worker->gfps, gfp, &is_new);
	if (!is_new) return UINT32_MAX;
	size_t start = texts->size;
	tracepoint_print(reader->tp, sample->raw, sample->raw_size, NULL, texts);
	out_char(texts, '\0');
	const char *found = strstr(texts->data + start, "gfp_flags=");
	if (!found) {
		texts->size = start;
		return UINT32_MAX;
	}
	found += strlen("gfp_flags=");
	size_t off = (size_t)(found - texts->data), size = strcspn(found, " ");
	texts->data[off + size] = '\0';
	return (uint32_t)off;
}

static void on_sample(void *ctx, struct session_worker *session_worker, const struct sample *sample)
{
	struct visit *visit = ctx;
	const struct reader *reader = &visit->readers[sample->event->idx];
	const struct kmem_visitor *visitor = visit->visitor;
	if (!reader->tp || (visitor->filter && sample_filter_drops(visitor->filter, sample))) return;
	if (!sample_payload_holds(sample, reader->ptr) || !sample_payload_holds(sample, reader->allocated) ||
	    !sample_payload_holds(sample, reader->order) || !sample_payload_holds(sample, reader->gfp)) {
		visit->nr_damaged++;
		return;
	}
	struct event_batch *batch = event_batches_current(&visit->batches, session_worker);
	struct item *item = event_batch_add(batch);
	item->gfp_text_off = UINT32_MAX;
	item->event = (struct kmem_event){
		.call_site = sample_payload_number(sample, reader->tp, reader->call_site),
		.ptr = sample_payload_number(sample, reader->tp, reader->ptr),
		.requested_bytes = sample_payload_number(sample, reader->tp, reader->requested),
		.allocated_bytes = sample_payload_number(sample, reader->tp, reader->allocated),
		.gfp = sample_payload_number(sample, reader->tp, reader->gfp),
		.node = reader->node ? (int32_t)sample_payload_number(sample, reader->tp, reader->node) : -1,
		.order = (uint32_t)sample_payload_number(sample, reader->tp, reader->order),
		.migrate_type = (int32_t)sample_payload_number(sample, reader->tp, reader->migrate_type),
		.cpu = sample->cpu,
		.kind = reader->kind,
	};
	if (item->event.kind == KMEM_PAGE_ALLOC && visitor->callers) {
		item->event.call_site = caller_of(session_worker, sample);
		item->gfp_text_off = add_gfp_text(&visit->workers[session_worker->index], &batch->texts, reader, sample,
						  item->event.gfp);
	}
}

static int give(struct event_batches *batches, struct event_batch *batch)
{
	struct visit *visit = (struct visit *)batches;
	struct item *items = batch->events;
	for (size_t i = 0; i < batch->count; i++) {
		if (items[i].gfp_text_off != UINT32_MAX)
			items[i].event.gfp_text = batch->texts.data + items[i].gfp_text_off;
		visit->visitor->event(visit->visitor->ctx, &items[i].event);
	}
	return 0;
}

int kmem_events_visit(struct session *session, struct kmem_visitor *visitor, struct err *err)
{
	const struct perf_events *events = session_events(session);
	const struct perf_header *header = session_header(session);
	unsigned nr_workers = session_threads(session);
	struct visit visit = { .visitor = visitor, .batches = EVENT_BATCHES_INIT(struct item, give) };
	visit.workers = xcalloc(nr_workers, sizeof(*visit.workers));
	visit.readers = xcalloc(events->count + 1, sizeof(*visit.readers));
	visit.tracepoints = tracepoints_new(header->tracing_data, header->tracing_data_size, NULL);
	for (size_t i = 0; i < events->count; i++) {
		visit.readers[i] = reader_of(events->items[i], visit.tracepoints);
		if (is_of_pages(visit.readers[i].kind) ? !visitor->page : !visitor->slab) visit.readers[i].tp = NULL;
	}
	struct sample_visitor samples = { .ctx = &visit, .sample = on_sample, .skip_resolver = !visitor->callers };
	int r = event_batches_visit(&visit.batches, session, &samples, err);
	visitor->nr_damaged = visit.nr_damaged;
	for (unsigned i = 0; i < nr_workers; i++) u64map_done(&visit.workers[i].gfps);
	free(visit.workers);
	free(visit.readers);
	tracepoints_free(visit.tracepoints);
	return r;
}
