/* What the subcommands of perf sched share: the run of an analysis on a recording. */
#include "commands/sched/sched_cmd.h"
#include "commands/option/session_show.h"

int sched_cmd_show(struct sched_cmd_values *values, const struct sched_cmd_show *what)
{
	const struct session_show how = { .values = &values->session,
					  .ctx = what->ctx,
					  .show = what->show,
					  .gathers = true,
					  .without_losses = what->tells_losses,
					  .dump = values->dump };
	return session_show_status(session_show(&how));
}
