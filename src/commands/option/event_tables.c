/* Tables of vendors' events for the CPU of this machine. Machines with several kinds of cores have tables for each. */
#include "commands/option/event_tables.h"

#include <stdio.h>
#include "cli/config.h"
#include "cli/console.h"
#include "kernel/machine_root.h"
#include "kernel/table_cpuid.h"

/* PERF_CPUID lets a recording machine's or a test's CPU stand in for this one. */
char *event_tables_cpuid(void)
{
	const char *given = getenv("PERF_CPUID");
	return given ? xstrdup(given) : table_cpuid(machine_root());
}

/* For warnings_visit: one line a kind of warning, and how many more there were. */
static void event_tables_warn(void *ctx, const char *kind, const char *text, uint64_t more)
{
	console_warning("%s", text);
	if (more) console_warning("%llu more of this kind", (unsigned long long)more);
}

/* Tables for each kind of core, where the machine has several; PERF_CPUID names one CPU and so overrides that. */
static struct vendor_tables *load(const char *dir, struct warnings *warnings, struct err *err)
{
	struct core_cpuids cpuids = { VEC_INIT };
	if (!getenv("PERF_CPUID")) core_cpuids_read(machine_root(), &cpuids);
	if (!cpuids.items.count) {
		_free_ char *cpuid = event_tables_cpuid();
		return vendor_tables_load(dir, cpuid, warnings, err);
	}
	_free_ struct vendor_core *cores = xcalloc(cpuids.items.count, sizeof(*cores));
	for (size_t i = 0; i < cpuids.items.count; i++)
		cores[i] = (struct vendor_core){ cpuids.items.items[i].pmu, cpuids.items.items[i].cpuid };
	struct vendor_tables *tables = vendor_tables_load_cores(dir, cores, cpuids.items.count, warnings, err);
	core_cpuids_done(&cpuids);
	return tables;
}

/* A directory that was named and cannot be read is worth a warning; none named is the usual case. */
struct vendor_tables *event_tables_load(void)
{
	const char *dir = getenv("PERF_EVENTS_DIR");
	if (!dir) config_string(config_get(), "events.dir", &dir);
	if (!dir || !*dir) return NULL;
	_err_done_ struct err err = ERR_INIT;
	struct warnings *warnings = warnings_new();
	struct vendor_tables *tables = load(dir, warnings, &err);
	if (!tables) console_warning("No vendor events: %s", err.message);
	warnings_visit(warnings, event_tables_warn, NULL);
	warnings_free(warnings);
	return tables;
}
