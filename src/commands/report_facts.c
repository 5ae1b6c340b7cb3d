#include "commands/report_facts.h"
#include <errno.h>
#include <unistd.h>
#include "perfdata/header_text.h"
#include "perfdata/record.h"
#include "session/session_dump.h"

int report_facts_header(struct session *session, bool full, struct outbuf *out, struct err *err)
{
	int r = header_text_read_all(session_perfdata(session));
	if (r < 0) return err_set_errno(err, r, "failed to read the header");
	header_text_format(session_perfdata(session), full, out);
	return 0;
}

/* ---- --stats */

struct counter { uint64_t *samples; bool branches; };

static void count_sample(void *ctx, struct session_worker *worker, const struct sample *sample, const struct record *r, uint64_t ordinal)
{
	struct counter *counter = ctx;
	uint64_t count = counter->branches ? sample->nr_branches : 1;
	if (sample->event) __atomic_fetch_add(&counter->samples[sample->event->idx], count, __ATOMIC_RELAXED);
}

/* branches: count as the profile of a recording with branch stacks does, each branch. */
static int add_stats(struct session *session, bool skip_empty, bool branches, struct outbuf *out, struct err *err)
{
	const struct session_totals *totals = session_totals(session);
	const struct perf_events *events = session_events(session);
	_free_ uint64_t *samples = xcalloc(events->count + 1, sizeof(*samples));
	struct counter counter = { samples, branches };
	struct sample_visitor visitor = { .ctx = &counter, .sample = count_sample, .skip_resolver = true };
	int r = session_samples(session, &visitor, err);
	if (r < 0) return r;
	bool traces = header_has(session_header(session), FEATURE_AUXTRACE);
	out_printf(out, "\nAggregated stats:%s\n%20s events: %10llu\n",
		   traces ? " (excludes AUX area (e.g. instruction trace) decoded / synthesized events)" : "", "TOTAL",
		   (unsigned long long)totals->nr_records);
	for (uint32_t type = 1; type < ARRAY_SIZE(totals->nr_by_type); type++) {
		const char *name = record_type_name(type);
		uint64_t count = totals->nr_by_type[type];
		if (!count) continue;
		out_printf(out, "%20s events: %10llu  (%4.1f%%)\n", name, (unsigned long long)count,
			   100.0 * (double)count / (double)totals->nr_records);
	}
	for (size_t i = 0; i < events->count; i++) {
		if (skip_empty && !samples[i]) continue;
		out_printf(out, "%s stats:\n", events->items[i]->name);
		if (samples[i]) out_printf(out, "%20s events: %10llu\n", "SAMPLE", (unsigned long long)samples[i]);
	}
	return 0;
}

int report_facts_stats(struct session *session, bool skip_empty, struct outbuf *out, struct err *err)
{
	return add_stats(session, skip_empty, false, out, err);
}

static bool has_branch_stacks(const struct perf_events *events)
{
	for (size_t i = 0; i < events->count; i++) {
		const struct event_attr *attr = &events->items[i]->attr;
		if (!(attr->sample_type & SAMPLE_BRANCH_STACK) || attr->branch_sample_type & BRANCH_CALL_STACK) return false;
	}
	return events->count > 0;
}

int report_facts_dump(const struct session_options *options, bool quiet, struct err *err)
{
	struct session *session = NULL;
	struct session_dump_options how = {
		.tool = DUMP_REPORT,
		.preamble = quiet ? NULL : "# To display the perf.data header info, please use --header/--header-only options.\n#\n",
	};
	struct outbuf out;
	int r = session_open(options, &session, err);
	if (r < 0) return r;
	out_init(&out, STDOUT_FILENO);
	r = session_dump(session, &how, STDOUT_FILENO, err);
	if (r >= 0) r = add_stats(session, true, has_branch_stacks(session_events(session)), &out, err);
	if (r >= 0) r = out_flush(&out);
	out_done(&out);
	session_close(session);
	return r;
}

/* ---- --tasks and --mmaps */

struct task_list {
	const struct task **tasks; /* the last life of each tid, by tid */
	size_t count;
	struct outbuf *out;
	bool maps;
	unsigned level;
};

static int by_tid(const void *pa, const void *pb)
{
	int32_t a = (int32_t)task_tid(*(const struct task *const *)pa), b = (int32_t)task_tid(*(const struct task *const *)pb);
	return a < b ? -1 : a > b;
}

static void put_map(void *ctx, const struct map *map)
{
	struct task_list *list = ctx;
	out_printf(list->out, "%*s  %llx-%llx %c%c%c%c %08llx %llu %s\n", (int)list->level + 30, "",
		(unsigned long long)map->start, (unsigned long long)map->end,
		map->prot & 1 ? 'r' : '-', map->prot & 2 ? 'w' : '-', map->prot & 4 ? 'x' : '-', map->flags ? 's' : 'p',
		map->dso->kind == DSO_VDSO ? 0 : (unsigned long long)map->pgoff, (unsigned long long)map->dso->ino, map->dso->long_name);
}

static bool known(const struct task_list *list, uint32_t tid)
{
	for (size_t i = 0; i < list->count; i++)
		if (task_tid(list->tasks[i]) == tid) return true;
	return false;
}

static void put_task(struct task_list *list, const struct task *task, unsigned level)
{
	out_printf(list->out, "  %8d %8d %8d |%*s%s\n", (int32_t)task_pid(task), (int32_t)task_tid(task), (int32_t)task_ppid(task),
		   (int)level, "", task_comm(task, UINT64_MAX - 1, NULL));
	if (list->maps) {
		list->level = level;
		space_visit(task_space(task, UINT64_MAX - 1, NULL), put_map, list);
	}
	for (size_t i = 0; i < list->count && level < 1000; i++) {
		const struct task *child = list->tasks[i];
		uint32_t parent = task_ppid(child);
		if (child == task || task_tid(child) == 0) continue;
		if (parent == task_tid(task) || (task_tid(task) == 0 && !known(list, parent))) put_task(list, child, level + 1);
	}
}

int report_facts_tasks(struct session *session, bool maps, struct outbuf *out, struct err *err)
{
	const struct model *model = session_model(session);
	size_t count = model_nr_tasks(model), kept = 0;
	_free_ const struct task **tasks = xcalloc(count + 1, sizeof(*tasks));
	for (size_t i = 0; i < count; i++) tasks[i] = model_task_at(model, i);
	if (count) qsort(tasks, count, sizeof(*tasks), by_tid);
	for (size_t i = 0; i < count; i++) {
		if (kept && task_tid(tasks[kept - 1]) == task_tid(tasks[i])) tasks[kept - 1] = tasks[i];
		else tasks[kept++] = tasks[i];
	}
	struct task_list list = { .tasks = tasks, .count = kept, .out = out, .maps = maps };
	out_printf(out, "# %8s %8s %8s  %s\n", "pid", "tid", "ppid", "comm");
	bool idle = kept && task_tid(tasks[0]) == 0;
	if (idle) {
		put_task(&list, tasks[0], 0);
	} else {
		out_printf(out, "  %8d %8d %8d |%s\n", 0, 0, -1, "swapper");
		for (size_t i = 0; i < kept; i++)
			if (!known(&list, task_ppid(tasks[i]))) put_task(&list, tasks[i], 1);
	}
	return 0;
}
