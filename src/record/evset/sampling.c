/* One function for each kind of decision (rate, call graph, fields, side band, start), called for each event in the
 * order in which later ones may rely on earlier ones. Nothing here asks the machine. */
#include "record/evset/sampling.h"

#include <string.h>
#include "record/evset/sample_regs.h"

enum { SW_BPF_OUTPUT = 10 };

/* Whether it is the software event of that number. */
static bool is_software(const struct event_spec *spec, uint64_t config)
{
	return spec->attr.type == ATTR_TYPE_SOFTWARE && spec->attr.config == config;
}

/* Events that happen, rather than being counted: each is a sample, with its data. */
static bool has_raw_data(const struct event_spec *spec)
{
	return spec->attr.type == ATTR_TYPE_TRACEPOINT || is_software(spec, SW_BPF_OUTPUT);
}

/* Groups with :S: the leader samples and reads the counters of all members. */
static bool is_group_read(const struct event_list *events, size_t i)
{
	const struct event_spec *leader = event_list_get(events, event_list_get(events, i)->leader);
	return leader->sample_read && leader->nr_members > 1;
}

/* Period or frequency: the event's own, else each one for events that happen, else the user's or the default. */
static void set_rate(const struct sampling_options *options, struct event_spec *spec)
{
	struct event_attr *attr = &spec->attr;
	/* Unless the user gave a rate, each of these is a sample. */
	bool by_default_each = has_raw_data(spec) || spec->is_tracking_dummy || attr->type == ATTR_TYPE_BREAKPOINT ||
			       spec->is_trace;
	if (spec->period) {
		attr->sample_period = spec->period;
	} else if (spec->freq_hz) {
		attr->sample_period = spec->freq_hz;
		attr->flags |= ATTR_FREQ;
	} else if (spec->is_trace || (by_default_each && !options->rate_set)) {
		attr->sample_period = 1;
	} else if (options->period) {
		attr->sample_period = options->period;
	} else {
		attr->sample_period = options->freq_hz;
		attr->flags |= ATTR_FREQ;
	}
	if (attr->flags & ATTR_FREQ || options->period_set || (has_raw_data(spec) && !spec->period))
		attr->sample_type |= SAMPLE_PERIOD;
	if (options->no_samples) attr->sample_period = 0;
}

/* How call chains are taken: frame pointers by the kernel, LBR by branch stacks, DWARF by copies of registers and
 * stack. */
static void set_callgraph(const struct sampling_options *options, struct event_spec *spec)
{
	struct event_attr *attr = &spec->attr;
	enum event_callgraph mode = spec->callgraph != CALLGRAPH_UNSET ? spec->callgraph : options->callgraph;
	if (mode == CALLGRAPH_UNSET && spec->has_max_stack) mode = CALLGRAPH_FP;
	if (mode == CALLGRAPH_UNSET || mode == CALLGRAPH_NONE || spec->is_tracking_dummy || spec->is_trace) return;
	if (spec->sample_type) return;
	attr->sample_type |= SAMPLE_CALLCHAIN;
	attr->sample_max_stack = (uint16_t)(spec->has_max_stack ? spec->max_stack : options->max_stack);
	if (options->kernel_callchains) attr->flags |= ATTR_EXCLUDE_CALLCHAIN_USER;
	if (options->deferred_callchains && mode == CALLGRAPH_FP && !options->kernel_callchains)
		attr->flags |= ATTR_DEFER_CALLCHAIN;
	if (options->user_callchains) attr->flags |= ATTR_EXCLUDE_CALLCHAIN_KERNEL;
	if (mode == CALLGRAPH_LBR) {
		attr->sample_type |= SAMPLE_BRANCH_STACK;
		/* user call_stack no_cycles no_flags hw_index */
		attr->branch_sample_type = 1ull << 0 | 1ull << 11 | 1ull << 14 | 1ull << 15 | 1ull << 17;
	} else if (mode == CALLGRAPH_DWARF) {
		attr->sample_type |= SAMPLE_REGS_USER | SAMPLE_STACK_USER;
		/* Unwinding needs some registers at least; without --user-regs all are taken. */
		attr->sample_regs_user |= options->user_regs ? options->user_regs | sample_regs_unwind()
							     : sample_regs_all();
		attr->sample_stack_user = spec->has_stack_size ? (spec->stack_size_bytes + 7u) & ~7u
							       : options->stack_size_bytes;
		attr->flags |= ATTR_EXCLUDE_CALLCHAIN_USER;
	} else if (sample_regs_leaf_caller()) {
		attr->sample_type |= SAMPLE_REGS_USER;
		attr->sample_regs_user |= sample_regs_leaf_caller();
	}
}

static bool uses_dwarf(const struct sampling_options *options, const struct event_list *events)
{
	if (options->callgraph == CALLGRAPH_DWARF) return true;
	for (size_t i = 0; i < event_list_count(events); i++)
		if (event_list_get(events, i)->callgraph == CALLGRAPH_DWARF) return true;
	return false;
}

/* What a sample carries besides who and where. */
static void set_fields(const struct sampling_options *options, bool addresses, struct event_spec *spec)
{
	struct event_attr *attr = &spec->attr;
	attr->sample_type |= spec->sample_type;
	if (spec->sample_type) return;
	bool raw = has_raw_data(spec) || (options->raw && !spec->is_tracking_dummy);
	attr->sample_type |= SAMPLE_IP | SAMPLE_TID;
	/* a stack is unwound with the maps of its time */
	bool with_time = options->live_unwinding ||
			 (spec->has_time ? spec->time : !options->per_thread || options->time_set);
	if (with_time) attr->sample_type |= SAMPLE_TIME;
	if (options->has_cpu || options->sample_cpu || raw) attr->sample_type |= SAMPLE_CPU;
	if (raw) attr->sample_type |= SAMPLE_RAW;
	if (addresses) attr->sample_type |= SAMPLE_ADDR | SAMPLE_DATA_SRC;
	if (options->mem_info) attr->sample_type |= SAMPLE_DATA_SRC;
	if (options->weight) attr->sample_type |= SAMPLE_WEIGHT_STRUCT;
	if (options->transaction) attr->sample_type |= SAMPLE_TRANSACTION;
	if (options->phys_addr) attr->sample_type |= SAMPLE_PHYS_ADDR;
	if (options->data_page_size) attr->sample_type |= SAMPLE_DATA_PAGE_SIZE;
	if (options->code_page_size) attr->sample_type |= SAMPLE_CODE_PAGE_SIZE;
	if (options->cgroups) attr->sample_type |= SAMPLE_CGROUP;
	if (spec->is_tracking_dummy) return;
	if (options->user_regs) {
		attr->sample_type |= SAMPLE_REGS_USER;
		attr->sample_regs_user |= options->user_regs;
	}
	if (options->intr_regs) {
		attr->sample_type |= SAMPLE_REGS_INTR;
		attr->sample_regs_intr = options->intr_regs;
	}
	uint64_t branches = spec->branch_sample_type ? spec->branch_sample_type : options->branch_sample_type;
	if (branches && !spec->no_branches) {
		attr->sample_type |= SAMPLE_BRANCH_STACK;
		attr->branch_sample_type |= branches;
	}
}

/* The event that carries the side band: maps, names, forks and the like. */
static void set_tracking(const struct sampling_options *options, bool addresses, struct event_attr *attr)
{
	attr->flags |= ATTR_MMAP | ATTR_COMM | ATTR_TASK | ATTR_MMAP2 | ATTR_COMM_EXEC | ATTR_KSYMBOL;
	if (!options->no_bpf_event) attr->flags |= ATTR_BPF_EVENT;
	if (options->data_mmap_set ? options->data_mmap : addresses) attr->flags |= ATTR_MMAP_DATA;
	if (options->deferred_callchains) attr->flags |= ATTR_DEFER_OUTPUT;
	if (options->namespaces) attr->flags |= ATTR_NAMESPACES;
	if (options->cgroups) attr->flags |= ATTR_CGROUP;
	if (options->switch_events) attr->flags |= ATTR_CONTEXT_SWITCH;
	if (options->build_id_mmap) attr->flags |= ATTR_BUILD_ID;
}

/* How the event is started: disabled until somebody enables it, or by the exec of our command, or at once. */
static void set_starting(const struct sampling_options *options, const struct event_list *events, size_t i)
{
	struct event_spec *spec = event_list_get(events, i);
	struct event_attr *attr = &spec->attr;
	if (spec->of_cpus) return;     /* whoever writes to it decides */
	if (spec->leader != i) return; /* members run when their leader does */
	/* A dummy with the side band is on from the start, or from the exec, also when others are delayed. */
	bool is_side_band = event_spec_is_dummy(spec) &&
			    (spec->is_tracking_dummy || options->has_cpu || options->delayed);
	if (is_side_band && options->has_cpu)
		return; /* from the first moment, so that nothing about a process is missed */
	attr->flags |= ATTR_DISABLED;
	if (options->has_workload && !options->has_cpu && (!options->delayed || is_side_band))
		attr->flags |= ATTR_ENABLE_ON_EXEC;
}

/* One event. The order matters: set_rate and set_fields decide what set_callgraph adds to. */
static void configure(const struct sampling_options *options, const struct event_list *events, size_t i, bool addresses,
		      bool tracking)
{
	struct event_spec *spec = event_list_get(events, i);
	struct event_attr *attr = &spec->attr;
	bool group_read = is_group_read(events, i);
	bool inherit = spec->has_inherit ? spec->inherit : !options->no_inherit && !options->per_thread;
	attr->read_format = READ_ID | READ_LOST;
	attr->flags |= ATTR_SAMPLE_ID_ALL;
	if (spec->precise_max) attr->flags |= 3ull << ATTR_PRECISE_SHIFT;
	set_rate(options, spec);
	set_fields(options, addresses, spec);
	set_callgraph(options, spec);
	if (inherit && !group_read) attr->flags |= ATTR_INHERIT;
	if (event_list_get(events, spec->leader)->sample_read) {
		attr->sample_type |= SAMPLE_READ;
		if (group_read) attr->read_format |= READ_GROUP;
	}
	if (group_read && spec->leader != i) { /* the leader's samples carry the values of all */
		attr->sample_type = event_list_get(events, spec->leader)->attr.sample_type;
		if (!spec->period && !spec->freq_hz) {
			attr->sample_period = 0;
			attr->flags &= ~ATTR_FREQ;
		}
	}
	if (options->stat) attr->flags |= ATTR_INHERIT_STAT;
	if (options->stat || options->running_time)
		attr->read_format |= READ_TOTAL_TIME_ENABLED | READ_TOTAL_TIME_RUNNING;
	if (spec->aux_sample_size) {
		attr->sample_type |= SAMPLE_AUX;
		attr->aux_sample_size = spec->aux_sample_size;
	}
	if (spec->aux_output) attr->flags |= ATTR_AUX_OUTPUT;
	if (options->machines_set) event_spec_set_machines(spec, options->of_host, options->of_guests);
	if (tracking) set_tracking(options, addresses, attr);
	set_starting(options, events, i);
	if (options->all_user) attr->flags = (attr->flags & ~ATTR_EXCLUDE_USER) | ATTR_EXCLUDE_KERNEL;
	if (options->all_kernel) attr->flags = (attr->flags & ~ATTR_EXCLUDE_KERNEL) | ATTR_EXCLUDE_USER;
	if (options->use_clockid) {
		attr->flags |= ATTR_USE_CLOCKID;
		attr->clockid = options->clockid;
	}
	if (options->no_buffering) attr->wakeup = 1;
	if (spec->has_overwrite ? spec->overwrite : options->overwrite) attr->flags |= ATTR_WRITE_BACKWARD;
}

/* Whether one of them is a hardware trace, which has no records of its own. */
static bool has_trace(const struct event_list *events)
{
	for (size_t i = 0; i < event_list_count(events); i++)
		if (event_list_get(events, i)->is_trace) return true;
	return false;
}

/* A dummy among the user's events may carry the side band as well. */
static struct event_spec *find_dummy(const struct event_list *events)
{
	for (size_t i = 0; i < event_list_count(events); i++)
		if (event_spec_is_dummy(event_list_get(events, i))) return event_list_get(events, i);
	return NULL;
}

void sampling_add_default(struct event_list *events)
{
	struct event_spec *cycles = event_list_add(events, "cycles:P");
	cycles->precise_max = cycles->has_modifiers = true;
}

void sampling_configure(const struct sampling_options *options, struct event_list *events)
{
	if (!event_list_count(events)) sampling_add_default(events);
	struct event_spec *tracking = event_list_get(events, 0);
	bool kept = options->overwrite && options->keeps_side_band;
	if (options->has_cpu || options->delayed || kept || has_trace(events)) {
		tracking = find_dummy(events);
		if (!tracking) {
			tracking = event_list_add(events, "dummy:u");
			tracking->attr.type = ATTR_TYPE_SOFTWARE;
			tracking->attr.config = ATTR_SOFTWARE_DUMMY;
			tracking->attr.flags = ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV | ATTR_EXCLUDE_GUEST;
			tracking->is_tracking_dummy = true;
		}
		if (kept) {
			tracking->has_overwrite = true;
			tracking->overwrite = false;
		}
	}
	/* upstream's rule: stacks imply -d. The unwinder has no use for it, and files of chains are to be small */
	bool addresses = options->addresses || (uses_dwarf(options, events) && !options->live_unwinding);
	for (size_t i = 0; i < event_list_count(events); i++)
		configure(options, events, i, addresses, event_list_get(events, i) == tracking);
	sampling_set_ids(options, events);
}

void sampling_set_ids(const struct sampling_options *options, struct event_list *events)
{
	const uint64_t ids = SAMPLE_ID | SAMPLE_IDENTIFIER;
	bool same = true;
	size_t count = event_list_count(events);
	uint64_t first = event_list_get(events, 0)->attr.sample_type & ~ids;
	for (size_t i = 1; i < count; i++) same &= (event_list_get(events, i)->attr.sample_type & ~ids) == first;
	/* Events of the same layout are told apart by ID, wherever it is; others only by IDENTIFIER, which is always
	 * first. A single one needs neither. */
	uint64_t id = count > 1 ? SAMPLE_ID : 0;
	if (options->sample_identifier || !same) id = SAMPLE_IDENTIFIER;
	for (size_t i = 0; i < count; i++) {
		struct event_attr *attr = &event_list_get(events, i)->attr;
		attr->sample_type = (attr->sample_type & ~ids) | id;
	}
}

bool sampling_written(const struct sampling_options *options, const struct event_attr *attr, struct event_attr *ret)
{
	if (!options->live_unwinding || !(attr->sample_type & SAMPLE_STACK_USER)) return false;
	*ret = *attr;
	ret->sample_type &= ~(uint64_t)SAMPLE_STACK_USER;
	ret->sample_stack_user = 0;
	ret->flags &= ~(uint64_t)ATTR_EXCLUDE_CALLCHAIN_USER;
	ret->sample_regs_user = options->user_regs;
	if (!options->user_regs) ret->sample_type &= ~(uint64_t)SAMPLE_REGS_USER;
	return true;
}

uint64_t sampling_required(const struct sampling_options *options)
{
	uint64_t required = 0;
	if (options->data_page_size) required |= SAMPLE_DATA_PAGE_SIZE;
	if (options->code_page_size) required |= SAMPLE_CODE_PAGE_SIZE;
	if (options->cgroups) required |= SAMPLE_CGROUP;
	if (options->phys_addr) required |= SAMPLE_PHYS_ADDR;
	return required;
}
