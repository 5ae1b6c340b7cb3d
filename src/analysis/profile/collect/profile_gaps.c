/* What the counts of unnamed samples mean. Of the objects they are in, two kinds are gaps: generated code, which is
 * memory without a file (DSO_ANON) of a process whose perf map would have the names; and files that cannot be opened
 * here. Others, such as stripped files, are not. */
#include "analysis/profile/collect/profile_gaps.h"
#include <stdlib.h>
#include "frame/space/frame_space.h"
#include "symbol/object_files.h"

void gap_counts_add(struct gap_counts *all, const struct gap_counts *counts)
{
	all->nr_samples += counts->nr_samples;
	all->nr_chains += counts->nr_chains;
	all->nr_lone += counts->nr_lone;
	for (size_t id = 0; id < counts->unnamed.count; id++)
		gap_counts_add_unnamed(all, id, counts->unnamed.items[id]);
}

void gap_counts_done(struct gap_counts *counts)
{
	vec_done(&counts->unnamed);
	*counts = (struct gap_counts){ 0 };
}

/* Whether the object's file can be opened where it was run from, or what stands for it (symbol/object_files.h). */
static bool is_here(struct frame_space *frames, const struct dso *dso)
{
	struct symbol_file file;
	if (object_open_runtime(frame_space_object(frames, dso), &file) < 0) return false;
	symbol_file_close(&file);
	return true;
}

/* The last name of the process in the recording; NULL: not known. Linear in the number of tasks: asked once. */
static const char *name_of_process(const struct model *model, int32_t pid)
{
	for (size_t i = 0; i < model_nr_tasks(model); i++)
		if (task_tid(model_task_at(model, i)) == (uint32_t)pid)
			return task_comm(model_task_at(model, i), UINT64_MAX - 1, NULL);
	return NULL;
}

void profile_gaps_find(struct profile_gaps *ret, const struct gap_counts *all, const struct model *model,
		       struct frame_space *frames)
{
	uint64_t most_generated = 0, most_gone = 0;
	*ret = (struct profile_gaps){ .nr_samples = all->nr_samples,
				      .nr_chains = all->nr_chains,
				      .nr_lone = all->nr_lone };
	for (size_t id = 0; id < all->unnamed.count; id++) {
		const struct dso *dso = model_dso(model, (uint32_t)id);
		uint64_t count = all->unnamed.items[id];
		if (!count) continue;
		if (dso->kind == DSO_ANON && dso->jit_pid >= 0) {
			ret->nr_generated += count;
			if (count > most_generated) ret->generated_pid = dso->jit_pid;
			most_generated = MAX(most_generated, count);
		} else if (dso->kind == DSO_USER && *dso->name == '/' && count * 100 >= all->nr_samples &&
			   !is_here(frames, dso)) {
			ret->nr_gone += count;
			if (count > most_gone) ret->gone = dso->name;
			most_gone = MAX(most_gone, count);
		}
	}
	if (most_generated) ret->generated_by = name_of_process(model, ret->generated_pid);
}
