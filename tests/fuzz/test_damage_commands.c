/* Commands on a small recording that is cut at every byte, and whose every byte is changed: test_damage_commands FILE;
 * of one with a hardware trace test_damage_commands FILE SYMFS, where SYMFS is the directory with the program it is of.
 * Each run is a process of its own, which must end by itself, in time; a sanitizer's report ends it otherwise. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include "tests/fuzz/memfile.h"
#include "tests/fuzz/run_commands.h"

enum { SECONDS = 60, USAGE = 129 };

static const char *const lines[][RUN_COMMANDS_WORDS] = {
	{ "report", "--stdio", RUN_COMMANDS_NO_SYMBOLS, "-g", "caller", "-s", "comm,dso,sym" },
	{ "report", "--header-only", "-I" },
	{ "report", "-D", RUN_COMMANDS_NO_SYMBOLS },
	{ "script", RUN_COMMANDS_NO_SYMBOLS, "--show-mmap-events", "--show-task-events" },
	{ "diff", RUN_COMMANDS_NO_SYMBOLS, "-p", "-F", RUN_COMMANDS_PATH, "--", RUN_COMMANDS_PATH },
	{ "evlist", "-v" },
	{ "buildid-list" },
	{ "lock", "report", "-t" },
	{ "inject", "-b", "--mmap2-buildids", "-o", "/dev/null" },
	{ "latency", "report", "--pair", "cycles", "--by", "comm", "--slowest", "2" },
	{ "kvm", "-i", RUN_COMMANDS_PATH, "stat", "report" },
	{ "kwork", "timehist" },
};

/* Where a trace is decoded; the place of SYMFS is filled in. */
static const char *trace_line[RUN_COMMANDS_WORDS] = { "script",        "--symfs",   NULL,
						      "--kallsyms",    "/dev/null", "--itrace=bepwxi3igl",
						      "-F+flags,+insn" };
enum { SYMFS_AT = 2 };

/* Did it end as it should? loud: what it says on stderr is shown. */
static bool ends_well(const char *const *line, const uint8_t *data, size_t size, bool loud)
{
	int status = 0;
	pid_t pid = fork();
	if (pid < 0) return false;
	if (pid == 0) {
		alarm(SECONDS);
		if (!loud && !freopen("/dev/null", "w", stderr)) abort();
		struct memfile file = memfile_open(data, size);
		run_command(line, file.path);
		_exit(0); /* how a command calls damage is its own business */
	}
	if (waitpid(pid, &status, 0) != pid) return false;
	return WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == USAGE);
}

static int try(const char *const *line, const uint8_t *data, size_t size, const char *damage, size_t at)
{
	if (ends_well(line, data, size, false)) return 0;
	fprintf(stderr, "%s %s: %s %zu\n", line[0], line[1] ? line[1] : "", damage, at);
	(void)ends_well(line, data, size, true);
	return 1;
}

/* Every damage to the recording, on one line. Returns how often that went wrong. */
static int damage(const char *const *line, uint8_t *bytes, size_t size)
{
	int failed = 0;
	for (size_t cut = 0; cut < size && failed < 5; cut++) failed += try(line, bytes, cut, "cut at", cut);
	for (size_t at = 0; at < size && failed < 5; at++) {
		bytes[at] ^= 0xff;
		failed += try(line, bytes, size, "changed at", at);
		bytes[at] ^= 0xff;
	}
	printf("%s %s %s on %zu bytes\n", failed ? "not ok" : "ok", line[0], line[1] ? line[1] : "", size);
	fflush(stdout);
	return failed;
}

int main(int argc, char **argv)
{
	static uint8_t bytes[1 << 16];
	FILE *in = argc == 2 || argc == 3 ? fopen(argv[1], "rb") : NULL;
	size_t size = in ? fread(bytes, 1, sizeof(bytes), in) : 0;
	int all = 0;
	if (in) fclose(in);
	if (!size) {
		printf("not ok the recording can be read\n");
		return 1;
	}
	if (argc == 3) {
		trace_line[SYMFS_AT] = argv[2];
		return damage(trace_line, bytes, size) != 0;
	}
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) all += damage(lines[i], bytes, size);
	return all != 0;
}
