/* What `perf list` shows: the events and metrics of a catalogue as rows, in the order in which they are printed. Rows
 * are collected by listing_add, once for each word of the command line, and then written in one of three forms.
 *
 *     struct listing listing;
 *     listing_init(&listing);
 *     listing_add(&listing, "cache", catalogue, tables, &options);       any number of times
 *     listing_write_text(&listing, &format, out);                        or _json, or _names
 *     listing_done(&listing);
 *
 * Catalogue and tables must outlive the listing, whose rows point into them. */
#ifndef EVENT_LISTING_LISTING_H
#define EVENT_LISTING_LISTING_H

#include "base/arena.h"
#include "base/outbuf.h"
#include "event/pmu/catalogue.h"
#include "event/pmu/vendor.h"

/* One event. Strings are of the listing's arena, or of the catalogue and tables it was made from. */
struct listed_event {
	const char *pmu;              /* NULL: of none */
	const char *topic;            /* heading under which it stands; NULL: none */
	const char *name, *alias;     /* alias: another name for the same; may be NULL */
	const char *scale_unit;       /* what a count of 1 is: "64Bytes"; NULL: an event */
	const char *type;             /* "Software event" */
	const char *desc, *long_desc; /* NULL: none */
	const char *encoding;         /* "cpu/event=0x3c/"; NULL: none */
	bool deprecated;              /* the vendor's tables have a better one */
};
/* A metric in one of its groups: one that is in three has three rows. */
struct listed_metric {
	const char *group, *group_desc;
	const struct vendor_metric *metric;
};

/* What the rows of a part are, and how much of them is shown. */
enum listing_kind {
	LISTING_EVENTS,
	LISTING_METRICS,         /* each once */
	LISTING_METRIC_GROUPS,   /* the names of groups only */
	LISTING_GROUPED_METRICS, /* groups with their metrics */
};
/* A run of rows of one kind, printed under one heading. */
struct listing_part {
	enum listing_kind kind;
	size_t first, count; /* in events or metrics */
};

/* Rows by kind, and parts that say in which order they are printed. */
struct listing {
	struct arena arena;
	VEC(struct listed_event) events;
	VEC(struct listed_metric) metrics;
	VEC(struct listing_part) parts;
};

/* Borrowed during listing_add. */
struct listing_options {
	const char *unit;          /* only events of this PMU (as far as they have one); NULL: of all */
	bool each_pmu;             /* uncore_imc_0, uncore_imc_1 ... apart, not as uncore_imc */
	bool deprecated;           /* those too */
	bool encodings;            /* what they stand for; needs the ids of tracepoints */
	struct warnings *warnings; /* told of what cannot be listed; may be NULL */
	void *ctx;
	/* Both are only called when asked for, may be NULL, and give a NULL-terminated array, or NULL. */
	const char *const *(*sdt_events)(void *ctx); /* "sdt_a:b@/bin/c(0123456789ab)" */
	const char *const *(*pfm_events)(void *ctx); /* pairs: name, description */
};

/* An empty listing, to be freed by listing_done. */
void listing_init(struct listing *listing);
/* Frees rows and the strings made for them. */
void listing_done(struct listing *listing);
/* Appends what a word of the command line chooses: a kind ("hw", "sw", "cache", "tracepoint", "pmu", "sdt", "metric",
 * "metricgroup", their long names), a glob of tracepoints "system:event", or a part of a name, a heading or a group, in
 * which * and ? stand for anything. NULL: all there is. The strings of catalogue and tables (which may be NULL) are
 * referred to. */
void listing_add(struct listing *listing, const char *word, const struct event_catalogue *catalogue,
		 const struct vendor_tables *tables, const struct listing_options *options);

/* Options of `perf list` that change the text only; JSON has everything. */
struct listing_format {
	bool desc;        /* descriptions */
	bool long_desc;   /* the longer ones */
	bool details;     /* encodings and formulas */
	unsigned columns; /* of the terminal: where descriptions are wrapped */
};
/* As `perf list` prints it: under headings, with descriptions in brackets. */
void listing_write_text(const struct listing *listing, const struct listing_format *format, struct outbuf *out);
/* An array of objects with the keys of perfmon JSON. */
void listing_write_json(const struct listing *listing, struct outbuf *out);
/* Names with a blank behind each, for completion. */
void listing_write_names(const struct listing *listing, struct outbuf *out);

#endif
