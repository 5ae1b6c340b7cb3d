/* Which task is shown on which CPU. */
#include "analysis/sched/sched_map.h"
#include "tests/unit/model/record_builder.h"
#include "tests/unit/test.h"

/* What the rows were: "A0 . *B0:beta", a slot each, '*' before the one that changed, a name where it is told. */
static char rows[32][160];
static unsigned nr_rows;
static struct model *model;

static void name_task(uint64_t time_ns, uint32_t tid, const char *name)
{
	struct built built;
	struct record r = build_comm(&built, 0, tid, tid, name);
	CHECK_INT(model_apply(model, &r, time_ns), 0);
}

static int on_row(void *ctx, const struct sched_map_row *row)
{
	char *text = rows[nr_rows++ % ARRAY_SIZE(rows)];
	size_t room = sizeof(rows[0]);
	*text = '\0';
	for (size_t i = 0; i < row->nr_slots; i++) {
		static const char *const marks[] = { "-", ".", "?", "" };
		const struct sched_map_slot *slot = &row->slots[i];
		size_t used = strlen(text);
		snprintf(text + used, room - used, "%s%s%s%.*s", i ? " " : "", i == row->active ? "*" : "",
			 marks[slot->mark], slot->mark == SCHED_MAP_TASK ? 2 : 0, slot->name);
	}
	size_t used = strlen(text);
	if (row->comm) snprintf(text + used, room - used, " %s=%s", row->new_cpu ? "new" : "", row->comm);
	return *(int *)ctx;
}

static struct sched_map *begin(struct sched_map_options *options, uint32_t nr_cpus)
{
	static int go_on;
	nr_rows = 0;
	model = model_new(&(struct model_options){ 0 });
	name_task(0, 7, "alpha");
	name_task(0, 8, "beta");
	name_task(250, 8, "gamma");
	model_seal(model);
	if (!options->ctx) options->ctx = &go_on;
	options->row = on_row;
	return sched_map_new(options, model, nr_cpus);
}

static void end(struct sched_map *map)
{
	sched_map_free(map);
	model_free(model);
}

static int switches(struct sched_map *map, uint64_t time_ns, uint32_t cpu, uint32_t prev, uint32_t next)
{
	return sched_map_event(
		map, &(struct sched_event){
			     .time_ns = time_ns, .kind = SCHED_SWITCH, .cpu = cpu, .subject = prev, .next = next });
}

TEST(letters_come_in_order_of_first_sight)
{
	struct sched_map_options options = { .compact = false };
	struct sched_map *map = begin(&options, 2);
	switches(map, 100, 0, 0, 7);
	switches(map, 110, 1, 0, 8);
	switches(map, 120, 0, 7, 0);
	switches(map, 130, 0, 0, 7); /* the same letter, its name was told */
	switches(map, 140, 1, 8, 0);
	CHECK_INT(nr_rows, 5);
	CHECK_STR(rows[0], "*A0 - =alpha");
	CHECK_STR(rows[1], "A0 *B0 =beta");
	CHECK_STR(rows[2], "*. B0 =swapper");
	CHECK_STR(rows[3], "*A0 B0");
	CHECK_STR(rows[4], "A0 *.");
	end(map);
}

TEST(a_new_name_is_told_again)
{
	struct sched_map_options options = { .compact = false };
	struct sched_map *map = begin(&options, 1);
	switches(map, 100, 0, 7, 8);
	switches(map, 200, 0, 8, 7);
	switches(map, 300, 0, 7, 8); /* which is gamma now */
	switches(map, 400, 0, 8, 7);
	CHECK_STR(rows[0], "*A0 =beta");
	CHECK_STR(rows[1], "*B0 =alpha");
	CHECK_STR(rows[2], "*A0 =gamma");
	CHECK_STR(rows[3], "*B0");
	end(map);
}

TEST(cpus_come_as_they_are_seen)
{
	struct sched_map_options options = { .compact = true };
	struct sched_map *map = begin(&options, 64);
	switches(map, 100, 5, 0, 7);
	switches(map, 110, 2, 0, 8);
	switches(map, 120, 5, 7, 0);
	CHECK_STR(rows[0], "*A0 new=alpha");
	CHECK_STR(rows[1], "A0 *B0 new=beta");
	CHECK_STR(rows[2], "*. B0 =swapper");
	end(map);
}

TEST(a_cpu_that_the_header_does_not_count)
{
	struct sched_map_options options = { .compact = false };
	struct sched_map *map = begin(&options, 1);
	switches(map, 100, 3, 0, 7);
	CHECK_STR(rows[0], "- - - *A0 =alpha");
	CHECK_INT(switches(map, 110, 1 << 16, 0, 7), 0); /* and one that cannot be */
	CHECK_INT(nr_rows, 1);
	end(map);
}

TEST(chosen_tasks_come_and_leave)
{
	char part[] = "alph", *names[] = { part };
	struct sched_map_options options = { .tasks = { .names = names, .count = 1, .given = true }, .fuzzy = true };
	struct sched_map *map = begin(&options, 1);
	switches(map, 90, 0, 7, 8);  /* nobody saw it come */
	switches(map, 100, 0, 8, 7); /* it comes */
	switches(map, 110, 0, 7, 8); /* it leaves: who comes is just another one */
	switches(map, 120, 0, 8, 0); /* nothing of it */
	CHECK_INT(nr_rows, 2);
	CHECK_STR(rows[0], "*A0 =alpha");
	CHECK_STR(rows[1], "*?");
	end(map);
	map = begin(&options, 1);
	switches(map, 100, 0, 0, 7);
	switches(map, 110, 0, 7, 0); /* who leaves has a row in which nobody else is told */
	CHECK_STR(rows[1], "*?");
	end(map);
	options.fuzzy = false; /* a part of the name is not enough */
	map = begin(&options, 1);
	switches(map, 100, 0, 8, 7);
	CHECK_INT(nr_rows, 0);
	end(map);
}

TEST(a_row_that_stops)
{
	int stop = 3;
	struct sched_map_options options = { .ctx = &stop };
	struct sched_map *map = begin(&options, 1);
	CHECK_INT(switches(map, 100, 0, 0, 7), 3);
	end(map);
}

TEST(more_tasks_than_letters)
{
	struct sched_map_options options = { .compact = false };
	struct sched_map *map = begin(&options, 1);
	for (uint32_t i = 0; i < 27; i++) switches(map, 100 + i, 0, 0, 100 + i);
	CHECK(strncmp(rows[25], "*Z0", 3) == 0);
	CHECK(strncmp(rows[26], "*A1", 3) == 0);
	for (uint32_t i = 27; i < 261; i++) switches(map, 100 + i, 0, 0, 100 + i);
	CHECK(strncmp(rows[260 % ARRAY_SIZE(rows)], "*A0", 3) == 0); /* from the beginning again */
	end(map);
}

TEST_MAIN
