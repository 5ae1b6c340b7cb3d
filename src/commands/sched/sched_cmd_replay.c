/* perf sched replay: does again what the recorded threads did: as many threads run, sleep and wake each other in the
 * same order and for the same times.
 *
 *     sched_replay_calibrate: what sleeping and spinning cost on this machine
 *     sched_replay_plan: for each thread of the recording its list of runs, sleeps and wakeups
 *     sched_replay_start, _once, _end: the threads, which do their lists -r times (0: for ever) */
#include <errno.h>
#include <stdio.h>
#include "analysis/sched/sched_replay.h"
#include "cli/console.h"
#include "commands/sched/sched_cmd.h"
#include "render/listing/sched_json.h"
#include "render/listing/sched_text.h"

enum { USUAL_REPEAT = 10 };

/* repeat: -r, runs of the replay; 0: for ever. */
struct replay_values {
	struct sched_cmd_values cmd;
	unsigned repeat;
};

static const char *const usage[] = { "perf sched replay [<options>]", NULL };
static const struct option options[] = {
	OPTION_UINT('r', "repeat", struct replay_values, repeat, "repeat the workload replay N times (0: infinite)"),
	SCHED_CMD_ROWS(struct replay_values, cmd), SCHED_CMD_ROW_JSON(struct replay_values, cmd), OPTION_END
};
static const struct option_table table = { .rows = options, .usage = usage };

/* What the planning sees, as -v shows it. The texts, which go partly to stderr, and the addresses of events are
 * upstream's. */
static void sched_replay_tell(void *ctx, const struct sched_replay_note *note)
{
	struct outbuf *out = ctx;
	switch (note->kind) {
	case SCHED_NOTE_FORK:
		out_printf(out, "fork event\n... parent: %s/%d\n...  child: %s/%d\n", note->comm, (int)note->tid,
			   note->other_comm, (int)note->other_tid);
		break;
	case SCHED_NOTE_TASK:
		out_printf(out, "registered task #%llu, PID %d (%s)\n", (unsigned long long)note->nr_tasks,
			   (int)note->tid, note->comm);
		break;
	case SCHED_NOTE_SWITCH:
		out_printf(out, "sched_switch event %p\n", note->event);
		fprintf(stderr, " ... switch from %s/%d to %s/%d [ran %llu nsecs]\n", note->comm, (int)note->tid,
			note->other_comm, (int)note->other_tid, (unsigned long long)note->run_ns);
		break;
	case SCHED_NOTE_WAKEUP:
		out_printf(out, "sched_wakeup event %p\n ... pid %d woke up %s/%d\n", note->event, (int)note->tid,
			   note->other_comm, (int)note->other_tid);
		break;
	}
}

/* A running mean in ns, upstream's: the latest counts as one of all runs that there are to be, the mean before as
 * the others. */
static uint64_t mean_of(struct replay_values *values, uint64_t before_ns, uint64_t latest_ns, unsigned nr)
{
	unsigned weight = values->repeat ? values->repeat : USUAL_REPEAT;
	return nr == 1 ? latest_ns : (uint64_t)(((double)before_ns * (weight - 1) + (double)latest_ns) / weight);
}

/* Each run is printed as it ends. repeat 0 ends with a signal, or when nobody reads. */
static int replay_all(struct replay_values *values, const struct sched_plan *plan,
		      const struct sched_plan_overhead *overhead, struct outbuf *out, struct err *err)
{
	struct sched_replay_threads *threads;
	struct sched_plan_time mean = { 0 };
	int r = sched_replay_start(plan, overhead, &threads, err);
	if (r < 0) return r;
	for (unsigned nr = 1; r == 0 && (!values->repeat || nr <= values->repeat); nr++) {
		/* Returns when the last thread has done its list. */
		struct sched_plan_time time = sched_replay_once(threads);
		mean = (struct sched_plan_time){ mean_of(values, mean.wall_ns, time.wall_ns, nr),
						 mean_of(values, mean.cpu_ns, time.cpu_ns, nr) };
		if (values->cmd.json) sched_json_replay_time(&time, nr == 1, out);
		else sched_text_replay_time(nr, &time, &mean, out);
		r = out_flush(out);
	}
	sched_replay_end(threads);
	return r;
}

/* Measures, plans, shows the plan, and runs it. What is shown is written before the run, which may take long. */
static int sched_show_replay(void *ctx, struct session *session, struct outbuf *out, struct err *err)
{
	struct replay_values *values = ctx;
	bool json = values->cmd.json;
	struct sched_replay_options how = { .note = console.verbosity > 0 && !json ? sched_replay_tell : NULL,
					    .ctx = out };
	struct sched_plan_overhead overhead;
	struct sched_replay *replay;
	const struct sched_plan *plan;
	/* What sleeping and running cost here, so that the replay can make up for it. */
	sched_replay_calibrate(&overhead);
	if (!json) sched_text_replay_overhead(&overhead, out);
	int r = sched_replay_plan(session, &how, &replay, &plan, err);
	if (r < 0) return r;
	if (json) sched_json_replay_begin(&overhead, plan, out);
	else sched_text_replay_plan(plan, out);
	r = out_flush(out);
	if (r == 0) r = replay_all(values, plan, &overhead, out, err);
	if (json && r == 0) sched_json_end(out);
	sched_replay_free(replay);
	return r;
}

/* No option chooses what is replayed: it is the whole recording. */
int sched_cmd_replay(const struct sched_cmd_values *before, int argc, const char **argv)
{
	struct replay_values values = { .cmd = *before, .repeat = USUAL_REPEAT };
	int status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (argc) return option_table_unexpected(&table, argv[0]);
	return sched_cmd_show(&values.cmd, &(struct sched_cmd_show){ .show = sched_show_replay, .ctx = &values });
}
