/* perf list: events and metrics that this machine knows, by kind or by a part of their name.
 *
 *     words -> listing_add (event/pmu): events of the kernel's PMUs, tracepoints, vendors' tables, SDT markers, libpfm4
 *     -> struct listing -> text, names only (--raw-dump, for completion) or JSON (docs/json-list.md) */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "cli/command.h"
#include "cli/console.h"
#include "cli/textout.h"
#include "cli/pager.h"
#include "commands/option/event_tables.h"
#include "kernel/machine_root.h"
#include "event/spec/pfm.h"
#include "event/listing/listing.h"
#include "kernel/pmus.h"
#include "probe/sdt_cache.h"
#include "commands/option/build_id_dir.h"

/* unit: --unit; cpu_type: --cputype; output: -o. NULL: not given. */
struct list_values {
	bool raw_dump, as_json, desc, long_desc, details, deprecated, debug;
	const char *unit, *cpu_type, *output;
};

static const char *const usage[] = {
	"perf list [<options>] [hw|sw|cache|tracepoint|pmu|sdt|metric|metricgroup|event_glob]", NULL
};
static const char *const kinds[] = { "hw",  "sw",  "tool",   "cache",       "tracepoint",
				     "pmu", "sdt", "metric", "metricgroup", NULL };
static const struct option_set kind_set = { .what = "kind of event", .names = kinds, .is_open = true };
static const struct option options[] = {
	{ OPTION_ROW(OPTION_KIND_BOOL, 0, "raw-dump", "Dump raw events"),
	  .member = OPTION_MEMBER(bool, struct list_values, raw_dump), .flags = OPTION_HIDDEN },
	OPTION_BOOL('j', "json", struct list_values, as_json, "JSON encode events and metrics"),
	OPTION_BOOL('d', "desc", struct list_values, desc, "Print extra event descriptions. --no-desc to not print."),
	OPTION_BOOL('v', "long-desc", struct list_values, long_desc, "Print longer event descriptions."),
	OPTION_BOOL(0, "details", struct list_values, details,
		    "Print information on the perf event names and expressions used internally by events."),
	OPTION_STRING('o', "output", struct list_values, output, "file", "output file name"),
	OPTION_BOOL(0, "deprecated", struct list_values, deprecated, "Print deprecated events."),
	{ OPTION_ROW(OPTION_KIND_STRING, 0, "cputype",
		     "Limit PMU or metric printing to the given PMU (e.g. cpu, core or atom)."),
	  .member = OPTION_MEMBER(const char *, struct list_values, cpu_type), .arg_name = "cpu type",
	  .flags = OPTION_HIDDEN },
	OPTION_STRING(0, "unit", struct list_values, unit, "PMU name",
		      "Limit PMU or metric printing to the specified PMU."),
	OPTION_BOOL(0, "debug", struct list_values, debug, "Enable debugging output"),
	OPTION_ARGUMENTS(&kind_set),
	OPTION_END
};
static const struct option_table table = { .rows = options, .usage = usage, .flags = OPTIONS_STOP_AT_NON_OPTION };

/* "core" and "atom" name the PMUs of hybrid machines for short. The caller frees the name; NULL: all PMUs. */
static char *wanted_unit(const struct list_values *values, const struct event_catalogue *catalogue)
{
	if (values->unit || !values->cpu_type) return values->unit ? xstrdup(values->unit) : NULL;
	_free_ char *name = xasprintf("cpu_%s", values->cpu_type);
	return catalogue->find_pmu(catalogue->ctx, name) ? take(name) : xstrdup(values->cpu_type);
}

/* Names that take long to find, looked for when a kind of event asks for them; both are kept for the other words and
 * freed at the end of run. */
struct late_names {
	char **sdt;
	struct pfm *pfm;
};

/* Names of libpfm4's events; NULL where the library is not installed, which has been said. */
static const char *const *list_pfm_events(void *ctx)
{
	struct late_names *names = ctx;
	_err_done_ struct err err = ERR_INIT;
	if (!names->pfm && !(names->pfm = pfm_open(&err))) {
		console_err(&err);
		return NULL;
	}
	return pfm_names(names->pfm);
}

/* Markers come from the build-id cache, where perf buildid-cache --add puts them. */
static const char *const *list_sdt_events(void *ctx)
{
	struct late_names *names = ctx;
	if (names->sdt) return (const char *const *)names->sdt;
	struct sdt_events events;
	const char *cache_dir = build_id_dir();
	sdt_events_read(cache_dir ? cache_dir : "", &events);
	names->sdt = sdt_events_names(&events);
	sdt_events_done(&events);
	return (const char *const *)names->sdt;
}

/* A title is there only where the pager is: scripts read lines of events from the first on. */
static void write_listing(const struct list_values *values, const struct listing *listing, struct outbuf *out)
{
	const struct listing_format format = { .desc = values->desc,
					       .long_desc = values->long_desc,
					       .details = values->details,
					       .columns = pager_columns() - 1 };
	if (values->as_json) listing_write_json(listing, out);
	else if (values->raw_dump) listing_write_names(listing, out);
	else {
		if (pager_is_running()) out_lit(out, "\nList of pre-defined events (to be used in -e or -M):\n\n");
		listing_write_text(listing, &format, out);
	}
}

/* For warnings_visit: what is wrong in the vendors' tables. */
static void list_print_error(void *ctx, const char *kind, const char *text, uint64_t more)
{
	fprintf(stderr, "Error: %s\n", text);
}

/* The pager comes only for text on stdout: --raw-dump is for completion. */
static int run(int argc, const char **argv)
{
	struct list_values values = { .desc = true };
	int status;
	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	struct outbuf out;
	int r = 0;
	if (values.output) r = textout_create(values.output, false, &out);
	else textout_stdout(&out);
	if (r < 0) {
		console_error("cannot write %s: %s", values.output, strerror(-r));
		return 255;
	}
	if (!values.output && !values.raw_dump) pager_start();

	struct pmus *pmus = pmus_new(machine_root(), getenv("PERF_DEBUGFS_DIR"));
	const struct event_catalogue catalogue = pmus_catalogue(pmus);
	struct warnings *warnings = warnings_new();
	_free_ char *unit = wanted_unit(&values, &catalogue);
	struct late_names late = { NULL };
	const struct listing_options how = { .warnings = warnings,
					     .unit = unit,
					     .each_pmu = values.long_desc || values.as_json,
					     .deprecated = values.deprecated || values.as_json,
					     .encodings = values.details || values.as_json,
					     .sdt_events = list_sdt_events,
					     .ctx = &late,
					     .pfm_events = list_pfm_events };
	struct vendor_tables *tables = event_tables_load();
	struct listing listing;
	listing_init(&listing);
	if (!argc) listing_add(&listing, NULL, &catalogue, tables, &how);
	for (int i = 0; i < argc; i++) listing_add(&listing, argv[i], &catalogue, tables, &how);

	warnings_visit(warnings, list_print_error, NULL);
	warnings_free(warnings);
	write_listing(&values, &listing, &out);
	r = textout_close(&out, values.output);
	listing_done(&listing);
	vendor_tables_free(tables);
	for (char **name = late.sdt; name && *name; name++) free(*name);
	free(late.sdt);
	pfm_close(late.pfm);
	pmus_free(pmus);
	return r < 0 && r != -EPIPE ? 255 : 0;
}

const struct command command_list = {
	.name = "list",
	.summary = "List all symbolic event types",
	.run = run,
};
