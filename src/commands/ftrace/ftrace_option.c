/* What all subcommands share but the reading of values. */
#include "commands/ftrace/ftrace_option.h"

void ftrace_option_done(struct ftrace_option *option)
{
	process_values_done(&option->process);
	vec_done(&option->tracer.traced.names);
	vec_done(&option->tracer.not_traced.names);
	vec_done(&option->tracer.graphed.names);
	vec_done(&option->tracer.not_graphed.names);
}
