/* perf cache: where the cache of what was derived from object files is, how large it is, and what is in it (-l);
 * makes it smaller (--clear, --prune). The cache itself is src/cache, where it is and how large it may be
 * commands/option/cache_option. The text is for persons, --json (docs/json-cache.md) for programs.
 *
 *     Directory: /home/me/.cache/perf
 *     Size:      12.4 MiB of at most 1.0 GiB
 *     Objects:   31 */
#include "base/printable.h"
#include "cache/cache.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include "base/outbuf.h"
#include "cli/command.h"
#include "cli/config.h"
#include "cli/console.h"
#include "cli/textout.h"
#include "commands/option/cache_option.h"

/* Of docs/json-cache.md. */
#define JSON_VERSION 1

/* prune_bytes: what --prune is to leave, valid when prune is set. */
struct cache_values {
	bool list_files, clear, json, prune;
	uint64_t prune_bytes;
};

/* Bytes, or with k, m or g, powers of 1024. */
static int cache_parse_size(const struct option *option, const char *arg, bool unset, void *prune_bytes)
{
	char *end;
	(void)unset;
	errno = 0;
	unsigned long long value = strtoull(arg, &end, 10);
	unsigned shift = 0;
	switch (*end) {
	case 'k':
	case 'K': shift = 10; break;
	case 'm':
	case 'M': shift = 20; break;
	case 'g':
	case 'G': shift = 30; break;
	default: break;
	}
	bool good = arg[0] >= '0' && arg[0] <= '9' && !errno && !end[shift != 0] && value <= UINT64_MAX >> shift;
	if (!good) return option_error(option, "%s is not a size: bytes, or with k, m or g", arg);
	*(uint64_t *)prune_bytes = (uint64_t)value << shift;
	return 0;
}

static const char *const usage[] = { "perf cache [<options>]", NULL };
static const struct option options[] = {
	OPTION_BOOL('l', "list", struct cache_values, list_files, "list the objects, the last used first"),
	OPTION_BOOL(0, "clear", struct cache_values, clear, "empty the cache"),
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 0, "prune", "remove the least recently used objects until it is that small"),
	  .arg_name = "size", .store = cache_parse_size, .member = OPTION_PLACE(struct cache_values, prune_bytes),
	  .flags = OPTION_NONEG, .given = OPTION_MEMBER(bool, struct cache_values, prune) },
	OPTION_BOOL('j', "json", struct cache_values, json, "print JSON"),
	OPTION_END,
};
static const struct option_table table = { .rows = options, .usage = usage };

/* Three digits before the unit changes: 999 B, then 1.0 KiB. width: of the number, in characters. */
static void add_size(struct outbuf *out, uint64_t bytes, unsigned width)
{
	static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
	double value = (double)bytes;
	unsigned unit = 0;
	while (value >= 1000 && unit + 1 < ARRAY_SIZE(units)) {
		value /= 1024;
		unit++;
	}
	out_float(out, value, width, unit ? 1 : 0);
	out_char(out, ' ');
	out_str(out, units[unit]);
}

/* In the largest unit that leaves a number of some digits: 59 min, 47 h, then days. */
static void add_age(struct outbuf *out, uint64_t used_s)
{
	time_t now = time(NULL);
	uint64_t age_s = (uint64_t)now > used_s ? (uint64_t)now - used_s : 0;
	static const struct {
		/* Seconds of one unit, and the age from which on the next unit is used. */
		uint64_t seconds, below_s;
		const char *name;
	} units[] = { { 60, 3600, "min" }, { 3600, 48 * 3600, "h" }, { 86400, UINT64_MAX, "days" } };
	size_t unit = 0;
	while (age_s >= units[unit].below_s) unit++;
	_free_ char *age = xasprintf("%" PRIu64 " %s", age_s / units[unit].seconds, units[unit].name);
	out_right(out, age, 9);
}

/* "symbols 5.9 MiB, unwinding 500 KiB" */
static void add_kinds(struct outbuf *out, const struct cache_listed *file)
{
	bool first = true;
	for (uint32_t kind = 1; kind < ARRAY_SIZE(file->kind_bytes); kind++) {
		const char *name = cache_kind_name(kind);
		if (!name || !file->kind_bytes[kind]) continue;
		if (!first) out_str(out, ", ");
		first = false;
		out_str(out, name);
		out_char(out, ' ');
		add_size(out, file->kind_bytes[kind], 0);
	}
}

/* Two lines an object: size, age and path, then its id and the kinds of facts. */
static void print_list(struct outbuf *out, const struct cache_list *list)
{
	for (size_t i = 0; i < list->files.count; i++) {
		const struct cache_listed *file = &list->files.items[i];
		if (i == 0) out_str(out, "\n      size     last used  object\n");
		add_size(out, file->size_bytes, 6);
		out_spaces(out, file->size_bytes < 1000 ? 3 : 1);
		add_age(out, file->used_s);
		out_printf(out, " ago  %s\n", file->label ? file->label : "(damaged, or of another version)");
		out_spaces(out, 26);
		out_name(out, file->name);
		if (file->label) out_str(out, ": ");
		add_kinds(out, file);
		out_char(out, '\n');
	}
}

/* The summary, and with -l the list below it. enabled: cache.enable. */
static void print_text(const struct cache_values *values, struct outbuf *out, const char *directory, bool enabled,
		       const struct cache_list *list)
{
	out_printf(out, "Directory: %s%s\n", directory, enabled ? "" : " (not enabled)");
	out_str(out, "Size:      ");
	add_size(out, list->size_bytes, 0);
	out_str(out, " of at most ");
	add_size(out, cache_option_max_bytes(), 0);
	out_printf(out, "\nObjects:   %zu\n", list->files.count);
	if (values->list_files) print_list(out, list);
}

/* A member whose value is a string, or null. */
static void json_text(struct outbuf *out, const char *name, const char *text)
{
	out_printf(out, "\"%s\": ", name);
	if (text) out_json_string(out, text, strlen(text));
	else out_str(out, "null");
}

/* Ids, sizes in bytes, and the time of last use in seconds since 1970 (docs/json-cache.md). */
static void json_file(struct outbuf *out, const struct cache_listed *file)
{
	bool first = true;
	out_str(out, "\n  {");
	json_text(out, "id", file->name);
	out_str(out, ", ");
	json_text(out, "path", file->label);
	out_printf(out, ", \"bytes\": %" PRIu64 ", \"used\": %" PRIu64 ", \"sections\": {", file->size_bytes,
		   file->used_s);
	for (uint32_t kind = 1; kind < ARRAY_SIZE(file->kind_bytes); kind++) {
		const char *name = cache_kind_name(kind);
		if (!name || !file->kind_bytes[kind]) continue;
		out_printf(out, "%s\"%s\": %" PRIu64, first ? "" : ", ", name, file->kind_bytes[kind]);
		first = false;
	}
	out_str(out, "}}");
}

/* docs/json-cache.md describes it; JSON_VERSION changes when a member changes its meaning or goes. */
static void print_json(const struct cache_values *values, struct outbuf *out, const char *directory, bool enabled,
		       const struct cache_list *list)
{
	out_printf(out, "{\"perf-cache-json-version\": %d, ", JSON_VERSION);
	json_text(out, "directory", directory);
	out_printf(out, ", \"enabled\": %s, \"bytes\": %" PRIu64 ", \"max_bytes\": %" PRIu64 ", \"objects\": %zu",
		   enabled ? "true" : "false", list->size_bytes, cache_option_max_bytes(), list->files.count);
	if (values->list_files) {
		out_str(out, ", \"files\": [");
		for (size_t i = 0; i < list->files.count; i++) {
			if (i) out_char(out, ',');
			json_file(out, &list->files.items[i]);
		}
		out_char(out, ']');
	}
	out_str(out, "}\n");
}

/* --clear and --prune; --clear is pruning to nothing. What was removed is told in text only. */
static int make_smaller(const struct cache_values *values, const struct cache *cache, struct outbuf *out,
			struct err *err)
{
	struct cache_pruned pruned;
	int code = cache_prune(cache, values->clear ? 0 : values->prune_bytes, &pruned);
	if (code < 0) return err_set_errno(err, code, "%s", cache->directory);
	if (values->json) return 0;
	out_printf(out, "Removed:   %" PRIu64 " object%s, ", pruned.nr_files, pruned.nr_files == 1 ? "" : "s");
	add_size(out, pruned.size_bytes, 0);
	out_char(out, '\n');
	return 0;
}

/* Removes first, so that what is shown is what is left. 0, or -errno with err set. */
static int show(const struct cache_values *values, const struct cache *cache, struct outbuf *out, struct err *err)
{
	struct cache_list list = { VEC_INIT, 0 };
	bool enabled = true;
	int code = values->clear || values->prune ? make_smaller(values, cache, out, err) : 0;
	if (code < 0) return code;
	(void)config_bool(config_get(), "cache.enable", &enabled);
	code = cache_list(cache, &list);
	if (code < 0) {
		err_set_errno(err, code, "%s", cache->directory);
		if (code == -EPERM)
			err_hint(err, "a cache is only used when it is the user's own and nobody else may write to it");
		return code;
	}
	if (values->json) print_json(values, out, cache->directory, enabled, &list);
	else print_text(values, out, cache->directory, enabled, &list);
	cache_list_done(&list);
	return 0;
}

/* A cache that is not enabled is shown all the same: it may hold what an earlier run left. */
static int run(int argc, const char **argv)
{
	struct cache_values values = { 0 };
	int status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (argc) return option_table_unexpected(&table, argv[0]);
	_free_ char *directory = cache_option_directory();
	if (!directory) {
		console_error("there is no cache: PERF_CACHE_DIR is empty, or HOME is not known");
		return 255;
	}
	_err_done_ struct err err = ERR_INIT;
	struct cache *cache = cache_new(directory, cache_option_max_bytes());
	struct outbuf out;
	textout_stdout(&out);
	int code = show(&values, cache, &out, &err);
	if (code < 0) console_err(&err);
	int closed = textout_close(&out, NULL);
	cache_free(cache);
	return code < 0 || (closed < 0 && closed != -EPIPE) ? 255 : 0;
}

const struct command command_cache = {
	.name = "cache",
	.summary = "Show, empty or shrink the cache of symbols, lines and unwinding rules",
	.run = run,
};
