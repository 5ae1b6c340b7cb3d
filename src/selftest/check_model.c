/* The machine as a history: an address means what was mapped there at that time, in that process.
 *
 *     time 1   process 10 maps /a         at 0x400000
 *          2   process 10 forks 20        which has /a, too
 *          3   process 10 maps /b         at the same place: 20 keeps /a
 *          4   process 20 maps /c         at 0x800000: 10 has nothing there
 *
 * Needs nothing of the machine. A failure means that samples would be said to be in files that were not mapped then. */
#include "model/model.h"
#include "selftest/selftest.h"

/* Encodes a record of this machine, and gives it to the model. */
static void apply(struct model *model, struct record_envelope envelope, const union record_fields *fields,
		  uint64_t time_ns)
{
	struct outbuf out;

	out_init(&out, -1);
	if (record_encode(&out, envelope, fields) == 0) {
		const struct record record = { .type = envelope.type,
					       .misc = envelope.misc,
					       .size = (uint16_t)out.size,
					       .data = (const uint8_t *)out.data };
		model_apply(model, &record, time_ns);
	}
	out_done(&out);
}

/* Files are told apart by their inode: the first letter of the name. */
static void map_file(struct model *model, uint32_t pid, uint64_t start, const char *name, uint64_t time_ns)
{
	const union record_fields fields = { .as_mmap = { .pid = pid,
							  .tid = pid,
							  .start = start,
							  .len = 0x1000,
							  .has_inode = true,
							  .maj = 8,
							  .min = 1,
							  .ino = (uint64_t)name[1],
							  .prot = 5,
							  .flags = 2,
							  .filename = name } };

	apply(model, (struct record_envelope){ .type = RECORD_MMAP2, .misc = CPUMODE_USER }, &fields, time_ns);
}

/* A PERF_RECORD_FORK. */
static void fork_child(struct model *model, uint32_t parent, uint32_t child, uint64_t time_ns)
{
	const union record_fields fields = {
		.as_task = { .pid = child, .ppid = parent, .tid = child, .ptid = parent, .time_ns = time_ns }
	};

	apply(model, (struct record_envelope){ .type = RECORD_FORK }, &fields, time_ns);
}

/* The file at an address of a process at a time; NULL: nothing is mapped there. */
static const char *mapped(const struct model *model, uint32_t tid, uint64_t vaddr, uint64_t time_ns)
{
	const struct task *task = model_task(model, tid, time_ns, NULL);
	const struct map *map = task ? space_find(task_space(task, time_ns, NULL), vaddr) : NULL;

	return map ? map->dso->name : NULL;
}

/* Records first, all in order; then questions about any time. */
static void history(struct selftest_run *run)
{
	struct model_options options = { 0 };
	struct model *model = model_new(&options);

	map_file(model, 10, 0x400000, "/a", 1);
	fork_child(model, 10, 20, 2);
	map_file(model, 10, 0x400000, "/b", 3); /* over what the child keeps */
	map_file(model, 20, 0x800000, "/c", 4);

	SELFTEST_STRING(run, mapped(model, 10, 0x400800, 2), "/a");
	SELFTEST_STRING(run, mapped(model, 10, 0x400800, 5), "/b");
	SELFTEST_STRING(run, mapped(model, 20, 0x400800, 5), "/a");
	SELFTEST_STRING(run, mapped(model, 20, 0x800000, 3), NULL);
	SELFTEST_STRING(run, mapped(model, 20, 0x800fff, 5), "/c");
	SELFTEST_STRING(run, mapped(model, 20, 0x801000, 5), NULL);
	SELFTEST_STRING(run, mapped(model, 10, 0x800000, 5), NULL);
	model_free(model);
}

const struct selftest selftest_check_model = { .name = "Lookup mmap thread", .run = history };
