/* Profiles that grow round by round: what is shown, what fades, and that a new model changes nothing of it, however
 * often it comes; memory; switches; losses. */
#include "analysis/profile/live/live_profile.h"

#include <stdio.h>
#include <unistd.h>
#include "analysis/profile/rows/hist_report.h"
#include "analysis/profile/answers/hist_source.h"
#include "base/strbuf.h"
#include "tests/unit/session/round_builder.h"

#define PID 3999990 /* above any pid_max: nobody else's perf map */

/* ---- a profile, and what it is fed with */

struct feed {
	struct live_profile *profile;
	struct live_profile_options options;
	struct perf_events events;
	struct hist_layout layout;
	struct live_profile_stats stats;
	struct round before;
	struct round open;
	uint64_t now_ns;
};

static void feed_begin(struct feed *feed, const char *sort)
{
	_err_done_ struct err err = ERR_INIT;
	const char *wrong;
	events_init(&feed->events);
	events_add(&feed->events, &attr, "clock");
	const struct hist_layout_options layout = { .sort = sort, .nr_samples = true, .events = &feed->events };
	CHECK_INT(hist_layout_make(&feed->layout, &layout, &wrong, &err), 0);
	feed->options.hist.keys = feed->layout.keys.items;
	feed->options.hist.nr_keys = feed->layout.keys.count;
	feed->options.symbols = (struct symbol_options){ .kallsyms = "/dev/null", .any_owner = true };
	feed->options.threads = feed->options.threads ? feed->options.threads : 1;
	CHECK_INT(live_profile_new(&feed->options, &feed->events, NULL, &feed->profile, &err), 0);
	feed->now_ns = 1000;
}

static void feed_done(struct feed *feed)
{
	live_profile_free(feed->profile);
	hist_layout_done(&feed->layout);
	events_done(&feed->events);
	free(feed->before.items);
	free(feed->open.items);
}

/* Hands over what was collected; an empty round makes the one before due. */
static void feed_round(struct feed *feed)
{
	live_profile_round(feed->profile, feed->open.items, feed->open.count * 8);
	if (feed->before.count) live_profile_due(feed->profile, feed->before.items, feed->before.count * 8);
	free(feed->before.items);
	feed->before = feed->open;
	feed->open = (struct round){ 0 };
}

static void feed_sample(struct feed *feed, uint32_t tid, uint64_t vaddr)
{
	add_sample_at(&feed->open, tid, feed->now_ns++, vaddr);
}

/* "SAMPLES KEY KEY;" of each row, the heaviest first. */
static const char *feed_show(struct feed *feed, double keep, struct strbuf *text)
{
	struct table table;
	strbuf_clear(text);
	live_profile_refresh(feed->profile, keep, &feed->stats);
	struct hist *hist = live_profile_hist(feed->profile);
	struct hist_event *event = hist_event_at(hist, 0);
	table_init(&table);
	hist_report(hist, &event, 1, &feed->layout, &(struct hist_report_options){ .threads = 1 }, &table);
	for (size_t i = 0; i < table.rows.count; i++) {
		const struct table_row *row = &table.rows.items[i];
		strbuf_printf(text, "%llu", (unsigned long long)row->cells[1].number);
		for (size_t n = 2; n < table.nr_cells; n++) strbuf_printf(text, " %s", row->cells[n].text);
		strbuf_printf(text, ";");
	}
	table_done(&table);
	return strbuf_text(text);
}

/* ---- the life of a machine: programs that come and go, code with and without names */

static void write_map(char path[static 64])
{
	snprintf(path, 64, "/tmp/perf-%d.map", PID);
	FILE *f = fopen(path, "w");
	CHECK(f != NULL);
	if (f) fprintf(f, "500000 100 one\n500100 100 two\n");
	if (f) fclose(f);
}

static void live_a_while(struct feed *feed, struct strbuf *all)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	for (unsigned turn = 0; turn < 6; turn++) {
		uint32_t child = PID + 1 + turn;
		if (turn == 0) {
			add_comm(&feed->open, PID, "main", true, feed->now_ns++);
			add_map(&feed->open, PID, 0x500000, "//anon", feed->now_ns++);
		}
		add_fork(&feed->open, child, PID, feed->now_ns++);
		add_comm(&feed->open, child, turn & 1 ? "odd" : "even", true, feed->now_ns++);
		add_map(&feed->open, child, CODE, turn & 1 ? "/nonexistent/odd" : "/nonexistent/even", feed->now_ns++);
		for (unsigned i = 0; i < 8; i++) feed_sample(feed, PID, 0x500000 + (i & 3 ? 0 : 0x100));
		for (unsigned i = 0; i < 4; i++) feed_sample(feed, child, CODE + 0x10);
		feed_sample(feed, PID, 0x700000); /* nothing is there */
		add_exit(&feed->open, child, feed->now_ns++);
		feed_round(feed);
		if (turn & 1) strbuf_printf(all, "%s\n", feed_show(feed, 0.75, &text));
	}
	feed_round(feed);
	strbuf_printf(all, "%s\n", feed_show(feed, 0, &text));
	feed_round(feed);
	strbuf_printf(all, "%s\n", feed_show(feed, 0.75, &text));
}

static void live_with(const char *sort, bool always_renew, struct strbuf *all)
{
	struct feed feed = { .options = { .always_renew = always_renew } };
	char path[64];
	write_map(path);
	feed_begin(&feed, sort);
	live_a_while(&feed, all);
	CHECK(!always_renew == !feed.stats.nr_renewed);
	feed_done(&feed);
	unlink(path);
}

static void check_renewing(const char *sort)
{
	_strbuf_done_ struct strbuf once = STRBUF_INIT, often = STRBUF_INIT;
	live_with(sort, false, &once);
	live_with(sort, true, &often);
	CHECK_STR(strbuf_text(&often), strbuf_text(&once));
}

TEST(a_new_model_changes_nothing_of_what_is_shown)
{
	check_renewing("comm,dso,sym");
	for (size_t i = 0; i < key_count(); i++)
		if (!(key_at(i)->flags & (KEY_BRANCH | KEY_MEMORY | KEY_PARENT))) check_renewing(key_at(i)->name);
}

TEST(what_is_shown_fades_and_is_forgotten)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	struct feed feed = { 0 };
	feed_begin(&feed, "comm");
	add_comm(&feed.open, 7, "seven", true, feed.now_ns++);
	for (unsigned i = 0; i < 16; i++) feed_sample(&feed, 7, CODE);
	feed_round(&feed);
	CHECK_STR(feed_show(&feed, 0.5, &text), ""); /* nothing was due */
	feed_round(&feed);
	CHECK_STR(feed_show(&feed, 0.5, &text), "16 seven;");
	CHECK_INT(feed.stats.now.nr_samples, 16);
	CHECK_STR(feed_show(&feed, 0.5, &text), "8 seven;");
	CHECK_INT(feed.stats.now.nr_samples, 0);
	CHECK_INT(feed.stats.all.nr_samples, 16);
	CHECK_STR(feed_show(&feed, 0, &text), "4 seven;");
	CHECK_STR(feed_show(&feed, 0, &text), "");
	feed_done(&feed);
}

TEST(hidden_samples_are_counted_only)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	struct feed feed = { 0 };
	feed_begin(&feed, "comm");
	add_comm(&feed.open, 7, "seven", true, feed.now_ns++);
	feed_sample(&feed, 7, CODE);
	feed_round(&feed);
	feed_round(&feed);
	live_profile_hide(feed.profile, false, true);
	CHECK_STR(feed_show(&feed, 1, &text), "1 seven;");
	feed_sample(&feed, 7, CODE);
	feed_round(&feed);
	feed_round(&feed);
	CHECK_STR(feed_show(&feed, 1, &text), "");
	CHECK_INT(feed.stats.now.nr_user, 1);
	feed_done(&feed);
}

/* "SAMPLES COMM;" of a thread's kept samples, whatever has faded. */
static const char *feed_select(struct feed *feed, const char *sort, uint32_t tid, struct strbuf *text)
{
	const struct hist_report_options report = { .threads = 1 };
	const struct result_request request = { .sort = sort, .selection = { .tid_1 = tid + 1 } };
	struct hist *hist = live_profile_hist(feed->profile);
	struct hist_event *event = hist_event_at(hist, 0);
	struct hist_source profile = {
		.hist = hist, .events = &event, .nr_events = 1, .layout = &feed->layout, .options = &report
	};
	const struct result_source source = hist_source_of(&profile);
	_err_done_ struct err err = ERR_INIT;
	struct table table;
	strbuf_clear(text);
	table_init(&table);
	CHECK_INT(source.rows(source.ctx, &request, &table, &err), 0);
	for (size_t i = 0; i < table.rows.count; i++) {
		const struct table_row *row = &table.rows.items[i];
		strbuf_printf(text, "%llu %s;", (unsigned long long)row->cells[1].number, row->cells[2].text);
	}
	table_done(&table);
	hist_source_done(&profile);
	return strbuf_text(text);
}

static void select_while_it_goes_on(bool always_renew)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	struct feed feed = { .options = { .always_renew = always_renew,
					  .hist = { .keep_samples = true, .most_kept = 56 } } };
	feed_begin(&feed, "comm,pid");
	add_comm(&feed.open, 7, "seven", true, feed.now_ns++);
	add_comm(&feed.open, 8, "eight", true, feed.now_ns++);
	for (unsigned turn = 0; turn < 8; turn++) {
		for (unsigned i = 0; i < 6; i++) feed_sample(&feed, 7, CODE);
		for (unsigned i = 0; i < 2; i++) feed_sample(&feed, 8, CODE);
		feed_round(&feed);
		(void)feed_show(&feed, 0.5, &text);
		/* the round before is shown; the sort is another one, and taken back before the next sample is added */
		live_profile_settle(feed.profile);
		char wanted[32] = "";
		if (turn) snprintf(wanted, sizeof(wanted), "%u eight;", turn * 2);
		CHECK_STR(feed_select(&feed, "comm", 8, &text), wanted);
	}
	feed_round(&feed);
	(void)feed_show(&feed, 0.5, &text);
	live_profile_settle(feed.profile);
	CHECK_STR(feed_select(&feed, "comm", 8, &text), "14 eight;"); /* of 16: the oldest are gone */
	live_profile_hide(feed.profile, true, false);
	(void)feed_show(&feed, 1, &text);
	CHECK_STR(feed_select(&feed, "comm", 8, &text), "");
	feed_done(&feed);
}

TEST(samples_can_be_selected_while_the_profile_goes_on)
{
	select_while_it_goes_on(false);
	select_while_it_goes_on(true);
}

/* Each thread and each address is new: nothing of them may be left. */
TEST(memory_follows_what_is_shown_and_not_how_long)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	struct feed feed = { 0 };
	size_t most = 0;
	feed_begin(&feed, "pid,comm,symoff");
	for (uint32_t round = 0; round < 400; round++) {
		for (uint32_t i = 0; i < 500; i++) {
			uint32_t tid = 100000 + round * 500 + i;
			add_fork(&feed.open, tid, 1, feed.now_ns++);
			feed_sample(&feed, tid, 0x700000 + 16 * (uint64_t)tid);
			add_exit(&feed.open, tid, feed.now_ns++);
		}
		feed_round(&feed);
		(void)feed_show(&feed, round % 4 == 3 ? 0 : 0.5, &text);
		most = MAX(most, hist_nr_names(live_profile_hist(feed.profile)));
	}
	CHECK(feed.stats.nr_renewed > 1);
	CHECK(most < 400000); /* of 800,000 */
	feed_done(&feed);
}

TEST(damaged_and_lost_samples_are_counted)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	struct feed feed = { 0 };
	feed_begin(&feed, "comm");
	add_short(&feed.open, RECORD_SAMPLE, 16);
	const union record_fields lost = { .as_lost = { .id = 0, .lost = 21 } };
	add_record(&feed.open, (struct record_envelope){ .type = RECORD_LOST }, &lost, 7, feed.now_ns++);
	feed_sample(&feed, 7, CODE);
	feed_round(&feed);
	feed_round(&feed);
	(void)feed_show(&feed, 1, &text);
	CHECK_INT(feed.stats.now.nr_dropped, 1);
	CHECK_INT(feed.stats.now.nr_lost, 21);
	CHECK_INT(feed.stats.now.nr_samples, 1);
	feed_done(&feed);
}

TEST_MAIN
