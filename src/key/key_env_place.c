/* Places, interned across workers: they are in a registry (base/registry.h), which threads rarely have to wait for.
 *
 * Two places are the same when they are identified in the same way (enum identity) and by the same things:
 * entry_hash and entry_is say by which. When a place is met again, entry_meet keeps what belongs to the lower
 * address. */
#include <string.h>
#include "base/hash.h"
#include "frame/frame_line.h"
#include "frame/inlined.h"
#include "key/key_env_private.h"

/* How a place is identified. All are in one table: a link and a branch in the same symbol are the same record.
 *
 *     BY_SYMBOL                 the symbol; without one object and address
 *     BY_NAME                   name, start and end of the symbol, and the object's name as shown
 *     BY_OBJECT                 the object's name as shown; what stands for it is the lowest address in it
 *     BY_ADDRESS                the address, the object's name and the function
 *     BY_FUNCTION_AND_ADDRESS   object, address, function (the innermost of inlined ones) and source line
 *     BY_FUNCTION_AND_LINE      function and source line alone
 *     BY_DATA_LINE              object, address in it and, in memory of no file, the process */
enum identity {
	BY_SYMBOL,
	BY_NAME,
	BY_OBJECT,
	BY_ADDRESS,
	BY_FUNCTION_AND_ADDRESS,
	BY_FUNCTION_AND_LINE,
	BY_DATA_LINE
};
/* A record of the registry: a place and what it is identified by. */
struct place_entry {
	struct place place;
	enum identity by;
	const struct symbol *function;
	bool of_guest;           /* an address of a guest is not the host's */
	const char *object_name; /* BY_NAME and BY_ADDRESS: as rows show it; the model interns names */
};

/* A hash of the things that entry_is compares. */
static uint64_t entry_hash(const struct place_entry *e)
{
	const struct place *p = &e->place;
	if (e->by == BY_SYMBOL && e->function) return hash_u64((uintptr_t)e->function);
	if (e->by == BY_NAME) return hash_pair((uintptr_t)e->object_name ^ e->function->end, e->function->start);
	if (e->by == BY_OBJECT) return hash_u64((uintptr_t)e->object_name);
	if (e->by == BY_ADDRESS) return hash_pair((uintptr_t)e->object_name, p->identity_addr);
	uint64_t hash = hash_pair((uintptr_t)p->dso + p->pid, p->identity_addr + e->by);
	if (e->by == BY_FUNCTION_AND_LINE) hash = e->by;
	return e->by > BY_ADDRESS && e->by != BY_DATA_LINE
		       ? hash_pair(hash ^ (uintptr_t)p->source, (uintptr_t)e->function)
		       : hash;
}

/* Whether two symbols are one function, perhaps in two objects of one name: a library at two paths, or loaded twice. */
static bool is_copy(const struct place_entry *a, const struct place_entry *b)
{
	const struct symbol *x = a->function, *y = b->function;
	return x == y || (x && y && a->object_name == b->object_name && x->start == y->start && x->end == y->end &&
			  strcmp(x->name, y->name) == 0);
}

/* registry.equal. */
static bool entry_is(const void *entry, const void *wanted)
{
	const struct place_entry *a = entry, *b = wanted;
	if (a->by != b->by || a->of_guest != b->of_guest) return false;
	if (a->by == BY_NAME) return is_copy(a, b);
	if (a->by == BY_OBJECT) return a->object_name == b->object_name;
	if (a->place.pid != b->place.pid) return false;
	if (a->by == BY_ADDRESS)
		return a->object_name == b->object_name && a->place.identity_addr == b->place.identity_addr &&
		       is_copy(a, b);
	if (a->function != b->function) return false;
	if (a->by == BY_SYMBOL && a->function) return true;
	if (a->by > BY_ADDRESS && a->place.source != b->place.source) return false;
	if (a->by == BY_FUNCTION_AND_LINE) return true;
	return a->place.dso == b->place.dso && a->place.identity_addr == b->place.identity_addr;
}

/* Whether a met place BY_OBJECT has to wait behind the known one: the order of rows (key_order_place) decides. */
static bool is_behind(struct place *known, const struct place *met)
{
	if (met->identity_addr == known->identity_addr) return false;
	if ((int64_t)met->identity_addr > (int64_t)known->identity_addr) return true;
	*known = *met;
	return true;
}

/* registry.meet: the lower address wins, of equal addresses the object with the lower number, so that what stands
 * for the place does not depend on which thread came first. */
static void entry_meet(void *entry, const void *wanted)
{
	struct place *known = &((struct place_entry *)entry)->place;
	const struct place *met = &((const struct place_entry *)wanted)->place;
	if (((struct place_entry *)entry)->by == BY_OBJECT && is_behind(known, met)) return;
	/* Data that both modes access at one address. */
	if (met->ip == known->ip && met->lowest_dso == known->lowest_dso) known->level = MIN(known->level, met->level);
	if (met->ip > known->ip ||
	    (met->ip == known->ip &&
	     (!met->lowest_dso || (known->lowest_dso && known->lowest_dso->id <= met->lowest_dso->id))))
		return;
	known->ip = met->ip;
	known->object_addr = met->object_addr;
	known->lowest_dso = met->lowest_dso;
	known->level = met->level;
	/* Of an inlined function: the symbol of the code around it. */
	known->symbol = met->symbol;
}

void key_env_places_init(struct registry *places)
{
	registry_init(places, sizeof(struct place_entry), entry_is, entry_meet);
}

/* "file.c:12" of a frame, stored once; NULL where no line is known. */
static const char *source_text(struct key_env *env, const struct frame *frame)
{
	const char *text = NULL;
	struct outbuf out;
	if (!env->frames) return NULL;
	out_init(&out, -1);
	if (frame_line_text(env->frames, frame, env->options.full_source_path, &out)) {
		out_char(&out, 0);
		text = key_env_kept_text(env, out.data);
	}
	out_done(&out);
	return text;
}

uint64_t key_env_source_line(struct key_env *env, const struct frame *frame)
{
	struct outbuf out;
	out_init(&out, -1);
	if (env->frames && frame_line_text(env->frames, frame, env->options.full_source_path, &out)) {
	} else if (frame->symbol) {
		out_str(&out, frame->symbol->name);
		out_char(&out, '+');
		out_dec(&out, frame->object_addr - frame->symbol->start, 0);
	} else if (frame->map && env->frames) {
		frame_line_address(env->frames, frame, &out);
	} else {
		out_lit(&out, "??:0");
	}
	out_char(&out, 0);
	uint64_t id = key_env_text(env, out.data);
	out_done(&out);
	return id;
}

uint32_t key_env_place(struct key_env *env, const struct frame *frame, bool leaf, enum place_kind kind)
{
	static const enum identity identities[] = { [PLACE_LINK] = BY_SYMBOL,
						    [PLACE_SYMBOL] = BY_SYMBOL,
						    [PLACE_BRANCH] = BY_SYMBOL,
						    [PLACE_ADDRESS] = BY_ADDRESS,
						    [PLACE_LINK_ADDRESS] = BY_FUNCTION_AND_ADDRESS,
						    [PLACE_LINK_LINE] = BY_FUNCTION_AND_LINE };
	bool link = kind == PLACE_LINK || kind == PLACE_LINK_ADDRESS || kind == PLACE_LINK_LINE;
	struct place_entry entry = { .by = identities[kind],
				     .of_guest = frame->level == 'g' || frame->level == 'u',
				     .function = link ? frame_function(frame) : frame->symbol };
	struct place *want = &entry.place;
	*want = (struct place){ .symbol = frame->symbol,
				.dso = frame->map ? frame->map->dso : NULL,
				.shown_addr = leaf ? frame->object_addr : frame->ip,
				.object_addr = frame->object_addr,
				.ip = frame->ip,
				.level = frame->level };
	want->lowest_dso = want->dso;
	if (kind == PLACE_SYMBOL && want->symbol && want->dso && !want->symbol->is_inlined) entry.by = BY_NAME;
	if (kind == PLACE_SYMBOL && !want->symbol && want->dso && env->options.join_unnamed) entry.by = BY_OBJECT;
	if (entry.by >= BY_NAME && entry.by <= BY_ADDRESS && want->dso)
		entry.object_name = env->options.full_paths ? want->dso->long_name : want->dso->short_name;
	want->identity_addr = kind == PLACE_BRANCH ? frame->ip : want->shown_addr;
	if ((kind == PLACE_SYMBOL || kind == PLACE_BRANCH) && !want->symbol) want->dso = NULL;
	if (link && kind != PLACE_LINK) want->source = source_text(env, frame);
	if (kind == PLACE_LINK_LINE && !want->source) {
		if (entry.function) want->source = key_env_kept_text(env, "??:0");
		else entry.by = BY_FUNCTION_AND_ADDRESS;
	}
	return registry_id(&env->places, entry_hash(&entry), &entry);
}

/* Symbols of objects outlive models. Those of inlined functions and of code that the kernel generates are the frame
 * space's: they are copied, each once. */
static const struct symbol *carry_symbol(struct key_env *env, const struct symbol *symbol, const struct dso *dso)
{
	bool is_new,
		of_object = symbol && !symbol->is_inlined && !(dso && (dso->kind == DSO_BPF || dso->kind == DSO_OOL));
	if (!symbol || of_object) return symbol;
	uint64_t *copy = u64map_put(&env->copies, (uintptr_t)symbol, &is_new);
	if (is_new) {
		struct symbol *made = arena_memdup(&env->symbols, symbol, sizeof(*symbol));
		made->name = arena_strdup(&env->symbols, symbol->name);
		*copy = (uintptr_t)made;
	}
	return (const struct symbol *)(uintptr_t)*copy;
}

/* The object behind is asked for, so that its symbols stay (symbol_store_sweep). */
static const struct dso *carry_dso(struct key_env *env, const struct dso *dso, struct model *model)
{
	const struct dso *same = model_dso_like(model, dso);
	if (env->frames) (void)frame_space_object(env->frames, same);
	return same;
}

uint32_t key_env_carry_place(struct key_env *env, const struct key_env *from, uint32_t id, struct model *model)
{
	struct place_entry entry = *(const struct place_entry *)registry_at(&from->places, id);
	struct place *place = &entry.place;
	const struct dso *dso = place->dso ? place->dso : place->lowest_dso;
	entry.function = carry_symbol(env, entry.function, dso);
	place->symbol = carry_symbol(env, place->symbol, dso);
	if (place->source) place->source = key_env_kept_text(env, place->source);
	if (entry.object_name) entry.object_name = model_name_like(model, entry.object_name);
	if (place->dso) place->dso = carry_dso(env, place->dso, model);
	if (place->lowest_dso) place->lowest_dso = carry_dso(env, place->lowest_dso, model);
	return registry_id(&env->places, entry_hash(&entry), &entry);
}

/* sys/mman.h: MAP_SHARED is 1, PROT_EXEC 4, on all machines. */
enum { MAP_SHARED_BIT = 1, PROT_EXEC_BIT = 4 };

static bool is_of_file(const struct map *map)
{
	return map && (map->dso->maj || map->dso->min || map->dso->ino || map->dso->build_id.size);
}

static bool is_of_kernel(enum cpumode cpumode) { return cpumode == CPUMODE_KERNEL || cpumode == CPUMODE_GUEST_KERNEL; }

/* The process that a line of data is told apart by; 0: by none. */
static uint32_t pid_of_line(const struct map *map, enum cpumode cpumode, uint32_t pid)
{
	return map && !is_of_file(map) && !is_of_kernel(cpumode) ? pid : 0;
}

uint64_t key_env_data_line_hash(const struct map *map, enum cpumode cpumode, uint64_t address, uint32_t pid,
				unsigned line_bytes)
{
	const uint64_t object_addr = map ? map_to_object(map, address) : address;
	return hash_pair((uintptr_t)(map ? map->dso : NULL) + pid_of_line(map, cpumode, pid),
			 object_addr & -(uint64_t)line_bytes);
}

uint32_t key_env_data_line(struct key_env *env, const struct frame *frame, uint32_t pid, unsigned line_bytes)
{
	const struct map *map = frame->map;
	const enum cpumode cpumode = (enum cpumode)frame->cpumode;
	struct place_entry entry = { .by = BY_DATA_LINE,
				     .of_guest = frame->level == 'g' || frame->level == 'u',
				     .place = { .symbol = frame->symbol,
						.dso = map ? map->dso : NULL,
						.lowest_dso = map ? map->dso : NULL,
						.identity_addr = frame->object_addr & -(uint64_t)line_bytes,
						.shown_addr = frame->ip,
						.object_addr = frame->object_addr,
						.ip = frame->ip,
						.level = map ? frame->level : 'X',
						.pid = pid_of_line(map, cpumode, pid) } };
	if (is_of_file(map) && !is_of_kernel(cpumode) && map->flags & MAP_SHARED_BIT && !(map->prot & PROT_EXEC_BIT))
		entry.place.level = 's';
	return registry_id(&env->places, entry_hash(&entry), &entry);
}

void key_env_set_level(struct key_env *env, uint64_t id, char level)
{
	((struct place_entry *)registry_at(&env->places, (uint32_t)id))->place.level = level;
}
const struct place *key_env_place_of(const struct key_env *env, uint64_t id)
{
	return &((const struct place_entry *)registry_at(&env->places, (uint32_t)id))->place;
}
size_t key_env_nr_places(const struct key_env *env) { return env->places.count; }
