#include "commands/bench/bench_numa_bind.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kernel/cpu_list.h"
#include "kernel/machine_root.h"

#define CPUS_MAX 8192

static void read_node(struct numa_machine *machine, const struct kernelfs *fs, unsigned node)
{
	struct cpu_list list = { .cpus = { .items = NULL } };
	_free_ char *text = kernelfs_read(fs, "sys/devices/system/node/node%u/cpulist", node);
	if (text && cpu_list_parse(text, &list))
		for (size_t i = 0; i < list.cpus.count; i++)
			if ((unsigned)list.cpus.items[i] < machine->nr_cpus)
				machine->node_of_cpu[list.cpus.items[i]] = (int)node;
	vec_done(&list.cpus);
}

/* One more than the highest number of a list, at least 1. */
static unsigned count_of(const struct cpu_list *list)
{
	int32_t highest = 0;
	for (size_t i = 0; i < list->cpus.count; i++) highest = MAX(highest, list->cpus.items[i]);
	return (unsigned)highest + 1;
}

void numa_machine_read(struct numa_machine *ret)
{
	const struct kernelfs *fs = machine_of_this_process();
	struct cpu_list cpus = { .cpus = { .items = NULL } }, nodes = { .cpus = { .items = NULL } };
	_free_ char *text = kernelfs_read(fs, "sys/devices/system/node/online");
	cpu_list_online(fs, &cpus);
	if (text) (void)cpu_list_parse(text, &nodes); /* none: one node */
	ret->nr_cpus = MIN(count_of(&cpus), CPUS_MAX);
	ret->nr_nodes = MIN(count_of(&nodes), NUMA_NODES_MAX);
	ret->node_of_cpu = xcalloc(ret->nr_cpus, sizeof(*ret->node_of_cpu));
	for (unsigned node = 0; node < ret->nr_nodes; node++) read_node(ret, fs, node);
	vec_done(&cpus.cpus);
	vec_done(&nodes.cpus);
}

void numa_machine_done(struct numa_machine *machine) { free(machine->node_of_cpu); }

struct item {
	long first, last, length, step, times;
};

/* A number behind `mark`, if that stands there. */
static bool read_number(const char **text, char mark, long *ret)
{
	char *end;
	if (mark && **text != mark) return true;
	if (mark) ++*text;
	if (!isdigit((unsigned char)**text)) return false;
	*ret = strtol(*text, &end, 10);
	*text = end;
	return *ret <= 1000000;
}

/* Moves on behind the comma; at the end of the list *text is NULL. */
static bool read_item(const char **text, bool has_length, struct item *ret)
{
	*ret = (struct item){ .last = -1, .length = 1, .step = 1, .times = 1 };
	if (!read_number(text, '\0', &ret->first) || !read_number(text, '-', &ret->last)) return false;
	if (has_length && !read_number(text, '_', &ret->length)) return false;
	if (!read_number(text, '#', &ret->step) || !read_number(text, 'x', &ret->times)) return false;
	if (ret->last < 0) ret->last = ret->first;
	if (ret->last < ret->first || !ret->length || !ret->step || !ret->times) return false;
	if (**text && **text != ',') return false;
	*text = **text ? *text + 1 : NULL;
	return true;
}

struct binder {
	const char *what; /* "CPU", "NODE" */
	unsigned limit, nr_tasks, nr_bound;
	struct numa_task *tasks;
	struct outbuf *out;
	long ignored; /* the first for which there is no task; -1: none */
};

static void bind_task(struct binder *binder, const struct item *item, long number)
{
	if (binder->nr_bound == binder->nr_tasks) {
		if (binder->ignored < 0) binder->ignored = number;
		return;
	}
	if (binder->out) {
		out_printf(binder->out, "%s%2ld", binder->nr_bound ? "," : " ", number);
		if (item->length > 1) out_printf(binder->out, "/%ld", item->length);
	}
	struct numa_task *task = &binder->tasks[binder->nr_bound++];
	if (*binder->what == 'N') {
		task->node = (int)number;
	} else {
		task->first_cpu = (int)number;
		task->nr_cpus = (int)item->length;
	}
}

static bool bind_item(struct binder *binder, const struct item *item)
{
	if (item->last + item->length > (long)binder->limit) return false;
	for (long number = item->first; number <= item->last && binder->ignored < 0; number += item->step)
		for (long i = 0; i < item->times && binder->ignored < 0; i++) bind_task(binder, item, number);
	return true;
}

static bool bind_all(struct binder *binder, const char *list)
{
	bool is_node = *binder->what == 'N';
	const char *at = list;
	struct item item;
	if (binder->out) out_printf(binder->out, "# binding tasks to %ss:\n# ", binder->what);
	while (at) {
		if (!read_item(&at, !is_node, &item)) {
			fprintf(stderr, "'%s' is no list of %ss such as 0,2-3%s\n", list, is_node ? "node" : "CPU",
				is_node ? " or 0x4" : ", 0_2 or 0-7#2x4");
			return false;
		}
		if (!bind_item(binder, &item)) {
			fprintf(stderr, "\nTest not applicable, system has only %u %s.\n", binder->limit,
				is_node ? "nodes" : "CPUs");
			return false;
		}
	}
	return true;
}

static void show_rest(const struct binder *binder, bool is_fine)
{
	bool is_node = *binder->what == 'N';
	if (!binder->out) return;
	out_char(binder->out, '\n');
	if (!is_fine) return;
	if (binder->ignored >= 0) {
		out_printf(binder->out, "# NOTE: ignoring bind %ss starting at %s#%ld\n", binder->what, binder->what,
			   binder->ignored);
		out_str(binder->out, is_node ? "\n" : " #\n");
	}
	if (binder->ignored < 0 && binder->nr_bound < binder->nr_tasks)
		out_printf(binder->out, "# NOTE: %u tasks %sbound, %u tasks unbound\n", binder->nr_bound,
			   is_node ? "mem-" : "", binder->nr_tasks - binder->nr_bound);
}

bool numa_bind_cpus(const char *list, const struct numa_machine *machine, struct numa_task *tasks, unsigned nr_tasks,
		    struct outbuf *out)
{
	struct binder binder = { .what = "CPU",
				 .limit = machine->nr_cpus,
				 .tasks = tasks,
				 .nr_tasks = nr_tasks,
				 .out = out,
				 .ignored = -1 };
	for (unsigned i = 0; i < nr_tasks; i++) tasks[i].first_cpu = NUMA_NOT_BOUND;
	if (!list) return true;
	bool is_fine = bind_all(&binder, list);
	show_rest(&binder, is_fine);
	return is_fine;
}

bool numa_bind_nodes(const char *list, const struct numa_machine *machine, struct numa_task *tasks, unsigned nr_tasks,
		     struct outbuf *out)
{
	struct binder binder = { .what = "NODE",
				 .limit = machine->nr_nodes,
				 .tasks = tasks,
				 .nr_tasks = nr_tasks,
				 .out = out,
				 .ignored = -1 };
	for (unsigned i = 0; i < nr_tasks; i++) tasks[i].node = NUMA_NOT_BOUND;
	if (!list) return true;
	bool is_fine = bind_all(&binder, list);
	show_rest(&binder, is_fine);
	return is_fine;
}
