/* perf bench: how fast this machine does small things. Chooses collection and benchmark; each is a row of
 * commands/bench/bench_row.def. */
#include "commands/bench/bench.h"
#include <stdio.h>
#include <string.h>
#include "cli/command.h"
#include "cli/console.h"
#include "cli/option_form.h"
#include "cli/textout.h"

struct collection {
	const char *name, *summary;
	const char *all; /* the summary of "all"; NULL: not listed, though it may be typed */
};

#define X(name, summary, all) { #name, summary, all },
static const struct collection collections[] = {
#include "commands/bench/bench_collection.def"
};
#undef X
#define X(name, summary, all) #name,
static const char *const collection_names[] = {
#include "commands/bench/bench_collection.def"
	"all", NULL
};
#undef X

#define X(collection, stem, name, summary) { #collection, name, summary, bench_##collection##_##stem },
static const struct bench benches[] = {
#include "commands/bench/bench_row.def"
};
#undef X

struct values {
	const char *format;
	unsigned nr_repeats;
};

static const char *const formats[] = { "default", "simple", NULL };
static const struct option_set format_set = { .what = "format", .names = formats };

static const struct option_set collection_set = { .what = "collection", .names = collection_names };

static const char *const usage[] = { "perf bench [<common options>] <collection> <benchmark> [<options>]", NULL };
static const struct option options[] = {
	OPTION_WORDS('f', "format", struct values, format, "default|simple", "Specify the output formatting style",
		     &format_set),
	OPTION_UINT('r', "repeat", struct values, nr_repeats, "Specify number of times to repeat the run"),
	OPTION_END,
};
static const struct option_table table = {
	.rows = options, .usage = usage, .subcommands = collection_names, .flags = OPTIONS_STOP_AT_NON_OPTION
};

static void list_collections(struct outbuf *out)
{
	out_printf(out, "Usage: \n\t%s\n\n        # List of all available benchmark collections:\n\n", usage[0]);
	for (size_t i = 0; i < ARRAY_SIZE(collections); i++)
		out_printf(out, "%14s: %s\n", collections[i].name, collections[i].summary);
	out_printf(out, "%14s: %s\n\n", "all", "All benchmarks");
}

static void list_benches(struct outbuf *out, const struct collection *collection)
{
	out_printf(out, "\n        # List of available benchmarks for collection '%s':\n\n", collection->name);
	for (size_t i = 0; i < ARRAY_SIZE(benches); i++)
		if (!strcmp(benches[i].collection, collection->name))
			out_printf(out, "%14s: %s\n", benches[i].name, benches[i].summary);
	if (collection->all) out_printf(out, "%14s: %s\n", "all", collection->all);
	out_char(out, '\n');
}

/* For completion. */
static int list_names(struct outbuf *out, const struct collection *collection)
{
	for (size_t i = 0; i < ARRAY_SIZE(benches); i++)
		if (!strcmp(benches[i].collection, collection->name)) out_printf(out, "%s\n", benches[i].name);
	out_str(out, "all\n");
	return OPTION_LIST_STATUS;
}

/* Without options, one after another; NULL: those of all collections. The status of the first that failed. */
static int run_all(struct bench_run *run, const struct collection *collection)
{
	int status = 0;
	for (size_t i = 0; i < ARRAY_SIZE(benches); i++) {
		const char *argv[] = { benches[i].name, NULL };
		if (collection && strcmp(benches[i].collection, collection->name) != 0) continue;
		out_printf(run->out, "# Running %s/%s benchmark...\n", benches[i].collection, benches[i].name);
		(void)out_flush(run->out); /* textout_close tells of it */
		int one = benches[i].run(run, 1, argv);
		out_char(run->out, '\n');
		if (!status) status = one;
	}
	return status;
}

static bool asks_for_help(int argc, const char **argv)
{
	return argc > 1 && (!strcmp(argv[1], "-h") || !strcmp(argv[1], "--help"));
}

/* Benchmarks do not run when only their names or options are asked for. */
static bool asks_only(int argc, const char **argv)
{
	return asks_for_help(argc, argv) ||
	       (argc > 1 && (!strcmp(argv[1], "--list-cmds") || !strcmp(argv[1], "--list-opts")));
}

/* What is wrong, what may have been meant, and what there is. */
static int unknown_collection(const char *name)
{
	_strbuf_done_ struct strbuf known = STRBUF_INIT;
	option_set_format(&collection_set, name, &known);
	fprintf(stderr, "Unknown collection: '%s'\n%s", name, known.text);
	return 1;
}

static int run_named(struct bench_run *run, const struct collection *collection, int argc, const char **argv)
{
	for (size_t i = 0; i < ARRAY_SIZE(benches); i++) {
		if (strcmp(benches[i].collection, collection->name) != 0 || strcmp(benches[i].name, argv[0]) != 0)
			continue;
		if (bench_is_default(run))
			out_printf(run->out, "# Running '%s/%s' benchmark:\n", collection->name, argv[0]);
		(void)out_flush(run->out); /* textout_close tells of it */
		return benches[i].run(run, argc, argv);
	}
	if (!strcmp(argv[0], "all") && asks_for_help(argc, argv)) {
		list_benches(run->out, collection);
		return 0;
	}
	if (!strcmp(argv[0], "all")) return asks_only(argc, argv) ? OPTION_LIST_STATUS : run_all(run, collection);
	fprintf(stderr, "Unknown benchmark: '%s' for collection '%s'\n", argv[0], collection->name);
	list_benches(run->out, collection);
	return 1;
}

static int choose(struct bench_run *run, int argc, const char **argv)
{
	for (size_t i = 0; i < ARRAY_SIZE(collections); i++) {
		if (strcmp(collections[i].name, argv[0]) != 0) continue;
		if (argc > 1 && !strcmp(argv[1], "--list-cmds")) return list_names(run->out, &collections[i]);
		if (argc > 1 && !strcmp(argv[1], "--list-opts")) return OPTION_LIST_STATUS;
		if (argc > 1 && !asks_for_help(argc, argv)) return run_named(run, &collections[i], argc - 1, argv + 1);
		list_benches(run->out, &collections[i]);
		return 0;
	}
	if (!strcmp(argv[0], "all") && asks_for_help(argc, argv)) {
		list_collections(run->out);
		return 0;
	}
	if (!strcmp(argv[0], "all")) return asks_only(argc, argv) ? OPTION_LIST_STATUS : run_all(run, NULL);
	return unknown_collection(argv[0]);
}

static int run_bench(int argc, const char **argv)
{
	struct values values = { .nr_repeats = 10 };
	struct outbuf out;
	int status = 0;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (!values.nr_repeats)
		return option_table_usage_error(&table, "Invalid repeat option: Must specify a positive value");
	textout_stdout(&out);
	struct bench_run run = { .nr_repeats = values.nr_repeats, .out = &out };
	if (values.format && !strcmp(values.format, "simple")) run.format = BENCH_FORMAT_SIMPLE;
	if (argc) status = choose(&run, argc, argv);
	else list_collections(&out);
	(void)textout_close(&out, NULL); /* has told of a full disk, and the exit status will */
	return status;
}

const struct command command_bench = {
	.name = "bench",
	.summary = "General framework for benchmark suites",
	.run = run_bench,
};
