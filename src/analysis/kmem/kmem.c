/* Runs the analysis: events of the slab allocator go to kmem_slab, those of pages to kmem_page; at the end each
 * makes its rows, with names of call sites looked up for the rows that are shown only. */
#include "analysis/kmem/kmem.h"

#include <errno.h>
#include "analysis/kmem/kmem_page.h"
#include "analysis/kmem/kmem_slab.h"

/* A damaged header may claim any node. */
enum { MAX_NODES = 4096 };

/* node_cpus is owned here, and borrowed by slab. */
struct kmem {
	struct kmem_slab slab;
	struct kmem_page page;
	struct number_list *node_cpus;
	size_t nr_nodes;
	struct kmem_result result;
};

/* CPUs of each node as the recording's header tells. */
static void find_nodes(struct kmem *kmem, const struct perf_header *header)
{
	uint32_t highest = 0;
	for (uint32_t i = 0; i < header->nr_nodes; i++)
		if (header->nodes[i].node < MAX_NODES && header->nodes[i].node > highest)
			highest = header->nodes[i].node;
	if (!header->nr_nodes) return;
	kmem->nr_nodes = highest + 1;
	kmem->node_cpus = xcalloc(kmem->nr_nodes, sizeof(*kmem->node_cpus));
	for (uint32_t i = 0; i < header->nr_nodes; i++) {
		const struct header_node *node = &header->nodes[i];
		struct number_list *cpus = node->node < MAX_NODES ? &kmem->node_cpus[node->node] : NULL;
		/* A node that is there twice keeps its first list. */
		if (cpus && !cpus->count && node->cpus && *node->cpus && number_list_parse(cpus, node->cpus, NULL) < 0)
			number_list_done(cpus);
	}
	kmem->slab.node_cpus = kmem->node_cpus;
	kmem->slab.nr_nodes = kmem->nr_nodes;
}

/* In order of time, one at a time: neither of the two needs a lock. */
static int kmem_event(void *ctx, const void *item)
{
	struct kmem *kmem = ctx;
	const struct kmem_event *event = item;
	if (event->kind == KMEM_ALLOC || event->kind == KMEM_FREE) kmem_slab_event(&kmem->slab, event);
	else kmem_page_event(&kmem->page, event);
	return 0;
}

/* Both allocators have rows, also when only one was asked for: the other's are none. */
static void show_rows(struct kmem *kmem, struct session *session, const struct kmem_options *options)
{
	struct kmem_symbols symbols = { .resolver = NULL };
	if (!options->no_symbols) {
		symbols.resolver = resolver_new(session_frames(session));
		/* Addresses are the kernel's: any task will do. The last moment knows all modules. */
		resolver_task_at(symbols.resolver, 0, 0, session_totals(session)->last_sample_ns, &symbols.task);
	}
	if (options->callers) {
		kmem_slab_show_callers(&kmem->slab, &options->slab_callers, options->caller_lines, &symbols);
		kmem_page_show_callers(&kmem->page, &options->page_callers, options->caller_lines, &symbols);
	}
	if (options->objects) {
		kmem_slab_show_objects(&kmem->slab, &options->slab_objects, options->object_lines, &symbols);
		kmem_page_show_pages(&kmem->page, &options->page_objects, options->object_lines, &symbols);
	}
	if (symbols.resolver) resolver_free(symbols.resolver);
}

/* Refused before the pass: a recording without the events would show zeros, which reads like an answer. */
int kmem_run(struct session *session, const struct kmem_options *options, struct kmem **ret,
	     const struct kmem_result **ret_result, struct err *err)
{
	struct kmem_presence presence = kmem_events_presence(session);
	if (options->slab && !presence.slab)
		return err_set(err, -ENODATA,
			       "No slab allocation events found.  Have you run 'perf kmem record --slab'?");
	if (options->page && !presence.page)
		return err_set(err, -ENODATA,
			       "No page allocation events found.  Have you run 'perf kmem record --page'?");
	struct kmem *kmem = xcalloc(1, sizeof(*kmem));
	bool rows = options->callers || options->objects;
	*kmem = (struct kmem){ 0 };
	kmem_page_init(&kmem->page, options->live, rows);
	kmem->page.by_address = presence.pages_by_address;
	find_nodes(kmem, session_header(session));
	struct kmem_visitor visitor = { .ctx = kmem,
					.event = kmem_event,
					.slab = options->slab,
					.page = options->page,
					.callers = options->page && rows,
					.filter = options->filter };
	int r = kmem_events_visit(session, &visitor, err);
	if (r < 0) {
		kmem_free(kmem);
		return r;
	}
	kmem_page_finish(&kmem->page);
	if (rows) show_rows(kmem, session, options);
	kmem->result = (struct kmem_result){ options->slab ? &kmem->slab.result : NULL,
					     options->page ? &kmem->page.result : NULL, visitor.nr_damaged };
	*ret = kmem;
	*ret_result = &kmem->result;
	return 0;
}

void kmem_free(struct kmem *kmem)
{
	if (!kmem) return;
	for (size_t i = 0; i < kmem->nr_nodes; i++) number_list_done(&kmem->node_cpus[i]);
	free(kmem->node_cpus);
	kmem_slab_done(&kmem->slab);
	kmem_page_done(&kmem->page);
	free(kmem);
}
