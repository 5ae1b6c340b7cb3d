/* Registries: records known again, ids without gaps, the same from many threads. */
#include "tests/unit/test.h"
#include "base/hash.h"
#include "base/registry.h"
#include "base/threads.h"
#include <string.h>

struct pair {
	uint64_t key, lowest;
};

static bool same_key(const void *record, const void *wanted)
{
	return ((const struct pair *)record)->key == ((const struct pair *)wanted)->key;
}
static void keep_lowest(void *record, const void *wanted)
{
	struct pair *known = record;
	const struct pair *met = wanted;
	if (met->lowest < known->lowest) known->lowest = met->lowest;
}

enum { KEYS = 30000, ROUNDS = 200000 };
struct job {
	struct registry registry;
	uint32_t ids[KEYS];
	bool wrong;
};

static void run(void *ctx, unsigned worker, size_t item)
{
	struct job *job = ctx;
	struct pair wanted = { .key = hash_u64(item) % KEYS, .lowest = item };
	uint32_t id = registry_id(&job->registry, hash_u64(wanted.key), &wanted), none = 0;
	if (((struct pair *)registry_at(&job->registry, id))->key != wanted.key)
		__atomic_store_n(&job->wrong, true, __ATOMIC_RELAXED);
	if (!__atomic_compare_exchange_n(&job->ids[wanted.key], &none, id + 1, false, __ATOMIC_RELAXED,
					 __ATOMIC_RELAXED) &&
	    none != id + 1)
		__atomic_store_n(&job->wrong, true, __ATOMIC_RELAXED);
}

TEST(threads)
{
	static struct job job;
	registry_init(&job.registry, sizeof(struct pair), same_key, keep_lowest);
	threads_for(4, ROUNDS, run, &job);
	CHECK(!job.wrong);
	static uint64_t lowest[KEYS];
	memset(lowest, 0xff, sizeof(lowest));
	uint32_t distinct = 0;
	for (uint64_t i = 0; i < ROUNDS; i++) {
		uint64_t key = hash_u64(i) % KEYS;
		if (lowest[key] == UINT64_MAX) distinct++;
		if (i < lowest[key]) lowest[key] = i;
	}
	CHECK(job.registry.count == distinct);
	for (uint32_t id = 0; id < job.registry.count; id++) {
		const struct pair *pair = registry_at(&job.registry, id);
		CHECK(pair->lowest == lowest[pair->key]);
		CHECK(job.ids[pair->key] == id + 1);
	}
	registry_done(&job.registry);
}

TEST(bytes)
{
	struct registry registry;
	registry_init(&registry, 3, NULL, NULL);
	CHECK(registry_id(&registry, 1, "abc") == 0);
	CHECK(registry_id(&registry, 1, "abd") == 1); /* the same hash */
	CHECK(registry_id(&registry, 1, "abc") == 0);
	CHECK(registry_id(&registry, UINT64_MAX, "abc") == 2); /* another hash is another record */
	CHECK(memcmp(registry_at(&registry, 1), "abd", 3) == 0);
	registry_done(&registry);
	registry_init(&registry, 0, NULL, NULL); /* records without a byte are all equal */
	CHECK(registry_id(&registry, 5, "") == 0 && registry_id(&registry, 5, "") == 0);
	registry_done(&registry);
}

TEST_MAIN
