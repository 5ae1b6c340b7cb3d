/* Many processes at once: writers, readers, one that prunes, some that are killed. Whatever is found is whole and
 * right. */
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include "cache/cache.h"
#include "tests/unit/fixture_tree.h"

enum { OBJECTS = 8, WRITERS = 4, READERS = 4, SECTION_BYTES = 200 << 10, RUN_MS = 1500 };

static uint64_t now_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static uint32_t next_random(uint32_t *state) { return *state = *state * 1664525u + 1013904223u, *state >> 8; }

/* Content says which object and key it is of, in every word. */
static void fill(uint32_t *words, uint32_t object, uint32_t key)
{
	for (uint32_t i = 0; i < SECTION_BYTES / 4; i++) words[i] = object << 24 ^ key << 16 ^ i;
}

static void write_on(struct cache *cache, uint32_t seed)
{
	uint32_t *words = malloc(SECTION_BYTES);
	for (;;) {
		uint32_t object = next_random(&seed) % OBJECTS, key = next_random(&seed) % 3;
		struct cache_name name = cache_name_of_hash(object);
		fill(words, object, key);
		struct cache_section section = { CACHE_SYMBOLS, object, key, words, SECTION_BYTES };
		if (cache_store(cache, &name, "object", &section, 1) < 0) _exit(1);
		if (next_random(&seed) % 16 == 0) cache_settle(cache);
	}
}

/* Exit status: 0 all was right, 1 something was not, 2 nothing was ever found. */
static void read_on(struct cache *cache, uint32_t seed)
{
	uint32_t *words = malloc(SECTION_BYTES);
	unsigned nr_found = 0;
	for (uint64_t end = now_ms() + RUN_MS; now_ms() < end;) {
		uint32_t object = next_random(&seed) % OBJECTS, key = next_random(&seed) % 3;
		struct cache_name name = cache_name_of_hash(object);
		struct cache_file *file = NULL;
		struct cache_section section;
		int code = cache_find(cache, &name, &file);
		if (code < 0 && code != -2 /* ENOENT */) _exit(1);
		if (code == 0 && cache_file_find(file, CACHE_SYMBOLS, object, key, &section)) {
			fill(words, object, key);
			if (section.size_bytes != SECTION_BYTES || memcmp(section.data, words, SECTION_BYTES) != 0)
				_exit(1);
			nr_found++;
		}
		if (code == 0 && file->damaged) _exit(1);
		cache_file_free(file);
	}
	_exit(nr_found ? 0 : 2);
}

static pid_t start(void (*run)(struct cache *cache, uint32_t seed), struct cache *cache, uint32_t seed)
{
	pid_t pid = fork();
	if (pid == 0) run(cache, seed);
	return pid;
}

TEST(processes)
{
	char path[256];
	pid_t writers[WRITERS], readers[READERS];
	snprintf(path, sizeof(path), "%s/cache", fixture_begin());
	struct cache *cache = cache_new(path, 4 << 20);
	fflush(stdout);
	uint32_t seed = 1;
	for (unsigned i = 0; i < WRITERS; i++) writers[i] = start(write_on, cache, seed++);
	for (unsigned i = 0; i < READERS; i++) readers[i] = start(read_on, cache, seed++);
	/* writers die in the middle of what they do, and others take their place */
	unsigned nr_killed = 0;
	/* on a busy machine longer, until there was something to see */
	for (uint64_t end = now_ms() + RUN_MS; now_ms() < end || (nr_killed <= 10 && now_ms() < end + 20 * RUN_MS);
	     nr_killed++) {
		unsigned victim = nr_killed % WRITERS;
		nanosleep(&(struct timespec){ .tv_nsec = 3000000 + 100000 * (nr_killed % 40) }, NULL);
		CHECK_INT(waitpid(writers[victim], NULL, WNOHANG), 0);
		kill(writers[victim], SIGKILL);
		waitpid(writers[victim], NULL, 0);
		writers[victim] = start(write_on, cache, seed++);
	}
	for (unsigned i = 0; i < WRITERS; i++) {
		kill(writers[i], SIGKILL);
		waitpid(writers[i], NULL, 0);
	}
	for (unsigned i = 0; i < READERS; i++) {
		int status;
		waitpid(readers[i], &status, 0);
		CHECK_INT(status, 0);
	}
	CHECK(nr_killed > 10);
	struct cache_list list = { VEC_INIT, 0 };
	CHECK_INT(cache_list(cache, &list), 0);
	for (size_t i = 0; i < list.files.count; i++) CHECK_STR(list.files.items[i].label, "object");
	cache_list_done(&list);
	cache_free(cache);
}

TEST_MAIN
