/* The PMU catalogues of machines we don't have (tests/fixtures/sysfs). */
#include "kernel/pmus.h"

#include "event/spec/event_parse.h"
#include "event/metric/metric.h"
#include "kernel/table_cpuid.h"
#include "tests/unit/test.h"

static struct kernelfs fs;
static struct pmus *pmus;
static struct event_catalogue catalogue;
static char root[4096];

static bool begin(const char *machine)
{
	const char *machines = getenv("PERF_TEST_MACHINES");
	if (!machines) return false;
	snprintf(root, sizeof(root), "%s/%s", machines, machine);
	fs.root = root;
	pmus = pmus_new(&fs, NULL);
	catalogue = pmus_catalogue(pmus);
	return true;
}

static const struct event_pmu *pmu(const char *name) { return catalogue.find_pmu(catalogue.ctx, name); }

#define MACHINE(name) \
	if (!begin(name)) SKIP("PERF_TEST_MACHINES is not set")

TEST(intel_server)
{
	MACHINE("intel_server");
	size_t count;
	const struct event_pmu *const *all = catalogue.all_pmus(catalogue.ctx, &count);
	CHECK_INT(count, 33);
	CHECK_STR(all[0]->name, "cpu");
	CHECK_STR(all[1]->name, "breakpoint");
	CHECK(pmu("cpu")->is_core && !pmu("intel_pt")->is_core && pmu("intel_pt")->is_selectable);
	CHECK_INT(pmu("intel_pt")->nr_addr_filters, 2);
	CHECK_STR(event_pmu_cap(pmu("cpu"), "max_precise"), "3");
	CHECK(!event_pmu_cap(pmu("cpu"), "none"));
	const struct event_pmu *imc = pmu("uncore_imc_3");
	CHECK(imc && imc->is_uncore && imc->type == 23);
	CHECK_STR(imc->cpus, "0,2");
	const struct pmu_alias *read_bytes = event_pmu_find_alias(imc, "cas_count_read");
	CHECK_STR(read_bytes->unit, "MiB");
	CHECK(read_bytes->scale == 6.103515625e-5);
	CHECK(event_pmu_find_alias(pmu("msr"), "cpu_thermal_margin")->snapshot);
	CHECK(!event_pmu_find_alias(pmu("msr"), "tsc")->snapshot);
	const struct pmu_format *umask = event_pmu_find_format(pmu("uncore_upi_0"), "umask_ext");
	struct event_attr attr = { 0 };
	CHECK_INT(pmu_format_width(umask), 32);
	CHECK_INT(pmu_format_store(umask, 0x1234ff, &attr), 0);
	CHECK_INT(attr.config, 0x123400000000 | 0xff00);
	pmus_free(pmus);
}

TEST(ranks_copies_by_number)
{
	MACHINE("intel_server");
	size_t count, found = 0;
	const struct event_pmu *const *all = catalogue.all_pmus(catalogue.ctx, &count);
	static const char *const want[] = { "uncore_cha_2", "uncore_cha_3", "uncore_cha_10", "uncore_cha_11",
					    "uncore_imc_0" };
	for (size_t i = 0; i < count; i++) found += found < ARRAY_SIZE(want) && strcmp(all[i]->name, want[found]) == 0;
	CHECK_INT(found, ARRAY_SIZE(want));
	pmus_free(pmus);
}

TEST(amd_zen)
{
	MACHINE("amd_zen");
	CHECK_INT(pmu_format_width(event_pmu_find_format(pmu("cpu"), "event")), 12);
	struct event_attr attr = { 0 };
	pmu_format_store(event_pmu_find_format(pmu("amd_df"), "event"), 0x1234, &attr);
	CHECK_INT(attr.config, 0x1200000034);
	CHECK_INT(event_pmu_find_format(pmu("amd_iommu_0"), "devid_mask")->config, 2);
	CHECK(pmu("ibs_op") && !pmu("ibs_op")->is_uncore);
	pmus_free(pmus);
}

TEST(intel_hybrid)
{
	MACHINE("intel_hybrid");
	CHECK(!pmu("cpu")); /* two core PMUs, none of that name */
	CHECK(pmu("cpu_core")->is_core && pmu("cpu_atom")->is_core);
	CHECK_STR(pmu("cpu_atom")->cpus, "4-7");
	CHECK_INT(pmu("cpu_atom")->type, 10);
	pmus_free(pmus);
}

TEST(arm64)
{
	MACHINE("arm64");
	CHECK(pmu("armv8_cortex_a72")->is_core);
	CHECK(pmu("arm_spe_0")->is_selectable);
	CHECK_STR(pmu("arm_cmn_0")->identifier, "40000");
	CHECK_STR(event_pmu_find_alias(pmu("cs_etm"), "autofdo")->terms, "strobing");
	pmus_free(pmus);
}

TEST(s390)
{
	MACHINE("s390");
	CHECK(pmu("cpum_cf")->is_core && !pmu("cpum_sf")->is_core && !pmu("cpu"));
	pmus_free(pmus);
}

TEST(powerpc)
{
	MACHINE("powerpc");
	CHECK_STR(event_pmu_find_alias(pmu("hv_24x7"), "PM_PB_CYC")->terms, "domain=1,offset=0x0,chip=?,lpar=0x0");
	CHECK(event_pmu_find_alias(pmu("hv_24x7"), "PM_PB_CYC")->scale == 0.5);
	pmus_free(pmus);
}

TEST(without_counters)
{
	MACHINE("virtual");
	CHECK(pmu("cpu") && pmu("cpu")->type == ATTR_TYPE_RAW && pmu("cpu")->is_core && !pmu("cpu")->formats.count);
	pmus_free(pmus);
}

TEST(cpu_identities)
{
	static const char *const want[][2] = {
		{ "intel_server", "GenuineIntel-6-55-4" }, { "amd_zen", "AuthenticAMD-25-11-1" },
		{ "intel_hybrid", "GenuineIntel-6-97-2" }, { "arm64", "0x00000000410fd030" },
		{ "s390", "IBM,3931,704,A01,3.7,002f" },   { "powerpc", "0x004e0202" },
	};
	for (size_t i = 0; i < ARRAY_SIZE(want); i++) {
		MACHINE(want[i][0]);
		_free_ char *cpuid = table_cpuid(&fs);
		CHECK_STR(cpuid, want[i][1]);
		pmus_free(pmus);
	}
}

TEST(kinds_of_cores)
{
	MACHINE("arm64");
	struct core_cpuids cores;
	core_cpuids_read(&fs, &cores);
	CHECK_INT(cores.items.count, 2);
	if (cores.items.count == 2) {
		CHECK_STR(cores.items.items[0].pmu, "armv8_cortex_a53");
		CHECK_STR(cores.items.items[0].cpuid, "0x00000000410fd030");
		CHECK_STR(cores.items.items[1].cpuid, "0x00000000410fd080");
	}
	core_cpuids_done(&cores);
	pmus_free(pmus);
	MACHINE("intel_hybrid"); /* one identity: its tables name the PMUs */
	core_cpuids_read(&fs, &cores);
	CHECK_INT(cores.items.count, 0);
	core_cpuids_done(&cores);
	pmus_free(pmus);
}

static struct vendor_tables *give_tables(void *ctx) { return ctx; }

/* The tables of tests/fixtures/events for the machine's CPU; NULL without PERF_TEST_EVENTS. */
static struct vendor_tables *attach_tables(void)
{
	const char *dir = getenv("PERF_TEST_EVENTS");
	_free_ char *cpuid = table_cpuid(&fs);
	struct vendor_tables *tables = dir ? vendor_tables_load(dir, cpuid, NULL, NULL) : NULL;
	pmus_set_tables(pmus, give_tables, tables);
	return tables;
}

static void check_config(const char *text, size_t want_count, uint64_t want_config)
{
	_err_done_ struct err err = ERR_INIT;
	struct event_list list = EVENT_LIST_INIT;
	CHECK(event_parse(&list, text, &catalogue, EVENT_USE_COUNT, &err) >= 0);
	CHECK_STR(err.message, NULL);
	CHECK_INT(event_list_count(&list), want_count);
	if (event_list_count(&list)) CHECK_INT(event_list_get(&list, 0)->attr.config, want_config);
	event_list_done(&list);
}

/* Every metric of the tables finds its events among the machine's PMUs. */
static void check_metrics(const struct vendor_tables *tables)
{
	const struct metric_literals literals = {
		.num_cpus = 8, .num_cpus_online = 8, .num_packages = 2, .system_tsc_freq = 3e9
	};
	const struct metric_environment env = { .literals = &literals };
	for (size_t i = 0; i < tables->metrics.count; i++) {
		_err_done_ struct err err = ERR_INIT;
		struct metric_set set;
		struct event_list list = EVENT_LIST_INIT;
		CHECK_INT(metric_set_select(&set, tables, tables->metrics.items[i].name, NULL, &env, &err), 0);
		CHECK_INT(metric_set_add_events(&set, &list, &catalogue, &err), 0);
		CHECK_STR(err.message, NULL);
		for (size_t k = 0; k < set.inputs.count; k++) CHECK(set.inputs.items[k].events.count > 0);
		metric_set_done(&set);
		event_list_done(&list);
	}
}

TEST(vendor_events_of_intel)
{
	MACHINE("intel_server");
	struct vendor_tables *tables = attach_tables();
	if (!tables) SKIP("PERF_TEST_EVENTS is not set");
	check_config("IDQ_UOPS_NOT_DELIVERED.CORE", 1, 0x19c);
	check_config("cpu/uops_executed.thread,cmask=1/", 1, 0x10001b1);
	check_config("UNC_M_CAS_COUNT.RD", 6, 0x304); /* on every memory controller */
	check_config("uncore_imc_2/UNC_M_CAS_COUNT.WR/", 1, 0xc04);
	check_config("LLC_MISSES.MMIO_READ", 12, 0x2135);
	check_metrics(tables);
	pmus_free(pmus);
}

TEST(vendor_events_of_amd)
{
	MACHINE("amd_zen");
	struct vendor_tables *tables = attach_tables();
	if (!tables) SKIP("PERF_TEST_EVENTS is not set");
	check_config("de_no_dispatch_per_slot.backend_stalls", 1, 0x100001ea0);
	check_config("l3_lookup_state.l3_miss", 1, 0x104);
	check_config("umc_cas_cmd.rd", 4, 0x10a);
	check_metrics(tables);
	pmus_free(pmus);
}

TEST(stems)
{
	uint64_t number;
	CHECK_INT(pmu_name_stem("uncore_imc_12", &number), 10);
	CHECK_INT(number, 12);
	CHECK_INT(pmu_name_stem("smmuv3_pmcg_2b442", &number), 11);
	CHECK_INT(number, 0x2b442);
	CHECK_INT(pmu_name_stem("cpu_ab", &number), 6);
	CHECK_INT(pmu_name_stem("armv8_cortex_a53", &number), 12);
	CHECK_INT(pmu_name_stem("msr", &number), 3);
	CHECK_INT(pmu_name_stem("_3", &number), 2);
	CHECK_INT(pmu_name_stem("", &number), 0);
}

TEST_MAIN
