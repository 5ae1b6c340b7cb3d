/* Texts, interned across workers behind one lock, since most keys make few, and what else keys know of a recording. */
#include <string.h>
#include "base/hash.h"
#include "key/key_env_private.h"

struct key_env *key_env_new(const struct key_env_options *options, const struct perf_header *header,
			    const struct model *model, struct frame_space *frames)
{
	struct key_env *env = xcalloc(1, sizeof(*env));
	env->options = *options;
	if (!env->options.time_quantum_ns) env->options.time_quantum_ns = 100000000;
	env->header = header;
	env->model = model;
	env->frames = frames;
	if (header && header->tracing_data)
		env->tracepoints = tracepoints_new(header->tracing_data, header->tracing_data_size, NULL);
	if (options->short_forms) tracepoints_use_short_forms(env->tracepoints);
	intern_init(&env->texts);
	arena_init(&env->symbols);
	key_env_places_init(&env->places);
	key_areas_init(&env->areas);
	return env;
}

void key_env_free(struct key_env *env)
{
	if (!env) return;
	tracepoints_free(env->tracepoints);
	intern_done(&env->texts);
	registry_done(&env->places);
	key_areas_done(&env->areas);
	u64map_done(&env->widths);
	u64map_done(&env->threads);
	u64map_done(&env->copies);
	u64map_done(&env->ipc_indexes);
	vec_done(&env->ipcs);
	arena_done(&env->symbols);
	free(env);
}

const struct key_env_options *key_env_options(const struct key_env *env) { return &env->options; }
void key_env_set_verbose(struct key_env *env, bool verbose) { env->options.symbol_addresses = verbose; }
const struct perf_header *key_env_header(const struct key_env *env) { return env->header; }
const struct model *key_env_model(const struct key_env *env) { return env->model; }
struct tracepoints *key_env_tracepoints(const struct key_env *env) { return env->tracepoints; }
struct frame_space *key_env_frames(const struct key_env *env) { return env->frames; }
struct key_areas *key_env_areas(struct key_env *env) { return &env->areas; }

uint64_t key_env_text(struct key_env *env, const char *text)
{
	spinlock_lock(&env->lock);
	uint32_t id = intern_id(&env->texts, text);
	spinlock_unlock(&env->lock);
	return id;
}

const char *key_env_kept_text(struct key_env *env, const char *text)
{
	spinlock_lock(&env->lock);
	const char *kept = intern_text(&env->texts, intern_id(&env->texts, text));
	spinlock_unlock(&env->lock);
	return kept;
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

void key_env_carry_notes(struct key_env *env, const struct key_env *from)
{
	uint64_t key, width;
	uint32_t text;
	env->unresolved |= from->unresolved;
	for (size_t pos = 0; u64map_next(&from->widths, &pos, &key, &width);)
		if (intern_find(&env->texts, intern_text(&from->texts, (uint32_t)key), &text))
			key_env_note_width(env, (uint32_t)(key >> 32), text, (unsigned)width);
}

void key_env_note_thread(struct key_env *env, uint32_t tid, const char *name)
{
	*u64map_put(&env->threads, tid, NULL) = key_env_text(env, name);
}

const char *key_env_thread_name(const struct key_env *env, uint32_t tid)
{
	const uint64_t *text = u64map_find(&env->threads, tid);
	return text ? intern_text(&env->texts, (uint32_t)*text) : NULL;
}

void key_env_know_ipc(struct key_env *env) { env->knows_ipc = true; }

void key_env_set_ipc(struct key_env *env, const struct symbol *function, struct key_ipc ipc)
{
	*u64map_put(&env->ipc_indexes, (uintptr_t)function, NULL) = env->ipcs.count;
	vec_push(&env->ipcs, ipc);
}

bool key_env_ipc(const struct key_env *env, const struct symbol *function, struct key_ipc *ret)
{
	const uint64_t *index = u64map_find(&env->ipc_indexes, (uintptr_t)function);
	*ret = index ? env->ipcs.items[*index] : (struct key_ipc){ 0, 0 };
	return env->knows_ipc;
}

unsigned key_env_line_bytes(const struct key_env *env)
{
	static const struct {
		const char *arch;
		unsigned bytes;
	} others[] = { { "ppc", 128 }, { "s390", 256 } }; /* all the rest have 64 */
	const struct perf_header *header = env->header;
	for (uint32_t i = 0; header && i < header->nr_caches; i++) {
		const uint32_t bytes = header->caches[i].line;
		if (header->caches[i].level == 1 && bytes >= 16 && bytes <= 4096 && !(bytes & (bytes - 1)))
			return bytes;
	}
	for (size_t i = 0; header && header->arch && i < ARRAY_SIZE(others); i++)
		if (strncmp(header->arch, others[i].arch, strlen(others[i].arch)) == 0) return others[i].bytes;
	return 64;
}
