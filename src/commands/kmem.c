/* perf kmem: who allocates memory of the kernel, from the slab allocator (kmem:kmalloc and the like) or by pages
 * (kmem:mm_page_alloc). record asks perf record for these events, stat shows a recording.
 *
 * Options depend on their order, as upstream's do: --caller -s bytes --alloc -s hit sorts two tables. struct
 * kmem_modes keeps that order. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "analysis/kmem/kmem.h"
#include "base/vec.h"
#include "cli/command.h"
#include "cli/config.h"
#include "commands/option/session_option.h"
#include "commands/record/record_request.h"
#include "commands/option/session_show.h"
#include "kernel/machine_root.h"
#include "kernel/tracefs.h"
#include "render/listing/kmem_text.h"

enum { MODE_SLAB, MODE_PAGE, MODE_CALLER, MODE_ALLOC, NR_MODES };

/* What was given (session, modes, times), and what the analysis and the text are asked for. json: --json;
 * default_page: kmem.default of the configuration is "page". */
struct kmem_values {
	struct session_option_values session;
	/* Which modes were given, and in what order: -s and -l are of those given last before them. */
	struct kmem_modes {
		unsigned given[NR_MODES], count;
	} modes;
	struct kmem_options wanted;
	struct kmem_text_options text;
	const char *times;
	bool json, default_page;
};

/* Which allocator the next -s is of: the one given last. */
static bool of_pages(const struct kmem_values *values)
{
	const unsigned *modes = values->modes.given;

	return modes[MODE_PAGE] > modes[MODE_SLAB] || (!modes[MODE_PAGE] && !modes[MODE_SLAB] && values->default_page);
}

/* Whether the next -s or -l is of callers, else of allocations: by the one given last. */
static bool of_callers(const struct kmem_values *values)
{
	return values->modes.given[MODE_CALLER] > values->modes.given[MODE_ALLOC];
}

static const char *const subcommands[] = { "record", "stat", NULL };
static const char *const usage[] = { "perf kmem [<options>] {record|stat}", NULL };
static const char *const slab_sort_names[] = { "ptr", "callsite", "bytes", "hit", "pingpong", "frag", NULL };
static const char *const page_sort_names[] = { "page", "callsite", "bytes", "hit", "order", "migtype", "gfp", NULL };
static const char *const sort_names[] = { "ptr",  "callsite", "bytes",   "hit", "pingpong", "frag",
					  "page", "order",    "migtype", "gfp", NULL };
static const struct option_set slab_sort_set = { .what = "sort key", .names = slab_sort_names },
			       page_sort_set = { .what = "sort key", .names = page_sort_names };
static const struct option_set sort_set = { .what = "sort key", .names = sort_names, .is_list = true }; /* of either */
/* --slab, --page, --caller, --alloc: notes at which place on the command line it stood; the row's fallback is the
 * mode. */
static int kmem_mode(const struct option *option, const char *arg, bool unset, void *member)
{
	struct kmem_modes *modes = member;

	modes->given[option->fallback] = ++modes->count;
	return 0;
}

/* The table that -s speaks of, one of four: allocator by callers or allocations. */
static struct kmem_sort *sort_of(struct kmem_values *values)
{
	if (of_pages(values)) return of_callers(values) ? &values->wanted.page_callers : &values->wanted.page_objects;
	return of_callers(values) ? &values->wanted.slab_callers : &values->wanted.slab_objects;
}

/* -s: keys of the table that was named before. Which keys there are depends on the allocator named before: that is
 * why the row's set is open to both. */
static int kmem_sort_keys(const struct option *option, const char *arg, bool unset, void *member)
{
	struct kmem_values *values = member;
	bool pages = of_pages(values);
	const char *bad;
	size_t bad_size;
	if (!arg) return option_error(option, "needs keys");
	if (kmem_sort_parse(arg, pages, sort_of(values), &bad, &bad_size)) return 0;
	_free_ char *word = xstrndup(bad, bad_size);
	_strbuf_done_ struct strbuf near = STRBUF_INIT;
	option_set_format(pages ? &page_sort_set : &slab_sort_set, word, &near);
	return option_error(option, "Unknown %s --sort key: '%s'\n%s", pages ? "page" : "slab", word,
			    strbuf_text(&near));
}

/* -l: rows of the table that was named last; -1: all. */
static int kmem_lines(const struct option *option, const char *arg, bool unset, void *member)
{
	struct kmem_values *values = member;
	if (!arg) return option_error(option, "needs a number");
	int64_t lines;
	if (option_number(arg, INT32_MIN, INT32_MAX, &lines) < 0) return -EINVAL;
	lines = MAX(lines, (int64_t)-1);
	if (of_callers(values)) values->wanted.caller_lines = lines;
	else values->wanted.object_lines = lines;
	return 0;
}

/* The row's fallback is the mode. */
#define MODE_OPTION(name, mode, words)                                                                \
	{                                                                                             \
		OPTION_ROW(OPTION_KIND_CALLBACK, 0, name, words),                                     \
			.fallback = (mode), .flags = OPTION_NOARG | OPTION_NONEG, .store = kmem_mode, \
			.member = OPTION_MEMBER(struct kmem_modes, struct kmem_values, modes)         \
	}
static const struct option options[] = {
	SESSION_ROW_INPUT(struct kmem_values, session),
	SESSION_ROW_VERBOSE,
	MODE_OPTION("caller", MODE_CALLER, "show per-callsite statistics"),
	MODE_OPTION("alloc", MODE_ALLOC, "show per-allocation statistics"),
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 's', "sort",
		     "sort by keys: ptr, callsite, bytes, hit, pingpong, frag, page, order, migtype, gfp"),
	  .arg_name = "key[,key2...]", .store = kmem_sort_keys, .set = &sort_set },
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 'l', "line", "show n lines"), .arg_name = "num", .store = kmem_lines },
	OPTION_BOOL(0, "raw-ip", struct kmem_values, text.raw_ip, "show raw ip instead of symbol"),
	SESSION_ROW_FORCE(struct kmem_values, session),
	MODE_OPTION("slab", MODE_SLAB, "Analyze slab allocator"),
	MODE_OPTION("page", MODE_PAGE, "Analyze page allocator"),
	OPTION_BOOL(0, "live", struct kmem_values, wanted.live, "Show live page stat"),
	OPTION_STRING(0, "time", struct kmem_values, times, "str", "Time span of interest (start,stop)"),
	SESSION_ROW_KALLSYMS(struct kmem_values, session),
	SESSION_ROW_VMLINUX(struct kmem_values, session),
	OPTION_BOOL(0, "json", struct kmem_values, json, "Print JSON (docs/json-kmem.md)"),
	OPTION_END
};
static const struct option_table table = {
	.rows = options, .usage = usage, .subcommands = subcommands, .flags = OPTIONS_STOP_AT_NON_OPTION
};
static const struct option_table stat_table = { .rows = options, .usage = usage };

/* ---- record */

/* perf kmem record: the events of --slab, --page or both. Call chains tell the callers of page allocations, whose
 * events have no address of the call; those of slab have one. */
static int run_record(struct kmem_values *values, int argc, const char **argv)
{
	static const char *const slab_events[] = { "kmalloc",          "kmalloc_node",          "kfree",
						   "kmem_cache_alloc", "kmem_cache_alloc_node", "kmem_cache_free" };
	static const char *const page_events[] = { "mm_page_alloc", "mm_page_free" };
	_free_ char *tracefs = machine_tracefs();
	struct record_request request = { .all_cpus = true, .raw = true, .period = 1, .chains = values->wanted.page };
	char name[64];

	for (size_t i = 0; values->wanted.slab && i < ARRAY_SIZE(slab_events); i++) {
		/* Kernels from 6.1 on do not have the events with _node any more. */
		if (strstr(slab_events[i], "_node") && !tracefs_has(machine_root(), tracefs, "kmem", slab_events[i]))
			continue;
		snprintf(name, sizeof(name), "kmem:%s", slab_events[i]);
		record_request_add(&request, name, NULL);
	}
	for (size_t i = 0; values->wanted.page && i < ARRAY_SIZE(page_events); i++) {
		snprintf(name, sizeof(name), "kmem:%s", page_events[i]);
		record_request_add(&request, name, NULL);
	}
	int status = record_request_run(&request, argc, argv);
	record_request_done(&request);
	return status;
}

/* ---- stat */

/* Upstream's keys, where -s was not given for that table. */
static void set_default(struct kmem_sort *sort, bool pages, const char *keys)
{
	const char *bad;
	size_t bad_size;
	if (!sort->nr_keys) (void)kmem_sort_parse(keys, pages, sort, &bad, &bad_size);
}

/* The hook of session_show. --raw-ip needs no symbols, so none are looked for; JSON has them in any case. Times are
 * parsed here, because they may be percents of the recording. */
static int kmem_show(void *ctx, struct session *session, struct outbuf *out, struct err *err)
{
	struct kmem_values *values = ctx;
	struct sample_filter filter = { .socket = -1 };
	const struct session_totals *totals = session_totals(session);
	struct kmem *kmem;
	const struct kmem_result *result;
	int r = 0;
	if (values->times) {
		filter.by_time = true;
		r = time_ranges_parse(&filter.times, values->times, totals->first_sample_ns, totals->last_sample_ns,
				      err);
		values->wanted.filter = &filter;
	}
	values->text.all_callers = values->wanted.caller_lines < 0;
	values->text.all_objects = values->wanted.object_lines < 0;
	values->wanted.no_symbols = values->text.raw_ip && !values->json;
	if (r >= 0) r = kmem_run(session, &values->wanted, &kmem, &result, err);
	sample_filter_done(&filter);
	if (r < 0) return r;
	if (result->nr_damaged)
		warnings_add(session_warnings(session), "damaged payload", "%llu events are too short for their fields",
			     (unsigned long long)result->nr_damaged);
	if (values->json) {
		kmem_json(result, out);
	} else {
		if (result->slab) kmem_text_slab(result->slab, &values->text, out);
		if (result->page) kmem_text_page(result->page, &values->text, out);
	}
	kmem_free(kmem);
	return 0;
}

static int run_stat(struct kmem_values *values)
{
	set_default(&values->wanted.slab_callers, false, "frag,hit,bytes");
	set_default(&values->wanted.slab_objects, false, "frag,hit,bytes");
	set_default(&values->wanted.page_callers, true, "bytes,hit");
	set_default(&values->wanted.page_objects, true, "bytes,hit");
	return session_show_status(
		session_show(&(struct session_show){ .values = &values->session, .ctx = values, .show = kmem_show }));
}

/* Options may stand in front of "stat" and behind it; those of one place add to those of the other. */
static int run(int argc, const char **argv)
{
	static const char *const kinds[] = { "slab", "page", NULL };
	static const struct option_set kind_set = { .what = "kind", .names = kinds };
	const char *of = "slab";
	struct kmem_values values = { .session = SESSION_OPTION_VALUES_INIT,
				      .wanted = { .caller_lines = -1, .object_lines = -1 } };
	const unsigned *modes = values.modes.given;
	int status;

	values.default_page = config_word(config_get(), "kmem.default", &kind_set, &of) > 0 &&
			      strcasecmp(of, "page") == 0;
	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (!argc) return option_table_usage(&table);
	bool is_stat = strcmp(argv[0], "stat") == 0;
	if (is_stat && !option_table_parse(&stat_table, &argc, argv, &values, &status)) return status;
	/* Upstream ignores words behind "stat"; here they are wrong use. */
	if (is_stat && argc) return option_table_usage(&stat_table);
	values.wanted.slab = modes[MODE_SLAB] || (!modes[MODE_PAGE] && !values.default_page);
	values.wanted.page = modes[MODE_PAGE] || (!modes[MODE_SLAB] && values.default_page);
	values.wanted.callers = modes[MODE_CALLER];
	values.wanted.objects = modes[MODE_ALLOC];
	if (is_stat) return run_stat(&values);
	if (strlen(argv[0]) >= 3 && strncmp("record", argv[0], strlen(argv[0])) == 0)
		return run_record(&values, argc, argv);
	return option_table_unknown_subcommand(&table, argv[0]);
}

const struct command command_kmem = {
	.name = "kmem",
	.summary = "Tool to trace/measure kernel memory properties",
	.run = run,
};
