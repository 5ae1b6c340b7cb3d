/* The profile browser on a source in memory: keys change what is asked, and the screen shows the answer. */
#include "tui/screen_memory.h"
#include "tui/view/profile_view.h"
#include "tests/unit/test.h"

enum { ROWS = 1000 };

/* Answers with ROWS rows, of two commands and three DSOs; remembers the last request as text. */
struct fake {
	char asked[400];
	char saved[4000], saved_name[64];
	char opened[64];
	unsigned nr_asked;
};

static const char *comm_of(size_t i) { return i % 2 ? "bash" : "make"; }
static const char *dso_of(size_t i)
{
	static const char *const names[] = { "libc.so.6", "[kernel.kallsyms]", "bash" };
	return names[i % 3];
}

static bool meets(const struct result_request *request, const char *name, const char *text)
{
	for (size_t i = 0; i < request->nr_conditions; i++) {
		const struct result_condition *c = &request->conditions[i];
		if (strcmp(c->column, name) != 0) continue;
		if (c->whole ? strcmp(c->text, text) != 0 : !strstr(text, c->text)) return false;
	}
	return true;
}

static int fake_rows(void *ctx, const struct result_request *request, struct table *table, struct err *err)
{
	struct fake *fake = ctx;
	fake->nr_asked++;
	snprintf(fake->asked, sizeof(fake->asked),
		 "order=%s sort=%s from=%llu until=%llu tid=%llu cpu=%llu through=%s least=%.1f hidden=%s",
		 request->order ? request->order : "", request->sort ? request->sort : "",
		 (unsigned long long)request->selection.from_ns, (unsigned long long)request->selection.until_ns,
		 (unsigned long long)request->selection.tid_1, (unsigned long long)request->selection.cpu_1,
		 request->selection.through ? request->selection.through : "", request->least_percent,
		 request->nr_hidden ? request->hidden[0] : "");
	if (request->sort && strstr(request->sort, "zebra")) return err_set(err, -1, "There is no zebra.");
	table_add_column(table, &(struct table_column){ .name = "overhead",
							.title = "Overhead",
							.kind = COLUMN_PERCENT,
							.align = ALIGN_RIGHT,
							.width = 8 });
	table_add_column(table, &(struct table_column){ .name = "comm", .title = "Command", .width = 7 });
	table_add_column(table, &(struct table_column){ .name = "dso", .title = "Shared Object", .width = 17 });
	table_add_column(table, &(struct table_column){
					.name = "symbol", .title = "Symbol", .align = ALIGN_RAGGED, .width = 12 });
	for (size_t i = 0; i < ROWS; i++) {
		char name[32];
		snprintf(name, sizeof(name), "[.] f%zu", i);
		if (!meets(request, "comm", comm_of(i)) || !meets(request, "dso", dso_of(i)) ||
		    !meets(request, "symbol", name))
			continue;
		if (request->max_rows && table->rows.count == request->max_rows) {
			table->nr_left_out++;
			continue;
		}
		struct table_row *row = table_add_row(table);
		row->id = i + 1;
		row->period = ROWS - i;
		row->cells[0].value = 10.0 / (double)(i + 1);
		row->cells[1].text = comm_of(i);
		row->cells[2].text = dso_of(i);
		row->cells[3].text = arena_strdup(&table->arena, name);
	}
	return 0;
}

static void fake_totals(void *ctx, struct result_totals *ret)
{
	*ret = (struct result_totals){ .nr_samples = 12345, .period = 99, .last_ns = 10000000000 };
}

static struct tree *fake_tree(void *ctx, uint64_t row)
{
	struct tree *tree = tree_new();
	uint32_t a = tree_add(tree, TREE_NONE, TREE_NONE, &(struct tree_node){ .label = "main", .period = 99 });
	tree->children_period = 99;
	tree_add(tree, a, TREE_NONE, &(struct tree_node){ .label = "deep\x1b", .period = 33, .own_period = 33 });
	return tree;
}
static struct tree *fake_callees(void *ctx, uint64_t row) { return tree_new(); }
static void fake_keys(void *ctx, void (*add)(void *, const char *), void *add_ctx)
{
	add(add_ctx, "comm");
	add(add_ctx, "symbol");
}
static int fake_samples(void *ctx, uint64_t row, struct table *table, struct err *err)
{
	table_add_column(table, &(struct table_column){ .name = "time", .title = "Time", .kind = COLUMN_TIME });
	table_add_row(table)->cells[0].number = 777;
	return 0;
}
static int fake_save(void *ctx, const char *name, const struct outbuf *text, char **ret_path, struct err *err)
{
	struct fake *fake = ctx;
	snprintf(fake->saved_name, sizeof(fake->saved_name), "%s", name);
	snprintf(fake->saved, sizeof(fake->saved), "%.*s", (int)text->size, text->data);
	*ret_path = xasprintf("%s.0", name);
	return 0;
}
static char *fake_files(void *ctx) { return xstrdup("a.data\nb.data\n"); }
static void fake_open(void *ctx, const char *name)
{
	snprintf(((struct fake *)ctx)->opened, sizeof(((struct fake *)ctx)->opened), "%s", name);
}

/* The screen after these keys, before the browser leaves. */
struct seen {
	struct strbuf text;
	unsigned nr;
};
static void look(void *ctx, struct screen *screen)
{
	struct seen *seen = ctx;
	if (!seen->nr++) screen_memory_text(screen, &seen->text);
}

static void play(struct fake *fake, size_t nr_events, const char *keys, struct strbuf *ret)
{
	struct screen *screen = screen_memory_open(12, 100);
	struct ui *ui = ui_new(screen);
	struct seen seen = { 0 };
	*fake = (struct fake){ .nr_asked = 0 };
	struct profile_view_event events[2] = {
		{ "cycles",
		  false,
		  { fake, .rows = fake_rows, .totals = fake_totals, .below = fake_tree, .callers = fake_tree,
		    .callees = fake_callees, .keys = fake_keys, .samples = fake_samples } },
		{ "faults", false, { fake, .rows = fake_rows, .totals = fake_totals } },
	};
	struct profile_view_options options = {
		.events = events,
		.nr_events = nr_events,
		.host = { .ctx = fake, .save = fake_save, .files = fake_files, .open_file = fake_open },
		.in_place = true
	};
	screen_memory_type(screen, keys);
	screen_memory_on_empty(screen, look, &seen);
	profile_view_open(ui, &options);
	ui_run(ui);
	ui_free(ui);
	screen_close(screen);
	strbuf_clear(ret);
	strbuf_str(ret, strbuf_text(&seen.text));
	strbuf_done(&seen.text);
}

static void check_shows(const char *keys, const char *part)
{
	struct fake fake;
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	play(&fake, 1, keys, &text);
	if (!strstr(strbuf_text(&text), part))
		fprintf(stderr, "keys \"%s\": no \"%s\" in\n%s", keys, part, strbuf_text(&text));
	CHECK(strstr(strbuf_text(&text), part));
}

static void check_asks(const char *keys, const char *part)
{
	struct fake fake;
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	play(&fake, 1, keys, &text);
	if (!strstr(fake.asked, part)) fprintf(stderr, "keys \"%s\": asked %s\n", keys, fake.asked);
	CHECK(strstr(fake.asked, part));
}

TEST(first_screen)
{
	struct fake fake;
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	play(&fake, 1, "", &text);
	CHECK_STR(
		strbuf_text(&text),
		"Samples: 12K of event 'cycles', Event count (approx.): 99\n"
		"  Overhead  Command  Shared Object      Symbol\n"
		"+   10.00%  make     libc.so.6          [.] f0                                                     ◆\n"
		"+    5.00%  bash     [kernel.kallsyms]  [.] f1                                                     ▒\n"
		"+    3.33%  make     bash               [.] f2                                                     ▒\n"
		"+    2.50%  bash     libc.so.6          [.] f3                                                     ▒\n"
		"+    2.00%  make     [kernel.kallsyms]  [.] f4                                                     ▒\n"
		"+    1.67%  bash     bash               [.] f5                                                     ▒\n"
		"+    1.43%  make     libc.so.6          [.] f6                                                     ▒\n"
		"+    1.25%  bash     [kernel.kallsyms]  [.] f7                                                     ▒\n"
		"+    1.11%  make     bash               [.] f8                                                     ▒\n"
		"Press '?' for help on key bindings\n");
	CHECK_INT(fake.nr_asked, 1);
}

TEST(zooms)
{
	check_shows("jd", "DSO: [kernel.kallsyms]\n");
	check_shows("d", "+    2.50%  bash     libc.so.6          [.] f3");
	check_shows("dt", "DSO: libc.so.6, Thread: make");
	check_shows("dt\x1b[D", "DSO: libc.so.6\n");
	check_shows("dt\x1b[D\x1b[D", "(approx.): 99\n");
	check_shows("dd", "(approx.): 99\n"); /* the same key takes it off */
	check_shows("k", "DSO: [kernel.kallsyms]\n");
	check_shows("jdk", "(approx.): 99\n"); /* so does the other key of objects */
	check_shows("kd", "(approx.): 99\n");
	check_shows("/f99", "[.] f990");
	check_shows("/f999\r", "Symbol: f999\n");
	check_shows("/f999\x1b", "+    5.00%  bash");
	check_shows("S", "The profile has no column Processor Socket");
	check_shows("\r", "Zoom into make thread");
	check_shows("\r", "Switch to another data file in PWD");
}

TEST(what_is_asked)
{
	check_asks("T10%-20%\r", "from=1000000000 until=2000000000");
	check_asks("T,2.5\r", "from=0 until=2500000000");
	check_shows("Tzebra\r", "\"zebra\" is no time");
	check_asks("D17\r", "tid=18 cpu=0");
	check_asks("Dcpu3\r", "tid=0 cpu=4");
	check_shows("Dx\r", "neither a thread id nor cpuN");
	check_asks("p", "through=[.] f0");
	check_asks("jd", "hidden=dso");
	check_asks("jdd", "hidden=");
	check_asks("ojj\r", "order=comm");
	check_asks("O\025symbol\r", "sort=symbol");
	check_shows("O\025zebra\r", "There is no zebra.");
	check_asks("L\0255\r", "least=5.0");
	check_asks("L\0250\r", "least=-1.0");
	check_shows("L\025x\r", "Invalid percent: x");
}

TEST(folds_and_rows)
{
	check_shows("+", "   + main");
	check_shows("e", "      33.33% deep\\x1b");
	check_shows("G", "[.] f999"); /* rows that were not asked for at first */
	check_shows("ff998\r", "[.] f998");
	check_shows("fzebra\r", "\"zebra\" is nowhere here");
	check_shows("n", "Nothing to search for yet");
	check_shows("b", "Callers and callees of f0");
	check_shows("b", "- Callers");
	check_shows("v", "777");
	check_shows("?", "h/?/F1        Show this window");
	check_shows("w\r", "  Command  Shared Object"); /* hidden: the source decides, this one does not */
	check_shows("a", "does not know the code");
	check_shows("y", "Copied: 10.00% make");
}

TEST(files)
{
	struct fake fake;
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	play(&fake, 1, "P", &text);
	CHECK(strstr(strbuf_text(&text), "perf.hist.0 written!"));
	CHECK(strstr(fake.saved, "# Overhead  Command  Shared Object"));
	play(&fake, 1, "xj\r", &text);
	CHECK_STR(fake.saved_name, "perf.csv");
	CHECK(strstr(fake.saved, "overhead,comm,dso,symbol\n"));
	play(&fake, 1, "xjj\r", &text);
	CHECK(fake.saved[0] == '[');
	play(&fake, 1, "sj\r", &text);
	CHECK_STR(fake.opened, "b.data");
}

TEST(several_events)
{
	struct fake fake;
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	play(&fake, 2, "", &text);
	CHECK(strstr(strbuf_text(&text), "Available samples\n12K cycles\n12K faults\n"));
	play(&fake, 2, "j\r", &text);
	CHECK(strstr(strbuf_text(&text), "of event 'faults'"));
	play(&fake, 2, "\r\t", &text);
	CHECK(strstr(strbuf_text(&text), "of event 'faults'"));
	play(&fake, 2, "\r\x1b[D", &text);
	CHECK(strstr(strbuf_text(&text), "Available samples"));
	play(&fake, 2, "\rq", &text);
	CHECK(strstr(strbuf_text(&text), "Available samples"));
}

TEST_MAIN
