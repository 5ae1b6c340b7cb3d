#include "key/key_env.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/spinlock.h"
#include "base/u64map.h"

struct key_env {
	struct key_env_options options;
	const struct perf_header *header;
	const struct model *model;
	struct frame_space *frames;
	struct tracepoints *tracepoints;
	struct spinlock lock;
	struct intern texts;
	struct u64map widths; /* event << 32 | text -> width */
	bool unresolved;
	VEC(struct place *) places; /* by id; each in the arena, so that pointers stay */
	struct arena arena;
	uint32_t *slots; /* place id + 1, 0 is free */
	size_t mask;
};

struct key_env *key_env_new(const struct key_env_options *options, const struct perf_header *header, const struct model *model,
			    struct frame_space *frames)
{
	struct key_env *env = xcalloc(1, sizeof(*env));
	env->options = *options;
	if (!env->options.time_quantum_ns) env->options.time_quantum_ns = 100000000;
	env->header = header;
	env->model = model;
	env->frames = frames;
	if (header && header->tracing_data) env->tracepoints = tracepoints_new(header->tracing_data, header->tracing_data_size, NULL);
	intern_init(&env->texts);
	arena_init(&env->arena);
	env->mask = 1023;
	env->slots = xcalloc(env->mask + 1, sizeof(*env->slots));
	return env;
}

void key_env_free(struct key_env *env)
{
	if (!env) return;
	tracepoints_free(env->tracepoints);
	intern_done(&env->texts);
	arena_done(&env->arena);
	vec_done(&env->places);
	u64map_done(&env->widths);
	free(env->slots);
	free(env);
}

const struct key_env_options *key_env_options(const struct key_env *env) { return &env->options; }
const struct perf_header *key_env_header(const struct key_env *env) { return env->header; }
const struct model *key_env_model(const struct key_env *env) { return env->model; }
struct tracepoints *key_env_tracepoints(const struct key_env *env) { return env->tracepoints; }
struct frame_space *key_env_frames(const struct key_env *env) { return env->frames; }

uint64_t key_env_text(struct key_env *env, const char *text)
{
	spinlock_lock(&env->lock);
	uint32_t id = intern_id(&env->texts, text);
	spinlock_unlock(&env->lock);
	return id;
}

const char *key_env_text_of(const struct key_env *env, uint64_t id) { return intern_text(&env->texts, (uint32_t)id); }

void key_env_note_width(struct key_env *env, uint32_t event, uint64_t text, unsigned width)
{
	spinlock_lock(&env->lock);
	uint64_t *noted = u64map_put(&env->widths, (uint64_t)event << 32 | text, NULL);
	if (*noted < width) *noted = width;
	spinlock_unlock(&env->lock);
}

unsigned key_env_noted_width(const struct key_env *env, uint32_t event, uint64_t text)
{
	const uint64_t *noted = u64map_find(&env->widths, (uint64_t)event << 32 | text);
	return noted ? (unsigned)*noted : 0;
}

void key_env_note_unresolved(struct key_env *env) { __atomic_store_n(&env->unresolved, true, __ATOMIC_RELAXED); }
bool key_env_has_unresolved(const struct key_env *env) { return __atomic_load_n(&env->unresolved, __ATOMIC_RELAXED); }

static uint64_t place_hash(const struct place *p, bool by_address)
{
	if (p->symbol && !by_address) return hash_u64((uintptr_t)p->symbol);
	return hash_pair((uintptr_t)p->dso, p->identity_addr + by_address);
}

/* Places by symbol and by address live in one table. */
static bool place_equal(const struct place *a, bool a_by_address, const struct place *b, bool b_by_address)
{
	if (a_by_address != b_by_address) return false;
	if (!a_by_address && (a->symbol || b->symbol)) return a->symbol == b->symbol;
	return a->dso == b->dso && a->identity_addr == b->identity_addr;
}

struct place_entry { struct place place; bool by_address; };

static void places_grow(struct key_env *env)
{
	size_t mask = env->mask * 2 + 1;
	uint32_t *slots = xcalloc(mask + 1, sizeof(*slots));
	for (size_t i = 0; i < env->places.count; i++) {
		const struct place_entry *e = (const struct place_entry *)env->places.items[i];
		size_t at = place_hash(&e->place, e->by_address) & mask;
		while (slots[at]) at = (at + 1) & mask;
		slots[at] = (uint32_t)i + 1;
	}
	free(env->slots);
	env->slots = slots;
	env->mask = mask;
}

uint32_t key_env_place(struct key_env *env, const struct frame *frame, bool leaf, enum place_kind kind)
{
	bool by_address = kind == PLACE_ADDRESS;
	struct place want = { .symbol = frame->symbol, .dso = frame->map ? frame->map->dso : NULL, .shown_addr = leaf ? frame->object_addr : frame->ip,
		.object_addr = frame->object_addr, .ip = frame->ip, .level = frame->level };
	want.identity_addr = kind == PLACE_BRANCH ? frame->ip : want.shown_addr;
	if ((kind == PLACE_SYMBOL || kind == PLACE_BRANCH) && !want.symbol) want.dso = NULL;
	uint64_t hash = place_hash(&want, by_address);
	spinlock_lock(&env->lock);
	size_t at = hash & env->mask;
	for (; env->slots[at]; at = (at + 1) & env->mask) {
		struct place_entry *e = (struct place_entry *)env->places.items[env->slots[at] - 1];
		if (place_equal(&e->place, e->by_address, &want, by_address)) {
			/* what stands for the place must not depend on which thread came first */
			if (want.ip < e->place.ip) {
				e->place.ip = want.ip;
				e->place.object_addr = want.object_addr;
				e->place.level = want.level;
			}
			uint32_t id = env->slots[at] - 1;
			spinlock_unlock(&env->lock);
			return id;
		}
	}
	struct place_entry *e = arena_alloc(&env->arena, sizeof(*e));
	*e = (struct place_entry){ .place = want, .by_address = by_address };
	vec_push(&env->places, &e->place);
	uint32_t id = (uint32_t)env->places.count - 1;
	env->slots[at] = id + 1;
	if (env->places.count * 2 > env->mask) places_grow(env);
	spinlock_unlock(&env->lock);
	return id;
}

void key_env_set_level(struct key_env *env, uint64_t id, char level) { env->places.items[id]->level = level; }
const struct place *key_env_place_of(const struct key_env *env, uint64_t id) { return env->places.items[id]; }
size_t key_env_nr_places(const struct key_env *env) { return env->places.count; }
