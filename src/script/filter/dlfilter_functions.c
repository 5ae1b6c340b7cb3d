/* What a filter may ask of the sample that it looks at (struct perf_dlfilter_fns). ctx is the filter's struct dlfilter;
 * what is not known, or asked outside of a question, is NULL, 0 or -1. */
#include <string.h>
#include "frame/frame_line.h"
#include "perfdata/record/events.h"
#include "script/filter/dlfilter_private.h"

static const struct dlfilter_question *question_of(void *ctx)
{
	const struct dlfilter *filter = ctx;
	return filter ? filter->question : NULL;
}

/* Addresses of the upper half are the kernel's, of samples of the host. */
static const struct frame *frame_at(const struct dlfilter_question *q, uint64_t ip)
{
	enum cpumode mode = (enum cpumode)q->sample->cpumode;
	if (mode == CPUMODE_KERNEL || mode == CPUMODE_USER) mode = ip >> 63 ? CPUMODE_KERNEL : CPUMODE_USER;
	return resolver_ip(q->resolver, q->task, mode, ip);
}

static int32_t read_code(const struct dlfilter_question *q, const struct frame *frame, void *to, size_t size,
			 struct insn_set *ret_set)
{
	if (!frame->map || frame->map->identity) return -1;
	struct object *object = frame_space_object(q->frames, frame->map->dso);
	size_t nr_bytes = object_code(object, frame->object_addr, to, size, ret_set);
	return nr_bytes ? (int32_t)MIN(nr_bytes, (size_t)INT32_MAX) : -1;
}

static void fill_al(const struct dlfilter_question *q, const struct frame *frame, struct perf_dlfilter_al *ret)
{
	struct insn_set set;
	uint8_t byte;
	*ret = (struct perf_dlfilter_al){ .size = sizeof(*ret),
					  .addr = frame->object_addr,
					  .is_kernel_ip = frame->cpumode == CPUMODE_KERNEL ||
							  frame->cpumode == CPUMODE_GUEST_KERNEL };
	if (frame->symbol) {
		ret->sym = frame->symbol->name;
		ret->sym_start = frame->symbol->start;
		ret->sym_end = frame->symbol->end;
		ret->symoff = (uint32_t)(frame->object_addr - frame->symbol->start);
		ret->sym_binding = frame->symbol->binding;
	}
	if (!frame->map) return;
	const struct dso *dso = frame->map->dso;
	ret->dso = dso->name;
	ret->is_64_bit = read_code(q, frame, &byte, 1, &set) > 0 ? set.is64 : ret->is_kernel_ip;
	ret->buildid_size = dso->build_id.size;
	ret->buildid = dso->build_id.size ? (__u8 *)(uintptr_t)dso->build_id.bytes : NULL;
}

static const struct perf_dlfilter_al *dlfilter_resolve_ip(void *ctx)
{
	struct dlfilter *filter = ctx;
	const struct dlfilter_question *q = question_of(ctx);
	if (!q) return NULL;
	if (filter->ip.size) return &filter->ip;
	fill_al(q, resolver_sample_ip(q->resolver, q->task, q->sample), &filter->ip);
	filter->ip.comm = q->task->comm;
	filter->ip.filtered = q->hides && q->hides(q->ctx, q);
	return &filter->ip;
}

static const struct perf_dlfilter_al *dlfilter_resolve_addr(void *ctx)
{
	struct dlfilter *filter = ctx;
	const struct dlfilter_question *q = question_of(ctx);
	if (!q || !q->sample->addr || !dlfilter_addr_is_place(&q->sample->event->attr)) return NULL;
	if (!filter->addr.size) fill_al(q, frame_at(q, q->sample->addr), &filter->addr);
	return &filter->addr;
}

static char **dlfilter_args(void *ctx, int *dlargc)
{
	const struct dlfilter *filter = ctx;
	if (dlargc) *dlargc = 0;
	if (!filter || !dlargc) return NULL;
	*dlargc = (int)filter->options.nr_args;
	return filter->options.args;
}

/* The caller may have been built when the struct was shorter. */
static __s32 dlfilter_resolve_address(void *ctx, __u64 address, struct perf_dlfilter_al *al)
{
	const struct dlfilter_question *q = question_of(ctx);
	if (!q || !al || al->size < sizeof(al->size)) return -1;
	struct perf_dlfilter_al full;
	const uint32_t size = MIN(al->size, (uint32_t)sizeof(full));
	fill_al(q, frame_at(q, address), &full);
	full.size = size;
	memcpy(al, &full, size);
	return 0;
}

/* What is pointed to belongs to the model and the objects. */
static void dlfilter_al_cleanup(void *ctx, struct perf_dlfilter_al *al)
{
	(void)ctx;
	(void)al;
}

static const __u8 *dlfilter_insn(void *ctx, __u32 *length)
{
	struct dlfilter *filter = ctx;
	const struct dlfilter_question *q = question_of(ctx);
	if (!length) return NULL;
	*length = 0;
	if (!q || !q->sample->ip) return NULL;
	if (q->sample->insn_size_bytes && q->sample->insn) {
		*length = q->sample->insn_size_bytes;
		return q->sample->insn;
	}
	struct insn_set set;
	const struct frame *frame = resolver_sample_ip(q->resolver, q->task, q->sample);
	int32_t nr_bytes = read_code(q, frame, filter->insn, sizeof(filter->insn), &set);
	if (nr_bytes > 0) *length = insn_length(&set, filter->insn, (size_t)nr_bytes);
	return *length ? filter->insn : NULL;
}

static const char *dlfilter_srcline(void *ctx, __u32 *line_number)
{
	const struct dlfilter_question *q = question_of(ctx);
	struct source_line line;
	if (line_number) *line_number = 0;
	if (!q || !line_number) return NULL;
	const struct frame *frame = resolver_sample_ip(q->resolver, q->task, q->sample);
	if (!frame->map || !frame_line(q->frames, frame, &line)) return NULL;
	*line_number = line.line;
	return line.file;
}

/* struct event_attr is struct perf_event_attr (event/attr/attr.h). */
static struct perf_event_attr *dlfilter_attr(void *ctx)
{
	const struct dlfilter_question *q = question_of(ctx);
	return q ? (struct perf_event_attr *)(uintptr_t)&q->sample->event->attr : NULL;
}

static __s32 dlfilter_object_code(void *ctx, __u64 ip, void *buf, __u32 len)
{
	const struct dlfilter_question *q = question_of(ctx);
	struct insn_set set;
	if (!q || !buf || !len) return -1;
	return read_code(q, frame_at(q, ip), buf, len, &set);
}

const struct perf_dlfilter_fns dlfilter_functions = {
	.resolve_ip = dlfilter_resolve_ip,
	.resolve_addr = dlfilter_resolve_addr,
	.args = dlfilter_args,
	.resolve_address = dlfilter_resolve_address,
	.insn = dlfilter_insn,
	.srcline = dlfilter_srcline,
	.attr = dlfilter_attr,
	.object_code = dlfilter_object_code,
	.al_cleanup = dlfilter_al_cleanup,
};

/* Branches sampled one by one, and page faults. */
bool dlfilter_addr_is_place(const struct event_attr *attr)
{
	enum { HARDWARE_BRANCHES = 4 };
	bool is_branch = attr->type == ATTR_TYPE_HARDWARE && (attr->config & 0xff) == HARDWARE_BRANCHES;
	return (is_branch && attr->sample_period == 1) || attr_is_page_fault(attr);
}
