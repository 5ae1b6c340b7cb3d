/* Who a sample is of, and what is at its addresses: three caches of one worker.
 *
 * Threads: (machine, tid) -> struct thread_entry, a sample_task with the span of time [from_ns, until_ns) for which the
 * model's answer holds. Most samples are of the thread of the sample before, which is looked at first.
 *
 * Maps: a direct-mapped table of stretches of address spaces, for those who need no frame (resolver_object).
 *
 * Frames: an open-addressing table of frame numbers, at most half full; a frame repeats its whole key (address, version
 * of the address space, mode). A hit touches a slot of 8 bytes and the frame's one cache line, which the asker is about
 * to read anyhow. Large programs have hundreds of thousands of distinct addresses, so both tables ask for huge pages
 * when they have grown. */
#include <stdatomic.h>
#include "frame/space/frame_space_private.h"
#include "frame/resolver_cache.h"
#include "frame/unwind/unwind.h"

/* The one symbol of a BPF program or trampoline: known from PERF_RECORD_KSYMBOL, no file has it. Made once for each map
 * in the space that all resolvers share, so that symbols compare by pointer. */
static const struct symbol *ksymbol_of(struct frame_space *space, const struct map *map)
{
	pthread_mutex_lock(&space->lock);
	bool is_new;
	uint64_t *slot = u64map_put(&space->ksymbols, (uintptr_t)map, &is_new);
	if (is_new) {
		struct symbol *symbol = arena_alloc(&space->arena, sizeof(*symbol));
		*symbol = (struct symbol){ .start = map->start,
					   .end = map->end,
					   .name = map->ksymbol,
					   .binding = 0,
					   .type = 2 /* STT_FUNC */,
					   .id = KSYMBOL_FIRST_ID + space->nr_ksymbols++ };
		*slot = (uintptr_t)symbol;
	}
	const struct symbol *symbol = (const struct symbol *)(uintptr_t)*slot;
	pthread_mutex_unlock(&space->lock);
	return symbol;
}

/* The kernel is larger than the text that was recorded as its mapping (the code that runs at boot only stands in the
 * call chains of idle tasks): as upstream, its map reaches from its first to its last symbol. */
static const struct map *kernel_map_by_symbols(struct frame_space *space, const struct space_version *version,
					       uint64_t ip)
{
	const struct map *base = space_base(version);
	if (!base) return NULL;
	struct object *object = frame_space_object(space, base->dso);
	bool is_new;
	pthread_mutex_lock(&space->lock);
	uint64_t *slot = u64map_put(&space->kernels, base->dso->id, &is_new);
	if (is_new) {
		size_t count = object_nr_symbols(object);
		struct kernel_extent extent = { 0, 0 };
		if (count)
			extent = (struct kernel_extent){ object_symbol(object, 0)->start,
							 object_symbol(object, count - 1)->end };
		*slot = space->kernel_extents.count;
		vec_push(&space->kernel_extents, extent);
	}
	const struct kernel_extent *extent = &space->kernel_extents.items[*slot];
	bool covered = ip >= extent->start && ip < extent->end;
	pthread_mutex_unlock(&space->lock);
	return covered ? base : NULL;
}

enum map_names { NAMES_NOT_ASKED, NAMES_THERE, NAMES_MISSING };
/* What is mapped at [from, until) of one address space: a slot of a direct-mapped cache. All zero is free. */
struct map_slot {
	uint64_t key, from, until;
	const struct map *map;
	enum map_names named; /* whether its object has symbols */
};
/* 64 KiB of addresses share a slot: large objects take few, and small ones rarely meet. */
enum { MAP_SLOT_BITS = 11, MAP_GRANULE_BITS = 16 };

/* What a thread id was, for as long as the answer holds. */
struct thread_entry {
	struct sample_task task;
	uint64_t from_ns, until_ns;
	const char *unnamed;    /* ":TID", made when needed */
	const char *guest_name; /* "[guest/PID]", likewise; of process guest_pid */
	uint32_t guest_pid;
	uint32_t pid, generation;
};

#define HUGE_PAGE_BYTES ((size_t)2 << 20)

/* 2^bits free slots (zero bytes), in huge pages where there are enough. */
static struct cache_slot *slots_new(unsigned bits)
{
	size_t size_bytes = ((size_t)1 << bits) * sizeof(struct cache_slot);
	return memset(xmalloc_huge(size_bytes), 0, size_bytes);
}

struct resolver *resolver_new(struct frame_space *space)
{
	struct resolver *resolver = xcalloc(1, sizeof(*resolver));
	resolver->space = space;
	resolver->host = model_host(space->model);
	resolver->slots_bits = 12;
	resolver->slots = slots_new(resolver->slots_bits);
	arena_init(&resolver->arena);
	return resolver;
}

void resolver_free(struct resolver *resolver)
{
	if (!resolver) return;
	for (size_t i = 0; i < resolver->blocks.count; i++) free(resolver->blocks.items[i]);
	vec_done(&resolver->blocks);
	vec_done(&resolver->chunks);
	free(resolver->slots);
	free(resolver->maps);
	unwinder_free(resolver->unwinder);
	vec_done(&resolver->unwound);
	u64map_done(&resolver->threads);
	arena_done(&resolver->arena);
	free(resolver);
}

struct unwinder *resolver_unwinder(struct resolver *resolver)
{
	if (!resolver->unwinder)
		resolver->unwinder = unwinder_new(resolver->space, resolver->space->arch, resolver->space->swap);
	return resolver->unwinder;
}

uint32_t resolver_nr_frames(const struct resolver *resolver) { return resolver->nr_frames; }
uint32_t resolver_nr_threads(const struct resolver *resolver) { return resolver->nr_threads; }

void resolver_set_now(struct resolver *resolver, uint64_t time_ns)
{
	resolver->has_now = true;
	resolver->now_ns = time_ns;
}

/* Asks the model who the entry's thread is at time_ns. Only [time_ns, until) is known to be the same answer. */
static void thread_refresh(struct resolver *resolver, struct thread_entry *entry, uint32_t pid, uint64_t time_ns)
{
	struct sample_task *t = &entry->task;
	uint64_t until, comm_until = UINT64_MAX, space_until, kernel_until;
	const struct task *task = machine_task(t->machine, t->tid, time_ns, &until);
	t->task = task;
	t->pid = pid;
	if (task) {
		t->comm = task_comm(task, time_ns, &comm_until);
		t->user_space = task_space(task, time_ns, &space_until);
		t->exec_space = task_exec_space(task, time_ns);
	} else {
		if (!entry->unnamed) entry->unnamed = arena_printf(&resolver->arena, ":%d", (int32_t)t->tid);
		t->comm = entry->unnamed;
		t->exec_space = NULL;
		t->user_space = machine_process_space(t->machine, pid, time_ns, &space_until);
	}
	t->kernel_space = machine_kernel_space(t->machine, time_ns, &kernel_until);
	t->user_key = resolver_key(t->user_space, CPUMODE_USER);
	t->kernel_key = resolver_key(t->kernel_space, CPUMODE_KERNEL);
	entry->pid = pid;
	entry->generation = resolver->generation;
	entry->from_ns = time_ns;
	entry->until_ns = MIN(MIN(until, comm_until), MIN(space_until, kernel_until));
}

void resolver_forget_tasks(struct resolver *resolver) { resolver->generation++; }

/* The entry of a thread that is not the last one's. */
static struct thread_entry *thread_entry_of(struct resolver *resolver, const struct machine *machine, uint32_t tid)
{
	bool is_new;
	uint64_t *slot = u64map_put(&resolver->threads, (uint64_t)machine_index(machine) << 32 | tid, &is_new);
	if (!is_new) return (struct thread_entry *)(uintptr_t)*slot;
	struct thread_entry *entry = arena_zalloc(&resolver->arena, sizeof(*entry));
	entry->task.machine = machine;
	entry->task.tid = tid;
	entry->task.thread = resolver->nr_threads++;
	entry->from_ns = UINT64_MAX;
	*slot = (uintptr_t)entry;
	return entry;
}

/* Whether the cached answer is true at that time. A sample of another pid asks again: tids of unknown threads are
 * looked up by their process. */
static bool entry_holds(const struct resolver *resolver, const struct thread_entry *entry, uint32_t pid,
			uint64_t time_ns)
{
	return time_ns >= entry->from_ns && time_ns < entry->until_ns && entry->pid == pid &&
	       entry->generation == resolver->generation;
}

/* The rest of resolver_task_of, apart: most samples are of the last one's thread, and take no call. */
__attribute__((noinline)) static void task_of_other(struct resolver *resolver, const struct machine *machine,
						    uint32_t pid, uint32_t tid, uint64_t time_ns,
						    struct sample_task *ret)
{
	struct thread_entry *entry = resolver->last_thread;
	if (!entry || entry->task.tid != tid || entry->task.machine != machine)
		resolver->last_thread = entry = thread_entry_of(resolver, machine, tid);
	if (!entry_holds(resolver, entry, pid, time_ns)) thread_refresh(resolver, entry, pid, time_ns);
	*ret = entry->task;
}

void resolver_task_of(struct resolver *resolver, const struct machine *machine, uint32_t pid, uint32_t tid,
		      uint64_t time_ns, struct sample_task *ret)
{
	const struct thread_entry *entry = resolver->last_thread;
	if (likely(entry && entry->task.tid == tid && entry->task.machine == machine) &&
	    likely(entry_holds(resolver, entry, pid, time_ns)))
		*ret = entry->task;
	else task_of_other(resolver, machine, pid, tid, time_ns, ret);
}

void resolver_task_at(struct resolver *resolver, uint32_t pid, uint32_t tid, uint64_t time_ns, struct sample_task *ret)
{
	resolver_task_of(resolver, resolver->host, pid, tid, time_ns, ret);
}

/* Whose code is in the process that runs the guest, in both of the guest's modes. */
static void task_of_guest_code(struct resolver *resolver, const struct sample *sample, uint64_t time_ns,
			       struct sample_task *ret)
{
	resolver_task_of(resolver, resolver->host, sample->pid, sample->tid, time_ns, ret);
	struct thread_entry *entry = resolver->last_thread;
	if (!entry->guest_name || entry->guest_pid != sample->pid) {
		entry->guest_name = arena_printf(&resolver->arena, "[guest/%d]", (int32_t)sample->pid);
		entry->guest_pid = sample->pid;
	}
	ret->comm = entry->guest_name;
	ret->kernel_space = ret->user_space;
	ret->kernel_key = resolver_key(ret->user_space, CPUMODE_KERNEL);
}

/* Apart, so that samples of the host pay nothing for it. */
__attribute__((noinline)) static void task_of_guest(struct resolver *resolver, const struct sample *sample,
						    uint64_t time_ns, struct sample_task *ret)
{
	if (resolver->space->guest_code) {
		task_of_guest_code(resolver, sample, time_ns, ret);
		return;
	}
	const struct machine *machine = model_machine_of(resolver->space->model, (enum cpumode)sample->cpumode,
							 sample->id, sample->pid);
	resolver_task_of(resolver, machine, sample->pid, sample->tid, time_ns, ret);
}

void resolver_task(struct resolver *resolver, const struct sample *sample, struct sample_task *ret)
{
	/* samples without a time are handled when they are read, before anything that has one */
	uint64_t time_ns = sample->time_ns == UINT64_MAX ? 0 : sample->time_ns;
	/* where times do not order the records, the reader says what time it is in the model */
	if (resolver->has_now) time_ns = resolver->now_ns;
	if (likely(sample->cpumode < CPUMODE_GUEST_KERNEL || sample->cpumode > CPUMODE_GUEST_USER))
		resolver_task_of(resolver, resolver->host, sample->pid, sample->tid, time_ns, ret);
	else task_of_guest(resolver, sample, time_ns, ret);
}

/* Puts a frame that is not there yet into the first free slot from its hash on. */
static void slot_put(struct resolver *resolver, const struct frame *frame)
{
	size_t mask = ((size_t)1 << resolver->slots_bits) - 1;
	uint64_t hash = cache_hash(frame->ip, frame->key);
	size_t at = hash >> (64 - resolver->slots_bits);
	while (resolver->slots[at].frame) at = (at + 1) & mask;
	resolver->slots[at] = (struct cache_slot){ (uint32_t)hash, frame->id + 1 };
}

/* Four times as large while small, then twice; frames stay where they are. */
static void slots_grow(struct resolver *resolver)
{
	free(resolver->slots);
	resolver->slots_bits += resolver->slots_bits < 16 ? 2 : 1;
	resolver->slots = slots_new(resolver->slots_bits);
	for (uint32_t id = 0; id < resolver->nr_frames; id++)
		if (!resolver_frame(resolver, id)->is_call) slot_put(resolver, resolver_frame(resolver, id));
}

/* Frames never move: ids index chunks of FRAME_CHUNK frames, which are cut from larger blocks. */
struct frame *resolver_frame_new(struct resolver *resolver)
{
	uint32_t id = resolver->nr_frames++;
	if (!(id & (FRAME_CHUNK - 1))) {
		if (resolver->block == resolver->block_end) {
			/* small recordings take a chunk, large ones soon a huge page at a time */
			size_t size_bytes = id < 16 * FRAME_CHUNK ? FRAME_CHUNK * sizeof(struct frame)
								  : HUGE_PAGE_BYTES;
			resolver->block = xmalloc_huge(size_bytes);
			resolver->block_end = resolver->block + size_bytes / sizeof(struct frame);
			vec_push(&resolver->blocks, resolver->block);
		}
		vec_push(&resolver->chunks, resolver->block);
		resolver->block += FRAME_CHUNK;
	}
	struct frame *frame = resolver_frame(resolver, id);
	frame->id = id;
	return frame;
}

static char level_of(enum cpumode cpumode)
{
	switch (cpumode) {
	case CPUMODE_USER: return '.';
	case CPUMODE_KERNEL: return 'k';
	case CPUMODE_GUEST_KERNEL: return 'g';
	case CPUMODE_GUEST_USER: return 'u';
	default: return 'H';
	}
}

void frame_resolve(struct frame_space *frames, const struct resolver_mode *mode, uint64_t ip, struct frame *ret)
{
	const struct space_version *space = mode->space;
	*ret = (struct frame){ .ip = ip,
			       .object_addr = ip,
			       .key = mode->key,
			       .cpumode = (uint8_t)mode->cpumode,
			       .level = level_of(mode->cpumode) };
	if (space) ret->map = space_find(space, ip);
	/* outside of all maps: boot code of the kernel, of which no mapping was recorded */
	if (!ret->map && space && mode->cpumode != CPUMODE_USER) ret->map = kernel_map_by_symbols(frames, space, ip);
	if (!ret->map) return;
	ret->object_addr = map_to_object(ret->map, ip);
	ret->symbol = ret->map->ksymbol ? ksymbol_of(frames, ret->map)
					: object_find(frame_space_object(frames, ret->map->dso), ret->object_addr);
}

const struct frame *resolver_miss(struct resolver *resolver, const struct resolver_mode *mode, uint64_t ip)
{
	if (resolver->nr_in_slots * 2 >= (uint64_t)1 << resolver->slots_bits) slots_grow(resolver);
	struct frame *frame = resolver_frame_new(resolver);
	uint32_t id = frame->id;
	resolver->nr_in_slots++;
	frame_resolve(resolver->space, mode, ip, frame);
	frame->id = id;
	slot_put(resolver, frame);
	return frame;
}

const struct frame *resolver_ip(struct resolver *resolver, const struct sample_task *task, enum cpumode cpumode,
				uint64_t ip)
{
	struct resolver_mode mode = resolver_mode(task, cpumode);
	return resolver_lookup(resolver, &mode, ip);
}

/* The map around an address, or the gap, remembered by granule of addresses. mode->space is not NULL. */
__attribute__((noinline)) static struct map_slot *map_slot_miss(struct resolver *resolver,
								const struct resolver_mode *mode, uint64_t ip,
								uint64_t at)
{
	if (!resolver->maps) resolver->maps = xcalloc((size_t)1 << MAP_SLOT_BITS, sizeof(*resolver->maps));
	struct map_slot *slot = &resolver->maps[at];
	slot->map = space_find_around(mode->space, ip, &slot->from, &slot->until);
	slot->key = mode->key;
	slot->named = NAMES_NOT_ASKED;
	return slot;
}

/* NULL: there is no space. */
static inline struct map_slot *map_slot_of(struct resolver *resolver, const struct resolver_mode *mode, uint64_t ip)
{
	if (unlikely(!mode->space)) return NULL;
	const uint64_t at = cache_hash(ip >> MAP_GRANULE_BITS, mode->key) >> (64 - MAP_SLOT_BITS);
	struct map_slot *slot = resolver->maps ? &resolver->maps[at] : NULL;
	if (likely(slot && slot->key == mode->key && ip >= slot->from && ip < slot->until)) return slot;
	return map_slot_miss(resolver, mode, ip, at);
}

const struct map *resolver_map(struct resolver *resolver, const struct sample_task *task, enum cpumode cpumode,
			       uint64_t ip)
{
	const struct resolver_mode mode = resolver_mode(task, cpumode);
	const struct map_slot *slot = map_slot_of(resolver, &mode, ip);
	if (likely(slot && slot->map)) return slot->map;
	/* outside of all maps: boot code of the kernel, of which no mapping was recorded */
	return slot && cpumode != CPUMODE_USER ? kernel_map_by_symbols(resolver->space, mode.space, ip) : NULL;
}

/* Whether no symbol is in the map. */
static bool is_nameless(struct resolver *resolver, struct map_slot *slot)
{
	if (slot->named == NAMES_NOT_ASKED) {
		const bool has_names = slot->map->ksymbol ||
				       object_nr_symbols(frame_space_object(resolver->space, slot->map->dso));
		slot->named = has_names ? NAMES_THERE : NAMES_MISSING;
	}
	return slot->named == NAMES_MISSING;
}

const struct frame *resolver_data(struct resolver *resolver, const struct sample_task *task, enum cpumode cpumode,
				  uint64_t ip, struct frame *scratch)
{
	const struct resolver_mode mode = resolver_mode(task, cpumode);
	struct map_slot *slot = map_slot_of(resolver, &mode, ip);
	if (!slot || !slot->map || !is_nameless(resolver, slot)) return resolver_lookup(resolver, &mode, ip);
	*scratch = (struct frame){ .ip = ip,
				   .map = slot->map,
				   .object_addr = map_to_object(slot->map, ip),
				   .key = mode.key,
				   .id = UINT32_MAX,
				   .cpumode = (uint8_t)cpumode,
				   .level = level_of(cpumode) };
	return scratch;
}

const struct dso *resolver_object(struct resolver *resolver, const struct sample_task *task, enum cpumode cpumode,
				  uint64_t ip, uint64_t *ret_object_addr)
{
	const struct resolver_mode mode = resolver_mode(task, cpumode);
	const struct map_slot *slot = map_slot_of(resolver, &mode, ip);
	const struct map *map = slot ? slot->map : NULL;
	if (unlikely(!map || map->ksymbol)) return NULL;
	*ret_object_addr = map_to_object(map, ip);
	return map->dso;
}

const struct symbol *resolver_symbol(struct resolver *resolver, const struct dso *dso, uint64_t object_addr,
				     uint64_t *ret_start, uint64_t *ret_end)
{
	return object_find_around(frame_space_object(resolver->space, dso), object_addr, ret_start, ret_end);
}

void resolver_look(struct resolver *resolver, const struct sample_task *task, const struct sample *sample,
		   struct frame *ret)
{
	const struct resolver_mode mode = resolver_mode(task, (enum cpumode)sample->cpumode);
	frame_resolve(resolver->space, &mode, sample->ip, ret);
}
