/* perf kmem: who allocates memory of the kernel. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "analysis/kmem/kmem.h"
#include "base/vec.h"
#include "cli/command.h"
#include "cli/config.h"
#include "commands/commands.h"
#include "commands/option/session_option.h"
#include "commands/session_show.h"
#include "kernel/machine_root.h"
#include "kernel/tracefs.h"
#include "render/listing/kmem_text.h"

static int parse_mode(const struct option *option, const char *arg, bool unset);
static int parse_sort(const struct option *option, const char *arg, bool unset);
static int parse_lines(const struct option *option, const char *arg, bool unset);

enum { MODE_SLAB, MODE_PAGE, MODE_CALLER, MODE_ALLOC, NR_MODES };
/* Which of these were given, and in what order: -s and -l are of those given last before them. */
static unsigned modes[NR_MODES], nr_modes;
static struct kmem_options wanted;
static struct kmem_text_options text = { .caller_lines = -1, .object_lines = -1 };
static const char *times;
static bool json, default_page;

static const char *const subcommands[] = { "record", "stat", NULL };
static const char *const usage[] = { "perf kmem [<options>] {record|stat}", NULL };
static const char *const slab_sort_names[] = { "ptr", "callsite", "bytes", "hit", "pingpong", "frag", NULL };
static const char *const page_sort_names[] = { "page", "callsite", "bytes", "hit", "order", "migtype", "gfp", NULL };
static const char *const sort_names[] = { "ptr",  "callsite", "bytes",   "hit", "pingpong", "frag",
					  "page", "order",    "migtype", "gfp", NULL };
static const struct option_set slab_sort_set = { .what = "sort key", .names = slab_sort_names },
			       page_sort_set = { .what = "sort key", .names = page_sort_names };
static const struct option_set sort_set = { .what = "sort key", .names = sort_names, .is_list = true }; /* of either */
#define MODE_OPTION(name, mode, words)                                                   \
	{                                                                                \
		.kind = OPTION_KIND_CALLBACK, .long_name = name, .value = &modes[mode],  \
		.flags = OPTION_NOARG | OPTION_NONEG, .help = words, .parse = parse_mode \
	}
static const struct option options[] = {
	SESSION_OPTION_INPUT,
	SESSION_OPTION_VERBOSE,
	MODE_OPTION("caller", MODE_CALLER, "show per-callsite statistics"),
	MODE_OPTION("alloc", MODE_ALLOC, "show per-allocation statistics"),
	{ .kind = OPTION_KIND_CALLBACK,
	  .short_name = 's',
	  .long_name = "sort",
	  .arg_name = "key[,key2...]",
	  .parse = parse_sort,
	  .set = &sort_set,
	  .help = "sort by keys: ptr, callsite, bytes, hit, pingpong, frag, page, order, migtype, gfp" },
	OPTION_CALLBACK('l', "line", NULL, "num", "show n lines", parse_lines),
	OPTION_BOOL(0, "raw-ip", &text.raw_ip, "show raw ip instead of symbol"),
	SESSION_OPTION_FORCE,
	MODE_OPTION("slab", MODE_SLAB, "Analyze slab allocator"),
	MODE_OPTION("page", MODE_PAGE, "Analyze page allocator"),
	OPTION_BOOL(0, "live", &wanted.live, "Show live page stat"),
	OPTION_STRING(0, "time", &times, "str", "Time span of interest (start,stop)"),
	SESSION_OPTION_KALLSYMS,
	SESSION_OPTION_VMLINUX,
	OPTION_BOOL(0, "json", &json, "Print JSON (docs/json-kmem.md)"),
	OPTION_END
};

static int parse_mode(const struct option *option, const char *arg, bool unset)
{
	*(unsigned *)option->value = ++nr_modes;
	return 0;
}

static bool of_pages(void)
{
	return modes[MODE_PAGE] > modes[MODE_SLAB] || (!modes[MODE_PAGE] && !modes[MODE_SLAB] && default_page);
}

static int parse_sort(const struct option *option, const char *arg, bool unset)
{
	bool pages = of_pages(), callers = modes[MODE_CALLER] > modes[MODE_ALLOC];
	struct kmem_sort *sort = pages     ? (callers ? &wanted.page_callers : &wanted.page_objects)
				 : callers ? &wanted.slab_callers
					   : &wanted.slab_objects;
	const char *bad;
	size_t bad_size;
	if (!arg) return option_error(option, "needs keys");
	if (kmem_sort_parse(arg, pages, sort, &bad, &bad_size)) return 0;
	_free_ char *word = xstrndup(bad, bad_size);
	_strbuf_done_ struct strbuf near = STRBUF_INIT;
	option_set_format(pages ? &page_sort_set : &slab_sort_set, word, &near);
	return option_error(option, "Unknown %s --sort key: '%s'\n%s", pages ? "page" : "slab", word,
			    strbuf_text(&near));
}

static int parse_lines(const struct option *option, const char *arg, bool unset)
{
	if (!arg) return option_error(option, "needs a number");
	int64_t lines;
	if (option_number(arg, INT32_MIN, INT32_MAX, &lines) < 0) return -EINVAL;
	*(modes[MODE_CALLER] > modes[MODE_ALLOC] ? &text.caller_lines : &text.object_lines) = lines < 0 ? -1 : lines;
	return 0;
}

/* ---- record */

static int run_record(int argc, const char **argv)
{
	static const char *const slab_events[] = { "kmalloc",          "kmalloc_node",          "kfree",
						   "kmem_cache_alloc", "kmem_cache_alloc_node", "kmem_cache_free" };
	static const char *const page_events[] = { "mm_page_alloc", "mm_page_free" };
	static const char *const always[] = { "record", "-a", "-R", "-c", "1" };
	_free_ char *tracefs = machine_tracefs();
	char *names[ARRAY_SIZE(slab_events) + ARRAY_SIZE(page_events)];
	size_t nr_names = 0;
	VEC(const char *) words = VEC_INIT;
	for (size_t i = 0; i < ARRAY_SIZE(always); i++) vec_push(&words, always[i]);
	for (size_t i = 0; wanted.slab && i < ARRAY_SIZE(slab_events); i++)
		if (!strstr(slab_events[i], "_node") ||
		    tracefs_has(machine_root(), tracefs, "kmem", slab_events[i])) /* kernels before 6.1 */
			names[nr_names++] = xasprintf("kmem:%s", slab_events[i]);
	for (size_t i = 0; wanted.page && i < ARRAY_SIZE(page_events); i++)
		names[nr_names++] = xasprintf("kmem:%s", page_events[i]);
	if (wanted.page) vec_push(&words, "-g");
	for (size_t i = 0; i < nr_names; i++) {
		vec_push(&words, "-e");
		vec_push(&words, names[i]);
	}
	int status = commands_run_with(words.items, words.count, argc, argv);
	for (size_t i = 0; i < nr_names; i++) free(names[i]);
	vec_done(&words);
	return status;
}

/* ---- stat */

static void set_default(struct kmem_sort *sort, bool pages, const char *keys)
{
	const char *bad;
	size_t bad_size;
	if (!sort->nr_keys) (void)kmem_sort_parse(keys, pages, sort, &bad, &bad_size);
}

static int show(struct session *session, struct outbuf *out, struct err *err)
{
	struct sample_filter filter = { .socket = -1 };
	const struct session_totals *totals = session_totals(session);
	struct kmem *kmem;
	const struct kmem_result *result;
	int r = 0;
	if (times) {
		filter.by_time = true;
		r = time_ranges_parse(&filter.times, times, totals->first_sample_ns, totals->last_sample_ns, err);
		wanted.filter = &filter;
	}
	wanted.no_symbols = text.raw_ip && !json;
	if (r >= 0) r = kmem_run(session, &wanted, &kmem, &result, err);
	sample_filter_done(&filter);
	if (r < 0) return r;
	if (result->nr_damaged)
		warnings_add(session_warnings(session), "damaged payload", "%llu events are too short for their fields",
			     (unsigned long long)result->nr_damaged);
	if (json) {
		kmem_json(result, &text, out);
	} else {
		if (result->slab) kmem_text_slab(result->slab, &text, out);
		if (result->page) kmem_text_page(result->page, &text, out);
	}
	kmem_free(kmem);
	return 0;
}

static int run_stat(void)
{
	set_default(&wanted.slab_callers, false, "frag,hit,bytes");
	set_default(&wanted.slab_objects, false, "frag,hit,bytes");
	set_default(&wanted.page_callers, true, "bytes,hit");
	set_default(&wanted.page_objects, true, "bytes,hit");
	return session_show_status(session_show(&(struct session_show){ .show = show }));
}

static int run(int argc, const char **argv)
{
	static const char *const kinds[] = { "slab", "page", NULL };
	static const struct option_set kind_set = { .what = "kind", .names = kinds };
	const char *of = "slab";
	default_page = config_word(config_get(), "kmem.default", &kind_set, &of) > 0 && strcasecmp(of, "page") == 0;
	memset(modes, 0, sizeof(modes));
	nr_modes = 0;
	argc = options_parse_subcommands(argc, argv, options, subcommands, usage, OPTIONS_STOP_AT_NON_OPTION);
	if (!argc) options_usage(usage, options);
	bool is_stat = strcmp(argv[0], "stat") == 0;
	if (is_stat && options_parse(argc, argv, options, usage, 0))
		options_usage(usage, options); /* upstream ignores what is behind it */
	wanted.slab = modes[MODE_SLAB] || (!modes[MODE_PAGE] && !default_page);
	wanted.page = modes[MODE_PAGE] || (!modes[MODE_SLAB] && default_page);
	wanted.callers = modes[MODE_CALLER];
	wanted.objects = modes[MODE_ALLOC];
	if (is_stat) return run_stat();
	if (strlen(argv[0]) >= 3 && strncmp("record", argv[0], strlen(argv[0])) == 0) return run_record(argc, argv);
	options_unknown_subcommand(argv[0], subcommands, usage, options);
}

const struct command command_kmem = {
	.name = "kmem",
	.summary = "Tool to trace/measure kernel memory properties",
	.usage = usage,
	.options = options,
	.subcommands = subcommands,
	.run = run,
};
