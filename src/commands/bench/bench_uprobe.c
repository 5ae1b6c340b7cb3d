/* uprobe: what a probe at a function of the C library, with a BPF program behind it, adds to a call. */
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <linux/bpf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/clock.h"
#include "base/descriptor.h"
#include "bpf/bpf_code.h"
#include "cli/console.h"
#include "commands/bench/bench_result.h"
#include "event/attr/attr.h"
#include "kernel/machine_root.h"

struct values {
	unsigned nr_loops;
};

/* What is attached to usleep(3). */
struct probe {
	bool is_attached, is_return, prints;
};

/* Where a function's code is: the file, and the offset in it. */
struct place {
	uintptr_t address;
	const char *path;
	uint64_t offset;
};

static int find_segment(struct dl_phdr_info *object, size_t size, void *data)
{
	struct place *place = data;
	(void)size;
	for (int i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
		uintptr_t start = object->dlpi_addr + segment->p_vaddr;
		if (segment->p_type != PT_LOAD || place->address - start >= segment->p_memsz) continue;
		place->path = object->dlpi_name;
		place->offset = place->address - start + segment->p_offset;
		return 1;
	}
	return 0;
}

/* The program: nothing, or a line in the kernel's trace. */
static int load_program(const struct probe *probe, struct err *err)
{
	struct bpf_code code = { .insns = VEC_INIT };
	if (probe->prints) { /* "usleep\n" and a NUL, on the stack */
		bpf_code_store_number(&code, BPF_REG_10, -8, 0x656c7375 /* "usle" */);
		bpf_code_store_number(&code, BPF_REG_10, -4, 0x000a7065 /* "ep\n" */);
		bpf_code_stack(&code, BPF_REG_1, -8);
		bpf_code_number(&code, BPF_REG_2, 8);
		bpf_code_helper(&code, BPF_FUNC_trace_printk);
	}
	bpf_code_finish(&code, 0);
	int fd = bpf_code_load_program(&code, "perf_usleep", BPF_PROG_TYPE_KPROBE, err);
	bpf_code_done(&code);
	return fd;
}

/* The event of the probe, of all processes. A descriptor or -errno. */
static int open_probe(const struct probe *probe, const struct place *place, int program)
{
	size_t size;
	_free_ char *type = kernelfs_read_raw(machine_root(), "sys/bus/event_source/devices/uprobe/type", 64, &size);
	if (!type) return -ENODEV;
	struct event_attr attr = { .type = (uint32_t)strtoul(type, NULL, 10),
				   .config = probe->is_return, /* the only bit of its format: retprobe */
				   .config1 = (uint64_t)(uintptr_t)place->path,
				   .config2 = place->offset };
	return bpf_attach_event(program, &attr);
}

/* Until both descriptors are closed. 0, or the exit status. */
static int attach(const struct probe *probe, int *ret_event, int *ret_program)
{
	_err_done_ struct err err = ERR_INIT;
	void *function = dlsym(RTLD_DEFAULT, "usleep");
	struct place place = { .address = (uintptr_t)function };
	if (!function || !dl_iterate_phdr(find_segment, &place) || !place.path || !*place.path)
		return bench_fail(ENOENT, "usleep", "A uprobe needs a C library that is linked dynamically");
	*ret_program = load_program(probe, &err);
	if (*ret_program < 0) {
		console_err(&err);
		return 1;
	}
	*ret_event = open_probe(probe, &place, *ret_program);
	if (*ret_event >= 0) return 0;
	return bench_fail(*ret_event, "uprobe at usleep", "Run as root, with CONFIG_UPROBE_EVENTS");
}

/* "+65 to baseline", of totals in microseconds. */
static void show_difference(const struct bench_run *run, double us, bool per_op, unsigned nr_loops)
{
	const struct {
		uint64_t us;
		const char *name;
	} others[] = { { run->baseline_us, "baseline" }, { run->previous_us, "previous" } };
	for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
		double difference = us - (double)others[i].us;
		if (!others[i].us || (i == 1 && run->previous_us == run->baseline_us)) continue;
		if (per_op) out_printf(run->out, " %.3f usecs/op to %s", difference / nr_loops, others[i].name);
		else out_printf(run->out, " %s%.0f to %s", difference > 0 ? "+" : "", difference, others[i].name);
	}
	out_char(run->out, '\n');
}

static void show(struct bench_run *run, const struct probe *probe, uint64_t us, unsigned nr_loops)
{
	if (bench_is_default(run)) {
		out_printf(run->out, "# Executed %u usleep(1000) calls\n     Total time: %llu usecs", nr_loops,
			   (unsigned long long)us);
		show_difference(run, (double)us, false, nr_loops);
		out_printf(run->out, "\n %.3f usecs/op", (double)us / nr_loops);
		show_difference(run, (double)us, true, nr_loops);
	} else {
		out_printf(run->out, "%llu\n", (unsigned long long)us);
	}
	if (!probe->is_attached) run->baseline_us = us;
	run->previous_us = us;
}

static const char *const usage[] = { "perf bench uprobe <options>", NULL };
static const struct option options[] = {
	OPTION_UINT('l', "loop", struct values, nr_loops, "Specify number of loops"),
	OPTION_END,
};
static const struct option_table table = { .rows = options, .usage = usage };

static int measure(struct bench_run *run, const struct probe *probe, int argc, const char **argv)
{
	struct values values = { .nr_loops = 1000 };
	int event = -1, program = -1, status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (argc) return option_table_unexpected(&table, argv[0]);
	if (!values.nr_loops) return option_table_usage_error(&table, "At least one loop is needed (-l)");
	status = probe->is_attached ? attach(probe, &event, &program) : 0;
	if (!status) {
		uint64_t began = clock_now_ns();
		for (unsigned i = 0; i < values.nr_loops; i++) usleep(1000);
		show(run, probe, (clock_now_ns() - began) / 1000, values.nr_loops);
	}
	descriptor_close(&event);
	descriptor_close(&program);
	return status;
}

int bench_uprobe_baseline(struct bench_run *run, int argc, const char **argv)
{
	return measure(run, &(struct probe){ .is_attached = false }, argc, argv);
}

int bench_uprobe_empty(struct bench_run *run, int argc, const char **argv)
{
	return measure(run, &(struct probe){ .is_attached = true }, argc, argv);
}

int bench_uprobe_trace_printk(struct bench_run *run, int argc, const char **argv)
{
	return measure(run, &(struct probe){ .is_attached = true, .prints = true }, argc, argv);
}

int bench_uprobe_empty_ret(struct bench_run *run, int argc, const char **argv)
{
	return measure(run, &(struct probe){ .is_attached = true, .is_return = true }, argc, argv);
}

int bench_uprobe_trace_printk_ret(struct bench_run *run, int argc, const char **argv)
{
	return measure(run, &(struct probe){ .is_attached = true, .is_return = true, .prints = true }, argc, argv);
}
