/* perf latency report: latencies of a recording. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include "analysis/latency/latency.h"
#include "cli/textout.h"
#include "commands/latency_cmd.h"
#include "cli/option_form.h"
#include "commands/option/session_option.h"
#include "commands/session_show.h"
#include "render/timeline/latency_svg.h"
#include "render/listing/latency_text.h"

enum { DEFAULT_COLUMNS = 180, MAX_COLUMNS = 4000, MAX_SLOWEST = 100000 };

static struct latency_spec spec;
static struct latency_options wanted;
static struct latency_text_options text;
static struct latency_svg_options svg;
static struct {
	const char *pair, *key, *by, *syscalls, *sort, *unit, *max_latency, *separator, *output, *times, *pids, *tids,
		*cpus, *comms;
} given;
static unsigned columns = DEFAULT_COLUMNS, rows, slowest, max_waiting;
static bool json, each, linear;

static void visit_pairs(void (*add)(void *ctx, const char *name), void *ctx)
{
	for (size_t i = 0; i < nr_latency_known_pairs; i++) add(ctx, latency_known_pairs[i].name);
}

const struct option_set latency_cmd_pair_set = { .what = "pair", .visit = visit_pairs, .is_open = true };
static const char *const sort_names[] = { "total", "count", "mean", "max", "p50", "p99", "name", NULL };
static const char *const unit_names[] = { "ns", "us", "ms", "s", NULL }, *const by_names[] = { "comm", "pid", "tid",
											       "cpu", NULL };
static const struct option_set sort_set = { .what = "order", .names = sort_names },
			       unit_set = { .what = "unit", .names = unit_names };
static const struct option_set by_set = { .what = "field", .names = by_names, .is_list = true, .is_open = true };
static const char *const usage[] = { "perf latency report [--pair <begin,end>] [--key <fields>] [<options>]", NULL };
static const struct option options[] = {
	SESSION_OPTION_INPUT,
	OPTION_TEXT(0, "pair", &given.pair, "begin,end",
		    "events that latencies are between, or the name of a known pair (block, sched, syscalls, ...)",
		    &latency_cmd_pair_set),
	OPTION_STRING('k', "key", &given.key, "field[=field],...",
		      "fields that are equal of a begin and its end; none: any end"),
	{ .kind = OPTION_KIND_STRING,
	  .long_name = "syscalls",
	  .value = &given.syscalls,
	  .arg_name = "name,...",
	  .flags = OPTION_OPTARG,
	  .fallback = (intptr_t) "",
	  .help = "system calls, by name" },
	OPTION_TEXT('b', "by", &given.by, "field,...",
		    "a row for each of these: comm, pid, tid, cpu, or a field of the events", &by_set),
	OPTION_WORDS('s', "sort", &given.sort, "key", "order of the rows: total, count, mean, max, p50, p99, name",
		     &sort_set),
	OPTION_WORDS(0, "unit", &given.unit, "unit", "ns, us (default), ms or s", &unit_set),
	OPTION_STRING(0, "max-latency", &given.max_latency, "time",
		      "upper end of histogram and heat map (2000 in the unit, or 2ms)"),
	OPTION_BOOL(0, "linear", &linear, "histogram and heat map by equal steps, not by powers"),
	OPTION_BOOL(0, "no-histogram", &text.no_histogram, "only percentiles"),
	OPTION_UINT(0, "slowest", &slowest, "list the longest so many"),
	OPTION_BOOL(0, "each", &each, "print each latency: when it ended, how long it took"),
	OPTION_BOOL(0, "nested", &wanted.nested, "begins of one key may be within each other (recursion)"),
	OPTION_STRING('o', "output", &given.output, "file", "write a heat map (SVG)"),
	OPTION_UINT(0, "columns", &columns, "columns of the heat map (default 180)"),
	OPTION_UINT(0, "rows", &rows, "rows of the heat map (default 60)"),
	OPTION_STRING(0, "title", &svg.title, "text", "title of the heat map"),
	OPTION_STRING(0, "time", &given.times, "str", "Time span of interest (start,stop)"),
	OPTION_IDS('p', "pid", &given.pids, "pid[,pid...]", "only latencies of these processes"),
	OPTION_IDS('t', "tid", &given.tids, "tid[,tid...]", "only latencies of these threads"),
	OPTION_STRING('c', "comm", &given.comms, "comm[,comm...]", "only latencies of threads of these names"),
	OPTION_NUMBERS('C', "cpu", &given.cpus, "cpu", "only latencies that began on these CPUs"),
	OPTION_UINT(0, "max-waiting", &max_waiting, "so many begins may wait for their end (default 1048576)"),
	OPTION_STRING('x', "field-separator", &given.separator, "char", "print CSV with this separator"),
	OPTION_BOOL(0, "json", &json, "Print JSON (docs/json-latency.md)"),
	SESSION_OPTION_FORCE,
	SESSION_OPTION_VERBOSE,
	OPTION_END
};

static int parse_max_latency(uint64_t *ret_ns, struct err *err)
{
	char *end;
	double value = strtod(given.max_latency, &end);
	const struct latency_unit *unit = *end ? latency_unit_find(end) : text.unit;
	if (end == given.max_latency || !unit || !(value > 0) || value * (double)unit->ns > 9e18)
		return err_set(err, -EINVAL, "--max-latency '%s': a number, which may have a unit, such as 2ms",
			       given.max_latency);
	*ret_ns = (uint64_t)(value * (double)unit->ns + 0.5);
	return 0;
}

static int parse_values(struct err *err)
{
	text.unit = latency_unit_find(given.unit ? given.unit : "us");
	if (!text.unit) return err_set(err, -EINVAL, "--unit '%s': it is ns, us, ms or s", given.unit);
	wanted.unit_ns = text.unit->ns;
	int r = given.max_latency ? parse_max_latency(&text.max_ns, err) : 0;
	if (r >= 0 && given.sort && !latency_order_parse(given.sort, &wanted.order))
		r = err_set(err, -EINVAL, "--sort '%s': it is total, count, mean, max, p50, p99 or name", given.sort);
	if (r >= 0 && given.separator && (!given.separator[0] || given.separator[1]))
		r = err_set(err, -EINVAL, "--field-separator '%s': one character", given.separator);
	if (r >= 0 && (columns < 1 || columns > MAX_COLUMNS))
		r = err_set(err, -EINVAL, "--columns: 1 to %d", MAX_COLUMNS);
	if (r >= 0 && slowest > MAX_SLOWEST) r = err_set(err, -EINVAL, "--slowest: up to %d", MAX_SLOWEST);
	if (r >= 0 && given.syscalls && given.pair) r = err_set(err, -EINVAL, "--pair or --syscalls?");
	if (r >= 0 && (given.pair || given.syscalls))
		r = latency_spec_parse_pair(&spec, given.syscalls ? "syscalls" : given.pair, err);
	if (r >= 0 && given.key) r = latency_spec_parse_key(&spec, given.key, err);
	if (r >= 0 && (given.by || given.syscalls)) r = latency_spec_parse_by(&spec, given.by ? given.by : "id", err);
	text.linear = svg.linear = linear;
	text.separator = given.separator ? given.separator[0] : ',';
	svg.max_ns = text.max_ns;
	svg.nr_rows = rows;
	wanted.nr_columns = given.output ? columns : 0;
	wanted.nr_slowest = slowest;
	wanted.max_waiting = max_waiting;
	return r;
}

static int parse_filter(struct sample_filter *filter, const struct session *session, struct err *err)
{
	const struct session_totals *totals = session_totals(session);
	int r = given.cpus ? number_list_parse(&filter->cpus, given.cpus, err) : 0;
	filter->by_cpu = given.cpus != NULL;
	if (r >= 0 && given.pids) r = number_list_parse(&filter->pids, given.pids, err);
	if (r >= 0 && given.tids) r = number_list_parse(&filter->tids, given.tids, err);
	if (r >= 0 && given.comms) r = name_list_parse(&filter->comms, given.comms, err);
	if (r >= 0 && given.times)
		r = time_ranges_parse(&filter->times, given.times, totals->first_sample_ns, totals->last_sample_ns,
				      err);
	filter->by_time = given.times != NULL;
	return r;
}

static int print_row(void *ctx, const struct latency_row *row)
{
	latency_text_row(row, text.unit, ctx);
	return 0;
}

static int flush_rows(void *ctx) { return out_flush_some(ctx); }

static int write_heat_map(const struct latency_result *result, struct err *err)
{
	bool to_stdout = strcmp(given.output, "-") == 0;
	struct outbuf out;
	int r = 0;
	if (to_stdout) textout_stdout(&out);
	else r = textout_create(given.output, false, &out);
	if (r < 0) return err_set_errno(err, r, "%s", given.output);
	latency_svg(result, &svg, &out);
	r = textout_close(&out, to_stdout ? NULL : given.output);
	if (r < 0) return r;
	if (!to_stdout)
		fprintf(stderr, "[ perf latency: Wrote heat map of %llu latencies to %s ]\n",
			(unsigned long long)result->all.count, given.output);
	return 0;
}

static int show(void *ctx, struct session *session, struct outbuf *out, struct err *err)
{
	struct sample_filter filter = { .socket = -1 };
	struct latency *latency;
	const struct latency_result *result;
	int r = parse_filter(&filter, session, err);
	if (r >= 0) {
		wanted.filter = &filter;
		if (each) {
			wanted.ctx = out;
			wanted.row = print_row;
			wanted.batch = flush_rows;
		}
		r = latency_run(session, &spec, &wanted, &latency, &result, err);
	}
	sample_filter_done(&filter);
	if (r < 0) return r;
	if (each || (given.output && strcmp(given.output, "-") == 0)) { /* that is all there is to print */
	} else if (json) latency_json(result, out);
	else if (given.separator) latency_csv(result, &text, out);
	else latency_text(result, &text, out);
	r = out_flush(out);
	if (r >= 0 && given.output) r = write_heat_map(result, err);
	latency_free(latency);
	return r;
}

static int run_report(struct err *err)
{
	struct name_list calls = { 0 };
	int r = given.syscalls && *given.syscalls ? name_list_parse(&calls, given.syscalls, err) : 0;
	if (r < 0) {
		console_err(err);
		return r;
	}
	wanted.syscalls = (const char *const *)calls.names;
	wanted.nr_syscalls = calls.count;
	r = session_show(&(struct session_show){ .show = show });
	name_list_done(&calls);
	return r;
}

int latency_cmd_report(int argc, const char **argv)
{
	_err_done_ struct err err = ERR_INIT;
	argc = options_parse(argc, argv, options, usage, 0);
	if (argc) options_unexpected(argv[0], usage, options);
	int r = parse_values(&err);
	if (r < 0) console_err(&err);
	else r = run_report(&err);
	latency_spec_done(&spec);
	return r < 0 && r != -EPIPE ? 255 : 0;
}
