#include "record/step/stepper.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/vec.h"
#include "kernel/remedy.h"
#include "record/step/step_cpu.h"
#include "record/step/step_task.h"

enum { PSB_EVERY_BYTES = 4096, PSB_LEAST_BYTES = 128, NS_PER_MS = 1000000 };

/* A thread that is followed: what belongs to its trace is under the lock of the stepper. */
struct followed {
	struct step_task task;
	struct step_cpu place;
	bool awaits_exec; /* the workload: it is perf still */
};

struct stepper {
	pthread_t thread;
	int cpu; /* where it runs; -1: anywhere */
	struct stepper_options options;
	/* lock guards what follows, up to the next comment; the stepper's thread alone adds to followed. */
	pthread_mutex_t lock;
	VEC(struct followed *) followed;
	bool has_reaped;
	int status;
	struct rusage usage;
	/* of the start */
	pthread_cond_t has_begun;
	bool began;
	int code;      /* -errno: it did not */
	pid_t bad_tid; /* because of this thread */
	/* orders: the bell is rung until they were seen, or the thread has come to its end */
	atomic_bool on, stopping, is_over;
	atomic_uint nr_orders, nr_seen;
};

/* What wakes the thread of the stepper out of wait4. */
static int bell(void) { return SIGRTMIN; }
static void ring(int signal_number) { (void)signal_number; }

static uint64_t now(const struct stepper *s)
{
	struct timespec time;
	(void)clock_gettime(s->options.clock, &time);
	return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec - s->options.origin_ns;
}

/* -- whom it follows -- */

static struct followed *find(const struct stepper *s, pid_t tid)
{
	for (size_t i = s->followed.count; i-- > 0;)
		if (s->followed.items[i]->task.tid == tid && !s->followed.items[i]->task.has_ended)
			return s->followed.items[i];
	return NULL;
}

/* What is kept of a trace has some places at which decoding can begin. */
static size_t psb_bytes(const struct stepper *s)
{
	size_t part = s->options.keep_bytes / 8;
	if (!s->options.keep_bytes || part > PSB_EVERY_BYTES) return PSB_EVERY_BYTES;
	return part > PSB_LEAST_BYTES ? part : PSB_LEAST_BYTES;
}

/* The lock is held, or nobody else is there yet. */
static struct followed *follow(struct stepper *s, pid_t tid)
{
	struct followed *followed = find(s, tid);
	if (followed) return followed;
	followed = xcalloc(1, sizeof(*followed));
	step_task_init(&followed->task, tid, psb_bytes(s), s->options.keep_bytes);
	vec_push(&s->followed, followed);
	return followed;
}

/* What is asked or set for one thread may be about another: all of them run where they may, until each goes on. */
static void release_all(struct stepper *s)
{
	for (size_t i = 0; i < s->followed.count; i++) {
		struct followed *followed = s->followed.items[i];
		if (!followed->task.has_ended) step_cpu_release(&followed->place, followed->task.tid);
	}
}

/* It is gone: by itself, or let go. */
static void end(struct followed *followed)
{
	step_task_end(&followed->task);
	followed->task.has_ended = true;
}

static bool follows_any(const struct stepper *s)
{
	for (size_t i = 0; i < s->followed.count; i++)
		if (!s->followed.items[i]->task.has_ended) return true;
	return false;
}

/* -- what became of them -- */

/* Keeps it on the stepper's CPU while it is stepped, unless the next instruction would notice. */
static void hold(struct stepper *s, struct followed *followed)
{
	bool is64;
	if (followed->task.runs_free || atomic_load(&s->stopping))
		step_cpu_release(&followed->place, followed->task.tid);
	else if (step_task_calls(&followed->task, &is64) && step_cpu_concerns(followed->task.syscall_nr, is64))
		release_all(s);
	else step_cpu_hold(&followed->place, followed->task.tid, s->cpu);
}

/* A SIGTRAP because of a step, over an instruction or a system call. */
static bool is_of_step(const siginfo_t *info) { return info->si_code == TRAP_TRACE || info->si_code == TRAP_BRKPT; }

/* Whether the trap of a step was taken, and waits behind the stop that came first: let go now, it would end the
 * program. */
static bool has_trap_pending(pid_t tid)
{
	enum { MOST = 64 };
	siginfo_t infos[MOST];
	struct __ptrace_peeksiginfo_args query = { .nr = MOST };
	long count = ptrace(PTRACE_PEEKSIGINFO, tid, &query, infos);
	for (long i = 0; i < count; i++)
		if (infos[i].si_signo == SIGTRAP && is_of_step(&infos[i])) return true;
	return false;
}

/* Goes on, with the signal if there is one: by one instruction, or as it likes. */
static void go_on(struct stepper *s, struct followed *followed, int signal_number)
{
	struct step_task *task = &followed->task;
	long data = signal_number;
	task->runs_free = followed->awaits_exec || !atomic_load(&s->on);
	if (task->runs_free || atomic_load(&s->stopping)) step_task_leave(task, now(s));
	hold(s, followed);
	if (atomic_load(&s->stopping) && has_trap_pending(task->tid)) {
		task->runs_free = true; /* up to the stop for that trap */
	} else if (atomic_load(&s->stopping)) {
		(void)ptrace(PTRACE_DETACH, task->tid, NULL, data);
		end(followed);
		return;
	}
	(void)ptrace(task->runs_free ? PTRACE_CONT : PTRACE_SINGLESTEP, task->tid, NULL, data);
}

static pid_t event_message(pid_t tid)
{
	unsigned long message = 0;
	return ptrace(PTRACE_GETEVENTMSG, tid, NULL, &message) < 0 ? 0 : (pid_t)message;
}

/* A program has begun: any of its threads may have done that, which then has the number of the first. */
static void took_exec(struct stepper *s, struct followed *followed)
{
	pid_t former = event_message(followed->task.tid);
	struct followed *other = former && former != followed->task.tid ? find(s, former) : NULL;
	if (other) end(other);
	followed->awaits_exec = false;
	if (atomic_load(&s->on)) step_task_enter(&followed->task, now(s));
}

static bool stops_group(int signal_number)
{
	return signal_number == SIGSTOP || signal_number == SIGTSTP || signal_number == SIGTTIN ||
	       signal_number == SIGTTOU;
}

/* It stopped at something that ptrace(2) calls an event. True: it stays as it is. */
static bool took_event(struct stepper *s, struct followed *followed, int event, int signal_number)
{
	switch (event) {
	case PTRACE_EVENT_CLONE:
	case PTRACE_EVENT_FORK:
	case PTRACE_EVENT_VFORK: {
		pid_t child = event_message(followed->task.tid);
		if (child) step_cpu_inherit(&follow(s, child)->place, &followed->place);
		return false;
	}
	case PTRACE_EVENT_EXEC: took_exec(s, followed); return false;
	case PTRACE_EVENT_STOP:
		if (stops_group(signal_number) && !atomic_load(&s->stopping)) {
			(void)ptrace(PTRACE_LISTEN, followed->task.tid, NULL, NULL);
			return true;
		}
		if (!followed->task.inside && !followed->awaits_exec && atomic_load(&s->on))
			step_task_enter(&followed->task, now(s));
		return false;
	default: return false;
	}
}

/* What a SIGTRAP stands for: a step, the way into a handler of signals (the kernel stops there, too), or a signal of
 * the program's own. */
enum trap { TRAP_OF_STEP, TRAP_OF_HANDLER, TRAP_OF_PROGRAM };
static enum trap trap_of(pid_t tid)
{
	siginfo_t info = { 0 };
	if (ptrace(PTRACE_GETSIGINFO, tid, NULL, &info) < 0) return TRAP_OF_STEP;
	if (info.si_code == SIGTRAP) return TRAP_OF_HANDLER;
	return is_of_step(&info) ? TRAP_OF_STEP : TRAP_OF_PROGRAM;
}

static void took_stop(struct stepper *s, struct followed *followed, int status)
{
	int signal_number = WSTOPSIG(status), event = status >> 16;
	struct step_task *task = &followed->task;
	if (event) {
		if (!took_event(s, followed, event, signal_number)) go_on(s, followed, 0);
		return;
	}
	enum trap trap = signal_number == SIGTRAP ? trap_of(task->tid) : TRAP_OF_PROGRAM;
	if (trap == TRAP_OF_PROGRAM) {
		step_task_signalled(task, now(s));
		go_on(s, followed, signal_number);
		return;
	}
	if (!task->runs_free) step_task_moved(task, trap == TRAP_OF_HANDLER, now(s));
	go_on(s, followed, 0);
}

/* The recorder's main thread waits for SIGCHLD, which may have come before the status was here. */
static void reaped(struct stepper *s, int status, const struct rusage *usage)
{
	s->status = status;
	s->usage = *usage;
	s->has_reaped = true;
	(void)kill(getpid(), SIGCHLD);
}

static void took(struct stepper *s, pid_t tid, int status, const struct rusage *usage)
{
	pthread_mutex_lock(&s->lock);
	struct followed *followed = WIFSTOPPED(status) ? follow(s, tid) : find(s, tid);
	if (followed && WIFSTOPPED(status)) took_stop(s, followed, status);
	else if (followed) end(followed);
	if (!WIFSTOPPED(status) && tid == s->options.workload) reaped(s, status, usage);
	pthread_mutex_unlock(&s->lock);
}

/* -- orders -- */

static void obey(struct stepper *s)
{
	unsigned nr_orders = atomic_load(&s->nr_orders);
	if (nr_orders == atomic_load(&s->nr_seen)) return;
	bool stopping = atomic_load(&s->stopping), on = atomic_load(&s->on);
	for (size_t i = 0; i < s->followed.count; i++) {
		const struct followed *followed = s->followed.items[i];
		if (followed->task.has_ended) continue;
		if (stopping || (on && followed->task.runs_free && !followed->awaits_exec))
			(void)ptrace(PTRACE_INTERRUPT, followed->task.tid, NULL, NULL);
	}
	atomic_store(&s->nr_seen, nr_orders);
}

/* An order is seen between two stops, or when the bell ends the wait for one. */
static void order(struct stepper *s)
{
	const struct timespec a_moment = { .tv_nsec = NS_PER_MS };
	unsigned nr = atomic_fetch_add(&s->nr_orders, 1) + 1;
	while ((int)(atomic_load(&s->nr_seen) - nr) < 0 && !atomic_load(&s->is_over)) {
		(void)pthread_kill(s->thread, bell());
		nanosleep(&a_moment, NULL);
	}
}

/* -- its thread -- */

static int seize(struct stepper *s, pid_t tid, bool awaits_exec)
{
	long options = PTRACE_O_TRACEEXEC;
	if (!s->options.no_inherit) options |= PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK;
	if (ptrace(PTRACE_SEIZE, tid, NULL, options) < 0) {
		/* a thread may have ended since it was listed */
		if (errno == ESRCH && !awaits_exec) return 0;
		s->bad_tid = tid;
		return -errno;
	}
	struct followed *followed = follow(s, tid);
	followed->awaits_exec = awaits_exec;
	followed->task.runs_free = true;
	if (!awaits_exec && atomic_load(&s->on)) (void)ptrace(PTRACE_INTERRUPT, tid, NULL, NULL);
	return 0;
}

static int seize_all(struct stepper *s)
{
	int r = s->options.workload ? seize(s, s->options.workload, true) : 0;
	for (size_t i = 0; r >= 0 && !s->options.workload && i < s->options.nr_tids; i++)
		r = seize(s, s->options.tids[i], false);
	return r;
}

static void stay_here(struct stepper *s)
{
	struct step_cpu place = { .is_held = false };
	int cpu = sched_getcpu();
	step_cpu_hold(&place, 0, cpu);
	s->cpu = place.is_held ? cpu : -1;
}

/* Threads of a process that is followed only in part have others that are not; __WNOTHREAD: only what this thread
 * traces. */
static void *run(void *arg)
{
	struct stepper *s = arg;
	struct rusage usage;
	stay_here(s);
	int status, r = seize_all(s);
	pthread_mutex_lock(&s->lock);
	s->code = r;
	s->began = true;
	pthread_cond_signal(&s->has_begun);
	pthread_mutex_unlock(&s->lock);
	if (r < 0) return NULL; /* the kernel lets go of what this thread traces */
	while (follows_any(s)) {
		obey(s);
		pid_t tid = wait4(-1, &status, __WALL | __WNOTHREAD, &usage);
		if (tid > 0) took(s, tid, status, &usage);
		else if (errno != EINTR) break;
	}
	atomic_store(&s->is_over, true);
	return NULL;
}

/* -- what the recorder calls -- */

static int refused(const struct stepper *s, struct err *err)
{
	if (s->code != -EPERM) return err_set_errno(err, s->code, "tracing thread %d", s->bad_tid);
	(void)err_set(err, s->code, "Thread %d may not be traced, which stepping it needs.", s->bad_tid);
	if (access("/proc/sys/kernel/yama/ptrace_scope", F_OK)) {
		err_hint(err, "It belongs to another user, or a debugger traces it already.");
		return s->code;
	}
	_free_ char *remedy = remedy_sysctl("yama.ptrace_scope", 0);
	err_hint(err,
		 "It belongs to another user, a debugger traces it already, or /proc/sys/kernel/yama/ptrace_scope "
		 "forbids it; a program that perf starts itself may be traced.\n%s",
		 remedy);
	return s->code;
}

/* Each stop would send SIGCHLD otherwise, and wake the main thread. */
static void be_deaf_to_stops(void)
{
	struct sigaction children = { .sa_handler = SIG_DFL, .sa_flags = SA_NOCLDSTOP };
	struct sigaction ringing = { .sa_handler = ring };
	(void)sigaction(SIGCHLD, &children, NULL);
	(void)sigaction(bell(), &ringing, NULL);
}

int stepper_start(struct stepper **ret, const struct stepper_options *options, struct err *err)
{
	struct stepper *s = xcalloc(1, sizeof(*s));
	s->options = *options;
	atomic_store(&s->on, !options->is_off);
	pthread_mutex_init(&s->lock, NULL);
	pthread_cond_init(&s->has_begun, NULL);
	be_deaf_to_stops();
	*ret = s;
	int code = -pthread_create(&s->thread, NULL, run, s);
	if (code < 0) {
		stepper_free(s);
		*ret = NULL;
		return err_set_errno(err, code, "starting a thread");
	}
	pthread_mutex_lock(&s->lock);
	while (!s->began) pthread_cond_wait(&s->has_begun, &s->lock);
	pthread_mutex_unlock(&s->lock);
	s->options.tids = NULL;
	if (s->code >= 0) return 0;
	code = refused(s, err);
	pthread_join(s->thread, NULL);
	stepper_free(s);
	*ret = NULL;
	return code;
}

void stepper_switch(struct stepper *s, bool on)
{
	if (atomic_exchange(&s->on, on) != on) order(s);
}

bool stepper_reaped(struct stepper *s, int *ret_status, struct rusage *ret_usage)
{
	pthread_mutex_lock(&s->lock);
	bool reaped = s->has_reaped;
	*ret_status = s->status;
	*ret_usage = s->usage;
	pthread_mutex_unlock(&s->lock);
	return reaped;
}

/* Moves what there is of a trace to ret, which the caller frees. */
static struct outbuf take_bytes(struct step_task *task, uint64_t *ret_offset)
{
	pt_encoder_flush(&task->encoder);
	out_zeros(&task->bytes, -task->bytes.size & 7); /* PAD packets */
	struct outbuf taken = task->bytes;
	size_t keep = task->keep_bytes & ~(size_t)7, skip = keep && taken.size > keep ? taken.size - keep : 0;
	*ret_offset = task->offset + skip;
	task->offset += taken.size;
	out_init(&task->bytes, -1);
	if (skip) memmove(taken.data, taken.data + skip, taken.size - skip);
	taken.size -= skip;
	return taken;
}

int stepper_take(struct stepper *s, int (*piece)(void *ctx, const struct stepper_piece *piece), void *ctx)
{
	int r = 0;
	for (size_t i = 0; r >= 0; i++) {
		uint64_t offset = 0;
		struct outbuf taken;
		pthread_mutex_lock(&s->lock);
		struct followed *followed = i < s->followed.count ? s->followed.items[i] : NULL;
		if (followed) taken = take_bytes(&followed->task, &offset);
		pthread_mutex_unlock(&s->lock);
		if (!followed) break;
		const struct stepper_piece of_task = { .index = (uint32_t)i,
						       .tid = followed->task.tid,
						       .offset = offset,
						       .data = taken.data,
						       .bytes = taken.size };
		if (taken.size) r = piece(ctx, &of_task);
		out_done(&taken);
	}
	return r;
}

void stepper_stop(struct stepper *s)
{
	atomic_store(&s->stopping, true);
	order(s);
	pthread_join(s->thread, NULL);
}

void stepper_free(struct stepper *s)
{
	if (!s) return;
	for (size_t i = 0; i < s->followed.count; i++) {
		step_task_done(&s->followed.items[i]->task);
		free(s->followed.items[i]);
	}
	vec_done(&s->followed);
	pthread_cond_destroy(&s->has_begun);
	pthread_mutex_destroy(&s->lock);
	free(s);
}
