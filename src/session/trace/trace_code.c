#include "session/trace/trace_code.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include "base/hash.h"
#include "frame/space/frame_space.h"
#include "symbol/object.h"

/* More than this of a mapping is not read: addresses beyond it have no code. */
#define MOST_BYTES ((size_t)512 << 20)
/* Code of the kernel is read around the address in stretches of this size. */
#define KERNEL_STRETCH_BYTES ((uint64_t)1 << 20)

/* Longer code of files is read a chunk at a time, when it is first looked at: of a compiler's 25 MB few are executed.
 */
#define CHUNK_BYTES ((size_t)16 << 10)

/* Bytes of an object, from an address as the object counts (symbol/object.h). */
struct code_bytes {
	struct trace_code *code;
	const struct dso *dso;
	uint64_t addr, wanted_bytes;
	uint8_t *bytes; /* NULL: there are none */
	size_t size_bytes;
	uint64_t id;
	bool is_32bit;
	/* Of each chunk whether it was read; NULL: all were. */
	atomic_bool *is_read;
};

struct trace_code {
	const struct session *session;
	pthread_mutex_t lock;
	struct u64map by_hash; /* of what it was asked for -> index in all + 1 */
	VEC(struct code_bytes *) all;
	VEC(struct code_chunk {
		const struct code_bytes *bytes;
		size_t offset;
	}) chunks; /* that were read */
};

struct trace_code *trace_code_new(const struct session *session)
{
	struct trace_code *code = xcalloc(1, sizeof(*code));
	code->session = session;
	pthread_mutex_init(&code->lock, NULL);
	return code;
}

static void code_bytes_free(struct code_bytes *bytes)
{
	if (bytes->is_read) munmap(bytes->bytes, bytes->size_bytes);
	else free(bytes->bytes);
	free(bytes->is_read);
	free(bytes);
}

void trace_code_free(struct trace_code *code)
{
	if (!code) return;
	for (size_t i = 0; i < code->all.count; i++) code_bytes_free(code->all.items[i]);
	vec_done(&code->all);
	vec_done(&code->chunks);
	u64map_done(&code->by_hash);
	pthread_mutex_destroy(&code->lock);
	free(code);
}

static struct object *object_of(const struct code_bytes *bytes)
{
	return frame_space_object(session_frames(bytes->code->session), bytes->dso);
}

/* Room for bytes that are read later, which takes memory only then. False: they have to be read at once. */
static bool reserve(struct code_bytes *bytes, size_t wanted)
{
	struct insn_set set;
	size_t size = wanted > CHUNK_BYTES ? object_code_size(object_of(bytes), bytes->addr, wanted, &set) : 0;
	if (!size) return false;
	void *room = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (room == MAP_FAILED) return false;
	bytes->bytes = room;
	bytes->size_bytes = size;
	bytes->is_32bit = !set.is64;
	bytes->is_read = xcalloc((size - 1) / CHUNK_BYTES + 1, sizeof(*bytes->is_read));
	return true;
}

static void read_bytes(struct code_bytes *bytes)
{
	struct insn_set set;
	size_t wanted = (size_t)MIN(bytes->wanted_bytes, (uint64_t)MOST_BYTES);
	if (!wanted || reserve(bytes, wanted)) return;
	bytes->bytes = xmalloc(wanted);
	bytes->size_bytes = object_code(object_of(bytes), bytes->addr, bytes->bytes, wanted, &set);
	bytes->is_32bit = bytes->size_bytes && !set.is64;
	if (bytes->size_bytes) {
		/* what a recording says that is mapped may be more than its file has */
		bytes->bytes = xrealloc(bytes->bytes, bytes->size_bytes);
		return;
	}
	free(bytes->bytes);
	bytes->bytes = NULL;
}

/* Read by the first who asks, under the lock: others wait for what they would have to read as well. */
static struct code_bytes *need_bytes(struct trace_code *code, const struct dso *dso, uint64_t addr,
				     uint64_t wanted_bytes)
{
	uint64_t hash = hash_pair(hash_pair(dso->id, addr), wanted_bytes);
	pthread_mutex_lock(&code->lock);
	uint64_t *slot = u64map_put(&code->by_hash, hash, NULL);
	struct code_bytes *bytes = *slot ? code->all.items[*slot - 1] : NULL;
	if (!bytes) {
		bytes = xcalloc(1, sizeof(*bytes));
		*bytes = (struct code_bytes){ .code = code, .dso = dso, .addr = addr, .wanted_bytes = wanted_bytes };
		vec_push(&code->all, bytes);
		*slot = bytes->id = code->all.count;
		read_bytes(bytes);
	}
	pthread_mutex_unlock(&code->lock);
	return bytes;
}

static size_t chunk_size(const struct code_bytes *bytes, size_t offset)
{
	return MIN(bytes->size_bytes - offset, CHUNK_BYTES);
}

static void read_chunk(struct code_bytes *bytes, size_t index)
{
	struct trace_code *code = bytes->code;
	struct insn_set set;
	size_t offset = index * CHUNK_BYTES;
	pthread_mutex_lock(&code->lock);
	if (!atomic_load_explicit(&bytes->is_read[index], memory_order_relaxed)) {
		/* a file that became shorter since has zeroes there */
		object_code(object_of(bytes), bytes->addr + offset, bytes->bytes + offset, chunk_size(bytes, offset),
			    &set);
		vec_push(&code->chunks, ((struct code_chunk){ bytes, offset }));
		atomic_store_explicit(&bytes->is_read[index], true, memory_order_release);
	}
	pthread_mutex_unlock(&code->lock);
}

/* pt_image.need */
static void need_chunks(void *ctx, size_t from, size_t to)
{
	struct code_bytes *bytes = ctx;
	for (size_t i = from / CHUNK_BYTES; i * CHUNK_BYTES < to; i++)
		if (!atomic_load_explicit(&bytes->is_read[i], memory_order_acquire)) read_chunk(bytes, i);
}

static uint64_t hash_of_bytes(const uint8_t *bytes, size_t size_bytes, bool is_32bit)
{
	return hash_pair(hash_bytes(bytes, size_bytes), is_32bit);
}

static uint64_t hash_of(const struct code_bytes *bytes)
{
	if (!bytes->bytes) return 0;
	if (bytes->is_read) return hash_pair(bytes->size_bytes, bytes->is_32bit);
	return hash_of_bytes(bytes->bytes, bytes->size_bytes, bytes->is_32bit);
}

size_t trace_code_count(const struct trace_code *code) { return code->all.count + code->chunks.count; }

struct trace_code_stretch trace_code_stretch_at(const struct trace_code *code, size_t i)
{
	if (i < code->all.count) {
		const struct code_bytes *bytes = code->all.items[i];
		return (struct trace_code_stretch){ .dso_id = bytes->dso->id,
						    .addr = bytes->addr,
						    .wanted_bytes = bytes->wanted_bytes,
						    .hash = hash_of(bytes) };
	}
	const struct code_chunk *chunk = &code->chunks.items[i - code->all.count];
	const struct code_bytes *bytes = chunk->bytes;
	size_t size = chunk_size(bytes, chunk->offset);
	return (struct trace_code_stretch){ .dso_id = bytes->dso->id,
					    .addr = bytes->addr + chunk->offset,
					    .wanted_bytes = size,
					    .hash = hash_of_bytes(bytes->bytes + chunk->offset, size,
								  bytes->is_32bit) };
}

uint64_t trace_code_hash(struct trace_code *code, const struct trace_code_stretch *stretch)
{
	const struct dso *dso = model_dso(session_model(code->session), stretch->dso_id);
	struct object *object = frame_space_object(session_frames(code->session), dso);
	uint8_t chunk[CHUNK_BYTES];
	struct insn_set set;
	if (stretch->wanted_bytes > CHUNK_BYTES)
		return hash_of(need_bytes(code, dso, stretch->addr, stretch->wanted_bytes));
	size_t size = object_code(object, stretch->addr, chunk, (size_t)stretch->wanted_bytes, &set);
	return size ? hash_of_bytes(chunk, size, !set.is64) : 0;
}

/* Behind all that was recorded, where times are not known. */
#define END_NS (UINT64_MAX - 1)

uint64_t trace_where_end(struct trace_where *where)
{
	const struct model *model = session_model(where->code->session);
	if (where->end_ns) return where->end_ns;
	where->end_ns = END_NS;
	for (size_t i = model_nr_tasks(model); where->queue->cpu == TRACE_ANY && i-- > 0;) {
		const struct task *task = model_task_at(model, i);
		if (task_tid(task) != where->queue->tid) continue;
		uint64_t exit_ns = task_exit_ns(task);
		if (exit_ns && exit_ns != UINT64_MAX) where->end_ns = exit_ns - 1;
		break;
	}
	return where->end_ns;
}

void trace_where_move(struct trace_where *where, uint64_t time_ns)
{
	if (!where->has_time) time_ns = trace_where_end(where);
	if (time_ns >= where->from_ns && time_ns < where->until_ns) return;
	const struct trace_queue *queue = where->queue;
	const struct model *model = session_model(where->code->session);
	where->from_ns = time_ns;
	where->pid = where->tid = TRACE_ANY;
	if (queue->cpu != TRACE_ANY) {
		struct trace_switch now;
		if (!trace_input_thread(where->input, queue->cpu, time_ns, &now, &where->until_ns)) return;
		where->pid = now.pid;
		where->tid = now.tid;
		return;
	}
	where->tid = queue->tid;
	const struct task *task = model_task(model, queue->tid, time_ns, &where->until_ns);
	if (task) where->pid = task_pid(task);
}

/* Which of the guest's threads is on the virtual CPU that the thread runs. */
static void find_guest_thread(const struct trace_where *where, uint64_t time_ns, struct trace_guest *guest)
{
	const struct model *model = session_model(where->code->session);
	uint64_t until_ns = UINT64_MAX, task_until_ns = UINT64_MAX;
	uint32_t number;
	const struct task *task = model_task(model, where->tid, time_ns, &task_until_ns);
	if (!task || !trace_guests_vcpu_of_name(task_comm(task, time_ns, &until_ns), &number)) return;
	guest->until_ns = MIN(guest->until_ns, MIN(task_until_ns, until_ns));
	const struct trace_vcpu *vcpu = trace_guests_vcpu(&where->input->guests, where->pid, number);
	if (!vcpu) return;
	guest->has_vcpu = true;
	guest->id = vcpu->id;
	guest->pid = guest->tid = TRACE_ANY;
	size_t count = trace_switches_until(&vcpu->switches, time_ns, &until_ns);
	guest->until_ns = MIN(guest->until_ns, until_ns);
	if (!count) return;
	guest->pid = vcpu->switches.items[count - 1].pid;
	guest->tid = vcpu->switches.items[count - 1].tid;
}

const struct trace_guest *trace_where_guest(struct trace_where *where, uint64_t time_ns)
{
	const struct model *model = session_model(where->code->session);
	struct trace_guest *guest = &where->guest;
	if (!where->has_time) time_ns = trace_where_end(where);
	trace_where_move(where, time_ns);
	if (guest->machine && time_ns >= guest->from_ns && time_ns < guest->until_ns) return guest;
	const enum cpumode mode = CPUMODE_GUEST_KERNEL;
	*guest = (struct trace_guest){ .machine = model_machine_of(model, mode, 0, where->pid),
				       .pid = where->pid,
				       .tid = where->tid,
				       .from_ns = MAX(time_ns, where->from_ns),
				       .until_ns = where->until_ns };
	if (where->input->guests.vcpus.count) find_guest_thread(where, time_ns, guest);
	return guest;
}

/* Of a thread's own half; *ret_until_ns: up to when, exclusive. */
static const struct space_version *user_space_at(const struct machine *machine, uint32_t pid, uint32_t tid,
						 uint64_t time_ns, uint64_t *ret_until_ns)
{
	uint64_t task_until, until;
	const struct space_version *space;
	const struct task *task = machine_task(machine, tid, time_ns, &task_until);
	if (task) space = task_space(task, time_ns, &until);
	else space = machine_process_space(machine, pid, time_ns, &until);
	*ret_until_ns = MIN(until, task_until);
	return space;
}

/* The address space at that time; *ret_until_ns: up to when, exclusive. */
static const struct space_version *space_at(struct trace_where *where, const struct pt_place *place, uint64_t time_ns,
					    uint64_t *ret_until_ns)
{
	const struct session *session = where->code->session;
	const struct machine *machine = model_host(session_model(session));
	bool is_kernel = place->ip >> 63;
	uint32_t pid = where->pid, tid = where->tid;
	uint64_t valid_until_ns = where->until_ns;
	if (unlikely(place->guest) && session->symbolizer.how.guest_code) {
		is_kernel = false;
	} else if (unlikely(place->guest)) {
		const struct trace_guest *guest = trace_where_guest(where, time_ns);
		machine = guest->machine;
		pid = guest->pid;
		tid = guest->tid;
		valid_until_ns = guest->until_ns;
	}
	const struct space_version *space = is_kernel ? machine_kernel_space(machine, time_ns, ret_until_ns)
						      : user_space_at(machine, pid, tid, time_ns, ret_until_ns);
	/* who is there matters to the kernel's half only when it may be another machine's */
	if (!is_kernel || place->guest) *ret_until_ns = MIN(*ret_until_ns, valid_until_ns);
	return space;
}

/* Of a mapping from `start`, at most wanted_bytes of it. */
static int image_of(struct trace_where *where, const struct map *map, uint64_t start, uint64_t wanted_bytes,
		    struct pt_image *ret)
{
	struct code_bytes *bytes = need_bytes(where->code, map->dso, map_to_object(map, start), wanted_bytes);
	if (!bytes->bytes) return -ENOENT;
	ret->bytes = bytes->bytes;
	ret->start = start;
	ret->end = start + bytes->size_bytes;
	ret->id = bytes->id;
	ret->need = bytes->is_read ? need_chunks : NULL;
	ret->need_ctx = bytes;
	where->is_32bit = bytes->is_32bit;
	return 0;
}

/* Of the kernel and of what has no file: a stretch around the address. */
static int image_around(struct trace_where *where, const struct map *map, uint64_t ip, struct pt_image *ret)
{
	uint64_t start = MAX(map->start, ip & ~(KERNEL_STRETCH_BYTES - 1));
	return image_of(where, map, start, MIN(map->end - start, 2 * KERNEL_STRETCH_BYTES), ret);
}

int trace_code_find(void *ctx, const struct pt_place *place, struct pt_image *ret)
{
	struct trace_where *where = ctx;
	uint64_t time_ns = where->has_time ? trace_clock_ns(where->clock, place->tsc) : trace_where_end(where);
	uint64_t until_ns;
	int r;
	where->without_code = NULL;
	trace_where_move(where, time_ns);
	const struct space_version *space = space_at(where, place, time_ns, &until_ns);
	const struct map *map = space ? space_find(space, place->ip) : NULL;
	if (!map || !map->dso) return -ENOENT;
	ret->valid_until_tsc = UINT64_MAX;
	if (where->has_time && until_ns != UINT64_MAX)
		ret->valid_until_tsc = trace_clock_tsc(where->clock, until_ns - 1);
	if (map->identity || map->dso->kind == DSO_KERNEL || map->dso->kind == DSO_GUEST_KERNEL)
		r = image_around(where, map, place->ip, ret);
	else r = image_of(where, map, map->start, map->end - map->start, ret);
	if (r < 0) where->without_code = map->dso;
	return r;
}
