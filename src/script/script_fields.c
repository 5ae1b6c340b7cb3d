/* -F: which fields are shown of which kind of event. "a,b" replaces, "+a,-b" edits, "KIND:a,b" does so for one kind.
 * What the events of the recording have is known later: script_fields_check.
 *
 * Messages are upstream's, as scripts and users know them. */
#include <errno.h>
#include <string.h>
#include "base/suggest.h"
#include "script/script_fields.h"

/* script_field.def as a table: by enum script_field. */
static const struct {
	const char *name;
	uint64_t bits;
	const char *attribute;
} fields_table[] = {
#define X(symbol, name, bits, attribute) { name, bits, attribute },
#include "script/script_field.def"
#undef X
};

/* By kind: its prefix in -F (NULL: it has none), what messages call its events, and the fields that it never has. */
static const struct {
	const char *prefix, *events;
	uint64_t invalid;
} kinds[SCRIPT_NR_KINDS] = {
	[SCRIPT_HARDWARE] = { "hw", "hardware", FIELD(TRACE) | FIELD(BPF_OUTPUT) },
	[SCRIPT_SOFTWARE] = { "sw", "software", FIELD(TRACE) },
	[SCRIPT_TRACEPOINT] = { "trace", "tracepoint", 0 },
	[SCRIPT_HW_CACHE] = { NULL, "hardware-cache", FIELD(TRACE) | FIELD(BPF_OUTPUT) },
	[SCRIPT_RAW] = { "raw", "unknown", FIELD(TRACE) | FIELD(BPF_OUTPUT) },
	[SCRIPT_BREAKPOINT] = { "break", "unknown", FIELD(TRACE) | FIELD(BPF_OUTPUT) },
	[SCRIPT_SYNTHESISED] = { "synth", "unknown", FIELD(TRACE) | FIELD(BPF_OUTPUT) },
	[SCRIPT_OTHER] = { NULL, "unknown", FIELD(TRACE) | FIELD(BPF_OUTPUT) },
};

const char *script_fields_names(void)
{
#define X(symbol, name, bits, attribute) "," name
	static const char names[] =
#include "script/script_field.def"
		;
#undef X
	return names + 1;
}

bool script_fields_any(const struct script_fields *fields, uint64_t bits)
{
	uint64_t any = 0;
	for (int k = 0; k < SCRIPT_NR_KINDS; k++) any |= fields->of[k];
	return any & bits;
}

enum script_kind script_kind_of(const struct event_attr *attr)
{
	switch (attr->type) {
	case ATTR_TYPE_HARDWARE: return SCRIPT_HARDWARE;
	case ATTR_TYPE_SOFTWARE: return SCRIPT_SOFTWARE;
	case ATTR_TYPE_TRACEPOINT: return SCRIPT_TRACEPOINT;
	case ATTR_TYPE_HW_CACHE: return SCRIPT_HW_CACHE;
	case ATTR_TYPE_RAW: return SCRIPT_RAW;
	case ATTR_TYPE_BREAKPOINT: return SCRIPT_BREAKPOINT;
	case ATTR_TYPE_SYNTH: return SCRIPT_SYNTHESISED;
	default: return SCRIPT_OTHER;
	}
}

void script_fields_init(struct script_fields *fields)
{
	const uint64_t always = FIELD(COMM) | FIELD(TID) | FIELD(CPU) | FIELD(TIME) | FIELD(EVENT);
	const uint64_t place = FIELD(IP) | FIELD(SYM) | FIELD(SYMOFF) | FIELD(DSO) | FIELD(PERIOD);

	*fields = (struct script_fields){ 0 };
	for (int k = 0; k < SCRIPT_NR_KINDS; k++) fields->of[k] = always | place;
	fields->of[SCRIPT_TRACEPOINT] = always | FIELD(TRACE);
	fields->of[SCRIPT_SOFTWARE] |= FIELD(BPF_OUTPUT);
	/* Raw events are mostly those of memory accesses: their defaults have what such samples tell. */
	fields->of[SCRIPT_RAW] |= FIELD(ADDR) | FIELD(DATA_SRC) | FIELD(WEIGHT) | FIELD(INS_LAT) | FIELD(RETIRE_LAT) |
				  FIELD(PHYS_ADDR);
	fields->of[SCRIPT_SYNTHESISED] = (fields->of[SCRIPT_SYNTHESISED] | FIELD(SYNTH)) & ~FIELD(PERIOD);
}

/* The number of the field with this name, which is size bytes long; -1: there is none. */
static int find_field(const char *name, size_t size)
{
	for (int f = 0; f < SCRIPT_NR_FIELDS; f++)
		if (strlen(fields_table[f].name) == size && memcmp(fields_table[f].name, name, size) == 0) return f;
	return -1;
}

void script_fields_visit(void (*add)(void *ctx, const char *name), void *ctx)
{
	for (int f = 0; f < SCRIPT_NR_FIELDS; f++) add(ctx, fields_table[f].name);
}

static void add_suggestion(void *suggest, const char *name) { suggest_add(suggest, name); }

/* Sets err for a name that is no field, with similar names as a hint. Returns -EINVAL. */
static int refuse(const char *name, size_t size, struct err *err)
{
	_free_ char *word = xstrndup(name, size);
	_strbuf_done_ struct strbuf near = STRBUF_INIT;
	struct suggest suggest = suggest_for(word);
	err_set(err, -EINVAL, "Invalid field requested: `%s'", word);
	script_fields_visit(add_suggestion, &suggest);
	suggest_format(&suggest, "", &near);
	err_hint(err, "%sKnown are: %s", strbuf_text(&near), script_fields_names());
	return -EINVAL;
}

/* What an item of -F does; KEEP: none was seen yet. */
enum change { KEEP, REPLACE, ADD, REMOVE };

/* Changes one field of one kind. A field that is removed is no longer asked for. */
static void apply(struct script_fields *fields, int kind, uint64_t bit, enum change change)
{
	fields->edited[kind] = true;
	if (change == REMOVE) {
		fields->of[kind] &= ~bit;
		fields->asked[kind] &= ~bit;
	} else {
		fields->of[kind] |= bit;
	}
}

/* Changes a field, by its number, of a kind, or of all (kind -1). Of all kinds, those that never have it are left
 * out with a note; for a single kind that is an error. */
static int change_field(struct script_fields *fields, int kind, int f, enum change change, struct strbuf *notes,
			struct err *err)
{
	const uint64_t bit = (uint64_t)1 << f;
	int r = bit & (FIELD(DISASM) | FIELD(BRSTACKDISASM)) && change != REMOVE ? script_disasm_check(err) : 0;
	if (r < 0) return err_wrap(err, r, "Field \"%s\"", fields_table[f].name);
	if (bit == FIELD(FLAGS)) { /* a column of all kinds at once, beside the others */
		fields->flags = change != REMOVE;
		return 0;
	}
	if (kind >= 0) {
		if (kinds[kind].invalid & bit)
			return err_set(err, -EINVAL, "'%s' not valid for %s events.", fields_table[f].name,
				       kinds[kind].events);
		apply(fields, kind, bit, change);
		return 0;
	}
	for (int k = 0; k < SCRIPT_NR_KINDS; k++) {
		if (kinds[k].invalid & bit) {
			strbuf_printf(notes, "'%s' not valid for %s events. Ignoring.\n", fields_table[f].name,
				      kinds[k].events);
			continue;
		}
		apply(fields, k, bit, change);
		if (change != REMOVE) fields->asked[k] |= bit;
	}
	return 0;
}

int script_fields_parse(struct script_fields *fields, const char *text, struct strbuf *notes, struct err *err)
{
	int kind = -1;
	const char *colon = strchr(text, ':');
	if (colon) {
		size_t length = (size_t)(colon - text);
		for (int k = 0; k < SCRIPT_NR_KINDS; k++)
			if (kinds[k].prefix && strlen(kinds[k].prefix) == length &&
			    memcmp(kinds[k].prefix, text, length) == 0)
				kind = k;
		if (kind < 0) return err_set(err, -EINVAL, "Invalid event type in field string.");
		text = colon + 1;
	} else if (!*text) {
		return err_set(err, -EINVAL, "Cannot set fields to 'none' for all event types.");
	}
	/* a '+' or '-' anywhere keeps what is there, even that of "bpf-output", as upstream has it */
	const bool keeps = strpbrk(text, "+-") != NULL;
	enum change change = KEEP;
	const int first = kind >= 0 ? kind : 0, last = kind >= 0 ? kind : SCRIPT_NR_KINDS - 1;
	bool overrides = false;

	/* A plain list replaces what is there, so it begins with nothing. */
	for (int k = first; k <= last; k++) {
		overrides |= fields->edited[k];
		if (!keeps) {
			fields->edited[k] = true;
			fields->of[k] = fields->asked[k] = 0;
			fields->only_this[k] = kind >= 0;
		}
	}
	/* An earlier -F is lost; upstream says so, too. */
	if (overrides && !keeps)
		strbuf_printf(notes, "Overriding previous field request for %s events.\n",
			      kind >= 0 ? kinds[kind].events : "all");

	for (const char *p = text; *p;) {
		size_t size = strcspn(p, ",");
		if (size) {
			if (*p == '+' || *p == '-') {
				/* One -F either replaces or edits. */
				if (change == REPLACE)
					return err_set(err, -EINVAL, "Cannot mix +-field with overridden fields");
				change = *p == '+' ? ADD : REMOVE;
				p++;
				size--;
			} else {
				if (change == ADD || change == REMOVE)
					return err_set(err, -EINVAL, "Cannot mix +-field with overridden fields");
				change = REPLACE;
			}
			int f = find_field(p, size);
			int r = f < 0 ? refuse(p, size, err) : change_field(fields, kind, f, change, notes, err);
			if (r < 0) return r;
		}
		p += size;
		p += *p == ',';
	}
	return 0;
}

/* ---- what was recorded */

/* The first event of a kind, which stands for the others; NULL: the recording has none. */
static const struct perf_event *first_of_kind(const struct perf_events *events, enum script_kind kind)
{
	for (size_t i = 0; i < events->count; i++) {
		const struct event_attr *attr = &events->items[i]->attr;
		if (attr->type == ATTR_TYPE_SOFTWARE &&
		    attr->config == ATTR_SOFTWARE_DUMMY /* only brings the side band */)
			continue;
		if (script_kind_of(attr) == kind) return events->items[i];
	}
	return NULL;
}

/* Checks the fields of a kind against its event: what was not recorded is dropped if it is a default, and an error
 * if it was asked for; some fields need others. */
static int check_event(struct script_fields *fields, enum script_kind kind, const struct perf_event *event,
		       const struct perf_header *header, struct err *err)
{
	const uint64_t recorded = event->attr.sample_type;
	/* a trace makes samples of several kinds, of which some have these */
	const uint64_t of_some = FIELD(ADDR) | FIELD(CPU) | FIELD(DATA_SRC) | FIELD(WEIGHT) | FIELD(PHYS_ADDR) |
				 FIELD(IREGS);
	uint64_t *of = &fields->of[kind];

	for (int f = 0; f < SCRIPT_NR_FIELDS; f++) {
		const uint64_t bit = (uint64_t)1 << f;
		if (!(*of & bit) || !fields_table[f].bits || fields_table[f].bits & recorded) continue;
		if (!(fields->asked[kind] & bit)) {
			*of &= ~bit;
			continue;
		}
		if (bit & of_some && header_has(header, FEATURE_AUXTRACE)) continue;
		err_set(err, -EINVAL, "Samples for '%s' event do not have %s attribute set. Cannot print '%s' field.",
			event->name, fields_table[f].attribute, fields_table[f].name);
		if (bit == FIELD(CGROUP)) err_hint(err, "Hint: run 'perf record --all-cgroups ...'");
		return -EINVAL;
	}
	/* Messages, missing blanks included, are upstream's. */
	if (*of & FIELD(SYMOFF) && !(*of & FIELD(SYM)))
		return err_set(err, -EINVAL, "Display of offsets requested but symbol is notselected.");
	if (*of & (FIELD(SRCLINE) | FIELD(SRCCODE)) && !(*of & FIELD(IP)))
		return err_set(err, -EINVAL,
			       "Display of source line number requested but sample IP is not\nselected. Hence, no "
			       "address to lookup the source line number.");
	if (*of & (FIELD(BRSTACKINSN) | FIELD(BRSTACKINSNLEN) | FIELD(BRSTACKDISASM)) &&
	    !(event->attr.branch_sample_type & 8 /* any branch */) && !header_has(header, FEATURE_AUXTRACE))
		return err_set(err, -EINVAL,
			       "Display of branch stack assembler requested, but non all-branch filter set\nHint: run "
			       "'perf record -b ...'");
	if (*of & FIELD(BRCNTR) && !(event->attr.branch_sample_type & BRANCH_COUNTERS))
		return err_set(err, -EINVAL,
			       "Display of branch counter requested but it's not enabled\nHint: run 'perf record -j "
			       "any,counter ...'");
	if (*of & FIELD(TOD) && !header_has(header, FEATURE_CLOCK_DATA))
		return err_set(err, -EINVAL,
			       "Can't provide 'tod' time, missing clock data. Please record with -k/--clockid option.");
	return 0;
}

int script_fields_check(struct script_fields *fields, const struct perf_header *header,
			const struct perf_events *events, bool chains, struct err *err)
{
	bool chain_of_tracepoint = false;

	for (int k = 0; k < SCRIPT_NR_KINDS; k++) {
		const struct perf_event *event = first_of_kind(events, (enum script_kind)k);
		if (!event) {
			/* Events that -F names and the recording does not have. */
			if (fields->only_this[k] && !fields->of[k] && k != SCRIPT_SYNTHESISED)
				return err_set(err, -EINVAL,
					       "%s events do not exist. Remove corresponding -F option to proceed.",
					       kinds[k].events);
			continue;
		}
		if (!fields->of[k]) continue;
		int r = check_event(fields, (enum script_kind)k, event, header, err);
		if (r < 0) return r;
	}
	for (size_t i = 0; i < events->count; i++)
		if (script_kind_of(&events->items[i]->attr) == SCRIPT_TRACEPOINT &&
		    perf_event_has(events->items[i], SAMPLE_CALLCHAIN))
			chain_of_tracepoint = true;
	for (int k = 0; k < SCRIPT_NR_KINDS; k++)
		if (fields->flags && fields->of[k]) fields->of[k] |= FIELD(FLAGS);
	if (chain_of_tracepoint && chains && !fields->edited[SCRIPT_TRACEPOINT])
		fields->of[SCRIPT_TRACEPOINT] |= FIELD(IP) | FIELD(SYM) | FIELD(SYMOFF) | FIELD(DSO);
	return 0;
}
