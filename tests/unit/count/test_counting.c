/* Whole counting sessions, of a command whose events the test knows and that any user may count: page faults of this
 * program, which touches as many pages as it is told to. */
#include "count/counting.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/unit/test.h"
#include "tests/unit/touch_command.h"

/* -- the command -- */

static const char *const touch_1000[] = { self, "touch", "1000", "3", NULL };
static const char *const touch_on[] = { self, "touch", "100", "on", NULL };

/* -- a session -- */

static const struct kernelfs machine = { "" };
static struct event_list events;
static struct counting_options options;
static struct counting_result result;
static struct err err;
static char notices[1024];

/* What the hooks saw. */
static struct {
	unsigned nr_opened, nr_intervals, nr_runs;
	uint64_t faults, last_faults, enabled_ns;
	enum counts_state state[4];
	bool grows, has_rusage;
} seen;

static uint64_t sum_of(const struct counting_view *view, size_t event)
{
	uint64_t sum = 0;
	for (size_t cpu = 0; cpu < view->counts->nr_cpus; cpu++)
		for (size_t thread = 0; thread < view->counts->nr_threads; thread++)
			sum += counts_at(view->counts, event, cpu, thread)->value;
	return sum;
}

static int see_opened(void *ctx, const struct counting_view *view, struct err *why)
{
	seen.nr_opened++;
	CHECK_INT(view->run, seen.nr_runs);
	CHECK_INT(view->workload > 0, options.workload != NULL);
	return 0;
}

static int see_interval(void *ctx, const struct counting_view *view, const struct counting_times *times,
			struct err *why)
{
	uint64_t faults = sum_of(view, 0);
	seen.grows &= faults >= seen.last_faults;
	seen.last_faults = faults;
	if (++seen.nr_intervals == options.interval_count) kill(view->workload, SIGTERM);
	return 0;
}

static int see_run(void *ctx, const struct counting_view *view, const struct counting_times *times, struct err *why)
{
	seen.faults = sum_of(view, 0);
	seen.enabled_ns = counts_at(view->counts, 0, 0, 0)->enabled_ns;
	seen.has_rusage = times->has_rusage;
	for (size_t i = 0; i < event_list_count(view->events); i++) seen.state[i] = view->counts->state[i];
	seen.nr_runs++;
	return 0;
}

static void take_notice(void *ctx, int level, const char *text)
{
	if (!level) snprintf(notices + strlen(notices), sizeof(notices) - strlen(notices), "%s\n", text);
}

static struct event_spec *add(const char *name, uint32_t type, uint64_t config)
{
	struct event_spec *spec = event_list_add(&events, name);
	spec->attr.type = type;
	spec->attr.config = config;
	spec->attr.flags = ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV;
	return spec;
}

static void begin(const char *const *workload)
{
	events = (struct event_list)EVENT_LIST_INIT;
	options =
		(struct counting_options){ .fs = &machine,
					   .workload = workload,
					   .runs = 1,
					   .hooks = { .opened = see_opened, .interval = see_interval, .run = see_run },
					   .notice = take_notice };
	memset(&seen, 0, sizeof(seen));
	seen.grows = true;
	notices[0] = '\0';
	err = (struct err)ERR_INIT;
	add("page-faults:u", ATTR_TYPE_SOFTWARE, ATTR_SOFTWARE_PAGE_FAULTS);
}

static int count(void) { return counting_run(&options, &events, &result, &err); }

static void end(void)
{
	event_list_done(&events);
	err_done(&err);
}

static bool is_refused(void)
{
	struct event_attr attr = { .type = ATTR_TYPE_SOFTWARE,
				   .config = ATTR_SOFTWARE_PAGE_FAULTS,
				   .flags = ATTR_DISABLED | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV };
	int fd = event_open_exact(&attr, &(struct event_place){ .pid = 0, .cpu = -1, .group_fd = -1 }, true);
	if (fd >= 0) close(fd);
	return fd < 0;
}

#define BEGIN(workload)                                               \
	do {                                                          \
		if (is_refused()) SKIP("no perf_event_open(2) here"); \
		begin(workload);                                      \
	} while (0)

TEST(a_command)
{
	BEGIN(touch_1000);
	CHECK_INT(count(), 0);
	CHECK(seen.faults >= 1000 && seen.enabled_ns && seen.has_rusage);
	CHECK_INT(seen.nr_opened, 1);
	CHECK_INT(seen.nr_runs, 1);
	CHECK_INT(seen.nr_intervals, 0);
	CHECK(result.has_workload && WIFEXITED(result.workload_status) && WEXITSTATUS(result.workload_status) == 3);
	CHECK(!result.stopped && !result.end_signal && !result.no_target);
	end();
}

TEST(several_runs)
{
	BEGIN(touch_1000);
	options.runs = 3;
	CHECK_INT(count(), 0);
	CHECK_INT(seen.nr_opened, 3);
	CHECK_INT(seen.nr_runs, 3);
	CHECK(seen.faults >= 1000 && seen.faults < 30000); /* of the last one alone */
	end();
}

/* What this machine has not is not counted, and said so; the others are. */
TEST(an_event_that_is_not_there)
{
	BEGIN(touch_1000);
	add("nothing", 0x7ffffff0, 1);
	add("duration_time", ATTR_TYPE_SOFTWARE, ATTR_SOFTWARE_DUMMY)->tool = EVENT_TOOL_DURATION_TIME;
	CHECK_INT(count(), 0);
	CHECK(seen.faults >= 1000);
	CHECK_INT(seen.state[0], COUNTS_SUPPORTED);
	CHECK_INT(seen.state[1], COUNTS_NOT_SUPPORTED);
	CHECK_INT(seen.state[2], COUNTS_SUPPORTED);
	end();
}

TEST(intervals)
{
	BEGIN(touch_on);
	options.interval_ms = 2;
	options.interval_count = 3;
	CHECK_INT(count(), 0);
	CHECK_INT(seen.nr_intervals, 3); /* and no last, shorter one */
	CHECK(seen.grows && !result.stopped && WIFSIGNALED(result.workload_status));
	CHECK_INT(seen.nr_runs, 1);
	end();
}

TEST(ended_by_timeout)
{
	BEGIN(touch_on);
	options.timeout_ms = 1;
	CHECK_INT(count(), 0);
	CHECK(result.stopped && WIFSIGNALED(result.workload_status) && WTERMSIG(result.workload_status) == SIGTERM);
	end();
}

/* It has come when the session looks. */
TEST(ended_by_signal)
{
	sigset_t set, before;
	BEGIN(touch_on);
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigprocmask(SIG_BLOCK, &set, &before);
	kill(getpid(), SIGINT);
	options.runs = 5; /* and no more of them */
	CHECK_INT(count(), 0);
	CHECK_INT(result.end_signal, SIGINT);
	CHECK_INT(seen.nr_runs, 1);
	sigprocmask(SIG_SETMASK, &before, NULL);
	end();
}

TEST(off_until_it_is_told)
{
	BEGIN(touch_1000);
	options.delay_ms = -1;
	CHECK_INT(count(), 0);
	CHECK_INT(seen.faults, 0);
	CHECK_STR(notices, "Events disabled\n");
	end();
	begin(touch_on);
	int ends[2];
	struct control control = CONTROL_NONE;
	CHECK(pipe(ends) == 0 && write(ends[1], "enable\nping\nstop\n", 17) == 17);
	control.fd = ends[0];
	options.delay_ms = -1;
	options.control = &control;
	CHECK_INT(count(), 0);
	CHECK(result.stopped && strstr(notices, "Events disabled\nEvents enabled\n"));
	close(ends[0]);
	close(ends[1]);
	end();
}

TEST(what_goes_wrong)
{
	static const char *const none[] = { "/nonexistent/program", NULL };
	BEGIN(none);
	CHECK_INT(count(), -ENOENT);
	CHECK_STR(err.message, "Workload failed: No such file or directory");
	CHECK_INT(seen.nr_runs, 0);
	end();
	begin(NULL);
	options.target.pids = "x";
	CHECK(count() < 0);
	CHECK(result.no_target && !seen.nr_opened);
	end();
}

/* Without a descriptor for signals nothing is begun. */
TEST(no_descriptor_left)
{
	struct rlimit limit;
	BEGIN(touch_1000);
	CHECK_INT(getrlimit(RLIMIT_NOFILE, &limit), 0);
	setrlimit(RLIMIT_NOFILE, &(struct rlimit){ 3, limit.rlim_max });
	int r = count();
	setrlimit(RLIMIT_NOFILE, &limit);
	CHECK_INT(r, -EMFILE);
	CHECK(err.message && strncmp(err.message, "signalfd", 8) == 0);
	CHECK_INT(seen.nr_opened, 0);
	end();
}

TEST_MAIN
