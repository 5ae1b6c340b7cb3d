/* perf doctor: what this machine, kernel and user can measure, what is missing, and the command that mends it. The
 * checks are doctor/, their text render/listing/doctor_text, --fix commands/doctor/doctor_fix. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli/command.h"
#include "cli/console.h"
#include "cli/textout.h"
#include "commands/doctor/doctor_fix.h"
#include "commands/doctor/doctor_option.h"
#include "commands/doctor/doctor_wait.h"
#include "commands/option/build_id_dir.h"
#include "doctor/doctor.h"
#include "kernel/machine_root.h"
#include "render/listing/doctor_text.h"

/* What perf is called in commands that name it, when its own path is not the machine's. */
#define INSTALLED_PATH "/usr/bin/perf"

static int examine(const struct doctor_values *values, const struct doctor_scene *scene, struct outbuf *out)
{
	struct doctor_findings findings;
	_free_ char *process = scene->pid ? xasprintf("pid %d", scene->pid) : NULL;
	doctor_examine(scene, values->only, &findings);
	if (values->json) doctor_json(&findings, process ? process : scene->program, out);
	else doctor_text(&findings, console.verbosity > 0, out);
	int status = doctor_findings_status(&findings);
	doctor_findings_done(&findings);
	return status;
}

static int run(int argc, const char **argv)
{
	struct doctor_values values = { 0 };
	int status;
	if (argc > 1 && strcmp(argv[1], "wait") == 0) return doctor_wait(argc - 1, argv + 1);
	if (!doctor_values_parse(&values, &argc, argv, &status)) return status;
	char perf_path[4096] = INSTALLED_PATH;
	bool is_foreign = machine_root_is_foreign();
	ssize_t size = is_foreign ? 0 : readlink("/proc/self/exe", perf_path, sizeof(perf_path) - 1);
	if (size > 0) perf_path[size] = '\0';
	const struct event_opener expected = { doctor_expected_open, (void *)machine_root() };
	const struct doctor_scene scene = { .fs = machine_root(),
					    .opener = is_foreign ? &expected : NULL,
					    .is_foreign = is_foreign,
					    .ask_network = values.network,
					    .debugfs_dir = getenv("PERF_DEBUGFS_DIR"),
					    .build_id_dir = build_id_dir(),
					    .debuginfod_urls = getenv("DEBUGINFOD_URLS"),
					    .search_path = getenv("PATH"),
					    .perf_path = perf_path,
					    .program = values.program,
					    .pid = values.pid };
	struct outbuf out;
	textout_stdout(&out);
	status = values.fix ? doctor_fix(&scene, values.only, values.yes, &out) : examine(&values, &scene, &out);
	(void)textout_close(&out, NULL); /* has told of a full disk, and the exit status will */
	return status;
}

const struct command command_doctor = {
	.name = "doctor",
	.summary = "Say what can be measured here, what is missing, and how to mend it",
	.run = run,
};
