#include "render/timeline/timechart_svg.h"

#include "render/timeline/timechart_columns.h"
#include "render/timeline/timechart_packed.h"
#include "../test.h"

static const char *text_of(const struct outbuf *out)
{
	static char text[4096];
	snprintf(text, sizeof(text), "%.*s", (int)out->size, out->size ? out->data : "");
	return text;
}

/* A plot of ten columns of 100 ns, rows 8 pixels high. */
static void begin(struct timechart_columns *columns)
{
	timechart_columns_init(columns);
	columns->width = 10;
	columns->ns_per_pixel = 100;
	timechart_columns_begin(columns, 0, 8);
}

TEST(long_spans_are_drawn_as_they_are)
{
	struct timechart_columns columns;
	double column = -1;
	begin(&columns);
	CHECK_INT(timechart_columns_span(&columns, 120, 390, 5, 0, &column), 3);
	CHECK_INT(column, 1);
	CHECK_INT(timechart_columns_span(&columns, 390, 5000, 6, 0, &column), 6);
	timechart_columns_end(&columns);
	CHECK_STR(text_of(&columns.paths[5]), "M1 0h3v8h-3z");
	CHECK_STR(text_of(&columns.paths[6]), "M4 0h6v8h-6z");
	CHECK_INT(columns.paths[0].size, 0);
	timechart_columns_done(&columns);
}

TEST(short_spans_are_shares_of_a_column)
{
	struct timechart_columns columns;
	double column;
	begin(&columns);
	for (unsigned i = 0; i < 4; i++) {
		/* in two columns a quarter running and half waiting, each in pieces */
		CHECK_INT(timechart_columns_span(&columns, i * 50, i * 50 + 12, 5, 0, &column), 0);
		CHECK_INT(timechart_columns_span(&columns, i * 50 + 12, i * 50 + 37, 6, 1, &column), 0);
	}
	timechart_columns_end(&columns);
	CHECK_STR(text_of(&columns.paths[0]), "M0 6h2v2h-2z"); /* equal columns are one */
	CHECK_STR(text_of(&columns.paths[1]), "M0 2h2v4h-2z");
	timechart_columns_done(&columns);
}

TEST(nothing_is_invisible)
{
	struct timechart_columns columns;
	double column;
	begin(&columns);
	timechart_columns_span(&columns, 310, 311, 5, 2, &column);
	timechart_columns_span(&columns, 999, 999, 5, 2, &column); /* no length, and at the very end */
	timechart_columns_span(&columns, 100000, 100001, 5, 0, &column);
	timechart_columns_end(&columns);
	CHECK_STR(text_of(&columns.paths[2]), "M3 7h1v1h-1zM9 6h1v1h-1z");
	CHECK_STR(text_of(&columns.paths[0]), "M9 7h1v1h-1z");
	timechart_columns_done(&columns);
}

TEST(mixed_spans)
{
	struct timechart_columns columns;
	struct timechart_span span = {
		.start_ns = 0, .end_ns = 400, .kind = TIMECHART_MIXED, .chain = timechart_shares(128, 64, 0)
	};
	begin(&columns);
	timechart_columns_mixed(&columns, &span);
	timechart_columns_end(&columns);
	CHECK_STR(text_of(&columns.paths[0]), "M0 4h4v4h-4z");
	CHECK_STR(text_of(&columns.paths[1]), "M0 2h4v2h-4z");
	timechart_columns_done(&columns);
}

TEST(base64)
{
	static const char *const pairs[][2] = {
		{ "", "" }, { "f", "ZgAA" }, { "fo", "Zm8A" }, { "foo", "Zm9v" }, { "foobar", "Zm9vYmFy" }
	};
	for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++) {
		struct outbuf packed, out;
		out_init(&packed, -1);
		out_init(&out, -1);
		out_str(&packed, pairs[i][0]);
		timechart_base64(&packed, &out);
		CHECK_STR(text_of(&out), pairs[i][1]);
		CHECK(packed.size % 3 == 0);
		out_done(&packed);
		out_done(&out);
	}
}

static void fill(struct timechart *chart, size_t nr_spans)
{
	timechart_init(chart);
	chart->last_ns = nr_spans * 1000;
	vec_push(&chart->tasks, ((struct timechart_task){
					.comm = "a", .tid = 1, .pid = 1, .end_ns = chart->last_ns, .is_shown = true }));
	vec_push(&chart->cpus, ((struct timechart_cpu){ .cpu = 0 }));
	for (size_t i = 0; i < nr_spans; i++) {
		struct timechart_span span = { .start_ns = i * 1000,
					       .end_ns = i * 1000 + 500,
					       .kind = i % 2 ? TIMECHART_WAITING : TIMECHART_RUNNING };
		vec_push(&chart->tasks.items[0].states.all, span);
		if (span.kind == TIMECHART_RUNNING) vec_push(&chart->cpus.items[0].runs.all, span);
		vec_push(&chart->wakeups,
			 ((struct timechart_wakeup){ .time_ns = i * 1000, .from = TIMECHART_INTERRUPT, .to = 0 }));
	}
	chart->has_scheduler = true;
	chart->nr_spans = nr_spans + (nr_spans + 1) / 2;
}

TEST(coarsening_keeps_sums)
{
	struct timechart chart;
	fill(&chart, 100000);
	timechart_coarsen(&chart, 5000);
	const struct timechart_spans *states = &chart.tasks.items[0].states;
	CHECK(chart.nr_spans <= 5000);
	CHECK(chart.resolution_ns > 0);
	double sums[3] = { 0 };
	uint64_t count = 0, before_ns = 0;
	for (size_t i = 0; i < states->all.count; i++) {
		const struct timechart_span *span = &states->all.items[i];
		CHECK(span->start_ns >= before_ns && span->end_ns > span->start_ns);
		before_ns = span->end_ns;
		bool is_mixed = span->kind == TIMECHART_MIXED;
		for (unsigned k = 0; k < 3; k++)
			sums[k] += (double)(span->end_ns - span->start_ns) *
				   (is_mixed ? timechart_share(span, k) / 255.0 : k == span->kind);
		count += is_mixed ? span->detail : 1;
	}
	CHECK_INT(count, 100000);
	CHECK(sums[0] > 24.5e6 && sums[0] < 25.5e6); /* of 25 ms each */
	CHECK(sums[1] > 24.5e6 && sums[1] < 25.5e6);
	CHECK(sums[2] == 0);
	timechart_thin_wakeups(&chart, 1000);
	CHECK(chart.wakeups.count > 0 && chart.wakeups.count <= 1000);
	timechart_done(&chart);
}

TEST(charts_of_nothing)
{
	struct timechart chart;
	struct timechart_svg_options options = { .width = 320 };
	struct outbuf out;
	timechart_init(&chart);
	out_init(&out, -1);
	CHECK_INT(timechart_svg(&chart, &options, &out), 0);
	CHECK(out.size > 0 && !memmem(out.data, out.size, "\"nan", 4) && !memmem(out.data, out.size, "\"inf", 4));
	out_done(&out);
	timechart_done(&chart);
	fill(&chart, 3);
	chart.last_ns = chart.first_ns;
	out_init(&out, -1);
	CHECK_INT(timechart_svg(&chart, &options, &out), 0);
	CHECK(!memmem(out.data, out.size, "\"nan", 4));
	out_done(&out);
	timechart_done(&chart);
}

TEST(labels)
{
	char text[128];
	struct timechart_task task = { .comm = "alpha", .tid = 100, .run_ns = 300000000, .nr_bytes = 104096 };
	timechart_label(&task, false, text, sizeof(text));
	CHECK_STR(text, "alpha:100 (300.0ms)");
	timechart_label(&task, true, text, sizeof(text));
	CHECK_STR(text, "alpha:100 (101.7 Kbytes)");
	task.nr_bytes = 3000030;
	timechart_label(&task, true, text, sizeof(text));
	CHECK_STR(text, "alpha:100 (2.9 Mbytes)");
	task.nr_bytes = 1024;
	timechart_label(&task, true, text, sizeof(text));
	CHECK_STR(text, "alpha:100 (1024.0 bytes)");
}

TEST_MAIN
