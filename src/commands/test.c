/* perf test: the checks of selftest/, chosen by number or name, and the specimens of specimen/ as workloads (-w).
 *
 *     add_jobs: a job for each check and each of its cases -> run_jobs: start, finish -> a line of output each
 *
 * Unless -F is given a job runs in a child of its own, which says its verdict by its exit status and everything else
 * into a file in memory: a check that crashes fails alone. With -p several run at the same time; results are printed
 * in order all the same (run_jobs). */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/clock.h"
#include "base/threads.h"
#include "base/vec.h"
#include "cli/colour.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/option_form.h"
#include "cli/textout.h"
#include "selftest/selftest.h"
#include "specimen/specimen.h"

/* What was given; NULL: not given. */
struct test_values {
	bool dont_fork, parallel, sequential, list_workloads;
	const char *skip_list, *workload_name, *dso, *objdump;
	/* -j: the file; NULL: none is written. */
	const char *junit;
	int repeat, snippet_lines;
	const char *record_ctl;
};

static const char *const usage[] = {
	"perf test [<options>] [{list <test-name-fragment>|[<test-name-fragments>|<test-numbers>]}]", NULL
};
static const char *const subcommands[] = { "list", NULL };

static int store_junit(const struct option *option, const char *arg, bool unset, void *member)
{
	*(const char **)member = arg ? arg : "test.xml";
	if (unset) *(const char **)member = NULL;
	return 0;
}

static void visit_workloads(void (*add)(void *ctx, const char *name), void *ctx)
{
	for (size_t i = 0; specimens[i]; i++) add(ctx, specimens[i]->name);
}

static const struct option_set workload_set = { .what = "workload", .visit = visit_workloads };
static const struct option options[] = {
	OPTION_STRING('s', "skip", struct test_values, skip_list, "tests", "tests to skip"),
	OPTION_VERBOSE("be more verbose (show symbol address, etc)"),
	OPTION_BOOL('F', "dont-fork", struct test_values, dont_fork, "Do not fork for testcase"),
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 'j', "junit", "Generate junit XML output, default test.xml"),
	  .arg_name = "file", .flags = OPTION_OPTARG, .member = OPTION_PLACE(struct test_values, junit),
	  .store = store_junit },
	OPTION_INT('r', "runs-per-test", struct test_values, repeat,
		   "Run each test the given number of times, default 1"),
	OPTION_INT(0, "failure-snippet-lines", struct test_values, snippet_lines,
		   "Number of lines to include in failure snippet, default 10"),
	OPTION_STRING(0, "record-ctl", struct test_values, record_ctl, "fifo:ctl-fifo[,ack-fifo]",
		      "Write enable to the fifo just before running the workload and disable after, with optional ack "
		      "from ack-fifo"),
	OPTION_BOOL('p', "parallel", struct test_values, parallel, "Run the tests in parallel"),
	OPTION_BOOL('S', "sequential", struct test_values, sequential,
		    "Run the tests one after another rather than in parallel"),
	OPTION_TEXT('w', "workload", struct test_values, workload_name, "work", "workload to run for testing",
		    &workload_set),
	OPTION_BOOL(0, "list-workloads", struct test_values, list_workloads, "list the workloads of -w"),
	OPTION_STRING(0, "dso", struct test_values, dso, "dso", "dso to test"),
	OPTION_STRING(0, "objdump", struct test_values, objdump, "path",
		      "objdump binary to use for disassembly and annotations"),
	OPTION_END
};
static const struct option_table table = { .rows = options, .usage = usage, .subcommands = subcommands };

/* One line of output: a test, or a case of one. */
struct job {
	/* Counted from 1; case_number 0: the test itself. */
	unsigned number, case_number;
	const char *name;
	/* NULL: only a heading for its cases. */
	void (*run)(struct selftest_run *run);
	bool skip;
	/* 0: not started; -1: it could not be, and runs in this process. */
	pid_t pid;
	/* What the child says: text for -v, and at its end the reason to skip behind SKIP_MARKER. */
	int output_fd;
	enum selftest_result result;
	/* Why it was skipped; owned, NULL: nothing to say. */
	char *reason;
	/* The test it is a case of, or itself. */
	const char *test_name;
	/* CLOCK_MONOTONIC when it was started, and how long it took. */
	uint64_t started_ns, took_ns;
	/* What a failed one has said; owned, NULL: nothing is known. */
	char *output;
};

typedef VEC(struct job) jobs_vec;

/* Of all names, not only those chosen: the columns stay the same. */
static size_t name_width(void)
{
	size_t width = 40;

	for (size_t i = 0; selftests[i]; i++) {
		width = MAX(width, strlen(selftests[i]->name));
		for (const struct selftest_case *one = selftests[i]->cases; one && one->name; one++)
			width = MAX(width, strlen(one->name));
	}
	return width;
}

/* A number, a glob, or part of the name. */
static bool matches(const char *word, unsigned number, const char *name)
{
	char *end;
	unsigned long value = strtoul(word, &end, 10);

	if (isdigit((unsigned char)word[0]) && !*end) return value == number;
	return strcasestr(name, word) || fnmatch(word, name, 0) == 0;
}

/* Whether one of the words chooses the test; without words all are chosen. */
static bool wanted(unsigned number, const char *name, int argc, const char **argv)
{
	for (int i = 0; i < argc; i++)
		if (matches(argv[i], number, name)) return true;
	return argc == 0;
}

/* -s: "3,5", numbers of tests. */
static bool in_skip_list(const char *skip_list, unsigned number)
{
	for (const char *p = skip_list; p; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL)
		if (strtoul(p, NULL, 10) == number) return true;
	return false;
}

/* The same numbers that choose tests. */
static int list(int argc, const char **argv)
{
	for (unsigned i = 0; selftests[i]; i++) {
		const struct selftest *test = selftests[i];
		unsigned case_number = 0;

		if (!wanted(i + 1, test->name, argc, argv)) continue;
		printf("%3u: %s\n", i + 1, test->name);
		for (const struct selftest_case *one = test->cases; one && one->name; one++)
			printf("%3u:%u: %s\n", i + 1, ++case_number, one->name);
	}
	return 0;
}

/* The test of an index and its cases; one that is skipped has no cases. */
static void add_test(jobs_vec *jobs, unsigned index, bool skip)
{
	const struct selftest *test = selftests[index];
	unsigned case_number = 0;

	vec_push(jobs, ((struct job){ .number = index + 1,
				      .name = test->name,
				      .test_name = test->name,
				      .run = test->run,
				      .skip = skip,
				      .output_fd = -1,
				      .result = skip ? SELFTEST_SKIPPED : SELFTEST_OK,
				      .reason = skip ? xstrdup("user override") : NULL }));
	for (const struct selftest_case *one = skip ? NULL : test->cases; one && one->name; one++) {
		case_number++;
		vec_push(jobs, ((struct job){ .number = index + 1,
					      .case_number = case_number,
					      .name = one->name,
					      .test_name = test->name,
					      .run = one->run,
					      .output_fd = -1 }));
	}
}

/* Each of the chosen tests as often as -r says, one after the other. */
static void add_jobs(jobs_vec *jobs, const struct test_values *values, int argc, const char **argv)
{
	for (unsigned i = 0; selftests[i]; i++) {
		if (!wanted(i + 1, selftests[i]->name, argc, argv)) continue;
		for (int k = 0; k < values->repeat; k++) add_test(jobs, i, in_skip_list(values->skip_list, i + 1));
	}
}

/* Runs the check in this process. */
static void run_here(const struct test_values *values, struct job *job)
{
	struct selftest_run run = { .dso = values->dso };

	job->run(&run);
	job->result = selftest_result_of(&run);
	if (job->result == SELFTEST_SKIPPED) job->reason = xstrdup(run.skip);
}

/* Begins with a character that no text of a check has. */
#define SKIP_MARKER "\1skip:"

/* Starts the job in a child, which writes all it says into a file in memory, its reason to skip last. 0; -errno:
 * there is no child, the caller has to run it here. */
static int start(const struct test_values *values, struct job *job)
{
	job->started_ns = clock_now_ns();
	job->output_fd = memfd_create("perf-test", MFD_CLOEXEC);
	if (job->output_fd < 0) return -errno;
	fflush(NULL);
	job->pid = fork();
	if (job->pid < 0) return -errno;
	if (job->pid > 0) return 0;
	dup2(job->output_fd, STDOUT_FILENO);
	dup2(job->output_fd, STDERR_FILENO);
	if (console.verbosity) fprintf(stderr, "--- start ---\ntest child forked, pid %d\n", getpid());
	run_here(values, job);
	if (job->reason) printf(SKIP_MARKER "%s", job->reason);
	fflush(NULL);
	_exit((int)job->result);
}

/* All of the file, terminated; the caller frees it. Closes fd. An output that cannot be read is empty. */
static char *read_output(int fd)
{
	off_t size = lseek(fd, 0, SEEK_END);
	char *text = xmalloc((size_t)MAX(size, 0) + 1);
	ssize_t n = pread(fd, text, (size_t)MAX(size, 0), 0);

	text[MAX(n, 0)] = 0;
	close(fd);
	return text;
}

/* Waits for the child and reads what it left. */
static void collect(struct job *job)
{
	int status = 0;

	while (waitpid(job->pid, &status, 0) < 0 && errno == EINTR) continue;
	_free_ char *text = read_output(job->output_fd);
	char *marker = strstr(text, SKIP_MARKER);
	job->result = WIFEXITED(status) && WEXITSTATUS(status) <= SELFTEST_SKIPPED
			      ? (enum selftest_result)WEXITSTATUS(status)
			      : SELFTEST_FAILED;
	if (marker) {
		*marker = 0;
		job->reason = xstrdup(marker + strlen(SKIP_MARKER));
	}
	if (job->result == SELFTEST_FAILED) job->output = xstrdup(text);
	if (!console.verbosity) return;
	textout_flush();
	fputs(text, stderr);
	if (WIFSIGNALED(status)) fprintf(stderr, "test child interrupted by signal %d\n", WTERMSIG(status));
	fprintf(stderr, "---- end ----\n");
}

/* "  3: NAME :", or "  3.2: NAME :" of a case, with results below each other. */
static void print_name(const struct job *job, size_t width)
{
	if (job->case_number) printf("%3u.%u: %-*s:", job->number, job->case_number, (int)width - 1, job->name);
	else printf("%3u: %-*s:", job->number, (int)width + 1, job->name);
}

static void print_result(const struct job *job, bool colour)
{
	const char *yellow = colour ? "\033[33m" : "", *red = colour ? "\033[31m" : "", *reset = colour ? "\033[m" : "";

	if (job->result == SELFTEST_OK) printf(" Ok\n");
	else if (job->result == SELFTEST_FAILED) printf(" %sFAILED!%s\n", red, reset);
	else if (job->reason) printf(" %sSkip (%s)%s\n", yellow, job->reason, reset);
	else printf(" %sSkip%s\n", yellow, reset);
}

/* Waits for the job's child, or runs the job here when it has none. */
static void finish(const struct test_values *values, struct job *job)
{
	if (!job->started_ns) job->started_ns = clock_now_ns();
	if (job->pid > 0) collect(job);
	else run_here(values, job);
	job->took_ns = clock_now_ns() - job->started_ns;
}

/* -- the file of -j -- */

/* What XML keeps for itself, and what it cannot have at all. */
static void write_xml(const char *text, FILE *file)
{
	for (; *text; text++) {
		switch (*text) {
		case '&': fputs("&amp;", file); break;
		case '<': fputs("&lt;", file); break;
		case '>': fputs("&gt;", file); break;
		case '"': fputs("&quot;", file); break;
		default: fputc((unsigned char)*text < ' ' && !strchr("\n\t", *text) ? '?' : *text, file);
		}
	}
}

/* The last lines of a text, so many. */
static const char *last_lines(const char *text, int lines)
{
	const char *at = text + strlen(text);
	if (at > text && at[-1] == '\n') at--;
	while (at > text && (at[-1] != '\n' || --lines > 0)) at--;
	return at;
}

static void write_case(const struct test_values *values, const struct job *job, FILE *file)
{
	fputs("    <testcase classname=\"", file);
	write_xml(job->test_name, file);
	fputs("\" name=\"", file);
	write_xml(job->name, file);
	fprintf(file, "\" time=\"%.2f\"", (double)job->took_ns / 1e9);
	if (job->result == SELFTEST_OK) {
		fputs("/>\n", file);
		return;
	}
	fputs(">\n", file);
	if (job->result == SELFTEST_SKIPPED) {
		fputs("      <skipped message=\"", file);
		write_xml(job->reason ? job->reason : "Skip", file);
		fputs("\"/>\n", file);
	} else {
		fputs("      <failure message=\"FAILED!\">", file);
		write_xml(job->output ? last_lines(job->output, values->snippet_lines) : "", file);
		fputs("</failure>\n", file);
	}
	fputs("    </testcase>\n", file);
}

/* 0, or -errno that has been printed. */
static int write_junit(const struct test_values *values, const jobs_vec *jobs)
{
	unsigned counts[SELFTEST_SKIPPED + 1] = { 0 };
	FILE *file = fopen(values->junit, "we");
	for (size_t i = 0; i < jobs->count; i++) {
		const struct job *job = &jobs->items[i];
		if (job->run || job->skip) counts[job->result]++;
	}
	bool failed = !file;
	if (file) {
		fprintf(file,
			"<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<testsuites>\n"
			"  <testsuite name=\"perf-tests\" tests=\"%u\" failures=\"%u\" skipped=\"%u\">\n",
			counts[SELFTEST_OK] + counts[SELFTEST_FAILED] + counts[SELFTEST_SKIPPED],
			counts[SELFTEST_FAILED], counts[SELFTEST_SKIPPED]);
		for (size_t i = 0; i < jobs->count; i++)
			if (jobs->items[i].run || jobs->items[i].skip) write_case(values, &jobs->items[i], file);
		fputs("  </testsuite>\n</testsuites>\n", file);
		failed = ferror(file) != 0;
		if (fclose(file)) failed = true;
	}
	if (failed) fprintf(stderr, "perf: cannot write %s: %s\n", values->junit, strerror(errno));
	else printf("Wrote junit XML output to %s\n", values->junit);
	return failed ? -EIO : 0;
}

/* Prints results in order of number, whatever runs at the same time: before job i is waited for, jobs up to i +
 * at_once are started. Returns how many failed. */
static unsigned run_jobs(const struct test_values *values, jobs_vec *jobs)
{
	size_t width = name_width(), started = 0,
	       at_once = values->parallel && !values->sequential ? threads_default() : 1;
	bool colour = colour_wanted(COLOUR_AUTO);
	unsigned failed = 0;

	for (size_t i = 0; i < jobs->count; i++) {
		struct job *job = &jobs->items[i];

		for (started = MAX(started, i); !values->dont_fork && started < MIN(jobs->count, i + at_once);
		     started++) {
			struct job *next = &jobs->items[started];
			if (!next->skip && next->run && start(values, next) < 0) next->pid = -1;
		}
		if (job->run && !job->skip) finish(values, job);
		print_name(job, width);
		if (job->run || job->skip) print_result(job, colour);
		else putchar('\n');
		textout_flush();
		failed += job->result == SELFTEST_FAILED;
	}
	return failed;
}

/* --record-ctl: writes an order to the FIFO behind which a perf record listens (--control), and waits for its answer
 * where there is a FIFO for that. 0; -errno that has been printed. */
static int order(const char *where, const char *what)
{
	char answer[16];
	if (!where) return 0;
	_free_ char *words = xstrdup(where);
	char *rest = words;
	bool is_fifo = strncmp(words, "fifo:", 5) == 0;
	if (is_fifo) rest += 5;
	const char *path = strsep(&rest, ",");
	int fd = is_fifo ? open(path, O_WRONLY | O_CLOEXEC) : -1;
	int ack = fd >= 0 && rest ? open(rest, O_RDONLY | O_CLOEXEC) : -1;
	bool done = fd >= 0 && write(fd, what, strlen(what)) == (ssize_t)strlen(what);
	if (done && rest) done = ack >= 0 && read(ack, answer, sizeof(answer)) > 0;
	if (!is_fifo) fprintf(stderr, "--record-ctl takes fifo:ctl-fifo[,ack-fifo], not %s\n", where);
	else if (!done) fprintf(stderr, "--record-ctl %s: %s\n", where, strerror(errno));
	if (fd >= 0) close(fd);
	if (ack >= 0) close(ack);
	return done ? 0 : -EIO;
}

/* In this process: perf record and others count what it does. */
static int run_workload(const char *workload_name, const char *record_ctl, int argc, const char **argv)
{
	const struct specimen *specimen = specimen_find(workload_name);

	if (!specimen) {
		_strbuf_done_ struct strbuf near = STRBUF_INIT;
		option_set_format(&workload_set, workload_name, &near);
		fprintf(stderr, "No workload found: %s\n%s", workload_name, strbuf_text(&near));
		return 255;
	}
	if (order(record_ctl, "enable\n") < 0) return 255;
	int status = specimen->run(argc, argv);
	return order(record_ctl, "disable\n") < 0 ? 255 : status;
}

/* The exit status is 1 when any test has failed; skipped ones are no failure. */
static int run(int argc, const char **argv)
{
	jobs_vec jobs = VEC_INIT;

	struct test_values values = { .repeat = 1, .snippet_lines = 10 };
	int status;
	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (values.list_workloads) {
		for (size_t i = 0; specimens[i]; i++) puts(specimens[i]->name);
		return 0;
	}
	if (values.workload_name) return run_workload(values.workload_name, values.record_ctl, argc, argv);
	if (argc && strcmp(argv[0], "list") == 0) return list(argc - 1, argv + 1);
	if (values.repeat < 1 || values.snippet_lines < 0) return option_table_usage(&table);
	add_jobs(&jobs, &values, argc, argv);
	unsigned failed = run_jobs(&values, &jobs);
	if (values.junit && write_junit(&values, &jobs) < 0) failed++;
	for (size_t i = 0; i < jobs.count; i++) {
		free(jobs.items[i].reason);
		free(jobs.items[i].output);
	}
	vec_done(&jobs);
	return failed != 0;
}

const struct command command_test = { .name = "test", .summary = "Runs sanity tests.", .run = run };
