/* Values of perf record's options about events, buffers, call chains, clocks and registers. One function an option,
 * in the order of record_value.h; in front of groups of them stand helpers for sizes and pages. Negated options
 * (unset) put back what holds without the option. */
#include "commands/record/record_value.h"

#include <errno.h>
#include <limits.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>
#include "cli/config.h"
#include "cli/console.h"
#include "commands/option/event_value.h"
#include "commands/option/machines_option.h"
#include "commands/record/record_setup.h"
#include "event/attr/branch_filter.h"
#include "record/evset/sample_regs.h"

const struct event_catalogue *record_value_catalogue(struct record_setup *setup)
{
	return event_value_catalogue(&setup->pmus, &setup->catalogue);
}

/* What event_value.h changes, as members of the setup. */
static struct event_values values(struct record_setup *setup)
{
	return (struct event_values){ .events = &setup->events,
				      .first_of_last = &setup->last_events,
				      .nr_cgroups = &setup->nr_cgroups,
				      .filters_samples = true,
				      .fs = &setup->fs };
}

/* Each hands its part of the setup to commands/option/event_value, which says what is wrong. */
int record_value_event(const struct option *option, const char *arg, bool unset, void *member)
{
	struct record_setup *setup = member;
	struct event_values v = values(setup);
	return event_value_events(&v, arg, record_value_catalogue(setup), EVENT_USE_RECORD);
}

int record_value_filter(const struct option *option, const char *arg, bool unset, void *member)
{
	struct record_setup *setup = member;
	struct event_values v = values(setup);
	return unset ? 0 : event_value_filter(&v, option, arg);
}

int record_value_exclude_perf(const struct option *option, const char *arg, bool unset, void *member)
{
	struct record_setup *setup = member;
	struct event_values v = values(setup);
	return unset ? 0 : event_value_exclude_perf(&v, option);
}

int record_value_cgroup(const struct option *option, const char *arg, bool unset, void *member)
{
	struct record_setup *setup = member;
	struct event_values v = values(setup);
	return unset ? 0 : event_value_cgroups(&v, option, arg);
}

/* A decimal number that B, K, M or G (powers of 1024, any case) may follow. *ret_has_unit: without one, the caller
 * decides what is counted. False when it is no size, or beyond 64 bits. */
static bool parse_size(const char *text, uint64_t *ret_bytes, bool *ret_has_unit)
{
	static const char units[] = "BKMG";
	char *end;
	errno = 0;
	uint64_t value = strtoull(text, &end, 10);
	if (end == text || errno || text[0] == '-') return false;
	const char *unit = *end ? strchr(units,
					 *end == 'b' || *end == 'k' || *end == 'm' || *end == 'g' ? *end - 32 : *end)
				: NULL;
	if (*end && (!unit || end[1])) return false;
	unsigned shift = unit ? 10 * (unsigned)(unit - units) : 0;
	if (value > UINT64_MAX >> shift) return false;
	*ret_bytes = value << shift;
	*ret_has_unit = unit != NULL;
	return true;
}

/* A number of pages, or a size with its unit, rounded up to a power of two pages, which the kernel wants of a ring
 * buffer (perf_event_open(2), mmap layout). Rounding a number of pages is told. False when it is neither, or above
 * max_pages. */
static bool parse_pages(const char *text, uint64_t max_pages, size_t *ret_pages)
{
	uint64_t value, page = (uint64_t)sysconf(_SC_PAGESIZE), rounded = 1;
	bool has_unit;
	if (!parse_size(text, &value, &has_unit)) return false;
	uint64_t pages = has_unit ? (value + page - 1) / page : value;
	if (pages > max_pages) return false;
	while (rounded < pages) rounded *= 2;
	if (rounded != pages && !has_unit) {
		uint64_t kib = rounded * page / 1024;
		if (kib >= 1024)
			fprintf(stderr, "rounding mmap pages size to %" PRIu64 "M (%" PRIu64 " pages)\n", kib / 1024,
				rounded);
		else fprintf(stderr, "rounding mmap pages size to %" PRIu64 "K (%" PRIu64 " pages)\n", kib, rounded);
	}
	*ret_pages = rounded;
	return true;
}

/* Bounds that keep sizes in bytes within 64 bits. */
enum { DATA_PAGES_MAX = 1 << 24, AUX_PAGES_MAX = 1 << 30 };

static int refuse_pages(const struct option *option, const char *text)
{
	return option_error(
		option,
		"Invalid argument for --mmap_pages/-m: '%s' is neither a number of pages nor a size such as 512K or 4M",
		text);
}

/* -m of commands without AUX areas: the whole value is the size of a data buffer. */
int record_value_data_pages(const struct option *option, const char *arg, bool unset, void *member)
{
	struct record_setup *setup = member;
	setup->recording.rings.pages = 0;
	if (unset || parse_pages(arg, DATA_PAGES_MAX, &setup->recording.rings.pages)) return 0;
	return refuse_pages(option, arg);
}

/* -m DATA,AUX: each part may be empty. */
int record_value_mmap_pages(const struct option *option, const char *arg, bool unset, void *member)
{
	struct record_setup *setup = member;
	const char *comma = unset ? NULL : strchr(arg, ',');
	setup->aux_pages = 0;
	if (!comma) return record_value_data_pages(option, arg, unset, setup);
	_free_ char *data = xstrndup(arg, (size_t)(comma - arg));
	if (record_value_data_pages(option, data, !*data, setup) < 0) return -1;
	/* nothing behind the comma is the smallest, as upstream has it */
	return parse_pages(comma[1] ? comma + 1 : "0", AUX_PAGES_MAX, &setup->aux_pages)
		       ? 0
		       : refuse_pages(option, comma + 1);
}

/* call-graph.dump-size in bytes; 0: it is not set, or is none, which is said. */
static uint64_t configured_stack_size(void)
{
	const char *text = NULL;
	uint64_t size = 0;
	bool has_unit;
	if (config_string(config_get(), "call-graph.dump-size", &text) <= 0 || !text) return 0;
	if (parse_size(text, &size, &has_unit) && size > 0 && size <= 65528) return size;
	console_warning("call-graph.dump-size: '%s' is no size up to 65528", text);
	return 0;
}

/* words: what follows "dwarf,": "SIZE", "live", both in either order, or NULL. The size of the copied stack is in
 * bytes and is rounded up to 8 (perf_event_open(2), sample_stack_user); 65528 is the largest multiple of 8 below the
 * 64 KiB that a record can have. 0; -EINVAL, nothing said; -ERANGE, said. */
static int dwarf_mode(struct record_setup *setup, const char *words)
{
	uint64_t value = 0;
	bool live = false, has_unit;
	while (words) {
		size_t n = strcspn(words, ",");
		_free_ char *word = xstrndup(words, n);
		if (strcmp(word, "live") == 0 && !live) {
			live = true;
		} else if (value || !parse_size(word, &value, &has_unit)) {
			return -EINVAL;
		} else if (value == 0 || value > 65528) {
			fprintf(stderr, "callchain: Incorrect stack dump size (max 65528): %s\n", word);
			return -ERANGE;
		}
		words = words[n] ? words + n + 1 : NULL;
	}
	setup->recording.sampling.callgraph = CALLGRAPH_DWARF;
	setup->recording.sampling.live_unwinding = live;
	if (!value) value = configured_stack_size();
	if (value) setup->recording.sampling.stack_size_bytes = (uint32_t)((value + 7) & ~7ull);
	return 0;
}

/* "fp,SIZE" limits the depth of chains in upstream's way: the number goes to max_stack. */
int record_value_mode(struct record_setup *setup, const char *arg)
{
	setup->recording.sampling.live_unwinding = setup->recording.sampling.deferred_callchains = false;
	size_t n = strcspn(arg, ",");
	const char *comma = strchr(arg, ','), *rest = comma ? comma + 1 : NULL;
	uint64_t value = 0;
	bool has_unit;
	/* Words are whole: "fp" and not "f". What stands behind the comma depends on the mode. */
	if (n == 5 && strncmp(arg, "dwarf", n) == 0) return dwarf_mode(setup, rest);
	if (n == 2 && strncmp(arg, "fp", n) == 0 && rest && strncmp(rest, "defer", 5) == 0 &&
	    (!rest[5] || rest[5] == ',')) {
		setup->recording.sampling.deferred_callchains = true;
		rest = rest[5] ? rest + 6 : NULL;
	}
	if (rest && !parse_size(rest, &value, &has_unit)) return -EINVAL;
	if (n == 2 && strncmp(arg, "fp", n) == 0) {
		setup->recording.sampling.callgraph = CALLGRAPH_FP;
		setup->recording.sampling.max_stack = (uint32_t)MIN(value, (uint64_t)UINT16_MAX);
	} else if (n == 3 && strncmp(arg, "lbr", n) == 0) {
		setup->recording.sampling.callgraph = CALLGRAPH_LBR;
	} else {
		return -EINVAL;
	}
	return 0;
}

void record_value_no_deferral(struct record_setup *setup)
{
	if (!setup->recording.sampling.deferred_callchains) return;
	setup->recording.sampling.deferred_callchains = false;
	console_warning(
		"call graph mode fp,defer has no effect while samples come: chains are taken whole at each sample, "
		"as with fp. perf record has it.");
}

static const char *const mode_names[] = { "fp", "dwarf", "lbr", NULL };
const struct option_set record_value_mode_set = { .what = "mode", .names = mode_names };

/* -EINVAL has said nothing yet, -ERANGE has. */
int record_value_call_graph(const struct option *option, const char *arg, bool unset, void *member)
{
	struct record_setup *setup = member;
	if (unset) {
		setup->recording.sampling.callgraph = CALLGRAPH_UNSET;
		setup->recording.sampling.live_unwinding = setup->recording.sampling.deferred_callchains = false;
		return 0;
	}
	int r = record_value_mode(setup, arg);
	if (r == -EINVAL) {
		_free_ char *mode = xstrndup(arg, strcspn(arg, ","));
		fprintf(stderr, "callchain: Unknown --call-graph option value: %s\n", arg);
		if (!option_set_has(&record_value_mode_set, mode, strlen(mode))) option_suggest(option, mode);
	}
	return r < 0 ? -1 : 0;
}

/* -g: the mode is that of call-graph.record-mode, or frame pointers. It does not take back a mode that --call-graph
 * or record.call-graph has chosen before. */
int record_value_g(const struct option *option, const char *arg, bool unset, void *member)
{
	struct record_setup *setup = member;
	/* the configuration may have chosen another mode */
	const char *mode = "fp";
	if (unset) {
		setup->recording.sampling.callgraph = CALLGRAPH_UNSET;
		return 0;
	}
	/* --call-graph dwarf -g is dwarf. */
	if (setup->recording.sampling.callgraph != CALLGRAPH_UNSET) return 0;
	config_string(config_get(), "call-graph.record-mode", &mode);
	if (record_value_mode(setup, mode) >= 0) return 0;
	console_warning("call-graph.record-mode: '%s' is none of fp, dwarf, lbr", mode);
	return record_value_mode(setup, "fp");
}

/* Names of -k, by clock_gettime(2), and their short forms. Any case, with or without CLOCK_ in front. A row: name in
 * lower case without CLOCK_, the kernel's number of the clock. */
static const struct {
	const char *name;
	int32_t id;
} clocks[] = {
	{ "monotonic", CLOCK_MONOTONIC },
	{ "monotonic_raw", CLOCK_MONOTONIC_RAW },
	{ "realtime", CLOCK_REALTIME },
	{ "boottime", CLOCK_BOOTTIME },
	{ "process_cputime_id", CLOCK_PROCESS_CPUTIME_ID },
	{ "thread_cputime_id", CLOCK_THREAD_CPUTIME_ID },
	{ "tai", CLOCK_TAI },
	{ "mono", CLOCK_MONOTONIC },
	{ "raw", CLOCK_MONOTONIC_RAW },
	{ "real", CLOCK_REALTIME },
	{ "boot", CLOCK_BOOTTIME },
};

static void visit_clocks(void (*add)(void *ctx, const char *name), void *ctx)
{
	for (size_t i = 0; i < ARRAY_SIZE(clocks); i++) add(ctx, clocks[i].name);
}

const struct option_set record_value_clock_set = { .what = "clock", .visit = visit_clocks };

/* A number is taken as it is: the kernel knows clocks that have no name here, and refuses others. */
int record_value_clockid(const struct option *option, const char *arg, bool unset, void *member)
{
	struct record_setup *setup = member;
	setup->recording.sampling.use_clockid = !unset;
	if (unset) return 0;
	char *end;
	long number = strtol(arg, &end, 10);
	setup->recording.sampling.clockid = (int32_t)number;
	if (end != arg && !*end) return 0;
	const char *name = strncasecmp(arg, "CLOCK_", 6) == 0 ? arg + 6 : arg;
	for (size_t i = 0; i < ARRAY_SIZE(clocks); i++) {
		setup->recording.sampling.clockid = clocks[i].id;
		if (strcasecmp(name, clocks[i].name) == 0) return 0;
	}
	console_warning("unknown clockid %s, check man page", arg);
	return option_suggest(option, arg);
}

/* The registers of this architecture. */
static void visit_regs(void (*add)(void *ctx, const char *name), void *ctx)
{
	_strbuf_done_ struct strbuf list = STRBUF_INIT;
	sample_regs_list(&list);
	_free_ char *names = strbuf_take(&list);
	char *save = NULL;
	for (char *name = strtok_r(names, " ", &save); name; name = strtok_r(NULL, " ", &save)) add(ctx, name);
}

const struct option_set record_value_reg_set = { .what = "register", .visit = visit_regs, .is_list = true };

/* -I and --user-regs: names with commas into a set of bits by the kernel's numbers (PERF_REG_*); "?" lists them.
 * Suggests by the last name: it is the only one where the text has one name, which is the usual case. */
static int parse_regs(const struct option *option, const char *arg, uint64_t *ret)
{
	_err_done_ struct err err = ERR_INIT;
	if (arg && strcmp(arg, "?") == 0) {
		_strbuf_done_ struct strbuf list = STRBUF_INIT;
		sample_regs_list(&list);
		fprintf(stderr, "available registers: %s\n", strbuf_text(&list));
		return -1;
	}
	if (sample_regs_parse(arg, ret, &err) >= 0) return 0;
	console_warning("%s", err.message);
	_free_ char *last = xstrdup(strrchr(arg, ',') ? strrchr(arg, ',') + 1 : arg);
	return option_set_has(option->set, last, strlen(last)) ? -1 : option_suggest(option, last);
}

int record_value_intr_regs(const struct option *option, const char *arg, bool unset, void *member)
{
	struct record_setup *setup = member;
	return unset ? 0 : parse_regs(option, arg, &setup->recording.sampling.intr_regs);
}
int record_value_user_regs(const struct option *option, const char *arg, bool unset, void *member)
{
	struct record_setup *setup = member;
	return unset ? 0 : parse_regs(option, arg, &setup->recording.sampling.user_regs);
}

static void visit_branch_filters(void (*add)(void *ctx, const char *name), void *ctx)
{
	for (size_t i = 0; branch_filter_name(i); i++) add(ctx, branch_filter_name(i));
}

const struct option_set record_value_branch_set = { .what = "branch filter",
						    .visit = visit_branch_filters,
						    .is_list = true };

/* -j. The message is the parser's; the first word that the set does not have is the one that it refused, for a
 * suggestion. */
int record_value_branch_filter(const struct option *option, const char *arg, bool unset, void *member)
{
	struct record_setup *setup = member;
	_err_done_ struct err err = ERR_INIT;
	setup->recording.sampling.branch_sample_type = 0;
	if (unset || branch_filter_parse(arg, &setup->recording.sampling.branch_sample_type, &err) >= 0) return 0;
	option_error(option, "%s", err.message);
	for (const char *word = arg; option->set; word += strcspn(word, ",") + 1) {
		_free_ char *one = xstrndup(word, strcspn(word, ","));
		if (!option_set_has(option->set, one, strlen(one))) return option_suggest(option, one);
	}
	return -1;
}

int record_value_branch_any(const struct option *option, const char *arg, bool unset, void *member)
{
	return record_value_branch_filter(option, "any", unset, member);
}

static const char *const synth_names[] = { "no", "all", "task", "mmap", "cgroup", NULL };
const struct option_set record_value_synth_set = { .what = "kind of event", .names = synth_names, .is_list = true };

/* --synth. A map belongs to a task: without the task's records it could not be assigned, so mmap implies task. */
int record_value_synth(const struct option *option, const char *arg, bool unset, void *member)
{
	struct record_setup *setup = member;
	_free_ char *copy = xstrdup(unset ? "no" : arg);
	bool tasks = false, maps = false, cgroups = false;
	for (char *word, *rest = copy; (word = strsep(&rest, ","));) {
		bool all = strcmp(word, "all") == 0;
		if (all || strcmp(word, "task") == 0) tasks = true;
		if (all || strcmp(word, "mmap") == 0) maps = tasks = true;
		if (all || strcmp(word, "cgroup") == 0) cgroups = true;
		if (!all && strcmp(word, "task") != 0 && strcmp(word, "mmap") != 0 && strcmp(word, "cgroup") != 0 &&
		    strcmp(word, "no") != 0)
			return option_error(option, "Invalid synth option: %s", word), option_suggest(option, word);
	}
	setup->recording.synth_tasks = tasks;
	setup->recording.synth_maps = maps;
	setup->recording.synth_cgroups = cgroups;
	return 0;
}

/* --machines. */
int record_value_machines(const struct option *option, const char *arg, bool unset, void *member)
{
	struct record_setup *setup = member;
	struct sampling_options *sampling = &setup->recording.sampling;
	if (option_check_set(option, arg, unset) < 0) return -1;
	sampling->machines_set = !unset;
	sampling->of_host = machines_option_has(arg, "host");
	sampling->of_guests = machines_option_has(arg, "guest");
	return 0;
}

/* Callbacks whose members are not the setup. */
int record_value_bytes(const struct option *option, const char *arg, bool unset, void *member)
{
	uint64_t *bytes = member;
	bool has_unit;
	if (unset) {
		*bytes = 0;
		return 0;
	}
	return parse_size(arg, bytes, &has_unit)
		       ? 0
		       : option_error(option, "'%s' is no size: a number, which B, K, M or G may follow", arg);
}

/* "10": files; "500M": bytes of all files together. */
int record_value_keep(const struct option *option, const char *arg, bool unset, void *member)
{
	struct output_options *output = member;
	uint64_t number = 0;
	bool has_unit = false;
	if (!unset && (!parse_size(arg, &number, &has_unit) || !number || (!has_unit && number > UINT_MAX)))
		return option_error(option,
				    "--keep takes a number of files, or a size with B, K, M or G, which they take "
				    "together; not '%s'",
				    arg);
	output->max_files = has_unit ? 0 : (unsigned)number;
	output->max_total_bytes = has_unit ? number : 0;
	return 0;
}

/* zstd's levels; -z alone is 1, the fastest. */
int record_value_level(const struct option *option, const char *arg, bool unset, void *member)
{
	struct record_setup *setup = member;
	int64_t level = unset ? 0 : 1;
	if (!unset && arg && option_number(arg, 0, 22, &level) < 0)
		return option_error(option, "compression levels are 1 to 22, not '%s'", arg);
	setup->recording.compression_level = (int)level;
	return 0;
}

/* Windows are in ascending order and do not touch: each begins after the end of the one before. A number without an
 * end stands alone. "0" is no delay at all. */
int record_value_delay(const struct option *option, const char *arg, bool unset, void *member)
{
	struct record_setup *setup = member;
	struct recording_options *rec = &setup->recording;
	free(rec->windows);
	rec->windows = NULL;
	rec->nr_windows = 0;
	rec->starts_disabled = false;
	if (unset) return 0;
	if (strcmp(arg, "-1") == 0) {
		rec->starts_disabled = true;
		return 0;
	}
	size_t count = 1;
	for (const char *c = arg; *c; c++) count += *c == ',';
	rec->windows = xcalloc(count, sizeof(*rec->windows));
	const char *p = arg;
	int64_t last = -1;
	while (*p) {
		char *end;
		struct recording_window window = { .start_ms = strtol(p, &end, 10), .end_ms = -1 };
		if (end == p || window.start_ms < 0) break;
		if (*end == '-') {
			p = end + 1;
			window.end_ms = strtol(p, &end, 10);
			if (end == p || window.end_ms <= window.start_ms || window.start_ms <= last) break;
			last = window.end_ms;
		} else if (count > 1) {
			break;
		}
		rec->windows[rec->nr_windows++] = window;
		if (!*end) {
			if (rec->nr_windows == 1 && window.start_ms == 0 && window.end_ms < 0)
				rec->nr_windows = 0; /* no delay */
			return 0;
		}
		if (*end != ',') break;
		p = end + 1;
	}
	return option_error(option, "'%s' is no delay: a number of ms, -1, or ranges like 10-20,30-40", arg);
}
