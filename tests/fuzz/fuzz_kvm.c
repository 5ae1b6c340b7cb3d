/* A whole recording through perf kvm stat report: exits, accesses to devices, ports, registers, calls. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/memfile.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
#include "base/compiler.h"
#include "commands/commands.h"

FUZZ(data, size)
{
	/* the input stands in front of the subcommand */
	static const char *const lines[][8] = {
		{ "stat", "report" },
		{ "stat", "report", "--event", "mmio", "-k", "max_t" },
		{ "stat", "report", "--event", "ioport", "--vcpu", "0" },
		{ "stat", "report", "--event", "msr", "-p", "100" },
		{ "stat", "report", "--event", "hcall", "-k", "mean_t" },
	};
	const char *const *line = lines[size % ARRAY_SIZE(lines)];
	struct memfile file = memfile_open(data, size);
	const char *argv[16] = { "kvm", "-i", file.path };
	int argc = 3;
	for (size_t i = 0; line[i]; i++) argv[argc++] = line[i];
	if (setenv("PERF_CACHE_DIR", "", 1) < 0) abort();
	fflush(stdout);
	int before = fcntl(1, F_DUPFD_CLOEXEC, 3), null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (before < 0 || null < 0 || dup2(null, 1) < 0) abort();
	(void)commands_find("kvm")->run(argc, argv);
	fflush(stdout);
	if (dup2(before, 1) < 0) abort();
	close(before);
	close(null);
	memfile_close(&file);
}
