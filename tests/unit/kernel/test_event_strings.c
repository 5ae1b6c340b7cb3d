/* The table event_strings: what each event string becomes on machines we don't have, or what is said about it. With
 * PERF_TEST_UPDATE set the table is rewritten with what is the case; the difference is then to be reviewed. */
#include <errno.h>
#include <inttypes.h>
#include "event/spec/event_parse.h"
#include "kernel/pmus.h"
#include "tests/unit/test.h"

/* ---- one event as a line */

static void add_number(struct strbuf *out, const char *name, uint64_t value)
{
	if (value) strbuf_printf(out, value < 10 ? " %s=%" PRIu64 : " %s=%#" PRIx64, name, value);
}
static void add_count(struct strbuf *out, const char *name, uint64_t value)
{
	if (value) strbuf_printf(out, " %s=%" PRIu64, name, value);
}
static void add_text(struct strbuf *out, const char *name, const char *value)
{
	if (value) strbuf_printf(out, " %s=%s", name, value);
}
static void add_word(struct strbuf *out, const char *word, bool is_there)
{
	if (is_there) strbuf_printf(out, " %s", word);
}

static void describe_attr(const struct event_attr *attr, struct strbuf *out)
{
	static const struct {
		uint64_t bit;
		const char *name;
	} flags[] = {
		{ ATTR_PINNED, "pinned" },          { ATTR_EXCLUSIVE, "exclusive" },  { ATTR_EXCLUDE_USER, "-user" },
		{ ATTR_EXCLUDE_KERNEL, "-kernel" }, { ATTR_EXCLUDE_HV, "-hv" },       { ATTR_EXCLUDE_IDLE, "-idle" },
		{ ATTR_EXCLUDE_HOST, "-host" },     { ATTR_EXCLUDE_GUEST, "-guest" },
	};
	strbuf_printf(out, " type=%u config=%#" PRIx64, attr->type, attr->config);
	add_number(out, "config1", attr->config1);
	add_number(out, "config2", attr->config2);
	add_number(out, "config3", attr->config3);
	add_number(out, "config4", attr->config4);
	add_number(out, "access", attr->bp_type);
	for (size_t i = 0; i < ARRAY_SIZE(flags); i++) add_word(out, flags[i].name, attr->flags & flags[i].bit);
	add_count(out, "precise", attr_precise(attr));
}

static void describe_terms(const struct event_spec *spec, struct strbuf *out)
{
	static const char *const callgraphs[] = { NULL, "no", "fp", "dwarf", "lbr" };
	add_count(out, "period", spec->period);
	add_count(out, "freq", spec->freq_hz);
	add_text(out, "callgraph", callgraphs[spec->callgraph]);
	if (spec->has_stack_size) strbuf_printf(out, " stack=%u", spec->stack_size_bytes);
	if (spec->has_max_stack) strbuf_printf(out, " max_stack=%u", spec->max_stack);
	add_word(out, "branches=no", spec->no_branches);
	add_number(out, "branches", spec->branch_sample_type);
	if (spec->has_time) strbuf_printf(out, " time=%d", spec->time);
	if (spec->has_inherit) strbuf_printf(out, " inherit=%d", spec->inherit);
	if (spec->has_overwrite) strbuf_printf(out, " overwrite=%d", spec->overwrite);
	add_word(out, "percore", spec->percore);
	add_word(out, "aux_output", spec->aux_output);
	add_count(out, "aux_sample_size", spec->aux_sample_size);
	add_count(out, "nr", spec->max_events);
	add_text(out, "metric_id", spec->metric_id);
	add_text(out, "driver_config", spec->driver_config);
}

static void describe(const struct event_list *list, size_t i, struct strbuf *out)
{
	static const char *const tools[] = { NULL, "duration_time", "user_time", "system_time" };
	const struct event_spec *spec = event_list_get(list, i);
	strbuf_printf(out, "  %s:", spec->name);
	if (spec->tool) add_text(out, "tool", tools[spec->tool]);
	else describe_attr(&spec->attr, out);
	add_word(out, "P", spec->precise_max);
	add_word(out, "S", spec->sample_read);
	add_word(out, "W", spec->weak);
	add_word(out, "b", spec->bpf_counter);
	add_word(out, "R", spec->retire_latency);
	describe_terms(spec, out);
	add_text(out, "pmu", spec->pmu_name);
	add_text(out, spec->is_uncore ? "cpumask" : "cpus", spec->pmu_cpus);
	add_text(out, "unit", spec->tool ? NULL : spec->unit);
	if (spec->scale != 1) strbuf_printf(out, " scale=%.12g", spec->scale);
	add_word(out, "per_pkg", spec->per_pkg);
	add_word(out, "snapshot", spec->snapshot);
	if (spec->leader != i) strbuf_printf(out, " leader=%u", spec->leader);
	else if (spec->nr_members > 1) strbuf_printf(out, " members=%u", spec->nr_members);
	strbuf_char(out, '\n');
}

/* ---- an error as lines: "!" text and arrow, "?" what is said besides */

/* Where the tree of the machine lies does not matter. */
static void drop_root(char *text, const char *root)
{
	for (char *at; (at = strstr(text, root));) memmove(at, at + strlen(root), strlen(at + strlen(root)) + 1);
}

static void describe_error(const struct err *err, const char *root, struct strbuf *out)
{
	static const char prefix[] = "event syntax error: ";
	_free_ char *message = xstrdup(err->message ? err->message : "no message"),
		    *hint = xstrdup(err->hint ? err->hint : "");
	drop_root(hint, root);
	for (char *line, *rest = message; (line = strsep(&rest, "\n"));)
		strbuf_printf(out, "  ! %s\n", strlen(line) > strlen(prefix) ? line + strlen(prefix) : line);
	for (char *line, *rest = hint; (line = strsep(&rest, "\n"));)
		if (*line) strbuf_printf(out, "  ? %s\n", line);
}

/* The order of tracepoints is that of the directory, which here is chance: sort them. */
struct found {
	char *system, *event;
	uint64_t id;
};
struct found_list {
	VEC(struct found) items;
};
static struct event_catalogue machine;

static void take_tracepoint(void *arg, const char *system, const char *event, uint64_t id)
{
	struct found_list *all = arg;
	struct found found = { xstrdup(system), xstrdup(event), id };
	vec_push(&all->items, found);
}

static int by_name(const void *a, const void *b)
{
	const struct found *x = a, *y = b;
	int order = strcmp(x->system, y->system);
	return order ? order : strcmp(x->event, y->event);
}

static int visit_sorted(void *ctx, const char *system, const char *event,
			void (*fn)(void *arg, const char *system, const char *event, uint64_t id), void *arg,
			struct err *err)
{
	struct found_list all = { VEC_INIT };
	int r = machine.visit_tracepoints(ctx, system, event, take_tracepoint, &all, err);
	if (all.items.count) qsort(all.items.items, all.items.count, sizeof(all.items.items[0]), by_name);
	for (size_t i = 0; i < all.items.count; i++) {
		fn(arg, all.items.items[i].system, all.items.items[i].event, all.items.items[i].id);
		free(all.items.items[i].system);
		free(all.items.items[i].event);
	}
	vec_done(&all.items);
	return r;
}

static void run_case(struct pmus *pmus, const char *root, const char *use, const char *text, struct strbuf *out)
{
	machine = pmus_catalogue(pmus);
	struct event_catalogue catalogue = machine;
	catalogue.visit_tracepoints = visit_sorted;
	struct event_list list = EVENT_LIST_INIT;
	_err_done_ struct err err = ERR_INIT;
	enum event_use what = strcmp(use, "stat") == 0 ? EVENT_USE_COUNT : EVENT_USE_RECORD;
	int r = event_parse(&list, text, &catalogue, what, &err);
	if (r < 0) describe_error(&err, root, out);
	CHECK(r >= 0 || event_list_count(&list) == 0);
	for (size_t i = 0; i < event_list_count(&list); i++) describe(&list, i, out);
	if (list.regrouped) strbuf_str(out, "  regrouped\n");
	event_list_done(&list);
}

/* ---- the table */

struct table {
	struct strbuf expected, got, written;
	char *use, *text;
	struct pmus *pmus;
	struct kernelfs fs;
	char root[4096];
	size_t nr_cases;
};

static void end_case(struct table *t)
{
	if (!t->text) return;
	strbuf_clear(&t->got);
	run_case(t->pmus, t->root, t->use, t->text, &t->got);
	if (strcmp(strbuf_text(&t->got), strbuf_text(&t->expected)) != 0 && !getenv("PERF_TEST_UPDATE")) {
		test_failures++;
		fprintf(stderr, "%s: '%s' of %s is\n%snot\n%s", t->use, t->text, t->fs.root, strbuf_text(&t->got),
			strbuf_text(&t->expected));
	}
	strbuf_printf(&t->written, "%s: %s\n%s", t->use, t->text, strbuf_text(&t->got));
	strbuf_clear(&t->expected);
	free(t->text);
	free(t->use);
	t->text = t->use = NULL;
	t->nr_cases++;
}

static void begin_machine(struct table *t, const char *name)
{
	snprintf(t->root, sizeof(t->root), "%s/%s", getenv("PERF_TEST_MACHINES"), name);
	t->fs.root = t->root;
	pmus_free(t->pmus);
	t->pmus = pmus_new(&t->fs, NULL);
}

static void take_line(struct table *t, const char *line)
{
	char name[64];
	if (strncmp(line, "  ", 2) == 0) {
		strbuf_printf(&t->expected, "%s\n", line);
		return;
	}
	end_case(t);
	const char *colon = strstr(line, ": ");
	if (sscanf(line, "[%63[a-z0-9_]]", name) == 1) begin_machine(t, name);
	if (line[0] != '#' && colon && t->pmus) {
		t->use = xstrndup(line, (size_t)(colon - line));
		t->text = xstrdup(colon + 2);
		return;
	}
	strbuf_printf(&t->written, "%s\n", line);
}

TEST(event_strings)
{
	FILE *file = fopen(EVENT_STRINGS, "r");
	CHECK(file && getenv("PERF_TEST_MACHINES"));
	if (!file || !getenv("PERF_TEST_MACHINES")) return;
	struct table t = { .expected = STRBUF_INIT };
	char line[4096];
	while (fgets(line, sizeof(line), file)) {
		line[strcspn(line, "\n")] = '\0';
		take_line(&t, line);
	}
	fclose(file);
	end_case(&t);
	CHECK(t.nr_cases >= 400);
	if (getenv("PERF_TEST_UPDATE") && (file = fopen(EVENT_STRINGS, "w"))) {
		fputs(strbuf_text(&t.written), file);
		fclose(file);
	}
	pmus_free(t.pmus);
	strbuf_done(&t.expected);
	strbuf_done(&t.got);
	strbuf_done(&t.written);
}

TEST_MAIN
