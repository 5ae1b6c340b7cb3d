/* Loading of a filter, and the questions to it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "perfdata/record/events.h"
#include "script/filter/dlfilter_private.h"

_Static_assert(sizeof(struct perf_branch_entry) == sizeof(struct branch_entry), "branches are handed on as they are");
_Static_assert(sizeof(struct perf_dlfilter_sample) == 208 && sizeof(struct perf_dlfilter_al) == 88, "upstream's");

int dlfilter_load(const struct dlfilter_options *options, struct dlfilter **ret, struct err *err)
{
	struct dlfilter_object object;
	_free_ char *path = dlfilter_find(options->file, options->exec_path);
	int r = dlfilter_object_open(path, &object, err);
	if (r < 0) return r;
	if (!object.start && !object.stop && !object.event[DLFILTER_EARLY] && !object.event[DLFILTER_LATE]) {
		dlfilter_object_close(&object);
		(void)err_set(err, -EINVAL, "--dlfilter %s: it is no filter", options->file);
		err_hint(err,
			 "A filter has one of the functions of perf-dlfilter(1): filter_event, filter_event_early");
		return -EINVAL;
	}
	struct dlfilter *filter = xcalloc(1, sizeof(*filter));
	*filter = (struct dlfilter){ .options = *options, .object = object };
	if (object.functions) *object.functions = dlfilter_functions;
	*ret = filter;
	return 0;
}

void dlfilter_free(struct dlfilter *filter)
{
	if (!filter) return;
	dlfilter_object_close(&filter->object);
	free(filter);
}

static int failed(const struct dlfilter *filter, int r, const char *function, struct err *err)
{
	if (r < 0) (void)err_set(err, r, "the filter %s failed: its %s returned %d", filter->options.file, function, r);
	return r;
}

int dlfilter_start(struct dlfilter *filter, struct err *err)
{
	if (!filter->object.start) return 0;
	return failed(filter, filter->object.start(&filter->data, filter), "start", err);
}

int dlfilter_stop(struct dlfilter *filter, struct err *err)
{
	if (!filter->object.stop) return 0;
	return failed(filter, filter->object.stop(filter->data, filter), "stop", err);
}

static void fill_sample(const struct dlfilter_question *question, struct perf_dlfilter_sample *ret)
{
	const struct sample *s = question->sample;
	/* nothing is known of the access: N/A in each part */
	const uint64_t no_data_src = 0x1e05080021ULL;
	struct model_vcpu guest;
	bool of_guest = model_vcpu(frame_space_model(question->frames), s->id, &guest);
	*ret = (struct perf_dlfilter_sample){
		.size = sizeof(*ret),
		.ins_lat = (uint16_t)s->ins_lat,
		.p_stage_cyc = (uint16_t)s->p_stage_cyc,
		.ip = s->ip,
		.pid = (int32_t)s->pid,
		.tid = (int32_t)s->tid,
		.time = s->time_ns,
		.addr = s->addr,
		.id = s->present & (SAMPLE_ID | SAMPLE_IDENTIFIER) ? s->id : (uint64_t)-1,
		.stream_id = s->present & SAMPLE_STREAM_ID ? s->stream_id : (uint64_t)-1,
		.period = s->period,
		.weight = s->weight,
		.transaction = s->transaction,
		.insn_cnt = s->nr_insns,
		.cyc_cnt = s->nr_cycles,
		.cpu = (int32_t)s->cpu,
		.flags = s->flow,
		.data_src = s->present & SAMPLE_DATA_SRC ? s->data_src : no_data_src,
		.phys_addr = s->phys_addr,
		.data_page_size = s->data_page_size,
		.code_page_size = s->code_page_size,
		.cgroup = s->cgroup,
		.cpumode = s->cpumode,
		.addr_correlates_sym = s->addr && dlfilter_addr_is_place(&s->event->attr),
		.misc = s->misc,
		.raw_size = s->raw_size,
		.raw_data = s->raw,
		.brstack_nr = s->nr_branches,
		.brstack = (const struct perf_branch_entry *)s->branches,
		.raw_callchain_nr = s->nr_callchain,
		.raw_callchain = (const __u64 *)s->callchain,
		.event = s->event->name,
		.machine_pid = of_guest ? machine_pid(guest.machine) : 0,
		.vcpu = of_guest ? (int32_t)guest.vcpu : -1,
	};
}

int dlfilter_drops(struct dlfilter *filter, enum dlfilter_step step, const struct dlfilter_question *question,
		   struct err *err)
{
	static const char *const names[] = { "filter_event_early", "filter_event" };
	struct perf_dlfilter_sample sample;
	dlfilter_event_fn event = filter->object.event[step];
	if (!event) return 0;
	fill_sample(question, &sample);
	filter->question = question;
	filter->ip.size = filter->addr.size = 0;
	int r = event(filter->data, &sample, filter);
	filter->question = NULL;
	return failed(filter, r, names[step], err);
}
