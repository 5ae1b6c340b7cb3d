/* Who a sample is of, and what is at its addresses: two caches of one worker.
 *
 * Threads: (machine, tid) -> struct thread_entry, a sample_task with the span of time [from_ns, until_ns) for which the
 * model's answer holds. Most samples are of the thread of the sample before, which is looked at first.
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

/* What a thread id was, for as long as the answer holds. */
struct thread_entry {
	struct sample_task task;
	uint64_t from_ns, until_ns;
	const char *unnamed; /* ":TID", made when needed */
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

/* Apart, so that samples of the host pay nothing for it. */
__attribute__((noinline)) static void task_of_guest(struct resolver *resolver, const struct sample *sample,
						    uint64_t time_ns, struct sample_task *ret)
{
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

const struct frame *resolver_miss(struct resolver *resolver, const struct space_version *space, enum cpumode cpumode,
				  uint64_t key, uint64_t ip)
{
	if (resolver->nr_in_slots * 2 >= (uint64_t)1 << resolver->slots_bits) slots_grow(resolver);
	struct frame *frame = resolver_frame_new(resolver);
	resolver->nr_in_slots++;
	*frame = (struct frame){
		.ip = ip, .object_addr = ip, .key = key, .id = frame->id, .cpumode = (uint8_t)cpumode, .level = 'H'
	};
	switch (cpumode) {
	case CPUMODE_USER: frame->level = '.'; break;
	case CPUMODE_KERNEL: frame->level = 'k'; break;
	case CPUMODE_GUEST_KERNEL: frame->level = 'g'; break;
	case CPUMODE_GUEST_USER: frame->level = 'u'; break;
	default: break;
	}
	if (space) frame->map = space_find(space, ip);
	/* outside of all maps: boot code of the kernel, of which no mapping was recorded */
	if (!frame->map && space && cpumode != CPUMODE_USER)
		frame->map = kernel_map_by_symbols(resolver->space, space, ip);
	if (frame->map) {
		frame->object_addr = map_to_object(frame->map, ip);
		frame->symbol = frame->map->ksymbol ? ksymbol_of(resolver->space, frame->map)
						    : object_find(frame_space_object(resolver->space, frame->map->dso),
								  frame->object_addr);
	}
	slot_put(resolver, frame);
	return frame;
}

const struct frame *resolver_ip(struct resolver *resolver, const struct sample_task *task, enum cpumode cpumode,
				uint64_t ip)
{
	struct resolver_mode mode = resolver_mode(task, cpumode);
	return resolver_lookup(resolver, &mode, ip);
}
