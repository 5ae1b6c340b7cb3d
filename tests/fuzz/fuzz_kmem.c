/* A whole recording through perf kmem stat: objects and pages by caller and one by one, as text and JSON, live. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/memfile.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
#include "base/compiler.h"
#include "commands/commands.h"

FUZZ(data, size)
{
	/* the input stands in front of the subcommand; options stay from line to line */
	static const char *const lines[][14] = {
		{ "kmem", "--kallsyms", "/dev/null", "--caller", "--alloc", "--raw-ip", "-i" },
		{ "kmem", "--kallsyms", "/dev/null", "--page", "--caller", "-s", "order,gfp,callsite", "--alloc", "-s",
		  "migtype,page", "-i" },
		{ "kmem", "--kallsyms", "/dev/null", "--page", "--slab", "--caller", "--alloc", "-l", "3", "--live",
		  "--json", "-i" },
	};
	const char *const *line = lines[size % ARRAY_SIZE(lines)];
	const char *argv[20];
	int argc = 0;
	struct memfile file = memfile_open(data, size);
	for (; line[argc]; argc++) argv[argc] = line[argc];
	argv[argc++] = file.path;
	argv[argc++] = "stat";
	argv[argc] = NULL;
	if (setenv("PERF_CACHE_DIR", "", 1) < 0) abort();
	fflush(stdout);
	int before = fcntl(1, F_DUPFD_CLOEXEC, 3), null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (before < 0 || null < 0 || dup2(null, 1) < 0) abort();
	(void)commands_find("kmem")->run(argc, argv);
	fflush(stdout);
	if (dup2(before, 1) < 0) abort();
	close(before);
	close(null);
	memfile_close(&file);
}
