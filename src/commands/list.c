/* perf list: events and metrics that can be named. */
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
#include "commands/option/pfm_option.h"
#include "event/listing/listing.h"
#include "kernel/pmus.h"
#include "probe/sdt_cache.h"
#include "commands/option/build_id_dir.h"

static bool raw_dump, as_json, long_desc, details, deprecated, debug;
static bool desc = true;
static const char *unit, *cpu_type, *output;

static const char *const usage[] = {
	"perf list [<options>] [hw|sw|cache|tracepoint|pmu|sdt|metric|metricgroup|event_glob]", NULL
};
static const char *const kinds[] = { "hw",  "sw",  "tool",   "cache",       "tracepoint",
				     "pmu", "sdt", "metric", "metricgroup", NULL };
static const struct option_set kind_set = { .what = "kind of event", .names = kinds, .is_open = true };
static const struct option options[] = {
	{ .kind = OPTION_KIND_BOOL,
	  .long_name = "raw-dump",
	  .value = &raw_dump,
	  .help = "Dump raw events",
	  .flags = OPTION_HIDDEN },
	OPTION_BOOL('j', "json", &as_json, "JSON encode events and metrics"),
	OPTION_BOOL('d', "desc", &desc, "Print extra event descriptions. --no-desc to not print."),
	OPTION_BOOL('v', "long-desc", &long_desc, "Print longer event descriptions."),
	OPTION_BOOL(0, "details", &details,
		    "Print information on the perf event names and expressions used internally by events."),
	OPTION_STRING('o', "output", &output, "file", "output file name"),
	OPTION_BOOL(0, "deprecated", &deprecated, "Print deprecated events."),
	{ .kind = OPTION_KIND_STRING,
	  .long_name = "cputype",
	  .value = &cpu_type,
	  .arg_name = "cpu type",
	  .help = "Limit PMU or metric printing to the given PMU (e.g. cpu, core or atom).",
	  .flags = OPTION_HIDDEN },
	OPTION_STRING(0, "unit", &unit, "PMU name", "Limit PMU or metric printing to the specified PMU."),
	OPTION_BOOL(0, "debug", &debug, "Enable debugging output"),
	OPTION_ARGUMENTS(&kind_set),
	OPTION_END
};

/* "core" and "atom" name the PMUs of hybrid machines for short. */
static const char *wanted_unit(const struct event_catalogue *catalogue)
{
	static char name[64];
	if (unit || !cpu_type) return unit;
	snprintf(name, sizeof(name), "cpu_%s", cpu_type);
	return catalogue->find_pmu(catalogue->ctx, name) ? name : cpu_type;
}

static char **sdt_names; /* once they were asked for */

static const char *const *sdt_events(void *ctx)
{
	if (sdt_names) return (const char *const *)sdt_names;
	struct sdt_events events;
	const char *cache_dir = build_id_dir();
	sdt_events_read(cache_dir ? cache_dir : "", &events);
	sdt_names = sdt_events_names(&events);
	sdt_events_done(&events);
	return (const char *const *)sdt_names;
}

static void write_listing(const struct listing *listing, struct outbuf *out)
{
	const struct listing_format format = {
		.desc = desc, .long_desc = long_desc, .details = details, .columns = pager_columns() - 1
	};
	if (as_json) listing_write_json(listing, out);
	else if (raw_dump) listing_write_names(listing, out);
	else {
		if (pager_is_running()) out_lit(out, "\nList of pre-defined events (to be used in -e or -M):\n\n");
		listing_write_text(listing, &format, out);
	}
}

static void print_error(void *ctx, const char *kind, const char *text, uint64_t more)
{
	fprintf(stderr, "Error: %s\n", text);
}

static int run(int argc, const char **argv)
{
	argc = options_parse(argc, argv, options, usage, OPTIONS_STOP_AT_NON_OPTION);
	struct outbuf out;
	int r = 0;
	if (output) r = textout_create(output, false, &out);
	else textout_stdout(&out);
	if (r < 0) {
		console_error("cannot write %s: %s", output, strerror(-r));
		return 255;
	}
	if (!output && !raw_dump) pager_start();

	struct pmus *pmus = pmus_new(machine_root(), getenv("PERF_DEBUGFS_DIR"));
	const struct event_catalogue catalogue = pmus_catalogue(pmus);
	struct warnings *warnings = warnings_new();
	const struct listing_options how = { .warnings = warnings,
					     .unit = wanted_unit(&catalogue),
					     .each_pmu = long_desc || as_json,
					     .deprecated = deprecated || as_json,
					     .encodings = details || as_json,
					     .sdt_events = sdt_events,
					     .pfm_events = pfm_option_names };
	struct listing listing;
	listing_init(&listing);
	if (!argc) listing_add(&listing, NULL, &catalogue, event_tables(), &how);
	for (int i = 0; i < argc; i++) listing_add(&listing, argv[i], &catalogue, event_tables(), &how);

	warnings_visit(warnings, print_error, NULL);
	warnings_free(warnings);
	write_listing(&listing, &out);
	r = textout_close(&out, output);
	listing_done(&listing);
	for (char **name = sdt_names; name && *name; name++) free(*name);
	free(sdt_names);
	pmus_free(pmus);
	return r < 0 && r != -EPIPE ? 255 : 0;
}

const struct command command_list = {
	.name = "list",
	.summary = "List all symbolic event types",
	.usage = usage,
	.options = options,
	.run = run,
};
