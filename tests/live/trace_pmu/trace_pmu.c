// SPDX-License-Identifier: GPL-2.0-or-later
/* A PMU for tests of recording: looks like intel_pt in sysfs, and writes packets (PSB, PSBEND, PAD) into the AUX area
 * of the task that it traces, bytes_per_stop of them each time the task leaves the CPU, and before each sample that
 * carries what is there. Build it against the headers of
 * the kernel that it is to run on (Makefile); tests/live/aux_machine loads it. */
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/slab.h>

/* What is written is this, over and over: its position in the area tells what a byte must be. */
static const u8 pattern[32] = { 0x02, 0x82, 0x02, 0x82, 0x02, 0x82, 0x02, 0x82, 0x02,
				0x82, 0x02, 0x82, 0x02, 0x82, 0x02, 0x82, 0x02, 0x23 };

struct trace_area {
	unsigned long size;
	bool overwritten;
	void *pages[];
};

struct trace_cpu {
	struct perf_output_handle handle;
	bool on;
};
static DEFINE_PER_CPU(struct trace_cpu, trace_cpus);

static unsigned int bytes_per_stop = 4096;
module_param(bytes_per_stop, uint, 0644);
/* What the PMU is called: intel_bts has the same area, and no fields. */
static char *name = "intel_pt";
module_param(name, charp, 0444);

PMU_FORMAT_ATTR(pt, "config:0");
PMU_FORMAT_ATTR(cyc, "config:1");
PMU_FORMAT_ATTR(mtc, "config:9");
PMU_FORMAT_ATTR(tsc, "config:10");
PMU_FORMAT_ATTR(noretcomp, "config:11");
PMU_FORMAT_ATTR(ptw, "config:12");
PMU_FORMAT_ATTR(branch, "config:13");
PMU_FORMAT_ATTR(mtc_period, "config:14-17");
PMU_FORMAT_ATTR(cyc_thresh, "config:19-22");
PMU_FORMAT_ATTR(psb_period, "config:24-27");
static struct attribute *format_attrs[] = { &format_attr_pt.attr,
					    &format_attr_cyc.attr,
					    &format_attr_mtc.attr,
					    &format_attr_tsc.attr,
					    &format_attr_noretcomp.attr,
					    &format_attr_ptw.attr,
					    &format_attr_branch.attr,
					    &format_attr_mtc_period.attr,
					    &format_attr_cyc_thresh.attr,
					    &format_attr_psb_period.attr,
					    NULL };
static const struct attribute_group format_group = { .name = "format", .attrs = format_attrs };

#define FACT(name, text)                                                                          \
	static ssize_t fact_##name##_show(struct device *d, struct device_attribute *a, char *to) \
	{                                                                                         \
		return sprintf(to, "%s\n", text);                                                 \
	}                                                                                         \
	static struct device_attribute dev_attr_##name = __ATTR(name, 0444, fact_##name##_show, NULL)
FACT(psb_cyc, "1");
FACT(psb_periods, "3f");
FACT(mtc, "1");
FACT(mtc_periods, "249");
FACT(cycle_thresholds, "1fff");
FACT(ip_filtering, "1");
FACT(num_address_ranges, "2");
FACT(max_nonturbo_ratio, "24");
static struct attribute *caps_attrs[] = { &dev_attr_psb_cyc.attr,
					  &dev_attr_psb_periods.attr,
					  &dev_attr_mtc.attr,
					  &dev_attr_mtc_periods.attr,
					  &dev_attr_cycle_thresholds.attr,
					  &dev_attr_ip_filtering.attr,
					  &dev_attr_num_address_ranges.attr,
					  NULL };
static const struct attribute_group caps_group = { .name = "caps", .attrs = caps_attrs };
static struct attribute *own_attrs[] = { &dev_attr_max_nonturbo_ratio.attr, NULL };
static const struct attribute_group own_group = { .attrs = own_attrs };
static const struct attribute_group *groups[] = { &format_group, &caps_group, &own_group, NULL };

static void *trace_setup_aux(struct perf_event *event, void **pages, int nr, bool overwrite)
{
	struct trace_area *area = kzalloc(struct_size(area, pages, nr), GFP_KERNEL);
	int i;

	if (!area) return NULL;
	for (i = 0; i < nr; i++) area->pages[i] = pages[i];
	area->size = (unsigned long)nr << PAGE_SHIFT;
	area->overwritten = overwrite;
	return area;
}

static void trace_free_aux(void *area) { kfree(area); }

static void trace_put(struct trace_area *area, unsigned long at, unsigned long count)
{
	for (; count; at++, count--) {
		unsigned long offset = at % area->size;

		((u8 *)area->pages[offset >> PAGE_SHIFT])[offset & ~PAGE_MASK] = pattern[at % sizeof(pattern)];
	}
}

static void trace_start(struct perf_event *event, int flags)
{
	struct trace_cpu *cpu = this_cpu_ptr(&trace_cpus);

	event->hw.state = PERF_HES_STOPPED;
	if (!perf_aux_output_begin(&cpu->handle, event))
		return; /* the area is full: the event stays off until somebody enables it */
	event->hw.state = 0;
	cpu->on = true;
}

static void trace_stop(struct perf_event *event, int flags)
{
	struct trace_cpu *cpu = this_cpu_ptr(&trace_cpus);
	struct trace_area *area;
	unsigned long count = bytes_per_stop;

	if (event->hw.state == PERF_HES_STOPPED || !cpu->on) return;
	event->hw.state = PERF_HES_STOPPED;
	cpu->on = false;
	area = perf_get_aux(&cpu->handle);
	if (!area) return;
	if (area->overwritten) { /* the head is where the next byte goes, not how many there were */
		trace_put(area, cpu->handle.head, count);
		cpu->handle.head = (cpu->handle.head + count) % area->size;
		perf_aux_output_end(&cpu->handle, 0);
		return;
	}
	if (count > cpu->handle.size) {
		count = cpu->handle.size;
		perf_aux_output_flag(&cpu->handle, PERF_AUX_FLAG_TRUNCATED);
	}
	trace_put(area, cpu->handle.head, count);
	perf_aux_output_end(&cpu->handle, count);
}

/* The kernel's own copying into a record, which it does not export. */
static long (*copy_aux)(struct perf_output_handle *aux, struct perf_output_handle *to, unsigned long from,
			unsigned long end);

/* What a sample of another event carries: the last bytes, after some more. Not called while others write. */
static long trace_snapshot_aux(struct perf_event *event, struct perf_output_handle *handle, unsigned long size)
{
	struct trace_cpu *cpu = this_cpu_ptr(&trace_cpus);
	struct trace_area *area;

	if (!cpu->on || !copy_aux) return 0;
	area = perf_get_aux(&cpu->handle);
	if (!area || !area->overwritten || size > area->size) return 0;
	trace_put(area, cpu->handle.head, bytes_per_stop);
	cpu->handle.head = (cpu->handle.head + bytes_per_stop) % area->size;
	return copy_aux(&cpu->handle, handle, cpu->handle.head - size, cpu->handle.head);
}

static int trace_add(struct perf_event *event, int mode)
{
	event->hw.state = PERF_HES_STOPPED;
	if (!(mode & PERF_EF_START)) return 0;
	trace_start(event, 0);
	return event->hw.state == PERF_HES_STOPPED ? -EINVAL : 0;
}

static void trace_del(struct perf_event *event, int mode) { trace_stop(event, PERF_EF_UPDATE); }

static void trace_read(struct perf_event *event) {}

static struct pmu trace_pmu;

static int trace_event_init(struct perf_event *event) { return event->attr.type == trace_pmu.type ? 0 : -ENOENT; }

/* Address filters are taken and have no effect. */
static int trace_filters_validate(struct list_head *filters) { return 0; }
static void trace_filters_sync(struct perf_event *event) {}

static struct pmu trace_pmu = {
	.module = THIS_MODULE,
	.capabilities = PERF_PMU_CAP_EXCLUSIVE | PERF_PMU_CAP_ITRACE,
	.attr_groups = groups,
	.task_ctx_nr = perf_sw_context,
	.event_init = trace_event_init,
	.add = trace_add,
	.del = trace_del,
	.start = trace_start,
	.stop = trace_stop,
	.read = trace_read,
	.setup_aux = trace_setup_aux,
	.free_aux = trace_free_aux,
	.snapshot_aux = trace_snapshot_aux,
	.nr_addr_filters = 2,
	.addr_filters_validate = trace_filters_validate,
	.addr_filters_sync = trace_filters_sync,
};

static int __init trace_module_init(void)
{
	struct kprobe probe = { .symbol_name = "perf_output_copy_aux" };

	if (!register_kprobe(&probe)) {
		copy_aux = (void *)probe.addr;
		unregister_kprobe(&probe);
	}
	return perf_pmu_register(&trace_pmu, name, -1);
}

static void __exit trace_module_exit(void) { perf_pmu_unregister(&trace_pmu); }
module_init(trace_module_init);
module_exit(trace_module_exit);
MODULE_DESCRIPTION("A PMU that traces, for tests");
MODULE_LICENSE("GPL");
