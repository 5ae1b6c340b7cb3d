/* The metrics of a vendor's tables by their groups; a metric without one is its own group. */
#include "event/listing/listing_private.h"

#include <stdlib.h>
#include <string.h>

/* By group, then by name. */
static int by_group(const void *x, const void *y)
{
	const struct listed_metric *a = x, *b = y;
	int order = strcmp(a->group, b->group);
	return order ? order : strcmp(a->metric->name, b->metric->name);
}

/* Appends the metric as a row of this group, if the word matches one of both. */
static void add_in_group(struct listing_pass *pass, const struct vendor_metric *metric, const char *group)
{
	if (!listing_matches(pass, metric->name, group, NULL)) return;
	struct listed_metric row = { .group = group,
				     .group_desc = vendor_tables_group_desc(pass->tables, group),
				     .metric = metric };
	vec_push(&pass->listing->metrics, row);
}

/* A row for each group that a metric is in ("TopdownL1;tma_L1_group"). */
static void collect(struct listing_pass *pass)
{
	for (size_t i = 0; i < pass->tables->metrics.count; i++) {
		const struct vendor_metric *metric = &pass->tables->metrics.items[i];
		bool has_group = false;
		for (const char *at = metric->group; at && *at;) {
			/* groups are separated by ';', with blanks behind it in some tables */
			size_t size = strcspn(at, ";");
			while (size && *at == ' ') at++, size--;
			if (size) {
				has_group = true;
				add_in_group(pass, metric, arena_strndup(&pass->listing->arena, at, size));
			}
			at += size + (at[size] == ';');
		}
		if (!has_group) add_in_group(pass, metric, metric->name);
	}
}

void listing_add_metrics(struct listing_pass *pass, enum listing_kind kind)
{
	struct listing *listing = pass->listing;
	if (!pass->tables) return;
	struct listing_part part = { kind, listing->metrics.count, 0 };
	collect(pass);
	part.count = listing->metrics.count - part.first;
	if (!part.count) return;
	qsort(listing->metrics.items + part.first, part.count, sizeof(listing->metrics.items[0]), by_group);
	vec_push(&listing->parts, part);
}
