/* perf probe -V: the variables at each place of a point, each as one line, sorted, equal lines once.
 *
 *     Available variables at work:3
 *     	@<work+12>
 *     		int	sum
 *     		char*	text
 *
 * With --range a line begins with [VAL] (has a value here), [INV] (elsewhere in the function) or [EXT] (global), and
 * ends with where it lives, as distances from the function's entry. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/printable.h"
#include "probe/search/function_search.h"
#include "probe/search/glob_filter.h"
#include "probe/search/place_search.h"
#include "probe/search/probe_find.h"
#include "symbol/dwarf/debug_type.h"

/* The lines of one place, while variables are visited; each is owned. One for each place. */
struct listing {
	struct probe_source *source;
	const struct probe_place *place;
	const struct probe_vars_options *options;
	uint64_t entry_pc; /* of the function */
	const char *function;
	bool externs; /* those of the unit come now */
	VEC(char *) lines;
};

/* "	@<work+[0-26,93-102]>" A variable that lives in one place is shown with the ranges of what is around it. */
static void format_ranges(const struct listing *listing, const struct debug_entry *variable,
			  const struct debug_entry *around, struct strbuf *out)
{
	debug_location_list list = VEC_INIT;
	debug_range_list ranges = VEC_INIT;
	(void)debug_locations_add(variable, DW_AT_location, &list);
	for (size_t i = 0; i < list.count; i++)
		if (!list.items[i].everywhere)
			vec_push(&ranges, ((struct debug_range){ list.items[i].start, list.items[i].end }));
	if (!ranges.count) debug_entry_ranges(around, &ranges);
	strbuf_str(out, "\t@<");
	strbuf_name(out, listing->function);
	strbuf_str(out, "+[");
	for (size_t i = 0; i < ranges.count; i++) /* a part of the function may be before it (".cold") */
		strbuf_printf(out, "%s%" PRId64 "-%" PRId64, i ? "," : "",
			      (int64_t)(ranges.items[i].start - listing->entry_pc),
			      (int64_t)(ranges.items[i].end - listing->entry_pc));
	strbuf_str(out, "]>");
	vec_done(&list);
	vec_done(&ranges);
}

/* Called for each variable at the place: its line, if it is wanted. */
static void list_variable(void *ctx, const struct debug_entry *variable, const struct debug_entry *around)
{
	struct listing *listing = ctx;
	_strbuf_done_ struct strbuf line = STRBUF_INIT, type = STRBUF_INIT;
	const char *name = debug_entry_name(variable);
	if (!name || !glob_filter_matches(listing->options->filter, name)) return;
	enum probe_variable_state state = probe_variable_state(listing->source, listing->place, variable, around);
	bool ranges = listing->options->ranges;
	bool shown = state == PROBE_VARIABLE_VALID ||
		     (state == PROBE_VARIABLE_CONSTANT
			      ? !ranges
			      : state == PROBE_VARIABLE_ELSEWHERE && ranges && !listing->externs);
	if (!shown) return;
	if (ranges && listing->externs) strbuf_str(&line, "[EXT]\t");
	else if (ranges) strbuf_str(&line, state == PROBE_VARIABLE_VALID ? "[VAL]\t" : "[INV]\t");
	debug_type_format(variable, &type);
	strbuf_name(&line, strbuf_text(&type));
	strbuf_char(&line, '\t');
	strbuf_name(&line, name);
	if (ranges && !listing->externs) format_ranges(listing, variable, around, &line);
	vec_push(&listing->lines, strbuf_take(&line));
}

static int compare_lines(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Lines are sorted as text, and so by type first. */
static void show_place(struct probe_source *source, const struct probe_place *place,
		       const struct probe_vars_options *options, struct outbuf *out)
{
	struct listing listing = { .source = source, .place = place, .options = options, .entry_pc = place->vaddr };
	(void)debug_entry_entry_pc(&place->function, &listing.entry_pc);
	listing.function = debug_entry_name(&place->function);
	if (!listing.function) listing.function = "?";
	debug_variables_visit(&place->scope, place->vaddr, list_variable, &listing);
	listing.externs = true;
	if (options->externs) debug_globals_visit(place->unit, list_variable, &listing);
	out_printf(out, "\t@<%s+%" PRIu64 ">\n", listing.function, place->vaddr - listing.entry_pc);
	if (listing.lines.count) qsort(listing.lines.items, listing.lines.count, sizeof(char *), compare_lines);
	for (size_t i = 0; i < listing.lines.count; i++) {
		if (i && strcmp(listing.lines.items[i], listing.lines.items[i - 1]) == 0) continue;
		out_lit(out, "\t\t");
		out_str(out, listing.lines.items[i]); /* its names are escaped */
		out_char(out, '\n');
	}
	if (!listing.lines.count) out_str(out, "\t\t(No matched variables)\n");
	for (size_t i = 0; i < listing.lines.count; i++) free(listing.lines.items[i]);
	vec_done(&listing.lines);
}

/* Whether debug information tells of the function at all. */
static bool is_known(struct probe_source *source, const char *function)
{
	debug_entry_list functions = VEC_INIT;
	function_search(source, function, NULL, true, &functions, NULL);
	bool found = functions.count;
	vec_done(&functions);
	return found;
}

/* Errors say whether the function, or only a place in it, is missing. */
int probe_find_vars(struct probe_source *source, const struct probe_point *point,
		    const struct probe_vars_options *options, struct outbuf *out, struct err *err)
{
	probe_place_list places = VEC_INIT;
	_strbuf_done_ struct strbuf name = STRBUF_INIT;
	int r = probe_source_need_debug_info(source, err);
	if (r < 0) return r;
	probe_point_format(point, &name);
	r = place_search(source, point, false, &places, err);
	if (r >= 0 && places.count) {
		out_printf(out, "Available variables at %s\n", strbuf_text(&name));
		for (size_t i = 0; i < places.count; i++) show_place(source, &places.items[i], options, out);
	} else if (r == -ENOENT && err && err->code) {
		_free_ char *why = xstrdup(err->message);
		r = err_set(err, r, "%s\nFailed to find the address of %s", why, strbuf_text(&name));
	} else if (r >= 0) {
		if (point->function && !is_known(source, point->function))
			r = probe_source_no_function(source, point->function, err);
		if (r >= 0 && point->function)
			r = err_set(err, -ENOENT, "Failed to find the address of %s", strbuf_text(&name));
		else if (r >= 0) r = err_set(err, -EOPNOTSUPP, "Debuginfo analysis failed.");
	}
	vec_done(&places);
	return r;
}
