/* One function for each architecture; those that find none of their files return NULL. */
#include "kernel/table_cpuid.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "base/strbuf.h"

/* The value of the first line "name  : value"; "" when there is none. The caller frees. */
static char *field(const char *text, const char *name)
{
	size_t size = strlen(name);
	for (const char *line = text; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
		if (strncmp(line, name, size) != 0) continue;
		const char *at = line + size;
		while (*at == ' ' || *at == '\t') at++;
		if (*at++ != ':') continue;
		while (*at == ' ' || *at == '\t') at++;
		size_t length = strcspn(at, "\n");
		while (length && isspace((unsigned char)at[length - 1])) length--;
		return xstrndup(at, length);
	}
	return xstrdup("");
}

/* As decimal numbers of proc/cpuinfo; NULL on other architectures, which lack these lines. */
static char *x86(const char *cpuinfo)
{
	_free_ char *vendor = field(cpuinfo, "vendor_id"), *family = field(cpuinfo, "cpu family"),
		    *model = field(cpuinfo, "model");
	_free_ char *stepping = field(cpuinfo, "stepping");
	if (!*vendor || !*family || !*model) return NULL;
	return xasprintf("%s-%lu-%lX-%lX", vendor, strtoul(family, NULL, 10), strtoul(model, NULL, 10),
			 strtoul(stepping, NULL, 10));
}

/* NULL for a CPU that is offline, or not of arm64: it has no such file. */
static char *arm64_cpu(const struct kernelfs *fs, const char *cpu)
{
	/* bits 20 to 23 and 0 to 3 of MIDR_EL1 */
	const uint64_t variant_and_revision = 0xf0000f;
	uint64_t midr;
	if (!kernelfs_read_u64(fs, &midr, "sys/devices/system/cpu/%s/regs/identification/midr_el1", cpu)) return NULL;
	return xasprintf("0x%016" PRIx64, midr & ~variant_and_revision);
}

/* The CPU with the lowest number that is online. */
static char *arm64(const struct kernelfs *fs)
{
	struct kernelfs_names cpus;
	char *text = NULL;
	if (kernelfs_list(fs, "sys/devices/system/cpu", KERNELFS_BY_NUMBER, &cpus) < 0) return NULL;
	for (size_t i = 0; !text && i < cpus.names.count; i++) text = arm64_cpu(fs, cpus.names.items[i]);
	kernelfs_names_done(&cpus);
	return text;
}

/* Words joined by commas: "704              A01" -> "704,A01". */
static void add_words(struct strbuf *text, const char *words)
{
	for (const char *at = words; *at;) {
		while (*at == ' ') at++;
		size_t size = strcspn(at, " ");
		if (size) strbuf_printf(text, "%s%.*s", text->size ? "," : "", (int)size, at);
		at += size;
	}
}

static char *s390(const struct kernelfs *fs)
{
	_free_ char *sysinfo = kernelfs_read(fs, "proc/sysinfo"), *levels = kernelfs_read(fs, "proc/service_levels");
	if (!sysinfo) return NULL;
	_free_ char *manufacturer = field(sysinfo, "Manufacturer"), *type = field(sysinfo, "Type"),
		    *model = field(sysinfo, "Model");
	if (!*manufacturer || !*type) return NULL;
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	add_words(&text, manufacturer);
	add_words(&text, type);
	add_words(&text, model);
	const char *counters = levels ? strstr(levels, "CPU-MF: Counter facility: version=") : NULL;
	char version[16], authorization[16];
	if (counters &&
	    sscanf(counters, "CPU-MF: Counter facility: version=%15s authorization=%15s", version, authorization) == 2)
		strbuf_printf(&text, ",%s,%s", version, authorization);
	return strbuf_take(&text);
}

/* "pvr" in "revision : 2.2 (pvr 004e 1202)": both halves make the register */
static char *power(const char *cpuinfo)
{
	const char *pvr = strstr(cpuinfo, "(pvr ");
	unsigned version, revision;
	return pvr && sscanf(pvr, "(pvr %4x %4x)", &version, &revision) == 2
		       ? xasprintf("0x%04x%04x", version, revision)
		       : NULL;
}

/* NULL: one of the three is not said. */
static char *riscv(const char *cpuinfo)
{
	_free_ char *vendor = field(cpuinfo, "mvendorid"), *arch = field(cpuinfo, "marchid"),
		    *implementation = field(cpuinfo, "mimpid");
	return *vendor && *arch && *implementation ? xasprintf("%s-%s-%s", vendor, arch, implementation) : NULL;
}

/* The architecture is not asked for: files that only one of them has decide. */
char *table_cpuid(const struct kernelfs *fs)
{
	_free_ char *cpuinfo = kernelfs_read(fs, "proc/cpuinfo");
	char *text = arm64(fs);
	if (!text) text = s390(fs);
	if (!text && cpuinfo) text = x86(cpuinfo);
	if (!text && cpuinfo) text = power(cpuinfo);
	if (!text && cpuinfo) text = riscv(cpuinfo);
	return text;
}

/* The identity of the first CPU in a PMU's list that has one. */
static char *cpuid_of_pmu(const struct kernelfs *fs, const char *pmu)
{
	_free_ char *cpus = kernelfs_read(fs, "sys/bus/event_source/devices/%s/cpus", pmu);
	char cpu[32];
	if (!cpus || !isdigit((unsigned char)*cpus)) return NULL;
	snprintf(cpu, sizeof(cpu), "cpu%lu", strtoul(cpus, NULL, 10));
	return arm64_cpu(fs, cpu);
}

void core_cpuids_read(const struct kernelfs *fs, struct core_cpuids *ret)
{
	*ret = (struct core_cpuids){ VEC_INIT };
	struct kernelfs_names pmus;
	bool differ = false;
	if (kernelfs_list(fs, "sys/bus/event_source/devices", KERNELFS_BY_NAME, &pmus) < 0) return;
	for (size_t i = 0; i < pmus.names.count; i++) {
		struct core_cpuid core = { .cpuid = cpuid_of_pmu(fs, pmus.names.items[i]) };
		if (!core.cpuid) continue;
		core.pmu = xstrdup(pmus.names.items[i]);
		vec_push(&ret->items, core);
		differ |= strcmp(core.cpuid, ret->items.items[0].cpuid) != 0;
	}
	kernelfs_names_done(&pmus);
	/* one kind of cores: table_cpuid is enough */
	if (!differ) core_cpuids_done(ret);
}

void core_cpuids_done(struct core_cpuids *cpuids)
{
	for (size_t i = 0; i < cpuids->items.count; i++) {
		free(cpuids->items.items[i].pmu);
		free(cpuids->items.items[i].cpuid);
	}
	vec_done(&cpuids->items);
}
