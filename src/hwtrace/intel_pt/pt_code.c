/* The table of runs: shards that are written under a lock and read without it. */
#include "hwtrace/intel_pt/pt_code.h"

#include <elf.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
	NR_SHARDS = 64, /* a power of 2 */
	MIN_SLOTS = 64,
	RUN_MAX_INSNS = 4096, /* a longer one is cut */
	CHUNK_RUNS = 256
};

struct chunk {
	struct chunk *before;
	size_t used;
	struct pt_run runs[CHUNK_RUNS];
};
/* Open addressing, at most half full. Readers may still look at a table that was replaced, so each stays until the end:
 * together they are smaller than the last one. Who misses a run in an old table finds it under the lock. */
struct slots {
	struct slots *replaced;
	size_t count; /* a power of 2 */
	_Atomic(struct pt_run *) at[];
};
struct shard {
	pthread_mutex_t lock;
	_Atomic(struct slots *) slots;
	struct chunk *chunk;
	size_t nr_runs, bytes;
};
struct pt_runs {
	struct shard shards[NR_SHARDS];
};

static uint64_t hash_of(uint64_t image_id, uint32_t offset, unsigned bits)
{
	uint64_t h = (image_id * 0x9e3779b97f4a7c15) ^ offset ^ (uint64_t)bits << 40;
	h *= 0xff51afd7ed558ccd;
	return h ^ h >> 32;
}

struct pt_runs *pt_runs_new(void)
{
	struct pt_runs *runs = calloc(1, sizeof(*runs));
	if (!runs) return NULL;
	for (size_t i = 0; i < NR_SHARDS; i++) pthread_mutex_init(&runs->shards[i].lock, NULL);
	return runs;
}

static void shard_done(struct shard *shard)
{
	for (struct chunk *chunk = shard->chunk, *before; chunk; chunk = before) {
		before = chunk->before;
		free(chunk);
	}
	for (struct slots *slots = atomic_load(&shard->slots), *replaced; slots; slots = replaced) {
		replaced = slots->replaced;
		free(slots);
	}
	pthread_mutex_destroy(&shard->lock);
}

void pt_runs_free(struct pt_runs *runs)
{
	if (!runs) return;
	for (size_t i = 0; i < NR_SHARDS; i++) shard_done(&runs->shards[i]);
	free(runs);
}

/* The run, or NULL with *ret_slot where it belongs (slots may be NULL then). */
static struct pt_run *find(struct slots *slots, uint64_t hash, const struct pt_run *wanted, size_t *ret_slot)
{
	if (!slots) return NULL;
	size_t at = hash / NR_SHARDS & (slots->count - 1);
	for (;; at = (at + 1) & (slots->count - 1)) {
		struct pt_run *run = atomic_load_explicit(&slots->at[at], memory_order_acquire);
		*ret_slot = at;
		if (!run ||
		    (run->start == wanted->start && run->image_id == wanted->image_id && run->bits == wanted->bits))
			return run;
	}
}

/* Walks from the start to the first instruction that passes control on. */
static void fill(struct pt_run *run, const struct pt_image *image)
{
	const struct insn_set set = { .machine = EM_X86_64, .is64 = run->bits == 64 };
	size_t size = (size_t)(image->end - image->start), at = run->start;
	while (at < size && run->nr_insns < RUN_MAX_INSNS) {
		pt_image_need(image, at, INSN_MAX_BYTES);
		struct insn_step step = insn_step(&set, image->bytes + at, size - at);
		if (!step.length) break;
		run->last = (uint32_t)at;
		at += step.length;
		run->nr_insns++;
		run->flow = step.flow;
		run->target = (int64_t)at + step.distance;
		if (step.flow != INSN_FLOW_NEXT) break;
	}
	run->end = (uint32_t)at;
	const size_t mark_bytes = sizeof(PT_EMULATED_PTWRITE) - 1;
	if (run->flow != INSN_FLOW_JUMP || size - at < mark_bytes) return;
	pt_image_need(image, at, mark_bytes);
	run->tells_value = memcmp(image->bytes + at, PT_EMULATED_PTWRITE, mark_bytes) == 0;
}

static struct pt_run *new_run(struct shard *shard)
{
	if (!shard->chunk || shard->chunk->used == CHUNK_RUNS) {
		struct chunk *chunk = calloc(1, sizeof(*chunk));
		if (!chunk) return NULL;
		chunk->before = shard->chunk;
		shard->chunk = chunk;
		shard->bytes += sizeof(*chunk);
	}
	return &shard->chunk->runs[shard->chunk->used++];
}

/* A table of twice the size with the same runs; false without memory. */
static bool grow(struct shard *shard, struct slots *old)
{
	size_t count = old ? old->count * 2 : MIN_SLOTS;
	struct slots *slots = calloc(1, sizeof(*slots) + count * sizeof(*slots->at));
	if (!slots) return false;
	slots->count = count;
	slots->replaced = old;
	for (size_t i = 0; old && i < old->count; i++) {
		struct pt_run *run = atomic_load_explicit(&old->at[i], memory_order_relaxed);
		size_t slot = 0;
		if (!run) continue;
		find(slots, hash_of(run->image_id, run->start, run->bits), run, &slot);
		atomic_store_explicit(&slots->at[slot], run, memory_order_relaxed);
	}
	shard->bytes += sizeof(*slots) + count * sizeof(*slots->at);
	atomic_store_explicit(&shard->slots, slots, memory_order_release);
	return true;
}

/* Under the shard's lock. */
static struct pt_run *add(struct shard *shard, uint64_t hash, const struct pt_run *wanted, const struct pt_image *image)
{
	struct slots *slots = atomic_load_explicit(&shard->slots, memory_order_relaxed);
	if ((!slots || shard->nr_runs * 2 >= slots->count) && !grow(shard, slots)) return NULL;
	slots = atomic_load_explicit(&shard->slots, memory_order_relaxed);
	size_t slot = 0;
	struct pt_run *run = find(slots, hash, wanted, &slot);
	if (run) return run;
	run = new_run(shard);
	if (!run) return NULL;
	*run = *wanted;
	fill(run, image);
	shard->nr_runs++;
	atomic_store_explicit(&slots->at[slot], run, memory_order_release);
	return run;
}

struct pt_run *pt_runs_get(struct pt_runs *runs, const struct pt_image *image, uint64_t ip, unsigned bits)
{
	struct pt_run wanted = { .start = (uint32_t)(ip - image->start),
				 .bits = (uint8_t)(bits == 64 ? 64 : 32),
				 .image_id = image->id };
	uint64_t hash = hash_of(image->id, wanted.start, wanted.bits);
	struct shard *shard = &runs->shards[hash % NR_SHARDS];
	size_t slot;
	struct pt_run *run = find(atomic_load_explicit(&shard->slots, memory_order_acquire), hash, &wanted, &slot);
	if (likely(run)) return run;
	pthread_mutex_lock(&shard->lock);
	run = add(shard, hash, &wanted, image);
	pthread_mutex_unlock(&shard->lock);
	return run;
}

void pt_runs_size(struct pt_runs *runs, size_t *ret_runs, size_t *ret_bytes)
{
	*ret_runs = 0;
	*ret_bytes = sizeof(*runs);
	for (size_t i = 0; i < NR_SHARDS; i++) {
		pthread_mutex_lock(&runs->shards[i].lock);
		*ret_runs += runs->shards[i].nr_runs;
		*ret_bytes += runs->shards[i].bytes;
		pthread_mutex_unlock(&runs->shards[i].lock);
	}
}
