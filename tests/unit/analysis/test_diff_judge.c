/* Judgements on recordings made at random: equal things are seldom told apart, real changes are found. */
#include <math.h>
#include "tests/unit/test.h"
#include "analysis/diff/diff_judge.h"
#include "analysis/diff/student_t.h"

enum { NR_ROWS = 40, SAMPLES = 20000 };

/* xorshift64*, so that every run sees the same numbers. */
static uint64_t state = 88172645463325252u;
static double uniform(void)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return ((double)(state * 2685821657736338717u >> 11) + 0.5) / 9007199254740992.0;
}
static double normal(void) { return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform()); }

/* Recordings of NR_ROWS functions of different weights. spread: how much a recording differs from the next beyond its
 * samples, relative; growth: by how much row 7 is heavier in those after. */
static void make_recordings(struct diff *diff, size_t nr_files, size_t nr_before, double spread, double growth)
{
	diff_init(diff, nr_files);
	for (size_t row = 0; row < NR_ROWS; row++) {
		struct diff_row added = { .id = row + 1, .position = (uint32_t)row };
		added.values = arena_zalloc(&diff->arena, nr_files * sizeof(*added.values));
		for (size_t file = 0; file < nr_files; file++) {
			double expected = SAMPLES * (double)(row + 1) / (NR_ROWS * (NR_ROWS + 1) / 2.0);
			if (row == 7 && file >= nr_before) expected *= growth;
			expected *= exp(spread * normal());
			double drawn = fmax(0, round(expected + sqrt(expected) * normal()));
			added.values[file] = (struct diff_value){ (uint64_t)drawn * 1000, (uint64_t)drawn };
			diff->totals[file].period += added.values[file].period;
			diff->totals[file].samples += added.values[file].samples;
		}
		vec_push(&diff->rows, added);
	}
}

/* How often anything is said to have changed; *ret_found: how often row 7 was. */
static unsigned count_alarms(size_t nr_before, size_t nr_after, double spread, double growth, unsigned rounds,
			     unsigned *ret_found)
{
	unsigned alarms = 0;
	*ret_found = 0;
	for (unsigned i = 0; i < rounds; i++) {
		struct diff diff;
		struct diff_judgement judgement;
		const struct diff_judge_options options = { .nr_before = nr_before, .least_share = 0.5 };
		bool other = false;
		make_recordings(&diff, nr_before + nr_after, nr_before, spread, growth);
		diff_judge(&diff, &options, &judgement);
		for (size_t n = 0; n < judgement.rows.count; n++) {
			const struct diff_judged *judged = &judgement.rows.items[n];
			if (judged->verdict != DIFF_GREW && judged->verdict != DIFF_SHRANK) continue;
			if (judged->row->id == 8 && growth != 1) ++*ret_found;
			else other = true;
		}
		alarms += other;
		diff_judgement_done(&judgement);
		diff_done(&diff);
	}
	return alarms;
}

TEST(students_t)
{
	CHECK(fabs(student_t_two_sided(2.776445, 4) - 0.05) < 1e-6);
	CHECK(fabs(student_t_two_sided(12.7062, 1) - 0.05) < 1e-5);
	CHECK(fabs(student_t_two_sided(1.959964, INFINITY) - 0.05) < 1e-6);
	CHECK(fabs(student_t_two_sided(0, 3) - 1) < 1e-12);
	CHECK(fabs(student_t_quantile(0.01, 10) - 3.169273) < 1e-5);
	CHECK(fabs(student_t_quantile(0.05, 2.5) - 3.558) < 2e-2);
	CHECK(fabs(digamma(1) + 0.5772156649) < 1e-8);
	CHECK(fabs(trigamma(0.5) - 4.9348022005) < 1e-7);
	CHECK(fabs(trigamma_inverse(trigamma(2.25)) - 2.25) < 1e-6);
}

/* 5 % of rounds may have one; more rows than that would be too many. */
TEST(equal_things_are_seldom_told_apart)
{
	static const struct {
		size_t before, after;
		double spread;
	} cases[] = { { 1, 1, 0 }, { 2, 2, 0.05 }, { 3, 3, 0.05 }, { 3, 3, 0 }, { 5, 5, 0.2 }, { 2, 6, 0.1 } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		unsigned found, alarms = count_alarms(cases[i].before, cases[i].after, cases[i].spread, 1, 400, &found);
		if (alarms > 32)
			fprintf(stderr, "%zu against %zu: %u of 400\n", cases[i].before, cases[i].after, alarms);
		CHECK(alarms <= 32);
	}
}

TEST(real_changes_are_found)
{
	unsigned found, alarms = count_alarms(3, 3, 0.03, 1.5, 100, &found);
	CHECK(found >= 95);
	CHECK(alarms <= 12);
}

/* A row that is reached by two ways, in six recordings; the first way by an only caller. share: of the first way, in
 * percent, before and after. */
static void make_paths(struct diff *diff, unsigned before, unsigned after)
{
	struct diff_row *row = &diff->rows.items[9];
	row->paths = xcalloc(1, sizeof(*row->paths));
	arena_init(&row->paths->arena);
	for (unsigned n = 0; n < 3; n++) {
		struct diff_path path = { .label = "caller", .depth = n == 1 };
		path.row.values = arena_zalloc(&row->paths->arena, diff->nr_files * sizeof(*path.row.values));
		for (size_t file = 0; file < diff->nr_files; file++) {
			unsigned first = file < diff->nr_files / 2 ? before : after,
				 share = n < 2 ? first : 100 - first;
			path.row.values[file] = (struct diff_value){ row->values[file].period * share / 100,
								     row->values[file].samples * share / 100 };
		}
		vec_push(&row->paths->paths, path);
	}
}

static void judge_paths(unsigned before, unsigned after, enum diff_verdict first, enum diff_verdict second)
{
	struct diff diff;
	struct diff_judgement judgement;
	const struct diff_judge_options options = { .nr_before = 3, .least_share = 0.5 };
	make_recordings(&diff, 6, 3, 0.02, 1);
	make_paths(&diff, before, after);
	diff_judge(&diff, &options, &judgement);
	const struct diff_path *paths = diff.rows.items[9].paths->paths.items;
	CHECK_INT(judgement.nr_judged_paths, 2);
	CHECK_INT(paths[0].judged.verdict, first);
	CHECK_INT(paths[1].judged.verdict, first);
	CHECK_INT(paths[2].judged.verdict, second);
	CHECK(fabs(paths[0].judged.change - (paths[0].judged.after - paths[0].judged.before)) < 1e-9);
	CHECK(paths[0].judged.low <= paths[0].judged.change && paths[0].judged.change <= paths[0].judged.high);
	CHECK(paths[0].judged.low == paths[1].judged.low);
	diff_judgement_done(&judgement);
	diff_done(&diff);
}

TEST(paths_are_judged)
{
	judge_paths(50, 50, DIFF_NOISE, DIFF_NOISE);
	judge_paths(30, 70, DIFF_GREW, DIFF_SHRANK);
}

/* Intervals of rows are the same with paths as without. */
TEST(paths_do_not_widen_rows)
{
	struct diff diff;
	struct diff_judgement without, with;
	const struct diff_judge_options options = { .nr_before = 3, .least_share = 0.5 };
	make_recordings(&diff, 6, 3, 0.02, 1.5);
	diff_judge(&diff, &options, &without);
	make_paths(&diff, 30, 70);
	diff_judge(&diff, &options, &with);
	CHECK_INT(without.nr_judged_paths, 0);
	for (size_t i = 0; i < with.rows.count; i++)
		CHECK(memcmp(&with.rows.items[i].low, &without.rows.items[i].low, sizeof(double)) == 0);
	diff_judgement_done(&with);
	diff_judgement_done(&without);
	diff_done(&diff);
}

TEST(exceeding_a_limit_needs_certainty)
{
	struct diff diff;
	struct diff_judgement judgement;
	const struct diff_judge_options options = { .nr_before = 3, .least_share = 0.5 };
	make_recordings(&diff, 6, 3, 0.02, 3);
	diff_judge(&diff, &options, &judgement);
	CHECK(judgement.rows.items[0].row->id == 8);
	CHECK_INT(judgement.rows.items[0].verdict, DIFF_GREW);
	CHECK(judgement.rows.items[0].low > 0 && judgement.rows.items[0].p < 0.05);
	CHECK(diff_judgement_exceeds(&judgement, 0.5));
	CHECK(!diff_judgement_exceeds(&judgement, 5));
	diff_judgement_done(&judgement);
	diff_done(&diff);
}

TEST(totals_are_judged_by_period)
{
	struct diff diff;
	struct diff_judgement judgement;
	const struct diff_judge_options options = { .nr_before = 3, .by_period = true };
	make_recordings(&diff, 6, 3, 0, 1);
	for (size_t file = 3; file < 6; file++) diff.totals[file].period += diff.totals[file].period / 5;
	diff_judge(&diff, &options, &judgement);
	CHECK_INT(judgement.total.verdict, DIFF_GREW);
	CHECK(fabs(judgement.total.change - 20) < 3);
	CHECK(diff_judgement_exceeds(&judgement, 10));
	diff_judgement_done(&judgement);
	diff_done(&diff);
}

TEST(nothing_measured_is_not_judged)
{
	struct diff diff;
	struct diff_judgement judgement;
	const struct diff_judge_options options = { .nr_before = 1 };
	diff_init(&diff, 2);
	diff_judge(&diff, &options, &judgement);
	CHECK_INT(judgement.rows.count, 0);
	CHECK_INT(judgement.total.verdict, DIFF_NOT_JUDGED);
	CHECK(judgement.total.after == 0);
	diff_judgement_done(&judgement);
	diff_done(&diff);
}

TEST_MAIN
