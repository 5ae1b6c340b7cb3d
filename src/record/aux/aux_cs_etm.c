/* CoreSight ETM and ETE: which sink, what each CPU's trace unit can do, and how it is set up, which decoders must know.
 * Registers are those of the Embedded Trace Macrocell Architecture Specification (ARM IHI 0064); sysfs has them as
 * cpuN/trcidr/ and cpuN/mgmt/. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kernel/cpu_list.h"
#include "record/aux/aux_kind.h"

enum { HEADER_WORDS = 3, CPU_WORDS = 12, MOST_CPUS = (AUX_INFO_WORDS - HEADER_WORDS) / CPU_WORDS };

static bool read_register(const struct aux_facts *facts, int cpu, const char *file, uint64_t *ret)
{
	_free_ char *text = kernelfs_read(facts->fs, "sys/bus/event_source/devices/%s/cpu%d/%s", facts->spec->pmu_name,
					  cpu, file);
	*ret = text ? strtoull(text, NULL, 0) : 0;
	return text != NULL;
}

static uint64_t register_of(const struct aux_facts *facts, int cpu, const char *file)
{
	uint64_t value;
	(void)read_register(facts, cpu, file, &value);
	return value;
}

/* The sink that the event names ("@tmc_etr0"), by the number that the kernel gave it. */
static int choose_sink(const struct aux_facts *facts, struct event_spec *spec, struct err *err)
{
	const char *sink = spec->driver_config;
	if (!sink || !*sink) return 0;
	_free_ char *text = strchr(sink, '/') ? NULL
					      : kernelfs_read(facts->fs, "sys/bus/event_source/devices/%s/sinks/%s",
							      spec->pmu_name, sink);
	if (text) {
		spec->attr.config2 |= strtoull(text, NULL, 0) & UINT32_MAX;
		return 0;
	}
	return err_set(err, -EINVAL,
		       "Couldn't find sink \"%s\" on event %s\nMissing kernel or device support?\n\n"
		       "Hint: An appropriate sink will be picked automatically if one isn't specified.",
		       sink, spec->name);
}

int aux_cs_etm_set_up(const struct aux_facts *facts, struct event_spec *spec, struct err *err)
{
	struct event_attr *attr = &spec->attr;
	/* on CPUs, who ran is told by context packets, and when by timestamps */
	if (facts->has_cpu_areas) {
		bool named = aux_names_term(spec, "contextid") || aux_names_term(spec, "contextid1") ||
			     aux_names_term(spec, "contextid2");
		if (!named || aux_names_term(spec, "contextid2")) attr->config |= aux_format_bits(facts, "contextid");
		if (!aux_names_term(spec, "timestamp")) attr->config |= aux_format_bits(facts, "timestamp");
	}
	return choose_sink(facts, spec, err);
}

/* Bits of the event's config, in all versions of the driver but for `contextid`, which is one of two. */
enum {
	CONFIG_BRANCH_BROADCAST = 8,
	CONFIG_CYCLES = 12,
	CONFIG_CONTEXT_EL1 = 14,
	CONFIG_CONTEXT_EL2 = 15,
	CONFIG_TIMESTAMP = 28,
	CONFIG_RETURN_STACK = 29,
};

static int check_cpu(const struct aux_facts *facts, int cpu, struct err *err)
{
	const uint64_t config = facts->spec->attr.config;
	uint64_t idr0, idr2 = register_of(facts, cpu, "trcidr/trcidr2");
	if (!read_register(facts, cpu, "trcidr/trcidr0", &idr0)) return 0;
	/* TRCIDR2: CIDSIZE, VMIDSIZE, VMIDOPT; TRCIDR0: TSSIZE */
	unsigned context_bytes = idr2 >> 5 & 0x1f, vmid_bytes = idr2 >> 10 & 0x1f, vmid_option = idr2 >> 29 & 3,
		 time_size = idr0 >> 24 & 0x1f;
	if (config >> CONFIG_CONTEXT_EL1 & 1 && context_bytes != 4)
		return err_set(err, -EINVAL, "cs_etm: CONTEXTIDR_EL1 isn't supported, disable with %s/contextid1=0/",
			       facts->spec->pmu_name);
	if (config >> CONFIG_CONTEXT_EL2 & 1 && (!vmid_option || vmid_bytes < 4))
		return err_set(err, -EINVAL, "cs_etm: CONTEXTIDR_EL2 isn't supported, disable with %s/contextid2=0/",
			       facts->spec->pmu_name);
	if (config >> CONFIG_TIMESTAMP & 1 && time_size != 6 && time_size != 8)
		return err_set(err, -EINVAL, "cs_etm: timestamps aren't supported, disable with %s/timestamp=0/",
			       facts->spec->pmu_name);
	return 0;
}

int aux_cs_etm_check(const struct aux_facts *facts, struct err *err)
{
	const struct target *target = facts->target;
	if (target->cpus.count > MOST_CPUS)
		return err_set(err, -EINVAL, "cs_etm: %zu CPUs are too many for one recording: at most %d",
			       target->cpus.count, MOST_CPUS);
	for (size_t i = 0; facts->has_cpu_areas && i < target->cpus.count; i++) {
		int r = check_cpu(facts, target->cpus.items[i], err);
		if (r < 0) return r;
	}
	return 0;
}

/* TRCCONFIGR as the driver sets it for the event's config. */
static uint64_t trace_config(uint64_t config)
{
	static const struct {
		unsigned from;
		uint64_t to;
	} bits[] = {
		{ CONFIG_BRANCH_BROADCAST, 1 << 3 }, { CONFIG_CYCLES, 1 << 4 },
		{ CONFIG_CONTEXT_EL1, 1 << 6 },      { CONFIG_CONTEXT_EL2, 1 << 7 | 1 << 15 },
		{ CONFIG_TIMESTAMP, 1 << 11 },       { CONFIG_RETURN_STACK, 1 << 12 },
	};
	uint64_t value = 0;
	for (size_t i = 0; i < ARRAY_SIZE(bits); i++)
		if (config >> bits[i].from & 1) value |= bits[i].to;
	return value;
}

/* One CPU's words; 0: it has no trace unit. */
static size_t add_cpu(const struct aux_facts *facts, int cpu, uint64_t *words)
{
	const uint64_t etm4 = 0x4040404040404040, ete = 0x5050505050505050;
	enum { FIRST_TRACE_ID = 0x10, ETE_ARCHITECTURE = 0x5a13 };
	uint64_t idr0, devarch = register_of(facts, cpu, "mgmt/trcdevarch"), source;
	size_t count = 0;
	bool is_ete = (devarch & 0xffff) == ETE_ARCHITECTURE;
	if (!read_register(facts, cpu, "trcidr/trcidr0", &idr0)) return 0;
	words[count++] = is_ete ? ete : etm4;
	words[count++] = (uint64_t)cpu;
	words[count++] = is_ete ? 9 : 8; /* how many follow */
	words[count++] = trace_config(facts->spec->attr.config);
	words[count++] = FIRST_TRACE_ID + 2 * (uint64_t)cpu; /* unless the kernel tells another: AUX_OUTPUT_HW_ID */
	words[count++] = idr0;
	words[count++] = register_of(facts, cpu, "trcidr/trcidr1");
	words[count++] = register_of(facts, cpu, "trcidr/trcidr2");
	words[count++] = register_of(facts, cpu, "trcidr/trcidr8");
	words[count++] = register_of(facts, cpu, "mgmt/trcauthstatus");
	if (is_ete) words[count++] = devarch;
	/* -1: not told */
	words[count++] = read_register(facts, cpu, "ts_source", &source) ? source : UINT64_MAX;
	return count;
}

/* The CPUs that may be traced: the target's, or, where threads are traced wherever they run, all. */
static size_t add_cpus(const struct aux_facts *facts, uint64_t *words, uint32_t *ret_cpus)
{
	struct cpu_list online = { 0 };
	size_t count = 0;
	*ret_cpus = 0;
	if (!facts->has_cpu_areas) cpu_list_online(facts->fs, &online);
	size_t nr_cpus = facts->has_cpu_areas ? facts->target->cpus.count : online.cpus.count;
	for (size_t i = 0; i < nr_cpus && *ret_cpus < MOST_CPUS; i++) {
		int cpu = facts->has_cpu_areas ? facts->target->cpus.items[i] : online.cpus.items[i];
		size_t added = add_cpu(facts, cpu, words + count);
		*ret_cpus += added > 0;
		count += added;
	}
	vec_done(&online.cpus);
	return count;
}

size_t aux_cs_etm_info(const struct aux_facts *facts, uint64_t *words)
{
	enum { VERSION = 2 };
	uint32_t nr_cpus;
	size_t count = add_cpus(facts, words + HEADER_WORDS, &nr_cpus);
	words[0] = VERSION;
	words[1] = (uint64_t)facts->spec->attr.type << 32 | nr_cpus;
	words[2] = facts->snapshots;
	return HEADER_WORDS + count;
}
