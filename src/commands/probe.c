/* perf probe: dynamic events. What a definition means is src/probe's, what each order does is in commands/probe; here
 * it is said what went wrong. */
#include <stdio.h>
#include <string.h>
#include "cli/command.h"
#include "cli/console.h"
#include "commands/probe/probe_cmd.h"

/* Says why an order failed, and what that was. Returns the exit status, the low byte of the negative errno, as
 * upstream's. */
static int fail(int r, const char *what, bool quiet, const struct err *err)
{
	/* The exit status is all that was asked for. */
	if (quiet) return r & 255;
	console_err(err);
	fprintf(stderr, "  Error: %s", what);
	if (console.verbosity > 0) fprintf(stderr, " Reason: %s (Code: %d)", strerror(-r), r);
	fputc('\n', stderr);
	return r & 255;
}

/* A row an order: what runs it, and what is said when it fails. */
static int run_order(const struct probe_cmd_values *values, struct err *err)
{
	static const struct {
		int (*run)(const struct probe_cmd_values *values, struct err *err);
		const char *failure;
	} orders[] = {
		[PROBE_ORDER_ADD] = { probe_cmd_add, "Failed to add events." },
		[PROBE_ORDER_DEFINITION] = { probe_cmd_definition, "Failed to add events." },
		[PROBE_ORDER_DELETE] = { probe_cmd_delete, "Failed to delete events." },
		[PROBE_ORDER_LIST] = { probe_cmd_list, "Failed to show event list." },
		[PROBE_ORDER_LINES] = { probe_cmd_lines, "Failed to show lines." },
		[PROBE_ORDER_VARS] = { probe_cmd_vars, "Failed to show vars." },
		[PROBE_ORDER_FUNCTIONS] = { probe_cmd_functions, "Failed to show functions." },
	};
	int r = orders[values->order].run(values, err);
	return r < 0 ? fail(r, orders[values->order].failure, values->quiet, err) : 0;
}

static int run(int argc, const char **argv)
{
	struct probe_cmd_values values = { .demangle = true, .max_probes = 128 };
	_err_done_ struct err err = ERR_INIT;
	int status;
	if (probe_cmd_parse(&values, argc, argv, &status)) status = run_order(&values, &err);
	probe_cmd_done(&values);
	return status;
}

const struct command command_probe = { .name = "probe", .summary = "Define new dynamic tracepoints", .run = run };
