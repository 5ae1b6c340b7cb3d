/* Named events of PMUs, from sysfs and from a vendor's tables, and how the rest of a PMU's events is written.
 *
 * An uncore PMU is there many times: uncore_imc_0, uncore_imc_1 ... Unless each is wanted (listing_options.each_pmu)
 * its events are listed once, under the name without the number. So events are collected of all PMUs, sorted so that
 * copies are neighbours (by_kind), and of neighbours the first is taken. An event that sysfs and a vendor's table both
 * have is the vendor's, who describes it. */
#include "event/listing/listing_private.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/strbuf.h"

/* An event before it is a row. */
struct found {
	const struct event_pmu *pmu;
	const struct pmu_alias *alias; /* NULL: the PMU itself */
};
/* Sorted and then written as rows. */
struct found_list {
	VEC(struct found) items;
};

/* NULL sorts like an empty text. */
static int by_text(const char *a, const char *b) { return strcmp(a ? a : "", b ? b : ""); }

/* As they are listed: what is described last, under its topic; core PMUs first; then by PMU and name. */
static int by_place(const void *x, const void *y)
{
	const struct found *a = x, *b = y;
	bool a_described = a->alias && a->alias->desc, b_described = b->alias && b->alias->desc;
	if (a_described != b_described) return a_described - b_described;
	int order = by_text(a->alias ? a->alias->topic : NULL, b->alias ? b->alias->topic : NULL);
	if (order) return order;
	if (a->pmu->is_core != b->pmu->is_core) return a->pmu->is_core ? -1 : 1;
	order = a->pmu == b->pmu ? 0 : event_pmu_compare(a->pmu, b->pmu);
	if (order) return order;
	return by_text(a->alias ? a->alias->name : NULL, b->alias ? b->alias->name : NULL);
}

/* Copies of one PMU: uncore_imc_0 and uncore_imc_1. */
static bool is_same_kind(const struct event_pmu *a, const struct event_pmu *b)
{
	size_t m = pmu_name_stem(a->name, NULL), n = pmu_name_stem(b->name, NULL);
	return !a->is_core && !b->is_core && m == n && strncmp(a->name, b->name, n) == 0;
}

/* As by_place, but with the number of the PMU last: the same events of like PMUs are next to each other. */
static int by_kind(const void *x, const void *y)
{
	const struct found *a = x, *b = y;
	if (a->pmu == b->pmu || !is_same_kind(a->pmu, b->pmu) || (a->alias && a->alias->topic) ||
	    (b->alias && b->alias->topic))
		return by_place(x, y);
	int order = by_text(a->alias ? a->alias->name : NULL, b->alias ? b->alias->name : NULL);
	return order ? order : event_pmu_compare(a->pmu, b->pmu);
}

/* The same event on a like PMU, listed just before. */
static bool is_copy(const struct found *a, const struct found *b)
{
	return a->pmu != b->pmu && is_same_kind(a->pmu, b->pmu) &&
	       by_text(a->alias ? a->alias->name : NULL, b->alias ? b->alias->name : NULL) == 0;
}

/* Whether text is a number in C notation, all of it. */
static bool is_number(const char *text, size_t size, uint64_t *ret)
{
	char copy[32];
	if (!size || size >= sizeof(copy) || !isdigit((unsigned char)text[0])) return false;
	memcpy(copy, text, size);
	copy[size] = '\0';
	char *end;
	*ret = strtoull(copy, &end, 0);
	return *end == '\0';
}

/* "event=0x3c,umask=0x00": numbers as the kernel would print them. */
static const char *encoding_of(struct arena *arena, const char *pmu, size_t pmu_size, const char *terms)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	strbuf_printf(&text, "%.*s/", (int)pmu_size, pmu);
	for (const char *at = terms; *at;) {
		size_t size = strcspn(at, ",");
		const char *equals = memchr(at, '=', size);
		uint64_t value;
		if (equals && is_number(equals + 1, size - (size_t)(equals - at) - 1, &value)) /* "0", not "0x0" */
			strbuf_printf(&text, value ? "%.*s0x%" PRIx64 : "%.*s0", (int)(equals - at) + 1, at, value);
		else strbuf_add(&text, at, size);
		at += size;
		if (*at) strbuf_char(&text, *at++);
	}
	strbuf_char(&text, '/');
	return arena_strdup(arena, strbuf_text(&text));
}

/* ",core=?" for each parameter that must be given. */
static void add_parameters(struct strbuf *name, const char *terms)
{
	for (const char *at = terms; *at;) {
		size_t size = strcspn(at, ",");
		if (size > 2 && at[size - 1] == '?' && at[size - 2] == '=') strbuf_printf(name, ",%.*s", (int)size, at);
		at += size + (at[size] == ',');
	}
}

/* "uncore_imc/cas_count_read/", "cpu/ldlat=?/": as -e takes it. */
static const char *name_of(struct arena *arena, const struct event_pmu *pmu, size_t pmu_size,
			   const struct pmu_alias *alias)
{
	_strbuf_done_ struct strbuf name = STRBUF_INIT;
	strbuf_printf(&name, "%.*s/%s", (int)pmu_size, pmu->name, alias ? alias->name : "");
	if (alias) add_parameters(&name, alias->terms);
	strbuf_char(&name, '/');
	return arena_strdup(arena, strbuf_text(&name));
}

/* "6.1E-05MiB" or the like: scale and unit; NULL for a plain count. */
static const char *scale_unit_of(struct arena *arena, const struct pmu_alias *alias)
{
	if (alias->scale == 1 && !(alias->unit && *alias->unit)) return NULL;
	return arena_printf(arena, "%G%s", alias->scale, alias->unit ? alias->unit : "");
}

/* Core PMUs: the bare name, with the long form as its alias. Others: the long form, unless a vendor describes the
 * event, whose names are unique. */
static void add_row(struct listing_pass *pass, const struct found *found)
{
	struct arena *arena = &pass->listing->arena;
	const struct event_pmu *pmu = found->pmu;
	const struct pmu_alias *alias = found->alias;
	bool is_vendor = alias && alias->topic, has_desc = alias && alias->desc;
	/* how much of the PMU's name is shown: without the number, unless each PMU is wanted */
	size_t stem = !alias || pmu->is_core || (pass->options->each_pmu && !has_desc) ? strlen(pmu->name)
										       : pmu_name_stem(pmu->name, NULL);
	struct listed_event row = { .type = "Kernel PMU event",
				    .pmu = has_desc ? arena_strndup(arena, pmu->name, stem) : pmu->name };
	if (is_vendor) {
		row.topic = alias->topic;
		row.desc = alias->desc;
		row.long_desc = alias->long_desc;
		row.deprecated = alias->deprecated;
		row.scale_unit = scale_unit_of(arena, alias);
	}
	if (has_desc) {
		row.name = alias->name;
	} else {
		const char *full = name_of(arena, pmu, stem, alias);
		row.name = pmu->is_core && alias ? alias->name : full;
		row.alias = pmu->is_core && alias ? full : NULL;
	}
	if (alias && pass->options->encodings) row.encoding = encoding_of(arena, pmu->name, stem, alias->terms);
	listing_add_event(pass, &row);
}

/* Whether the vendor says more of it than sysfs. */
static bool is_described(const struct listing_pass *pass, const struct event_pmu *pmu, const char *name)
{
	size_t at = 0;
	if (!pass->tables) return false;
	for (const struct vendor_event *event; (event = vendor_tables_next_event(pass->tables, name, &at));)
		if (vendor_event_is_for(event, pmu) && (!event->alias.deprecated || pass->options->deprecated))
			return true;
	return false;
}

/* First the events of sysfs that no table describes, then those of the tables, for each PMU they are for. */
static void collect(const struct listing_pass *pass, struct found_list *list)
{
	size_t count;
	const struct event_pmu *const *pmus = pass->catalogue->all_pmus(pass->catalogue->ctx, &count);
	for (size_t i = 0; i < count; i++) {
		if (pmus[i]->is_selectable && !pmus[i]->aliases.count)
			vec_push(&list->items, ((struct found){ pmus[i], NULL }));
		for (size_t j = 0; j < pmus[i]->aliases.count; j++)
			if (!is_described(pass, pmus[i], pmus[i]->aliases.items[j].name))
				vec_push(&list->items, ((struct found){ pmus[i], &pmus[i]->aliases.items[j] }));
	}
	for (size_t i = 0; pass->tables && i < pass->tables->events.count; i++) {
		const struct vendor_event *event = &pass->tables->events.items[i];
		if (event->alias.deprecated && !pass->options->deprecated) continue;
		/* what has a description is one event of all like PMUs */
		const struct event_pmu *last = NULL;
		bool is_once = event->alias.desc || !pass->options->each_pmu;
		for (size_t j = 0; j < count; j++) {
			if (!vendor_event_is_for(event, pmus[j]) || (is_once && last && is_same_kind(last, pmus[j])))
				continue;
			last = pmus[j];
			vec_push(&list->items, ((struct found){ last, &event->alias }));
		}
	}
}

/* Collect, sort so that copies are neighbours, then a row for the first of each. */
void listing_add_pmu_events(struct listing_pass *pass)
{
	struct found_list list = { VEC_INIT };
	collect(pass, &list);
	if (list.items.count)
		qsort(list.items.items, list.items.count, sizeof(list.items.items[0]),
		      pass->options->each_pmu ? by_place : by_kind);
	const struct found *last = NULL;
	for (size_t i = 0; i < list.items.count; i++) {
		const struct found *found = &list.items.items[i];
		const char *unit = pass->options->unit;
		if (unit && strcmp(unit, found->pmu->name) != 0 && !(found->alias && found->alias->topic)) continue;
		if (last && !pass->options->each_pmu && is_copy(found, last)) continue;
		add_row(pass, found);
		last = found;
	}
	vec_done(&list.items);
}

/* "umask=0..255", "inv", "offcore_rsp=0..0xffffffffffffffff". */
static void add_format_term(struct strbuf *text, const char *name, unsigned width)
{
	uint64_t max = width >= 64 ? UINT64_MAX : (1ull << width) - 1;
	if (width == 1) strbuf_str(text, name);
	else strbuf_printf(text, max < 256 ? "%s=0..%" PRIu64 : "%s=0..0x%" PRIx64, name, max);
}

/* Terms that every core PMU understands besides its own formats (perf-record(1)). */
static const char *const core_terms[] = {
	"config=0..0xffffffffffffffff",
	"config1=0..0xffffffffffffffff",
	"config2=0..0xffffffffffffffff",
	"config3=0..0xffffffffffffffff",
	"name=string",
	"period=number",
	"freq=number",
	"branch_type=(u|k|hv|any|...)",
	"time",
	"call-graph=(fp|dwarf|lbr)",
	"stack-size=number",
	"max-stack=number",
	"nr=number",
	"inherit",
	"no-inherit",
	"overwrite",
	"no-overwrite",
	"percore",
	"aux-output",
	"aux-sample-size=number",
};

/* "cpu/event=0..255,umask=0..255,.../modifier": what may stand between the slashes. The text has the first three terms,
 * the encoding has all. */
static void add_raw_descriptor(struct listing_pass *pass, const struct event_pmu *pmu, size_t stem)
{
	enum { SHORT_TERMS = 3 };
	struct arena *arena = &pass->listing->arena;
	_strbuf_done_ struct strbuf all = STRBUF_INIT, few = STRBUF_INIT;
	strbuf_printf(&all, "%.*s/", (int)stem, pmu->name);
	strbuf_str(&few, strbuf_text(&all));
	size_t nr_terms = pmu->formats.count + (pmu->is_core ? ARRAY_SIZE(core_terms) : 0);
	for (size_t i = 0; i < nr_terms; i++) {
		if (i) strbuf_char(&all, ',');
		if (i && i < SHORT_TERMS) strbuf_char(&few, ',');
		size_t before = all.size;
		if (i < pmu->formats.count)
			add_format_term(&all, pmu->formats.items[i].name, pmu_format_width(&pmu->formats.items[i]));
		else strbuf_str(&all, core_terms[i - pmu->formats.count]);
		if (i < SHORT_TERMS) strbuf_str(&few, strbuf_text(&all) + before);
	}
	strbuf_str(&all, "/modifier");
	strbuf_str(&few, nr_terms > SHORT_TERMS ? ",.../modifier" : "/modifier");
	listing_add_event(
		pass,
		&(struct listed_event){
			.name = arena_strdup(arena, strbuf_text(&few)),
			.type = "Raw event descriptor",
			.desc = pmu->is_core ? "(see 'man perf-list' or 'man perf-record' on how to encode it)" : NULL,
			.encoding = arena_strdup(arena, strbuf_text(&all)) });
}

/* Like PMUs are neighbours in the catalogue's order, so that copies are left out by looking at the one before. */
void listing_add_raw_descriptors(struct listing_pass *pass)
{
	size_t count, last_stem = 0;
	const char *last = NULL;
	const struct event_pmu *const *pmus = pass->catalogue->all_pmus(pass->catalogue->ctx, &count);
	listing_add_event(pass, &(struct listed_event){ .name = "rNNN", .type = "Raw event descriptor" });
	for (size_t i = 0; i < count; i++) {
		size_t stem = pmu_name_stem(pmus[i]->name, NULL);
		if (!pass->options->each_pmu && last && stem == last_stem && strncmp(last, pmus[i]->name, stem) == 0)
			continue;
		last = pmus[i]->name;
		last_stem = stem;
		add_raw_descriptor(pass, pmus[i], stem);
	}
}
