/* Commands on a small recording that is cut at every byte, and whose every byte is changed: test_damage_commands FILE;
 * of one with a hardware trace test_damage_commands FILE SYMFS [--itrace=LETTERS], where SYMFS is the directory with
 * the program it is of. Each must end by itself, in time; a sanitizer's report ends it otherwise. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include "tests/fuzz/memfile.h"
#include "tests/fuzz/run_commands.h"

enum { SECONDS = 60, USAGE = 129, BATCH = 64 };

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
						      "--kallsyms",    "/dev/null", "--itrace=bepwxoIi3igl",
						      "-F+flags,+insn" };
enum { SYMFS_AT = 2, ITRACE_AT = 5 };

/* A recording with one damage: what is left of it, or all of it with a byte changed. */
struct damaged {
	const char *const *line;
	uint8_t *bytes;
	size_t size;
};

/* Damages 0 to size - 1 cut, those from size on change a byte. */
static size_t nr_damages(const struct damaged *damaged) { return 2 * damaged->size; }

static void run_one(const struct damaged *damaged, size_t nr)
{
	bool changed = nr >= damaged->size;
	size_t at = changed ? nr - damaged->size : nr;
	if (changed) damaged->bytes[at] ^= 0xff;
	struct memfile file = memfile_open(damaged->bytes, changed ? damaged->size : at);
	run_command(damaged->line, file.path);
	memfile_close(&file);
	if (changed) damaged->bytes[at] ^= 0xff;
}

/* Runs damages from `first` to before `end` in one process; the shared *nr is the one that is run. Did it end as it
 * should? loud: what it says on stderr is shown. */
static bool ends_well(const struct damaged *damaged, size_t first, size_t end, size_t *nr, bool loud)
{
	int status = 0;
	pid_t pid = fork();
	if (pid < 0) return false;
	if (pid == 0) {
		if (!loud && !freopen("/dev/null", "w", stderr)) abort();
		for (*nr = first; *nr < end; ++*nr) {
			alarm(SECONDS);
			run_one(damaged, *nr);
		}
		_exit(0); /* how a command calls damage is its own business */
	}
	if (waitpid(pid, &status, 0) != pid) return false;
	return WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == USAGE);
}

/* Every damage to the recording, on one line. Many are tried in a process, as starting one takes longer than a try;
 * what goes wrong is run again alone. Returns how often that was. */
static int damage(const char *const *line, uint8_t *bytes, size_t size, size_t *nr)
{
	const struct damaged damaged = { .line = line, .bytes = bytes, .size = size };
	size_t nr_all = nr_damages(&damaged), end;
	int failed = 0;

	for (size_t first = 0; first < nr_all && failed < 5; first = end) {
		end = first + BATCH < nr_all ? first + BATCH : nr_all;
		bool good = ends_well(&damaged, first, end, nr, false);
		if (good && *nr == end) continue;
		end = *nr + 1; /* it refused this one, or fell over it or over what those before it left */
		if (good) continue;
		fprintf(stderr, "%s %s: %s %zu\n", line[0], line[1] ? line[1] : "",
			*nr < size ? "cut at" : "changed at", *nr % size);
		size_t others = *nr - first;
		if (ends_well(&damaged, *nr, *nr + 1, nr, true))
			fprintf(stderr, "only after %zu others in the same process\n", others);
		failed++;
	}
	printf("%s %s %s on %zu bytes\n", failed ? "not ok" : "ok", line[0], line[1] ? line[1] : "", size);
	fflush(stdout);
	return failed;
}

int main(int argc, char **argv)
{
	static uint8_t bytes[1 << 16];
	FILE *in = argc >= 2 && argc <= 4 ? fopen(argv[1], "rb") : NULL;
	size_t size = in ? fread(bytes, 1, sizeof(bytes), in) : 0;
	int all = 0;
	if (in) fclose(in);
	if (!size) {
		printf("not ok the recording can be read\n");
		return 1;
	}
	size_t *nr = mmap(NULL, sizeof(*nr), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (nr == MAP_FAILED) return 1;
	if (argc >= 3) {
		trace_line[SYMFS_AT] = argv[2];
		if (argc == 4) trace_line[ITRACE_AT] = argv[3];
		return damage(trace_line, bytes, size, nr) != 0;
	}
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) all += damage(lines[i], bytes, size, nr);
	return all != 0;
}
