/* perf latency report: latencies of a recording, as a table with a histogram, CSV, JSON, single rows (--each), or a
 * heat map (-o FILE.svg).
 *
 *     options -> parse_values: struct latency_spec (which events, what makes two belong together, how they are grouped)
 *     and latency_options -> latency_run (analysis/latency): one pass, pairs -> struct latency_result -> latency_show
 *
 * --each needs no result: its rows are written as latencies end, while the pass runs. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "analysis/latency/latency.h"
#include "cli/textout.h"
#include "commands/latency/latency_cmd.h"
#include "cli/option_form.h"
#include "commands/option/session_option.h"
#include "commands/option/session_show.h"
#include "render/timeline/latency_svg.h"
#include "render/listing/latency_text.h"

/* Columns of the heat map, and bounds that keep a result in memory: the heat map has a count for each cell, and the
 * slowest are kept one by one (--slowest). */
enum { DEFAULT_COLUMNS = 180, MAX_COLUMNS = 4000, MAX_SLOWEST = 100000 };

/* given: texts as typed, NULL: not given. The other structs are what parse_values makes of them; spec owns its
 * texts, all else borrows from argv. rows: of the heat map; max_waiting: begins without an end that are remembered.
 * 0 is the default of the analysis or the drawing. */
struct latency_values {
	struct session_option_values session;
	struct latency_spec spec;
	struct latency_options wanted;
	struct latency_text_options text;
	struct latency_svg_options svg;
	struct {
		const char *pair, *key, *by, *syscalls, *sort, *unit, *max_latency, *separator, *output, *times, *pids,
			*tids, *cpus, *comms;
	} given;
	unsigned columns, rows, slowest, max_waiting;
	bool json, each, linear;
};

static void latency_visit_pairs(void (*add)(void *ctx, const char *name), void *ctx)
{
	for (size_t i = 0; i < nr_latency_known_pairs; i++) add(ctx, latency_known_pairs[i].name);
	add(ctx, "call:");
}

const struct option_set latency_cmd_pair_set = { .what = "pair", .visit = latency_visit_pairs, .is_open = true };
static const char *const sort_names[] = { "total", "count", "mean", "max", "p50", "p99", "name", NULL };
static const char *const unit_names[] = { "ns", "us", "ms", "s", NULL }, *const by_names[] = { "comm", "pid", "tid",
											       "cpu", NULL };
static const struct option_set sort_set = { .what = "order", .names = sort_names },
			       unit_set = { .what = "unit", .names = unit_names };
static const struct option_set by_set = { .what = "field", .names = by_names, .is_list = true, .is_open = true };
static const char *const usage[] = { "perf latency report [--pair <begin,end>] [--key <fields>] [<options>]", NULL };
static const struct option options[] = {
	SESSION_ROW_INPUT(struct latency_values, session),
	OPTION_TEXT(0, "pair", struct latency_values, given.pair, "begin,end",
		    "events that latencies are between, the name of a known pair (block, sched, syscalls, ...), or "
		    "call:FUNCTION, its calls in a hardware trace",
		    &latency_cmd_pair_set),
	OPTION_STRING('k', "key", struct latency_values, given.key, "field[=field],...",
		      "fields that are equal of a begin and its end; none: any end"),
	{ .kind = OPTION_KIND_STRING,
	  .long_name = "syscalls",
	  .member = OPTION_MEMBER(const char *, struct latency_values, given.syscalls),
	  .arg_name = "name,...",
	  .flags = OPTION_OPTARG,
	  .fallback = (intptr_t) "",
	  .help = "system calls, by name" },
	OPTION_TEXT('b', "by", struct latency_values, given.by, "field,...",
		    "a row for each of these: comm, pid, tid, cpu, or a field of the events", &by_set),
	OPTION_WORDS('s', "sort", struct latency_values, given.sort, "key",
		     "order of the rows: total, count, mean, max, p50, p99, name", &sort_set),
	OPTION_WORDS(0, "unit", struct latency_values, given.unit, "unit", "ns, us (default), ms or s", &unit_set),
	OPTION_STRING(0, "max-latency", struct latency_values, given.max_latency, "time",
		      "upper end of histogram and heat map (2000 in the unit, or 2ms)"),
	OPTION_BOOL(0, "linear", struct latency_values, linear, "histogram and heat map by equal steps, not by powers"),
	OPTION_BOOL(0, "no-histogram", struct latency_values, text.no_histogram, "only percentiles"),
	OPTION_UINT(0, "slowest", struct latency_values, slowest, "list the longest so many"),
	OPTION_BOOL(0, "each", struct latency_values, each, "print each latency: when it ended, how long it took"),
	OPTION_BOOL(0, "nested", struct latency_values, wanted.nested,
		    "begins of one key may be within each other (recursion)"),
	OPTION_BOOL(0, "own", struct latency_values, wanted.own,
		    "of calls: only the time in the function itself, not in what it calls"),
	OPTION_STRING('o', "output", struct latency_values, given.output, "file", "write a heat map (SVG)"),
	OPTION_UINT(0, "columns", struct latency_values, columns, "columns of the heat map (default 180)"),
	OPTION_UINT(0, "rows", struct latency_values, rows, "rows of the heat map (default 60)"),
	OPTION_STRING(0, "title", struct latency_values, svg.title, "text", "title of the heat map"),
	OPTION_STRING(0, "time", struct latency_values, given.times, "str", "Time span of interest (start,stop)"),
	OPTION_IDS('p', "pid", struct latency_values, given.pids, "pid[,pid...]", "only latencies of these processes"),
	OPTION_IDS('t', "tid", struct latency_values, given.tids, "tid[,tid...]", "only latencies of these threads"),
	OPTION_STRING('c', "comm", struct latency_values, given.comms, "comm[,comm...]",
		      "only latencies of threads of these names"),
	OPTION_NUMBERS('C', "cpu", struct latency_values, given.cpus, "cpu", "only latencies that began on these CPUs"),
	OPTION_UINT(0, "max-waiting", struct latency_values, max_waiting,
		    "so many begins may wait for their end (default 1048576)"),
	OPTION_STRING('x', "field-separator", struct latency_values, given.separator, "char",
		      "print CSV with this separator"),
	OPTION_BOOL(0, "json", struct latency_values, json, "Print JSON (docs/json-latency.md)"),
	SESSION_ROW_ITRACE(struct latency_values, session),
	OPTION_STRING(0, "vmlinux", struct latency_values, session.vmlinux, "file", "vmlinux pathname"),
	SESSION_ROW_KALLSYMS(struct latency_values, session),
	SESSION_ROW_SYMFS(struct latency_values, session),
	SESSION_ROW_FORCE(struct latency_values, session),
	SESSION_ROW_VERBOSE,
	OPTION_END
};
static const struct option_table table = { .rows = options, .usage = usage };

/* A number in --unit, or with a unit of its own; the bound keeps ns within int64_t. */
static int parse_max_latency(struct latency_values *values, uint64_t *ret_ns, struct err *err)
{
	char *end;
	double value = strtod(values->given.max_latency, &end);
	const struct latency_unit *unit = *end ? latency_unit_find(end) : values->text.unit;
	if (end == values->given.max_latency || !unit || !(value > 0) || value * (double)unit->ns > 9e18)
		return err_set(err, -EINVAL, "--max-latency '%s': a number, which may have a unit, such as 2ms",
			       values->given.max_latency);
	*ret_ns = (uint64_t)(value * (double)unit->ns + 0.5);
	return 0;
}

/* Calls of a function have keys of their own, and are made of branches. With wildcards there is a row for each
 * function. */
static int check_calls(struct latency_values *values, struct err *err)
{
	const char *function = values->spec.function;
	if (!function && values->wanted.own)
		return err_set(err, -EINVAL, "--own is of calls: --pair call:FUNCTION names them");
	if (!function) return 0;
	if (values->given.key || values->wanted.nested)
		return err_set(err, -EINVAL,
			       "--key and --nested do not go with --pair call:, which pairs calls by itself");
	values->session.itrace_defaults = "be";
	if (!values->given.by && strpbrk(function, "*?[")) return latency_spec_parse_by(&values->spec, "function", err);
	return 0;
}

/* Makes spec and options of the texts. The first mistake ends it: r carries it past the other checks. --syscalls is
 * the pair "syscalls" in other words, with a row for each call unless -b says otherwise. */
static int parse_values(struct latency_values *values, struct err *err)
{
	values->text.unit = latency_unit_find(values->given.unit ? values->given.unit : "us");
	if (!values->text.unit) return err_set(err, -EINVAL, "--unit '%s': it is ns, us, ms or s", values->given.unit);
	values->wanted.unit_ns = values->text.unit->ns;
	int r = values->given.max_latency ? parse_max_latency(values, &values->text.max_ns, err) : 0;
	if (r >= 0 && values->given.sort && !latency_order_parse(values->given.sort, &values->wanted.order))
		r = err_set(err, -EINVAL, "--sort '%s': it is total, count, mean, max, p50, p99 or name",
			    values->given.sort);
	if (r >= 0 && values->given.separator && (!values->given.separator[0] || values->given.separator[1]))
		r = err_set(err, -EINVAL, "--field-separator '%s': one character", values->given.separator);
	if (r >= 0 && (values->columns < 1 || values->columns > MAX_COLUMNS))
		r = err_set(err, -EINVAL, "--columns: 1 to %d", MAX_COLUMNS);
	if (r >= 0 && values->slowest > MAX_SLOWEST) r = err_set(err, -EINVAL, "--slowest: up to %d", MAX_SLOWEST);
	if (r >= 0 && values->given.syscalls && values->given.pair) r = err_set(err, -EINVAL, "--pair or --syscalls?");
	if (r >= 0 && (values->given.pair || values->given.syscalls))
		r = latency_spec_parse_pair(&values->spec, values->given.syscalls ? "syscalls" : values->given.pair,
					    err);
	if (r >= 0 && values->given.key) r = latency_spec_parse_key(&values->spec, values->given.key, err);
	if (r >= 0 && (values->given.by || values->given.syscalls))
		r = latency_spec_parse_by(&values->spec, values->given.by ? values->given.by : "id", err);
	if (r >= 0) r = check_calls(values, err);
	values->text.linear = values->svg.linear = values->linear;
	values->text.separator = values->given.separator ? values->given.separator[0] : ',';
	values->svg.max_ns = values->text.max_ns;
	values->svg.nr_rows = values->rows;
	/* The heat map's columns are counted only when there is to be one. */
	values->wanted.nr_columns = values->given.output ? values->columns : 0;
	values->wanted.nr_slowest = values->slowest;
	values->wanted.max_waiting = values->max_waiting;
	return r;
}

/* Samples that no filter wants are no begins and no ends either: a latency whose end is filtered out has no end.
 * Needs the open recording, since times may be percents of it. *filter is the caller's to end in any case. */
static int parse_filter(struct latency_values *values, struct sample_filter *filter, const struct session *session,
			struct err *err)
{
	const struct session_totals *totals = session_totals(session);
	int r = values->given.cpus ? number_list_parse(&filter->cpus, values->given.cpus, err) : 0;
	filter->by_cpu = values->given.cpus != NULL;
	if (r >= 0 && values->given.pids) r = number_list_parse(&filter->pids, values->given.pids, err);
	if (r >= 0 && values->given.tids) r = number_list_parse(&filter->tids, values->given.tids, err);
	if (r >= 0 && values->given.comms) r = name_list_parse(&filter->comms, values->given.comms, err);
	if (r >= 0 && values->given.times)
		r = time_ranges_parse(&filter->times, values->given.times, totals->first_sample_ns,
				      totals->last_sample_ns, err);
	filter->by_time = values->given.times != NULL;
	return r;
}

/* Context of --each: rows are written while the pass runs. */
struct row_printer {
	const struct latency_unit *unit;
	struct outbuf *out;
};

static int latency_print_row(void *ctx, const struct latency_row *row)
{
	const struct row_printer *printer = ctx;
	latency_text_row(row, printer->unit, printer->out);
	return 0;
}

/* Between rows: a long recording is not kept in memory as text. */
static int latency_flush_rows(void *ctx) { return out_flush_some(((const struct row_printer *)ctx)->out); }

/* Opens, writes and closes the file of -o; "-o -" is stdout. 0, or -errno with err set where opening failed. */
static int write_heat_map(struct latency_values *values, const struct latency_result *result, struct err *err)
{
	bool to_stdout = strcmp(values->given.output, "-") == 0;
	struct outbuf out;
	int r = 0;
	if (to_stdout) textout_stdout(&out);
	else r = textout_create(values->given.output, false, &out);
	if (r < 0) return err_set_errno(err, r, "%s", values->given.output);
	latency_svg(result, &values->svg, &out);
	r = textout_close(&out, to_stdout ? NULL : values->given.output);
	if (r < 0) return r;
	if (!to_stdout)
		fprintf(stderr, "[ perf latency: Wrote heat map of %llu latencies to %s ]\n",
			(unsigned long long)result->all.count, values->given.output);
	return 0;
}

/* The hook of session_show. With a heat map on stdout there is nothing else to print there. What was printed is
 * flushed before the heat map, so that on stdout the order is right, and a reader that has gone ends it. */
static int latency_show(void *ctx, struct session *session, struct outbuf *out, struct err *err)
{
	struct latency_values *values = ctx;
	struct row_printer printer = { .unit = values->text.unit, .out = out };
	struct sample_filter filter = { .socket = -1 };
	struct latency *latency;
	const struct latency_result *result;
	int r = parse_filter(values, &filter, session, err);
	if (r >= 0) {
		values->wanted.filter = &filter;
		/* --each wants every latency as it ends. */
		if (values->each) {
			values->wanted.ctx = &printer;
			values->wanted.row = latency_print_row;
			values->wanted.batch = latency_flush_rows;
		}
		r = latency_run(session, &values->spec, &values->wanted, &latency, &result, err);
	}
	sample_filter_done(&filter);
	if (r < 0) return r;
	if (values->each ||
	    (values->given.output && strcmp(values->given.output, "-") == 0)) { /* that is all there is to print */
	} else if (values->json) latency_json(result, out);
	else if (values->given.separator) latency_csv(result, &values->text, out);
	else latency_text(result, &values->text, out);
	r = out_flush(out);
	if (r >= 0 && values->given.output) r = write_heat_map(values, result, err);
	latency_free(latency);
	return r;
}

/* The names of calls (--syscalls=read,write) live as long as the analysis: its options borrow them. */
static int run_report(struct latency_values *values, struct err *err)
{
	struct name_list calls = { 0 };
	int r = values->given.syscalls && *values->given.syscalls ? name_list_parse(&calls, values->given.syscalls, err)
								  : 0;
	if (r < 0) {
		console_err(err);
		return r;
	}
	values->wanted.syscalls = (const char *const *)calls.names;
	values->wanted.nr_syscalls = calls.count;
	r = session_show(&(struct session_show){ .values = &values->session, .ctx = values, .show = latency_show });
	name_list_done(&calls);
	return r;
}

/* What makes no sense is refused before the recording is opened. A reader that has gone (-EPIPE) is no failure. */
int latency_cmd_report(int argc, const char **argv)
{
	_err_done_ struct err err = ERR_INIT;
	struct latency_values values = { .session = SESSION_OPTION_VALUES_INIT, .columns = DEFAULT_COLUMNS };
	int status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (argc) return option_table_unexpected(&table, argv[0]);
	int r = parse_values(&values, &err);
	if (r < 0) console_err(&err);
	else r = run_report(&values, &err);
	latency_spec_done(&values.spec);
	return r < 0 && r != -EPIPE ? 255 : 0;
}
