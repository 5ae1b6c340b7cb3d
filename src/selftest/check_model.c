/* The machine as a history: an address means what was mapped there at that time, in that process. */
#include <string.h>
#include "model/model.h"
#include "selftest/selftest.h"

struct built {
	uint8_t bytes[256];
	size_t size;
};

static void put(struct built *to, const void *data, size_t size)
{
	memcpy(to->bytes + to->size, data, size);
	to->size += size;
}
static void put_u32(struct built *to, uint32_t v) { put(to, &v, sizeof(v)); }
static void put_u64(struct built *to, uint64_t v) { put(to, &v, sizeof(v)); }

static void apply(struct model *model, struct built *built, uint32_t type, uint16_t misc, uint64_t time_ns)
{
	struct record record = { .type = type, .misc = misc, .size = (uint16_t)built->size, .data = built->bytes };

	model_apply(model, &record, time_ns);
}

static void map_file(struct model *model, uint32_t pid, uint64_t start, const char *name, uint64_t time_ns)
{
	struct built built = { .size = 8 };

	put_u32(&built, pid);
	put_u32(&built, pid);
	put_u64(&built, start);
	put_u64(&built, 0x1000);
	put_u64(&built, 0);
	put_u32(&built, 8);
	put_u32(&built, 1);
	put_u64(&built, (uint64_t)name[1]);
	put_u64(&built, 0);
	put_u32(&built, 5);
	put_u32(&built, 2);
	put(&built, name, strlen(name) + 1);
	while (built.size % 8) built.bytes[built.size++] = 0;
	apply(model, &built, RECORD_MMAP2, CPUMODE_USER, time_ns);
}

static void fork_child(struct model *model, uint32_t parent, uint32_t child, uint64_t time_ns)
{
	struct built built = { .size = 8 };

	put_u32(&built, child);
	put_u32(&built, parent);
	put_u32(&built, child);
	put_u32(&built, parent);
	put_u64(&built, time_ns);
	apply(model, &built, RECORD_FORK, 0, time_ns);
}

static const char *mapped(const struct model *model, uint32_t tid, uint64_t vaddr, uint64_t time_ns)
{
	const struct task *task = model_task(model, tid, time_ns, NULL);
	const struct map *map = task ? space_find(task_space(task, time_ns, NULL), vaddr) : NULL;

	return map ? map->dso->name : NULL;
}

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
