/* numa mem: processes of several threads go through memory that all, those of a process or each alone has, with CPUs
 * and memory nodes that can be chosen. */
#include "commands/bench/bench_numa.h"
#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/clock.h"
#include "base/host.h"
#include "commands/bench/bench_crew.h"
#include "commands/bench/bench_numa_bind.h"
#include "commands/bench/bench_result.h"

#define WATCH_NS UINT64_C(10000000)
#define NS_PER_S UINT64_C(1000000000)

/* A measurement while it runs. */
struct watch {
	struct outbuf *out;
	const struct numa_values *values;
	struct numa_shared *shared;
	const struct numa_machine *machine;
	unsigned nr_tasks, nr_procs_left;
	uint64_t began, run_ns, converged_ns, next_line, next_push;
	bool has_failed, was_interrupted;
};

/* With -q only figures, unless -d asks for more. */
static bool tells(const struct numa_values *values) { return !values->quiet || values->details > 0; }

/* Waits until a child has ended, Ctrl-C or the time; both signals are held back. */
static void wait_event(struct watch *watch, uint64_t ns)
{
	sigset_t set;
	int status;
	pid_t pid;
	struct timespec left = { .tv_sec = (time_t)(ns / NS_PER_S), .tv_nsec = (long)(ns % NS_PER_S) };
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGCHLD);
	if (sigtimedwait(&set, NULL, &left) == SIGINT) watch->was_interrupted = true;
	while (watch->nr_procs_left && (pid = waitpid(-1, &status, WNOHANG)) > 0) {
		watch->nr_procs_left--;
		if (status) watch->has_failed = true;
	}
	if (atomic_load(&watch->shared->has_failed)) watch->has_failed = true;
}

/* Of each process all threads are on one node. */
static bool have_converged(const struct watch *watch)
{
	for (unsigned i = 0; i < watch->nr_tasks; i++) {
		unsigned first = i - i % watch->values->nr_threads;
		if (numa_node_of(watch->machine, atomic_load(&watch->shared->tasks[i].cpu)) !=
		    numa_node_of(watch->machine, atomic_load(&watch->shared->tasks[first].cpu)))
			return false;
	}
	return true;
}

/* The first task goes to the CPU behind its own, and from there where it likes. */
static void perturb(const struct watch *watch)
{
	const struct numa_task *task = &watch->shared->tasks[0];
	cpu_set_t before[8], one[8];
	int cpu = (atomic_load(&task->cpu) + 1) % (int)watch->machine->nr_cpus;
	CPU_ZERO_S(sizeof(one), one);
	CPU_SET_S((size_t)cpu, sizeof(one), one);
	if (sched_getaffinity(task->tid, sizeof(before), before) < 0) return;
	if (sched_setaffinity(task->tid, sizeof(one), one) < 0) return;
	(void)sched_setaffinity(task->tid, sizeof(before), before);
	if (tells(watch->values)) out_printf(watch->out, " (injecting perturbalance, moved to CPU#%d)", cpu);
}

static void show_nodes(const struct watch *watch)
{
	unsigned *counts = xcalloc(watch->machine->nr_nodes, sizeof(*counts)), least = UINT32_MAX, most = 0;
	for (unsigned i = 0; i < watch->nr_tasks; i++) {
		const struct numa_task *task = &watch->shared->tasks[i];
		counts[numa_node_of(watch->machine, atomic_load(&task->cpu))]++;
		unsigned nr_loops = atomic_load(&task->nr_loops);
		least = MIN(least, nr_loops);
		most = MAX(most, nr_loops);
	}
	for (unsigned node = 0; node < watch->machine->nr_nodes; node++)
		out_printf(watch->out, " %2u/%u", counts[node], watch->values->nr_procs);
	out_printf(watch->out, " l:%3u-%-3u (%3u)", least, most, most - least);
	if (watch->converged_ns) out_printf(watch->out, " (%6.1fs converged)", (double)watch->converged_ns / 1e9);
	free(counts);
}

static void show_progress(const struct watch *watch, uint64_t ns)
{
	const struct numa_values *values = watch->values;
	double part = (double)ns / 1e9 / MAX(values->nr_seconds, 1u);
	if (values->nr_loops)
		part = MAX(part, (double)atomic_load(&watch->shared->tasks[0].nr_loops) / values->nr_loops);
	out_printf(watch->out, "\r #  %5.1f%%  [%.1f mins]", 100 * MIN(part, 1.0), (double)ns / 60e9);
	if (values->show_convergence) show_nodes(watch);
}

/* What is due after ns of running. */
static void look(struct watch *watch, uint64_t ns)
{
	const struct numa_values *values = watch->values;
	bool is_line = ns >= watch->next_line, is_push = values->perturb_s && ns >= watch->next_push;

	if (!watch->converged_ns && have_converged(watch)) watch->converged_ns = ns;
	if (is_line && tells(values)) show_progress(watch, ns);
	if (is_push) perturb(watch);
	if (is_line && tells(values)) {
		if (values->perturb_s || values->show_convergence) out_char(watch->out, '\n');
		(void)out_flush(watch->out); /* textout_close tells of it */
	}
	if (is_line) watch->next_line += NS_PER_S;
	if (is_push) watch->next_push += values->perturb_s * NS_PER_S;
	if (watch->was_interrupted || watch->has_failed || ns >= values->nr_seconds * NS_PER_S ||
	    (values->measure_convergence && watch->converged_ns))
		atomic_store(&watch->shared->is_over, true);
}

static void open_gate(struct numa_shared *shared)
{
	pthread_mutex_lock(&shared->mutex);
	shared->is_open = true;
	pthread_cond_broadcast(&shared->changed);
	pthread_mutex_unlock(&shared->mutex);
}

/* Starts processes and waits until nr_procs of them are ready or one failed. */
static int start(struct watch *watch)
{
	const struct numa_values *values = watch->values;
	for (unsigned i = 0; i < values->nr_procs && !watch->has_failed && !watch->was_interrupted; i++) {
		pid_t pid = fork();
		if (pid < 0) return errno;
		if (!pid) {
			(void)prctl(PR_SET_PDEATHSIG, SIGKILL); /* nobody else would end it */
			_exit(numa_process(watch->shared, i));
		}
		watch->nr_procs_left++;
		if (values->details > 0) out_printf(watch->out, "# process %2u: PID %d\n", i, (int)pid);
		unsigned wanted = (i + 1 == values->nr_procs || values->serialize) ? (i + 1) * values->nr_threads : 0;
		while (atomic_load(&watch->shared->nr_ready) < wanted && !watch->has_failed && !watch->was_interrupted)
			wait_event(watch, WATCH_NS / 10);
	}
	return 0;
}

static int measure(struct watch *watch)
{
	uint64_t before = clock_now_ns();
	bool says = tells(watch->values);
	if (says) out_str(watch->out, " ###\n #\n # Startup synchronization: ... ");
	(void)out_flush(watch->out); /* not twice, by a child */
	int error = start(watch);
	if (error) watch->has_failed = true;
	watch->began = clock_now_ns();
	if (says && !watch->has_failed)
		out_printf(watch->out, "threads initialized in %.6f seconds.\n #\n",
			   (double)(watch->began - before) / 1e9);
	(void)out_flush(watch->out); /* textout_close tells of it */
	watch->next_line = NS_PER_S;
	watch->next_push = watch->values->perturb_s * NS_PER_S;
	if (watch->has_failed || watch->was_interrupted) atomic_store(&watch->shared->is_over, true);
	open_gate(watch->shared);
	while (watch->nr_procs_left) {
		wait_event(watch, WATCH_NS);
		look(watch, clock_now_ns() - watch->began);
	}
	watch->run_ns = clock_now_ns() - watch->began;
	if (says) out_str(watch->out, "\n ###\n\n");
	return error;
}

static void show(const struct watch *watch, double value, const char *unit, const char *name, const char *sentence)
{
	if (watch->values->quiet) {
		out_printf(watch->out, " %14.3f %s\n", value, sentence);
		return;
	}
	_free_ char *comma = xasprintf("%s,", unit);
	out_printf(watch->out, " %-30s %15.3f, %-15s %s\n", "main,", value, comma, name);
}

static void show_task(const struct watch *watch, unsigned index)
{
	const struct numa_task *task = &watch->shared->tasks[index];
	double speed = task->run_ns ? (double)task->bytes / (double)task->run_ns : 0;
	const double values[] = { speed, (double)task->system_us / 1e6, (double)task->user_us / 1e6 };
	static const char *const names[][3] = { { "GB/sec", "thread-speed", "GB/sec/thread speed" },
						{ "secs", "thread-system-time", "system CPU time/thread" },
						{ "secs", "thread-user-time", "user CPU time/thread" } };
	unsigned nr_threads = watch->values->nr_threads;
	_free_ char *who = xasprintf("process%u:thread%u", index / nr_threads, index % nr_threads);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (watch->values->quiet) out_printf(watch->out, " %14.3f %s\n", values[i], names[i][2]);
		else out_printf(watch->out, " %-30s %15.3f, %-15s %s\n", who, values[i], names[i][0], names[i][1]);
	}
}

static void show_figures(const struct watch *watch)
{
	uint64_t least = UINT64_MAX, most = 1, sum = 0, bytes = 0;
	for (unsigned i = 0; i < watch->nr_tasks; i++) {
		const struct numa_task *task = &watch->shared->tasks[i];
		least = MIN(least, task->run_ns);
		most = MAX(most, task->run_ns);
		sum += task->run_ns;
		bytes += task->bytes;
	}
	double each = (double)bytes / watch->nr_tasks, max = (double)most;
	if (watch->values->measure_convergence)
		show(watch, (double)watch->converged_ns / 1e9, "secs", "NUMA-convergence-latency",
		     "secs latency to NUMA-converge");
	show(watch, max / 1e9, "secs", "runtime-max/thread", "secs slowest (max) thread-runtime");
	show(watch, (double)least / 1e9, "secs", "runtime-min/thread", "secs fastest (min) thread-runtime");
	show(watch, (double)sum / watch->nr_tasks / 1e9, "secs", "runtime-avg/thread", "secs average thread-runtime");
	show(watch, 50 * (max - (double)least) / max, "%", "spread-runtime/thread",
	     "% difference between max/avg runtime");
	show(watch, each / 1e9, "GB", "data/thread", "GB data processed, per thread");
	show(watch, (double)bytes / 1e9, "GB", "data-total", "GB data processed, total");
	show(watch, each > 0 ? max / each : 0, "nsecs", "runtime/byte/thread", "nsecs/byte/thread runtime");
	show(watch, each / max, "GB/sec", "thread-speed", "GB/sec/thread speed");
	show(watch, (double)bytes / max, "GB/sec", "total-speed", "GB/sec total speed");
	for (unsigned i = 0; i < watch->nr_tasks && watch->values->details > 1; i++) show_task(watch, i);
}

static void show_title(const struct watch *watch)
{
	const struct numa_values *values = watch->values;
	static const char *const kinds[] = { "global  shared", "process shared", "thread  local " };
	const unsigned mb[] = { values->mb_global, values->mb_proc, values->mb_thread };
	int nr_loops = values->nr_loops ? (int)values->nr_loops : -1;
	out_printf(watch->out, "\n ###\n # %u %s will execute (on %u nodes, %u CPUs):\n", watch->nr_tasks,
		   watch->nr_tasks == 1 ? "task" : "tasks", watch->machine->nr_nodes, watch->machine->nr_cpus);
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		out_printf(watch->out, " #     %6dx %5uMB %s mem operations\n", nr_loops, mb[i], kinds[i]);
	out_str(watch->out, " ###\n\n");
}

static void init_lock(pthread_mutex_t *mutex)
{
	pthread_mutexattr_t attr;
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_mutex_init(mutex, &attr);
	pthread_mutexattr_destroy(&attr);
}

static void init_shared(struct numa_shared *shared, const struct numa_values *values)
{
	pthread_condattr_t attr;
	shared->values = values;
	init_lock(&shared->mutex);
	for (unsigned i = 0; i < values->nr_procs; i++) init_lock(&shared->locks[i]);
	pthread_condattr_init(&attr);
	pthread_condattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_cond_init(&shared->changed, &attr);
	pthread_condattr_destroy(&attr);
}

/* 0 or an errno; unmap_shared undoes it in either case. */
static int map_shared(const struct numa_values *values, unsigned nr_tasks, struct numa_shared **ret_shared)
{
	struct numa_shared *shared = numa_map(sizeof(*shared), true);
	if (!shared) return errno;
	*ret_shared = shared;
	shared->tasks = numa_map(nr_tasks * sizeof(*shared->tasks), true);
	shared->locks = numa_map(values->nr_procs * sizeof(*shared->locks), true);
	shared->global = numa_map(numa_bytes(values->mb_global), true);
	if (!shared->tasks || !shared->locks || !shared->global) return ENOMEM;
	init_shared(shared, values);
	return numa_prepare(values, shared->global, numa_bytes(values->mb_global), NUMA_NOT_BOUND);
}

static void unmap_shared(const struct numa_values *values, unsigned nr_tasks, struct numa_shared *shared)
{
	if (!shared) return;
	numa_unmap(shared->tasks, nr_tasks * sizeof(*shared->tasks));
	numa_unmap(shared->locks, values->nr_procs * sizeof(*shared->locks));
	numa_unmap(shared->global, numa_bytes(values->mb_global));
	numa_unmap(shared, sizeof(*shared));
}

static int run_watched(struct watch *watch)
{
	sigset_t child, before, interrupts;
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	pthread_sigmask(SIG_BLOCK, &child, &before);
	interrupts = bench_hold_interrupt();
	int error = measure(watch);
	bench_release_interrupt(&interrupts);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (error) return bench_fail(error, "fork", "Ask for fewer processes (-p), or raise ulimit -u");
	if (watch->has_failed) return 1; /* who failed has said why */
	show_figures(watch);
	return 0;
}

static int run_one(const struct bench_run *run, const struct numa_values *values, const struct numa_machine *machine)
{
	struct watch watch = {
		.out = run->out, .values = values, .machine = machine, .nr_tasks = values->nr_procs * values->nr_threads
	};
	struct outbuf *told = tells(values) ? run->out : NULL;
	int status = map_shared(values, watch.nr_tasks, &watch.shared);
	if (status) {
		status = bench_fail(status, "Memory", "Ask for less of it (-G), or for fewer tasks");
	} else {
		if (told) out_str(told, "#\n");
		bool is_fine = numa_bind_cpus(values->cpus, machine, watch.shared->tasks, watch.nr_tasks, told);
		is_fine = is_fine && numa_bind_nodes(values->nodes, machine, watch.shared->tasks, watch.nr_tasks, told);
		if (told && is_fine) {
			out_str(told, "#\n");
			show_title(&watch);
		}
		status = is_fine ? run_watched(&watch) : OPTION_USAGE_STATUS;
	}
	unmap_shared(values, watch.nr_tasks, watch.shared);
	return status;
}

static const char *const usage[] = { "perf bench numa mem [<options>]", NULL };
static const struct option options[] = {
	OPTION_UINT('p', "nr_proc", struct numa_values, nr_procs, "number of processes"),
	OPTION_UINT('t', "nr_threads", struct numa_values, nr_threads, "number of threads per process"),
#define MB(s, l, m, h)                                                                                           \
	{                                                                                                        \
		OPTION_ROW(OPTION_KIND_UINT, s, l, h), .member = OPTION_MEMBER(unsigned, struct numa_values, m), \
						       .arg_name = "MB"                                          \
	}
	MB('G', "mb_global", mb_global, "global  memory (MBs)"),
	MB('P', "mb_proc", mb_proc, "process memory (MBs)"),
	MB('L', "mb_proc_locked", mb_locked, "process serialized/locked memory access (MBs), <= process_memory"),
	MB('T', "mb_thread", mb_thread, "thread  memory (MBs)"),
#undef MB
	OPTION_UINT('l', "nr_loops", struct numa_values, nr_loops, "max number of loops to run (default: unlimited)"),
	OPTION_UINT('s', "nr_secs", struct numa_values, nr_seconds, "max number of seconds to run (default: 5 secs)"),
	OPTION_UINT('u', "usleep", struct numa_values, sleep_us, "usecs to sleep per loop iteration"),
	OPTION_BOOL('R', "data_reads", struct numa_values, reads, "access the data via reads (can be mixed with -W)"),
	OPTION_BOOL('W', "data_writes", struct numa_values, writes,
		    "access the data via writes (can be mixed with -R)"),
	OPTION_BOOL('B', "data_backwards", struct numa_values, backwards, "access the data backwards as well"),
	OPTION_BOOL('Z', "data_zero_memset", struct numa_values, zero_memset, "access the data via glibc bzero only"),
	OPTION_BOOL('r', "data_rand_walk", struct numa_values, random_walk,
		    "access the data with random (32bit LFSR) walk"),
	OPTION_BOOL('z', "init_zero", struct numa_values, init_zero, "bzero the initial allocations"),
	OPTION_BOOL('I', "init_random", struct numa_values, init_random,
		    "randomize the contents of the initial allocations"),
	OPTION_BOOL('0', "init_cpu0", struct numa_values, init_cpu0, "do the initial allocations on CPU#0"),
	OPTION_UINT('x', "perturb_secs", struct numa_values, perturb_s,
		    "perturb thread 0/0 every X secs, to test convergence stability"),
	OPTION_COUNT('d', "show_details", struct numa_values, details, "Show details"),
	OPTION_BOOL('a', "all", struct numa_values, all, "Run all tests in the suite"),
	OPTION_INT('H', "thp", struct numa_values, thp, "MADV_NOHUGEPAGE < 0 < MADV_HUGEPAGE"),
	OPTION_BOOL('c', "show_convergence", struct numa_values, show_convergence,
		    "show convergence details, convergence is reached when each process (all its threads) is running "
		    "on a single NUMA node."),
	OPTION_BOOL('m', "measure_convergence", struct numa_values, measure_convergence, "measure convergence latency"),
	OPTION_BOOL('q', "quiet", struct numa_values, quiet, "quiet mode (do not show any warnings or messages)"),
	OPTION_BOOL('S', "serialize-startup", struct numa_values, serialize, "serialize thread startup"),
	OPTION_STRING('C', "cpus", struct numa_values, cpus, "cpu[,cpu2,...cpuN]",
		      "bind the first N tasks to these specific cpus (the rest is unbound)"),
	OPTION_STRING('M', "memnodes", struct numa_values, nodes, "node[,node2,...nodeN]",
		      "bind the first N tasks to these specific memory nodes (the rest is unbound)"),
	OPTION_END,
};
static const struct option_table table = { .rows = options, .usage = usage };

/* True: *values can be run. */
static bool parse(int argc, const char **argv, struct numa_values *values, int *ret_status)
{
	*values = (struct numa_values){
		.nr_procs = 1, .nr_threads = 1, .mb_global = 1, .nr_seconds = 5, .random_walk = true
	};
	if (!option_table_parse(&table, &argc, argv, values, ret_status)) return false;
	uint64_t nr_tasks = (uint64_t)values->nr_procs * values->nr_threads;
	if (!values->reads && !values->writes) values->reads = values->writes = true;
	*ret_status = 0;
	if (argc) *ret_status = option_table_unexpected(&table, argv[0]);
	else if (!nr_tasks || nr_tasks > NUMA_TASKS_MAX)
		*ret_status = option_table_usage_error(&table, "There are 1 to %u tasks (-p times -t)", NUMA_TASKS_MAX);
	else if (!values->nr_seconds)
		*ret_status = option_table_usage_error(&table, "At least one second is needed (-s)");
	else if (values->mb_locked > values->mb_proc)
		*ret_status = option_table_usage_error(&table, "-L is a part of the process memory (-P)");
	else if (!values->mb_global && !values->mb_proc && !values->mb_thread)
		*ret_status = option_table_usage_error(&table, "There is no memory to go through (-G, -P, -T)");
	return !*ret_status;
}

#define X(title, options) { title, options },
static const struct {
	const char *title, *options;
} suite[] = {
#include "commands/bench/bench_numa_suite.def"
};
#undef X

/* One of the suite. What this machine is too small for is no failure. */
static int run_row(const struct bench_run *run, const struct numa_machine *machine, size_t row)
{
	_free_ char *words = xstrdup(suite[row].options);
	const char *argv[32] = { "mem" };
	struct numa_values values;
	char *rest = words;
	int argc = 1, status;
	for (char *word; (word = strsep(&rest, " ")) && argc + 1 < (int)ARRAY_SIZE(argv);)
		if (*word) argv[argc++] = word;
	out_printf(run->out, "\n # Running %s, \"perf bench numa mem %s\"\n", suite[row].title, suite[row].options);
	(void)out_flush(run->out); /* textout_close tells of it */
	if (!parse(argc, argv, &values, &status)) return status;
	status = run_one(run, &values, machine);
	return status == OPTION_USAGE_STATUS ? 0 : status;
}

static int run_suite(const struct bench_run *run, const struct numa_machine *machine)
{
	struct host host = host_read();
	int status = 0;
	out_printf(run->out, " #\n # Running test on: Linux %s %s %s %s\n #\n", host.name, host.release, host.version,
		   host.machine);
	for (size_t i = 0; i < ARRAY_SIZE(suite) && !status; i++) status = run_row(run, machine, i);
	return status;
}

int bench_numa_mem(struct bench_run *run, int argc, const char **argv)
{
	struct numa_values values;
	struct numa_machine machine;
	int status;
	bool is_bare = argc == 1;

	out_printf(run->out, "\n # Running main, \"perf bench numa numa-%s", argv[0]);
	for (int i = 1; i < argc; i++) out_printf(run->out, " %s", argv[i]);
	out_str(run->out, "\"\n");
	(void)out_flush(run->out); /* textout_close tells of it */
	if (!parse(argc, argv, &values, &status)) return status;
	numa_machine_read(&machine);
	status = values.all || is_bare ? run_suite(run, &machine) : run_one(run, &values, &machine);
	numa_machine_done(&machine);
	return status;
}
