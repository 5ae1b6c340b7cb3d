/* For each CPU and thread the cell that its counts go to: made once, so that adding up needs no comparisons. */
#include "analysis/stat/stat_cells.h"

/* Members that a mode does not tell apart are -1. */
static const struct stat_cell NOTHING = { -1, -1, -1, -1, -1, -1, -1, -1, -1, "" };

/* The cell of a CPU. Numbers of dies and cores are those within a socket, so that the socket is always part of it. */
static struct stat_cell cell_of_cpu(const struct stat_cpu *cpu, enum stat_aggr aggr)
{
	struct stat_cell cell = NOTHING;
	switch (aggr) {
	case STAT_AGGR_NONE:
		/* the core too: events that count whole cores are shown by it */
		cell.cpu = cpu->cpu, cell.socket = cpu->socket, cell.die = cpu->die, cell.core = cpu->core;
		break;
	case STAT_AGGR_NODE: cell.node = cpu->node; break;
	case STAT_AGGR_SOCKET: cell.socket = cpu->socket; break;
	case STAT_AGGR_DIE: cell.socket = cpu->socket, cell.die = cpu->die; break;
	case STAT_AGGR_CLUSTER: cell.socket = cpu->socket, cell.die = cpu->die, cell.cluster = cpu->cluster; break;
	case STAT_AGGR_CACHE:
		cell.socket = cpu->socket, cell.die = cpu->die, cell.cache_level = cpu->cache_level,
		cell.cache = cpu->cache;
		break;
	case STAT_AGGR_CORE: cell.socket = cpu->socket, cell.die = cpu->die, cell.core = cpu->core; break;
	case STAT_AGGR_GLOBAL:
	case STAT_AGGR_THREAD:
	case STAT_AGGR_UNSET: break;
	}
	return cell;
}

/* The order that rows are shown in. What is equal is one cell. */
static int compare_cells(const void *pa, const void *pb)
{
	const struct stat_cell *a = pa, *b = pb;
#define BY(field) \
	if (a->field != b->field) return a->field < b->field ? -1 : 1
	BY(node);
	BY(socket);
	BY(die);
	BY(cluster);
	BY(cache_level);
	BY(cache);
	BY(core);
	BY(cpu);
#undef BY
	return 0;
}

void stat_cells_init(struct stat_cells *cells, const struct stat_setup *setup)
{
	*cells = (struct stat_cells){ .of_cpu = xcalloc(setup->nr_cpus + 1, sizeof(uint32_t)),
				      .of_thread = xcalloc(setup->nr_threads + 1, sizeof(uint32_t)) };
	if (setup->aggr == STAT_AGGR_THREAD) {
		for (size_t i = 0; i < setup->nr_threads; i++) {
			struct stat_cell cell = NOTHING;
			cell.tid = setup->threads[i].tid;
			if (setup->threads[i].comm) cell.comm = setup->threads[i].comm;
			cells->of_thread[i] = (uint32_t)i;
			vec_push(&cells->items, cell);
		}
		return;
	}
	for (size_t i = 0; i < setup->nr_cpus; i++) vec_push(&cells->items, cell_of_cpu(&setup->cpus[i], setup->aggr));
	if (!cells->items.count) return;
	/* Sorted, without duplicates; then each CPU looks up its cell. */
	qsort(cells->items.items, cells->items.count, sizeof(*cells->items.items), compare_cells);
	size_t count = 1;
	for (size_t i = 1; i < cells->items.count; i++)
		if (compare_cells(&cells->items.items[i], &cells->items.items[count - 1]))
			cells->items.items[count++] = cells->items.items[i];
	cells->items.count = count;
	for (size_t i = 0; i < setup->nr_cpus; i++) {
		struct stat_cell cell = cell_of_cpu(&setup->cpus[i], setup->aggr);
		struct stat_cell *found = bsearch(&cell, cells->items.items, count, sizeof(cell), compare_cells);
		cells->of_cpu[i] = (uint32_t)(found - cells->items.items);
	}
}

void stat_cells_done(struct stat_cells *cells)
{
	vec_done(&cells->items);
	free(cells->of_cpu);
	free(cells->of_thread);
}
