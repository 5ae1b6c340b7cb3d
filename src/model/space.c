/* Address spaces as persistent trees. The only primitive with weight is join(l, m, r) of an AVL tree; cut() takes out a
 * range and leaves what is left and right of it, and an insertion over something is cut, then join. All take O(log n)
 * time and copy O(log n) nodes, unless the version owns them already.
 *
 * Ownership: a node is changed in place only by the version whose id it has. version_to_edit gives the newest version
 * while it may still be changed: it is of this moment, this space's own, not shared and not sealed. Else it makes a new
 * one, which begins as a copy of the root pointer alone.
 *
 *     t=1   v1: root -> a b c
 *     t=2   v2: root'-> a' b c       insert: the path to a is copied, b and c are v1's nodes
 *
 * Three layers are asked in this order: generated code, maps, base (space_find). */
#include <assert.h>
#include "model/space.h"

/* What every space begins with; number 0. */
const struct space_version space_nothing = { .shared = true };

static uint32_t height_of(const struct space_node *n) { return n ? n->height : 0; }

void space_pool_init(struct space_pool *pool, struct arena *arena)
{
	*pool = (struct space_pool){ .arena = arena };
	pool->nr_versions = 1;
}

struct space *space_new(struct space_pool *pool) { return arena_zalloc(pool->arena, sizeof(struct space)); }

/* ---- the tree; `version` owns the nodes it may change */

/* A change under way: only nodes of this version may be changed in place. */
struct edit {
	struct space_pool *pool;
	uint32_t version;
};

/* A leaf for the map, owned by the version that is edited. */
static struct space_node *node_new(struct edit *e, const struct map *map)
{
	struct space_node *n = arena_alloc(e->pool->arena, sizeof(*n));
	*n = (struct space_node){
		.start = map->start, .end = map->end, .map = map, .version = e->version, .height = 1
	};
	e->pool->nr_nodes++;
	return n;
}

/* Returns n, if this version may change it, else a copy that it may change. */
static struct space_node *own(struct edit *e, struct space_node *n)
{
	assert(n); /* no edit takes over a node that is not there */
	if (n->version == e->version) return n;
	struct space_node *copy = arena_memdup(e->pool->arena, n, sizeof(*n));
	copy->version = e->version;
	e->pool->nr_nodes++;
	return copy;
}

static void set_height(struct space_node *n) { n->height = 1 + MAX(height_of(n->left), height_of(n->right)); }

static struct space_node *rotate_left(struct edit *e, struct space_node *n)
{
	struct space_node *r = own(e, n->right);
	n->right = r->left;
	r->left = n;
	set_height(n);
	set_height(r);
	return r;
}

static struct space_node *rotate_right(struct edit *e, struct space_node *n)
{
	struct space_node *l = own(e, n->left);
	n->left = l->right;
	l->right = n;
	set_height(n);
	set_height(l);
	return l;
}

/* n is owned; its subtrees differ in height by at most two. */
static struct space_node *balance(struct edit *e, struct space_node *n)
{
	uint32_t left = height_of(n->left), right = height_of(n->right);
	if (left > right + 1) {
		if (height_of(n->left->right) > height_of(n->left->left)) n->left = rotate_left(e, own(e, n->left));
		return rotate_right(e, n);
	}
	if (right > left + 1) {
		if (height_of(n->right->left) > height_of(n->right->right))
			n->right = rotate_right(e, own(e, n->right));
		return rotate_left(e, n);
	}
	set_height(n);
	return n;
}

/* All of l, then m, then all of r. */
static struct space_node *join(struct edit *e, struct space_node *l, struct space_node *m, struct space_node *r)
{
	if (height_of(l) > height_of(r) + 1) {
		l = own(e, l);
		l->right = join(e, l->right, m, r);
		return balance(e, l);
	}
	if (height_of(r) > height_of(l) + 1) {
		r = own(e, r);
		r->left = join(e, l, m, r->left);
		return balance(e, r);
	}
	m = own(e, m);
	m->left = l;
	m->right = r;
	set_height(m);
	return m;
}

/* *ret_low: maps that start below key; *ret_high: the others. */
static void split(struct edit *e, struct space_node *n, uint64_t key, struct space_node **ret_low,
		  struct space_node **ret_high)
{
	if (!n) {
		*ret_low = *ret_high = NULL;
		return;
	}
	struct space_node *part;
	if (n->start < key) {
		struct space_node *left = n->left;
		split(e, n->right, key, &part, ret_high);
		*ret_low = join(e, left, n, part);
	} else {
		struct space_node *right = n->right;
		split(e, n->left, key, ret_low, &part);
		*ret_high = join(e, part, n, right);
	}
}

/* The rightmost node; NULL of an empty tree. */
static const struct space_node *last_of(const struct space_node *n)
{
	while (n && n->right) n = n->right;
	return n;
}

/* The rightmost node gets another map that begins where the old one did. */
static struct space_node *replace_last(struct edit *e, struct space_node *n, const struct map *map)
{
	n = own(e, n);
	if (n->right) {
		n->right = replace_last(e, n->right, map);
	} else {
		n->map = map;
		n->start = map->start;
		n->end = map->end;
	}
	return n;
}

static const struct map *part_of(struct edit *e, const struct map *map, uint64_t start, uint64_t end)
{
	struct map *part = arena_memdup(e->pool->arena, map, sizeof(*map));
	part->pgoff += start - map->start;
	part->start = start;
	part->end = end;
	return part;
}

/* Takes [start, end) out of the tree: *ret_low is what is before, *ret_high what is behind. */
static void cut(struct edit *e, struct space_node *root, uint64_t start, uint64_t end, struct space_node **ret_low,
		struct space_node **ret_high)
{
	struct space_node *low, *middle, *high;
	split(e, root, start, &low, &high);
	split(e, high, end, &middle, &high);
	const struct space_node *before = last_of(low), *within = last_of(middle);
	const struct map *tail = NULL;
	if (within && within->end > end) tail = part_of(e, within->map, end, within->end);
	if (before && before->end > start) {
		const struct map *map = before->map;
		if (map->end > end) tail = part_of(e, map, end, map->end);
		low = replace_last(e, low, part_of(e, map, map->start, start));
	}
	if (tail) high = join(e, NULL, node_new(e, tail), high);
	*ret_low = low;
	*ret_high = high;
}

/* All of l, then all of r; l ends before r begins. */
static struct space_node *join_two(struct edit *e, struct space_node *l, struct space_node *r)
{
	if (!r) return l;
	/* the first map of r becomes the middle */
	const struct space_node *first = r;
	while (first->left) first = first->left;
	struct space_node *rest, *one;
	split(e, r, first->start + 1, &one, &rest);
	return join(e, l, one, rest);
}

/* Whether no map reaches into [start, end). */
static bool is_free(const struct space_node *n, uint64_t start, uint64_t end)
{
	while (n) {
		if (end <= n->start) n = n->left;
		else if (start >= n->end) n = n->right;
		else return false;
	}
	return true;
}

/* Where nothing was: one path is copied. */
static struct space_node *add(struct edit *e, struct space_node *n, struct space_node *leaf)
{
	if (!n) return leaf;
	n = own(e, n);
	if (leaf->start < n->start) n->left = add(e, n->left, leaf);
	else n->right = add(e, n->right, leaf);
	return balance(e, n);
}

/* ---- versions */

/* The newest version; NULL when there is none yet. */
static struct space_version *newest(const struct space *space)
{
	return space->count ? space->epochs[space->count - 1].version : NULL;
}

/* From time_ns on it is this version. Of one time only the last is kept: times grow from epoch to epoch. */
static void push_epoch(struct space_pool *pool, struct space *space, uint64_t time_ns, struct space_version *version)
{
	if (space->count && space->epochs[space->count - 1].time_ns >= time_ns) {
		space->epochs[space->count - 1].version = version;
		return;
	}
	if (space->count == space->capacity) {
		size_t capacity = space->capacity ? space->capacity * 2 : 1;
		struct space_epoch *epochs = arena_alloc(pool->arena, capacity * sizeof(*epochs));
		if (space->count) memcpy(epochs, space->epochs, space->count * sizeof(*epochs));
		space->epochs = epochs;
		space->capacity = capacity;
	}
	space->epochs[space->count++] = (struct space_epoch){ time_ns, version };
}

/* The version that changes of this moment go to. */
static struct space_version *version_to_edit(struct space_pool *pool, struct space *space, uint64_t time_ns)
{
	struct space_version *now = newest(space);
	if (now && now->owner == space && !now->shared && now->id >= pool->nr_sealed &&
	    space->epochs[space->count - 1].time_ns >= time_ns)
		return now;
	struct space_version *next = arena_alloc(pool->arena, sizeof(*next));
	*next = (struct space_version){ .root = now ? now->root : NULL,
					.code = now ? now->code : NULL,
					.base = now ? now->base : NULL,
					.owner = space,
					.id = pool->nr_versions++ };
	push_epoch(pool, space, time_ns, next);
	return next;
}

void space_insert(struct space_pool *pool, struct space *space, uint64_t time_ns, const struct map *map)
{
	if (map->start >= map->end) return;
	struct space_version *version = version_to_edit(pool, space, time_ns);
	struct edit e = { pool, version->id };
	/* most maps come where nothing was: no cutting, one path */
	if (is_free(version->root, map->start, map->end)) {
		version->root = add(&e, version->root, node_new(&e, map));
		return;
	}
	struct space_node *low, *high;
	cut(&e, version->root, map->start, map->end, &low, &high);
	version->root = join(&e, low, node_new(&e, map), high);
}

void space_remove(struct space_pool *pool, struct space *space, uint64_t time_ns, uint64_t start, uint64_t end)
{
	if (start >= end) return;
	struct space_version *version = version_to_edit(pool, space, time_ns);
	struct edit e = { pool, version->id };
	struct space_node *low, *high;
	cut(&e, version->root, start, end, &low, &high);
	version->root = join_two(&e, low, high);
}

void space_insert_code(struct space_pool *pool, struct space *space, uint64_t time_ns, const struct map *map)
{
	if (map->start >= map->end) return;
	struct space_version *now = newest(space);
	bool was_free = now && is_free(now->code, map->start, map->end);
	struct space_version *version = version_to_edit(
		pool, space, was_free ? MIN(time_ns, space->epochs[space->count - 1].time_ns) : time_ns);
	struct edit e = { pool, version->id };
	if (is_free(version->code, map->start, map->end)) {
		version->code = add(&e, version->code, node_new(&e, map));
		return;
	}
	struct space_node *low, *high;
	cut(&e, version->code, map->start, map->end, &low, &high);
	version->code = join(&e, low, node_new(&e, map), high);
}

void space_remove_code(struct space_pool *pool, struct space *space, uint64_t time_ns, uint64_t start, uint64_t end)
{
	const struct space_version *now = newest(space);
	if (start >= end || !now || is_free(now->code, start, end)) return;
	struct space_version *version = version_to_edit(pool, space, time_ns);
	struct edit e = { pool, version->id };
	struct space_node *low, *high;
	cut(&e, version->code, start, end, &low, &high);
	version->code = join_two(&e, low, high);
}

void space_set_base(struct space_pool *pool, struct space *space, uint64_t time_ns, const struct map *base)
{
	version_to_edit(pool, space, time_ns)->base = base;
}

void space_share(struct space_pool *pool, struct space *space, uint64_t time_ns, const struct space *from)
{
	struct space_version *version = newest(from);
	if (!version) return;
	/* from now on neither space changes it in place */
	version->shared = true;
	push_epoch(pool, space, time_ns, version);
}

const struct space_version *space_at(const struct space *space, uint64_t time_ns, uint64_t *ret_until)
{
	size_t low = 0, high = space->count; /* epochs below low began by then, those from high on did not */
	if (high && space->epochs[high - 1].time_ns <= time_ns) low = high;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (space->epochs[middle].time_ns <= time_ns) low = middle + 1;
		else high = middle;
	}
	if (ret_until) *ret_until = low < space->count ? space->epochs[low].time_ns : UINT64_MAX;
	return low ? space->epochs[low - 1].version : &space_nothing;
}

/* ---- queries */

static const struct map *find_code(const struct space_version *space, uint64_t vaddr)
{
	for (const struct space_node *n = space->code; n;) {
		if (vaddr < n->start) n = n->left;
		else if (vaddr >= n->end) n = n->right;
		else return n->map;
	}
	return NULL;
}

/* Of one layer. The stretch becomes no longer than the map, or the gap between maps, that vaddr is in. */
static const struct map *find_in_layer(const struct space_node *root, uint64_t vaddr, uint64_t *from, uint64_t *until)
{
	for (const struct space_node *n = root; n;) {
		if (vaddr < n->start) {
			*until = MIN(*until, n->start);
			n = n->left;
		} else if (vaddr >= n->end) {
			*from = MAX(*from, n->end);
			n = n->right;
		} else {
			*from = MAX(*from, n->start);
			*until = MIN(*until, n->end);
			return n->map;
		}
	}
	return NULL;
}

const struct map *space_find(const struct space_version *space, uint64_t vaddr)
{
	const struct map *code = unlikely(space->code) ? find_code(space, vaddr) : NULL;
	if (code) return code;
	for (const struct space_node *n = space->root; n;) {
		if (vaddr < n->start) n = n->left;
		else if (vaddr >= n->end) n = n->right;
		else return n->map;
	}
	const struct map *base = space->base;
	return base && vaddr >= base->start && vaddr < base->end ? base : NULL;
}

const struct map *space_find_around(const struct space_version *space, uint64_t vaddr, uint64_t *ret_from,
				    uint64_t *ret_until)
{
	uint64_t from = 0, until = UINT64_MAX;
	const struct map *map = find_in_layer(space->code, vaddr, &from, &until), *base = space->base;
	if (!map) map = find_in_layer(space->root, vaddr, &from, &until);
	if (!map && base && vaddr < base->start) {
		until = MIN(until, base->start);
	} else if (!map && base && vaddr >= base->end) {
		from = MAX(from, base->end);
	} else if (!map && base) {
		from = MAX(from, base->start);
		until = MIN(until, base->end);
		map = base;
	}
	*ret_from = from;
	*ret_until = until;
	return map;
}

const struct map *space_base(const struct space_version *space) { return space->base; }
uint32_t space_id(const struct space_version *space) { return space->id; }

static void visit(const struct space_node *n, const struct map **base, void (*fn)(void *ctx, const struct map *map),
		  void *ctx)
{
	for (; n; n = n->right) {
		visit(n->left, base, fn, ctx);
		if (*base && (*base)->start <= n->start) {
			fn(ctx, *base);
			*base = NULL;
		}
		fn(ctx, n->map);
	}
}

void space_visit(const struct space_version *space, void (*fn)(void *ctx, const struct map *map), void *ctx)
{
	const struct map *base = space->base;
	visit(space->root, &base, fn, ctx);
	if (base) fn(ctx, base);
}
