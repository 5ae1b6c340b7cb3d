/* Objects by samples. Each worker counts in arrays by dso id, made with its first sample; they are added up when the
 * pass is over. Addresses are only looked up among the maps of their task: no object is opened, no symbol is read. */
#include "analysis/profile/collect/hot_objects.h"

#include <stdlib.h>

/* A worker's counts by dso id. last: the number of the sample (from 1) that counted for the object last, so that a
 * chain that comes by twice counts once. */
struct tally {
	uint64_t *counts, *last;
	uint64_t nr_samples;
};
struct collector {
	const struct model *model;
	struct tally *tallies;
};

static void count_ip(const struct space_version *space, struct tally *tally, uint64_t ip)
{
	const struct map *map = space_find(space, ip);
	if (!map || tally->last[map->dso->id] == tally->nr_samples) return;
	tally->last[map->dso->id] = tally->nr_samples;
	tally->counts[map->dso->id]++;
}

static void count_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	struct collector *collector = ctx;
	struct tally *tally = &collector->tallies[worker->index];
	struct sample_task task;
	bool user = sample->cpumode == CPUMODE_USER;
	if (!tally->counts) {
		tally->counts = xcalloc(model_nr_dsos(collector->model) + 1, sizeof(*tally->counts));
		tally->last = xcalloc(model_nr_dsos(collector->model) + 1, sizeof(*tally->last));
	}
	resolver_task(worker->resolver, sample, &task);
	tally->nr_samples++;
	if (user) count_ip(task.user_space, tally, sample->ip);
	for (uint64_t i = 0; i < sample->nr_callchain; i++) {
		uint64_t ip = sample->callchain[i];
		if (ip >= CONTEXT_MAX) user = ip == CONTEXT_USER;
		else if (user) count_ip(task.user_space, tally, ip);
	}
}

static int compare(const void *a, const void *b)
{
	const struct hot_object *x = a, *y = b;
	if (x->nr_samples != y->nr_samples) return x->nr_samples > y->nr_samples ? -1 : 1;
	return (x->dso->id > y->dso->id) - (x->dso->id < y->dso->id);
}

int hot_objects_collect(struct hot_objects *ret, struct session *session, double min_percent, struct err *err)
{
	const struct model *model = session_model(session);
	size_t nr_dsos = model_nr_dsos(model);
	struct collector collector = { .model = model,
				       .tallies = xcalloc(session_threads(session), sizeof(struct tally)) };
	struct sample_visitor visitor = { .ctx = &collector, .sample = count_sample };
	struct hot_objects found = { .items = xcalloc(nr_dsos + 1, sizeof(*found.items)) };
	int r = session_samples(session, &visitor, err);

	for (unsigned t = 0; t < session_threads(session); t++) found.nr_samples += collector.tallies[t].nr_samples;
	for (size_t id = 0; id < nr_dsos && r >= 0; id++) {
		struct hot_object object = { .dso = model_dso(model, (uint32_t)id) };
		for (unsigned t = 0; t < session_threads(session); t++)
			if (collector.tallies[t].counts) object.nr_samples += collector.tallies[t].counts[id];
		if (object.nr_samples && 100.0 * (double)object.nr_samples >= min_percent * (double)found.nr_samples)
			found.items[found.count++] = object;
	}
	for (unsigned t = 0; t < session_threads(session); t++) {
		free(collector.tallies[t].counts);
		free(collector.tallies[t].last);
	}
	free(collector.tallies);
	if (r < 0) {
		hot_objects_done(&found);
		return r;
	}
	qsort(found.items, found.count, sizeof(*found.items), compare);
	*ret = found;
	return 0;
}

void hot_objects_done(struct hot_objects *objects)
{
	free(objects->items);
	*objects = (struct hot_objects){ 0 };
}
