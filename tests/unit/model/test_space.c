/* Address spaces against a naive model: an array of pages that remembers every moment. */
#include "model/space.h"
#include "tests/unit/test.h"

enum { PAGES = 200, MOMENTS = 400, SPACES = 4 };

static uint64_t state = 12345;
static unsigned dice(unsigned n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(state >> 33) % n;
}

/* what page p of space s held at moment t: the map's number (0: none), and its offset in the object */
static struct {
	uint32_t map;
	uint32_t off;
} truth[SPACES][MOMENTS + 1][PAGES];

static void check_tree(const struct space_node *n, uint64_t *end, uint32_t *ret_height)
{
	uint32_t left = 0, right = 0;
	if (n) {
		check_tree(n->left, end, &left);
		CHECK(n->start >= *end && n->start < n->end);
		CHECK(n->start == n->map->start && n->end == n->map->end);
		*end = n->end;
		check_tree(n->right, end, &right);
		CHECK(left <= right + 1 && right <= left + 1);
		CHECK_INT(n->height, 1 + MAX(left, right));
	}
	*ret_height = n ? n->height : 0;
}

/* The same map at both ends of the stretch, and another one, or none, beside it. */
static void check_around(const struct space_version *version, uint64_t vaddr)
{
	uint64_t from, until;
	const struct map *map = space_find_around(version, vaddr, &from, &until);
	CHECK(map == space_find(version, vaddr));
	CHECK(from <= vaddr && vaddr < until);
	CHECK(space_find(version, from) == map && space_find(version, until - 1) == map);
	if (map && from > map->start) CHECK(space_find(version, from - 1) != map);
	if (map && until < map->end) CHECK(space_find(version, until) != map);
}

TEST(random_maps_against_pages)
{
	struct arena arena;
	struct space_pool pool;
	arena_init(&arena);
	space_pool_init(&pool, &arena);
	struct space *spaces[SPACES];
	spaces[0] = space_new(&pool);
	size_t nr_spaces = 1;
	for (uint32_t t = 1; t <= MOMENTS; t++) {
		for (size_t s = 0; s < SPACES; s++) memcpy(truth[s][t], truth[s][t - 1], sizeof(truth[s][t]));
		if (nr_spaces < SPACES && t % 100 == 50) {
			spaces[nr_spaces] = space_new(&pool);
			space_share(&pool, spaces[nr_spaces], t, spaces[nr_spaces - 1]);
			memcpy(truth[nr_spaces][t], truth[nr_spaces - 1][t], sizeof(truth[0][t]));
			nr_spaces++;
		}
		unsigned changes = dice(4);
		for (unsigned i = 0; i < changes; i++) {
			size_t s = dice((unsigned)nr_spaces);
			unsigned first = dice(PAGES), length = 1 + dice(dice(3) ? 8 : 60);
			if (first + length > PAGES) length = PAGES - first;
			bool removes = dice(5) == 0;
			uint32_t number = t * 10 + i + 1;
			if (removes) {
				space_remove(&pool, spaces[s], t, first * 4096, (first + length) * 4096);
			} else {
				struct map *map = arena_zalloc(&arena, sizeof(*map));
				*map = (struct map){ .start = first * 4096,
						     .end = (first + length) * 4096,
						     .pgoff = 0x100000,
						     .flags = number };
				space_insert(&pool, spaces[s], t, map);
			}
			for (unsigned p = first; p < first + length; p++) {
				truth[s][t][p].map = removes ? 0 : number;
				truth[s][t][p].off = 0x100000 + (p - first) * 4096;
			}
		}
	}
	for (size_t s = 0; s < nr_spaces; s++) {
		for (uint32_t t = 0; t <= MOMENTS; t++) {
			uint64_t until;
			const struct space_version *version = space_at(spaces[s], t, &until);
			CHECK(until > t);
			uint64_t end = 0;
			uint32_t height;
			check_tree(version->root, &end, &height);
			for (unsigned p = 0; p < PAGES; p++) {
				uint64_t vaddr = p * 4096 + 17;
				const struct map *map = space_find(version, vaddr);
				check_around(version, vaddr);
				/* what a space held before it was forked is nobody's question */
				if (s && t < 50 + (s - 1) * 100) continue;
				CHECK_INT(map ? map->flags : 0, truth[s][t][p].map);
				if (map) CHECK_INT(vaddr - map->start + map->pgoff, truth[s][t][p].off + 17);
			}
		}
	}
	arena_done(&arena);
}

TEST(one_moment_is_one_version)
{
	struct arena arena;
	struct space_pool pool;
	arena_init(&arena);
	space_pool_init(&pool, &arena);
	struct space *space = space_new(&pool), *child = space_new(&pool);
	for (unsigned i = 0; i < 1000; i++) {
		struct map *map = arena_zalloc(&arena, sizeof(*map));
		*map = (struct map){ .start = i * 8192, .end = i * 8192 + 4096 };
		space_insert(&pool, space, 0, map);
	}
	CHECK_INT(pool.nr_versions, 2);
	CHECK_INT(pool.nr_nodes, 1000);
	space_share(&pool, child, 5, space);
	CHECK(space_at(space, 5, NULL) == space_at(child, 5, NULL));
	CHECK_INT(space_at(child, 4, NULL)->id, 0);
	space_remove(&pool, child, 5, 8192, 16384);
	CHECK(space_find(space_at(child, 5, NULL), 8192) == NULL);
	CHECK(space_find(space_at(space, 5, NULL), 8192) != NULL);
	CHECK(space_at(space, 5, NULL)->root->height <= 14);
	arena_done(&arena);
}

TEST(base_is_under_the_others)
{
	struct arena arena;
	struct space_pool pool;
	arena_init(&arena);
	space_pool_init(&pool, &arena);
	struct space *space = space_new(&pool);
	struct map base = { .start = 100, .end = 1000, .flags = 1 }, module = { .start = 500, .end = 600, .flags = 2 };
	space_insert(&pool, space, 0, &module);
	space_set_base(&pool, space, 0, &base);
	const struct space_version *version = space_at(space, 0, NULL);
	CHECK_INT(space_find(version, 100)->flags, 1);
	CHECK_INT(space_find(version, 599)->flags, 2);
	CHECK_INT(space_find(version, 600)->flags, 1);
	CHECK(!space_find(version, 1000));
	for (uint64_t vaddr = 0; vaddr < 1100; vaddr += 7) check_around(version, vaddr);
	struct map nothing = { .start = 50, .end = 50 };
	space_insert(&pool, space, 0, &nothing);
	CHECK(!space_find(space_at(space, 0, NULL), 50));
	arena_done(&arena);
}

/* Code over maps: no new version where none was, a new one where an address is used again; forks keep what there was.
 */
TEST(generated_code)
{
	struct arena arena;
	struct space_pool pool;
	arena_init(&arena);
	space_pool_init(&pool, &arena);
	struct space *space = space_new(&pool), *child = space_new(&pool);
	struct map memory = { .start = 0x1000, .end = 0x9000 }, file = { .start = 0x1000, .end = 0x2000 };
	struct map a = { .start = 0x1000, .end = 0x1100 }, b = { .start = 0x1100, .end = 0x1200, .pgoff = 0x50 },
		   again = { .start = 0x1180, .end = 0x1280 };
	uint64_t until;
	space_insert(&pool, space, 10, &memory);
	uint32_t nr_versions = pool.nr_versions;
	space_insert_code(&pool, space, 20, &a);
	space_insert_code(&pool, space, 30, &b);
	CHECK_INT(pool.nr_versions, nr_versions);
	CHECK(space_find(space_at(space, 30, &until), 0x1050) == &a &&
	      space_find(space_at(space, 30, NULL), 0x1150) == &b);
	CHECK(space_find(space_at(space, 30, NULL), 0x1200) == &memory);
	for (uint64_t vaddr = 0; vaddr < 0xa000; vaddr += 0x40) check_around(space_at(space, 30, NULL), vaddr);
	space_share(&pool, child, 35, space);
	space_insert_code(&pool, space, 40, &again);
	CHECK(space_find(space_at(space, 39, NULL), 0x1190) == &b &&
	      space_find(space_at(space, 40, NULL), 0x1190) == &again);
	const struct map *rest = space_find(space_at(space, 40, NULL), 0x1110);
	CHECK(rest && rest->start == 0x1100 && rest->end == 0x1180 && rest->pgoff == 0x50);
	CHECK(space_find(space_at(child, 50, NULL), 0x1190) == &b);
	space_insert(&pool, space, 60, &file);
	CHECK(space_find(space_at(space, 60, NULL), 0x1050) == &a);
	space_remove_code(&pool, space, 60, file.start, file.end);
	CHECK(space_find(space_at(space, 60, NULL), 0x1050) == &file &&
	      space_find(space_at(space, 59, NULL), 0x1050) == &a);
	nr_versions = pool.nr_versions;
	space_remove_code(&pool, space, 70, 0x5000, 0x6000);
	CHECK_INT(pool.nr_versions, nr_versions);
	struct space *empty = space_new(&pool);
	space_insert_code(&pool, empty, 5, &a);
	CHECK(space_find(space_at(empty, 5, NULL), 0x1000) == &a && !space_find(space_at(empty, 4, NULL), 0x1000));
	arena_done(&arena);
}

TEST_MAIN
