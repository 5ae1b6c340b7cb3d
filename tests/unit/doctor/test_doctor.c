/* What checks make of refusals: by kernels that the test plays, on a machine made of files. */
#include "doctor/doctor.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include "tests/unit/fixture_tree.h"

static struct kernelfs fs;
__attribute__((constructor)) static void begin(void) { fs.root = fixture_begin(); }

/* Refuses all events with this code; 0: opens them. */
static int refusal;
static int played_open(void *ctx, const struct event_attr *attr, const struct event_place *place, bool cloexec)
{
	return refusal ? refusal : open("/dev/null", O_RDONLY | O_CLOEXEC);
}
static const struct event_opener opener = { played_open, NULL };

/* The finding of that name; the caller frees. */
static struct doctor_finding ask(const char *name)
{
	const struct doctor_scene scene = { .fs = &fs, .opener = &opener, .perf_path = "/usr/bin/perf" };
	struct doctor_finding finding = { 0 };
	for (const struct doctor_check *check = doctor_checks; check->name; check++)
		if (strcmp(check->name, name) == 0) doctor_check_run(check, &scene, &finding);
	return finding;
}

/* The user of the machine: its capabilities, in hexadecimal, and the mode of seccomp. */
static void set_user(const char *capabilities, int seccomp)
{
	_free_ char *status = xasprintf("Name:\tperf\nCapEff:\t%s\nSeccomp:\t%d\n", capabilities, seccomp);
	fixture_file("proc/self/status", status);
}

static void check(const char *name, enum doctor_verdict verdict, const char *part_of_what, const char *remedy)
{
	struct doctor_finding finding = ask(name);
	CHECK_INT(finding.verdict, verdict);
	CHECK(finding.what && strstr(finding.what, part_of_what));
	if (remedy) CHECK_STR(finding.remedy, remedy);
	else CHECK(!finding.remedy);
	doctor_finding_done(&finding);
}

TEST(refused_by_paranoid)
{
	set_user("0000000000000000", 0);
	fixture_file("proc/sys/kernel/perf_event_paranoid", "3\n");
	refusal = -EACCES;
	check("own-processes", DOCTOR_MISSING, "perf_event_paranoid is 3", "sudo sysctl kernel.perf_event_paranoid=2");
	check("kernel-side", DOCTOR_LIMITED, "perf_event_paranoid is 3", "sudo sysctl kernel.perf_event_paranoid=1");
	check("system-wide", DOCTOR_LIMITED, "perf_event_paranoid is 3", "sudo sysctl kernel.perf_event_paranoid=0");
}

TEST(refused_by_a_filter)
{
	set_user("0000000000000000", 2);
	fixture_file("proc/sys/kernel/perf_event_paranoid", "-1\n");
	refusal = -EPERM;
	check("own-processes", DOCTOR_MISSING, "seccomp", NULL);
	set_user("000001ffffffffff", 0);
	check("own-processes", DOCTOR_MISSING, "security module", NULL);
	refusal = -ENOSYS;
	check("own-processes", DOCTOR_MISSING, "no perf_event_open(2)", NULL);
}

TEST(root_of_a_user_namespace_has_no_rights)
{
	set_user("000001ffffffffff", 0);
	fixture_file("proc/sys/kernel/perf_event_paranoid", "2\n");
	fixture_file("proc/self/uid_map", "0 0 4294967295\n");
	refusal = 0;
	check("raw-tracepoints", DOCTOR_OK, "allowed", NULL);
	fixture_file("proc/self/uid_map", "0 1000 1\n");
	check("raw-tracepoints", DOCTOR_LIMITED, "perf_event_paranoid is 2",
	      "sudo sysctl kernel.perf_event_paranoid=-1");
}

TEST(status)
{
	struct doctor_findings findings = { VEC_INIT };
	CHECK_INT(doctor_findings_status(&findings), 0);
	vec_push(&findings.items, ((struct doctor_finding){ .weight = DOCTOR_EXTRA, .verdict = DOCTOR_MISSING }));
	vec_push(&findings.items, ((struct doctor_finding){ .weight = DOCTOR_VITAL, .verdict = DOCTOR_SKIPPED }));
	CHECK_INT(doctor_findings_status(&findings), 0);
	vec_push(&findings.items, ((struct doctor_finding){ .weight = DOCTOR_ESSENTIAL, .verdict = DOCTOR_LIMITED }));
	CHECK_INT(doctor_findings_status(&findings), 1);
	vec_push(&findings.items, ((struct doctor_finding){ .weight = DOCTOR_VITAL, .verdict = DOCTOR_MISSING }));
	CHECK_INT(doctor_findings_status(&findings), 2);
	doctor_findings_done(&findings);
}

TEST(groups)
{
	const char *bad;
	size_t size;
	CHECK(doctor_groups_are_known(NULL, &bad, &size) && doctor_groups_are_known("pmu,rights", &bad, &size));
	CHECK(!doctor_groups_are_known("pmu,righ,limits", &bad, &size));
	CHECK(size == 4 && strncmp(bad, "righ", size) == 0);
	CHECK(!doctor_groups_are_known("", &bad, &size) && !doctor_groups_are_known("pmu,", &bad, &size));
}

TEST_MAIN
